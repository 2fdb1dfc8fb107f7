# check_include_files("<header>..." <variable> [LANGUAGE <language>]): whether all can be included
# together.
macro(check_include_files headers variable)
  xaas_check(${variable})
endmacro()
