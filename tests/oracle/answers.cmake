# What programs answered while CMake configured: included into the run through CMAKE_PROJECT_INCLUDE_BEFORE.
# Each command that runs something is replaced by a function that calls it with the same words, hands its
# outputs on, and shows them to the trace as xaas_answer(<variable> <value>).
include_guard(GLOBAL)
# project() includes this without a scope for policies.
cmake_policy(PUSH)
cmake_policy(VERSION 3.18)

function(xaas_answer)
endfunction()

# Runs the command and hands on what follows the keywords, or the first word when there are none.
macro(_xaas_forward command)
  set(_xaas_words "")
  math(EXPR _xaas_last "${ARGC_OF_CALL} - 1")
  foreach(_xaas_i RANGE ${_xaas_last})
    string(APPEND _xaas_words " [====[\n${ARGV${_xaas_i}}]====]")
  endforeach()
  cmake_language(EVAL CODE "_${command}(${_xaas_words})")
  set(_xaas_outputs "")
  foreach(_xaas_i RANGE ${_xaas_last})
    math(EXPR _xaas_next "${_xaas_i} + 1")
    if("${ARGV${_xaas_i}}" MATCHES "^(OUTPUT_VARIABLE|ERROR_VARIABLE|RESULTS?_VARIABLE|RETURN_VALUE|RESULT)$"
       AND _xaas_next LESS ARGC_OF_CALL)
      list(APPEND _xaas_outputs "${ARGV${_xaas_next}}")
    endif()
  endforeach()
  if("${command}" STREQUAL "site_name")
    set(_xaas_outputs "${ARGV0_OF_CALL}")
  endif()
  foreach(_xaas_output IN LISTS _xaas_outputs)
    if(DEFINED ${_xaas_output})
      set(${_xaas_output} "${${_xaas_output}}" PARENT_SCOPE)
    endif()
  endforeach()
endmacro()

foreach(_xaas_command execute_process exec_program cmake_host_system_information site_name)
  cmake_language(EVAL CODE "
    function(${_xaas_command})
      set(ARGC_OF_CALL \${ARGC})
      set(ARGV0_OF_CALL \"\${ARGV0}\")
      _xaas_forward(${_xaas_command})
      foreach(_xaas_output IN LISTS _xaas_outputs)
        xaas_answer(\"\${_xaas_output}\" \"\${\${_xaas_output}}\")
      endforeach()
    endfunction()")
endforeach()
cmake_policy(POP)
