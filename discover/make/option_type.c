/* Whether an option is a switch, a place or a text, from what is given to it and how it is asked
 * for. */
#include "core/word_list.h"
#include "discover/make/comment_values.h"
#include "discover/make/reading.h"
#include <string.h>

/* Whether the last word of the name says that it is a place; in "INC_X" the first one does. */
static gboolean names_place(const char *name)
{
    static const char *const words[] = {"dir",     "path",     "root",   "home",   "prefix",
                                        "topdir",  "srcdir",   "inc",    "incl",   "incs",
                                        "include", "includes", "incdir", "libdir", NULL};
    const char *last = strrchr(name, '_');
    static const char *const endings[] = {"DIR", "PATH", "ROOT", "HOME"};
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(name, endings[i])) {
            return TRUE;
        }
    }
    return word_list_has_caseless(words, last != NULL ? last + 1 : name) ||
           g_str_has_prefix(name, "INC_") || g_str_has_prefix(name, "INCLUDE_");
}

/* "$(PREFIX)/bin": a folder below another one, or what lies there. A name with a dot may be that of
 * a library. */
static gboolean is_below_place(const char *value)
{
    const char *rest = *value == '$' ? make_reference_end(value) : NULL;
    return rest != NULL && *rest == '/' && strpbrk(rest, " \t.$") == NULL;
}

/* "$(FFTW_LIB_DIR)" and nothing else. */
static gboolean is_place_of_other(const char *value)
{
    if (!make_is_reference(value)) {
        return FALSE;
    }
    g_autofree char *name = g_strndup(value + 2, strlen(value) - 3);
    return names_place(name);
}

static gboolean is_place(const char *value)
{
    static const char *const functions[] = {"$(realpath ", "$(abspath ", "$(dir "};
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (g_str_has_prefix(value, functions[i]) && *make_reference_end(value) == '\0') {
            return TRUE;
        }
    }
    static const char *const beginnings[] = {"/",       "~",         "../",      "$(HOME)",
                                             "${HOME}", "$(CURDIR)", "${CURDIR}"};
    for (guint i = 0; i < G_N_ELEMENTS(beginnings); i++) {
        if (g_str_has_prefix(value, beginnings[i])) {
            return strchr(value, ' ') == NULL;
        }
    }
    return is_below_place(value) || is_place_of_other(value);
}

/* "$(if $(DIR),yes,no)", "$(strip $(OLD_NAME))": nobody has written a value. */
static gboolean is_worked_out(const char *value)
{
    static const char strip[] = "$(strip ";
    if (g_str_has_prefix(value, strip) && *make_reference_end(value) == '\0') {
        g_autofree char *inner =
            g_strndup(value + strlen(strip), strlen(value) - strlen(strip) - 1);
        return make_is_reference(g_strstrip(inner));
    }
    static const char *const functions[] = {"$(if ", "$(shell "};
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (g_str_has_prefix(value, functions[i])) {
            return *make_reference_end(value) == '\0';
        }
    }
    return FALSE;
}

/* What it is compared with says on or off, and more than nothing. */
static gboolean is_asked_for_switch(const MakeVariable *variable)
{
    GHashTableIter iter;
    gpointer word;
    gboolean any = FALSE;
    g_hash_table_iter_init(&iter, variable->tested);
    while (g_hash_table_iter_next(&iter, &word, NULL)) {
        if (!unknown_is_on(word) && !unknown_is_off(word)) {
            return FALSE;
        }
        any = any || *(const char *)word != '\0';
    }
    return any;
}

/* The words that a document lists for it all say on or off, "X = YES/NO". */
static gboolean is_told_switch(const MakeVariable *variable)
{
    for (guint i = 0; variable->usage != NULL && i < variable->usage->len; i++) {
        const char *word = variable->usage->pdata[i];
        if (!unknown_is_on(word) && !unknown_is_off(word)) {
            return FALSE;
        }
    }
    return variable->usage != NULL;
}

/* "2", "-1": neither of the digits that say on and off. */
static gboolean is_count(const char *value)
{
    const char *digits = value + (*value == '-' ? 1 : 0);
    return *digits != '\0' && digits[strspn(digits, G_CSET_DIGITS)] == '\0' &&
           strcmp(value, "0") != 0 && strcmp(value, "1") != 0;
}

/* Whether the values are those of the variable, as its default or a test shows, and one of them is
 * a number beyond 0 and 1. */
static gboolean tells_count(const MakeVariable *variable, const GPtrArray *values)
{
    gboolean known = FALSE;
    gboolean count = FALSE;
    for (guint i = 0; i < values->len; i++) {
        const char *value = values->pdata[i];
        count = count || is_count(value);
        known = known || g_hash_table_contains(variable->tested, value);
        for (guint k = 0; k < variable->declarations->len; k++) {
            const Declaration *at = &g_array_index(variable->declarations, Declaration, k);
            known = known || g_strcmp0(at->value, value) == 0;
        }
    }
    return known && count;
}

