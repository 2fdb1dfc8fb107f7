/* An image's layers, one on the other, as a folder: a root file system to build in.
 *
 * Files, folders, links of both kinds and what upper layers take away (".wh." names) are unpacked;
 * devices and pipes are left out, as nobody but root can make them. Everything belongs to who
 * unpacks it, and every folder can be changed by them. A member that would land outside of the
 * folder, or go through a link, is refused. */
#pragma once

#include <glib.h>

/* Unpacks into a folder below `parent` that is named after the image's digest, unless it is there
 * from an earlier run. Returns its path, to be freed, and in `digest` the manifest's. NULL and an
 * error when the image is damaged, or the disk is full. */
char *image_unpack(const char *layout, const char *tag, const char *parent, char **digest,
                   GError **error);
