# Looks for a Fortran compiler without an error when there is none: CMAKE_Fortran_COMPILER.
include(CheckLanguage)
check_language(Fortran)
