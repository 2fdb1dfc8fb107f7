/* Arguments of configure scripts that say where something is, beside those that ask for it. */
#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* What arguments of a configure script for something begin with. */
#define WITH "--with-"
#define WITH_BYTES (sizeof WITH - 1)
#define ENABLE "--enable-"
/* Shorter names of libraries are parts of other words by chance. */
#define ARGUMENT_STEM_BYTES_MIN 3u
/* Notions of words that say where something is. */
#define TERM_LOCATION "location"
#define TERM_LOCATION_HELP "location_help"
#define TERM_INSTALLED_WHERE "installed_where"
#define TERM_LIBRARY_PLACE "library_place"
#define TERM_LIBRARIES_LIST "libraries_list"
#define TERM_PACKAGING "packaging"
#define TERM_BUILD_NAME "build_name"

gboolean traits_is_sole(const Facts *facts, const Option *option)
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
    return traits_mentions_term(project, words, TERM_LOCATION) ||
           traits_mentions_term(project, words, TERM_LIBRARY_PLACE) ||
           traits_mentions_term(project, words, TERM_LIBRARIES_LIST);
}

static gboolean helps_with(const Project *project, const Subject *self, const char *id)
{
    const Term *term = knowledge_term(project->knowledge, id);
    return term != NULL && (self->present[term->index] & (1u << PLACE_HELP)) != 0;
}

/* Whether the help text speaks of a place: "path to location of". */
static gboolean tells_place(const Project *project, const Subject *self)
{
    return helps_with(project, self, TERM_LOCATION_HELP) ||
           helps_with(project, self, TERM_INSTALLED_WHERE);
}

/* Whether nothing is known to hang on the other, while something does on the option: what others
 * that are configured along get told turns nothing on here. */
static gboolean is_idle_beside(const Option *other, const Option *option)
{
    return other->links->len == 0 && option->links->len > 0;
}

/* --enable-hdf5, or --enable-hdf5-module: what turns a thing on, and behind its name says no more.
 */
