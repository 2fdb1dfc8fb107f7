xaas_flag(Thing_FOUND PACKAGE Thing)
if(Thing_FOUND)
  set(THING_VERSION 2)
endif()
