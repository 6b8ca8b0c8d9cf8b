# WeftOptions.cmake - language level, warnings, sanitizers.
#
# Weft links the packaged libMLIR.so and libLLVM.so. Those are built with RTTI
# and without exceptions or assertions; Weft follows them except that its own
# asserts are kept (see WEFT_ASSERTIONS).

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)

option(WEFT_ASSERTIONS "Keep Weft's own asserts whatever the build type" ON)
option(WEFT_PRECOMPILE_HEADERS "Share one precompiled header of MLIR's core" ON)
option(WEFT_FUZZERS "Build the libFuzzer targets (needs clang)" OFF)
set(WEFT_SANITIZERS "" CACHE STRING
  "Sanitizers for all of Weft, as in -fsanitize=; for example address,undefined")

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
add_definitions(${LLVM_DEFINITIONS})
link_directories(${LLVM_BUILD_LIBRARY_DIR})

add_compile_options(-Wall -Wextra -Wno-unused-parameter -fno-exceptions
  $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual>
  -fvisibility-inlines-hidden)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wcovered-switch-default "SHELL:-Xclang -fno-pch-timestamp")
  find_program(WEFT_LLD NAMES ld.lld-22 ld.lld
    HINTS ${LLVM_TOOLS_BINARY_DIR})
  if(WEFT_LLD)
    add_link_options(--ld-path=${WEFT_LLD})
  endif()
else()
  # GCC 12 sees phantom uses of uninitialised or dangling memory in inlined
  # SmallVector and std::optional code of the LLVM headers. It also calls the
  # std::move redundant with which LLVM's code, and ours, returns an Error as an
  # Expected.
  add_compile_options(-Wno-maybe-uninitialized -Wno-array-bounds
    -Wno-redundant-move -Wno-stringop-overflow -Wno-dangling-pointer
    -Wno-missing-field-initializers)
endif()

if(WEFT_ASSERTIONS)
  add_compile_options(-UNDEBUG)
endif()

if(WEFT_SANITIZERS)
  add_compile_options(-fsanitize=${WEFT_SANITIZERS} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  # libMLIR.so has no vtable type information that UBSan could check.
  if(WEFT_SANITIZERS MATCHES "undefined")
    add_compile_options(-fno-sanitize=vptr,function)
  endif()
  add_link_options(-fsanitize=${WEFT_SANITIZERS})
endif()

if(WEFT_FUZZERS)
  # Coverage in the libraries; only the fuzz targets link libFuzzer's main.
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

find_program(WEFT_CCACHE ccache)
if(WEFT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${WEFT_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WEFT_CCACHE})
endif()
