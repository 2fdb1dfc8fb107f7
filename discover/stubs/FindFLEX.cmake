# The scanner generator.
xaas_simple_package(FLEX FLEX_LIBRARIES FLEX_INCLUDE_DIRS
                    ENTRIES FLEX_EXECUTABLE FL_LIBRARY FLEX_INCLUDE_DIR
                    VERSION FLEX_VERSION)

# flex_target(<name> <input> <output> ...): the variables that describe the generated file.
macro(flex_target name input output)
  set(FLEX_${name}_DEFINED TRUE)
  set(FLEX_${name}_INPUT "${input}")
  set(FLEX_${name}_OUTPUTS "${output}")
  set(FLEX_${name}_OUTPUT_HEADER "")
  set(FLEX_${name}_COMPILE_FLAGS "")
  set_source_files_properties("${output}" PROPERTIES GENERATED TRUE)
endmacro()

macro(add_flex_bison_dependency scanner parser)
endmacro()
