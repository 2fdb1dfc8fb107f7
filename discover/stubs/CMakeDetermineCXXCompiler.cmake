# Looks for a CXX compiler without an error when there is none: CMAKE_CXX_COMPILER.
include(CheckLanguage)
check_language(CXX)
