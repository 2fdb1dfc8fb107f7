# The vendor that is looked for; the prelude says that a person may give it.
xaas_used(BLA_VENDOR)
if(NOT DEFINED BLA_VENDOR)
  set(BLA_VENDOR All)
endif()
