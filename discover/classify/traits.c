#include "discover/classify/traits.h"

#include "discover/classify/words.h"

#include <string.h>

/* Shorter names of libraries are parts of other words by chance. */
#define PLACE_STEM_BYTES_MIN 3u
/* The same for names of projects. */
#define OWN_PART_BYTES_MIN 4u
/* "lib" and at least two letters more. */
#define LIBRARY_NAME_BYTES_MIN 5u
/* What the knowledge files call debugging. */
#define TERM_DEBUG "debug"
/* And what words of names that say where something is. */
#define TERM_LOCATION "location"
#define TERM_LOCATION_HELP "location_help"
#define TERM_LIBRARY_PLACE "library_place"
#define TERM_LIBRARIES_LIST "libraries_list"

/* "set(X ${X} CACHE ... FORCE)" keeps what people give, however it came about. */
static gboolean keeps_given(const Definition *definition, const char *name)
{
    g_autofree char *reference = g_strdup_printf("${%s}", name);
    return definition->text != NULL && strstr(definition->text, reference) != NULL;
}

/* "if(NOT X) set(X value CACHE ... FORCE)" is a default; FORCE without asking for X is a result. */
gboolean traits_is_forced(const Option *option)
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

static gboolean is_number(const char *text)
{
    return text != NULL && text[0] != '\0' && text[strspn(text, "0123456789.")] == '\0';
}

/* "libvori", as the files of libraries are called; the help text says it, too. One with the
 * project's own name is what the project builds. */
