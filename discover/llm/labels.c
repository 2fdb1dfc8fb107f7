#include "discover/llm/labels.h"
#include "discover/llm/plain.h"
#include "discover/llm/prompts.h"
#include <math.h>
#include <string.h>

const char *label_fault_text(LabelFault fault)
{
    static const char *const texts[] = {
#define X(id, text) [LABEL_FAULT_##id] = text,
        LABEL_FAULTS(X)
#undef X
    };
    return texts[fault];
}

void labels_free(Label *labels, guint count)
{
    for (guint i = 0; labels != NULL && i < count; i++) {
        g_free(labels[i].name);
        g_free(labels[i].reason);
        g_strfreev(labels[i].no_choice);
    }
    g_free(labels);
}

json_t *labels_find_json(const char *text, const char *wanted)
{
    json_t *first = NULL;
    guint starts = 0;
    const char *at = strchr(text, '{');
    while (at != NULL && starts++ < LABEL_JSON_STARTS_MAX) {
        /* The parser stops behind the value, whatever follows, and bounds the depth itself. */
        json_error_t error;
        json_t *value = json_loads(at, JSON_DISABLE_EOF_CHECK, &error);
        if (!json_is_object(value)) {
            json_decref(value);
            at = strchr(at + 1, '{');
            continue;
        }
        if (json_object_get(value, wanted) != NULL) {
            json_decref(first);
            return value;
        }
        if (first == NULL) {
            first = value;
        } else {
            json_decref(value);
        }
        at = strchr(at + MAX(error.position, 1), '{');
    }
    return first;
}

/* Whether an object is a JSON Schema rather than an answer by one. */
static gboolean is_schema(const json_t *object)
{
    return json_object_get(object, "$schema") != NULL ||
           (json_is_object(json_object_get(object, "properties")) &&
            json_object_get(object, "type") != NULL);
}

/* Integers, and what some models make of them: 3.0 and "3". 0 for everything else. */
static guint read_number(const json_t *value, guint count)
{
    double number = json_is_number(value) ? json_number_value(value) : 0;
    if (json_is_string(value)) {
        guint64 parsed = 0;
        if (g_ascii_string_to_unsigned(json_string_value(value), 10, 1, count, &parsed, NULL)) {
            number = (double)parsed;
        }
    }
    return number >= 1 && number <= count && floor(number) == number ? (guint)number : 0;
}

static gboolean read_category(const json_t *value, Label *label)
{
    const char *text = json_string_value(value);
    if (text == NULL) {
        return FALSE;
    }
    if (strcmp(text, PROMPT_NO_POINT) == 0) {
        label->is_point = FALSE;
        label->category = CATEGORY_OTHER;
        return TRUE;
    }
    label->is_point = category_parse(text, &label->category);
    return label->is_point;
}

static char *read_line(const json_t *value, gsize bytes)
{
    const char *text = json_string_value(value);
    return text == NULL ? g_strdup("") : plain_line(text, bytes);
}

static char **read_values(const json_t *list)
{
    if (json_array_size(list) == 0) {
        return NULL;
    }
    gsize count = MIN(json_array_size(list), LABEL_VALUES_MAX);
    char **values = g_new0(char *, count + 1);
    for (gsize i = 0; i < count; i++) {
        values[i] = read_line(json_array_get(list, i), LABEL_VALUE_BYTES);
    }
    return values;
}

static void read_answer(const json_t *item, Label *labels, guint count, LabelCounts *counts)
{
    const json_t *number_value = json_object_get(item, "number");
    guint number = read_number(number_value, count);
    Label label = {.given = TRUE};
    if (!json_is_object(item) || number_value == NULL ||
        !read_category(json_object_get(item, "category"), &label)) {
        counts->malformed++;
    } else if (number == 0) {
        counts->unknown++;
    } else if (labels[number - 1].given) {
        counts->repeated++;
    } else {
        const json_t *confidence = json_object_get(item, "confidence");
        /* Who gives no confidence gets none: such a label never overrules anybody. */
        double share = json_is_number(confidence) ? json_number_value(confidence) : 0;
        label.confidence = isfinite(share) ? CLAMP(share, 0.0, 1.0) : 0;
        label.name = read_line(json_object_get(item, "name"), LABEL_NAME_BYTES);
        label.reason = read_line(json_object_get(item, "reason"), LABEL_REASON_BYTES);
        label.no_choice = read_values(json_object_get(item, "no_choice"));
        labels[number - 1] = label;
    }
}

static LabelFault fault_of(const char *text, const json_t *object, const json_t *answers)
{
    if (json_is_array(answers)) {
        return LABEL_FAULT_NONE;
    }
    if (object == NULL) {
        return *text == '\0' ? LABEL_FAULT_EMPTY : LABEL_FAULT_PROSE;
    }
    return is_schema(object) ? LABEL_FAULT_SCHEMA : LABEL_FAULT_SHAPE;
}

LabelCounts labels_read(const char *text, Label *labels, guint count)
{
    LabelCounts counts = {0};
    json_t *object = labels_find_json(text, "answers");
    const json_t *answers = json_object_get(object, "answers");
    counts.fault = fault_of(text, object, answers);
    for (gsize i = 0; i < json_array_size(answers); i++) {
        read_answer(json_array_get(answers, i), labels, count, &counts);
    }
    for (guint i = 0; i < count; i++) {
        counts.missing += labels[i].given ? 0 : 1;
    }
    json_decref(object);
    return counts;
}
