# A world of a few words: with XAAS_FUZZ_STUBS naming this folder, fuzz_cmake reads some twenty times as many
# inputs a second as with the stubs that are installed, which the replayed corpus keeps using.
set(CMAKE_VERSION 3.25.1)
xaas_unknown(CMAKE_SYSTEM_NAME PLATFORM CMAKE_SYSTEM_NAME VALUES Linux Windows)
if(CMAKE_SYSTEM_NAME STREQUAL "Windows")
  set(WIN32 1)
else()
  set(UNIX 1)
endif()
