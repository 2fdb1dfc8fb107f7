# determinevsservicepack(<variable>): empty unless an old Visual Studio is used.
function(determinevsservicepack variable)
  set(${variable} "" PARENT_SCOPE)
endfunction()
