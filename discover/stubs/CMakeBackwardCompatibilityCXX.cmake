# The checks for very old C++ compilers.
include(TestForANSIForScope)
include(TestForSTDNamespace)
include(TestForANSIStreamHeaders)
include(TestForSSTREAM)
set(CMAKE_ANSI_CXXFLAGS "")
