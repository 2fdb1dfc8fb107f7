# macro_add_file_dependencies(<source> <file>...): the old name of add_file_dependencies.
macro(macro_add_file_dependencies source)
endmacro()
