#include "core/switch_word.h"
#include "discover/classify/for_tests.h"
#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"

#include <string.h>

/* Shorter words are parts of other words by chance. */
#define PROPER_NAME_BYTES_MIN 4u
/* "lib" and at least two letters more. */
#define LIBRARY_NAME_BYTES_MIN 5u
/* A project with so many options named after accelerators runs on several kinds of them. */
#define ACCELERATORS_MIN 2u
/* What the knowledge files call HAVE and HAS. */
#define TERM_HAS "has_word"
#define LETTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS

/* "set(X ${X} CACHE ... FORCE)" keeps what people give, however it came about, unless the project
 * had set X before anything read it. */
static gboolean keeps_given(const Definition *definition, const char *name)
{
    g_autofree char *reference = g_strdup_printf("${%s}", name);
    return !definition->result && definition->text != NULL &&
           strstr(definition->text, reference) != NULL;
}

/* "if(NOT X) set(X value CACHE ... FORCE)" is a default; FORCE without asking for X is a result. */
gboolean traits_is_forced(const Option *option)
{
    if (option_is_told_beside_force(option)) {
        return FALSE;
    }
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        if (!definition->force || keeps_given(definition, option->name) ||
            (definition->exists != NULL && condition_mentions(definition->exists, option->name))) {
            return FALSE;
        }
    }
    return option->definitions->len > 0;
}

/* X_BUILD_GPU beside X_BUILD_CPU. */
static gboolean has_gpu_beside(const Facts *facts, const Option *option)
{
    static const char cpu[] = "cpu";
    gsize length = strlen(option->name);
    gsize begin = length - MIN(length, strlen(cpu));
    if (g_ascii_strcasecmp(option->name + begin, cpu) != 0) {
        return FALSE;
    }
    gboolean capitals = option->name[begin] == 'C';
    g_autofree char *name =
        g_strdup_printf("%.*s%s", (int)begin, option->name, capitals ? "GPU" : "gpu");
    return facts_option(facts, name) != NULL;
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

static void read_words(const Project *project, Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
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
            traits_is_number(g_array_index(self->name->words, Word, i).text)) {
            continue;
        }
        trait_set_add(&self->traits, TRAIT_UNKNOWN_WORD);
        if (is_library_name(project, self, g_array_index(self->name->words, Word, i).text)) {
            trait_set_add(&self->traits, TRAIT_LIB_WORD);
        }
        if (i >= after && after > self->prefix) {
            trait_set_add(&self->traits, TRAIT_EXTRA_WORDS);
        }
    }
}

/* "option(X ON)", where the value stands in the help text's place. */
static gboolean is_on_off(const char *help)
{
    static const char *const words[] = {"ON", "OFF", "TRUE", "FALSE", NULL};
    return help != NULL && g_strv_contains(words, help);
}

/* Whether CMake's own command declares it: set_feature() of a project is no set(). */
static gboolean is_set(const Definition *definition)
{
    return definition->text != NULL && g_ascii_strncasecmp(definition->text, "set", 3) == 0 &&
           definition->text[3 + strspn(definition->text + 3, " \t")] == '(';
}

/* "set(X value CACHE ...)" that nothing reads here is handed on to a part that is fetched, or tells
 * people what was found; and so is an option() that says nothing of itself. Any other is meant for
 * people, and what bears the project's prefix may be read in ways that nobody sees; so may a switch
 * that is declared in a file that was not followed to its end. A text is what was found there. What
 * is called as a submodule that is not there is the submodule's own option. */
static gboolean is_unread(const Project *project, const Subject *self)
{
    const Option *option = self->option;
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        gboolean set = is_set(definition);
        gboolean silent = (definition->text != NULL && strstr(definition->text, "\"\"") != NULL) ||
                          is_on_off(definition->help);
        if ((!set || option->of_absent) && !silent) {
            return FALSE;
        }
    }
    return option->builder == BUILDER_CMAKE && option->definitions->len > 0 && self->prefix == 0 &&
           option->uses->len == 0 && option->links->len == 0 &&
           !(option->type == OPTION_BOOL && facts_reading_was_cut(project->facts, option));
}

