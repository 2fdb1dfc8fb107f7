function(cpack_ifw_configure_file input output)
endfunction()
