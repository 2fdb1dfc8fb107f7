/* What the comments of a makefile tell: which assignments a person may switch on, and what a
 * variable is for. Which values they list is comment_values.h's. */
#pragma once

#include "discover/make/make_file.h"

/* More lines above a variable are not looked at. */
#define COMMENT_LINES_MAX 40u

typedef struct {
    char *name; /* the caller frees both */
    char *value;
    gboolean appends; /* += */
} CommentedAssignment;

/* Whether a comment ("# USE_X = 1") is an assignment that is switched off. Sentences that explain a
 * variable in the same form ("# CC = path of the C compiler") are none. */
gboolean comment_assignment(const char *text, CommentedAssignment *found);

/* "WANT_FFT = #yes" as "WANT_FFT =yes", "FFT = # -DOWN_FFT" as "FFT =-DOWN_FFT": the word or the
 * definitions were taken away, and are put back by whoever wants them. NULL for any other line. The
 * caller frees it. */
char *comment_emptied(const char *line);

/* What is written about the variable that the line assigns: the block above it, or above the group
 * of lines that it stands in, or NULL. Lines are joined by '\n'. In the arena. */
const char *comment_above(Arena *arena, const MakeFile *file, guint line);

/* Where nothing is written above it: what stands above the tests around the line and names the
 * variable, or right below the line, apart from everything else. NULL, or in the arena. */
const char *comment_around(Arena *arena, const MakeFile *file, guint line);

/* Whether nothing but several lines of comments stands above the line, and none has the name: they
 * are about the file as a whole. */
gboolean comment_is_of_file(const MakeFile *file, guint line, const char *name);

/* Whether the test in the line does nothing but stop make: what stands above it tells when. */
gboolean comment_tells_refusal(const MakeFile *file, guint line);

/* What comment_above gives for the first of the assignments that the line stands among, one below
 * the other. */
const char *comment_above_group(Arena *arena, const MakeFile *file, guint line);

/* What is written behind the assignment on its own line, or NULL: "GPU = 0  # for accelerators".
 * Flags and assignments that stand there are none. In the arena. */
const char *comment_behind(Arena *arena, const MakeFile *file, guint line);

/* The first sentences of a comment, in one line; NULL for NULL. In the arena. */
const char *comment_summary(Arena *arena, const char *comment);
