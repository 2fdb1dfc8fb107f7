# The patch program.
xaas_simple_package(Patch ENTRIES Patch_EXECUTABLE PROGRAMS Patch::patch)
