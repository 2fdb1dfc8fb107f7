program main
#ifdef _MPI
  use mpi
  call mpi_init(i)
#endif
#ifdef _OPENMP
  call omp_set_num_threads(2)
#endif
#ifdef GETARG_2003
  print *, 1
#endif
end program
