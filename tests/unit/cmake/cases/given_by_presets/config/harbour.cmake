set(USE_SOLVER "direct" CACHE STRING "Solver")
set(TIDE_SHORE OFF CACHE BOOL "With the shore")
