# needs a compiler
FLAGS = -O2 -DMPI #-DTHREADS
MODE ?= fast
