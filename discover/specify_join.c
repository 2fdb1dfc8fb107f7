/* Options of several build systems that ask for the same decision. */
#include "discover/option_name.h"
#include "discover/specify_internal.h"
#include <string.h>

/* So many words make a name that tells by itself, and so does one of so many letters. */
#define TELLING_WORDS_MIN 2u
#define TELLING_BYTES_MIN 8u
/* Effects of an option that are compared; the rest could only repeat it. */
#define EFFECTS_COMPARED_MAX 64u

/* How two names are the same. */
typedef enum {
    NAMES_DIFFER,
    NAMES_SAME,    /* but for what only says that they are options */
    NAMES_TELLING, /* and they are hardly the same by chance */
    NAMES_EQUAL,   /* --enable-pnetcdf and ENABLE_PNETCDF */
} NameLikeness;

/* "--enable-pnetcdf" and "ENABLE_PNETCDF" are written alike. */
static gboolean is_written_alike(const char *a, const char *b)
{
    static const char marks[] = "-_.";
    while (*a != '\0' || *b != '\0') {
        a += strspn(a, marks);
        b += strspn(b, marks);
        if (g_ascii_tolower(*a) != g_ascii_tolower(*b)) {
            return FALSE;
        }
        a += *a != '\0' ? 1 : 0;
        b += *b != '\0' ? 1 : 0;
    }
    return TRUE;
}

static NameLikeness name_likeness(const Specifier *self, const Option *a, const Option *b)
{
    guint count_a = 0;
    guint count_b = 0;
    const char *project = self->facts->project_name;
    g_autofree char *plain_a = option_name_plain(a->name, project, &count_a);
    g_autofree char *plain_b = option_name_plain(b->name, project, &count_b);
    if (strcmp(plain_a, plain_b) != 0 || MAX(count_a, count_b) == 0) {
        return NAMES_DIFFER;
    }
    if (is_written_alike(a->name, b->name)) {
        return NAMES_EQUAL;
    }
    gboolean telling =
        MAX(count_a, count_b) >= TELLING_WORDS_MIN || strlen(plain_a) >= TELLING_BYTES_MIN;
    return telling ? NAMES_TELLING : NAMES_SAME;
}

static GHashTable *effect_names(const Decision *decision)
{
    const Option *option = decision->option;
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; option->links != NULL && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        if (link->alone && effect_kind_names_thing(link->effect->kind) &&
            g_hash_table_size(names) < EFFECTS_COMPARED_MAX) {
            g_hash_table_add(names, g_ascii_strdown(link->effect->name, -1));
        }
    }
    for (guint i = 0; decision->macros != NULL && i < decision->macros->len; i++) {
        g_hash_table_add(names, g_ascii_strdown(decision->macros->pdata[i], -1));
    }
    return names;
}

