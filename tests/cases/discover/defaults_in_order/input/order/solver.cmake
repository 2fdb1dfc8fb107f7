set(ORDER_SOLVER "hypre" CACHE STRING "Which linear solver is used")
