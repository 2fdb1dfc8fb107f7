# Headers at their former places by AMD's build tools.
function(rocm_wrap_header_dir)
endfunction()
function(rocm_wrap_header_file)
endfunction()
