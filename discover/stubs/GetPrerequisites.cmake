# Which shared libraries a program needs; meant for install scripts.
function(get_prerequisites target result)
  set(${result} "" PARENT_SCOPE)
endfunction()

function(list_prerequisites target)
endfunction()

function(list_prerequisites_by_glob kind pattern)
endfunction()

function(is_file_executable file result)
  set(${result} 0 PARENT_SCOPE)
endfunction()

function(gp_append_unique list value)
  list(APPEND ${list} "${value}")
  set(${list} "${${list}}" PARENT_SCOPE)
endfunction()
