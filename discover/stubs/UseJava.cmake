# Java archives. Each becomes a target with the properties that projects read.
function(add_jar name)
  if(NOT TARGET ${name})
    add_custom_target(${name} ALL)
  endif()
  set_target_properties(${name} PROPERTIES
                        INSTALL_FILES "${CMAKE_CURRENT_BINARY_DIR}/${name}.jar"
                        JAR_FILE "${CMAKE_CURRENT_BINARY_DIR}/${name}.jar"
                        CLASSDIR "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir")
endfunction()

function(create_javadoc name)
  add_custom_target(${name}_javadoc ALL)
endfunction()

function(create_javah)
  cmake_parse_arguments(arg "" "TARGET;GENERATED_FILES;OUTPUT_NAME;OUTPUT_DIR"
                        "CLASSES;CLASSPATH;DEPENDS" ${ARGN})
  if(arg_TARGET)
    add_custom_target(${arg_TARGET} ALL)
  endif()
  if(arg_GENERATED_FILES)
    xaas_unknown(${arg_GENERATED_FILES} PLATFORM "generated headers")
    set(${arg_GENERATED_FILES} "${${arg_GENERATED_FILES}}" PARENT_SCOPE)
  endif()
endfunction()

function(find_jar variable)
  find_file(${variable} NAMES ${variable})
endfunction()

function(install_jar name)
endfunction()

function(install_jni_symlink name)
endfunction()

function(install_jar_exports)
endfunction()

function(export_jars)
endfunction()
