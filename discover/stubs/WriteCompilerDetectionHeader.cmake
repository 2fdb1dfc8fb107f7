# write_compiler_detection_header(FILE <file> PREFIX <prefix> ...): a header of macros about the
# compiler.
function(write_compiler_detection_header)
endfunction()
