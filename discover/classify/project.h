/* What all options of a project have in common and so says nothing about any one of them. */
#pragma once

#include "discover/classify/mentions.h"

/* Shorter names begin others by chance. */
#define OWN_NAME_BYTES_MIN 4u

typedef struct {
    const Knowledge *knowledge;
    const Facts *facts;
    GHashTable *prefixes;   /* first words shared by many options: set of const char * */
    const Term *own_term;   /* the technology that the project is; NULL when it is none */
    guint32 home;           /* bits of the categories of technologies called like the project */
    char *own_name;         /* the project's name, squashed; "" when it has none */
    const char *bare_name;  /* the same without a "lib" in front; "" where there is none */
    GHashTable *claimed;    /* term index + 1 -> an option of the project itself named after it */
    GHashTable *named;      /* option's name -> bits of the categories it is named after */
    guint accelerators;     /* how many options are named after accelerators */
    GPtrArray *sets;        /* const Option *: those named after instruction sets */
    GHashTable *used;       /* beside_learn(); NULL when no source was seen */
    GHashTable *needed;     /* needed_learn(); likewise */
    GHashTable *bringing;   /* kind and name of an effect -> how many options bring it alone */
    GPtrArray *macro_names; /* const char *: those of `macros` or, better, of the sources; sorted */
    GHashTable *macros;     /* name in capitals -> const char *: macros that the build defines */
} Project;

/* Learns it from all facts. The knowledge, the facts and the arena, in which texts are kept, must
 * outlive it. The caller frees it. */
Project *project_new(const Knowledge *knowledge, const Facts *facts, Arena *arena);
void project_free(Project *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Project, project_free)

/* From now on macros that the sources ask for and do not define themselves count. */
void project_see_sources(Project *self, const SourceIndex *sources);
/* The index in `macro_names` of the first one that is not before a prefix. */
guint project_first_macro(const Project *self, const char *prefix);

/* Whether the project is that technology, or implements it itself. */
gboolean project_is_own_term(const Project *self, const Term *term);
/* Whether a mention is just the project's own name: a solver library's name in its own help texts
 * is no sign of a choice. */
gboolean project_is_own(const Project *self, const Mentions *mentions, const Mention *mention);
gboolean project_is_own_name(const Project *self, const char *name);
/* Whether the project's own build makes a target of that name, and none of a copy of what others
 * wrote. */
gboolean project_makes(const Project *self, const char *target);
/* Whether a library's name begins with the project's, as those that it builds itself do. */
gboolean project_is_own_target(const Project *self, const char *name);
/* Whether a path lies in a package that others wrote: in a folder of a folder for such. */
gboolean project_is_others_path(const Project *self, const char *path);
/* The same of a folder, which may be that of the package itself. */
gboolean project_is_others_folder(const Project *self, const char *folder);
/* What of that path stands behind the folder for such packages; NULL when it lies in none. */
const char *project_others_rest(const Project *self, const char *path);
/* Whether a build system of that kind builds from the root of the tree. */
gboolean project_builds_root(const Project *self, Builder builder);
/* Whether it lies in a folder for tests, examples, documents and the like. */
gboolean project_is_side_path(const Project *self, const char *path);
/* Whether a path lies in a bundled copy that was told from the project by its licence. */
gboolean project_lies_in_copy(const Project *self, const char *path);
/* Whether the option belongs to a bundled copy of another project. */
gboolean project_is_vendored(const Project *self, const Option *option);
/* Whether the project itself, none of its bundled copies, reads the option or documents it. */
gboolean project_speaks_of(const Project *self, const Option *option);
/* How many options bring about, each by itself, what the effect does. */
guint project_options_bringing(const Project *self, const Effect *effect);

/* The name's first piece as people see it, before the first separator: "gmx" of GMX_GPU. NULL when
 * there is no further one; the caller frees it. */
char *project_first_piece(const char *name);
/* How many of the name's first words are the project's prefix. */
guint project_prefix_length(const Project *self, const GArray *words);
