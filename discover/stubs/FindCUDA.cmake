# The old way to use CUDA: options for nvcc, and commands that compile .cu files.
option(CUDA_64_BIT_DEVICE_CODE "Compile device code for 64 bits" ON)
option(CUDA_ATTACH_VS_BUILD_RULE_TO_CUDA_FILE
       "Attach the build rule to the .cu file in Visual Studio" ON)
option(CUDA_BUILD_CUBIN "Generate and parse cubin files" OFF)
option(CUDA_BUILD_EMULATION "Build for emulation" OFF)
option(CUDA_HOST_COMPILATION_CPP "Compile host code as C++" ON)
option(CUDA_PROPAGATE_HOST_FLAGS "Give host compiler flags to nvcc" ON)
option(CUDA_SEPARABLE_COMPILATION "Compile device code separately" OFF)
option(CUDA_USE_STATIC_CUDA_RUNTIME "Link the static runtime" ON)
option(CUDA_VERBOSE_BUILD "Show the commands of nvcc" OFF)
set(CUDA_NVCC_FLAGS "" CACHE STRING "Flags of nvcc")
set(CUDA_GENERATED_OUTPUT_DIR "" CACHE PATH "Where generated files are put")
if(NOT DEFINED CUDA_HOST_COMPILER)
  set(CUDA_HOST_COMPILER "${CMAKE_C_COMPILER}" CACHE FILEPATH
      "The compiler that nvcc uses for host code")
endif()

xaas_package_flag(CUDA CUDA CUDA_NVCC_EXECUTABLE CUDA_TOOLKIT_INCLUDE CUDA_CUDART_LIBRARY)
if(CUDA_FOUND)
  xaas_found_entry(CUDA CUDA_TOOLKIT_ROOT_DIR CUDA_NVCC_EXECUTABLE CUDA_TOOLKIT_INCLUDE
                   CUDA_CUDART_LIBRARY CUDA_CUDA_LIBRARY CUDA_cudadevrt_LIBRARY
                   CUDA_cudart_static_LIBRARY CUDA_rt_LIBRARY)
  xaas_found_version(CUDA CUDA CUDA_VERSION CUDA_VERSION_STRING)
  xaas_found_text(CUDA CUDA_INCLUDE_DIRS CUDA_LIBRARIES CUDA_CUFFT_LIBRARIES
                  CUDA_CUBLAS_LIBRARIES CUDA_TOOLKIT_TARGET_DIR)
  xaas_version_parts(CUDA CUDA_VERSION)
  set(CUDA_HAS_FP16 TRUE)
  foreach(_xaas_library cublas cufft cupti curand cusolver cusparse npp nppc nppi nppial nppicc
          nppicom nppidei nppif nppig nppim nppist nppisu nppitc npps nvcuvenc nvcuvid nvToolsExt
          OpenCL cublasemu cufftemu)
    xaas_found_entry(CUDA CUDA_${_xaas_library}_LIBRARY)
  endforeach()
else()
  xaas_missing_entry(CUDA_TOOLKIT_ROOT_DIR CUDA_NVCC_EXECUTABLE CUDA_TOOLKIT_INCLUDE
                     CUDA_CUDART_LIBRARY)
endif()

# The source files among arguments that may also hold a library type and OPTIONS for nvcc.
macro(_xaas_cuda_sources result)
  cmake_parse_arguments(_xaas "WIN32;MACOSX_BUNDLE;EXCLUDE_FROM_ALL;STATIC;SHARED;MODULE" ""
                        "OPTIONS;DEBUG;RELEASE;RELWITHDEBINFO;MINSIZEREL" ${ARGN})
  set(${result} ${_xaas_UNPARSED_ARGUMENTS})
endmacro()

macro(cuda_get_sources_and_options sources keywords options)
  _xaas_cuda_sources(${sources} ${ARGN})
  set(${keywords} "")
  set(${options} ${_xaas_OPTIONS})
endmacro()

macro(cuda_add_library target)
  _xaas_cuda_sources(_xaas_sources ${ARGN})
  set(_xaas_type "")
  foreach(_xaas_kind STATIC SHARED MODULE)
    if(_xaas_${_xaas_kind})
      set(_xaas_type ${_xaas_kind})
    endif()
  endforeach()
  add_library(${target} ${_xaas_type} ${_xaas_sources})
  target_link_libraries(${target} ${CUDA_LINK_LIBRARIES_KEYWORD} ${CUDA_LIBRARIES})
endmacro()

macro(cuda_add_executable target)
  _xaas_cuda_sources(_xaas_sources ${ARGN})
  add_executable(${target} ${_xaas_sources})
  target_link_libraries(${target} ${CUDA_LINK_LIBRARIES_KEYWORD} ${CUDA_LIBRARIES})
endmacro()

macro(cuda_compile result)
  xaas_unknown(${result} PACKAGE CUDA)
endmacro()

macro(cuda_compile_ptx result)
  xaas_unknown(${result} PACKAGE CUDA)
endmacro()

macro(cuda_compile_fatbin result)
  xaas_unknown(${result} PACKAGE CUDA)
endmacro()

macro(cuda_compile_cubin result)
  xaas_unknown(${result} PACKAGE CUDA)
endmacro()

macro(cuda_wrap_srcs target format result)
  xaas_unknown(${result} PACKAGE CUDA)
endmacro()

macro(cuda_include_directories)
endmacro()

macro(cuda_add_cufft_to_target target)
  target_link_libraries(${target} ${CUDA_LINK_LIBRARIES_KEYWORD} ${CUDA_CUFFT_LIBRARIES})
endmacro()

macro(cuda_add_cublas_to_target target)
  target_link_libraries(${target} ${CUDA_LINK_LIBRARIES_KEYWORD} ${CUDA_CUBLAS_LIBRARIES})
endmacro()

macro(cuda_compute_separable_compilation_object_file_name result target objects)
  xaas_unknown(${result} PACKAGE CUDA)
endmacro()

macro(cuda_link_separable_compilation_objects file target options objects)
endmacro()

macro(cuda_build_clean_target)
endmacro()

include("${CMAKE_CURRENT_LIST_DIR}/FindCUDA/select_compute_arch.cmake")

macro(find_cuda_helper_libs name)
  xaas_found_entry(CUDA CUDA_${name}_LIBRARY)
endmacro()
