# confc for CMake 3.20 and later, with the generators for Ninja and Makefiles.
#
#   include(Confc)
#   confc_add_component(NAME
#     MANIFEST FILE             the manifest
#     [LAYERS FILE…]            layers of values, compiled to a value file in this order
#     [CLIENTS TARGET…]         clients to generate: cpp, go, python, rust, typescript; or json-schema, markdown
#     [CPP_NAMESPACE NAME]      the namespace of the client in C++, as in acme::door
#     [GO_PACKAGE NAME]         the package of the client in Go
#     [PACKAGE_PATH PATH]       where the value file is in the component's package
#     [INCLUDE_ROOT DIR]        what `//` in includes stands for; CMAKE_SOURCE_DIR if it is not given
#     [COMPILE_FLAGS FLAG…] [VALUES_FLAGS FLAG…])
#
# The target NAME is part of `all`. Its properties are the paths of what it makes: CONFC_DECLARATION, CONFC_VALUES and
# CONFC_CLIENT_TARGET for each client, such as CONFC_CLIENT_python. A program in C++ that links NAME_cpp can include
# NAME_config.hpp.

# This also sets the policies of this file, CMP0116 among them: paths in depfiles are those of the folder that the command
# belongs to. A function keeps the policies of its file, so what the project sets does not matter.
cmake_minimum_required(VERSION 3.20)

find_program(CONFC confc DOC "The program confc" REQUIRED)

# One step: an output, what it is made from, and the command line without its output.
function(_confc_add_step OUTPUT)
  cmake_parse_arguments(PARSE_ARGV 1 STEP "" "OUTPUT_FLAG" "DEPENDS;COMMAND")
  cmake_path(RELATIVE_PATH OUTPUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" OUTPUT_VARIABLE target)
  add_custom_command(
    OUTPUT "${OUTPUT}"
    COMMAND "${CONFC}" ${STEP_COMMAND} ${STEP_OUTPUT_FLAG} "${OUTPUT}"
            --depfile "${OUTPUT}.d" --depfile-target "${target}"
    DEPENDS ${STEP_DEPENDS} "${CONFC}"
    DEPFILE "${OUTPUT}.d"
    COMMENT "confc ${target}"
    VERBATIM)
endfunction()

function(confc_add_component NAME)
  cmake_parse_arguments(
    PARSE_ARGV 1 COMPONENT "" "MANIFEST;PACKAGE_PATH;INCLUDE_ROOT;CPP_NAMESPACE;GO_PACKAGE"
    "LAYERS;CLIENTS;COMPILE_FLAGS;VALUES_FLAGS")
  if(COMPONENT_UNPARSED_ARGUMENTS OR NOT COMPONENT_MANIFEST)
    message(FATAL_ERROR "confc_add_component(${NAME}): no MANIFEST, or unknown: ${COMPONENT_UNPARSED_ARGUMENTS}")
  endif()
  if(CMAKE_GENERATOR MATCHES "Ninja" AND "${CMAKE_SOURCE_DIR}${CMAKE_BINARY_DIR}" MATCHES "[$]")
    message(FATAL_ERROR "confc: CMake does not pass paths with `$` to Ninja as they are; use folders without")
  endif()
  if(NOT COMPONENT_INCLUDE_ROOT)
    set(COMPONENT_INCLUDE_ROOT "${CMAKE_SOURCE_DIR}")
  endif()
  cmake_path(ABSOLUTE_PATH COMPONENT_INCLUDE_ROOT)
  cmake_path(ABSOLUTE_PATH COMPONENT_MANIFEST)
  if(COMPONENT_PACKAGE_PATH)
    list(APPEND COMPONENT_COMPILE_FLAGS --config-package-path "${COMPONENT_PACKAGE_PATH}")
  endif()

  set(declaration "${CMAKE_CURRENT_BINARY_DIR}/${NAME}.cm")
  set(outputs "${declaration}")
  _confc_add_step("${declaration}"
    OUTPUT_FLAG -o
    COMMAND compile "${COMPONENT_MANIFEST}" --include-root "${COMPONENT_INCLUDE_ROOT}" ${COMPONENT_COMPILE_FLAGS}
    DEPENDS "${COMPONENT_MANIFEST}")

  if(COMPONENT_LAYERS)
    set(layers)
    foreach(layer IN LISTS COMPONENT_LAYERS)
      cmake_path(ABSOLUTE_PATH layer)
      list(APPEND layers "${layer}")
    endforeach()
    set(values "${CMAKE_CURRENT_BINARY_DIR}/${NAME}.cvf")
    _confc_add_step("${values}"
      OUTPUT_FLAG -o
      COMMAND values "${declaration}" ${layers} ${COMPONENT_VALUES_FLAGS}
      DEPENDS "${declaration}" ${layers})
    set(verified "${CMAKE_CURRENT_BINARY_DIR}/${NAME}.verified")
    _confc_add_step("${verified}"
      OUTPUT_FLAG --stamp
      COMMAND verify "${declaration}" "${values}"
      DEPENDS "${declaration}" "${values}")
    list(APPEND outputs "${values}" "${verified}")
  endif()

  set(ending_cpp .hpp)
  set(flags_cpp --namespace "${COMPONENT_CPP_NAMESPACE}")
  set(ending_go .go)
  set(flags_go --package "${COMPONENT_GO_PACKAGE}")
  set(ending_python .py)
  set(ending_rust .rs)
  set(ending_typescript .ts)
  set(ending_json-schema .schema.json)
  set(ending_markdown .md)
  set(clients)
  foreach(client IN LISTS COMPONENT_CLIENTS)
    if(NOT DEFINED ending_${client})
      message(FATAL_ERROR "confc_add_component(${NAME}): CLIENTS cannot have `${client}`")
    endif()
    if(client STREQUAL "cpp" AND NOT COMPONENT_CPP_NAMESPACE)
      message(FATAL_ERROR "confc_add_component(${NAME}): CLIENTS cpp needs CPP_NAMESPACE")
    endif()
    if(client STREQUAL "go" AND NOT COMPONENT_GO_PACKAGE)
      message(FATAL_ERROR "confc_add_component(${NAME}): CLIENTS go needs GO_PACKAGE")
    endif()
    set(path "${CMAKE_CURRENT_BINARY_DIR}/${NAME}_config${ending_${client}}")
    _confc_add_step("${path}"
      OUTPUT_FLAG -o COMMAND generate ${client} "${declaration}" ${flags_${client}} DEPENDS "${declaration}")
    list(APPEND outputs "${path}")
    list(APPEND clients CONFC_CLIENT_${client} "${path}")
  endforeach()

  add_custom_target(${NAME} ALL DEPENDS ${outputs})
  set_target_properties(${NAME} PROPERTIES CONFC_DECLARATION "${declaration}" CONFC_VALUES "${values}" ${clients})

  if("cpp" IN_LIST COMPONENT_CLIENTS)
    add_library(${NAME}_cpp INTERFACE)
    target_include_directories(${NAME}_cpp INTERFACE "${CMAKE_CURRENT_BINARY_DIR}")
    add_dependencies(${NAME}_cpp ${NAME})
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if("CXX" IN_LIST languages)
      target_compile_features(${NAME}_cpp INTERFACE cxx_std_17)
    endif()
  endif()
endfunction()
