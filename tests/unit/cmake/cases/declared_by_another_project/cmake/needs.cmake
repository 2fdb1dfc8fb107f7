if(SEA_WINDS)
  find_package(Winds REQUIRED)
endif()
# Set here, so that it is nobody's.
set(SEA_TIDES OFF)
if(SEA_TIDES)
  find_package(Tides REQUIRED)
endif()
