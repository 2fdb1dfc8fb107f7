# Programs that pack programs.
xaas_simple_package(SelfPackers ENTRIES SELF_PACKER_FOR_EXECUTABLE SELF_PACKER_FOR_SHARED_LIB)
