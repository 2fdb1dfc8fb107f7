#include "discover/classify/follows.h"

#include "core/switch_word.h"
#include "discover/classify/signs.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* Whether a thing is there decides the default: as good as its name in the option's. */
#define WEIGHT_FOUND 3.2
/* What the knowledge files call the word of names that says so. */
#define TERM_BUILD "build_name"

/* Without which the option is not on, or not off, by default. */
typedef struct {
    GPtrArray *on; /* const Condition *: literals; NULL when it never is */
    GPtrArray *off;
} Ways;

static void ways_clear(Ways *self)
{
    g_clear_pointer(&self->on, g_ptr_array_unref);
    g_clear_pointer(&self->off, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Ways, ways_clear)

static gboolean means_off(const char *value)
{
    return *value == '\0' || switch_word_is_off(value);
}

static GPtrArray *shared(Arena *arena, const GPtrArray *conditions)
{
    if (conditions->len == 0) {
        return NULL;
    }
    return condition_shared_literals(
        condition_any(arena, (const Condition *const *)conditions->pdata, conditions->len));
}

static Ways ways_of(Arena *arena, const Option *option)
{
    g_autoptr(GPtrArray) on = g_ptr_array_new();
    g_autoptr(GPtrArray) off = g_ptr_array_new();
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        for (guint k = 0; definition->defaults != NULL && k < definition->defaults->len; k++) {
            const DefaultValue *value = definition->defaults->pdata[k];
            const Condition *parts[] = {definition->exists != NULL ? definition->exists
                                                                   : condition_true(),
                                        value->when != NULL ? value->when : condition_true()};
            gboolean is_off = value->value != NULL && means_off(value->value);
            g_ptr_array_add(is_off ? off : on,
                            (void *)condition_all(arena, parts, G_N_ELEMENTS(parts)));
        }
    }
    return (Ways){.on = shared(arena, on), .off = shared(arena, off)};
}