static gboolean shares_effect(const Decision *a, const Decision *b)
{
    g_autoptr(GHashTable) names_a = effect_names(a);
    g_autoptr(GHashTable) names_b = effect_names(b);
    GHashTableIter iterator;
    gpointer name = NULL;
    g_hash_table_iter_init(&iterator, names_a);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        if (g_hash_table_contains(names_b, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the effect comes with "on" or with "off"; ANSWER_NONE when neither or both bring it. */
typedef enum { ANSWER_NONE, ANSWER_ON, ANSWER_OFF } Answer;

static Answer answer_of(const OptionLink *link)
{
    Answer answer = ANSWER_NONE;
    for (guint i = 0; link->alone && link->values != NULL && i < link->values->len; i++) {
        Answer own = specify_is_set(link->values->pdata[i]) ? ANSWER_ON : ANSWER_OFF;
        if (answer != ANSWER_NONE && answer != own) {
            return ANSWER_NONE;
        }
        answer = own;
    }
    return answer;
}

gboolean specify_is_opposite(const Option *a, const Option *b)
{
    gboolean opposite = FALSE;
    for (guint i = 0; a->links != NULL && i < a->links->len; i++) {
        const OptionLink *one = a->links->pdata[i];
        Answer answer = answer_of(one);
        for (guint k = 0; answer != ANSWER_NONE && b->links != NULL && k < b->links->len; k++) {
            const OptionLink *other = b->links->pdata[k];
            Answer other_answer = answer_of(other);
            if (other_answer == ANSWER_NONE || !effect_kind_names_thing(one->effect->kind) ||
                g_ascii_strcasecmp(one->effect->name, other->effect->name) != 0) {
                continue;
            }
            if (answer == other_answer) {
                return FALSE;
            }
            opposite = TRUE;
        }
    }
    return opposite;
}

static gboolean is_free(PointKind kind)
{
    switch (kind) {
    case POINT_STRING:
    case POINT_PATH:
    case POINT_NUMBER:
        return TRUE;
    case POINT_SWITCH:
    case POINT_CHOICE:
        return FALSE;
    }
    return FALSE;
}

/* Numbers that are listed, and others may be given, are a number as well. */
static gboolean takes_any(PointKind kind, const Option *option)
{
    return is_free(kind) || (kind == POINT_CHOICE && option->free_form);
}

/* Whether both list a value that chooses something. */
static gboolean shares_value(const Decision *a, const Decision *b)
{
    for (guint i = 0; i < a->values->len; i++) {
        const ValueDecision *value = a->values->pdata[i];
        for (guint k = 0; k < b->values->len && !value->rejected; k++) {
            const ValueDecision *other = b->values->pdata[k];
            if (!other->rejected &&
                g_ascii_strcasecmp(value->value->value, other->value->value) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static gboolean is_same_build(const Option *a, const Option *b)
{
    return a->builder == b->builder && strcmp(a->folder, b->folder) == 0;
}

/* Whether the option's build has no other point of its technology. */
static gboolean is_only_one(const GPtrArray *decisions, const Decision *decision)
{
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *other = decisions->pdata[i];
        if (other != decision && other->is_point &&
            g_strcmp0(other->technology, decision->technology) == 0 &&
            is_same_build(other->option, decision->option)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* How much says that both mean the same; 0 when something speaks against it. `only`: b's build has
 * no other point of its technology. */
static guint likeness(const Specifier *self, const Decision *a, const Decision *b, gboolean only)
{
    PointKind kind_a = specify_kind(a->option, a);
    PointKind kind_b = specify_kind(b->option, b);
    NameLikeness names = name_likeness(self, a->option, b->option);
    gboolean effect = shares_effect(a, b);
    gboolean telling = names == NAMES_TELLING || names == NAMES_EQUAL;
    gboolean same = names == NAMES_EQUAL && effect;
    gboolean fits = kind_a == kind_b ? kind_a != POINT_CHOICE || shares_value(a, b)
                    : telling && effect
                        ? takes_any(kind_a, a->option) && takes_any(kind_b, b->option)
                        : is_free(kind_a) && is_free(kind_b);
    /* Nobody says what an option takes that is only read; that it is one of the words of a choice
     * is not likely. */
    gboolean words = kind_a == POINT_CHOICE || kind_b == POINT_CHOICE;
    fits = fits || (!words && (option_is_only_read(a->option) || option_is_only_read(b->option)));
    gboolean known = a->technology != NULL && b->technology != NULL;
    /* Of what is called the same and defines the same one help text may speak of more. */
    gboolean strangers = known && strcmp(a->technology, b->technology) != 0 && !same;
    if (!fits || a->category != b->category || strangers) {
        return 0;
    }
    if (a->denies != b->denies && !specify_is_opposite(a->option, b->option)) {
        return 0; /* with one, and without the other, unless what they bring says how */
    }
    /* One word may mean several things. */
    gboolean name = names != NAMES_DIFFER;
    /* Both say nothing but which technology: HDF5_ENABLE_Z_LIB_SUPPORT and --with-zlib. */
    gboolean plain = only && known && a->is_plain && b->is_plain;
    if (!(name && (known || effect || telling)) && !(effect && known) && !plain) {
        return 0;
    }
    return (name ? 4 : 0) + (telling ? 1 : 0) + (names == NAMES_EQUAL ? 1 : 0) + (effect ? 2 : 0) +
           (known ? 1 : 0) + (plain ? 1 : 0);
}

#define BUILDS_COUNT (2 + (guint)BUILDER_OTHER)

/* The place of an option's build system in the specification; what one only reads stands behind
 * what others declare. */
static guint build_rank(const Specifier *self, const Option *option)
{
    gboolean main = self->main_build != NULL && self->main_build->builder == option->builder &&
                    strcmp(self->main_build->folder, option->folder) == 0;
    return (main ? 0 : 1 + (guint)option->builder) +
           (option_is_only_read(option) ? BUILDS_COUNT : 0);
}

/* Whether parts beside each other surely mean the same by one name: they share the line that
 * declares it, or say the same of it, or it is about the same technology. */
static gboolean is_same_of_parts(const Decision *a, const Decision *b)
{
    const Option *first = a->option;
    const Option *second = b->option;
    if (strcmp(first->name, second->name) != 0) {
        return FALSE;
    }
    if (a->technology != NULL && g_strcmp0(a->technology, b->technology) == 0) {
        return TRUE;
    }
    if (first->definitions->len == 0 || second->definitions->len == 0) {
        return FALSE;
    }
    const Definition *one = first->definitions->pdata[0];
    const Definition *two = second->definitions->pdata[0];
    return span_compare(&one->at, &two->at) == 0 ||
           (one->help != NULL && *one->help != '\0' && g_strcmp0(one->help, two->help) == 0);
}

/* Whether `other` may lead: its build system comes first, or it is the same in a folder that does
 * (facts have options by name, then by folder). */
static gboolean comes_first(const Specifier *self, const Decision *other, const Decision *decision)
{
    guint rank = build_rank(self, other->option);
    guint own = build_rank(self, decision->option);
    return rank < own ||
           (rank == own && strcmp(other->option->folder, decision->option->folder) < 0 &&
            is_same_of_parts(other, decision));
}

/* A line that defines something can be there or not, but no argument takes it away again. */
static gboolean is_opposite_line(const Option *a, const Option *b)
{
    gboolean line =
        strstr(a->name, OPTION_LISTED) != NULL || strstr(b->name, OPTION_LISTED) != NULL;
    return line && specify_is_opposite(a, b);
}

/* The decision of an earlier build system that is most like this one; NULL when several are, for
 * then it is none of them. */
static const Decision *find_leader(const Specifier *self, const GPtrArray *decisions,
                                   const Decision *decision, GHashTable *leaders)
{
    const Decision *best = NULL;
    guint best_likeness = 0;
    gboolean several = FALSE;
    gboolean only = is_only_one(decisions, decision);
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *other = decisions->pdata[i];
        if (!other->is_point || other->option->vendored ||
            is_same_build(other->option, decision->option) || !comes_first(self, other, decision) ||
            is_opposite_line(other->option, decision->option) ||
            g_hash_table_contains(leaders, other)) {
            continue;
        }
        guint like = likeness(self, other, decision, only);
        several = like > 0 && like == best_likeness ? TRUE : several && like <= best_likeness;
        if (like > best_likeness) {
            best = other;
            best_likeness = like;
        }
    }
    return several ? NULL : best;
}

GHashTable *specify_join(const Specifier *self, const GPtrArray *decisions)
{
    GHashTable *leaders = g_hash_table_new(NULL, NULL);
    /* Earlier build systems first, so that one that leads is not joined itself later. */
    for (guint rank = 1; rank < 2 * BUILDS_COUNT; rank++) {
        for (guint i = 0; i < decisions->len; i++) {
            const Decision *decision = decisions->pdata[i];
            if (!decision->is_point || decision->option->vendored ||
                build_rank(self, decision->option) != rank) {
                continue;
            }
            const Decision *leader = find_leader(self, decisions, decision, leaders);
            if (leader != NULL) {
                g_hash_table_insert(leaders, (gpointer)decision, (gpointer)leader);
            }
        }
    }
    return leaders;
}
