ifdef USE_HERE
FLAGS += -DHERE
endif
