# Looks for a HIP compiler without an error when there is none: CMAKE_HIP_COMPILER.
include(CheckLanguage)
check_language(HIP)
