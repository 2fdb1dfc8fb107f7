# More than settings: this one looks around.
execute_process(COMMAND lake-gpus OUTPUT_VARIABLE LAKE_GPUS)
if(LAKE_GPUS)
  set(Drift_ENABLE_CUDA ON CACHE BOOL "CUDA on Lake")
endif()
