ifdef SHARED
FLAGS += -DSHARED
endif
