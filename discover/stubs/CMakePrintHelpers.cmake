# Messages for whoever debugs a project.
function(cmake_print_variables)
endfunction()

function(cmake_print_properties)
endfunction()