/* "N: a size of one's own", below what 0 means. */
static gboolean tells_any_number(const char *comment)
{
    return comment != NULL && g_regex_match_simple("^0: .*\n[Nn]: ", comment, G_REGEX_MULTILINE, 0);
}

gboolean make_counts(MakeReading *self, const MakeVariable *variable)
{
    const char *comment = variable->comment;
    g_autoptr(GPtrArray) numbers = comment_numbers(self->scratch, comment);
    g_autoptr(GPtrArray) own = comment_own_values(self->scratch, comment, variable->name);
    return tells_any_number(comment) || tells_count(variable, numbers) ||
           tells_count(variable, own) ||
           (variable->explained != NULL && tells_count(variable, variable->explained));
}

gboolean make_is_asked_for_count(const MakeVariable *variable)
{
    GHashTableIter iter;
    gpointer word;
    g_hash_table_iter_init(&iter, variable->tested);
    while (g_hash_table_iter_next(&iter, &word, NULL)) {
        if (is_count(word)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_number(const char *value)
{
    return is_count(value) || strcmp(value, "0") == 0 || strcmp(value, "1") == 0;
}

gboolean make_takes_number(const MakeVariable *variable)
{
    gboolean count = make_is_asked_for_count(variable);
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *at = &g_array_index(variable->declarations, Declaration, i);
        const char *value = at->value != NULL ? at->value : "";
        if (*value != '\0' && !is_number(value) && !make_is_reference(value)) {
            return FALSE;
        }
        count = count || is_count(value);
    }
    GHashTableIter iter;
    gpointer word;
    g_hash_table_iter_init(&iter, variable->tested);
    while (g_hash_table_iter_next(&iter, &word, NULL)) {
        if (*(const char *)word != '\0' && !is_number(word)) {
            return FALSE;
        }
    }
    return count;
}

/* All that is known to be given to it says on or off. */
gboolean make_is_switch(const MakeVariable *variable)
{
    gboolean asked = variable->tests + variable->commented > 0;
    if (variable->reworded->len > 0 || variable->counts || variable->names_file ||
        make_is_asked_for_count(variable)) {
        return FALSE;
    }
    /* One that is only asked for, and never used as text but where it is shown to people. */
    gboolean any = variable->tests > 0 && variable->uses <= variable->shown;
    for (guint i = 0; i < variable->values->len; i++) {
        const char *value = ((const AllowedValue *)variable->values->pdata[i])->value;
        if (!unknown_is_on(value) && !unknown_is_off(value) &&
            !make_is_put_for_yes(variable, value)) {
            return FALSE;
        }
        any = TRUE;
    }
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        /* What is filled in may be any of the words. */
        if (declaration->value == NULL || make_is_filled_in(declaration->value)) {
            continue;
        }
        if ((is_worked_out(declaration->value) || make_is_reference(declaration->value)) &&
            (is_asked_for_switch(variable) || is_told_switch(variable))) {
            any = TRUE;
            continue;
        }
        /* "FFTW_HOME = NOT_SET" waits for a folder. */
        if (unknown_is_placeholder(declaration->value) && names_place(variable->name)) {
            return FALSE;
        }
        /* Nothing at all is no word. */
        if (*declaration->value != '\0' && !unknown_is_on(declaration->value) &&
            !unknown_is_off(declaration->value)) {
            return FALSE;
        }
        /* A digit that is only passed on may be any number. */
        any = any || (asked && *declaration->value != '\0') || g_ascii_isalpha(*declaration->value);
    }
    return any;
}

/* Whether something that is given to it is a flag, and not one that only says where things are. */
static gboolean takes_flags(const MakeVariable *variable)
{
    for (guint i = 0; i < variable->declarations->len; i++) {
        const char *value = g_array_index(variable->declarations, Declaration, i).value;
        const char *flag = value != NULL ? strchr(value, '-') : NULL;
        if (flag != NULL && (flag[1] == 'D' || flag[1] == 'l')) {
            return TRUE;
        }
    }
    return FALSE;
}

OptionType make_option_type(const MakeVariable *variable)
{
    if (make_is_switch(variable)) {
        return OPTION_BOOL;
    }
    const Declaration *first = &g_array_index(variable->declarations, Declaration, 0);
    if (variable->declarations->len > 0 && first->value != NULL && is_place(first->value)) {
        return OPTION_PATH;
    }
    return names_place(variable->name) && variable->values->len == 0 && !takes_flags(variable)
               ? OPTION_PATH
               : OPTION_STRING;
}