static gboolean is_library_name(const Project *project, const Subject *self, const char *word)
{
    if (!g_str_has_prefix(word, "lib") || strlen(word) < LIBRARY_NAME_BYTES_MIN ||
        g_str_has_prefix(word, "librar") || strcmp(word + strlen("lib"), project->own_name) == 0) {
        return FALSE;
    }
    g_autoptr(GString) said = g_string_new(NULL); /* "LibRI" is two words of one piece */
    for (guint i = 0; self->sentence != NULL && i < self->sentence->words->len; i++) {
        const Word *part = &g_array_index(self->sentence->words, Word, i);
        if (!part->same_piece) {
            g_string_truncate(said, 0);
        }
        g_string_append(said, part->text);
        if (strcmp(said->str, word) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static guint64 word_traits(const Project *project, const Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
    guint64 traits = 0;
    guint after = self->prefix;
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        gboolean thing = mention->term->technology || mention->term->has_category;
        if (mention->first >= self->prefix && thing) {
            after = mention->first + mention->count;
        }
    }
    for (guint i = self->prefix; i < self->name->words->len; i++) {
        if (self->name->covered[i] || mentions_is_filler(knowledge, self->name, i) ||
            is_number(g_array_index(self->name->words, Word, i).text)) {
            continue;
        }
        traits |= TRAIT_BIT(TRAIT_UNKNOWN_WORD);
        traits |= is_library_name(project, self, g_array_index(self->name->words, Word, i).text)
                      ? TRAIT_BIT(TRAIT_LIB_WORD)
                      : 0;
        if (i >= after && after > self->prefix) {
            traits |= TRAIT_BIT(TRAIT_EXTRA_WORDS);
        }
    }
    return traits;
}

/* "4" and "8", "32" and "64": widths of numbers, of which there are no others between. */
static gboolean lists_widths(const Option *option)
{
    static const char *const widths[] = {"4", "8", "16", "32", "64", "128", NULL};
    guint compared = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        if (value->origin == VALUE_COMPARED && is_number(value->value)) {
            if (!g_strv_contains(widths, value->value)) {
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

/* Numbers that the project compares an option with are places on a scale, unless they are widths,
 * and a default alone says nothing about what else there is. */
static gboolean makes_choice(const Option *option, const AllowedValue *value)
{
    switch (value->origin) {
    case VALUE_DECLARED:
        return TRUE;
    case VALUE_COMPARED:
        return option->type != OPTION_BOOL && !takes_flags(option) &&
               (!is_number(value->value) || lists_widths(option));
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

/* The values that a project lists count more than the type, which may come from another place that
 * only turns the option off. One that leaves the choice to the build makes three ways of a switch.
 */
static gboolean is_choice(const Knowledge *knowledge, const Subject *self)
{
    const Option *option = self->option;
    guint values = 0;
    guint examples = 0;
    guint compared = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        const ValueWord *word = knowledge_value_word(knowledge, value->value);
        gboolean third = word != NULL && word->kept_in != 0 && option->type != OPTION_BOOL &&
                         (value->origin == VALUE_DECLARED || value->origin == VALUE_DEFAULT);
        if (value->value[0] != '\0' && (third || (word == NULL && makes_choice(option, value)))) {
            values++;
            compared += value->origin == VALUE_COMPARED ? 1 : 0;
            examples += value->origin == VALUE_COMPARED && is_open(self, i) ? 1 : 0;
        }
    }
    /* A build compares with some processors to treat them specially, or with a single one beside
     * "native"; that does not list them. */
    gboolean special = compared == 1 && values == 1 && begins_open(knowledge, self);
    return values > 2 * examples && !special;
}

/* "ON" or "none" among the values. Zero and one are such words unless the default is a text that is
 * neither: a count of threads is compared with one, too. */
static gboolean has_value_word(const Knowledge *knowledge, const Option *option)
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

static gboolean is_about(const Condition *atom, const char *name)
{
    return atom->kind == CONDITION_ATOM && atom->subject_kind == CONDITION_SUBJECT_OPTION &&
           strcmp(atom->subject, name) == 0;
}

/* Whether the condition holds only where the option is given: where it is true, or at least no
 * empty text, which is what if(DEFINED NAME) asks. */
static gboolean needs_given(const Condition *when, const char *name)
{
    switch (when->kind) {
    case CONDITION_TRUE:
    case CONDITION_FALSE:
        return FALSE;
    case CONDITION_ATOM:
        return is_about(when, name) && when->relation == NULL;
    case CONDITION_NOT: {
        const Condition *atom = when->operands[0];
        return is_about(atom, name) && g_strcmp0(atom->relation, "=") == 0 &&
               atom->value[0] == '\0';
    }
    case CONDITION_ALL:
        for (guint i = 0; i < when->operand_count; i++) {
            if (needs_given(when->operands[i], name)) {
                return TRUE;
            }
        }
        return FALSE;
    case CONDITION_ANY:
        for (guint i = 0; i < when->operand_count; i++) {
            if (!needs_given(when->operands[i], name)) {
                return FALSE;
            }
        }
        return TRUE;
    }
    return FALSE;
}

/* Whether a macro, definition or link library bears the name of what the place is of: PARMETIS_DIR
 * and CONDUIT_USE_PARMETIS. A search that the project hides in files of its own looks the same, so
 * the manual has to name the place, too. */
static gboolean is_of_place(const Option *option, const Effect *effect)
{
    if (effect->kind == EFFECT_PACKAGE || !effect_kind_names_thing(effect->kind)) {
        return effect->kind == EFFECT_PACKAGE;
    }
    g_autofree char *stem =
        g_ascii_strdown(option->name, (gssize)strcspn(option->name, "_")); /* PARMETIS_DIR */
    char name[PHRASE_BYTES_MAX];
    words_squash(effect->name, name, sizeof name);
    return option->documented.path != NULL && strlen(stem) >= PLACE_STEM_BYTES_MIN &&
           strstr(name, stem) != NULL;
}

/* Whether the package is searched for in no other way, and doing without it is allowed: a copy is
 * built along where the place is not given. */
static gboolean is_only_way(const Facts *facts, const char *place, const Effect *search)
{
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *other = g_ptr_array_index(facts->effects, i);
        if (other->kind == EFFECT_PACKAGE && g_ascii_strcasecmp(other->name, search->name) == 0 &&
            !needs_given(other->when, place)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < facts->constraints->len; i++) {
        const Constraint *refused = g_ptr_array_index(facts->constraints, i);
        if (condition_mentions(refused->when, place)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Whether the build stops where the place is not given, if(USE_X) and not X_DIR: then something
 * else asks for the thing. */
static gboolean is_demanded(const Facts *facts, const char *place)
{
    for (guint i = 0; i < facts->constraints->len; i++) {
        const Constraint *refused = g_ptr_array_index(facts->constraints, i);
        g_autoptr(GPtrArray) literals = condition_shared_literals(refused->when);
        for (guint k = 0; literals->len > 1 && k < literals->len; k++) {
            const Condition *literal = literals->pdata[k];
            if (literal->kind == CONDITION_NOT && is_about(literal->operands[0], place)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* "ifneq ($(wildcard $(X_DIR)),)": a makefile asks whether the folder is there. */
static gboolean hangs_on_folder(const Condition *when, const char *name)
{
    g_autofree char *asked = g_strdup_printf("wildcard(${%s}", name);
    g_autoptr(GPtrArray) literals = condition_shared_literals(when);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        if (literal->kind == CONDITION_ATOM && literal->subject != NULL &&
            g_str_has_prefix(literal->subject, asked)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "ifdef MKLROOT", then "-lmkl_core"; if(RAJA_DIR), then find_package(RAJA): saying where it is is
 * how the library is asked for, when no other option has to be set for it. */
static gboolean turns_on(const Facts *facts, const Option *option)
{
    for (guint i = 0; option->builder == BUILDER_CMAKE && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        if (effect->name == NULL || !is_of_place(option, effect) ||
            !needs_given(effect->when, option->name)) {
            continue;
        }
        if (link->alone || (effect->kind == EFFECT_PACKAGE && option->type == OPTION_UNTYPED &&
                            is_only_way(facts, option->name, effect))) {
            return !is_demanded(facts, option->name);
        }
    }
    for (guint i = 0; option->builder == BUILDER_MAKE && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        gboolean brings = effect->kind == EFFECT_LINK || effect->kind == EFFECT_DEFINITION;
        if (brings && !is_given_at(option, &effect->at) &&
            ((link->alone && condition_mentions(effect->when, option->name)) ||
             hangs_on_folder(effect->when, option->name))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "option(X ON)", where the value stands in the help text's place. */
static gboolean is_on_off(const char *help)
{
    static const char *const words[] = {"ON", "OFF", "TRUE", "FALSE", NULL};
    return help != NULL && g_strv_contains(words, help);
}

/* "set(X value CACHE ...)" that nothing reads here is handed on to a part that is fetched, or tells
 * people what was found; and so is an option() that says nothing of itself. Any other is meant for
 * people, and what bears the project's prefix may be read in ways that nobody sees. */
static gboolean is_unread(const Subject *self)
{
    const Option *option = self->option;
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        gboolean set =
            definition->text != NULL && g_ascii_strncasecmp(definition->text, "set", 3) == 0;
        gboolean silent = (definition->text != NULL && strstr(definition->text, "\"\"") != NULL) ||
                          is_on_off(definition->help);
        if (!set && !silent) {
            return FALSE;
        }
    }
    return option->builder == BUILDER_CMAKE && option->definitions->len > 0 && self->prefix == 0 &&
           option->uses->len == 0 && option->links->len == 0;
}

/* Whether its value is worked out or overwritten where it is declared; a constant waits for people.
 */
static gboolean is_worked_out(const Definition *definition)
{
    for (guint d = 0; d < definition->defaults->len && !definition->force; d++) {
        const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
        if (value->value != NULL && strstr(value->value, "${") != NULL) {
            return TRUE;
        }
    }
    return definition->force;
}

/* Whether nothing but a file that searches for a package, FindX.cmake, puts it in the cache: what
 * the search has found. Those that list values are meant for people. */
static gboolean is_of_search(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        const char *slash = definition->at.path != NULL ? strrchr(definition->at.path, '/') : NULL;
        gboolean set =
            definition->text != NULL && g_ascii_strncasecmp(definition->text, "set", 3) == 0;
        if (!set || !is_worked_out(definition) || slash == NULL ||
            !g_str_has_prefix(slash, "/Find")) {
            return FALSE;
        }
    }
    return option->builder == BUILDER_CMAKE && option->definitions->len > 0;
}

/* "configured with Landlab support", of WITH_LANDLAB: in the middle of a sentence a capital and
 * small letters make a name. Methods are named after people, too, but not by one word alone. */
static gboolean has_proper_name(const Subject *self)
{
    for (guint i = 1; self->sentence != NULL && i < self->sentence->words->len; i++) {
        const Word *said = &g_array_index(self->sentence->words, Word, i);
        const char *text = self->help + said->start;
        gboolean name = !said->apart && said->length >= OWN_PART_BYTES_MIN &&
                        !self->sentence->covered[i] && g_ascii_isupper(text[0]) &&
                        g_ascii_islower(text[1]);
        for (guint k = self->prefix; name && k < self->name->words->len; k++) {
            if (!self->name->covered[k] &&
                strcmp(said->text, g_array_index(self->name->words, Word, k).text) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether the name begins with the thing's, as "DEAL_II_WITH_MPI" does with that of deal.II. */
static gboolean is_called_after(const Option *option, const char *thing)
{
    char squashed[PHRASE_BYTES_MAX];
    gsize length = words_squash(thing, squashed, sizeof squashed);
    gsize taken = 0;
    const char *at = option->name;
    while (*at != '\0' && taken < length) {
        if (g_ascii_isalnum(*at)) {
            if (g_ascii_tolower(*at) != squashed[taken]) {
                return FALSE;
            }
            taken++;
        }
        at++;
    }
    return length >= OWN_PART_BYTES_MIN && taken == length && *at == '_' && at[1] != '\0';
}

/* Whether it is a variable that a package sets which is searched for, and neither fetched nor built
 * along, so that whoever builds cannot choose it here. */
static gboolean is_of_package(const Project *project, const Option *option)
{
    gboolean searched = FALSE;
    const GPtrArray *effects = project->facts->effects;
    for (guint i = 0; option->type == OPTION_UNTYPED && i < effects->len; i++) {
        const Effect *effect = g_ptr_array_index(effects, i);
        const char *slash = effect->kind == EFFECT_FOLDER ? strrchr(effect->name, '/') : NULL;
        const char *name = slash != NULL ? slash + 1 : effect->name;
        gboolean thing = effect->kind == EFFECT_PACKAGE || effect->kind == EFFECT_DOWNLOAD ||
                         effect->kind == EFFECT_FOLDER;
        if (thing && is_called_after(option, name)) {
            if (effect->kind != EFFECT_PACKAGE) {
                return FALSE;
            }
            searched = TRUE;
        }
    }
    return searched;
}

/* Whether nothing but people changes what it is: one declaration that is always reached, with one
 * constant as its default. */
static gboolean is_waiting(const Option *option)
{
    if (option->definitions->len != 1) {
        return FALSE;
    }
    const Definition *definition = g_ptr_array_index(option->definitions, 0);
    gboolean always = definition->exists == NULL || definition->exists->kind == CONDITION_TRUE;
    return always && definition->defaults->len == 1 && !is_worked_out(definition);
}

/* Elmer's ElmerIce: a word of the name begins with the whole project's name. */
static gboolean is_own_part(const Project *project, const Subject *self)
{
    gsize length = strlen(project->own_name);
    g_autoptr(GString) piece = g_string_new(NULL);
    for (guint i = self->prefix; i < self->name->words->len; i++) {
        const Word *word = &g_array_index(self->name->words, Word, i);
        if (!word->same_piece) {
            g_string_truncate(piece, 0);
        }
        g_string_append(piece, word->text);
        if (length >= OWN_PART_BYTES_MIN && piece->len > length &&
            g_str_has_prefix(piece->str, project->own_name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "-DSCALAR=double": C's and Fortran's own types of numbers. */
static gboolean defines_number_type(const Option *option)
{
    static const char *const types[] = {"double",  "float",   "int",       "long",
                                        "int32_t", "int64_t", "long long", "long double",
                                        "real*4",  "real*8",  "integer*8", NULL};
    for (guint i = 0; option->type != OPTION_BOOL && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        const Effect *effect = link->effect;
        if (link->alone && effect->kind == EFFECT_DEFINITION && effect->detail != NULL &&
            g_strv_contains(types, effect->detail)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean mentions_term(const Project *project, const char *text, const char *id)
{
    const Term *term = knowledge_term(project->knowledge, id);
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Mentions) mentions = mentions_of_name(project->knowledge, arena, text);
    for (guint i = 0; i < mentions->mentions->len; i++) {
        if (g_array_index(mentions->mentions, Mention, i).term == term) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What arguments of a configure script for something begin with. */
#define WITH "--with-"
#define WITH_BYTES (sizeof WITH - 1)

/* Whether an argument of a configure script for a part of something, --with-elpa-lib, has none for
 * the thing itself beside it. */
static gboolean is_sole(const Facts *facts, const Option *option)
{
    const char *last = strrchr(option->name, '-');
    if (option->builder != BUILDER_AUTOTOOLS || !g_str_has_prefix(option->name, WITH) ||
        last <= option->name + WITH_BYTES) {
        return FALSE;
    }
    g_autofree char *package = g_strndup(option->name, (gsize)(last - option->name));
    g_autofree char *feature = g_strconcat("--enable-", package + WITH_BYTES, NULL);
    return facts_option(facts, package) == NULL && facts_option(facts, feature) == NULL;
}

/* Whether the words say where something is, and nothing else: "lib", "include-dir". */
static gboolean says_where(const Project *project, const char *words)
{
    return mentions_term(project, words, TERM_LOCATION) ||
           mentions_term(project, words, TERM_LIBRARY_PLACE) ||
           mentions_term(project, words, TERM_LIBRARIES_LIST);
}

/* Whether the help text speaks of a place: "path to location of". */
static gboolean tells_place(const Project *project, const Subject *self)
{
    const Term *term = knowledge_term(project->knowledge, TERM_LOCATION_HELP);
    return term != NULL && (self->present[term->index] & (1u << PLACE_HELP)) != 0;
}

/* --enable-hdf5, or --enable-hdf5-module: what turns a thing on, and behind its name says no more.
 */
static gboolean has_feature(const Project *project, const char *package)
{
    g_autofree char *feature = g_strconcat("--enable-", package, NULL);
    gsize length = strlen(feature);
    for (guint i = 0; i < project->facts->options->len; i++) {
        const Option *other = g_ptr_array_index(project->facts->options, i);
        if (strncmp(other->name, feature, length) != 0) {
            continue;
        }
        const char *rest = other->name + length;
        if (*rest == '\0' || (*rest == '-' && strchr(rest + 1, '-') == NULL &&
                              knowledge_is_filler(project->knowledge, rest + 1))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the argument says where to find what another one asks for: --with-x-lib beside --with-x
 * or --enable-x, the place --with-x beside the switch --enable-x. */
static gboolean is_place_of(const Project *project, const Subject *self)
{
    const Option *option = self->option;
    const char *last = strrchr(option->name, '-');
    if (option->builder != BUILDER_AUTOTOOLS || !g_str_has_prefix(option->name, WITH)) {
        return FALSE;
    }
    gboolean part = last > option->name + WITH_BYTES && says_where(project, last + 1);
    if (!part && option->type != OPTION_PATH && !tells_place(project, self)) {
        return FALSE;
    }
    gsize length = part ? (gsize)(last - option->name) : strlen(option->name);
    g_autofree char *package = g_strndup(option->name, length);
    return (part && facts_option(project->facts, package) != NULL) ||
           has_feature(project, package + WITH_BYTES);
}

/* The other way round: what is somewhere else is no part of the project. */
static gboolean has_places(const Project *project, const Option *option)
{
    if (option->builder != BUILDER_AUTOTOOLS || !g_str_has_prefix(option->name, WITH)) {
        return FALSE;
    }
    char thing[PHRASE_BYTES_MAX];
    words_squash(option->name + WITH_BYTES, thing, sizeof thing);
    if (strcmp(thing, project->own_name) == 0) {
        return FALSE; /* how others find this project */
    }
    g_autofree char *begin = g_strconcat(option->name, "-", NULL);
    gsize length = strlen(begin);
    for (guint i = 0; i < project->facts->options->len; i++) {
        const Option *other = g_ptr_array_index(project->facts->options, i);
        if (strncmp(other->name, begin, length) == 0 && strchr(other->name + length, '-') == NULL &&
            says_where(project, other->name + length)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "xlc_r -I/usr/include": what is run, and how. */
static gboolean holds_command_line(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            const char *blank = value->value != NULL ? strchr(value->value, ' ') : NULL;
            if (blank != NULL && blank[1] == '-' && g_ascii_isalpha(value->value[0])) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether the name is another option's with further words behind it. */
static gboolean is_behind_another(const Facts *facts, const Option *option)
{
    g_autofree char *name = g_strdup(option->name);
    for (char *mark = name + strlen(name); mark > name; mark--) {
        if (*mark == '-' || *mark == '_') {
            *mark = '\0';
            const Option *other = facts_option(facts, name);
            if (other != NULL && other->builder == option->builder) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether the condition holds only where something is set to what means debugging. */
static gboolean needs_debug(const Project *project, const Condition *when)
{
    gboolean all = when->kind == CONDITION_ALL;
    if (when->kind == CONDITION_ATOM) {
        gboolean compared = when->relation != NULL && (strcmp(when->relation, "=") == 0 ||
                                                       strcmp(when->relation, "matches") == 0);
        return compared && mentions_term(project, when->value, TERM_DEBUG);
    }
    if ((!all && when->kind != CONDITION_ANY) || when->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        return FALSE;
    }
    for (guint i = 0; i < when->operand_count; i++) {
        if (needs_debug(project, when->operands[i]) != !all) {
            return all;
        }
    }
    return !all;
}

/* Whether it is only there, or only on by itself, in builds for debugging. */
static gboolean is_of_debug_builds(const Project *project, const Option *option)
{
    gboolean only = option->definitions->len > 0;
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        only = only && definition->exists != NULL && needs_debug(project, definition->exists);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            const ValueWord *word = value->value != NULL
                                        ? knowledge_value_word(project->knowledge, value->value)
                                        : NULL;
            if (word != NULL && strcmp(word->meaning, "on") == 0 &&
                needs_debug(project, value->when)) {
                return TRUE;
            }
        }
    }
    return only;
}

guint64 traits_of(const Project *project, const Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
    const Option *option = self->option;
    const char *value = subject_default(option);
    guint64 traits = word_traits(project, self);
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
        {TRAIT_NUMBER, is_number(value) || is_number(option->example) || option->number},
        {TRAIT_PATH, path},
        {TRAIT_NUMBER_TYPES, defines_number_type(option)},
        {TRAIT_FILE, option->type == OPTION_FILEPATH},
        {TRAIT_INTERNAL, option->type == OPTION_INTERNAL},
        {TRAIT_UNDECLARED, option->type == OPTION_UNTYPED},
        {TRAIT_BY_MODULES, option->by_modules},
        {TRAIT_DOCUMENTED, option->documented.path != NULL},
        {TRAIT_FORCED, traits_is_forced(option)},
        {TRAIT_ADVANCED, option->advanced},
        {TRAIT_NO_HELP, self->help == NULL},
        {TRAIT_AUTOTOOLS, option->builder == BUILDER_AUTOTOOLS},
        {TRAIT_MAKE, option->builder == BUILDER_MAKE},
        {TRAIT_NO_EFFECTS, option->links->len == 0},
        {TRAIT_TURNS_ON, turns_on(project->facts, option)},
        {TRAIT_UNREAD, is_unread(self)},
        {TRAIT_OF_SEARCH, !choice && is_of_search(option)},
        {TRAIT_OF_PACKAGE, is_of_package(project, option)},
        {TRAIT_DEFINITION, strstr(option->name, OPTION_LISTED) != NULL},
        {TRAIT_PROPER_NAME, on_off && has_proper_name(self)},
        {TRAIT_WAITS, is_waiting(option)},
        {TRAIT_OWN_PART, is_own_part(project, self)},
        {TRAIT_SOLE, is_sole(project->facts, option)},
        {TRAIT_COMMAND_LINE, holds_command_line(option)},
        {TRAIT_PLACE_OF, is_place_of(project, self)},
        {TRAIT_HAS_PLACES, on_off && has_places(project, option)},
        {TRAIT_BEHIND_ANOTHER, is_behind_another(project->facts, option)},
        {TRAIT_DEBUG_BUILDS, is_of_debug_builds(project, option)},
        {TRAIT_LINK_FLAGS, !choice && (is_link_flags(value) || lists_libraries(option))},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(found); i++) {
        traits |= found[i].holds ? TRAIT_BIT(found[i].trait) : 0;
    }
    return traits;
}
