# add_file_dependencies(<source> <file>...): what a source file depends on besides its headers.
macro(add_file_dependencies source)
endmacro()
