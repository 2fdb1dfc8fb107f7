get_filename_component(dir "${CMAKE_CURRENT_LIST_DIR}" NAME)
option(FROM_${dir} "" OFF)
