ifdef USE_PARTS
FLAGS += -DPARTS
endif
