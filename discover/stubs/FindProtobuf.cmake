# Messages described once for many languages.
include("${CMAKE_CURRENT_LIST_DIR}/SelectLibraryConfigurations.cmake")
xaas_simple_package(Protobuf Protobuf_INCLUDE_DIRS Protobuf_LIBRARIES Protobuf_PROTOC_LIBRARIES
                    Protobuf_LITE_LIBRARIES Protobuf_LIBRARY Protobuf_LITE_LIBRARY
                    Protobuf_PROTOC_LIBRARY PROTOBUF_INCLUDE_DIRS PROTOBUF_LIBRARIES
                    PROTOBUF_PROTOC_EXECUTABLE
                    ENTRIES Protobuf_LIBRARY_RELEASE Protobuf_INCLUDE_DIR
                            Protobuf_PROTOC_EXECUTABLE
                    VERSION Protobuf_VERSION
                    TARGETS protobuf::libprotobuf protobuf::libprotobuf-lite protobuf::libprotoc
                    PROGRAMS protobuf::protoc)

# protobuf_generate_cpp(<sources> <headers> ... <file>...): names of the generated files.
function(protobuf_generate_cpp sources headers)
  set(generated "")
  foreach(file IN LISTS ARGN)
    get_filename_component(stem "${file}" NAME_WE)
    list(APPEND generated "${CMAKE_CURRENT_BINARY_DIR}/${stem}.pb")
  endforeach()
  list(TRANSFORM generated APPEND .cc OUTPUT_VARIABLE list)
  set(${sources} "${list}" PARENT_SCOPE)
  list(TRANSFORM generated APPEND .h OUTPUT_VARIABLE list)
  set(${headers} "${list}" PARENT_SCOPE)
endfunction()

function(protobuf_generate_python sources)
  set(generated "")
  foreach(file IN LISTS ARGN)
    get_filename_component(stem "${file}" NAME_WE)
    list(APPEND generated "${CMAKE_CURRENT_BINARY_DIR}/${stem}_pb2.py")
  endforeach()
  set(${sources} "${generated}" PARENT_SCOPE)
endfunction()

function(protobuf_generate)
  cmake_parse_arguments(arg "APPEND_PATH"
                        "LANGUAGE;OUT_VAR;EXPORT_MACRO;PROTOC_OUT_DIR;PLUGIN;TARGET" "PROTOS"
                        ${ARGN})
  if(arg_OUT_VAR)
    xaas_unknown(${arg_OUT_VAR} PLATFORM "generated sources")
    set(${arg_OUT_VAR} "${${arg_OUT_VAR}}" PARENT_SCOPE)
  endif()
endfunction()
