#include "discover/autotools/shell_script.h"
#include <string.h>

ShellScript *shell_script_new(void)
{
    ShellScript *self = g_new0(ShellScript, 1);
    *self = (ShellScript){g_string_new(NULL), g_ptr_array_new(),
                          g_array_new(FALSE, FALSE, sizeof(guint))};
    return self;
}

void shell_script_free(ShellScript *self)
{
    if (self != NULL) {
        g_string_free(self->text, TRUE);
        g_ptr_array_unref(self->paths);
        g_array_unref(self->ends);
        g_free(self);
    }
}

static guint end_of(const ShellScript *self, guint file)
{
    return g_array_index(self->ends, guint, file);
}

void shell_script_add(ShellScript *self, const char *path, const char *text)
{
    guint lines = self->ends->len > 0 ? end_of(self, self->ends->len - 1) : 0;
    for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
        lines++;
    }
    g_string_append(self->text, text);
    if (*text != '\0' && !g_str_has_suffix(text, "\n")) {
        g_string_append_c(self->text, '\n');
        lines++;
    }
    g_ptr_array_add(self->paths, (gpointer)path);
    g_array_append_val(self->ends, lines);
}

Span shell_script_at(const ShellScript *self, guint number)
{
    guint file = 0;
    while (file + 1 < self->ends->len && number > end_of(self, file)) {
        file++;
    }
    guint before = file > 0 ? end_of(self, file - 1) : 0;
    return (Span){self->paths->pdata[file], number - before, 0};
}
