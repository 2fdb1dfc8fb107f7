/* Options that say where something is, and those that turn it on by saying so. */
#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"

#include <string.h>

/* Shorter names of libraries are parts of other words by chance. */
#define PLACE_STEM_BYTES_MIN 3u
/* LIBTIDES_PATH says where tides is. */
#define LIBRARY "lib"

/* "libtides.a;libz.so" begins with a library's file. */
static gboolean begins_with_library(const char *value)
{
    gsize length = strcspn(value, "; ");
    g_autofree char *first = g_strndup(value, length);
    return g_str_has_prefix(first, LIBRARY) &&
           (g_str_has_suffix(first, ".a") || g_str_has_suffix(first, ".so"));
}

gboolean traits_is_link_flags(const char *value)
{
    return value != NULL && (g_str_has_prefix(value, "-l") || g_str_has_prefix(value, "-L") ||
                             g_str_has_prefix(value, "-Wl,") || begins_with_library(value));
}

static gboolean is_given_at(const Option *option, const Span *at)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        if (span_same_line(&definition->at, at)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean traits_lists_libraries(const Option *option)
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

/* Words for the compiler or linker that only say where something is, or what to link. */
static gboolean is_place_flag(const Effect *effect)
{
    static const char *const beginnings[] = {"-I", "-L", "-l", "-isystem"};
    for (guint i = 0; effect->kind == EFFECT_FLAG && i < G_N_ELEMENTS(beginnings); i++) {
        if (g_str_has_prefix(effect->name, beginnings[i])) {
            return TRUE;
        }
    }
    return effect->kind == EFFECT_LINK;
}

/* "MPIINC = -I/opt/mpi/include", which nothing else hangs on. */
gboolean traits_holds_places(const Option *option)
{
    guint places = 0;
    for (guint i = 0; option->builder == BUILDER_MAKE && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->effect->name == NULL || !is_given_at(option, &link->effect->at) ||
            !is_place_flag(link->effect)) {
            return FALSE;
        }
        places += link->effect->kind == EFFECT_FLAG && link->effect->name[1] == 'I' ? 1 : 0;
        places += link->effect->kind == EFFECT_FLAG && link->effect->name[1] == 'L' ? 1 : 0;
    }
    return places > 0 && option->type != OPTION_BOOL;
}

gboolean traits_is_about(const Condition *atom, const char *name)
{
    return atom->kind == CONDITION_ATOM && atom->subject_kind == CONDITION_SUBJECT_OPTION &&
           strcmp(atom->subject, name) == 0;
}

