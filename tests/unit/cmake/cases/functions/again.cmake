function(again)
  option(AGAIN_FILE "" OFF)
endfunction()
