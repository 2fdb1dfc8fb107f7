#include "discover/autotools/shell_named.h"

static void option_free(gpointer data)
{
    g_free(((ShellNamedOption *)data)->name);
    g_free(data);
}

ShellNamed *shell_named_new(void)
{
    ShellNamed *self = g_new0(ShellNamed, 1);
    self->options = g_ptr_array_new_with_free_func(option_free);
    self->untold = g_ptr_array_new_with_free_func(option_free);
    return self;
}

void shell_named_free(ShellNamed *self)
{
    g_ptr_array_unref(self->options);
    g_ptr_array_unref(self->untold);
    g_free(self);
}

void shell_named_add(ShellNamed *self, ShellNamedOption option)
{
    g_ptr_array_add(self->options, g_memdup2(&option, sizeof option));
}

void shell_named_add_untold(ShellNamed *self, const char *text, guint line)
{
    const ShellNamedOption untold = {.name = g_strdup(text), .line = line};
    g_ptr_array_add(self->untold, g_memdup2(&untold, sizeof untold));
}
