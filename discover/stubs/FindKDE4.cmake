# KDE 4, whose own files define the rest.
xaas_simple_package(KDE4 ENTRIES KDE4_DATA_DIR KDE4_KDECONFIG_EXECUTABLE)
xaas_volatile_prefix(KDE4_)
xaas_volatile_prefix(QT_)
