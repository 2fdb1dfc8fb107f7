#include "discover/classify/project.h"
#include "core/text_order.h"

#include "discover/classify/beside.h"
#include "discover/classify/needed.h"
#include "discover/classify/owners.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* A first word is the project's prefix when this share of its options begins with it. A
 * technology's name must be more common than that: a project may well have a dozen options about
 * one. */
#define PREFIX_SHARE 0.2
#define PREFIX_SHARE_TECHNOLOGY 0.5
#define PREFIX_OPTIONS_MIN 3u

static gboolean means_technology(const Knowledge *knowledge, const char *word)
{
    const GArray *spellings = knowledge_spellings(knowledge, word);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        if (g_array_index(spellings, Spelling, i).term->has_category) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "TEST_...": what many options are about, whoever the project is. */
static gboolean means_something(const Knowledge *knowledge, const char *word)
{
    return knowledge_spellings(knowledge, word) != NULL;
}

char *project_first_piece(const char *name)
{
    const char *begin = name + strspn(name, "-");
    gsize length = strcspn(begin, "_-.:");
    return begin[length] == '\0' ? NULL : g_ascii_strdown(begin, (gssize)length);
}

/* Whether only files that search for packages declare it: what FindX.cmake puts in the cache is
 * called after X, however much it is. */
static gboolean is_of_search_files(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        const char *path = definition->declared_at.path;
        if (path == NULL || !tree_is_find_module(path)) {
            return FALSE;
        }
    }
    return option->definitions->len > 0;
}

static gboolean counts(const Project *self, const Option *option)
{
    return option->type != OPTION_UNTYPED && option->type != OPTION_INTERNAL &&
           !is_of_search_files(option) && !project_is_vendored(self, option);
}

