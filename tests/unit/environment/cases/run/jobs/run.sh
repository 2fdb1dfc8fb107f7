#!/bin/sh
# Number of ranks
export WAVE_RANKS=4
# Whether accelerators are used
export WAVE_GPU=1
# How often it writes
export WAVE_EVERY=10
mpirun -n $WAVE_RANKS ./wave
