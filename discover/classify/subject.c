#include "discover/classify/subject.h"

#include "discover/classify/words.h"

#include <string.h>

/* This share of the values that are no on/off words must speak of a thing. */
#define VALUES_SHARE 0.5

/* ---- texts ---------------------------------------------------------------------------------- */

static const char *help_of(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        if (definition->help != NULL && definition->help[0] != '\0') {
            return definition->help;
        }
    }
    return option->comment;
}

static const char *default_of(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            if (value->value != NULL && value->value[0] != '\0') {
                return value->value;
            }
        }
    }
    return NULL;
}

static gboolean is_number(const char *text)
{
    return text != NULL && text[0] != '\0' && text[strspn(text, "0123456789.")] == '\0';
}

/* ---- marks ---------------------------------------------------------------------------------- */

/* What a term implies is present with it, but not its category: cuFFT has to do with accelerators,
 * and yet an option about it does not name an accelerator's backend beside a Fourier transform. */
static void mark_implied(Subject *self, const Knowledge *knowledge, RulePlace place,
                         const Term *term)
{
    for (guint i = 0; i < term->implied->len; i++) {
        guint implied = g_array_index(term->implied, guint, i);
        if ((self->present[implied] & (1u << place)) == 0) {
            self->present[implied] |= (guint16)(1u << place);
            mark_implied(self, knowledge, place, g_ptr_array_index(knowledge->terms, implied));
        }
    }
}

void subject_mark(Subject *self, const Knowledge *knowledge, RulePlace place, const Term *term)
{
    self->present[term->index] |= (guint16)(1u << place);
    if (term->has_category) {
        self->categories[place] |= 1u << term->category;
    }
    mark_implied(self, knowledge, place, term);
}

/* A spelling that has other meanings too is counted, but no rule may build on it. */
static gboolean is_weak(const Mention *mention)
{
    return mention->factor < MENTION_FACTOR_CLEAR;
}

static gboolean is_filler(const Knowledge *knowledge, const Mentions *mentions, guint at)
{
    return knowledge_is_filler(knowledge, g_array_index(mentions->words, Word, at).text);
}