/* Whether the build takes what is called so from elsewhere: a package, or a language. */
static gboolean is_taken_in(const Project *self, const char *name)
{
    const GArray *spellings = knowledge_spellings(self->knowledge, name);
    const GPtrArray *effects = self->facts->effects;
    for (guint i = 0; spellings != NULL && i < effects->len; i++) {
        const Effect *effect = g_ptr_array_index(effects, i);
        const Term *term =
            effect->kind == EFFECT_PACKAGE    ? knowledge_package(self->knowledge, effect->name)
            : effect->kind == EFFECT_LANGUAGE ? knowledge_language(self->knowledge, effect->name)
                                              : NULL;
        for (guint k = 0; term != NULL && k < spellings->len; k++) {
            if (g_array_index(spellings, Spelling, k).term == term) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* A library that the build takes from nowhere, as the generator of its sources does not: "tides" of
 * "tides_generator", where others know a library of that name. */
static gboolean is_other_library(const Project *self, const char *name)
{
    const GArray *spellings = knowledge_spellings(self->knowledge, name);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        const Term *term = g_array_index(spellings, Spelling, i).term;
        if (term->has_category && (!term->technology || term->category != CATEGORY_LIBRARY)) {
            return FALSE;
        }
    }
    return spellings != NULL && !is_taken_in(self, name);
}

/* The project's name, or its first word: "quanta" of "quanta.cpp". */
static gboolean is_own_word(const Project *self, const char *piece, Arena *arena)
{
    if (strcmp(piece, self->own_name) == 0 || strcmp(piece, self->bare_name) == 0) {
        return TRUE;
    }
    if (self->facts->project_name == NULL ||
        (means_technology(self->knowledge, piece) && !is_other_library(self, piece))) {
        return FALSE;
    }
    g_autoptr(GArray) words = words_of_name(arena, self->facts->project_name);
    return words->len > 0 && strlen(piece) >= OWN_NAME_BYTES_MIN &&
           strcmp(piece, g_array_index(words, Word, 0).text) == 0;
}

/* What the project fetches: options with its name are the other project's. */
static gboolean is_fetched(const Project *self, const char *piece)
{
    const GPtrArray *effects = self->facts->effects;
    for (guint i = 0; i < effects->len; i++) {
        const Effect *effect = g_ptr_array_index(effects, i);
        if (effect->kind == EFFECT_DOWNLOAD && g_ascii_strcasecmp(effect->name, piece) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void learn_prefixes(Project *self, Arena *arena)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    guint total = 0;
    for (guint i = 0; i < self->facts->options->len; i++) {
        const Option *option = g_ptr_array_index(self->facts->options, i);
        g_autofree char *found =
            counts(self, option) ? project_first_piece(option_name_bare(option->name)) : NULL;
        const char *piece = found == NULL ? NULL : arena_intern(arena, found);
        total += counts(self, option) ? 1 : 0;
        if (piece != NULL && !knowledge_is_filler(self->knowledge, piece)) {
            guint count = GPOINTER_TO_UINT(g_hash_table_lookup(seen, piece));
            g_hash_table_insert(seen, (void *)piece, GUINT_TO_POINTER(count + 1));
        }
    }
    GHashTableIter iter;
    void *piece;
    void *count;
    g_hash_table_iter_init(&iter, seen);
    while (g_hash_table_iter_next(&iter, &piece, &count)) {
        double share = (double)GPOINTER_TO_UINT(count) / total;
        double needed =
            means_something(self->knowledge, piece) ? PREFIX_SHARE_TECHNOLOGY : PREFIX_SHARE;
        if (is_own_word(self, piece, arena) || (GPOINTER_TO_UINT(count) >= PREFIX_OPTIONS_MIN &&
                                                share >= needed && !is_fetched(self, piece))) {
            g_hash_table_add(self->prefixes, piece);
        }
    }
}

/* "FOO_PROJECT" is Foo; a project called after what it is written with, "cuda_project", is not. */
static char *without_project_word(const Project *self, const char *name)
{
    static const char word[] = "project";
    gsize length = strlen(name);
    if (!g_str_has_suffix(name, word) || length - strlen(word) < OWN_NAME_BYTES_MIN) {
        return g_strdup(name);
    }
    g_autofree char *rest = g_strndup(name, length - strlen(word));
    return is_taken_in(self, rest) ? g_strdup(name) : g_steal_pointer(&rest);
}

/* "libtides" is what the files of Tides are called, and its options say "Tides". What begins with
 * "lib" by chance, or would be left with a few letters, is a whole name; "" then. */
static const char *without_lib(const Project *self, const char *name)
{
    static const char lib[] = "lib";
    gboolean is_word =
        g_str_has_prefix(name, "librar") || g_hash_table_contains(self->knowledge->lib_words, name);
    return g_str_has_prefix(name, lib) && strlen(name) >= strlen(lib) + OWN_NAME_BYTES_MIN &&
                   !is_word
               ? name + strlen(lib)
               : "";
}

/* Several products may share one entry of the knowledge files; only an entry that bears the
 * project's name is the project. */
static const Term *find_own_term(const Project *self)
{
    for (guint i = 0; i < self->knowledge->terms->len; i++) {
        const Term *term = g_ptr_array_index(self->knowledge->terms, i);
        if (term->technology && project_is_own_name(self, term->name)) {
            return term;
        }
    }
    return NULL;
}

/* What the project itself is among technologies, also where several share an entry. One may be
 * called after a new release: libfoo2, Libfoo++. */
static guint32 find_home(const Project *self)
{
    if (self->own_term != NULL) {
        return self->own_term->has_category ? 1u << self->own_term->category : 0;
    }
    gsize length = strlen(self->own_name);
    while (length > 0 && strchr("0123456789+", self->own_name[length - 1]) != NULL) {
        length--;
    }
    g_autofree char *plain = g_strndup(self->own_name, length);
    const GArray *whole = knowledge_spellings(self->knowledge, self->own_name);
    const GArray *spellings = whole != NULL ? whole : knowledge_spellings(self->knowledge, plain);
    guint32 home = 0;
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        const Term *term = g_array_index(spellings, Spelling, i).term;
        home |= term->technology && term->has_category ? 1u << term->category : 0;
    }
    return home;
}

static void learn_claims(Project *self, Arena *arena)
{
    for (guint i = 0; i < self->facts->options->len; i++) {
        const Option *option = g_ptr_array_index(self->facts->options, i);
        if (!counts(self, option)) {
            continue;
        }
        g_autoptr(Mentions) mentions =
            mentions_of_name(self->knowledge, arena, option_name_bare(option->name));
        for (guint m = 0; m < mentions->mentions->len; m++) {
            const Mention *mention = &g_array_index(mentions->mentions, Mention, m);
            const Term *term = mention->term;
            void *key = GUINT_TO_POINTER(term->index + 1);
            /* ENABLE_HIP_MALLOC_ASYNC adjusts HIP and is no switch for it. */
            gboolean last = mentions_ends(self->knowledge, mentions, mention);
            if (term->technology && last && !g_hash_table_contains(self->claimed, key)) {
                g_hash_table_insert(self->claimed, key, (void *)option);
            }
        }
    }
}

/* The same thing is often done at several places, each for one option. */
static char *effect_key(const Effect *effect)
{
    return g_strdup_printf("%s %s", effect_kind_text(effect->kind), effect->name);
}

static void learn_bringing(Project *self)
{
    for (guint i = 0; i < self->facts->options->len; i++) {
        const Option *option = g_ptr_array_index(self->facts->options, i);
        g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        for (guint k = 0; k < option->links->len; k++) {
            const OptionLink *link = g_ptr_array_index(option->links, k);
            char *key = link->alone ? effect_key(link->effect) : NULL;
            if (key == NULL || !g_hash_table_add(seen, key)) {
                continue;
            }
            guint count = GPOINTER_TO_UINT(g_hash_table_lookup(self->bringing, key));
            g_hash_table_insert(self->bringing, g_strdup(key), GUINT_TO_POINTER(count + 1));
        }
    }
}

guint project_options_bringing(const Project *self, const Effect *effect)
{
    g_autofree char *key = effect_key(effect);
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->bringing, key));
}

static void learn_macros(Project *self)
{
    for (guint i = 0; i < self->facts->effects->len; i++) {
        const Effect *effect = g_ptr_array_index(self->facts->effects, i);
        if (effect->kind == EFFECT_MACRO || effect->kind == EFFECT_DEFINITION) {
            g_hash_table_insert(self->macros, g_ascii_strup(effect->name, -1),
                                (void *)effect->name);
        }
    }
    GHashTableIter iterator;
    void *name;
    g_hash_table_iter_init(&iterator, self->macros);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        g_ptr_array_add(self->macro_names, g_hash_table_lookup(self->macros, name));
    }
    g_ptr_array_sort(self->macro_names, text_order);
}

