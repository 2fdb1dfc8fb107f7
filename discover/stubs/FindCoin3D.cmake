# Scenes in three dimensions.
xaas_simple_package(Coin3D ENTRIES COIN3D_LIBRARIES COIN3D_INCLUDE_DIRS)
