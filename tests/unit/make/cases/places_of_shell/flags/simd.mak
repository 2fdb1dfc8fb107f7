ifeq ($(NO_AVX),)
FLAGS += -mavx2
endif
