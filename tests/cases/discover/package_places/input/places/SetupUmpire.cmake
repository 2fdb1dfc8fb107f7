find_package(umpire REQUIRED NO_DEFAULT_PATH PATHS ${UMPIRE_DIR}/lib/cmake)