static gboolean has_literal(const GPtrArray *literals, const Condition *literal)
{
    for (guint i = 0; literals != NULL && i < literals->len; i++) {
        if (condition_equal(literals->pdata[i], literal)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether what a default hangs on is told by words that name architectures: HOST_ARCH. */
static gboolean names_architecture(const Project *project, Arena *arena, const char *subject)
{
    g_autoptr(Mentions) mentions = mentions_of_name(project->knowledge, arena, subject);
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Term *term = g_array_index(mentions->mentions, Mention, i).term;
        if (term->has_category &&
            (term->category == CATEGORY_GPU_ARCH || term->category == CATEGORY_SIMD)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A check has a name. Conditions that are too large to be written are told by a sentence of the
 * options that they are about, and nothing is searched for in them. */
static gboolean is_told_in_words(const Condition *literal)
{
    return literal->subject_kind == CONDITION_SUBJECT_PROBE &&
           strchr(literal->subject, ' ') != NULL;
}

/* Whether it is what people chose that decides: one value of an option, or a sentence about some.
 */
static gboolean is_about_choice(const Condition *literal)
{
    return is_told_in_words(literal) ||
           (literal->subject_kind == CONDITION_SUBJECT_OPTION && literal->relation != NULL);
}

void follows_read_defaults(const Project *project, Subject *subject, Arena *arena)
{
    g_auto(Ways) ways = ways_of(arena, subject->option);
    for (guint i = 0; ways.on != NULL && ways.off != NULL && i < ways.on->len; i++) {
        const Condition *literal = ways.on->pdata[i];
        if (literal->kind != CONDITION_ATOM || has_literal(ways.off, literal)) {
            continue;
        }
        if (is_about_choice(literal)) {
            if (names_architecture(project, arena, literal->subject)) {
                trait_set_add(&subject->traits, TRAIT_FOLLOWS_ARCH);
            }
        } else if (literal->subject_kind == CONDITION_SUBJECT_PACKAGE ||
                   literal->subject_kind == CONDITION_SUBJECT_PROBE) {
            signs_add_search(project, subject, arena, literal->subject, WEIGHT_FOUND);
        }
    }
}

gboolean follows_is_part(const Project *project, const Subject *subject)
{
    const GArray *mentions = subject->name->mentions;
    const Mention *last = NULL;
    for (guint i = 0; i < mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions, Mention, i);
        if (mention->first >= subject->prefix && mention->term->has_category) {
            last = mention;
        }
    }
    guint end = last != NULL ? last->first : subject->name->words->len;
    gboolean unknown = last != NULL && last->factor < 1.0;
    for (guint i = subject->prefix; i < subject->name->words->len; i++) {
        const Word *word = &g_array_index(subject->name->words, Word, i);
        gboolean says =
            !subject->name->covered[i] && !knowledge_is_filler(project->knowledge, word->text);
        if (says && i > end) {
            return FALSE;
        }
        unknown = unknown || says;
    }
    return unknown;
}

gboolean follows_is_built(const Project *project, const Subject *subject)
{
    const Term *term = knowledge_term(project->knowledge, TERM_BUILD);
    return term != NULL && (subject->present[term->index] & (1u << PLACE_NAME)) != 0;
}

/* "USE_X_GPU" under "USE_X" chooses within it. */
static gboolean is_within(const Decision *decision, const Decision *leader)
{
    gsize length = strlen(leader->option->name);
    return strncmp(decision->option->name, leader->option->name, length) == 0 &&
           decision->option->name[length] == '_';
}

/* "X", or "X=ON" where what X may be given is not known. */
static gboolean asks_for_on(const Condition *literal)
{
    return literal->kind == CONDITION_ATOM && literal->subject_kind == CONDITION_SUBJECT_OPTION &&
           (literal->relation == NULL ||
            (strcmp(literal->relation, "=") == 0 && strcmp(literal->value, "ON") == 0));
}

/* What the whole project runs on, of which a part has its share; libraries of one category, METIS
 * and Scotch, stand beside each other. */
static gboolean is_ground(Category category)
{
    return category == CATEGORY_GPU_BACKEND || category == CATEGORY_MPI ||
           category == CATEGORY_THREADING;
}

/* Whether all that hangs on the option is what the sources ask for: another way through the code
 * that is there anyway, and no part that is built or not. */
static gboolean is_code_path(const Option *option)
{
    gboolean asked = FALSE;
    for (guint i = 0; i < option->links->len; i++) {
        EffectKind kind = ((const OptionLink *)option->links->pdata[i])->effect->kind;
        if (kind != EFFECT_MACRO && kind != EFFECT_DEFINITION) {
            return FALSE;
        }
        asked = TRUE;
    }
    return asked;
}

/* Of the switches that must be on for this one, the one that it follows; NULL when there is none.
 */
static const Decision *find_leader(const Decision *decision, GHashTable *points, const Ways *ways)
{
    for (guint i = 0; i < ways->on->len; i++) {
        const Condition *literal = ways->on->pdata[i];
        const Decision *leader =
            asks_for_on(literal) ? g_hash_table_lookup(points, literal->subject) : NULL;
        if (leader == NULL || leader == decision || has_literal(ways->off, literal)) {
            continue;
        }
        gboolean same = leader->technology != NULL &&
                        g_strcmp0(leader->technology, decision->technology) == 0 &&
                        (!decision->is_family || words_are_alike(leader->name, decision->name));
        /* A part is built where what it needs is there; what is used then may be another thing. */
        gboolean part = decision->is_part && !is_within(decision, leader) &&
                        (decision->is_built || (leader->category == decision->category &&
                                                (same || is_ground(leader->category)) &&
                                                !is_code_path(decision->option)));
        if (part || (same && decision->is_plain && leader->is_plain)) {
            return leader;
        }
    }
    return NULL;
}

void follows_reject(GPtrArray *decisions, Arena *arena)
{
    g_autoptr(GHashTable) points = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        if (decision->is_point && category_is_thing(decision->category) &&
            decision->values->len == 0) {
            g_hash_table_insert(points, (void *)decision->option->name, decision);
        }
    }
    /* Followers of followers follow the same leader, so that all are looked at before any goes. */
    g_autoptr(GPtrArray) followers = g_ptr_array_new();
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        if (g_hash_table_lookup(points, decision->option->name) != decision) {
            continue;
        }
        g_auto(Ways) ways = ways_of(arena, decision->option);
        const Decision *leader = ways.on != NULL ? find_leader(decision, points, &ways) : NULL;
        if (leader != NULL) {
            g_ptr_array_add(followers, decision);
            g_ptr_array_set_size(decision->reasons, 0);
            g_ptr_array_add(decision->reasons,
                            (void *)arena_printf(arena,
                                                 "it follows %s: by default it is on only where "
                                                 "that is",
                                                 leader->option->name));
        }
    }
    for (guint i = 0; i < followers->len; i++) {
        ((Decision *)followers->pdata[i])->is_point = FALSE;
    }
}

/* Whether the call that declares one of them, through functions of the project, declares the other
 * as well. */
static gboolean share_call(const Option *option, const Option *other)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        const Wrapper *outermost =
            definition->wrappers->len > 0 ? definition->wrappers->pdata[0] : NULL;
        for (guint k = 0; outermost != NULL && k < other->definitions->len; k++) {
            const Definition *further = other->definitions->pdata[k];
            if (span_same_line(&outermost->at, &further->at)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static gboolean is_point(const GPtrArray *decisions, const Option *option)
{
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        if (decision->option == option) {
            return decision->is_point;
        }
    }
    return FALSE;
}

/* X of PROJECT_X that the same call declares and that is a point; NULL when there is none. */
static const Option *short_name(const Facts *facts, const GPtrArray *decisions,
                                const Option *option)
{
    for (const char *rest = strchr(option->name, '_'); rest != NULL; rest = strchr(rest + 1, '_')) {
        const Option *other = facts_option(facts, rest + 1);
        if (other != NULL && share_call(option, other) && is_point(decisions, other)) {
            return other;
        }
    }
    return NULL;
}

void follows_reject_names(const Facts *facts, GPtrArray *decisions, Arena *arena)
{
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        const Option *other =
            decision->is_point ? short_name(facts, decisions, decision->option) : NULL;
        if (other != NULL) {
            decision->is_point = FALSE;
            g_ptr_array_set_size(decision->reasons, 0);
            g_ptr_array_add(
                decision->reasons,
                (void *)arena_printf(arena, "it is another name of %s, declared by the same call",
                                     other->name));
        }
    }
}

/* Whether the variable is a point of which the definition is a value. */
static gboolean is_value_of(const Decision *decision, const char *variable, const Decision *member)
{
    const Option *option = decision->option;
    const Option *listed = member->option;
    if (!decision->is_point || option->builder != BUILDER_MAKE ||
        strcmp(option->name, variable) != 0 || strcmp(option->folder, listed->folder) != 0) {
        return FALSE;
    }
    /* The variable is one choice as a whole: number types, say. */
    if (option->values->len == 0 && decision->category == member->category) {
        return TRUE;
    }
    const char *name = option_name_bare(listed->name);
    for (guint i = 0; i < option->values->len; i++) {
        const char *value = ((const AllowedValue *)option->values->pdata[i])->value;
        gsize length = strlen(name);
        if (g_str_has_prefix(value, "-D") && strncmp(value + 2, name, length) == 0 &&
            (value[2 + length] == '\0' || value[2 + length] == '=')) {
            return TRUE;
        }
    }
    return FALSE;
}

void follows_reject_listed(GPtrArray *decisions, Arena *arena)
{
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        const char *mark = strstr(decision->option->name, OPTION_LISTED);
        if (!decision->is_point || mark == NULL) {
            continue;
        }
        g_autofree char *variable =
            g_strndup(decision->option->name, (gsize)(mark - decision->option->name));
        for (guint k = 0; k < decisions->len && decision->is_point; k++) {
            if (is_value_of(decisions->pdata[k], variable, decision)) {
                decision->is_point = FALSE;
                g_ptr_array_set_size(decision->reasons, 0);
                g_ptr_array_add(decision->reasons,
                                (void *)arena_printf(arena, "it is a value of %s", variable));
            }
        }
    }
}
