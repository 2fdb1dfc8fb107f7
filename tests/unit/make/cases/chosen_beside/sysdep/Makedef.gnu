CC = gcc
OMP = -fopenmp
FLAGS = -O3
