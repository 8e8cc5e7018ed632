# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
#
# Finds what the library stands on: CCCL's headers, OpenMP, and the CUDA toolkit where there is one.
# Read by the project itself and by the installed package, so that both look in the same places.
#
#   in   PALLASBENCH_CUDA (AUTO, ON, OFF), PALLASBENCH_CCCL_DIR
#   out  PALLASBENCH_CUDA_FOUND, PALLASBENCH_CCCL_INCLUDE_DIR, the target pallasbench::cccl

# A target found here serves every folder of the build: a project that adds this one links them too.
set(_pb_targets_global "${CMAKE_FIND_PACKAGE_TARGETS_GLOBAL}")
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)

find_package(OpenMP QUIET COMPONENTS CXX)

if(NOT DEFINED PALLASBENCH_CUDA)
  set(PALLASBENCH_CUDA AUTO)
endif()
if(NOT PALLASBENCH_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "PALLASBENCH_CUDA is '${PALLASBENCH_CUDA}'; allowed are AUTO, ON and OFF")
endif()

set(PALLASBENCH_CUDA_FOUND OFF)
if(NOT PALLASBENCH_CUDA STREQUAL "OFF")
  find_package(CUDAToolkit 12.9 QUIET)
  if(CUDAToolkit_FOUND AND CUDAToolkit_NVCC_EXECUTABLE AND TARGET CUDA::nvrtc)
    set(PALLASBENCH_CUDA_FOUND ON)
  elseif(PALLASBENCH_CUDA STREQUAL "ON")
    message(FATAL_ERROR
      "PALLASBENCH_CUDA is ON, but no CUDA toolkit, 12.9 or newer, with nvcc and NVRTC was found. Put "
      "nvcc on PATH, set CUDAToolkit_ROOT, or build for the host with -DPALLASBENCH_CUDA=OFF")
  endif()
endif()

set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL "${_pb_targets_global}")

# The given folder first, then the toolkit in use, then the usual places. A toolkit keeps CCCL in
# include/cccl since CUDA 13 and in include before; PyPI's nvidia-cuda-cccl in nvidia/cu*/include.
if(PALLASBENCH_CCCL_DIR)
  file(GLOB _pb_cccl_globbed LIST_DIRECTORIES true
    "${PALLASBENCH_CCCL_DIR}/lib/python3*/site-packages/nvidia/cu*/include"
    "${PALLASBENCH_CCCL_DIR}/lib/python3*/site-packages/nvidia/cuda_cccl/include")
  find_path(PALLASBENCH_CCCL_INCLUDE_DIR cub/version.cuh
    PATHS "${PALLASBENCH_CCCL_DIR}" ${_pb_cccl_globbed}
    PATH_SUFFIXES cccl include/cccl include NO_DEFAULT_PATH NO_CACHE)
  unset(_pb_cccl_globbed)
else()
  find_path(PALLASBENCH_CCCL_INCLUDE_DIR cub/version.cuh
    HINTS ${CUDAToolkit_INCLUDE_DIRS} ENV CUDA_PATH ENV CUDA_HOME ENV CPLUS_INCLUDE_PATH
    PATHS /usr/local/cuda
    PATH_SUFFIXES cccl include/cccl include NO_CACHE)
endif()
string(REGEX REPLACE "/$" "" PALLASBENCH_CCCL_INCLUDE_DIR "${PALLASBENCH_CCCL_INCLUDE_DIR}")
if(NOT PALLASBENCH_CCCL_INCLUDE_DIR)
  message(FATAL_ERROR
    "CCCL's headers (cub/, cuda/, thrust/) were not found. They come with the CUDA toolkit and with "
    "the Python package nvidia-cuda-cccl; set PALLASBENCH_CCCL_DIR to the folder that holds them")
endif()

file(STRINGS "${PALLASBENCH_CCCL_INCLUDE_DIR}/cub/version.cuh" _pb_cub_version
  REGEX "#define CUB_VERSION [0-9]+")
string(REGEX REPLACE ".*CUB_VERSION ([0-9]+).*" "\\1" _pb_cub_version "${_pb_cub_version}")
if(_pb_cub_version LESS 300000)
  message(FATAL_ERROR
    "CCCL in ${PALLASBENCH_CCCL_INCLUDE_DIR} is older than 3.0 (CUB_VERSION ${_pb_cub_version}). Set "
    "PALLASBENCH_CCCL_DIR to a newer one: it may be newer than the CUDA toolkit in use")
endif()

if(NOT TARGET pallasbench::cccl)
  add_library(pallasbench::cccl INTERFACE IMPORTED GLOBAL)
  target_include_directories(pallasbench::cccl SYSTEM INTERFACE "${PALLASBENCH_CCCL_INCLUDE_DIR}")
  if(NOT PALLASBENCH_CUDA_FOUND)
    # Thrust's device is CUDA unless told otherwise, and then its headers need the toolkit's.
    target_compile_definitions(pallasbench::cccl INTERFACE
      THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP)
  endif()
endif()

# pallasbench_define_cuda_target(<library>): pallasbench::cuda is <library> plus the CUDA runtime and
# NVRTC. Without a toolkit there is no such target.
function(pallasbench_define_cuda_target library)
  if(PALLASBENCH_CUDA_FOUND AND NOT TARGET pallasbench::cuda)
    add_library(pallasbench::cuda INTERFACE IMPORTED GLOBAL)
    target_link_libraries(pallasbench::cuda INTERFACE ${library} CUDA::cudart CUDA::nvrtc)
    target_compile_definitions(pallasbench::cuda INTERFACE PALLASBENCH_WITH_CUDA=1)
    # Before 3.26, CMake does not know that nvcc takes C++20.
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if(CMAKE_VERSION VERSION_LESS 3.26)
      target_compile_options(pallasbench::cuda INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>")
    elseif("CUDA" IN_LIST languages)
      target_compile_features(pallasbench::cuda INTERFACE cuda_std_20)
    endif()
  endif()
endfunction()
