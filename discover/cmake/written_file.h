/* Files and folders that the project itself makes or removes while it is configured
 * (written_file.c, made_file.c). */
#pragma once

#include "discover/cmake/evaluator.h"

/* written_file.c: notes that a file of this name is written. TRUE when it is read again, so that
 * evaluator_write() is to be told the text. Unless a name says otherwise here, it may be relative
 * to the current source folder. */
gboolean evaluator_writes(Evaluator *self, const char *name, const char *base_variable);
void evaluator_write(Evaluator *self, const char *name, const char *base_variable, const char *text,
                     gboolean append);
/* The text in this run, narrowing `path`; NULL when the project has not written it. When that is
 * not known yet, reading stops to begin again. Belongs to the arena. */
const char *evaluator_written(Evaluator *self, const char *name);
/* made_file.c: the same of a folder. */
void evaluator_makes_folder(Evaluator *self, const char *name);
/* The same for one that something is put in of which it is not known what it is. */
void evaluator_fills_folder(Evaluator *self, const char *name);
/* Where a file or folder of the tree is no longer there, or not what the tree has. */
Guard evaluator_removed(Evaluator *self, const char *name);
/* A file; with `with_folders` also a folder, and all that was made in it. */
void evaluator_removes(Evaluator *self, const char *name, gboolean with_folders);
/* Where the project has made the file or folder (`folder`: only a folder), and where it has removed
 * it. FALSE when it has done neither. */
gboolean evaluator_made(Evaluator *self, const char *name, gboolean folder, Guard *made,
                        Guard *gone);
/* Adds the absolute paths, to be freed, of what was made and fits the pattern of a file(GLOB),
 * narrowing `path`. */
typedef enum {
    GLOB_RECURSE = 1, /* the last component fits in all folders below, too */
    GLOB_FOLDERS = 2  /* folders are listed; in the former case all that are passed */
} GlobTraits;
void evaluator_written_like(Evaluator *self, const char *pattern, GlobTraits traits,
                            GPtrArray *found);
/* Marks their conditions (guards_collect). */
void evaluator_mark_written(Evaluator *self);
