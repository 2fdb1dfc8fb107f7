# A library of OpenSceneGraph.
xaas_simple_package(osgFX OSGFX_LIBRARIES OSGFX_INCLUDE_DIRS
                    ENTRIES OSGFX_LIBRARY OSGFX_INCLUDE_DIR)
