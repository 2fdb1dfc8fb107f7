# Flags of nvcc for GPU architectures, by name or by what is installed.
macro(cuda_detect_installed_gpus result)
  xaas_unknown(${result} PACKAGE "CUDA architectures")
endmacro()

macro(cuda_select_nvcc_arch_flags result)
  xaas_unknown(${result} PACKAGE "CUDA architectures")
  set(${result}_readable "${${result}}")
endmacro()
