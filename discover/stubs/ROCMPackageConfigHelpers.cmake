# Package files by AMD's build tools.
function(rocm_configure_package_config_file)
endfunction()
