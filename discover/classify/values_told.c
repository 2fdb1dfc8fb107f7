/* Numbers among the values of a choice, and what a comment tells of each: "0: none, 1: static". */
#include "discover/classify/values_internal.h"
#include <string.h>

/* Behind the number: ":", "=" or " - "; then what it means. NULL for anything else. */
static const char *meaning_behind(const char *rest)
{
    gsize gap = strspn(rest, " \t");
    const char *mark = rest + gap;
    gboolean tells = *mark == ':' || *mark == '=' || (*mark == '-' && gap > 0 && mark[1] == ' ');
    const char *text = tells ? mark + 1 + strspn(mark + 1, " \t>") : "";
    return g_ascii_isalpha(*text) ? text : NULL;
}

/* What the text tells of the number; NULL for nothing. */
static const char *meaning_in(const char *text, const char *number)
{
    gsize length = strlen(number);
    const char *at = text != NULL ? strstr(text, number) : NULL;
    for (; at != NULL; at = strstr(at + 1, number)) {
        gboolean begins = at == text || strchr(" \t\n(,;=", at[-1]) != NULL;
        const char *meaning = begins ? meaning_behind(at + length) : NULL;
        if (meaning != NULL) {
            return meaning;
        }
    }
    return NULL;
}

static const char *meaning_of(const Option *option, const char *number)
{
    const char *meaning = meaning_in(option->comment, number);
    for (guint i = 0; meaning == NULL && i < option->definitions->len; i++) {
        meaning = meaning_in(((const Definition *)option->definitions->pdata[i])->help, number);
    }
    return meaning;
}

static gboolean is_number(const char *value)
{
    const char *digits = value + (*value == '-' ? 1 : 0);
    return *digits != '\0' && digits[strspn(digits, G_CSET_DIGITS)] == '\0';
}

static gsize word_length(const char *meaning)
{
    return strspn(meaning, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-");
}

/* Whether all that is told of a number is another value: "2: strided". */
static gboolean is_number_of_value(const Option *option, const char *meaning)
{
    gsize length = word_length(meaning);
    const char *rest = meaning + length;
    const char *next = rest + strspn(rest, " \t");
    gboolean alone = *next == '\0' || strchr("\n,;)", *next) != NULL ||
                     (next > rest && (g_ascii_isdigit(*next) || *next == '-'));
    for (guint i = 0; alone && i < option->values->len; i++) {
        const char *other = ((const AllowedValue *)option->values->pdata[i])->value;
        if (strlen(other) == length && g_ascii_strncasecmp(other, meaning, length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean are_numbers(const Option *option)
{
    for (guint i = 0; i < option->values->len; i++) {
        if (!is_number(((const AllowedValue *)option->values->pdata[i])->value)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Of how many numbers but 0 something is told. */
static guint others_told(const Option *option)
{
    guint told = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const char *value = ((const AllowedValue *)option->values->pdata[i])->value;
        told += strcmp(value, "0") != 0 && meaning_of(option, value) != NULL ? 1 : 0;
    }
    return told;
}

char *value_said(const Project *project, const Option *option, const char *value, Category category)
{
    const char *meaning = is_number(value) ? meaning_of(option, value) : NULL;
    if (meaning != NULL) {
        g_autofree char *word = g_strndup(meaning, word_length(meaning));
        return knowledge_value_means(project->knowledge, word, MEANS_OFF) ? g_steal_pointer(&word)
                                                                          : NULL;
    }
    /* Nothing is told of it, as the others are; or it is a level of instructions like them. */
    gboolean off =
        strcmp(value, "0") == 0 && are_numbers(option) &&
        (others_told(option) > 1 || (category == CATEGORY_SIMD && option->values->len > 2));
    return off ? g_strdup("off") : NULL;
}

void values_reject_numbers(const Subject *subject, const GPtrArray *decisions)
{
    for (guint i = 0; i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        const char *value = decision->value->value;
        const char *meaning = is_number(value) ? meaning_of(subject->option, value) : NULL;
        if (!decision->rejected && meaning != NULL &&
            is_number_of_value(subject->option, meaning)) {
            value_reject(decision, "it is the number of a value beside it");
        }
    }
}

/* What compilers call an accelerator has so many digits: 35, 120. */
#define ARCHITECTURE_DIGITS_MIN 2u
#define ARCHITECTURE_DIGITS_MAX 3u

/* Whether the build goes through a list of its own and asks for each number whether it was given;
 * to people it lists none. */
static gboolean is_compared_number(const AllowedValue *value)
{
    gsize length = strlen(value->value);
    return value->origin == VALUE_COMPARED && *value->value != '-' && is_number(value->value) &&
           length >= ARCHITECTURE_DIGITS_MIN && length <= ARCHITECTURE_DIGITS_MAX;
}

void values_reject_architectures(const GPtrArray *decisions)
{
    gboolean other = FALSE;
    for (guint i = 0; i < decisions->len; i++) {
        const ValueDecision *decision = decisions->pdata[i];
        other = other || (!decision->rejected && !is_compared_number(decision->value));
    }
    for (guint i = 0; other && i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        if (!decision->rejected && is_compared_number(decision->value)) {
            value_reject(decision, "it is the compiler's number of an accelerator");
        }
    }
}
