# A library of OpenSceneGraph.
xaas_simple_package(osgText OSGTEXT_LIBRARIES OSGTEXT_INCLUDE_DIRS
                    ENTRIES OSGTEXT_LIBRARY OSGTEXT_INCLUDE_DIR)
