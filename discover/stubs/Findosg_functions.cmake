# What the find modules of OpenSceneGraph share.
function(osg_find_path module header)
endfunction()

function(osg_find_library module library)
endfunction()

function(osg_mark_as_advanced module)
endfunction()
