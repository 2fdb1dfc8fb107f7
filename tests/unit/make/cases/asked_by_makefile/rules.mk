# What fast kernels need
ifeq ($(FAST),ON)
THREADS = ON
endif
# libraries for threads
ifneq ($(THREADS),OFF)
FLAGS += -fopenmp
endif
# HOUSE: whatever the environment says, this is found out
override HOUSE := 0
ifneq (,$(findstring house,$(CC)))
override HOUSE := 1
endif
HOUSE ?= 0
ifneq ($(HOUSE),0)
FLAGS += -house
endif
