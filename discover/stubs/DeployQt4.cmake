# Programs with the Qt 4 libraries that they need; meant for install scripts.
include(BundleUtilities)

function(install_qt4_executable program)
endfunction()

function(install_qt4_plugin plugin program copy result)
  set(${result} "" PARENT_SCOPE)
endfunction()
