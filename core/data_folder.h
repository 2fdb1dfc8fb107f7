/* Where the files that come with the program are: knowledge, stubs. */
#pragma once

#include <glib.h>

/* The folder called `name` of the data files: in XAAS_DATA_DIR when that is set, else in share/xaas
 * beside the folder of the program itself (which holds for an installation at any place and for a
 * build folder), else where it was to be installed. NULL and an error that names the places when
 * there is none. `program` is argv[0]. The caller frees it. */
char *data_folder_find(const char *program, const char *name, GError **error);
