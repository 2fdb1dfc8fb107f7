# The parser generator.
xaas_simple_package(BISON ENTRIES BISON_EXECUTABLE VERSION BISON_VERSION)

# bison_target(<name> <input> <output> ...): the variables that describe the generated files.
macro(bison_target name input output)
  set(BISON_${name}_DEFINED TRUE)
  set(BISON_${name}_INPUT "${input}")
  set(BISON_${name}_OUTPUT_SOURCE "${output}")
  string(REGEX REPLACE "[.]c([^.]*)$" ".h\\1" BISON_${name}_OUTPUT_HEADER "${output}")
  set(BISON_${name}_OUTPUTS "${output}" "${BISON_${name}_OUTPUT_HEADER}")
  set(BISON_${name}_COMPILE_FLAGS "")
  set(BISON_${name}_OPTIONS "")
  set_source_files_properties(${BISON_${name}_OUTPUTS} PROPERTIES GENERATED TRUE)
endmacro()
