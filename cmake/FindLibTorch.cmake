# FindLibTorch: imports libc10 and libtorch_cpu directly. Torch's own package config wants a CUDA toolkit with nvcc as
# soon as the wheel was built for CUDA, even when nothing here is compiled for a GPU.
#
# Looks, in this order, at
#   LIBTORCH           a variable or an environment variable: used or refused, never passed over
#   CMAKE_PREFIX_PATH  a variable or an environment variable: the first entry with a libtorch, used or refused
#   the choice of the last configuration
#   python3            the torch of the Python in PATH, looked up without importing it
#   the cache folder   the wheels that ./workbook has fetched
# Each may be the folder with include/ and lib/, one above it (site-packages, an unpacked zip, a virtual environment)
# or its share/cmake. CPU-only builds, CUDA wheels and LibTorch zips will do.
#
# Output: LibTorch::c10, LibTorch::torch_cpu, LibTorch_VERSION, LibTorch_ROOT_DIR,
#         LibTorch_LIBRARY_DIRS (what a loader must search), LibTorch_CUDA (whether the build is one for CUDA).
# LibTorch::c10_cuda exists where the build is one for CUDA.

set(_LibTorch_minimum 2.11)

# The folder with include/ and lib/, or nothing.
function(_libtorch_root place result)
  set(${result} "" PARENT_SCOPE)
  if(place STREQUAL "")
    return()
  endif()
  file(GLOB environment_torch "${place}/lib/python3*/site-packages/torch")
  foreach(folder IN ITEMS "${place}" "${place}/torch" "${place}/libtorch" "${place}/../.." "${place}/../../.."
                          ${environment_torch})
    if(EXISTS "${folder}/include/c10/core/Allocator.h")
      file(REAL_PATH "${folder}" folder)
      set(${result} "${folder}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

function(_libtorch_version root result)
  set(${result} "" PARENT_SCOPE)
  foreach(header IN ITEMS torch/headeronly/version.h torch/csrc/api/include/torch/version.h)
    if(EXISTS "${root}/include/${header}")
      file(STRINGS "${root}/include/${header}" lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+")
      if("${lines}" MATCHES "MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCH ([0-9]+)")
        set(${result} "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}.${CMAKE_MATCH_3}" PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
endfunction()

# Why ROOT cannot be used, or nothing.
function(_libtorch_complaint root result)
  foreach(file IN ITEMS lib/libc10.so lib/libtorch_cpu.so include/ATen/ATen.h)
    if(NOT EXISTS "${root}/${file}")
      set(${result} "${file} is missing in ${root}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  _libtorch_version("${root}" version)
  if(version STREQUAL "")
    set(${result} "the headers in ${root}/include name no version" PARENT_SCOPE)
  elseif(version VERSION_LESS _LibTorch_minimum)
    set(${result} "${root} is PyTorch ${version}, and the workbook needs ${_LibTorch_minimum} or newer" PARENT_SCOPE)
  else()
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()

function(_libtorch_of_python result)
  set(${result} "" PARENT_SCOPE)
  find_program(python NAMES python3 NO_CACHE)
  if(python)
    execute_process(COMMAND "${python}" -c "import sys
sys.path = [p for p in sys.path if p]
import importlib.util
spec = importlib.util.find_spec('torch')
print(list(spec.submodule_search_locations)[0])"
                    OUTPUT_VARIABLE place OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0)
      set(${result} "${place}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

function(_libtorch_of_cache result)
  set(cache "$ENV{XDG_CACHE_HOME}")
  if(cache STREQUAL "")
    set(cache "$ENV{HOME}/.cache")
  endif()
  file(GLOB found "${cache}/pytorch-allocator-workbook/libtorch-*/torch")
  list(FILTER found EXCLUDE REGEX "\\.part/torch$")
  list(SORT found COMPARE NATURAL ORDER DESCENDING)
  set(first "")
  if(found)
    list(GET found 0 first)
  endif()
  set(${result} "${first}" PARENT_SCOPE)
endfunction()

# Sets LibTorch_ROOT_DIR, or reason.
macro(_libtorch_choose)
  set(_named "${LIBTORCH}")
  if(_named STREQUAL "")
    set(_named "$ENV{LIBTORCH}")
  endif()
  if(NOT _named STREQUAL "")
    _libtorch_root("${_named}" _root)
    if(_root STREQUAL "")
      set(_reason "LIBTORCH is ${_named}, and there is no include/c10/core/Allocator.h")
    else()
      _libtorch_complaint("${_root}" _reason)
    endif()
  else()
    string(REPLACE ":" ";" _prefixes "$ENV{CMAKE_PREFIX_PATH}")
    foreach(_place IN LISTS CMAKE_PREFIX_PATH _prefixes)
      _libtorch_root("${_place}" _root)
      if(NOT _root STREQUAL "")
        _libtorch_complaint("${_root}" _reason)
        break()
      endif()
    endforeach()
  endif()
  if(_root STREQUAL "" AND _reason STREQUAL "")
    _libtorch_of_python(_of_python)
    _libtorch_of_cache(_of_cache)
    foreach(_place IN ITEMS "${_LibTorch_last_choice}" "${_of_python}" "${_of_cache}")
      _libtorch_root("${_place}" _root)
      if(NOT _root STREQUAL "")
        _libtorch_complaint("${_root}" _reason)
        if(_reason STREQUAL "")
          break()
        endif()
        string(APPEND _passed_over "${_reason}. ")
        set(_reason "")
        set(_root "")
      endif()
    endforeach()
    if(_root STREQUAL "")
      set(_reason "${_passed_over}No libtorch was found. Set LIBTORCH to an installed PyTorch's torch folder or an unpacked LibTorch, or let ./workbook check fetch one")
    endif()
  endif()
endmacro()

set(_root "")
set(_reason "")
set(_passed_over "")
_libtorch_choose()
set(LibTorch_ROOT_DIR "")
set(LibTorch_VERSION "")
if(_reason STREQUAL "")
  set(LibTorch_ROOT_DIR "${_root}")
  _libtorch_version("${_root}" LibTorch_VERSION)
  set(_LibTorch_last_choice "${_root}" CACHE INTERNAL "The libtorch of the last configuration")
endif()

# Another libtorch in the same place, or another choice by ./workbook, configures anew.
foreach(_file IN ITEMS "${LibTorch_ROOT_DIR}/include/torch/headeronly/version.h" "${PROJECT_SOURCE_DIR}/build/libtorch")
  if(EXISTS "${_file}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${_file}")
  endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS LibTorch_ROOT_DIR VERSION_VAR LibTorch_VERSION
                                  REASON_FAILURE_MESSAGE "${_reason}")

if(LibTorch_FOUND AND NOT TARGET LibTorch::c10)
  # What libtorch_cpu.so of a CUDA wheel needs (cudart, cupti) lies in sibling wheels. The library itself tells the
  # loader where (its RPATH starts at $ORIGIN); the linker has to be told.
  file(GLOB LibTorch_LIBRARY_DIRS "${LibTorch_ROOT_DIR}/../nvidia/*/lib")
  list(TRANSFORM LibTorch_LIBRARY_DIRS REPLACE "/torch/\\.\\./" "/")
  list(PREPEND LibTorch_LIBRARY_DIRS "${LibTorch_ROOT_DIR}/lib")
  set(LibTorch_CUDA OFF)
  if(EXISTS "${LibTorch_ROOT_DIR}/lib/libc10_cuda.so")
    set(LibTorch_CUDA ON)
  endif()

  add_library(LibTorch::c10 SHARED IMPORTED)
  set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION "${LibTorch_ROOT_DIR}/lib/libc10.so")
  target_include_directories(LibTorch::c10 SYSTEM INTERFACE "${LibTorch_ROOT_DIR}/include")

  add_library(LibTorch::torch_cpu SHARED IMPORTED)
  set_target_properties(LibTorch::torch_cpu PROPERTIES IMPORTED_LOCATION "${LibTorch_ROOT_DIR}/lib/libtorch_cpu.so")
  target_include_directories(LibTorch::torch_cpu SYSTEM INTERFACE "${LibTorch_ROOT_DIR}/include"
                             "${LibTorch_ROOT_DIR}/include/torch/csrc/api/include")
  target_link_libraries(LibTorch::torch_cpu INTERFACE LibTorch::c10)
  foreach(_folder IN LISTS LibTorch_LIBRARY_DIRS)
    target_link_options(LibTorch::torch_cpu INTERFACE "LINKER:-rpath-link,${_folder}")
  endforeach()

  if(LibTorch_CUDA)
    add_library(LibTorch::c10_cuda SHARED IMPORTED)
    set_target_properties(LibTorch::c10_cuda PROPERTIES IMPORTED_LOCATION "${LibTorch_ROOT_DIR}/lib/libc10_cuda.so")
    target_link_libraries(LibTorch::c10_cuda INTERFACE LibTorch::torch_cpu)
  endif()
endif()
