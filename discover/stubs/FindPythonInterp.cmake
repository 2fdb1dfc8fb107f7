# The Python interpreter, the old way.
xaas_simple_package(PythonInterp
                    ENTRIES PYTHON_EXECUTABLE
                    VERSION PYTHON_VERSION_STRING)
if(PythonInterp_FOUND)
  set(PYTHON_VERSION "${PYTHON_VERSION_STRING}")
  xaas_version_parts(PythonInterp PYTHON_VERSION)
  unset(PYTHON_VERSION)
endif()
