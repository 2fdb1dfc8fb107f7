/* The options that Autoconf, Automake, Libtool and pkg-config bring into every configure script:
 * the stub folder's autotools/tools-options.txt, one name a line, '#' begins a comment. */
#pragma once

#include <glib.h>

/* A set of names (char *) for g_hash_table_unref; NULL and an error of TREE_ERROR when the file
 * cannot be read. */
GHashTable *tools_options_load(const char *stub_folder, GError **error);

/* Reads a file of the stub folder's autotools/; the caller frees it. NULL and the same error. */
char *tools_file_read(const char *stub_folder, const char *name, gsize *length, GError **error);
