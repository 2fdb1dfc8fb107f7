/* Writes people's decisions into the text of a specification, and changes nothing else in it: the
 * lines of `review`, `category` and `decided_by`, and the comment right above `review`. A rejected
 * option that a person makes a point leaves the one list for its place in the other, with its
 * comments.
 *
 * Going through the structs would write the whole file anew; a review should be a small difference
 * that its author recognises. The page does the same in the browser (assets/decisions.js), from the
 * line numbers that are found here. */
#pragma once

#include "core/specification.h"

#define EDIT_COMMENT_MAX 4000u /* bytes of one comment */
#define EDIT_COMMENT_COLUMNS 100u

/* A text that can be edited line by line, with what was read from it. */
typedef struct {
    Arena *arena; /* owns the specification */
    char *text;
    GPtrArray *starts; /* const char *: where each line begins, and the end of the text */
    YamlDocument *document;
    Specification *specification;
    gboolean rewritten; /* the file was in another form (JSON, braces) and was written anew */
} ReviewFile;

/* NULL and an error with file, line and remedy when the text is no specification. `file` is for
 * messages. */
ReviewFile *review_file_parse(const char *text, gsize length, const char *file, GError **error);
/* Reads the file, too. */
ReviewFile *review_file_load(const char *path, GError **error);
void review_file_free(ReviewFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReviewFile, review_file_free)

/* Where a point's decision stands; lines count from 1. */
typedef struct {
    guint review;
    guint category;
    guint decided_by;
    guint confidence;
    guint reasons;     /* the rules' or a model's; 0: there are none */
    guint reasons_end; /* the line behind them */
    guint comment;     /* its first line; comment lines go up to `review` */
    guint indentation; /* blanks in front of the keys */
} ReviewLines;

ReviewLines review_file_lines(const ReviewFile *self, guint point);
/* The comment above `review`, without '#', lines joined by newlines; "" when there is none. The
 * caller frees it. */
char *review_file_comment(const ReviewFile *self, guint point);

typedef struct {
    guint point; /* index in the specification */
    Review review;
    const Category *category; /* NULL: as it is; another one counts as a person's decision */
    const char *comment;      /* NULL: as it is; "" removes it */
} ReviewEdit;

/* A rejected option that a person wants as a point. It waits for a decision then: what it offers
 * is known when xaas-discover --update has worked it out. */
typedef struct {
    guint rejected; /* index in the specification */
    Category category;
} ReviewPromotion;

/* Where a promotion changes the text; lines count from 1. */
typedef struct {
    guint first; /* line of the option among the rejected, or of the comments above it */
    guint count; /* lines that go */
    guint point; /* the line in front of which the point goes */
    char *text;  /* of the point, with line ends; freed by the caller */
} ReviewPromotionLines;

ReviewPromotionLines review_file_promotion(const ReviewFile *self,
                                           const ReviewPromotion *promotion);
/* Its `point` alone. */
guint review_file_promotion_line(const ReviewFile *self, const ReviewPromotion *promotion);
/* Lines of the keys of the two lists. */
typedef struct {
    guint
        no_points; /* "points: []", which becomes "points:" with the first one; 0: there are some */
    guint rejected; /* goes together with the last option */
} ReviewListLines;

ReviewListLines review_file_lists(const ReviewFile *self);

/* At most one edit a point, and one promotion an option. */
typedef struct {
    const ReviewEdit *edits;
    guint edit_count;
    const ReviewPromotion *promotions;
    guint promotion_count;
} ReviewChanges;

/* The text with all changes. NULL and an error when the result would not be read as what was meant.
 * The caller frees it. */
char *review_file_edit(const ReviewFile *self, const ReviewChanges *changes, GError **error);
