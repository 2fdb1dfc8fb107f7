#!/bin/sh
export CMAKE_ARGS="-DNO_MPI=1"
pip install .
