# find_package_message(<name> <message> <details>): tells people that a package was found. No
# effect.
function(find_package_message name message details)
endfunction()
