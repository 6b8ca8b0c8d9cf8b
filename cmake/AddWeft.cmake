# AddWeft.cmake - how Weft declares generated headers, libraries and tools.
#
# MLIR's own add_mlir_library would pull in the static MLIR archives beside
# libMLIR.so, which registers every global of MLIR twice. Weft's libraries link
# the one shared libMLIR.so instead, so a small function of our own is clearer.

# All generated headers; every library depends on all of them, so that no
# directory has to know which headers another directory generates.
add_custom_target(weft-headers)
add_custom_target(weft-doc)

# weft_tablegen(<file.td> <output> <mlir-tblgen args>...)
# Generates <output> in the current binary directory.
function(weft_tablegen td output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${output} ${ARGN})
  string(MAKE_C_IDENTIFIER "tblgen ${CMAKE_CURRENT_BINARY_DIR}/${output}" name)
  string(REPLACE "_" "-" name ${name})
  add_custom_target(${name} DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${output})
  add_dependencies(weft-headers ${name})
endfunction()

# weft_add_dialect_base(<file.td> <prefix> <dialect>)
# The dialect class, its types, attributes and enums: <prefix>Dialect.h.inc,
# <prefix>Types.h.inc, <prefix>Attrs.h.inc, <prefix>Enums.h.inc and the .cpp.inc.
function(weft_add_dialect_base td prefix dialect)
  foreach(kind dialect:Dialect typedef:Types attrdef:Attrs)
    string(REPLACE ":" ";" kind ${kind})
    list(GET kind 0 generator)
    list(GET kind 1 suffix)
    set(flag "-${generator}s-dialect=${dialect}")
    if(generator STREQUAL "dialect")
      set(flag "-dialect=${dialect}")
    endif()
    weft_tablegen(${td} ${prefix}${suffix}.h.inc -gen-${generator}-decls ${flag})
    weft_tablegen(${td} ${prefix}${suffix}.cpp.inc -gen-${generator}-defs ${flag})
  endforeach()
  weft_tablegen(${td} ${prefix}Enums.h.inc -gen-enum-decls)
  weft_tablegen(${td} ${prefix}Enums.cpp.inc -gen-enum-defs)
endfunction()

# weft_add_ops(<Family.td>...)
# Per family: <Family>.h.inc and <Family>.cpp.inc.
function(weft_add_ops)
  foreach(td ${ARGN})
    get_filename_component(family ${td} NAME_WE)
    weft_tablegen(${td} ${family}.h.inc -gen-op-decls)
    weft_tablegen(${td} ${family}.cpp.inc -gen-op-defs)
  endforeach()
endfunction()

# weft_add_passes(<name>)
# Passes.h.inc of the directory's Passes.td, with register<name>Passes(). The
# passes count with weft::PassStatistic: the statistics of a packaged MLIR are
# compiled out.
function(weft_add_passes name)
  weft_tablegen(Passes.td PassRecords.h.inc -gen-pass-decls -name=${name})
  set(records ${CMAKE_CURRENT_BINARY_DIR}/PassRecords.h.inc)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/Passes.h.inc)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${records} -DOUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/cmake/UsePassStatistic.cmake
    DEPENDS ${records} ${PROJECT_SOURCE_DIR}/cmake/UsePassStatistic.cmake)
  add_custom_target(weft-passes-${name} DEPENDS ${output})
  add_dependencies(weft-headers weft-passes-${name})
endfunction()

# weft_add_doc(<file.td> <output.md> <mlir-tblgen args>...)
# A page of the reference, generated into <build>/docs by the target weft-doc.
function(weft_add_doc td output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  tablegen(MLIR ${output} ${ARGN})
  set(page ${PROJECT_BINARY_DIR}/docs/${output})
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/${output} ${page}
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${output})
  string(MAKE_C_IDENTIFIER "doc ${output}" name)
  string(REPLACE "_" "-" name ${name})
  add_custom_target(${name} DEPENDS ${page})
  add_dependencies(weft-doc ${name})
