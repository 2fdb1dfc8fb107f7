# A library of OpenSceneGraph.
xaas_simple_package(osgGA OSGGA_LIBRARIES OSGGA_INCLUDE_DIRS
                    ENTRIES OSGGA_LIBRARY OSGGA_INCLUDE_DIR)
