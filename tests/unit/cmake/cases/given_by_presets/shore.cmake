set(USE_SOLVER none)
set(TIDE_SOLVER_KIND none)
message(STATUS "solver ${USE_SOLVER}")
