# FindLibTorch: imports libc10 and libtorch_cpu directly. Torch's own package config wants a CUDA toolkit with nvcc as
# soon as the wheel was built for CUDA, even when nothing here is compiled for a GPU.
#
# Input:  LIBTORCH (variable or environment): the folder that holds include/ and lib/.
# Output: LibTorch::c10, LibTorch::torch_cpu, LibTorch_VERSION, LibTorch_ROOT_DIR
if(NOT LIBTORCH AND DEFINED ENV{LIBTORCH})
  set(LIBTORCH "$ENV{LIBTORCH}")
endif()
find_path(LibTorch_ROOT_DIR include/c10/core/Allocator.h HINTS "${LIBTORCH}" NO_DEFAULT_PATH)
if(LibTorch_ROOT_DIR AND EXISTS "${LibTorch_ROOT_DIR}/include/torch/headeronly/version.h")
  file(STRINGS "${LibTorch_ROOT_DIR}/include/torch/headeronly/version.h" _lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE ".*MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCH ([0-9]+).*" "\\1.\\2.\\3" LibTorch_VERSION "${_lines}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS LibTorch_ROOT_DIR VERSION_VAR LibTorch_VERSION)
if(LibTorch_FOUND AND NOT TARGET LibTorch::c10)
  add_library(LibTorch::c10 SHARED IMPORTED)
  set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION "${LibTorch_ROOT_DIR}/lib/libc10.so")
  target_include_directories(LibTorch::c10 SYSTEM INTERFACE "${LibTorch_ROOT_DIR}/include")
  add_library(LibTorch::torch_cpu SHARED IMPORTED)
  set_target_properties(LibTorch::torch_cpu PROPERTIES IMPORTED_LOCATION "${LibTorch_ROOT_DIR}/lib/libtorch_cpu.so")
  target_include_directories(LibTorch::torch_cpu SYSTEM INTERFACE "${LibTorch_ROOT_DIR}/include" "${LibTorch_ROOT_DIR}/include/torch/csrc/api/include")
  target_link_libraries(LibTorch::torch_cpu INTERFACE LibTorch::c10)
  file(GLOB _cuda_libs "${LibTorch_ROOT_DIR}/../nvidia/*/lib")
  foreach(_dir IN LISTS _cuda_libs)
    target_link_options(LibTorch::torch_cpu INTERFACE "LINKER:-rpath-link,${_dir}")
  endforeach()
endif()
