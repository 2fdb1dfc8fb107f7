# The old name of CTest.
include(CTest)
