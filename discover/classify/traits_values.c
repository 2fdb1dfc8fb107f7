/* Of the values that an option takes: whether they are a choice, and what kind of text they are. */
#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"

#include <string.h>

/* "64", "0.5", and the numbers of versions: "3.16.1". */
gboolean traits_is_number(const char *text)
{
    return text != NULL && strpbrk(text, "0123456789") != NULL && strstr(text, "..") == NULL &&
           text[strspn(text, "0123456789.")] == '\0';
}

/* "4" and "8", "32" and "64": widths of numbers, of which there are no others between; or any
 * numbers of a project that refuses all others. */
static gboolean lists_numbers(const Option *option)
{
    static const char *const widths[] = {"4", "8", "16", "32", "64", "128", NULL};
    guint compared = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        if (value->origin == VALUE_COMPARED && traits_is_number(value->value)) {
            if (option->free_form && !g_strv_contains(widths, value->value)) {
                return FALSE;
            }
            compared++;
        }
    }
    return compared > 1;
}

/* "-march=native" and "/arch:AVX2": what a build puts together for one compiler or another. */
static gboolean is_compiler_flag(const char *value)
{
    return value[0] == '-' || value[0] == '/';
}

/* Whether a value that the option is compared with, or gets when nobody gives one, is a flag of a
 * compiler, so that flags are what it takes. */
