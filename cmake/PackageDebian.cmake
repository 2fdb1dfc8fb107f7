# Run by cpack between installing and packing: what Debian asks of a package and nobody else of an
# installation. Manual pages are compressed, the licence is the one that every Debian system has.
set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")
file(GLOB pages "${root}/usr/share/man/man1/*.1")
set(documents "${root}/usr/share/doc/xaas")
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${documents}/changelog"
  "xaas (${CPACK_PACKAGE_VERSION}) stable; urgency=medium\n\n"
  "  * As built from its sources, which hold the history.\n\n"
  " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
file(WRITE "${documents}/copyright"
  "Copyright: the authors, whom the history of the sources names.\n\nLicensed under the Apache License, version 2.0. "
  "On Debian systems its text is in\n/usr/share/common-licenses/Apache-2.0.\n")
execute_process(COMMAND gzip -9nf ${pages} "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)
