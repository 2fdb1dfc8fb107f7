#include "core/text_list.h"

gboolean text_list_has(const GPtrArray *list, const char *text)
{
    /* GLib takes no const array, though it changes none. */
    return g_ptr_array_find_with_equal_func((GPtrArray *)list, text, g_str_equal, NULL);
}
