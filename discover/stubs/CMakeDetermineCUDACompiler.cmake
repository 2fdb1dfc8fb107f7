# Looks for a CUDA compiler without an error when there is none: CMAKE_CUDA_COMPILER.
include(CheckLanguage)
check_language(CUDA)
