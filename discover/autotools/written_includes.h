/* Files of includes that a project writes before Autoconf runs: a loop of autogen.sh over folders
 * that says echo "m4_include([$t/configure.m4])" >> config/list.m4, or a program, started by
 * autogen.sh as well, that names both files. They are not in the tree, and nothing is run: what
 * would be written is worked out from the tree. */
#pragma once

#include "discover/tree.h"

/* More files are not included, further scripts, commands of a script and words of its loops not
 * looked at, a longer script is none that only prepares, and a longer name none of a file. */
#define WRITTEN_INCLUDES_MAX 500u
#define WRITTEN_SCRIPTS_MAX 32u
#define WRITTEN_COMMANDS_MAX 64u
#define WRITTEN_WORDS_MAX 512u
#define WRITTEN_SCRIPT_BYTES_MAX (256u * 1024u)
#define WRITTEN_NAME_BYTES_MAX "256"

/* The scripts of a folder that prepare it and the programs that they start, each read once. */
typedef struct WrittenIncludes WrittenIncludes;

typedef struct {
    gboolean cut;       /* one of the limits was passed */
    gboolean unknown;   /* a loop goes through words that are not literal */
    gboolean collected; /* which files is only known from their name */
} WrittenGaps;

/* The tree must outlive it; the caller frees it. */
WrittenIncludes *written_includes_new(const Tree *tree, const char *folder);
void written_includes_free(WrittenIncludes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WrittenIncludes, written_includes_free)

/* The text of the file at `path`, as the project writes it: "m4_include([...])" a line, then calls
 * of what these files define. NULL when no script of the folder writes it so. What is missing in
 * it is set in `gaps`. The caller frees the text. */
char *written_includes_text(WrittenIncludes *self, const char *path, WrittenGaps *gaps);
/* Whether a script or program of the folder may define a macro of that name. */
gboolean written_includes_defines(const WrittenIncludes *self, const char *name);
