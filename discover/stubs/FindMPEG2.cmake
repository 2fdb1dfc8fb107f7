# MPEG 2 films.
xaas_simple_package(MPEG2 MPEG2_LIBRARIES
                    ENTRIES MPEG2_mpeg2_LIBRARY MPEG2_vo_LIBRARY MPEG2_INCLUDE_DIR)
