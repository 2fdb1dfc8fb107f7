ifdef GPU
FLAGS += -DGPU
endif
