#include "discover/classify/excluded.h"

#include "core/span.h"
#include "discover/classify/subject.h"

#include <string.h>

/* What the build tool's own variables begin with. */
#define BUILD_TOOL "CMAKE_"

/* Categories that a program decides as a whole: a bundled part's switch for them is a real choice
 * as long as the program has none of its own. */
static gboolean concerns_whole_program(Category category)
{
    switch (category) {
    case CATEGORY_SIMD:
    case CATEGORY_GPU_BACKEND:
    case CATEGORY_GPU_ARCH:
    case CATEGORY_MPI:
    case CATEGORY_THREADING:
    case CATEGORY_PRECISION:
        return TRUE;
    case CATEGORY_LINEAR_ALGEBRA:
    case CATEGORY_FFT:
    case CATEGORY_TUNING:
    case CATEGORY_MEMORY:
    case CATEGORY_IO:
    case CATEGORY_LIBRARY:
    case CATEGORY_VENDORED:
    case CATEGORY_COMPILER:
    case CATEGORY_OTHER:
    case CATEGORY_COUNT:
        return FALSE;
    }
    return FALSE;
}

static const char *vendored_reason(const Project *project, const Option *option, Category category,
                                   const Term *term, Arena *arena)
{
    if (!project_is_vendored(project, option)) {
        return NULL;
    }
    if (!concerns_whole_program(category) || !project_speaks_of(project, option)) {
        return "it belongs to the bundled copy of another project";
    }
    const Option *own =
        term != NULL ? g_hash_table_lookup(project->claimed, GUINT_TO_POINTER(term->index + 1))
                     : NULL;
    return own != NULL ? arena_printf(arena,
                                      "it belongs to the bundled copy of another project; %s "
                                      "is the project's own option for %s",
                                      own->name, term->name)
                       : NULL;
}

static gboolean is_given(const Condition *when, const Option *option)
{
    return when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_OPTION &&
           when->relation == NULL && strcmp(when->subject, option->name) == 0;
}

/* Given, or given as anything, "if(DEFINED X)", alone or beside others of which each is enough. */
static gboolean is_given_at_all(const Condition *when, const Option *option)
{
    for (guint i = 0; when->kind == CONDITION_ANY && i < when->operand_count; i++) {
        if (is_given(when->operands[i], option)) {
            return TRUE;
        }
    }
    return is_given(when, option);
}

/* Whether the part holds wherever the condition does: it is all of that, one of what all of it
 * asks for, or in each of several ways. */
static gboolean asks_for(const Condition *exists, const Condition *part)
{
    gboolean every = exists->kind == CONDITION_ANY;
    for (guint i = 0; every && i < exists->operand_count; i++) {
        every = asks_for(exists->operands[i], part);
    }
    for (guint i = 0; exists->kind == CONDITION_ALL && i < exists->operand_count; i++) {
        if (condition_equal(exists->operands[i], part)) {
            return TRUE;
        }
    }
    return every || condition_equal(exists, part);
}

/* The one part of a condition that is not there wherever the option is; NULL when there are more.
 */
static const Condition *beyond_existence(const Condition *when, const Option *option)
{
    const Condition *rest = NULL;
    for (guint i = 0; i < when->operand_count; i++) {
        gboolean known = FALSE;
        for (guint d = 0; d < option->definitions->len; d++) {
            const Definition *definition = g_ptr_array_index(option->definitions, d);
            known = known || asks_for(definition->exists, when->operands[i]);
        }
        if (!known && rest != NULL) {
            return NULL;
        }
        rest = known ? rest : when->operands[i];
    }
    return rest;
}