endfunction()

# Headers precompiled for many sources: parsing MLIR's core and the classes of
# generated ops costs several seconds per source file otherwise.
#   Core       MLIR's core, for the libraries that dialects are made of
#   Dialects   stablehlo and weft besides, for what works on them
if(WEFT_PRECOMPILE_HEADERS)
  file(WRITE ${PROJECT_BINARY_DIR}/WeftPch.cpp "")
  foreach(kind Core Dialects)
    add_library(WeftPch${kind} OBJECT ${PROJECT_BINARY_DIR}/WeftPch.cpp)
  endforeach()
  add_dependencies(WeftPchDialects weft-headers)
  target_precompile_headers(WeftPchCore PRIVATE
    ${PROJECT_SOURCE_DIR}/cmake/Precompiled.h)
  target_precompile_headers(WeftPchDialects PRIVATE
    ${PROJECT_SOURCE_DIR}/cmake/PrecompiledDialects.h)
endif()

function(weft_use_precompiled_header target kind)
  if(WEFT_PRECOMPILE_HEADERS)
    target_precompile_headers(${target} REUSE_FROM WeftPch${kind})
  endif()
endfunction()

# weft_add_library(<name> <sources>... [LINK_LIBS <libs>...]
#                  [CORE_HEADERS | NO_MLIR])
# CORE_HEADERS is for the dialects, what they are made of, and where names of sdy
# and weft must not meet: these do not see the precompiled dialects. NO_MLIR is
# for libraries that must not see an MLIR header (lib/Runtime).
function(weft_add_library name)
  cmake_parse_arguments(ARG "CORE_HEADERS;NO_MLIR" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} LLVM)
  if(NOT ARG_NO_MLIR)
    target_link_libraries(${name} PUBLIC MLIR)
    if(ARG_CORE_HEADERS)
      weft_use_precompiled_header(${name} Core)
    else()
      weft_use_precompiled_header(${name} Dialects)
    endif()
    add_dependencies(${name} weft-headers)
  endif()
  set_property(GLOBAL APPEND PROPERTY WEFT_LIBRARIES ${name})
endfunction()

# The sanitizers' settings for a program that links the uninstrumented libMLIR.so.
if(WEFT_SANITIZERS)
  add_library(WeftSanitizerDefaults OBJECT
    ${PROJECT_SOURCE_DIR}/cmake/SanitizerDefaults.cpp)
endif()

# weft_add_executable(<name> <sources>... LINK_LIBS <libs>...)
# What tools, tests and benchmarks have in common; built only when asked for.
function(weft_add_executable name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} LLVM)
  if(TARGET WeftSanitizerDefaults)
    target_link_libraries(${name} PRIVATE WeftSanitizerDefaults)
  endif()
  add_dependencies(${name} weft-headers)
endfunction()

# weft_add_tool(<name> <sources>... LINK_LIBS <libs>...)
function(weft_add_tool name)
  weft_add_executable(${name} ${ARGN} MLIR)
  set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL OFF)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set_property(GLOBAL APPEND PROPERTY WEFT_TOOLS ${name})
endfunction()

# weft_add_unittest(<name> <sources>... LINK_LIBS <libs>...)
# A GoogleTest binary in <build>/test/Unit, found and counted by lit.
function(weft_add_unittest name)
  weft_add_executable(${name} ${ARGN} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test/Unit)
  set_property(GLOBAL APPEND PROPERTY WEFT_UNITTESTS ${name})
endfunction()

# Called last: what needs the list of everything declared before.
function(weft_finish)
  get_property(unittests GLOBAL PROPERTY WEFT_UNITTESTS)
  get_property(tools GLOBAL PROPERTY WEFT_TOOLS)
  add_dependencies(weft-test-depends ${tools} ${unittests})
endfunction()
