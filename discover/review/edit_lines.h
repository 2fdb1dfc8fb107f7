/* What edit.c and promote.c share; for them only. */
#pragma once

#include "discover/review/edit.h"

/* Where a line's comment begins, behind its '#' and a blank; NULL when it holds no comment alone.
 */
const char *edit_comment(const char *line);
/* Lines of a YAML comment, which no character of `comment` can end. The caller frees it. */
char *edit_comment_lines(const char *comment, guint indentation);
/* Whether each item of the lists begins a line, so that items can come and go by lines. */
gboolean edit_is_by_items(const ReviewFile *self);
