CC = icx
FLAGS += -qopenmp
