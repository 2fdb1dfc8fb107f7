# What fast kernels need
ifeq ($(FAST),ON)
THREADS = ON
endif
# libraries for threads
ifneq ($(THREADS),OFF)
FLAGS += -fopenmp
endif
