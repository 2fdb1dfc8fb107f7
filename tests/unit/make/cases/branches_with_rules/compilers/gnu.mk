CC = gcc
FLAGS += -fopenmp
