CC = mpicc
ifdef USE_OPENMP
CFLAGS += -fopenmp
endif
ifdef ELM_FFTW_DIR
LIBS = -L$(ELM_FFTW_DIR) -lfftw3
endif
ifeq ($(USE_FFT),sfftw)
LIBS = -lsfftw
endif
# module load fftw
