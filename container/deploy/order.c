#include "container/deploy/order.h"
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

/* "-lNAME", also in two words, means libNAME.so and libNAME.a. */
static gboolean means_library(const char *word, const char *next, const char *name)
{
    static const char option[] = "-l", prefix[] = "lib";
    if (!g_str_has_prefix(word, option) || !g_str_has_prefix(name, prefix)) {
        return FALSE;
    }
    const char *library =
        word[strlen(option)] != '\0' || next == NULL ? word + strlen(option) : next;
    gsize length = strlen(library);
    return strncmp(name + strlen(prefix), library, length) == 0 &&
           name[strlen(prefix) + length] == '.';
}

static gboolean is_alone(const json_t *step)
{
    const char *kind = text_of(step, "kind");
    return g_str_equal(kind, "command") ||
           (g_str_equal(kind, "link") && json_array_size(json_object_get(step, "commands")) > 1);
}

static gboolean reads(const json_t *step, const json_t *earlier)
{
    g_autofree char *name = g_path_get_basename(text_of(earlier, "output"));
    gsize index, place;
    const json_t *command, *item;
    json_array_foreach(json_object_get(step, "commands"), index, command)
    {
        json_array_foreach(command, place, item)
        {
            const char *word = json_string_value(item);
            const char *next = json_string_value(json_array_get(command, place + 1));
            if (word != NULL && (strstr(word, name) != NULL || means_library(word, next, name))) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

guint *order_steps(const GPtrArray *steps)
{
    guint *numbers = g_new0(guint, steps->len + 1);
    guint lowest = 0; /* of what comes after the last step that ran alone */
    guint highest = 0;
    for (guint i = 0; i < steps->len; i++) {
        gboolean alone = is_alone(steps->pdata[i]);
        numbers[i] = alone && i > 0 ? highest + 1 : lowest;
        for (guint k = 0; !alone && k < i; k++) {
            if (numbers[k] >= numbers[i] && reads(steps->pdata[i], steps->pdata[k])) {
                numbers[i] = numbers[k] + 1;
            }
        }
        highest = MAX(highest, numbers[i]);
        lowest = alone ? numbers[i] + 1 : lowest;
    }
    return numbers;
}
