# The Motif widgets.
xaas_simple_package(Motif ENTRIES MOTIF_LIBRARIES MOTIF_INCLUDE_DIR)
