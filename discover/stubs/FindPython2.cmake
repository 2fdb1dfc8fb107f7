# Python 2: interpreter, headers and library, NumPy.
include("${CMAKE_CURRENT_LIST_DIR}/support/python.cmake")
xaas_python(Python2)

macro(python2_add_library name)
  xaas_python_add_library(${name} ${ARGN})
endmacro()
