# Whether ranks send messages.
USE_MPI = yes
