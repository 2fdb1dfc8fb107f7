# Packages for the Qt installer.
function(cpack_ifw_configure_component name)
endfunction()

function(cpack_ifw_configure_component_group name)
endfunction()

function(cpack_ifw_add_repository name)
endfunction()

function(cpack_ifw_update_repository name)
endfunction()

function(cpack_ifw_add_package_resources)
endfunction()
