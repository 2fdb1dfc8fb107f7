# NVIDIA's libraries and programs, whether or not CUDA is a language of the project.
xaas_package_flag(CUDAToolkit CUDAToolkit CUDAToolkit_NVCC_EXECUTABLE)
if(CUDAToolkit_FOUND)
  xaas_found_text(CUDAToolkit CUDAToolkit_INCLUDE_DIRS CUDAToolkit_LIBRARY_DIR
                  CUDAToolkit_LIBRARY_ROOT CUDAToolkit_TARGET_DIR CUDAToolkit_NVCC_EXECUTABLE)
  xaas_found_version(CUDAToolkit CUDAToolkit CUDAToolkit_VERSION)
  xaas_found_entry(CUDAToolkit CUDAToolkit_BIN_DIR)
  xaas_version_parts(CUDAToolkit CUDAToolkit_VERSION)
  foreach(_xaas_library cudart cuda_driver cublas cublasLt cufft cufftw curand cusolver cusparse
          nvrtc nvml nvjpeg nvToolsExt nvtx3 OpenCL cupti cuFile cuFile_rdma nvgraph nvblas
          nvptxcompiler_static culibos nppc nppial nppicc nppicom nppidei nppif nppig nppim nppist
          nppisu nppitc npps)
    xaas_target(CUDA::${_xaas_library} LIBRARY)
    xaas_found_text(CUDAToolkit CUDA_${_xaas_library}_LIBRARY)
  endforeach()
  foreach(_xaas_library cudart cublas cublasLt cufft cufftw curand cusolver cusparse nvjpeg cupti
          cuFile cuFile_rdma nppc nppial nppicc nppidei nppif nppig nppim nppist nppisu nppitc npps)
    xaas_target(CUDA::${_xaas_library}_static LIBRARY)
  endforeach()
  xaas_target(CUDA::toolkit LIBRARY)
  xaas_target(CUDA::cufft_static_nocallback LIBRARY)
  xaas_found_text(CUDAToolkit CUDA_CUDART)
else()
  xaas_missing_entry(CUDAToolkit_BIN_DIR)
endif()
set(CUDATOOLKIT_FOUND ${CUDAToolkit_FOUND})
