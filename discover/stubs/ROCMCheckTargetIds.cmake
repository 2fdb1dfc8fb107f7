# Which of some accelerators the compiler knows: taken to be all of them.
macro(rocm_check_target_ids variable)
  cmake_parse_arguments(_xaas_rocm "" "" "TARGETS" ${ARGN})
  set(${variable} "${_xaas_rocm_TARGETS}")
endmacro()
