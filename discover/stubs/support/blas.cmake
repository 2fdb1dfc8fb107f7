# The vendor that is looked for; the prelude says that a person may give it.
if(NOT DEFINED BLA_VENDOR)
  set(BLA_VENDOR All)
endif()
