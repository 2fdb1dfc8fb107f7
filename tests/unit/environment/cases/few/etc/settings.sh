# One setting
export FLOW_REAL=double
# Another
export FLOW_INDEX=32
# Read by nobody
export FLOW_MPI=no
