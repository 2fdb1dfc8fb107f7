#USE_HDF5 = 1
#USE_MPI = 1
#USE_GPU = 1
LEVEL = 3
OBJ ?= build
BASE := $(addprefix $(OBJ)/,core.o main.o)
GPU := $(BASE) $(addprefix $(OBJ)/gpu/,\
	field.o \
	mesh.o)
EXTRA = $(patsubst %.cpp,$(OBJ)/%.o,wave.cpp)
FFT = fft_own.o
