CC = icc
FFT = NONE
