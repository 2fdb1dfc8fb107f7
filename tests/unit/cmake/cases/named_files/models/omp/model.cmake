option(OMP_TARGET "Offload" OFF)
