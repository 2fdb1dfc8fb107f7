# Settings. Edit these.
USE_RAJA = NO
USE_OPENMP = NO
