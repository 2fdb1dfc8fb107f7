# processorcount(<variable>): how many processors the machine has.
function(processorcount variable)
  xaas_unknown(${variable} PLATFORM "number of processors")
  set(${variable} "${${variable}}" PARENT_SCOPE)
endfunction()
