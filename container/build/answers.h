/* What the build tool has told of configured trees, so that it need not be asked twice: each time
 * it reads a whole description, of 10 MB in a large project, and in an isolation of its own. */
#pragma once

#include "container/build/process.h"

/* So many bytes of answers are kept; when there would be more, all are let go. */
#define ANSWERS_BYTES_MAX (64u * 1024u * 1024u)

typedef struct Answers Answers;

Answers *answers_new(void);
void answers_free(Answers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Answers, answers_free)

/* Stands for a question: a command, NULL-terminated, about the file `description` as it lies there
 * now. NULL: it does not lie there. The caller frees it. */
char *answers_question(const char *description, const char *const *command);
/* FALSE: nobody has answered it. `result` gets a copy, which the caller clears. Safe for several
 * threads, as answers_add() is. */
gboolean answers_find(Answers *self, const char *question, ProcessResult *result);
/* Keeps a copy of what a command said that ended well. The question has to be from before it ran.
 */
void answers_add(Answers *self, const char *question, const ProcessResult *result);
