/* What tree.c (lookups, reading) and tree_walk.c (the file system) share; nobody else includes it.
 */
#pragma once

#include "discover/tree.h"

struct Tree {
    Arena *arena; /* owns paths and TreeFiles */
    Diagnostics *diagnostics;
    char *root;          /* real path; "" for a tree made of memory */
    int root_fd;         /* -1 for a tree made of memory */
    GPtrArray *files;    /* TreeFile *, sorted bytewise by path */
    GHashTable *folders; /* const char * -> GPtrArray * of names, sorted */
    GPtrArray *gaps;     /* TreeGap * */
    TreeOptions options; /* with a number in files_max */
    gboolean full;       /* files_max was reached and a diagnostic says so */
    gboolean unsorted;   /* the walk met a link to a folder, so `files` is yet to be sorted */
    GHashTable *texts;   /* const char * -> GBytes *; NULL for a tree on disk */
};

/* Without a root, files and folders. */
Tree *tree_new(Diagnostics *diagnostics);
/* Enters a folder with no names in it, unless it is known; `path` must live as long as the tree. */
GPtrArray *tree_add_folder(Tree *self, const char *path);
/* Reads the file system below self->root_fd into files and folders. */
void tree_walk(Tree *self);
/* Orders `const TreeFile *` elements of a pointer array by path. */
gint tree_file_compare(gconstpointer a, gconstpointer b);
