# Headers and library of Python, the old way.
include("${CMAKE_CURRENT_LIST_DIR}/SelectLibraryConfigurations.cmake")
xaas_simple_package(PythonLibs PYTHON_LIBRARIES PYTHON_INCLUDE_DIRS PYTHON_INCLUDE_PATH
                    PYTHON_DEBUG_LIBRARIES
                    ENTRIES PYTHON_LIBRARY PYTHON_INCLUDE_DIR
                    VERSION PYTHONLIBS_VERSION_STRING)

function(python_add_module name)
  add_library(${name} MODULE ${ARGN})
endfunction()

function(python_write_modules_header file)
endfunction()
