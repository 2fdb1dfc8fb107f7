set(depth "${depth}x")
include(${CMAKE_CURRENT_LIST_DIR}/again.cmake)
