# oneMKL's own file, which is installed with it: which of the library's layers are linked is what was set
# before, by the project or by whoever builds it.
xaas_used(MKL_INTERFACE)
xaas_used(MKL_THREADING)
# Only what runs on several machines goes by way of MPI.
if(ENABLE_BLACS OR ENABLE_CDFT OR ENABLE_CPARDISO OR ENABLE_SCALAPACK)
  xaas_used(MKL_MPI)
endif()
