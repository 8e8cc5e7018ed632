# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
#
# Exports all kernels with their data into DIR, then lets the judge look.
file(REMOVE_RECURSE "${DIR}")
file(MAKE_DIRECTORY "${DIR}")
execute_process(
  COMMAND "${EXPORT}" --device host --size small --dump-data "${DIR}" --out "${DIR}/records.jsonl"
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${PYTHON}" "${JUDGE}" "${DIR}/records.jsonl" "${DIR}"
  COMMAND_ERROR_IS_FATAL ANY)
