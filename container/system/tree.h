/* The files by which a machine tells about itself: those of the machine that this runs on, or a
 * recorded copy of another one's (/proc, /sys, folders of libraries).
 *
 * Paths are absolute and mean what they mean on that machine: symbolic links, absolute ones and
 * ".." included, never lead out of the recorded folder. Nothing is written, nothing is executed. A
 * recorded tree is hostile input: all reads are bounded. */
#pragma once

#include <glib.h>

#define TREE_FILE_BYTES_MAX (16u * 1024u * 1024u)
/* Names in one folder; a larger one is cut, and tree_list says so. */
#define TREE_FOLDER_NAMES_MAX 100000u
#define TREE_MATCHES_MAX 4096u

typedef struct {
    char *root; /* "" for the machine itself */
} Tree;

/* What stands at a path. */
typedef enum {
    TREE_MISSING,
    TREE_FILE,
    TREE_FOLDER,
    TREE_UNREADABLE, /* it is there, or may be, but this user may not look */
} TreeKind;

/* NULL or "/" is the machine itself. NULL and an error when the folder is not there. */
Tree *tree_new(const char *root, GError **error);
void tree_free(Tree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Tree, tree_free)

gboolean tree_is_recorded(const Tree *self);
/* The path without symbolic links, as on that machine; NULL when nothing is there, links go round
 * in a circle, or a folder on the way cannot be searched (`kind`, which may be NULL, tells). The
 * caller frees it. */
char *tree_resolve(const Tree *self, const char *path, TreeKind *kind);
TreeKind tree_kind(const Tree *self, const char *path);

/* The file's bytes, NUL-terminated, at most TREE_FILE_BYTES_MAX of them; NULL when it cannot be
 * read. `length` may be NULL. The caller frees it. */
char *tree_read(const Tree *self, const char *path, gsize *length);
/* A short file's text without blanks at its ends, as files in /sys are; NULL when it cannot be
 * read. The caller frees it. */
char *tree_read_line(const Tree *self, const char *path);
/* The bytes of a larger file without a copy; NULL when it cannot be read. The caller unrefs. */
GMappedFile *tree_map(const Tree *self, const char *path);
/* Names in a folder, `char *`, sorted bytewise; NULL when it cannot be read. `cut` (may be NULL)
 * tells whether there may be more of them. The caller unrefs. */
GPtrArray *tree_list(const Tree *self, const char *path, gboolean *cut);
/* Paths that match a pattern with '*' and '?' within components, `char *`, sorted bytewise, at most
 * TREE_MATCHES_MAX. `unreadable` (may be NULL) is set when a folder on the way cannot be looked
 * into, or not into all of it. The caller unrefs. */
GPtrArray *tree_glob(const Tree *self, const char *pattern, gboolean *unreadable);

#define TREE_ERROR tree_error_quark()
GQuark tree_error_quark(void);
typedef enum { TREE_ERROR_ROOT } TreeError;
