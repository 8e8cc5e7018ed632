# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
#
# The project where there is no CUDA toolkit: everything but CCCL's headers is hidden, the project is
# configured, and one kernel, one folder of tests and one example are built.
include("${CMAKE_CURRENT_LIST_DIR}/outside.cmake")

# A copy of the link, so that a toolkit's other headers are not beside CCCL's.
file(MAKE_DIRECTORY "${WORK_DIR}/cccl")
foreach(part cub cuda nv thrust)
  file(CREATE_LINK "${CCCL_DIR}/${part}" "${WORK_DIR}/cccl/${part}" SYMBOLIC)
endforeach()

set(build "${WORK_DIR}/build")
configure("${SOURCE_DIR}" "${build}" "-DPALLASBENCH_CCCL_DIR=${WORK_DIR}/cccl" -DPALLASBENCH_CUDA=OFF
  -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON -DCMAKE_BUILD_TYPE=Debug)
file(STRINGS "${build}/build.ninja" nvcc REGEX "nvcc|cudart|PALLASBENCH_WITH_CUDA")
if(nvcc)
  message(FATAL_ERROR "CUDA is off, and yet the build names it: ${nvcc}")
endif()
# A folder of tests that needs no kernels, so that one kernel is all that is compiled.
run("${CMAKE_COMMAND}" --build "${build}" --target
    CMakeFiles/pallasbench_kernels.dir/generated/kernels/relu.cpp.o test_core example_own_operation)
run("${build}/tests/test_core")
run("${build}/tests/example_own_operation")
