/* Several spellings of one option in one arm of a script that somebody wrote by hand:
 * "-mpi | --mpi)", "-use_real4 | -use_r4)". The option is called as people call it: with as many
 * dashes as documents give it in lines that name the script, and of several words by the one that
 * they give most. What no document tells has its first long form. */
#pragma once

#include "discover/autotools/shell_lines.h"
#include "discover/tree.h"

/* Larger documents, and what is left once so much has been read, are not looked at. */
#define SHELL_SPELLINGS_FILE_BYTES_MAX (1024u * 1024u)
#define SHELL_SPELLINGS_BYTES_MAX (16u * 1024u * 1024u)
/* Spellings of one arm. */
#define SHELL_SPELLINGS_WAYS_MAX 16u

typedef struct {
    const Tree *tree;
    const char *script; /* the last component of its path */
    ShellLines *lines;
    GHashTable *told;   /* "-x" -> how often documents give it; NULL until somebody asks */
    GHashTable *chosen; /* "x" -> "-x", of each word that an arm was given */
    gboolean one_dash;  /* documents give the script rather "-x" than "--x" */
} ShellSpellings;

/* The caller frees it; the tree and the lines live as long. What the help says of one spelling it
 * says of the one that is chosen. */
ShellSpellings *shell_spellings_new(const Tree *tree, const char *path, ShellLines *lines);
void shell_spellings_free(ShellSpellings *self);
/* The name of the one option that all patterns on a line (from 0) are; NULL when they may be
 * several, or when there is only one. Belongs to `self`, until the next call. */
const char *shell_spellings_choose(ShellSpellings *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellSpellings, shell_spellings_free)
