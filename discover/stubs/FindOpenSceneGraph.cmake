# Scenes in three dimensions.
xaas_simple_package(OpenSceneGraph OPENSCENEGRAPH_INCLUDE_DIRS OPENSCENEGRAPH_LIBRARIES
                    ENTRIES OSG_INCLUDE_DIR
                    VERSION OPENSCENEGRAPH_VERSION)

foreach(_xaas_component IN LISTS OpenSceneGraph_FIND_COMPONENTS)
  find_package(${_xaas_component})
endforeach()
