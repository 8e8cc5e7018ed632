# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
#
# Configures, builds and runs a project that adds this one as a folder. It must get the library alone:
# no tests, no tools, and no warnings turned into errors.
include("${CMAKE_CURRENT_LIST_DIR}/outside.cmake")
find_example()
configure("${CMAKE_CURRENT_LIST_DIR}/subproject" "${WORK_DIR}/build"
  "-DPALLASBENCH_SOURCE=${SOURCE_DIR}" "-DPALLASBENCH_CCCL_DIR=${CCCL_DIR}" "-DEXAMPLE=${example}")
run("${CMAKE_COMMAND}" --build "${WORK_DIR}/build")
run("${WORK_DIR}/build/consumer")
if(EXISTS "${WORK_DIR}/build/pallasbench/export" OR EXISTS "${WORK_DIR}/build/pallasbench/tests")
  message(FATAL_ERROR "a project that adds pallasbench also gets its tools or tests")
endif()
