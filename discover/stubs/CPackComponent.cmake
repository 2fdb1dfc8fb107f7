# How the installed files are grouped in a package.
function(cpack_add_component name)
endfunction()

function(cpack_add_component_group name)
endfunction()

function(cpack_add_install_type name)
endfunction()

function(cpack_configure_downloads site)
endfunction()
