# The programs that compile translations.
xaas_simple_package(Gettext
                    ENTRIES GETTEXT_MSGMERGE_EXECUTABLE GETTEXT_MSGFMT_EXECUTABLE
                    VERSION GETTEXT_VERSION_STRING)

macro(gettext_create_translations pot)
  add_custom_target(translations)
endmacro()

function(gettext_process_pot_file pot)
endfunction()

function(gettext_process_po_files language)
endfunction()
