# Copy this to site.mk and change what is different on your machine.
# Multiplication kernel
KERNEL = default
# DUMMY without threads
THREADS =
# Of space
DIM = 2