static gboolean has_feature(const Project *project, const Option *option, const char *package)
{
    g_autofree char *feature = g_strconcat("--enable-", package, NULL);
    gsize length = strlen(feature);
    for (guint i = 0; i < project->facts->options->len; i++) {
        const Option *other = g_ptr_array_index(project->facts->options, i);
        if (strncmp(other->name, feature, length) != 0 || is_idle_beside(other, option)) {
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

/* "--with-cfitsioinc", "--with-pgplotlib": the length of what stands before a word for a place that
 * is glued to it; 0 for none. */
static gsize before_glued_place(const Knowledge *knowledge, const char *name)
{
    const char *place = traits_glued_place(knowledge, name, WITH_BYTES + 1);
    return place != NULL && place[-1] != '-' ? (gsize)(place - name) : 0;
}

/* --use-x, --enable-x, --x or -x of a script that somebody wrote by hand, beside --x-lib. */
static gboolean has_switch(const Facts *facts, const char *thing)
{
    static const char *const verbs[] = {"--use-", "--enable-", "--with-", "--", "-"};
    for (guint i = 0; i < G_N_ELEMENTS(verbs); i++) {
        g_autofree char *name = g_strconcat(verbs[i], thing, NULL);
        if (facts_option(facts, name) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "-mpilib" beside "-mpi", in a script that takes a text there. */
static gboolean is_glued_beside_switch(const Project *project, const Option *option)
{
    const char *thing = option->name + strspn(option->name, "-");
    const char *place =
        option->type == OPTION_BOOL || strlen(thing) < ARGUMENT_STEM_BYTES_MIN
            ? NULL
            : traits_glued_place(project->knowledge, thing, ARGUMENT_STEM_BYTES_MIN);
    if (thing == option->name || place == NULL) {
        return FALSE;
    }
    g_autofree char *begin = g_strndup(thing, (gsize)(place - thing));
    return has_switch(project->facts, begin);
}

/* "--mpi-lib" beside "--use-mpi". */
static gboolean is_place_beside_switch(const Project *project, const Option *option)
{
    const char *name = option->name;
    const char *last = strrchr(name, '-');
    const char *thing = name + strspn(name, "-");
    if (last <= thing || !says_where(project, last + 1)) {
        return is_glued_beside_switch(project, option);
    }
    g_autofree char *begin = g_strndup(thing, (gsize)(last - thing));
    return has_switch(project->facts, begin);
}

/* Whether the last word of the name says which release of a thing is meant: "--with-x-version". */
static gboolean says_version(const Project *project, const char *words)
{
    return traits_mentions_term(project, words, TERM_PACKAGING);
}

/* A text for --with-x beside --enable-x: which x is meant, or how it is found. One that is on by
 * default turns it on itself. */
static gboolean is_text_beside_switch(const Project *project, const Subject *self)
{
    const Option *option = self->option;
    const char *fallback = subject_default(option);
    const ValueWord *word =
        fallback != NULL ? knowledge_value_word(project->knowledge, fallback) : NULL;
    if (option->type != OPTION_STRING || (word != NULL && word->meaning == MEANS_ON)) {
        return FALSE;
    }
    g_autofree char *name = g_strconcat(ENABLE, option->name + WITH_BYTES, NULL);
    const Option *other = facts_option(project->facts, name);
    return other != NULL && !is_idle_beside(other, option);
}

/* "--with-tpetra" beside --enable-trilinos: where a part of the thing is that the switch asks for.
 */
static gboolean has_switch_of_owner(const Project *project, const Subject *self)
{
    const char *own = self->option->name + WITH_BYTES;
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        const Term *term = mention->term;
        char known[PHRASE_BYTES_MAX];
        words_squash(term->name, known, sizeof known);
        g_autofree char *feature = g_strconcat(ENABLE, known, NULL);
        const Option *other = term->technology ? facts_option(project->facts, feature) : NULL;
        if (other != NULL && other->type == OPTION_BOOL && strcmp(own, known) != 0 &&
            !is_idle_beside(other, self->option)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "-I${--with-x}/include -L/opt/x/lib": folders of headers and libraries, and no library. */
static gboolean gives_folders(const Effect *effect)
{
    const char *words = effect->kind == EFFECT_VARIABLE ? effect->detail
                        : effect->kind == EFFECT_FLAG   ? effect->name
                                                        : NULL;
    return words != NULL && (strstr(words, "-I") != NULL || strstr(words, "-L") != NULL) &&
           !g_regex_match_simple("(?<![\\w-])-l\\w", words, 0, 0);
}

/* Whether another switch has to be on for it. */
static gboolean needs_other_switch(const Facts *facts, const Condition *when, const char *name)
{
    g_autoptr(GPtrArray) literals = when != NULL ? condition_shared_literals(when) : NULL;
    for (guint i = 0; literals != NULL && i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        gboolean other = literal->kind == CONDITION_ATOM && literal->relation == NULL &&
                         literal->subject_kind == CONDITION_SUBJECT_OPTION &&
                         strcmp(literal->subject, name) != 0;
        const Option *option = other ? facts_option(facts, literal->subject) : NULL;
        if (option != NULL && option->type == OPTION_BOOL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "--with-x must be given a folder" */
static gboolean refuses_yes(const Facts *facts, const char *name)
{
    for (guint i = 0; i < facts->constraints->len; i++) {
        const Condition *when = ((const Constraint *)facts->constraints->pdata[i])->when;
        if (when->kind == CONDITION_ATOM && traits_is_about(when, name) &&
            g_strcmp0(when->relation, "=") == 0 && strcmp(when->value, "yes") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A folder for what other switches ask for, whatever they are called: all that comes of it is where
 * the compiler looks, once one of them is on. Of one from which nothing is known to come, that it
 * is there only with another switch, or takes no plain "yes". */
static gboolean is_folder_for_others(const Project *project, const Subject *self)
{
    const Facts *facts = project->facts;
    const Option *option = self->option;
    if (option->type != OPTION_PATH || !tells_place(project, self)) {
        return FALSE;
    }
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if (!gives_folders(effect) || !needs_other_switch(facts, effect->when, option->name)) {
            return FALSE;
        }
    }
    gboolean led = option->definitions->len > 0;
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        led = led && needs_other_switch(facts, definition->exists, option->name);
    }
    return option->links->len > 0 || led || refuses_yes(facts, option->name);
}

gboolean traits_is_place_of(const Project *project, const Subject *self)
{
    const Option *option = self->option;
    const char *last = strrchr(option->name, '-');
    if (option->builder != BUILDER_AUTOTOOLS) {
        return FALSE;
    }
    if (!g_str_has_prefix(option->name, WITH)) {
        return is_place_beside_switch(project, option);
    }
    if (is_text_beside_switch(project, self) || is_folder_for_others(project, self)) {
        return TRUE;
    }
    if (tells_place(project, self) && has_switch_of_owner(project, self)) {
        return TRUE;
    }
    gboolean told = option->type == OPTION_PATH || tells_place(project, self);
    const char *word = last > option->name + WITH_BYTES ? last + 1 : NULL;
    gboolean part =
        word != NULL &&
        (says_where(project, word) || says_version(project, word) ||
         (told && (traits_mentions_term(project, word, TERM_BUILD_NAME) || /* gmp-build */
                   g_hash_table_contains(project->knowledge->program_places, word))));
    gsize glued = part ? 0 : before_glued_place(project->knowledge, option->name);
    if (!part && glued == 0 && !told) {
        return FALSE;
    }
    gsize whole = strlen(option->name);
    gsize length = part ? (gsize)(last - option->name) : glued > 0 ? glued : whole;
    g_autofree char *package = g_strndup(option->name, length);
    return (length < whole && facts_option(project->facts, package) != NULL) ||
           ((part || told) && has_feature(project, option, package + WITH_BYTES));
}

/* What an argument turns on, whichever way it is spelt; NULL when it is another kind of option. */
static const char *thing_of(const Option *option)
{
    gboolean feature = g_str_has_prefix(option->name, ENABLE);
    if (option->builder != BUILDER_AUTOTOOLS ||
        (!feature && !g_str_has_prefix(option->name, WITH))) {
        return NULL;
    }
    return option->name + (feature ? sizeof ENABLE - 1 : WITH_BYTES);
}

gboolean traits_has_places(const Project *project, const Option *option)
{
    const char *name = thing_of(option);
    if (name == NULL) {
        return FALSE;
    }
    char thing[PHRASE_BYTES_MAX];
    words_squash(name, thing, sizeof thing);
    if (strcmp(thing, project->own_name) == 0) {
        return FALSE; /* how others find this project */
    }
    g_autofree char *begin = g_strconcat(WITH, name, "-", NULL);
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

/* Whether the effect comes about in another way, too. */
static gboolean comes_anyway(const Facts *facts, const char *name, const Effect *effect)
{
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *other = facts->effects->pdata[i];
        if (other->kind == effect->kind && g_strcmp0(other->name, effect->name) == 0 &&
            !traits_needs_given(other->when, name, "no")) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "--with-x-dir" of a configure script that has no other argument for x: a macro or a library that
 * bears the name comes only where it is given. */
gboolean traits_argument_turns_on(const Facts *facts, const Option *option)
{
    const char *last = strrchr(option->name, '-');
    if (!traits_is_sole(facts, option) || traits_is_demanded(facts, option->name, TRUE)) {
        return FALSE;
    }
    g_autofree char *thing =
        g_strndup(option->name + WITH_BYTES, (gsize)(last - option->name) - WITH_BYTES);
    char stem[PHRASE_BYTES_MAX];
    words_squash(thing, stem, sizeof stem);
    for (guint i = 0; i < option->links->len && strlen(stem) >= ARGUMENT_STEM_BYTES_MIN; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        char name[PHRASE_BYTES_MAX];
        words_squash(effect->name, name, sizeof name);
        if ((effect->kind == EFFECT_MACRO || effect->kind == EFFECT_LINK) &&
            strstr(name, stem) != NULL && traits_needs_given(effect->when, option->name, "no") &&
            !comes_anyway(facts, option->name, effect)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the text of the same variable has the word where the argument is not given, too. */
static gboolean has_word_anyway(const Option *option, const Effect *given, const char *word)
{
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *other = ((const OptionLink *)option->links->pdata[i])->effect;
        if (other->kind == EFFECT_VARIABLE && strcmp(other->name, given->name) == 0 &&
            other->detail != NULL && !traits_needs_given(other->when, option->name, "no") &&
            strstr(other->detail, word) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a variable's text has something to link or define only where the argument is given. */
static gboolean adds_more_than_place(const Option *option, const Effect *effect)
{
    if (effect->detail == NULL || !traits_needs_given(effect->when, option->name, "no")) {
        return FALSE;
    }
    /* Without what is not known, or only known to be the place. */
    static GRegex *references;
    if (g_once_init_enter(&references)) {
        g_once_init_leave(&references, g_regex_new("\\$\\{[^}]*\\}", 0, 0, NULL));
    }
    g_autofree char *text = g_regex_replace_literal(references, effect->detail, -1, 0, "", 0, NULL);
    g_auto(GStrv) words = g_strsplit_set(text != NULL ? text : "", " \t\"'", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        gboolean place = g_str_has_prefix(words[i], "-I") || g_str_has_prefix(words[i], "-L") ||
                         *words[i] == '/' || g_str_has_suffix(words[i], "=");
        gboolean file = g_str_has_suffix(words[i], ".a") || g_str_has_suffix(words[i], ".so");
        if (*words[i] != '\0' && (!place || file) && !has_word_anyway(option, effect, words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The one place that it has where nobody gives it, "/opt/tide"; NULL for none or several. */
static const char *default_place(const Option *option)
{
    const Definition *definition =
        option->definitions->len == 1 ? option->definitions->pdata[0] : NULL;
    const DefaultValue *only = definition != NULL && definition->defaults->len == 1
                                   ? definition->defaults->pdata[0]
                                   : NULL;
    return only != NULL && only->value != NULL && *only->value == '/' ? only->value : NULL;
}

gboolean traits_argument_is_place(const Option *option)
{
    if (option->builder != BUILDER_AUTOTOOLS || option->type != OPTION_PATH) {
        return FALSE;
    }
    gboolean stands = FALSE;
    g_autofree char *own = g_strdup_printf("${%s}", option->name);
    const char *usual = default_place(option);
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if (effect->kind != EFFECT_PROGRAM &&
            (effect->kind != EFFECT_VARIABLE || adds_more_than_place(option, effect))) {
            return FALSE;
        }
        stands = stands || (effect->detail != NULL &&
                            (strstr(effect->detail, own) != NULL ||
                             (usual != NULL && strstr(effect->detail, usual) != NULL)));
    }
    return stands;
}
