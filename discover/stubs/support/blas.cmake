# What is looked for; the prelude says that a person may give it.
xaas_used(BLA_VENDOR)
xaas_used(BLA_SIZEOF_INTEGER)
xaas_used(BLA_THREAD)
if(NOT DEFINED BLA_VENDOR)
  set(BLA_VENDOR All)
endif()
