# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
#
# What the tests of this folder share. Given: SOURCE_DIR, BINARY_DIR, WORK_DIR, CCCL_DIR, GENERATOR,
# MAKE_PROGRAM, CXX_COMPILER.

file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}")

# run(<command>...): the test fails, with the output, unless the command exits 0.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "exit status ${status} from: ${command}\n${output}")
  endif()
endfunction()

# configure(<source folder> <binary folder> <argument>...)
function(configure source binary)
  run("${CMAKE_COMMAND}" -S "${source}" -B "${binary}" -G "${GENERATOR}"
      "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}" ${ARGN})
endfunction()

# find_example(): sets `example` to what the consumers build, the first of the examples by name.
macro(find_example)
  file(GLOB examples "${SOURCE_DIR}/examples/*.cpp")
  list(SORT examples)
  if(NOT examples)
    message(FATAL_ERROR "there is no examples/*.cpp for a consumer to build")
  endif()
  list(GET examples 0 example)
endmacro()