/* "not --with-x", or "--with-x=no", wherever the option is there at all. */
static gboolean is_left_out(const Project *project, const Condition *when, const Option *option)
{
    if (when->kind == CONDITION_ALL) {
        const Condition *rest = beyond_existence(when, option);
        return rest != NULL && rest->kind != CONDITION_ALL && is_left_out(project, rest, option);
    }
    for (guint i = 0; when->kind == CONDITION_ANY && i < when->operand_count; i++) {
        if (is_left_out(project, when->operands[i], option)) {
            return TRUE; /* each of them is enough */
        }
    }
    if (when->kind == CONDITION_NOT) {
        return is_given(when->operands[0], option);
    }
    gboolean equal =
        when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_OPTION &&
        g_strcmp0(when->relation, "=") == 0 && strcmp(when->subject, option->name) == 0;
    return equal && knowledge_value_means(project->knowledge, when->value, MEANS_OFF);
}

/* Whether "yes" is refused as well: then it is a place that is asked for, whichever. */
static gboolean is_refused_as_switch(const Project *project, const Condition *when,
                                     const Option *option)
{
    for (guint i = 0; when->kind == CONDITION_ANY && i < when->operand_count; i++) {
        if (is_refused_as_switch(project, when->operands[i], option)) {
            return TRUE;
        }
    }
    if (when->kind != CONDITION_ATOM || when->subject_kind != CONDITION_SUBJECT_OPTION ||
        g_strcmp0(when->relation, "=") != 0 || strcmp(when->subject, option->name) != 0) {
        return FALSE;
    }
    return knowledge_value_means(project->knowledge, when->value, MEANS_ON);
}

/* What has to be given may still be a choice of what. */
static gboolean is_yes_or_place(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        if (knowledge_value_word(project->knowledge, value->value) == NULL) {
            return FALSE;
        }
    }
    return option->builder != BUILDER_MAKE &&
           (option->type == OPTION_BOOL || option->type == OPTION_PATH);
}

static gboolean needs_option(const Condition *when, const char *name)
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

/* What is found out, or not found, by looking. */
static gboolean is_check(const Condition *part)
{
    const Condition *atom = part->kind == CONDITION_NOT ? part->operands[0] : part;
    return atom->kind == CONDITION_ATOM && atom->subject_kind != CONDITION_SUBJECT_OPTION;
}

/* "Threads cannot do without it", and without threads it brings nothing: then it says how or where
 * that other option finds what it needs. The other one's name, or NULL. */
static const char *needed_by(const Project *project, const Condition *when, const Option *option)
{
    const Condition *leader = NULL;
    gboolean without = FALSE;
    for (guint i = 0; when->kind == CONDITION_ALL && i < when->operand_count; i++) {
        const Condition *part = when->operands[i];
        if (is_left_out(project, part, option)) {
            without = TRUE;
        } else if (part->kind == CONDITION_ATOM && part->subject_kind == CONDITION_SUBJECT_OPTION &&
                   part->relation == NULL && leader == NULL) {
            leader = part;
        } else if (!is_check(part)) {
            return NULL;
        }
    }
    /* Which bring nothing of themselves. */
    gboolean place = option->type == OPTION_PATH || g_str_has_prefix(option->name, "--with-");
    if (!without || leader == NULL || (option->links->len == 0 && !place)) {
        return NULL;
    }
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (!needs_option(link->effect->when, leader->subject)) {
            return NULL;
        }
    }
    return leader->subject;
}

/* Some projects keep old names only to say that they are gone: configuring with one fails. Others
 * let people say where something is that they cannot do without. */
static const char *refused_reason(const Project *project, const Option *option, Category category,
                                  Arena *arena)
{
    /* Where a copy comes from is a choice although it has to come from somewhere. What is off when
     * nobody gives it and refused then is refused for a reason that was not understood. */
    gboolean place = is_yes_or_place(project, option) && category != CATEGORY_VENDORED &&
                     !subject_is_off_by_default(project->knowledge, option);
    const GPtrArray *constraints = project->facts->constraints;
    for (guint i = 0; i < constraints->len; i++) {
        const Constraint *constraint = g_ptr_array_index(constraints, i);
        const Condition *when = constraint->when;
        gboolean without = place && is_left_out(project, when, option) &&
                           !is_refused_as_switch(project, when, option);
        const char *leader = place ? needed_by(project, when, option) : NULL;
        if (leader != NULL) {
            g_autofree char *at = span_text(&constraint->at);
            return arena_printf(arena, "%s cannot do without it (%s), and it serves nothing else",
                                leader, at);
        }
        /* One that turns something on is only refused without what it needs. */
        gboolean with = option->links->len == 0 && is_given_at_all(when, option);
        if (with || without) {
            g_autofree char *at = span_text(&constraint->at);
            return arena_printf(arena,
                                with ? "the project refuses it (%s)"
                                     : "the project refuses to do without it (%s)",
                                at);
        }
    }
    return NULL;
}

