#include "tests/oracle/answers.h"
#include "core/json.h"

void answers_add_entry(json_t *answers, const char *name, const char *value)
{
    json_array_append_new(
        answers, json_pack("{s:o, s:o}", "name", json_of_text(name), "value", json_of_text(value)));
}

void answers_add(json_t *answers, GHashTable *counts, const char *place, const char *variable,
                 const char *value)
{
    char *key = g_strdup_printf("%s %s", place, variable);
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key)) + 1;
    g_autofree char *name = g_strdup_printf("answer %s %u", key, count);
    answers_add_entry(answers, name, value);
    g_hash_table_insert(counts, key, GUINT_TO_POINTER(count));
}

void answers_add_environment(json_t *answers)
{
    static const char *const names[] = {"HOME", "USER", "LOGNAME", "PATH", "SHELL", "LANG"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = g_getenv(names[i]);
        if (value != NULL) {
            g_autofree char *name = g_strdup_printf("ENV{%s}", names[i]);
            answers_add_entry(answers, name, value);
        }
    }
}

void answers_append(json_t *answers, GString *text)
{
    gsize index;
    json_t *answer;
    json_array_foreach(answers, index, answer)
    {
        const char *name = json_string_value(json_object_get(answer, "name"));
        const char *value = json_string_value(json_object_get(answer, "value"));
        if (name != NULL && value != NULL) {
            g_autofree char *escaped = g_strescape(value, "\"");
            g_string_append_printf(text, "\"%s\":STATIC=%s\n", name, escaped);
        }
    }
}