gboolean traits_needs_given(const Condition *when, const char *name, const char *absent)
{
    switch (when->kind) {
    case CONDITION_TRUE:
    case CONDITION_FALSE:
        return FALSE;
    case CONDITION_ATOM:
        return traits_is_about(when, name) && when->relation == NULL;
    case CONDITION_NOT: {
        const Condition *atom = when->operands[0];
        return traits_is_about(atom, name) && g_strcmp0(atom->relation, "=") == 0 &&
               (atom->value[0] == '\0' || g_strcmp0(atom->value, absent) == 0);
    }
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    gboolean all = when->kind == CONDITION_ALL;
    for (guint i = 0; i < when->operand_count; i++) {
        if (traits_needs_given(when->operands[i], name, absent) == all) {
            return all;
        }
    }
    return !all;
}

/* "#define CHARM_PATH "${CHARM_ROOT}"": the sources are told where it is. */
static gboolean hands_on(const Option *option, const Effect *effect)
{
    g_autofree char *own = g_strdup_printf("${%s}", option->name);
    return effect->detail != NULL && strstr(effect->detail, own) != NULL;
}

/* Whether a macro, definition or link library bears the name of what the place is of: PARMETIS_DIR
 * and CONDUIT_USE_PARMETIS. A search that the project hides in files of its own looks the same, so
 * the manual has to name the place, too. */
static gboolean is_of_place(const Option *option, const Effect *effect)
{
    if (hands_on(option, effect)) {
        return FALSE;
    }
    if (effect->kind == EFFECT_PACKAGE || !effect_kind_names_thing(effect->kind)) {
        return effect->kind == EFFECT_PACKAGE;
    }
    g_autofree char *whole =
        g_ascii_strdown(option->name, (gssize)strcspn(option->name, "_")); /* PARMETIS_DIR */
    const char *stem = whole + (g_str_has_prefix(whole, LIBRARY) ? strlen(LIBRARY) : 0);
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
            !traits_needs_given(other->when, place, NULL)) {
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

gboolean traits_needs_absent(const Condition *when, const char *name)
{
    if (when->kind == CONDITION_ATOM) {
        return traits_is_about(when, name) && g_strcmp0(when->relation, "=") == 0 &&
               when->value[0] == '\0';
    }
    if (when->kind == CONDITION_NOT) {
        return traits_needs_given(when->operands[0], name, NULL);
    }
    for (guint i = 0; when->kind == CONDITION_ALL && i < when->operand_count; i++) {
        if (traits_needs_absent(when->operands[i], name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "if(DEFINED X_ROOT) find_package(X PATHS ${X_ROOT}) else() find_package(X)": it is searched for
 * either way, so the place turns nothing on. */
static gboolean is_searched_anyway(const Facts *facts, const char *place, const Effect *search)
{
    for (guint i = 0; search->kind == EFFECT_PACKAGE && i < facts->effects->len; i++) {
        const Effect *other = g_ptr_array_index(facts->effects, i);
        if (other->kind == EFFECT_PACKAGE && other->required == search->required &&
            g_ascii_strcasecmp(other->name, search->name) == 0 &&
            traits_needs_absent(other->when, place)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the condition holds only where another place is given: SILO_DIR beside HDF5_DIR. */
static gboolean needs_other_place(const GPtrArray *literals, const char *place)
{
    const char *ending = strrchr(place, '_');
    for (guint i = 0; ending != NULL && i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        const Condition *atom = literal->kind == CONDITION_NOT ? literal->operands[0] : literal;
        if (atom->kind == CONDITION_ATOM && atom->subject_kind == CONDITION_SUBJECT_OPTION &&
            g_str_has_suffix(atom->subject, ending) &&
            traits_needs_given(literal, atom->subject, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the condition holds only where a switch is on that does not bear the name of what the
 * place is of: WITH_SPECTRA beside FLOW_DIR. */
static gboolean needs_part(const GPtrArray *literals, const char *place)
{
    const char *ending = strrchr(place, '_');
    g_autofree char *thing = g_ascii_strdown(place, ending != NULL ? (gssize)(ending - place) : -1);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        gboolean on = literal->kind == CONDITION_ATOM &&
                      literal->subject_kind == CONDITION_SUBJECT_OPTION &&
                      traits_needs_given(literal, literal->subject, NULL);
        g_autofree char *name = on ? g_ascii_strdown(literal->subject, -1) : NULL;
        if (name != NULL && strstr(name, thing) == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the build stops where the place is not given: in every case, then nothing can do without
 * the thing, or if(USE_X) and not X_DIR, then something else asks for it. Another library that
 * builds on it and is asked for by its own place does not; nor do, but for `parts`, switches for
 * something else, which cannot do without what the place alone brings. */
gboolean traits_is_demanded(const Facts *facts, const char *place, gboolean parts)
{
    for (guint i = 0; i < facts->constraints->len; i++) {
        const Constraint *refused = g_ptr_array_index(facts->constraints, i);
        g_autoptr(GPtrArray) literals = condition_shared_literals(refused->when);
        if (needs_other_place(literals, place) || (!parts && needs_part(literals, place))) {
            continue;
        }
        for (guint k = 0; k < literals->len; k++) {
            if (traits_needs_absent(literals->pdata[k], place)) {
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

/* "ENABLE_CALIPER", "FOO_USE_CALIPER" for "CALIPER_DIR": a verb and the thing that the place is of.
 */
static gboolean names_thing_of(const Knowledge *knowledge, const char *name, const char *place)
{
    const char *ending = strrchr(place, '_');
    gsize thing = ending != NULL ? (gsize)(ending - place) : 0;
    gsize length = strlen(name);
    if (thing == 0 || length < thing + 2 || name[length - thing - 1] != '_' ||
        g_ascii_strncasecmp(name + length - thing, place, thing) != 0) {
        return FALSE;
    }
    g_autofree char *before = g_ascii_strdown(name, (gssize)(length - thing - 1));
    const char *word = strrchr(before, '_');
    return knowledge_is_filler(knowledge, word != NULL ? word + 1 : before);
}

/* Whether something hangs on both. */
static gboolean lead_to_same(const Option *a, const Option *b)
{
    for (guint i = 0; i < a->links->len; i++) {
        for (guint k = 0; k < b->links->len; k++) {
            const OptionLink *left = g_ptr_array_index(a->links, i);
            const OptionLink *right = g_ptr_array_index(b->links, k);
            if (left->effect == right->effect) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether people may give the switch, be the place given or not, and the project ties the two
 * together: it sets the switch by whether the place is given, or lets something hang on both. */
static gboolean is_switch_beside(const Option *other, const Option *place)
{
    gboolean free = FALSE;
    gboolean tied = FALSE;
    for (guint i = 0; i < other->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(other->definitions, i);
        gboolean hangs =
            definition->exists != NULL && condition_mentions(definition->exists, place->name);
        free = free || (!hangs && !definition->force);
        tied = tied || hangs;
    }
    return free && (tied || lead_to_same(other, place));
}

/* option(ENABLE_CALIPER) and if(DEFINED CALIPER_DIR): the switch is what people decide on. */
static gboolean has_switch_beside(const Project *project, const Option *option)
{
    const GPtrArray *options = project->facts->options;
    for (guint i = 0; i < options->len; i++) {
        const Option *other = g_ptr_array_index(options, i);
        if (other->type == OPTION_BOOL && other->builder == option->builder &&
            strcmp(other->folder, option->folder) == 0 &&
            names_thing_of(project->knowledge, other->name, option->name) &&
            is_switch_beside(other, option)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "ifdef X_DIR", "-DX_DIR": the sources ask whether the place was given, whatever else has to be.
 */
static gboolean tells_that_given(const Option *option, const Effect *effect)
{
    return effect->kind == EFFECT_DEFINITION && strcmp(effect->name, option->name) == 0 &&
           effect->detail == NULL && traits_needs_given(effect->when, option->name, NULL);
}

/* What the place is of, in small letters: "xsmm" of "LIBXSMM_INCS". The caller frees it. */
static char *thing_of(const char *place)
{
    const char *ending = strrchr(place, '_');
    g_autofree char *whole = g_ascii_strdown(place, ending != NULL ? (gssize)(ending - place) : 0);
    return g_strdup(whole + (g_str_has_prefix(whole, LIBRARY) ? strlen(LIBRARY) : 0));
}

/* Whether the condition needs another place of the same thing, which the makefile asks for first:
 * of "ifdef X_INCS" and in it "ifdef X_LIBS" one tells enough. */
static gboolean needs_one_before(const Facts *facts, const Option *option, const Condition *when,
                                 const char *thing)
{
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *other = g_ptr_array_index(facts->options, i);
        if (other == option || other->uses->len == 0 || option->uses->len == 0 ||
            !condition_mentions(when, other->name)) {
            continue;
        }
        g_autofree char *of = thing_of(other->name);
        if (strcmp(of, thing) == 0 &&
            span_compare(other->uses->pdata[0], option->uses->pdata[0]) < 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "ifdef OPENRAY_LIBS", "-DWAVES_OPENRAY=1": the sources are told that it is there, by its name,
 * where the place is given, which nothing else does. */
static gboolean tells_of_thing(const Facts *facts, const Option *option, const Effect *effect)
{
    g_autofree char *thing = thing_of(option->name);
    char name[PHRASE_BYTES_MAX];
    return effect->kind == EFFECT_DEFINITION && strlen(thing) >= PLACE_STEM_BYTES_MIN &&
           words_squash(effect->name, name, sizeof name) && strstr(name, thing) != NULL &&
           traits_needs_given(effect->when, option->name, NULL) &&
           !needs_one_before(facts, option, effect->when, thing);
}

/* "ifdef CUDA_DIR", "TARGETS += waves_cuda": more is made by default where the place is given, and
 * bears the name of what the place is of. */
static gboolean makes_goal(const Option *option, const Effect *effect)
{
    if (effect->kind != EFFECT_VARIABLE || strcmp(effect->name, EFFECT_GOAL) != 0 ||
        effect->detail == NULL || !traits_needs_given(effect->when, option->name, NULL)) {
        return FALSE;
    }
    g_autofree char *stem = g_ascii_strdown(option->name, (gssize)strcspn(option->name, "_"));
    g_auto(GStrv) words = g_strsplit_set(effect->detail, "_-", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (g_ascii_strcasecmp(words[i], stem) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* set(CUDAToolkit_BIN_DIR "..." CACHE PATH "") of a FindCUDAToolkit.cmake: where that file has
 * found or is to look for what somebody else asks it for. */
static gboolean is_place_of_search(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (definition->at.path == NULL || !tree_is_find_module(definition->at.path)) {
            return FALSE;
        }
    }
    return option->definitions->len > 0 && option->type == OPTION_PATH;
}

gboolean traits_turns_on(const Project *project, const Option *option)
{
    const Facts *facts = project->facts;
    if (option->builder == BUILDER_AUTOTOOLS) {
        return traits_argument_turns_on(facts, option);
    }
    if (is_place_of_search(option)) {
        return FALSE;
    }
    for (guint i = 0; option->builder == BUILDER_CMAKE && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        if (effect->name == NULL || !is_of_place(option, effect) ||
            !traits_needs_given(effect->when, option->name, NULL) ||
            is_searched_anyway(facts, option->name, effect)) {
            continue;
        }
        if (link->alone || (effect->kind == EFFECT_PACKAGE && option->type == OPTION_UNTYPED &&
                            is_only_way(facts, option->name, effect))) {
            return !traits_is_demanded(facts, option->name, !link->alone) &&
                   !has_switch_beside(project, option);
        }
    }
    for (guint i = 0; option->builder == BUILDER_MAKE && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        gboolean brings = effect->kind == EFFECT_LINK || effect->kind == EFFECT_DEFINITION;
        if (makes_goal(option, effect)) {
            return TRUE;
        }
        if (brings && !is_given_at(option, &effect->at) &&
            ((link->alone && condition_mentions(effect->when, option->name)) ||
             hangs_on_folder(effect->when, option->name) || tells_that_given(option, effect) ||
             tells_of_thing(facts, option, effect))) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean traits_mentions_term(const Project *project, const char *text, const char *id)
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
