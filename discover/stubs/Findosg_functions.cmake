# What the find modules of OpenSceneGraph share.
include("${CMAKE_CURRENT_LIST_DIR}/SelectLibraryConfigurations.cmake")
function(osg_find_path module header)
endfunction()

function(osg_find_library module library)
endfunction()

function(osg_mark_as_advanced module)
endfunction()
