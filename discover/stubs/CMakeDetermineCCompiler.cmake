# Looks for a C compiler without an error when there is none: CMAKE_C_COMPILER.
include(CheckLanguage)
check_language(C)
