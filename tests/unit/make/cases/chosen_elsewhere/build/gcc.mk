CC = gcc
# FFT must be FFTW3 or NONE
FFT = FFTW3
ifeq ($(FFT),FFTW3)
FLAGS += -DUSE_FFTW3
endif