/* Whether a package that is searched for may read it: BOOST_USE_STATIC. */
static gboolean may_be_packages(const Project *project, const char *option)
{
    const GPtrArray *effects = project->facts->effects;
    for (guint i = 0; i < effects->len; i++) {
        const Effect *effect = g_ptr_array_index(effects, i);
        gsize length = effect->kind == EFFECT_PACKAGE ? strlen(effect->name) : 0;
        if (length > 0 && g_ascii_strncasecmp(option, effect->name, length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the project declares the option, tells people what it is for, and never reads it. What
 * others' repositories take part in the build may read what does not bear the project's name; an
 * installed package may where the option bears the package's. */
static gboolean is_forgotten(const Project *project, const Subject *self)
{
    const Option *option = self->option;
    if (option->unread && (self->prefix > 0 || project_is_own_target(project, option->name))) {
        return TRUE;
    }
    return option->unread_by_all && option->type == OPTION_BOOL && self->help != NULL &&
           !may_be_packages(project, option->name);
}

static gboolean sets_on_or_off(const Definition *definition)
{
    for (guint d = 0; d < definition->defaults->len; d++) {
        const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
        if (value->value == NULL ||
            (!switch_word_is_on(value->value) && !switch_word_is_off(value->value))) {
            return FALSE;
        }
    }
    return definition->defaults->len > 0 && is_set(definition);
}

/* "if(TIDES_FOUND) option(USE_TIDES "" ON)": on where a package was found, and without a word. */
static gboolean keeps_package(const Definition *definition)
{
    for (guint d = 0; d < definition->defaults->len; d++) {
        const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
        if (value->value == NULL || !switch_word_is_on(value->value)) {
            return FALSE;
        }
    }
    g_autoptr(GPtrArray) literals =
        definition->exists != NULL ? condition_shared_literals(definition->exists) : NULL;
    for (guint i = 0; literals != NULL && i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        if (literal->kind == CONDITION_ATOM && literal->relation == NULL &&
            literal->subject_kind == CONDITION_SUBJECT_PACKAGE) {
            return definition->defaults->len > 0 && definition->type == OPTION_BOOL;
        }
    }
    return FALSE;
}

/* "if(ENABLE_X) set(USE_X ON CACHE BOOL "")": what the build concludes from other options it keeps
 * without a word to people, and nowhere else is it declared. HAS_X is told of as well. So is what
 * option() keeps where a package was found. "if(NOT X) set(X ON ...)" only gives a default. */
static gboolean is_concluded(const Project *project, const Option *option)
{
    gboolean has = traits_mentions_term(project, option->name, TERM_HAS);
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        gboolean always = definition->exists == NULL || definition->exists->kind == CONDITION_TRUE;
        gboolean told = definition->help != NULL && *definition->help != '\0';
        gboolean kept = sets_on_or_off(definition) || (!told && keeps_package(definition));
        if (always || (told && !has) || !kept ||
            condition_mentions(definition->exists, option->name)) {
            return FALSE;
        }
    }
    return option->builder == BUILDER_CMAKE && option->definitions->len > 0;
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

/* Whether it is a switch that is put in the cache only where checks say so, and always on:
 * set(HAS_X 1 CACHE BOOL "...") notes what they have found. */
static gboolean notes_found(const Definition *definition)
{
    if (definition->type != OPTION_BOOL || definition->exists == NULL ||
        !condition_is_about(definition->exists,
                            CONDITION_ABOUT(PROBE) | CONDITION_ABOUT(PACKAGE))) {
        return FALSE;
    }
    for (guint d = 0; d < definition->defaults->len; d++) {
        const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
        if (value->value == NULL || !switch_word_is_on(value->value)) {
            return FALSE;
        }
    }
    return definition->defaults->len > 0;
}

/* Whether nothing but a file that searches for a package, FindX.cmake, or a line for any package,
 * set(${package}_H ...), puts it in the cache: what the search has found. Those that list values
 * are meant for people. */
static gboolean is_of_search(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        const char *path = definition->at.path;
        gboolean set = is_set(definition);
        gboolean searches = path != NULL && traits_is_search_file(project, path);
        gboolean result = is_worked_out(definition)
                              ? searches || definition_is_put_together(definition)
                              : searches && notes_found(definition);
        if (!set || !result) {
            return FALSE;
        }
    }
    return option->builder == BUILDER_CMAKE && option->definitions->len > 0;
}

/* Whether the text is written as the word is, "OpenNI" as "openni", up to where it ends. */
static gboolean is_written_as(const char *text, const char *word)
{
    gsize length = strlen(word);
    return g_ascii_strncasecmp(text, word, length) == 0 && !g_ascii_isalnum(text[length]);
}

/* Whether a word of the help text stands right behind the project's name: "TideInfo()" is its own.
 */
static gboolean is_behind_own_name(const Project *project, const Mentions *sentence, guint at)
{
    return g_array_index(sentence->words, Word, at).same_piece &&
           strcmp(g_array_index(sentence->words, Word, at - 1).text, project->own_name) == 0;
}

/* "configured with Landlab support", of WITH_LANDLAB: in the middle of a sentence a capital and
 * small letters make a name. Methods are named after people, too, but not by one word alone. */
static gboolean has_proper_name(const Project *project, const Subject *self)
{
    for (guint i = 1; self->sentence != NULL && i < self->sentence->words->len; i++) {
        const Word *said = &g_array_index(self->sentence->words, Word, i);
        const char *text = self->help + said->start;
        gboolean name = !said->apart && strspn(text, LETTERS) >= PROPER_NAME_BYTES_MIN &&
                        !self->sentence->covered[i] && g_ascii_isupper(text[0]) &&
                        g_ascii_islower(text[1]) && !is_behind_own_name(project, self->sentence, i);
        for (guint k = self->prefix; name && k < self->name->words->len; k++) {
            if (!self->name->covered[k] &&
                is_written_as(text, g_array_index(self->name->words, Word, k).text)) {
                return TRUE;
            }
        }
    }
    return FALSE;
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

/* C's and Fortran's own types of numbers. */
static gboolean is_number_type(const char *text)
{
    static const char *const types[] = {"double",  "float",   "int",       "long",
                                        "int32_t", "int64_t", "long long", "long double",
                                        "real*4",  "real*8",  "integer*8", NULL};
    return text != NULL && g_strv_contains(types, text);
}

/* "-DSCALAR=double"; or, of a switch, "typedef int64_t Index" when it is on and "int32_t" when it
 * is off. On alone says little: "-Dsocklen_t=int" mends a system. */
static gboolean defines_number_type(const Option *option)
{
    g_autoptr(GHashTable) types = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        const Effect *effect = link->effect;
        gboolean macro = effect->kind == EFFECT_DEFINITION ||
                         (effect->kind == EFFECT_MACRO && option->type == OPTION_BOOL);
        if (!link->alone || !macro || !is_number_type(effect->detail)) {
            continue;
        }
        const char *other = g_hash_table_lookup(types, effect->name);
        if (option->type != OPTION_BOOL || (other != NULL && strcmp(other, effect->detail) != 0)) {
            return TRUE;
        }
        g_hash_table_insert(types, (gpointer)effect->name, (gpointer)effect->detail);
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

typedef struct {
    RuleTrait trait;
    gboolean holds;
} TraitTest;

static void add_those_that_hold(TraitSet *traits, const TraitTest *tests, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        if (tests[i].holds) {
            trait_set_add(traits, tests[i].trait);
        }
    }
}

/* What the build system says of the option itself. */
static void read_declaration(const Project *project, Subject *self)
{
    const Option *option = self->option;
    const TraitTest tests[] = {
        {TRAIT_NUMBER_TYPES, defines_number_type(option)},
        {TRAIT_FILE, option->type == OPTION_FILEPATH},
        {TRAIT_INTERNAL, option->type == OPTION_INTERNAL},
        {TRAIT_UNDECLARED, option->type == OPTION_UNTYPED},
        {TRAIT_BY_MODULES, option->by_modules},
        {TRAIT_DOCUMENTED,
         option->documented.path != NULL || traits_is_told_by_refusal(project, option)},
        {TRAIT_FORCED, traits_is_forced(option)},
        {TRAIT_ADVANCED, option->advanced},
        {TRAIT_NO_HELP, self->help == NULL},
        {TRAIT_AUTOTOOLS, option->builder == BUILDER_AUTOTOOLS},
        {TRAIT_ARGUMENT, option->builder == BUILDER_AUTOTOOLS && *option->name == '-'},
        {TRAIT_MAKE, option->builder == BUILDER_MAKE},
        {TRAIT_MESON, option->builder == BUILDER_MESON},
        {TRAIT_NO_EFFECTS, option->links->len == 0 && !option->handed_on && !option->only_default},
        {TRAIT_TURNS_ON, traits_turns_on(project, option)},
        {TRAIT_ONLY_PLACE, traits_argument_is_place(option)},
        {TRAIT_CHECKED, option->checked},
        {TRAIT_NOTED, option->noted},
        {TRAIT_UNREAD, is_unread(project, self)},
        {TRAIT_CONCLUDED, is_concluded(project, option)},
        {TRAIT_FORGOTTEN, is_forgotten(project, self)},
        {TRAIT_OF_ABSENT, option->of_absent},
        {TRAIT_OF_PACKAGE, traits_is_of_package(project, option)},
        {TRAIT_FOR_TESTS, for_tests_are_all(project, option)},
        {TRAIT_OF_TESTS, for_tests_declare(project, option)},
        {TRAIT_DEFINITION,
         strstr(option->name, OPTION_LISTED) != NULL || traits_takes_definitions(option)},
        {TRAIT_WAITS, is_waiting(option)},
        {TRAIT_OWN_PART, traits_is_own_part(project, self)},
        {TRAIT_OWN_TOLD, traits_is_told_as_own(project, self)},
        {TRAIT_BESIDE_GPUS,
         project->accelerators >= ACCELERATORS_MIN || has_gpu_beside(project->facts, option)},
        {TRAIT_SOLE, traits_is_sole(project->facts, option)},
        {TRAIT_COMMAND_LINE, holds_command_line(option)},
        {TRAIT_WORDS_FOR_PROGRAMS, traits_has_words_for_programs(option)},
        {TRAIT_PLACE_OF, traits_is_place_of(project, self)},
        {TRAIT_BEHIND_ANOTHER, is_behind_another(project->facts, option)},
        {TRAIT_DEBUG_BUILDS, traits_is_of_debug_builds(project, option)},
        {TRAIT_OF_COMPILER, traits_is_of_compiler(project, option)},
        {TRAIT_CPU_FLAGS, traits_is_of_processors(project->knowledge, option)},
        {TRAIT_SETS_FOLLOW, traits_leads_sets(project, option)},
        {TRAIT_FLAGS_WORD, traits_ends_in_flags(self)},
        {TRAIT_PLACE_WORD, traits_ends_in_place(project->knowledge, self)},
    };
    add_those_that_hold(&self->traits, tests, G_N_ELEMENTS(tests));
}

/* What it takes: on and off, one of several words, a place, a number, any text. */
static void read_values(const Project *project, Subject *self)
{
    const Knowledge *knowledge = project->knowledge;
    const Option *option = self->option;
    const char *value = subject_default(option);
    gboolean choice = traits_is_choice(knowledge, self);
    gboolean on_off = !choice && (option->type == OPTION_BOOL ||
                                  (!traits_lists_accelerators(self) &&
                                   (traits_has_value_word(knowledge, option) ||
                                    (value != NULL && knowledge_value_word(knowledge, value)))));
    gboolean path = option->type == OPTION_PATH || option->type == OPTION_FILEPATH;
    const TraitTest tests[] = {
        {TRAIT_SWITCH, on_off},
        {TRAIT_CHOICE, choice},
        {TRAIT_TEXT, !on_off && !choice && !path},
        {TRAIT_NUMBER,
         traits_is_number(value) || traits_is_number(option->example) || option->number},
        {TRAIT_PATH, path},
        {TRAIT_OF_SEARCH, !choice && is_of_search(project, option)},
        {TRAIT_LONE_VALUE, choice && traits_has_lone_value(knowledge, self)},
        {TRAIT_VALUES_FIND, choice && traits_values_search(project, option)},
        {TRAIT_PROPER_NAME, on_off && has_proper_name(project, self)},
        {TRAIT_HOLDS_PACKAGE, !choice && traits_holds_package(project->facts, option)},
        {TRAIT_EITHER_WAY, option->only_where || (on_off && traits_searches_either_way(option)) ||
                               (!choice && traits_is_found_anyway(option))},
        {TRAIT_ONLY_SEARCHES, on_off && traits_only_searches(option)},
        {TRAIT_REQUIRES_PACKAGE, on_off && traits_requires_package(project, option)},
        {TRAIT_HAS_PLACES, on_off && traits_has_places(project, option)},
        {TRAIT_PLACE_FLAGS, !choice && traits_holds_places(option)},
        {TRAIT_LINK_FLAGS,
         !choice && (traits_is_link_flags(value) || traits_lists_libraries(option))},
    };
    add_those_that_hold(&self->traits, tests, G_N_ELEMENTS(tests));
}

void traits_read(const Project *project, Subject *self)
{
    read_words(project, self);
    read_values(project, self);
    read_declaration(project, self);
}
