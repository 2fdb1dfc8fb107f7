option(PART_THREADS "Use threads" ON)
include(${Part_DIR}/more.cmake)
