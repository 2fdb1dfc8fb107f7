# Packages of tests and benchmarks by AMD's build tools.
include("${CMAKE_CURRENT_LIST_DIR}/ROCMCreatePackage.cmake")
function(rocm_package_setup_client_component)
endfunction()
