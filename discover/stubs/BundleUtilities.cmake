# Programs with the libraries that they need; meant for install scripts.
include(GetPrerequisites)

function(fixup_bundle app libraries folders)
endfunction()

function(copy_and_fixup_bundle source destination libraries folders)
endfunction()

function(verify_app app)
endfunction()
