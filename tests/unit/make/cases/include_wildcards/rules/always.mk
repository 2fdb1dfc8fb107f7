ifdef ALWAYS
FLAGS += -DALWAYS
endif
