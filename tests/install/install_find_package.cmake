# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs into a fresh prefix, then configures, builds and runs a project that finds the package there.
include("${CMAKE_CURRENT_LIST_DIR}/outside.cmake")
find_example()
run("${CMAKE_COMMAND}" --install "${BINARY_DIR}" --prefix "${WORK_DIR}/prefix")
configure("${CMAKE_CURRENT_LIST_DIR}/consumer" "${WORK_DIR}/build"
  "-DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix" "-DPALLASBENCH_CCCL_DIR=${CCCL_DIR}"
  "-DEXAMPLE=${example}" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
run("${CMAKE_COMMAND}" --build "${WORK_DIR}/build")
run("${WORK_DIR}/build/consumer")