void project_see_sources(Project *self, const SourceIndex *sources)
{
    self->used = beside_learn(self, sources);
    self->needed = needed_learn(self, sources);
    g_autoptr(GPtrArray) names = source_index_macros(sources);
    g_ptr_array_set_size(self->macro_names, 0);
    for (guint i = 0; i < names->len; i++) {
        if (!source_index_defines(sources, g_ptr_array_index(names, i))) {
            g_ptr_array_add(self->macro_names, g_ptr_array_index(names, i));
        }
    }
}

guint project_first_macro(const Project *self, const char *prefix)
{
    guint begin = 0;
    guint end = self->macro_names->len;
    while (begin < end) {
        guint middle = begin + (end - begin) / 2;
        if (strcmp(g_ptr_array_index(self->macro_names, middle), prefix) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

static guint count_named(GHashTable *named, Category category)
{
    guint count = 0;
    GHashTableIter iter;
    gpointer categories;
    g_hash_table_iter_init(&iter, named);
    while (g_hash_table_iter_next(&iter, NULL, &categories)) {
        count += GPOINTER_TO_UINT(categories) >> category & 1u;
    }
    return count;
}

static GPtrArray *options_named(const Project *self, Category category)
{
    GPtrArray *found = g_ptr_array_new();
    for (guint i = 0; i < self->facts->options->len; i++) {
        Option *option = g_ptr_array_index(self->facts->options, i);
        guint categories = GPOINTER_TO_UINT(g_hash_table_lookup(self->named, option->name));
        if ((categories >> category & 1u) != 0) {
            g_ptr_array_add(found, option);
        }
    }
    return found;
}

Project *project_new(const Knowledge *knowledge, const Facts *facts, Arena *arena)
{
    Project *self = g_new0(Project, 1);
    self->knowledge = knowledge;
    self->facts = facts;
    self->prefixes = g_hash_table_new(g_str_hash, g_str_equal);
    char squashed[PHRASE_BYTES_MAX] = "";
    if (facts->project_name != NULL) {
        words_squash(facts->project_name, squashed, sizeof squashed);
    }
    self->own_name = without_project_word(self, squashed);
    self->bare_name = without_lib(self, self->own_name);
    self->claimed = g_hash_table_new(NULL, NULL);
    self->macros = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->own_term = find_own_term(self);
    self->home = find_home(self);
    self->bringing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->macro_names = g_ptr_array_new();
    learn_macros(self);
    learn_bringing(self);
    learn_prefixes(self, arena);
    learn_claims(self, arena);
    self->named = owners_learn(self, arena);
    self->accelerators = count_named(self->named, CATEGORY_GPU_BACKEND);
    self->sets = options_named(self, CATEGORY_SIMD);
    return self;
}

void project_free(Project *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->prefixes);
    g_hash_table_unref(self->claimed);
    g_hash_table_unref(self->named);
    g_ptr_array_unref(self->sets);
    g_clear_pointer(&self->used, g_hash_table_unref);
    g_clear_pointer(&self->needed, g_hash_table_unref);
    g_ptr_array_unref(self->macro_names);
    g_hash_table_unref(self->macros);
    g_hash_table_unref(self->bringing);
    g_free(self->own_name);
    g_free(self);
}

/* The project's name, or its library's: LIBTIDES_GRIDS of "tides_grids". */
static gboolean is_own_joined(const Project *self, const char *joined)
{
    gsize own = strlen(self->own_name);
    return strcmp(joined, self->own_name) == 0 || strcmp(joined, self->bare_name) == 0 ||
           (own >= OWN_NAME_BYTES_MIN && g_str_has_prefix(joined, "lib") &&
            strcmp(joined + strlen("lib"), self->own_name) == 0);
}

/* Two words at most, since a prefix in mixed case is two words ("OpenMM"), and so is a name with a
 * mark in it ("DEAL_II" of deal.II), of which the first alone is a prefix as well. Something must
 * be left. */
guint project_prefix_length(const Project *self, const GArray *words)
{
    g_autoptr(GString) joined = g_string_new(NULL);
    guint length = 0;
    for (guint i = 0; i < words->len && i < 2; i++) {
        g_string_append(joined, g_array_index(words, Word, i).text);
        gboolean own = is_own_joined(self, joined->str);
        if (i + 1 < words->len &&
            (own || (length == 0 && g_hash_table_contains(self->prefixes, joined->str))) &&
            !g_array_index(words, Word, i + 1).same_piece) {
            length = i + 1;
        }
    }
    return length;
}
