# check_struct_has_member(<struct> <member> <headers> <variable> [LANGUAGE <language>])
macro(check_struct_has_member struct member headers variable)
  xaas_check(${variable})
endmacro()
