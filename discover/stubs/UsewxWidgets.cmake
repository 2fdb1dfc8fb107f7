# Makes wxWidgets' flags those of the folder.
if(wxWidgets_FOUND)
  include_directories(${wxWidgets_INCLUDE_DIRS})
  add_compile_options(${wxWidgets_CXX_FLAGS})
endif()