/* A list of one, with everything else refused, leaves nothing to choose. */
static const char *only_value_reason(const Option *option, Arena *arena)
{
    if (option->free_form || option->type != OPTION_STRING || option->values->len != 1 ||
        option->builder == BUILDER_MAKE) {
        return NULL;
    }
    const AllowedValue *value = g_ptr_array_index(option->values, 0);
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *fallback = g_ptr_array_index(definition->defaults, d);
            if (g_strcmp0(fallback->value, value->value) != 0) {
                return NULL;
            }
        }
    }
    return arena_printf(arena, "it can only be %s", value->value);
}

/* What the build itself says is there only for who still gives it. */
static const char *outdated_reason(const Option *option, Arena *arena)
{
    return option->outdated.path != NULL
               ? arena_printf(arena, "a message says that it is deprecated (%s:%u)",
                              option->outdated.path, option->outdated.line)
               : NULL;
}

/* "set(CMAKE_CUDA_ARCHITECTURES ${GPU_ARCH} CACHE ...)", and the documents tell people to give
 * GPU_ARCH: then that is how the build tool's variable is to be set here. */
static gboolean is_told_instead(const Option *option, const Option *other)
{
    return option->documented.path != NULL && g_str_has_prefix(other->name, BUILD_TOOL);
}

/* "if(DEFINED USE_PAPI) set(TUNER_WITH_PAPI ${USE_PAPI} CACHE BOOL "")": what nothing declares, and
 * what only another option takes its default from, is another name of that one; so is what a script
 * hands on to another one. */
static const char *alias_reason(const Project *project, const Option *option, Arena *arena)
{
    if (option->stands_for != NULL) {
        return arena_printf(arena, "it is another name of %s", option->stands_for);
    }
    if (option->type != OPTION_UNTYPED || option->links->len > 0) {
        return NULL;
    }
    g_autofree char *reference = g_strdup_printf("${%s}", option->name);
    for (guint i = 0; i < project->facts->options->len; i++) {
        const Option *other = g_ptr_array_index(project->facts->options, i);
        for (guint d = 0; d < other->definitions->len; d++) {
            const Definition *definition = g_ptr_array_index(other->definitions, d);
            if (is_told_instead(option, other)) {
                break;
            }
            for (guint k = 0; k < definition->defaults->len; k++) {
                const DefaultValue *value = g_ptr_array_index(definition->defaults, k);
                if (g_strcmp0(value->value, reference) == 0) {
                    return arena_printf(arena, "it is another name of %s", other->name);
                }
            }
        }
    }
    return NULL;
}

const char *excluded_reason(const Project *project, const Option *option, Category category,
                            const Term *term, Arena *arena)
{
    const char *reason = refused_reason(project, option, category, arena);
    if (reason == NULL) {
        reason = only_value_reason(option, arena);
    }
    if (reason == NULL) {
        reason = vendored_reason(project, option, category, term, arena);
    }
    if (reason == NULL) {
        reason = alias_reason(project, option, arena);
    }
    if (reason == NULL) {
        reason = outdated_reason(option, arena);
    }
    if (reason == NULL && option->unnamed) {
        reason = "the project does not name it";
    }
    if (reason == NULL && option->one_way) {
        reason = "all that it takes does the same";
    }
    return reason;
}
