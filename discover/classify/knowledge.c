#include "discover/classify/knowledge.h"

#include "discover/classify/words.h"

#include <string.h>

G_DEFINE_QUARK(xaas - knowledge - error - quark, knowledge_error)

/* Longest prefix first, so that a special case wins over the general one. */
static const Term *find_with_prefix(GHashTable *table, const GPtrArray *prefixes, const char *key)
{
    const Term *exact = g_hash_table_lookup(table, key);
    if (exact != NULL) {
        return exact;
    }
    for (guint i = 0; i < prefixes->len; i++) {
        const char *pattern = g_ptr_array_index(prefixes, i);
        if (strncmp(pattern, key, strlen(pattern) - 1) == 0) {
            return g_hash_table_lookup(table, pattern);
        }
    }
    return NULL;
}

const GArray *knowledge_spellings(const Knowledge *self, const char *squashed)
{
    return g_hash_table_lookup(self->phrases, squashed);
}

const Term *knowledge_term(const Knowledge *self, const char *id)
{
    return g_hash_table_lookup(self->term_by_id, id);
}

const Term *knowledge_package(const Knowledge *self, const char *package)
{
    g_autofree char *lower = g_ascii_strdown(package, -1);
    return g_hash_table_lookup(self->packages, lower);
}

const Term *knowledge_macro(const Knowledge *self, const char *macro)
{
    return g_hash_table_lookup(self->macros, macro);
}

const Term *knowledge_flag(const Knowledge *self, const char *flag)
{
    return find_with_prefix(self->flags, self->flag_prefixes, flag);
}

const Term *knowledge_library(const Knowledge *self, const char *library)
{
    g_autofree char *lower = g_ascii_strdown(library, -1);
    const char *plain = g_str_has_prefix(lower, "-l") ? lower + 2 : lower;
    const Term *term = find_with_prefix(self->libraries, self->library_prefixes, plain);
    /* Searches also ask for the file's name: find_library(... NAMES libfoo foo). */
    return term == NULL && g_str_has_prefix(plain, "lib")
               ? find_with_prefix(self->libraries, self->library_prefixes, plain + strlen("lib"))
               : term;
}

const Term *knowledge_language(const Knowledge *self, const char *language)
{
    g_autofree char *lower = g_ascii_strdown(language, -1);
    return g_hash_table_lookup(self->languages, lower);
}

const Term *knowledge_program(const Knowledge *self, const char *program)
{
    return find_with_prefix(self->programs, self->program_prefixes, program);
}

const Term *knowledge_wrapper(const Knowledge *self, const char *program)
{
    return find_with_prefix(self->wrappers, self->wrapper_prefixes, program);
}

const ValueWord *knowledge_value_word(const Knowledge *self, const char *value)
{
    char squashed[PHRASE_BYTES_MAX];
    words_squash(value, squashed, sizeof squashed);
    return g_hash_table_lookup(self->value_words, squashed);
}

gboolean knowledge_value_means(const Knowledge *self, const char *value, ValueMeaning meaning)
{
    const ValueWord *word = value != NULL ? knowledge_value_word(self, value) : NULL;
    return word != NULL && word->meaning == meaning;
}

gboolean knowledge_is_filler(const Knowledge *self, const char *word)
{
    return g_hash_table_contains(self->verbs, word) || g_hash_table_contains(self->noise, word);
}

GHashTable *knowledge_side_folders(const Knowledge *self)
{
    return self->side_folders;
}

GHashTable *knowledge_build_scripts(const Knowledge *self)
{
    return self->build_scripts;
}

MachineVariables knowledge_machine_variables(const Knowledge *self)
{
    return (MachineVariables){self->machine_variables, self->machine_beginnings};
}

const SourcePatterns *knowledge_source_patterns(const Knowledge *self)
{
    return &self->patterns;
}

void knowledge_free(Knowledge *self)
{
    if (self == NULL) {
        return;
    }
    for (guint i = 0; i < self->terms->len; i++) {
        const Term *term = g_ptr_array_index(self->terms, i);
        g_array_unref(term->implied);
        g_array_unref(term->provided);
    }
    g_ptr_array_unref(self->terms);
    g_ptr_array_unref(self->rules);
    g_ptr_array_unref(self->flag_prefixes);
    g_ptr_array_unref(self->library_prefixes);
    g_ptr_array_unref(self->program_prefixes);
    g_ptr_array_unref(self->wrapper_prefixes);
    GHashTable *tables[] = {self->term_by_id,
                            self->phrases,
                            self->packages,
                            self->macros,
                            self->flags,
                            self->libraries,
                            self->languages,
                            self->programs,
                            self->wrappers,
                            self->sets,
                            self->value_words,
                            self->patterns.headers,
                            self->patterns.pragmas,
                            self->patterns.identifiers,
#define X(name) self->name,
                            KNOWLEDGE_WORD_LISTS(X)
#undef X
    };
    for (gsize i = 0; i < G_N_ELEMENTS(tables); i++) {
        g_hash_table_unref(tables[i]);
    }
    arena_free(self->arena);
    g_free(self);
}