/* Whether a word is part of something known, not just a word that rules speak of ("use"). */
static gboolean is_meant(const Subject *self, guint at)
{
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        if (at >= mention->first && at < mention->first + mention->count &&
            (mention->count > 1 || mention->term->has_category)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Words before the last verb are context: in "Amesos2_ENABLE_SuperLU" the choice is SuperLU. A verb
 * that nothing but fillers follow ends the name: "GPU_SUPPORT_ONLY". */
static guint find_context(const Knowledge *knowledge, const Subject *self)
{
    const GArray *words = self->name->words;
    guint context = self->prefix;
    guint last = words->len;
    while (last > 0 && is_filler(knowledge, self->name, last - 1) && !is_meant(self, last - 1)) {
        last--;
    }
    for (guint i = self->prefix + 1; i + 1 < last; i++) {
        if (!is_meant(self, i) &&
            g_hash_table_contains(knowledge->verbs, g_array_index(words, Word, i).text)) {
            context = i;
        }
    }
    return context;
}

/* Whether nothing that says something follows: "CPU_LIB" ends with CPU. */
static gboolean ends_name(const Knowledge *knowledge, const Subject *self, const Mention *mention)
{
    for (guint i = mention->first + mention->count; i < self->name->words->len; i++) {
        if (!is_filler(knowledge, self->name, i)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void mark_name(const Project *project, Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
    guint first = self->prefix;
    while (first + 1 < self->name->words->len && !is_meant(self, first) &&
           is_filler(knowledge, self->name, first)) {
        first++;
    }
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        if (mention->first < self->prefix || is_weak(mention) ||
            project_is_own(project, self->name, mention)) {
            continue;
        }
        subject_mark(self, knowledge, PLACE_NAME, mention->term);
        subject_mark(self, knowledge, PLACE_TEXT, mention->term);
        if (mention->first == first) {
            subject_mark(self, knowledge, PLACE_FIRST, mention->term);
        }
        if (ends_name(knowledge, self, mention)) {
            subject_mark(self, knowledge, PLACE_LAST, mention->term);
        }
    }
}

/* Whether the words of the help just before `at` are an otherwise unknown word of the name. */
static gboolean follows_own_word(const Knowledge *knowledge, const Subject *self, guint at)
{
    if (at == 0) {
        return FALSE;
    }
    const char *word = g_array_index(self->sentence->words, Word, at - 1).text;
    for (guint i = self->prefix; i < self->name->words->len; i++) {
        if (!self->name->covered[i] && !is_filler(knowledge, self->name, i) &&
            strcmp(word, g_array_index(self->name->words, Word, i).text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void mark_help(const Project *project, Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
    guint begin = 0;
    while (begin < self->sentence->words->len && is_filler(knowledge, self->sentence, begin)) {
        begin++;
    }
    for (guint i = 0; i < self->sentence->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->sentence->mentions, Mention, i);
        if (mention->aside || is_weak(mention) ||
            project_is_own(project, self->sentence, mention)) {
            continue;
        }
        subject_mark(self, knowledge, PLACE_HELP, mention->term);
        subject_mark(self, knowledge, PLACE_TEXT, mention->term);
        if (mention->first <= begin) {
            subject_mark(self, knowledge, PLACE_BEGINS, mention->term);
        }
        if (follows_own_word(knowledge, self, mention->first)) {
            subject_mark(self, knowledge, PLACE_CALLED, mention->term);
        }
    }
}

/* Counts, for each term and category, how many values speak of it; those above the share are
 * marked. */
static void mark_values(const Knowledge *knowledge, Subject *self)
{
    g_autofree guint *votes = g_new0(guint, knowledge->terms->len);
    guint category_votes[CATEGORY_COUNT] = {0};
    guint meaningful = 0;
    for (guint v = 0; v < self->values->len; v++) {
        const AllowedValue *value = g_ptr_array_index(self->option->values, v);
        const Mentions *mentions = g_ptr_array_index(self->values, v);
        if (knowledge_value_word(knowledge, value->value) != NULL) {
            continue;
        }
        meaningful++;
        guint32 categories = 0;
        for (guint i = 0; i < mentions->mentions->len; i++) {
            const Term *term = g_array_index(mentions->mentions, Mention, i).term;
            subject_mark(self, knowledge, PLACE_VALUE, term);
            votes[term->index]++;
            categories |= term->also | (term->has_category ? 1u << term->category : 0);
        }
        for (guint c = 0; c < CATEGORY_COUNT; c++) {
            category_votes[c] += (categories >> c) & 1u;
        }
    }
    for (guint t = 0; meaningful > 0 && t < knowledge->terms->len; t++) {
        if (votes[t] > 0 && votes[t] >= VALUES_SHARE * meaningful) {
            subject_mark(self, knowledge, PLACE_VALUES, g_ptr_array_index(knowledge->terms, t));
        }
    }
    for (guint c = 0; meaningful > 0 && c < CATEGORY_COUNT; c++) {
        if (category_votes[c] > 0 && category_votes[c] >= VALUES_SHARE * meaningful) {
            self->categories[PLACE_VALUES] |= 1u << c;
        }
    }
}

/* ---- traits --------------------------------------------------------------------------------- */

/* "set(X ${X} CACHE ... FORCE)" keeps what people give, however it came about. */
static gboolean keeps_given(const Definition *definition, const char *name)
{
    g_autofree char *reference = g_strdup_printf("${%s}", name);
    return definition->text != NULL && strstr(definition->text, reference) != NULL;
}

/* "if(NOT X) set(X value CACHE ... FORCE)" is a default; FORCE without asking for X is a result. */
gboolean subject_is_forced(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        if (!definition->force || keeps_given(definition, option->name) ||
            (definition->exists != NULL && condition_mentions(definition->exists, option->name))) {
            return FALSE;
        }
    }
    return option->definitions->len > 0;
}

static guint32 word_traits(const Knowledge *knowledge, const Subject *self)
{
    guint32 traits = 0;
    guint after = self->prefix;
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        gboolean thing = mention->term->technology || mention->term->has_category;
        if (mention->first >= self->prefix && thing) {
            after = mention->first + mention->count;
        }
    }
    for (guint i = self->prefix; i < self->name->words->len; i++) {
        if (self->name->covered[i] || is_filler(knowledge, self->name, i) ||
            is_number(g_array_index(self->name->words, Word, i).text)) {
            continue;
        }
        traits |= 1u << TRAIT_UNKNOWN_WORD;
        if (i >= after && after > self->prefix) {
            traits |= 1u << TRAIT_EXTRA_WORDS;
        }
    }
    return traits;
}

/* Numbers that the project compares an option with are places on a scale, and a default alone says
 * nothing about what else there is. */
static gboolean makes_choice(const Option *option, const AllowedValue *value)
{
    switch (value->origin) {
    case VALUE_DECLARED:
        return TRUE;
    case VALUE_COMPARED:
        return option->type != OPTION_BOOL && !is_number(value->value);
    case VALUE_HELP:
        return option->type != OPTION_BOOL;
    case VALUE_DEFAULT:
        return FALSE;
    }
    return FALSE;
}

/* A build compares with some processors to treat them specially; that does not list them. */
static gboolean is_example(const Subject *self, guint index)
{
    const AllowedValue *value = g_ptr_array_index(self->option->values, index);
    const Mentions *mentions =
        index < self->values->len ? g_ptr_array_index(self->values, index) : NULL;
    for (guint i = 0; mentions != NULL && i < mentions->mentions->len; i++) {
        if (g_array_index(mentions->mentions, Mention, i).term->open) {
            return value->origin == VALUE_COMPARED;
        }
    }
    return FALSE;
}

/* The values that a project lists count more than the type, which may come from another place that
 * only turns the option off. One that leaves the choice to the build makes three ways of a switch.
 */
static gboolean is_choice(const Knowledge *knowledge, const Subject *self)
{
    const Option *option = self->option;
    guint values = 0;
    guint examples = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        const ValueWord *word = knowledge_value_word(knowledge, value->value);
        gboolean third = word != NULL && word->kept_in != 0 && option->type != OPTION_BOOL &&
                         (value->origin == VALUE_DECLARED || value->origin == VALUE_DEFAULT);
        if (value->value[0] != '\0' && (third || (word == NULL && makes_choice(option, value)))) {
            values++;
            examples += is_example(self, i) ? 1 : 0;
        }
    }
    return values > 2 * examples;
}

/* "ON" or "none" among the values. Zero and one are such words unless the default is a text that is
 * neither: a count of threads is compared with one, too. */
static gboolean has_value_word(const Knowledge *knowledge, const Option *option)
{
    const char *fallback = default_of(option);
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

static gboolean is_link_flags(const char *value)
{
    return value != NULL && (g_str_has_prefix(value, "-l") || g_str_has_prefix(value, "-L"));
}

static gboolean is_given_at(const Option *option, const Span *at)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        if (definition->at.line == at->line && g_strcmp0(definition->at.path, at->path) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a makefile's variable is a link line: libraries are all that it brings, where it is
 * itself given. What else it turns on is more than a way to say where a library is. */
static gboolean lists_libraries(const Option *option)
{
    guint libraries = 0;
    for (guint i = 0; option->builder == BUILDER_MAKE && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        gboolean own = is_given_at(option, &effect->at);
        if (!own && effect->kind != EFFECT_LINK) {
            return FALSE;
        }
        libraries += own && effect->kind == EFFECT_LINK ? 1 : 0;
    }
    return libraries > 0 && option->type != OPTION_BOOL;
}

/* Whether the condition holds only where the option is given. */
static gboolean needs_given(const Condition *when, const char *name)
{
    g_autoptr(GPtrArray) literals = condition_shared_literals(when);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        if (literal->kind == CONDITION_ATOM && literal->subject_kind == CONDITION_SUBJECT_OPTION &&
            literal->relation == NULL && strcmp(literal->subject, name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "ifdef MKLROOT", then "-lmkl_core"; if(RAJA_DIR), then find_package(RAJA): saying where it is is
 * how the library is asked for, when no other option has to be set for it. */
static gboolean turns_on(const Option *option)
{
    for (guint i = 0; option->builder == BUILDER_CMAKE && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->alone && link->effect->kind == EFFECT_PACKAGE &&
            needs_given(link->effect->when, option->name)) {
            return TRUE;
        }
    }
    for (guint i = 0; option->builder == BUILDER_MAKE && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        if (link->alone && (effect->kind == EFFECT_LINK || effect->kind == EFFECT_DEFINITION) &&
            !is_given_at(option, &effect->at) && condition_mentions(effect->when, option->name)) {
            return TRUE;
        }
    }
    return FALSE;
}

static guint32 find_traits(const Knowledge *knowledge, const Subject *self)
{
    const Option *option = self->option;
    const char *value = default_of(option);
    guint32 traits = word_traits(knowledge, self);
    gboolean choice = is_choice(knowledge, self);
    gboolean on_off =
        !choice && (option->type == OPTION_BOOL || has_value_word(knowledge, option) ||
                    (value != NULL && knowledge_value_word(knowledge, value)));
    gboolean path = option->type == OPTION_PATH || option->type == OPTION_FILEPATH;
    struct {
        RuleTrait trait;
        gboolean holds;
    } found[] = {
        {TRAIT_SWITCH, on_off},
        {TRAIT_CHOICE, choice},
        {TRAIT_TEXT, !on_off && !choice && !path},
        {TRAIT_NUMBER, is_number(value)},
        {TRAIT_PATH, path},
        {TRAIT_INTERNAL, option->type == OPTION_INTERNAL},
        {TRAIT_UNDECLARED, option->type == OPTION_UNTYPED},
        {TRAIT_BY_MODULES, option->by_modules},
        {TRAIT_DOCUMENTED, option->documented.path != NULL},
        {TRAIT_FORCED, subject_is_forced(option)},
        {TRAIT_ADVANCED, option->advanced},
        {TRAIT_NO_HELP, self->help == NULL},
        {TRAIT_AUTOTOOLS, option->builder == BUILDER_AUTOTOOLS},
        {TRAIT_MAKE, option->builder == BUILDER_MAKE},
        {TRAIT_NO_EFFECTS, option->links->len == 0},
        {TRAIT_TURNS_ON, turns_on(option)},
        {TRAIT_LINK_FLAGS, !choice && (is_link_flags(value) || lists_libraries(option))},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(found); i++) {
        traits |= found[i].holds ? 1u << found[i].trait : 0;
    }
    return traits;
}

/* ---- the whole ------------------------------------------------------------------------------ */

Subject *subject_new(const Project *project, Arena *arena, const Option *option)
{
    const Knowledge *knowledge = project->knowledge;
    Subject *self = g_new0(Subject, 1);
    self->option = option;
    self->help = help_of(option);
    self->present = g_new0(guint16, knowledge->terms->len + 1);
    self->signs = g_array_new(FALSE, FALSE, sizeof(Sign));
    self->name = mentions_of_name(knowledge, arena, option->name);
    self->prefix = project_prefix_length(project, self->name->words);
    self->context = find_context(knowledge, self);
    mark_name(project, self);
    if (self->help != NULL) {
        self->sentence = mentions_of_sentence(knowledge, arena, self->help);
        mark_help(project, self);
    }
    self->values = g_ptr_array_new_with_free_func((GDestroyNotify)mentions_free);
    for (guint i = 0; i < option->values->len && i < SUBJECT_VALUES_MAX; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        g_ptr_array_add(self->values, mentions_of_value(knowledge, arena, value->value));
    }
    mark_values(knowledge, self);
    self->traits = find_traits(knowledge, self);
    if (option->values->len == 0 && (self->traits & (1u << TRAIT_TEXT)) != 0) {
        const char *value = default_of(option);
        self->fallback = value != NULL ? mentions_of_value(knowledge, arena, value) : NULL;
        for (guint i = 0; self->fallback != NULL && i < self->fallback->mentions->len; i++) {
            subject_mark(self, knowledge, PLACE_VALUE,
                         g_array_index(self->fallback->mentions, Mention, i).term);
        }
    }
    return self;
}

void subject_free(Subject *self)
{
    if (self == NULL) {
        return;
    }
    mentions_free(self->name);
    mentions_free(self->sentence);
    mentions_free(self->fallback);
    g_ptr_array_unref(self->values);
    g_array_unref(self->signs);
    g_free(self->present);
    g_free(self);
}

/* ---- rules ---------------------------------------------------------------------------------- */

static gboolean requirement_holds(const Subject *self, const Requirement *requirement)
{
    if (requirement->place == PLACE_OPTION) {
        return (self->traits & requirement->traits) != 0;
    }
    guint32 categories = self->categories[requirement->place];
    if (requirement->place == PLACE_TEXT) {
        categories |= self->categories[PLACE_NAME] | self->categories[PLACE_HELP];
    }
    if ((categories & requirement->categories) != 0) {
        return TRUE;
    }
    for (guint i = 0; i < requirement->terms->len; i++) {
        guint term = g_array_index(requirement->terms, guint, i);
        if ((self->present[term] & (1u << requirement->place)) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean subject_holds(const Subject *self, const GPtrArray *groups)
{
    for (guint g = 0; g < groups->len; g++) {
        const GPtrArray *group = g_ptr_array_index(groups, g);
        gboolean all = TRUE;
        for (guint i = 0; all && i < group->len; i++) {
            all = requirement_holds(self, g_ptr_array_index(group, i));
        }
        if (all) {
            return TRUE;
        }
    }
    return FALSE;
}
