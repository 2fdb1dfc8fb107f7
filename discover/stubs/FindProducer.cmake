# Windows of OpenSceneGraph.
xaas_simple_package(Producer ENTRIES PRODUCER_LIBRARY PRODUCER_INCLUDE_DIR)
