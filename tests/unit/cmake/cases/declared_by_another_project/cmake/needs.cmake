if(SEA_WINDS)
  find_package(Winds REQUIRED)
endif()
# Set here, so that it is nobody's.
set(SEA_TIDES OFF)
if(SEA_TIDES)
  find_package(Tides REQUIRED)
endif()
# What is asked for in any order is given by names, so that the same is said each time.
if(SEA_WINDS AND SEA_FOAM AND SEA_WAVES AND SEA_SALT)
  find_package(Storms REQUIRED)
endif()
