# test_big_endian(<variable>): whether the most significant byte comes first. So it does on few
# machines.
include("${CMAKE_CURRENT_LIST_DIR}/CheckTypeSize.cmake")
macro(test_big_endian variable)
  if(NOT DEFINED ${variable})
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64|arm64|AMD64|ppc64le|riscv64)$")
      set(${variable} 0 CACHE INTERNAL "")
    else()
      xaas_flag(${variable} PLATFORM "big endian" CACHE)
    endif()
  endif()
endmacro()
