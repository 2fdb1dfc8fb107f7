# How C code calls Fortran: found out by building a small program.
xaas_flag(FortranCInterface_GLOBAL_FOUND PROBE FortranCInterface_GLOBAL_FOUND)
xaas_flag(FortranCInterface_MODULE_FOUND PROBE FortranCInterface_MODULE_FOUND)
foreach(_xaas_kind GLOBAL GLOBAL_)
  set(FortranCInterface_${_xaas_kind}_PREFIX "")
  xaas_unknown(FortranCInterface_${_xaas_kind}_SUFFIX PROBE FortranCInterface_${_xaas_kind}_SUFFIX
               VALUES _ __)
  xaas_unknown(FortranCInterface_${_xaas_kind}_CASE PROBE FortranCInterface_${_xaas_kind}_CASE
               VALUES LOWER UPPER)
  xaas_unknown(FortranCInterface_${_xaas_kind}_SYMBOL PROBE FortranCInterface_${_xaas_kind}_SYMBOL)
endforeach()
foreach(_xaas_kind MODULE MODULE_)
  foreach(_xaas_part PREFIX MIDDLE SUFFIX CASE ORDER SYMBOL)
    xaas_output_text(FortranCInterface_${_xaas_kind}_${_xaas_part})
  endforeach()
endforeach()

# FortranCInterface_HEADER(<file> [MACRO_NAMESPACE <prefix>] [SYMBOL_NAMESPACE <prefix>] [SYMBOLS
# <name>...])
function(fortrancinterface_header file)
endfunction()

# FortranCInterface_VERIFY([CXX] [QUIET]): an error when the two compilers do not fit together.
function(fortrancinterface_verify)
  xaas_check(FortranCInterface_VERIFIED_C)
  if("CXX" IN_LIST ARGN)
    xaas_check(FortranCInterface_VERIFIED_CXX)
  endif()
endfunction()
