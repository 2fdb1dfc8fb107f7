/* Where the builds of a tree begin that make starts. */
#pragma once

#include "discover/make/make_reader.h"

/* More scripts than are looked at for what they do with makefiles. */
#define MAKE_LIMIT_SCRIPTS "limit: scripts that handle makefiles"

typedef struct MakeBegin {
    char *folder;
    char *entry;         /* path of the makefile to begin with */
    GHashTable *cases;   /* set of paths: makefiles of cases that people copy and edit (cases.h);
                          * NULL: none */
    GPtrArray *apart;    /* char *: folders that are no part of it; NULL: none */
    gboolean switched;   /* most of these say yes or no to something */
    GHashTable *samples; /* set of paths: settings of a framework outside of the tree
                          * (begin_samples.c); NULL: none */
} MakeBegin;

void make_begin_free(gpointer begin);

/* The folders that a build begins in (MakeBegin *), as make_read() describes them; `facts` holds
 * what the other readers found. The caller unrefs it. */
GPtrArray *make_begins(const Tree *tree, const MakeReadOptions *options, Facts *facts);

/* "GNUmakefile", "makefile", "Makefile": what make itself looks for. */
gboolean make_is_entry_name(const char *base);
/* "Makefile.gnu", to be copied or given with -f; what other tools write or keep is none. */
gboolean make_is_named_makefile(const char *base);
/* The makefile that make begins with in a folder; NULL when there is none. The tree owns it. */
const char *make_entry_in(const Tree *tree, const char *folder);
/* Whether the file lies in a folder, below `top`, of what is no part of the product. */
gboolean make_lies_aside(const MakeReadOptions *options, const char *path, const char *top);
/* begin_told.c: whether a document tells people to start make in that folder. */
gboolean make_is_told_of(const Tree *tree, const char *folder);
/* The same: whether it has people edit a file that the folder's makefile includes. */
gboolean make_has_settings_told_of(const Tree *tree, const char *folder, const char *makefile);
/* The paths (char *) of what a makefile includes by plain names, in the tree or not. The caller
 * unrefs it. */
GPtrArray *make_plain_includes(const Tree *tree, const char *folder, const char *makefile);
/* begin_copied.c: whether the file is a "Makefile.in" that people, or a script beside it, copy to
 * "Makefile" as it is. What Autoconf fills in is none. */
gboolean make_is_copied_as_it_is(const Tree *tree, const char *path);
/* begin_other_name.c: the file that a script in the root or one folder below copies to "makefile"
 * from another name, "tide.make"; NULL for none. To be asked where no build begins by any name that
 * a tool looks for. The tree owns it. */
const char *make_copied_under_other_name(const Tree *tree, const MakeReadOptions *options,
                                         Facts *facts);
/* begin_language.c: adds the folders below the root in which a makefile builds programs of Fortran,
 * where only CMake's builds are read and none of them has that language. */
void make_add_other_language(const Tree *tree, const MakeReadOptions *options, const Facts *facts,
                             GPtrArray *folders);
/* begin_samples.c: adds the files of settings for a framework outside of the tree that a project
 * keeps for several machines to the build that they lie in, or as one of their own. */
void make_add_samples(const Tree *tree, const MakeReadOptions *options, GPtrArray *begins);
/* The text of a script that a person may have written; NULL for any other file. The caller frees
 * it. */
char *make_script_text(const Tree *tree, const char *path);
/* Says in the ledger which files of that name a script beside them, or in a folder above them,
 * fills in, in a way that nobody follows. */
void make_note_filled(const Tree *tree, const MakeReadOptions *options, Facts *facts);
