# Files that tell other projects how to use this one. They are written, and change nothing here.
function(configure_package_config_file input output)
endfunction()

function(write_basic_package_version_file file)
endfunction()

# The old name.
function(write_basic_config_version_file file)
endfunction()

# generate_apple_platform_selection_file and the like came later than 3.25.
