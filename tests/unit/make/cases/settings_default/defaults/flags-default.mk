ifeq ($(GPU),1)
FLAGS += -acc
endif
ifeq ($(COMPILER),NVIDIA)
FLAGS += -fast
endif
