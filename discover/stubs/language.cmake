# What CMake knows about a language once it is enabled. Runs whenever project() or enable_language()
# enables one, with XAAS_LANGUAGE set to it (C, CXX, CUDA, HIP, Fortran, ISPC, OBJC, OBJCXX, Swift,
# ASM, ...).
#
# Versions and names of compilers are unknown; their flags are given as the GNU compiler's, since
# most others take the same ones and no project turns an option into something else because of them.

# xaas_flags(<configuration> <default>): what the language's flags for one configuration begin with.
macro(xaas_flags configuration value)
  set(CMAKE_${XAAS_LANGUAGE}_FLAGS_${configuration}_INIT " ${value}")
endmacro()

if(NOT CMAKE_${XAAS_LANGUAGE}_COMPILER_LOADED)
  set(CMAKE_${XAAS_LANGUAGE}_COMPILER_LOADED 1)
  set(CMAKE_${XAAS_LANGUAGE}_COMPILER_WORKS TRUE)
  set(CMAKE_${XAAS_LANGUAGE}_ABI_COMPILED TRUE)
  set(CMAKE_${XAAS_LANGUAGE}_COMPILER_FORCED "")
  set(CMAKE_${XAAS_LANGUAGE}_INFORMATION_LOADED 1)
  set_property(GLOBAL APPEND PROPERTY ENABLED_LANGUAGES ${XAAS_LANGUAGE})

  # --- Whose compiler it is -----------------------------------------------------------------------
  set(_xaas_version 12.2.0)
  if(XAAS_LANGUAGE STREQUAL "C")
    xaas_platform(CMAKE_C_COMPILER_ID GNU VALUES GNU Clang AppleClang IntelLLVM Intel NVHPC MSVC)
    set(_xaas_program /usr/bin/cc)
  elseif(XAAS_LANGUAGE STREQUAL "CXX")
    xaas_platform(CMAKE_CXX_COMPILER_ID GNU VALUES GNU Clang AppleClang IntelLLVM Intel NVHPC MSVC)
    set(_xaas_program /usr/bin/c++)
  elseif(XAAS_LANGUAGE STREQUAL "Fortran")
    xaas_platform(CMAKE_Fortran_COMPILER_ID GNU VALUES GNU IntelLLVM Intel NVHPC Cray LLVMFlang NAG)
    set(_xaas_program /usr/bin/gfortran)
  elseif(XAAS_LANGUAGE STREQUAL "CUDA")
    xaas_platform(CMAKE_CUDA_COMPILER_ID NVIDIA VALUES NVIDIA Clang)
    set(_xaas_program /usr/local/cuda/bin/nvcc)
    set(_xaas_version 12.2.91)
  elseif(XAAS_LANGUAGE STREQUAL "HIP")
    set(CMAKE_HIP_COMPILER_ID Clang)
    set(_xaas_program /opt/rocm/llvm/bin/clang++)
    set(_xaas_version 17.0.0)
  else()
    xaas_platform(CMAKE_${XAAS_LANGUAGE}_COMPILER_ID GNU)
    set(_xaas_program /usr/bin/cc)
  endif()
  xaas_platform(CMAKE_${XAAS_LANGUAGE}_COMPILER_VERSION "${_xaas_version}")
  if(NOT DEFINED CMAKE_${XAAS_LANGUAGE}_COMPILER)
    if(XAAS_CONCRETE)
      set(CMAKE_${XAAS_LANGUAGE}_COMPILER "${_xaas_program}" CACHE INTERNAL "")
    else()
      xaas_unknown(CMAKE_${XAAS_LANGUAGE}_COMPILER PLATFORM CMAKE_${XAAS_LANGUAGE}_COMPILER CACHE)
    endif()
  endif()
  set(CMAKE_${XAAS_LANGUAGE}_COMPILER_ARG1 "")
  set(CMAKE_${XAAS_LANGUAGE}_PLATFORM_ID "${CMAKE_SYSTEM_NAME}")
  set(CMAKE_${XAAS_LANGUAGE}_COMPILER_FRONTEND_VARIANT "")
  set(CMAKE_${XAAS_LANGUAGE}_SIMULATE_ID "")
  set(CMAKE_${XAAS_LANGUAGE}_SIMULATE_VERSION "")
  set(CMAKE_${XAAS_LANGUAGE}_COMPILER_ARCHITECTURE_ID "")
  set(CMAKE_${XAAS_LANGUAGE}_COMPILER_ABI ELF)
  set(CMAKE_${XAAS_LANGUAGE}_BYTE_ORDER LITTLE_ENDIAN)
  set(CMAKE_${XAAS_LANGUAGE}_SIZEOF_DATA_PTR 8)
  set(CMAKE_SIZEOF_VOID_P 8)
  set(CMAKE_INTERNAL_PLATFORM_ABI ELF)

  # Older names for the same facts.
  if(CMAKE_${XAAS_LANGUAGE}_COMPILER_ID STREQUAL "GNU")
    if(XAAS_LANGUAGE STREQUAL "C")
      set(CMAKE_COMPILER_IS_GNUCC 1)
    elseif(XAAS_LANGUAGE STREQUAL "CXX")
      set(CMAKE_COMPILER_IS_GNUCXX 1)
    elseif(XAAS_LANGUAGE STREQUAL "Fortran")
      set(CMAKE_COMPILER_IS_GNUG77 1)
    endif()
    if(WIN32)
      set(MINGW 1)
    endif()
  elseif(WIN32 AND CMAKE_${XAAS_LANGUAGE}_COMPILER_ID STREQUAL "MSVC"
         AND NOT XAAS_LANGUAGE STREQUAL "Fortran") # nobody calls a Fortran compiler so
    set(MSVC 1)
    set(MSVC_VERSION 1930)
    set(MSVC_TOOLSET_VERSION 143)
    set(CMAKE_${XAAS_LANGUAGE}_COMPILER_ARCHITECTURE_ID x64)
    set(MSVC_${XAAS_LANGUAGE}_ARCHITECTURE_ID x64)
    set(CMAKE_CL_64 1)
  elseif(CMAKE_${XAAS_LANGUAGE}_COMPILER_ID MATCHES "Clang|IntelLLVM")
    set(CMAKE_${XAAS_LANGUAGE}_COMPILER_FRONTEND_VARIANT GNU)
  endif()
  if(UNIX AND NOT APPLE)
    if(XAAS_CONCRETE)
      set(CMAKE_LIBRARY_ARCHITECTURE x86_64-linux-gnu)
    elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux")
      xaas_platform(CMAKE_LIBRARY_ARCHITECTURE x86_64-linux-gnu)
    endif()
    set(CMAKE_${XAAS_LANGUAGE}_LIBRARY_ARCHITECTURE "${CMAKE_LIBRARY_ARCHITECTURE}")
  endif()

  # --- Flags: cache entries that CMake makes for each language ------------------------------------
  xaas_flags(DEBUG -g)
  xaas_flags(RELWITHDEBINFO "-O2 -g -DNDEBUG")
  if(XAAS_LANGUAGE STREQUAL "Fortran")
    xaas_flags(RELEASE "-O3 -DNDEBUG -O3")
    xaas_flags(MINSIZEREL "-Os -DNDEBUG -Os")
  elseif(XAAS_LANGUAGE STREQUAL "CUDA")
    xaas_flags(RELEASE "-O3 -DNDEBUG")
    xaas_flags(MINSIZEREL "-O1 -DNDEBUG")
  else()
    xaas_flags(RELEASE "-O3 -DNDEBUG")
    xaas_flags(MINSIZEREL "-Os -DNDEBUG")
  endif()
  # Files of the project that change what the entries are made of.
  foreach(_xaas_rules CMAKE_USER_MAKE_RULES_OVERRIDE
          CMAKE_USER_MAKE_RULES_OVERRIDE_${XAAS_LANGUAGE})
    if(${_xaas_rules})
      include(${${_xaas_rules}})
    endif()
  endforeach()
  string(STRIP "${CMAKE_${XAAS_LANGUAGE}_FLAGS_INIT}" _xaas_flags)
  set(CMAKE_${XAAS_LANGUAGE}_FLAGS "${_xaas_flags}" CACHE STRING
      "${XAAS_LANGUAGE} compiler flags in all configurations")
  foreach(_xaas_configuration DEBUG RELWITHDEBINFO RELEASE MINSIZEREL)
    string(STRIP "${CMAKE_${XAAS_LANGUAGE}_FLAGS_${_xaas_configuration}_INIT}" _xaas_flags)
    set(CMAKE_${XAAS_LANGUAGE}_FLAGS_${_xaas_configuration} "${_xaas_flags}" CACHE STRING
        "${XAAS_LANGUAGE} compiler flags in the ${_xaas_configuration} configuration")
  endforeach()
  set(CMAKE_${XAAS_LANGUAGE}_OUTPUT_EXTENSION .o)
  set(CMAKE_${XAAS_LANGUAGE}_COMPILE_OPTIONS_PIC -fPIC)
  set(CMAKE_${XAAS_LANGUAGE}_COMPILE_OPTIONS_PIE -fPIE)
  set(CMAKE_${XAAS_LANGUAGE}_VERBOSE_FLAG -v)
  set(CMAKE_${XAAS_LANGUAGE}_LINKER_WRAPPER_FLAG -Wl,)
  set(CMAKE_${XAAS_LANGUAGE}_LINKER_WRAPPER_FLAG_SEP ,)
  set(CMAKE_INCLUDE_FLAG_${XAAS_LANGUAGE} -I)
  set(CMAKE_INCLUDE_SYSTEM_FLAG_${XAAS_LANGUAGE} "-isystem ")
  set(CMAKE_SHARED_LIBRARY_${XAAS_LANGUAGE}_FLAGS -fPIC)
  set(CMAKE_SHARED_LIBRARY_CREATE_${XAAS_LANGUAGE}_FLAGS -shared)
  set(CMAKE_SHARED_LIBRARY_LINK_${XAAS_LANGUAGE}_FLAGS -rdynamic)
  set(CMAKE_SHARED_LIBRARY_RUNTIME_${XAAS_LANGUAGE}_FLAG -Wl,-rpath,)
  set(CMAKE_SHARED_LIBRARY_SONAME_${XAAS_LANGUAGE}_FLAG -Wl,-soname,)

  if(XAAS_LANGUAGE STREQUAL "ASM_NASM" AND NOT CMAKE_ASM_NASM_OBJECT_FORMAT)
    if(WIN32)
      set(CMAKE_ASM_NASM_OBJECT_FORMAT win64)
    elseif(APPLE)
      set(CMAKE_ASM_NASM_OBJECT_FORMAT macho64)
    else()
      set(CMAKE_ASM_NASM_OBJECT_FORMAT elf64)
    endif()
  endif()

  # --- Standards ----------------------------------------------------------------------------------
  # Every compiler of today knows the standards up to 2017; whether it knows a later one is not
  # asked here.
  if(XAAS_LANGUAGE MATCHES "^(C|OBJC)$")
    set(CMAKE_${XAAS_LANGUAGE}_STANDARD_DEFAULT 17)
    set(CMAKE_${XAAS_LANGUAGE}_STANDARD_COMPUTED_DEFAULT 17)
    set(CMAKE_${XAAS_LANGUAGE}_EXTENSIONS_DEFAULT ON)
    set(CMAKE_${XAAS_LANGUAGE}_COMPILE_FEATURES c_std_90 c_function_prototypes c_std_99 c_restrict
        c_variadic_macros c_std_11 c_static_assert c_std_17 c_std_23)
    set(CMAKE_${XAAS_LANGUAGE}90_STANDARD_COMPILE_OPTION -std=c90)
    set(CMAKE_${XAAS_LANGUAGE}99_STANDARD_COMPILE_OPTION -std=c99)
    set(CMAKE_${XAAS_LANGUAGE}99_EXTENSION_COMPILE_OPTION -std=gnu99)
    set(CMAKE_${XAAS_LANGUAGE}11_STANDARD_COMPILE_OPTION -std=c11)
    set(CMAKE_${XAAS_LANGUAGE}11_EXTENSION_COMPILE_OPTION -std=gnu11)
    set(CMAKE_${XAAS_LANGUAGE}17_STANDARD_COMPILE_OPTION -std=c17)
    set(CMAKE_${XAAS_LANGUAGE}17_EXTENSION_COMPILE_OPTION -std=gnu17)
  elseif(XAAS_LANGUAGE MATCHES "^(CXX|CUDA|HIP|OBJCXX)$")
    set(CMAKE_${XAAS_LANGUAGE}_STANDARD_DEFAULT 17)
    set(CMAKE_${XAAS_LANGUAGE}_STANDARD_COMPUTED_DEFAULT 17)
    set(CMAKE_${XAAS_LANGUAGE}_EXTENSIONS_DEFAULT ON)
    foreach(_xaas_year 98 03 11 14 17 20 23)
      set(CMAKE_${XAAS_LANGUAGE}${_xaas_year}_STANDARD_COMPILE_OPTION -std=c++${_xaas_year})
      set(CMAKE_${XAAS_LANGUAGE}${_xaas_year}_EXTENSION_COMPILE_OPTION -std=gnu++${_xaas_year})
    endforeach()
    if(XAAS_LANGUAGE STREQUAL "CXX")
      set(CMAKE_CXX_COMPILE_FEATURES cxx_std_98 cxx_template_template_parameters cxx_std_11
          cxx_alias_templates cxx_alignas cxx_alignof cxx_attributes cxx_auto_type cxx_constexpr
          cxx_decltype cxx_decltype_incomplete_return_types cxx_default_function_template_args
          cxx_defaulted_functions cxx_defaulted_move_initializers cxx_delegating_constructors
          cxx_deleted_functions cxx_enum_forward_declarations
          cxx_explicit_conversions cxx_extended_friend_declarations cxx_extern_templates cxx_final
          cxx_func_identifier cxx_generalized_initializers cxx_inheriting_constructors
          cxx_inline_namespaces cxx_lambdas cxx_local_type_template_args cxx_long_long_type
          cxx_noexcept cxx_nonstatic_member_init cxx_nullptr cxx_override cxx_range_for
          cxx_raw_string_literals cxx_reference_qualified_functions cxx_right_angle_brackets
          cxx_rvalue_references cxx_sizeof_member cxx_static_assert cxx_strong_enums
          cxx_thread_local cxx_trailing_return_types cxx_unicode_literals cxx_uniform_initialization
          cxx_unrestricted_unions cxx_user_literals cxx_variadic_macros cxx_variadic_templates
          cxx_std_14 cxx_aggregate_default_initializers cxx_attribute_deprecated cxx_binary_literals
          cxx_contextual_conversions cxx_decltype_auto cxx_digit_separators cxx_generic_lambdas
          cxx_lambda_init_captures cxx_relaxed_constexpr cxx_return_type_deduction
          cxx_variable_templates cxx_std_17 cxx_std_20 cxx_std_23)
    elseif(XAAS_LANGUAGE STREQUAL "CUDA")
      set(CMAKE_CUDA_COMPILE_FEATURES cuda_std_03 cuda_std_11 cuda_std_14 cuda_std_17 cuda_std_20)
    elseif(XAAS_LANGUAGE STREQUAL "HIP")
      set(CMAKE_HIP_COMPILE_FEATURES hip_std_98 hip_std_11 hip_std_14 hip_std_17 hip_std_20)
    endif()
  elseif(XAAS_LANGUAGE STREQUAL "Fortran")
    set(CMAKE_Fortran_MODDIR_FLAG -J)
    set(CMAKE_Fortran_FORMAT_FIXED_FLAG -ffixed-form)
    set(CMAKE_Fortran_FORMAT_FREE_FLAG -ffree-form)
    set(CMAKE_Fortran_SUBMODULE_SEP @)
    set(CMAKE_Fortran_SUBMODULE_EXT .smod)
  endif()

  # --- Source files and the linker ----------------------------------------------------------------
  if(XAAS_LANGUAGE STREQUAL "C")
    set(CMAKE_C_SOURCE_FILE_EXTENSIONS c m)
  elseif(XAAS_LANGUAGE STREQUAL "CXX")
    set(CMAKE_CXX_SOURCE_FILE_EXTENSIONS C M c++ cc cpp cxx mm mpp CPP ixx cppm)
  elseif(XAAS_LANGUAGE STREQUAL "CUDA")
    set(CMAKE_CUDA_SOURCE_FILE_EXTENSIONS cu)
  elseif(XAAS_LANGUAGE STREQUAL "HIP")
    set(CMAKE_HIP_SOURCE_FILE_EXTENSIONS hip)
  elseif(XAAS_LANGUAGE STREQUAL "Fortran")
    set(CMAKE_Fortran_SOURCE_FILE_EXTENSIONS f F fpp FPP f77 F77 f90 F90 for For FOR f95 F95)
  endif()
  foreach(_xaas_variable IMPLICIT_INCLUDE_DIRECTORIES IMPLICIT_LINK_DIRECTORIES
          IMPLICIT_LINK_LIBRARIES)
    xaas_unknown(CMAKE_${XAAS_LANGUAGE}_${_xaas_variable} PLATFORM
                 CMAKE_${XAAS_LANGUAGE}_${_xaas_variable})
  endforeach()
  set(CMAKE_${XAAS_LANGUAGE}_IMPLICIT_LINK_FRAMEWORK_DIRECTORIES "")

  # --- What a GPU language adds -------------------------------------------------------------------
  if(XAAS_LANGUAGE STREQUAL "CUDA")
    xaas_used(CMAKE_CUDA_ARCHITECTURES)
    # Where a project asks for the behaviour of an old CMake, nothing gives it a value.
    cmake_policy(GET CMP0104 _xaas_initialized)
    if(_xaas_initialized STREQUAL "NEW" AND NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      if(XAAS_CONCRETE)
        set(CMAKE_CUDA_ARCHITECTURES 52 CACHE STRING "CUDA architectures")
      else()
        xaas_unknown(CMAKE_CUDA_ARCHITECTURES OPTION CMAKE_CUDA_ARCHITECTURES CACHE)
      endif()
    endif()
    set(CMAKE_CUDA_HOST_COMPILER "" CACHE FILEPATH "CUDA host compiler")
    foreach(_xaas_variable TOOLKIT_INCLUDE_DIRECTORIES COMPILER_TOOLKIT_ROOT COMPILER_LIBRARY_ROOT)
      xaas_unknown(CMAKE_CUDA_${_xaas_variable} PLATFORM CMAKE_CUDA_${_xaas_variable})
    endforeach()
    set(CMAKE_CUDA_COMPILER_TOOLKIT_VERSION "${CMAKE_CUDA_COMPILER_VERSION}")
    set(CMAKE_CUDA_RUNTIME_LIBRARY_DEFAULT STATIC)
    set(CMAKE_CUDA_DEVICE_LINK_LIBRARY_DEFAULT "")
  elseif(XAAS_LANGUAGE STREQUAL "HIP")
    xaas_used(CMAKE_HIP_ARCHITECTURES)
    if(NOT DEFINED CMAKE_HIP_ARCHITECTURES)
      xaas_unknown(CMAKE_HIP_ARCHITECTURES OPTION CMAKE_HIP_ARCHITECTURES CACHE)
    endif()
    xaas_unknown(CMAKE_HIP_COMPILER_ROCM_ROOT PLATFORM CMAKE_HIP_COMPILER_ROCM_ROOT)
  endif()
endif()

# --- Once, with the first language ----------------------------------------------------------------
if(NOT CMAKE_SYSTEM_SPECIFIC_INFORMATION_LOADED)
  set(CMAKE_SYSTEM_LOADED 1)
  set(CMAKE_SYSTEM_SPECIFIC_INFORMATION_LOADED 1)
  # Projects do different things by build type, so its values are told apart.
  if(XAAS_CONCRETE)
    set(CMAKE_BUILD_TYPE "" CACHE STRING
        "Which set of flags is used: Debug, Release, RelWithDebInfo, MinSizeRel")
  else()
    xaas_unknown(CMAKE_BUILD_TYPE OPTION CMAKE_BUILD_TYPE CACHE VALUES "" Debug Release
                 RelWithDebInfo MinSizeRel)
  endif()
  foreach(_xaas_kind EXE SHARED MODULE STATIC)
    set(CMAKE_${_xaas_kind}_LINKER_FLAGS "" CACHE STRING "Linker flags in all configurations")
    foreach(_xaas_configuration DEBUG RELEASE MINSIZEREL RELWITHDEBINFO)
      set(CMAKE_${_xaas_kind}_LINKER_FLAGS_${_xaas_configuration} ""
          CACHE STRING "Linker flags in the ${_xaas_configuration} configuration")
    endforeach()
  endforeach()
  foreach(_xaas_tool AR RANLIB LINKER NM OBJCOPY OBJDUMP READELF STRIP ADDR2LINE)
    if(NOT DEFINED CMAKE_${_xaas_tool})
      xaas_unknown(CMAKE_${_xaas_tool} PLATFORM CMAKE_${_xaas_tool} CACHE)
    endif()
  endforeach()
endif()
