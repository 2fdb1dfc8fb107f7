# A library of OpenSceneGraph.
xaas_simple_package(osgViewer OSGVIEWER_LIBRARIES OSGVIEWER_INCLUDE_DIRS
                    ENTRIES OSGVIEWER_LIBRARY OSGVIEWER_INCLUDE_DIR)
