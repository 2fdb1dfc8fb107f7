/* What is known of a function or macro of the project while its body is looked through, and what
 * that makes of it: one that declares what it is given first, sets it, or registers it. */
#include "discover/cmake/text_kinds.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared_search.h"
#include <string.h>

/* What a function is called with is its own matter, whatever else bears the name. */
gboolean undeclared_is_parameter(const Search *search, const char *name, gsize length)
{
    if (search->parameters->len == 0) {
        return FALSE;
    }
    g_autofree char *whole = g_strndup(name, length);
    return g_hash_table_contains(search->parameter_names, whole);
}

/* Whether the text is "${NAME}", with a parameter's name. */
static gboolean hands_over_parameter(const Search *search, const char *text)
{
    gsize length = strlen(text);
    return length > 3 && g_str_has_prefix(text, "${") && text[length - 1] == '}' &&
           undeclared_is_parameter(search, text + 2, length - 3);
}

static void clear_parameters(Search *search)
{
    g_hash_table_remove_all(search->parameter_names);
    g_ptr_array_set_size(search->parameters, 0);
}

static void note_parameters(Search *search, const GArray *words)
{
    clear_parameters(search);
    for (guint i = 1; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        if (word->kind == TEXT_WORD_PLAIN) {
            char *name = g_strdup(word->text);
            g_ptr_array_add(search->parameters, name);
            g_hash_table_add(search->parameter_names, name);
        }
    }
}

static void begin_function(Search *search, const GArray *words)
{
    const char *name = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    g_clear_pointer(&search->function, g_free);
    search->function = name != NULL ? g_ascii_strdown(name, -1) : NULL;
}

void undeclared_end_function(Search *search)
{
    clear_parameters(search);
    g_clear_pointer(&search->function, g_free);
}

/* "set(${name} ${value} PARENT_SCOPE)" in a function for options whose first parameter is "name",
 * or set(${name} ...) in any function where ${name} is not defined. One that also calls option()
 * for it, or puts it in the cache, declares it there. */
void undeclared_note_setter(Search *search, const char *command, const GArray *words)
{
    const char *text = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (search->function == NULL || search->parameters->len == 0 || text == NULL) {
        return;
    }
    g_autofree char *reference =
        g_strdup_printf("${%s}", (const char *)search->parameters->pdata[0]);
    /* What is handed back to a caller is no option: an option's default is handed over. */
    gboolean handed = text_branches_absent(search->branches, reference, strlen(reference));
    if (!handed && !text_speaks_of_options(search->function)) {
        return;
    }
    for (guint i = 1; i < words->len; i++) {
        const char *value = g_array_index(words, TextWord, i).text;
        handed = handed || (value != NULL && strcmp(value, reference) != 0 &&
                            hands_over_parameter(search, value));
    }
    gboolean plain = strcmp(command, "set") == 0 && !text_words_have(words, "CACHE");
    if (strcmp(text, reference) == 0 && (handed || !plain)) {
        g_hash_table_add(plain ? search->setters : search->declaring, g_strdup(search->function));
    }
}

/* list(APPEND all "${name}" "${help}" ...) in a function whose first parameter is "name": all that
 * it is called with is looked through later, by names that no text shows. */
void undeclared_note_registering(Search *search, const GArray *words)
{
    static const char *const append[] = {"APPEND", NULL};
    if (search->function == NULL || search->parameters->len < 2 || words->len < 4 ||
        !text_words_is(words, 0, append)) {
        return;
    }
    for (guint i = 0; i < 2; i++) {
        g_autofree char *reference =
            g_strdup_printf("${%s}", (const char *)search->parameters->pdata[i]);
        if (g_strcmp0(g_array_index(words, TextWord, 2 + i).text, reference) != 0) {
            return;
        }
    }
    g_hash_table_add(search->registering, g_strdup(search->function));
}

/* The beginning or end of a function or macro. */
gboolean undeclared_follow_function(Search *search, const char *name, const GArray *words)
{
    if (strcmp(name, "function") == 0 || strcmp(name, "macro") == 0) {
        search->settings = FALSE;
        note_parameters(search, words);
        begin_function(search, words);
        return TRUE;
    }
    if (strcmp(name, "endfunction") == 0 || strcmp(name, "endmacro") == 0) {
        undeclared_end_function(search);
        return TRUE;
    }
    return FALSE;
}
