#include "container/system/survey.h"

void survey_note(Survey *self, GPtrArray *list, const char *text)
{
    if (!g_ptr_array_find_with_equal_func(list, text, g_str_equal, NULL)) {
        g_ptr_array_add(list, arena_strdup(self->arena, text));
    }
}

const char *survey_ranges(Survey *self, const GArray *numbers)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < numbers->len; i++) {
        guint first = g_array_index(numbers, guint, i);
        guint last = first;
        while (i + 1 < numbers->len && g_array_index(numbers, guint, i + 1) == last + 1) {
            last = g_array_index(numbers, guint, ++i);
        }
        g_string_append_printf(text, text->len > 0 ? ",%u" : "%u", first);
        if (last > first) {
            g_string_append_printf(text, "-%u", last);
        }
    }
    return arena_strdup(self->arena, text->str);
}

System *survey_run(Arena *arena, const SurveyRequest *request)
{
    Survey self = {
        .request = request, .tree = request->tree, .arena = arena, .system = system_new(arena)};
    self.system->recorded = tree_is_recorded(request->tree);
    survey_cpu(&self);
    survey_topology(&self);
    survey_gpus(&self);
    survey_software(&self);
    return self.system;
}
