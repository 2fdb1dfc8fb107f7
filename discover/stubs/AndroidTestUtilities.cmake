# android_add_test_data(<name> ...): test data for a device.
function(android_add_test_data name)
  add_custom_target(${name})
endfunction()
