# Links by AMD's build tools.
function(rocm_install_symlink_subdir)
endfunction()
