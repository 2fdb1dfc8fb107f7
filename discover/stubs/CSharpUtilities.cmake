# Properties of C# sources for Visual Studio. No effect elsewhere.
function(csharp_set_windows_forms_properties)
endfunction()

function(csharp_set_designer_cs_properties)
endfunction()

function(csharp_set_xaml_cs_properties)
endfunction()

function(csharp_get_filename_keys result)
  set(${result} "" PARENT_SCOPE)
endfunction()

function(csharp_get_filename_key_base result file)
  set(${result} "" PARENT_SCOPE)
endfunction()

function(csharp_get_dependentupon_name result file)
  set(${result} "" PARENT_SCOPE)
endfunction()
