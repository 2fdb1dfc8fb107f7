# Installation by AMD's build tools.
function(rocm_install)
endfunction()
function(rocm_install_targets)
endfunction()
function(rocm_export_targets)
endfunction()
