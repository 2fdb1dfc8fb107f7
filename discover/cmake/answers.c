/* What the environment file says of the one configuration that is followed (docs/oracle.md). */
#include "discover/cmake/evaluator.h"

const char *evaluator_answer(const Evaluator *self, const char *name)
{
    return self->options->environment != NULL
               ? g_hash_table_lookup(self->options->environment, name)
               : NULL;
}

char *evaluator_answer_at(Evaluator *self, Span place, const char *variable)
{
    if (self->options->environment == NULL || place.path == NULL) {
        return NULL;
    }
    char *key = g_strdup_printf("%s:%u %s", place.path, place.line, variable);
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(self->answered, key)) + 1;
    g_autofree char *name = g_strdup_printf("answer %s %u", key, count);
    g_hash_table_insert(self->answered, key, GUINT_TO_POINTER(count));
    const char *answer = evaluator_answer(self, name);
    return answer != NULL ? g_strcompress(answer) : NULL;
}

char *evaluator_answer_file(const Evaluator *self, const char *path)
{
    g_autofree char *name = g_strdup_printf("file %s", path);
    const char *answer = evaluator_answer(self, name);
    return answer != NULL ? g_strcompress(answer) : NULL;
}
