ifdef USE_GPU
FLAGS += -DGPU
endif
