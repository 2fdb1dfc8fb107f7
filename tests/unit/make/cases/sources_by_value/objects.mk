OBJECTS = main.o kernel_list.o kernel_$(KERNEL).o threads$(THREADS).o domain_$(DIM)d.o only_$(LONE).o
