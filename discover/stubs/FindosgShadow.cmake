# A library of OpenSceneGraph.
xaas_simple_package(osgShadow OSGSHADOW_LIBRARIES OSGSHADOW_INCLUDE_DIRS
                    ENTRIES OSGSHADOW_LIBRARY OSGSHADOW_INCLUDE_DIR)
