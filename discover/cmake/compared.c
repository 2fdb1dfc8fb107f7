/* What a project compares options with: values that they may have, then. */
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* Changes of a text that is changed already. */
#define SAME_MEANING_DEPTH_MAX 4u

const Symbol *evaluator_meant(Evaluator *self, const Symbol *symbol)
{
    /* A change of letter case or blanks does not change what is meant. */
    static const char *const same_meaning[] = {"string(TOUPPER)", "string(TOLOWER)",
                                               "string(STRIP)", "separate_arguments", NULL};
    for (guint depth = 0; depth < SAME_MEANING_DEPTH_MAX && symbol->operation != NULL &&
                          g_strv_contains(same_meaning, symbol->operation) &&
                          symbol->origins[0] != SYMBOL_NONE && symbol->origins[1] == SYMBOL_NONE;
         depth++) {
        symbol = symbols_at(self->symbols, symbol->origins[0]);
    }
    return symbol;
}

/* "if(NOT TIDE_FFT STREQUAL TIDE_FFT_LAST)": a variable that keeps what the option was, and holds
 * nothing the first time. */
static gboolean is_called_after(const char *value, const char *option)
{
    return strchr(option, '_') != NULL && strstr(value, option) != NULL;
}

static void compared_symbol(Evaluator *self, const Symbol *symbol, const char *value)
{
    const Symbol *meant = evaluator_meant(self, symbol);
    OptionRecord *option = meant->kind == CONDITION_SUBJECT_OPTION && !meant->boolean
                               ? recorder_option(self->recorder, meant->name, FALSE)
                               : NULL;
    if (option != NULL && !is_called_after(value, meant->name)) {
        recorder_value(self->recorder, option, value, VALUE_COMPARED,
                       evaluator_project_place(self));
    }
}

/* A function that looks for its keywords among what it is given compares them with all of it. */
static gboolean is_keyword_search(const Evaluator *self, const char *text)
{
    return self->frame->walked != NULL && strcmp(self->frame->walked, text) == 0;
}

void evaluator_compared(Evaluator *self, const char *text, const char *value)
{
    const Symbol *symbol = symbols_of_hole(self->symbols, text);
    if (symbol != NULL && *value != '\0' && !text_has_hole(value) && !evaluator_in_stub(self) &&
        !is_keyword_search(self, text)) {
        compared_symbol(self, symbol, value);
    }
}

/* What a pattern asks for in names of files and in flags is a piece of them. */
static gboolean takes_pieces(const char *name)
{
    static const char *const endings[] = {
        "COMMAND", "COMPILER", "DEFINITIONS", "DEFS",      "DIR",  "DIRS",    "EXECUTABLE",
        "FLAGS",   "HOST",     "LIBRARY",     "LIBRARIES", "LIBS", "OPTIONS", "PATH",
        "ROOT",    "TRIPLE",   "VERSION",     NULL}; /* with CXXFLAGS and LDFLAGS */
    for (const char *const *ending = endings; *ending != NULL; ending++) {
        if (g_str_has_suffix(name, *ending)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether what it is by default holds the word and more: then the pattern asks for a piece of it.
 */
static gboolean is_part_of_default(const OptionRecord *option, const char *word)
{
    for (guint d = 0; d < option->definitions->len; d++) {
        const GArray *defaults =
            ((const DefinitionRecord *)option->definitions->pdata[d])->defaults;
        for (guint i = 0; i < defaults->len; i++) {
            const char *text = g_array_index(defaults, GuardedText, i).text;
            if (text != NULL && strcmp(text, word) != 0 && strstr(text, word) != NULL) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* The option whose words a test asks for; NULL when it is none. */
static OptionRecord *option_of_words(Evaluator *self, const Symbol *meant)
{
    if (meant == NULL || meant->kind != CONDITION_SUBJECT_OPTION || meant->boolean ||
        evaluator_in_stub(self) ||
        g_str_has_prefix(meant->name, "CMAKE_")) { /* known without the project */
        return NULL;
    }
    return recorder_option(self->recorder, meant->name, FALSE);
}

void evaluator_compared_element(Evaluator *self, const char *list, const char *text)
{
    const Symbol *symbol = symbols_of_hole(self->symbols, list);
    OptionRecord *option =
        symbol != NULL ? option_of_words(self, evaluator_meant(self, symbol)) : NULL;
    if (option != NULL && *text != '\0' && !is_keyword_search(self, list)) {
        option->list = TRUE;
        recorder_word(self->recorder, option, text, evaluator_project_place(self));
    }
}

void evaluator_compared_words(Evaluator *self, const char *text, const char *pattern)
{
    const Symbol *symbol = symbols_of_hole(self->symbols, text);
    const Symbol *meant = symbol != NULL ? evaluator_meant(self, symbol) : NULL;
    OptionRecord *option = option_of_words(self, meant);
    if (option == NULL || takes_pieces(meant->name)) {
        return;
    }
    gboolean whole = FALSE;
    g_autoptr(GPtrArray) words = cmake_pattern_words(pattern, &whole);
    for (guint i = 0; i < words->len; i++) {
        if (whole) {
            compared_symbol(self, meant, words->pdata[i]);
        } else if (!is_part_of_default(option, words->pdata[i])) {
            recorder_word(self->recorder, option, words->pdata[i], evaluator_project_place(self));
        }
    }
}
