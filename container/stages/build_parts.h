/* What the files of build*.c share: build.c runs the stages and does the first three itself,
 * build_compile.c and build_merge.c do one each; build_objects.c has what cannot become bitcode
 * made, and says what is left out; build_notes.c says what may not be meant. */
#pragma once

#include "container/stages/build.h"

typedef struct {
    const BuildRequest *request;
    Build *build;
    char *scratch;
    char *tool; /* what makes bitcode, for keys */
    GError *error;
} Building;

void build_report(const Building *self, const char *what, guint done, guint total);
/* Visits every unit that becomes bitcode, in the matrix's order, until one visit gives FALSE, which
 * is the answer then. */
gboolean build_each_unit(Building *self, gboolean (*visit)(Building *, BuiltUnit *, gpointer),
                         gpointer data);

/* Of the configured trees: options of the matrix that the project does not look at, and files that
 * it installs and that are not there. */
void build_note_unused(Building *self);
void build_note_missing(Building *self);

/* The units' objects that only their own compilers make. What the default build needs is a failure
 * of the configuration when it cannot be made, which TRUE says. */
gboolean build_objects_fail(Building *self, BuiltConfiguration *built);
/* Says which configurations have nothing that code could be generated of. */
void build_tell_without_bitcode(Building *self);
/* Says once for each source and reason in which configurations it is left out, and counts them. */
void build_tell_left_out(Building *self);

/* Stages d and e. FALSE and an error in `self`. */
gboolean build_compile_all(Building *self);
gboolean build_merge_all(Building *self);
