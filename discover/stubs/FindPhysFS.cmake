# Files in archives.
xaas_simple_package(PhysFS ENTRIES PHYSFS_LIBRARY PHYSFS_INCLUDE_DIR)
