ifdef USE_OTHER
FLAGS += -DOTHER
endif
