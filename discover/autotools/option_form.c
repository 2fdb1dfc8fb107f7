#include "discover/autotools/option_form.h"
#include "core/switch_word.h"
#include "core/word_list.h"
#include <string.h>

gboolean option_form_is_answer(const char *text)
{
    static const char *const words[] = {"yes", "no",   "y",     "n",    "on",
                                        "off", "true", "false", "none", NULL};
    return word_list_has_caseless(words, text);
}

/* Values that leave the answer to configure: beside yes and no they make no choice of it. */
gboolean option_form_is_automatic(const char *text)
{
    static const char *const words[] = {"check", "default", "guess", "maybe", "try", NULL};
    return switch_word_is_automatic(text) || word_list_has_caseless(words, text);
}

gboolean option_form_is_unset(const char *text)
{
    static const char *const words[] = {"not_set",  "notset",    "not-set",     "unset",
                                        "undef",    "undefined", "unspecified", "not_given",
                                        "notgiven", NULL};
    return word_list_has_caseless(words, text);
}

/* Whether its form asks for something other than yes and no. */
gboolean option_form_takes_text(const OptionState *state)
{
    if (state->argument == NULL) {
        return FALSE;
    }
    if (*state->argument == '\0') {
        return !state->both_ways; /* "--with-x= the x library" */
    }
    g_auto(GStrv) words = g_strsplit_set(state->argument, "|/()[]{}<> ,", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        /* "N" stands for a number, not for no. */
        gboolean answer = strlen(words[i]) > 1 && option_form_is_answer(words[i]);
        if (*words[i] != '\0' && !answer && !option_form_is_automatic(words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean option_form_is_plain(const OptionState *state)
{
    return state->argument == NULL && *state->form != '\0' && !state->negative;
}

gboolean option_form_lists_automatic(const OptionState *state)
{
    static const char *const lists[] = {
        "\\b(?:yes|no|auto)(?: ?[,|/] ?(?:or )?| or )(?:yes|no|auto)(?: ?[,|/] ?(?:or )?| or "
        ")(?:yes|no|auto)\\b",
        "\\byes - .*\\bno - .*\\bauto - ",
        "\\bauto - .*\\byes - .*\\bno - ",
    };
    const DefinitionRecord *definition = state->record->definitions->pdata[0];
    const char *const texts[] = {state->argument, definition->help};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        for (guint k = 0; texts[i] != NULL && k < G_N_ELEMENTS(lists); k++) {
            if (strstr(texts[i], "auto") != NULL &&
                g_regex_match_simple(lists[k], texts[i], 0, 0)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static gboolean is_word_byte(char byte)
{
    return g_ascii_isalnum(byte) || byte == '_' || byte == '-' || byte == '+';
}

/* Whether a text has the word. */
gboolean option_form_names(const char *text, const char *word)
{
    gsize length = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == text || !is_word_byte(at[-1])) && !is_word_byte(at[length])) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean option_form_names_any(const char *text, const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        if (option_form_names(text, words->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean option_form_names_place(const char *name)
{
    static const char *const endings[] = {"-lib",  "-libs",   "-libdir", "-library", "-libraries",
                                          "-path", "-root",   "-incdir", "-include", "-includes",
                                          "dir",   "-prefix", NULL};
    return g_str_has_prefix(name, "--with-") && word_list_ends(endings, name);
}

gboolean option_form_is_part_of_place(const OptionState *state)
{
    static const char *const endings[] = {"-bindir",   "-incdir", "-include",
                                          "-includes", "-libdir", NULL};
    return option_form_takes_path(state) && word_list_ends(endings, state->record->name);
}

static gboolean has_place_word(const char *text)
{
    static const char *const words[] = {"dir", "path", "prefix", "file", "root", "location"};
    g_autofree char *lower = g_ascii_strdown(text, -1);
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(lower, words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean option_form_is_place_word(const char *word)
{
    static const char *const words[] = {"dir",  "directory", "path", "prefix",
                                        "root", "location",  NULL};
    return word_list_has_caseless(words, word) ||
           (strpbrk(word, G_CSET_a_2_z) == NULL && has_place_word(word));
}

/* "INC,LIB": where headers and libraries are, both at once. One of them alone may be a name. */
static gboolean is_pair_of_folders(const char *lower)
{
    static const char *const parts[] = {"inc", "include", "includes",  "incdir",
                                        "lib", "libs",    "libraries", NULL};
    g_auto(GStrv) words = g_strsplit(lower, ",", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *word = g_strstrip(words[i]);
        if (!word_list_has_caseless(parts, word) && !has_place_word(word)) {
            return FALSE;
        }
    }
    return g_strv_length(words) == 2;
}

static gboolean is_folder(const char *lower)
{
    return (has_place_word(lower) && strstr(lower, "file") == NULL) || is_pair_of_folders(lower);
}

/* "yes|no|prefix", "INC,LIB | =DIR": words for yes and no, and one for a folder or ways to give it.
 * A file among them may be a value, as other words are. */
static gboolean is_answer_or_folder(const char *form)
{
    g_auto(GStrv) words = g_strsplit(form, "|", -1);
    gboolean folder = FALSE;
    for (guint i = 0; words[i] != NULL; i++) {
        g_autofree char *word = g_ascii_strdown(g_strdelimit(words[i], "<>[](){}=", ' '), -1);
        g_strstrip(word);
        if (is_folder(word)) {
            folder = TRUE;
        } else if (!option_form_is_answer(word) && !option_form_is_automatic(word)) {
            return FALSE;
        }
    }
    return folder;
}

gboolean option_form_may_be_place(const OptionState *state)
{
    if (state->argument == NULL || strchr(state->argument, '|') == NULL) {
        return FALSE;
    }
    g_auto(GStrv) words = g_strsplit(state->argument, "|", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (has_place_word(words[i]) && strstr(words[i], "file") == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The one word behind "=" in the form, in lower case; NULL when there is none or more. The caller
 * frees it. */
static char *word_of_argument(const OptionState *state)
{
    if (state->argument == NULL) {
        return NULL;
    }
    g_autofree char *lower = g_ascii_strdown(state->argument, -1);
    g_autofree char *word = g_strdup(g_strdelimit(lower, "<>[](){}", ' '));
    return g_strdup(g_strstrip(word));
}

/* Words for a folder or file to be given. */
gboolean option_form_takes_path(const OptionState *state)
{
    if (state->argument == NULL) {
        return option_form_names_place(state->record->name);
    }
    if (strchr(state->argument, '|') != NULL) {
        return is_answer_or_folder(state->argument);
    }
    g_autofree char *word = word_of_argument(state);
    return *state->argument == '/' || has_place_word(state->argument) || is_pair_of_folders(word);
}

/* "set the level of optimisation [0-3]": a range that a word in front says to be a number's. Ranges
 * tell of much else, and [0-1] is off and on. */
gboolean option_form_shows_range(const OptionState *state)
{
    const DefinitionRecord *definition = state->record->definitions->pdata[0];
    return state->argument == NULL && definition->help != NULL &&
           g_regex_match_simple(
               "\\b(?:bits|count|degree|depth|length|level|number|order|size|width)s?"
               "(?: (?:of|for|in) [\\w-]+)?[:,]? ?"
               "[\\[(](?!0 ?(?:-|\\.\\.+|to) ?1[\\])])"
               "[0-9]+ ?(?:-|\\.\\.+|to) ?[0-9]+[\\])]",
               definition->help, G_REGEX_CASELESS, 0);
}

/* "set to 1 to 64", "1 for single, 2 for double": 1 is one number of several. */
static gboolean tells_other_numbers(const char *help)
{
    return g_regex_match_simple(
        "^set to \\w+ to [0-9]"
        "|(?:[,;/]|\\bor|\\band) *(?:set )?(?:to )?(?!1\\b)[1-9][0-9]*\\b"
        "|\\b(?!1\\b)[1-9][0-9]* *(?:=|for\\b|if\\b|means\\b|to\\b|when\\b)",
        help, G_REGEX_CASELESS, 0);
}

const char *option_form_word_to_set(Arena *arena, const OptionState *state)
{
    const DefinitionRecord *definition = state->record->definitions->pdata[0];
    g_autoptr(GRegex) form =
        g_regex_new("^set to (1|yes|true|on) (?:to|if|for|when)\\b", G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (definition->help == NULL || !g_regex_match(form, definition->help, 0, &match) ||
        tells_other_numbers(definition->help)) {
        return NULL;
    }
    g_autofree char *word = g_match_info_fetch(match, 1);
    return arena_strdup(arena, word);
}

/* "--with-size=NUM": a number is to be given. */
gboolean option_form_asks_number(const OptionState *state)
{
    static const char *const words[] = {"bytes", "int",    "integer", "kb",   "mb",
                                        "n",     "number", "num",     "size", NULL};
    g_autofree char *word = word_of_argument(state);
    return word != NULL && g_strv_contains(words, word);
}

/* "--with-arch=<arch>": what stands for a word of its own, which has to be given. That the script
 * compares it with "yes" says what it does without one. */
gboolean option_form_asks_word(const OptionState *state)
{
    static const char *const words[] = {"arch",   "cpu", "level", "string",
                                        "target", "val", "value", NULL};
    g_autofree char *word = word_of_argument(state);
    return word != NULL && g_strv_contains(words, word);
}
