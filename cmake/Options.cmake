# Compiler options as interface targets; nothing is set globally.

add_library(workbook_warnings INTERFACE)
target_compile_options(workbook_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                                   -Woverloaded-virtual -Wcast-align -Wformat=2)
# Optimised, g++ 12 takes strings that are put together for ones that overlap themselves, are too long or out of bounds:
# three names of one bug (GCC's 105651). Other compilers and the sanitizers look for these mistakes.
target_compile_options(workbook_warnings INTERFACE
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>")

# A learner's half-written stage must compile, and its stubs use no parameter: those warnings would drown the others.
# All in one list: clang believes the last word, and a linked target's options come behind the own ones.
# clang has two such warnings more than g++.
add_library(workbook_learner INTERFACE)
target_compile_options(workbook_learner INTERFACE $<TARGET_PROPERTY:workbook_warnings,INTERFACE_COMPILE_OPTIONS>
                                                  -Wno-unused-parameter -Wno-unused-function
                                                  "$<$<CXX_COMPILER_ID:Clang>:-Wno-unused-private-field;-Wno-unused-variable>")

# Ours must be clean.
add_library(workbook_strict INTERFACE)
target_link_libraries(workbook_strict INTERFACE workbook_warnings)
target_compile_options(workbook_strict INTERFACE -Werror)

add_library(workbook_sanitize INTERFACE)
if(WORKBOOK_SANITIZER)
  set(WORKBOOK_SANITIZER_FLAGS -fsanitize=${WORKBOOK_SANITIZER} -fno-omit-frame-pointer)
  if(WORKBOOK_SANITIZER MATCHES "undefined")
    list(APPEND WORKBOOK_SANITIZER_FLAGS -fno-sanitize-recover=undefined -fno-sanitize=vptr)
  endif()
  target_compile_options(workbook_sanitize INTERFACE ${WORKBOOK_SANITIZER_FLAGS})
  target_link_options(workbook_sanitize INTERFACE ${WORKBOOK_SANITIZER_FLAGS})
endif()
