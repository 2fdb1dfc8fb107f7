#include "tests/oracle/reading.h"
#include <string.h>

gboolean reading_is_below(const char *file, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(file, folder, length) == 0 && file[length] == '/';
}

gboolean reading_is_own(const Reading *self, const char *file)
{
    return reading_is_below(file, self->options->root) &&
           !reading_is_below(file, self->options->build);
}

/* The longer folder first: one of the two may lie in the other. */
char *reading_normalised(const Reading *self, const char *value)
{
    const char *real[] = {self->options->root, self->options->build};
    const char *stands[] = {TRUTH_ROOT, TRUTH_BUILD};
    gsize first = strlen(real[0]) >= strlen(real[1]) ? 0 : 1;
    g_autoptr(GString) text = g_string_new(value);
    g_string_replace(text, real[first], stands[first], 0);
    g_string_replace(text, real[1 - first], stands[1 - first], 0);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

const Frame *reading_own_caller(const Reading *self, guint depth)
{
    while (depth-- > 0) {
        const Frame *frame = depth < self->frames->len ? self->frames->pdata[depth] : NULL;
        if (frame != NULL && reading_is_own(self, frame->file)) {
            return frame;
        }
    }
    return NULL;
}

char *reading_place(const Reading *self, const char *file, json_int_t line)
{
    return g_strdup_printf("%s:%" JSON_INTEGER_FORMAT, file + strlen(self->options->root) + 1,
                           line);
}

gboolean frame_names(const Frame *call, const char *name)
{
    return g_ptr_array_find_with_equal_func(call->words, name, g_str_equal, NULL);
}

gboolean frame_sets_up_language(const Frame *call)
{
    return g_ascii_strcasecmp(call->command, "project") == 0 ||
           g_ascii_strcasecmp(call->command, "enable_language") == 0;
}

int reading_compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}
