# QuickTime films.
xaas_simple_package(QuickTime ENTRIES QUICKTIME_LIBRARY QUICKTIME_INCLUDE_DIR)
