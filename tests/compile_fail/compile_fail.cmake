# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiles SOURCE and requires the error that its first line announces.
file(STRINGS "${SOURCE}" first_line LIMIT_COUNT 1)
file(STRINGS "${SOURCE}" control REGEX "^// control:")
if(NOT control AND NOT first_line MATCHES "^// expect: (.+)$")
  message(FATAL_ERROR "${SOURCE}: the first line must be '// expect: <regular expression>'")
endif()
set(expected "${CMAKE_MATCH_1}")

execute_process(
  COMMAND "${COMPILER}" -std=c++20 -fsyntax-only -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP
          "-I${INCLUDE_DIR}" -isystem "${CCCL_DIR}" "${SOURCE}"
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(control)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "must compile, and does not:\n${output}")
  endif()
  return()
endif()
if(status EQUAL 0)
  message(FATAL_ERROR "compiled, where this error was expected: ${expected}")
endif()
if(NOT output MATCHES "${expected}")
  message(FATAL_ERROR "failed, but without '${expected}':\n${output}")
endif()