static gboolean takes_flags(const Option *option)
{
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        gboolean ours = value->origin == VALUE_COMPARED || value->origin == VALUE_DEFAULT;
        if (ours && is_compiler_flag(value->value)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Numbers that the project compares an option with are places on a scale, unless there are no
 * others, and a default alone says nothing about what else there is. */
static gboolean makes_choice(const Option *option, const AllowedValue *value)
{
    switch (value->origin) {
    case VALUE_DECLARED:
        return TRUE;
    case VALUE_COMPARED:
        return option->type != OPTION_BOOL && !takes_flags(option) &&
               (!traits_is_number(value->value) || lists_numbers(option));
    case VALUE_HELP:
        return option->type != OPTION_BOOL;
    case VALUE_DEFAULT:
        return FALSE;
    }
    return FALSE;
}

/* Whether there are more of what the value names than anyone lists: processors. */
static gboolean is_open(const Subject *self, guint index)
{
    const Mentions *mentions =
        index < self->values->len ? g_ptr_array_index(self->values, index) : NULL;
    for (guint i = 0; mentions != NULL && i < mentions->mentions->len; i++) {
        if (g_array_index(mentions->mentions, Mention, i).term->open) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the value names another thing of the kind that the option is named after, "mkl" of
 * --with-blas, or says whose copy is taken. Libraries at large are no kind. */
static gboolean names_of_kind(const Subject *self, guint index)
{
    const Mentions *mentions =
        index < self->values->len ? g_ptr_array_index(self->values, index) : NULL;
    guint32 kinds = self->categories[PLACE_NAME] & ~(1u << CATEGORY_LIBRARY);
    for (guint i = 0; mentions != NULL && i < mentions->mentions->len; i++) {
        const Term *term = g_array_index(mentions->mentions, Mention, i).term;
        if (term->has_category &&
            (term->category == CATEGORY_VENDORED || (kinds & (1u << term->category)) != 0)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What the script compares "--with-x=DIR" with beside places: "check", or who is asked for the
 * place. */
static gboolean is_way_to_search(const Subject *self, guint index)
{
    const AllowedValue *value = g_ptr_array_index(self->option->values, index);
    return self->option->builder == BUILDER_AUTOTOOLS && self->option->type == OPTION_PATH &&
           value->origin == VALUE_COMPARED && !names_of_kind(self, index);
}

/* Whether the default stands for any of a kind without end: "native", which goes to the compiler as
 * it is. */
static gboolean begins_open(const Knowledge *knowledge, const Subject *self)
{
    for (guint i = 0; i < self->option->values->len && i < self->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(self->option->values, i);
        const Mentions *mentions = g_ptr_array_index(self->values, i);
        for (guint m = 0; value->origin == VALUE_DEFAULT && m < mentions->mentions->len; m++) {
            const GArray *implied = g_array_index(mentions->mentions, Mention, m).term->implied;
            for (guint k = 0; k < implied->len; k++) {
                guint index = g_array_index(implied, guint, k);
                if (((const Term *)g_ptr_array_index(knowledge->terms, index))->open) {
                    return TRUE;
                }
            }
        }
    }
    return FALSE;
}

/* "Comma-separated list: volta, 70, 75": several are given at once, and beside the build's own
 * words the compiler's, which it adds to. */
static gboolean takes_compilers_words(const Option *option)
{
    g_autoptr(GRegex) list = g_regex_new("\\b(?:list|separated)\\b", G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GRegex) accelerator =
        g_regex_new("(?:^|[\\s,;(])(?:(?:sm_?|compute_?)?[1-9][0-9]{1,2}[a-f]?|gfx[0-9a-f]{3,4})"
                    "(?:$|[\\s,;).])",
                    G_REGEX_CASELESS, 0, NULL);
    for (guint i = 0; i < option->definitions->len; i++) {
        const char *help = ((const Definition *)g_ptr_array_index(option->definitions, i))->help;
        if (help != NULL && g_regex_match(list, help, 0, NULL) &&
            g_regex_match(accelerator, help, 0, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The program that the makefile sets the variable to where it has that value. */
static gboolean stands_for_program(const Option *option, const char *value)
{
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        if (effect->kind == EFFECT_PROGRAM && option_link_has_value(link, value) &&
            g_strcmp0(effect->detail, option->name) == 0 && strcmp(effect->name, value) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean traits_has_words_for_programs(const Option *option)
{
    guint count = 0;
    for (guint i = 0; option->builder == BUILDER_MAKE && i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        count += stands_for_program(option, value->value) ? 1 : 0;
    }
    return count > 1;
}

/* They are the compiler's words, which each release adds to, unless the build has its own for them:
 * then it compares. */
gboolean traits_lists_accelerators(const Subject *self)
{
    static const char *const words[] = {"archs", "architectures", "targets", NULL};
    static const char *const sets[] = {"all", "all-major", "native", NULL}; /* CMake's and nvcc's */
    guint count = self->name->words->len;
    gboolean of_kind = (self->categories[PLACE_NAME] & (1u << CATEGORY_GPU_ARCH)) != 0;
    if (of_kind && takes_compilers_words(self->option)) {
        return TRUE;
    }
    if (!of_kind || count == 0 ||
        !g_strv_contains(words, g_array_index(self->name->words, Word, count - 1).text)) {
        return FALSE;
    }
    for (guint i = 0; i < self->option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(self->option->values, i);
        if (value->origin == VALUE_COMPARED && !g_strv_contains(sets, value->value)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Values that choose something. */
typedef struct {
    guint all;
    guint examples; /* of these: of what there are more than anyone lists */
    guint compared; /* of these: what the project compares with */
} ValueCounts;

/* Whether the option's own text goes into something that it turns on, "-arch=$(ARCH)": then it is
 * a word of whoever takes it. */
static gboolean hands_text_on(const Option *option)
{
    g_autofree char *own = g_strdup_printf("${%s}", option->name);
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if ((effect->name != NULL && strstr(effect->name, own) != NULL) ||
            (effect->detail != NULL && strstr(effect->detail, own) != NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether something comes with the value and with no other. */
static gboolean brings_something(const Option *option, const char *value)
{
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->values != NULL && link->values->len == 1 &&
            strcmp(link->values->pdata[0], value) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "volta", "mi250": makers' names of accelerators, which no compiler takes. What a build looks for
 * them for is to put the compiler's words in their place, however it does so. */
static gboolean is_makers_word(const Knowledge *knowledge, const Subject *self, guint index)
{
    const AllowedValue *value = g_ptr_array_index(self->option->values, index);
    const Mentions *mentions =
        index < self->values->len ? g_ptr_array_index(self->values, index) : NULL;
    gboolean accelerator = FALSE;
    for (guint i = 0; mentions != NULL && i < mentions->mentions->len; i++) {
        const Term *term = g_array_index(mentions->mentions, Mention, i).term;
        accelerator = accelerator || (term->has_category && term->category == CATEGORY_GPU_ARCH);
    }
    GHashTableIter iter;
    gpointer begin;
    g_hash_table_iter_init(&iter, knowledge->compiler_archs);
    while (accelerator && g_hash_table_iter_next(&iter, &begin, NULL)) {
        accelerator = !g_str_has_prefix(value->value, begin);
    }
    return accelerator && g_ascii_isalpha(value->value[0]);
}

/* "ifeq ($(ARCH),Volta)", "-arch=sm_70", and the same for others: a makefile has flags of its own
 * for words of its own, and no other word means anything. So it is in any build for makers' words.
 */
static gboolean has_own_words(const Knowledge *knowledge, const Subject *self)
{
    const Option *option = self->option;
    guint own = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        gboolean flags = option->builder == BUILDER_MAKE && brings_something(option, value->value);
        own += value->origin == VALUE_COMPARED && (flags || is_makers_word(knowledge, self, i)) ? 1
                                                                                                : 0;
    }
    return own > 1 && !hands_text_on(option);
}

static ValueCounts count_values(const Knowledge *knowledge, const Subject *self)
{
    const Option *option = self->option;
    ValueCounts counts = {0};
    gboolean own_words = has_own_words(knowledge, self);
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        const ValueWord *word = knowledge_value_word(knowledge, value->value);
        gboolean third = word != NULL && word->kept_in != 0 && option->type != OPTION_BOOL &&
                         (value->origin == VALUE_DECLARED || value->origin == VALUE_DEFAULT);
        if (value->value[0] != '\0' && (third || (word == NULL && makes_choice(option, value) &&
                                                  !is_way_to_search(self, i)))) {
            counts.all++;
            counts.compared += value->origin == VALUE_COMPARED ? 1 : 0;
            /* Where all others are refused, these are no examples. */
            gboolean example = option->free_form && value->origin == VALUE_COMPARED && !own_words;
            counts.examples += example && is_open(self, i) ? 1 : 0;
        }
    }
    return counts;
}

gboolean traits_is_choice(const Knowledge *knowledge, const Subject *self)
{
    if (traits_lists_accelerators(self)) {
        return FALSE;
    }
    ValueCounts counts = count_values(knowledge, self);
    /* A build compares with some processors to treat them specially, or with a single one beside
     * "native"; that does not list them. */
    gboolean special = counts.compared == 1 && counts.all == 1 && begins_open(knowledge, self);
    return counts.all > 2 * counts.examples && !special;
}

gboolean traits_has_lone_value(const Knowledge *knowledge, const Subject *self)
{
    return count_values(knowledge, self).all == 1;
}

gboolean traits_has_value_word(const Knowledge *knowledge, const Option *option)
{
    const char *fallback = subject_default(option);
    gboolean counts = fallback != NULL && strcmp(fallback, "0") != 0 && strcmp(fallback, "1") != 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        gboolean digit = strcmp(value->value, "0") == 0 || strcmp(value->value, "1") == 0;
        if (digit ? !counts : knowledge_value_word(knowledge, value->value) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean traits_takes_definitions(const Option *option)
{
    guint definitions = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const char *value = ((const AllowedValue *)option->values->pdata[i])->value;
        if (*value != '\0' && !g_str_has_prefix(value, "-D")) {
            return FALSE;
        }
        definitions += *value != '\0' ? 1 : 0;
    }
    return definitions > 0;
}

/* "OMPFLAGS", "NETCDFINC": flags and places, though no term is called so as a whole. What is
 * shorter in front may be anything: ZLIB. */
#define STEM_BYTES_MIN 3u

/* The last word of the name, unless a term is called so as a whole; NULL then. */
static const char *last_unknown_word(const Subject *self)
{
    const GArray *words = self->name->words;
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        if (mention->first + mention->count == words->len && mention->factor == 1.0) {
            return NULL;
        }
    }
    return words->len > 0 ? g_array_index(words, Word, words->len - 1).text : NULL;
}

static gboolean ends_in(const char *word, const char *const *endings)
{
    for (guint i = 0; word != NULL && endings[i] != NULL; i++) {
        if (g_str_has_suffix(word, endings[i])) {
            return strlen(word) >= strlen(endings[i]) + STEM_BYTES_MIN;
        }
    }
    return FALSE;
}

gboolean traits_ends_in_flags(const Subject *self)
{
    static const char *const endings[] = {"flags", "flag", NULL};
    return ends_in(last_unknown_word(self), endings);
}

const char *traits_glued_place(const Knowledge *knowledge, const char *name, gsize least)
{
    gsize length = strlen(name);
    for (gsize at = least; at < length; at++) {
        if (g_hash_table_contains(knowledge->glued_places, name + at)) {
            return name + at;
        }
    }
    return NULL;
}

gboolean traits_ends_in_place(const Knowledge *knowledge, const Subject *self)
{
    const char *word = last_unknown_word(self);
    return word != NULL && traits_glued_place(knowledge, word, STEM_BYTES_MIN) != NULL;
}

/* With fewer of them a message may be about something else. */
#define TOLD_VALUES_MIN 2u

gboolean traits_is_told_by_refusal(const Project *project, const Option *option)
{
    const GPtrArray *constraints = project->facts->constraints;
    for (guint i = 0; i < constraints->len; i++) {
        const Constraint *constraint = g_ptr_array_index(constraints, i);
        guint told = 0;
        for (guint k = 0; constraint->message != NULL && k < option->values->len; k++) {
            const AllowedValue *value = g_ptr_array_index(option->values, k);
            gboolean word = strlen(value->value) >= STEM_BYTES_MIN;
            told += word && strstr(constraint->message, value->value) != NULL ? 1 : 0;
        }
        if (told >= TOLD_VALUES_MIN && told == option->values->len &&
            condition_mentions(constraint->when, option->name)) {
            return TRUE;
        }
    }
    return FALSE;
}
