/* Which files the words of a call may name: by themselves, behind "-o", as a part of an option
 * (-Wl,--version-script=FILE, -TFILE), or as -lX that a -L folder has. Whoever asks looks whether
 * there is such a file. What an option takes that is no file, such as the name of -soname, is not
 * among them. */
#pragma once

#include <glib.h>

typedef struct {
    char *path;        /* absolute */
    guint word;        /* the one that names it; 0: what a program calls it where nobody says */
    gboolean searched; /* by -l */
} Named;

/* Named *, a path once for each word that names it. Libraries are looked for in the file system.
 * The caller unrefs. */
GPtrArray *named_files(const GPtrArray *words, const char *directory);
