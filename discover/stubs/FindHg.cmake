# The Mercurial program.
xaas_simple_package(Hg ENTRIES HG_EXECUTABLE VERSION HG_VERSION_STRING)

# Facts about a checked-out folder.
macro(hg_wc_info folder prefix)
  xaas_output_text(${prefix}_WC_CHANGESET ${prefix}_WC_REVISION)
endmacro()
