#include "core/words.h"
#include "core/json.h"
#include "core/text_list.h"
#include <string.h>

/* "is", "is not", "is less than": a relation of the notation as a verb. */
static char *relation_words(const char *relation, gboolean negated)
{
    static const struct {
        const char *relation;
        const char *plain;
        const char *negated;
    } verbs[] = {
        {"=", "is", "is not"},
        {"<", "is less than", "is at least"},
        {">", "is more than", "is at most"},
        {"<=", "is at most", "is more than"},
        {">=", "is at least", "is less than"},
        {"matches", "matches", "does not match"},
        {"exists", "exists", "does not exist"},
        {"contains", "contains", "does not contain"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (g_str_equal(verbs[i].relation, relation)) {
            return g_strdup(negated ? verbs[i].negated : verbs[i].plain);
        }
    }
    return g_strdup_printf("%s%s", negated ? "not " : "", relation);
}

/* Texts with pieces that nobody knows are in a notation of the analysis, which tells people
 * nothing.
 */
static gboolean has_hole(const char *subject)
{
    return strstr(subject, "${") != NULL;
}

/* What is said of an atom that stands alone, without a relation. */
static char *bare_atom_words(const Condition *atom, gboolean negated)
{
    switch (atom->subject_kind) {
    case CONDITION_SUBJECT_OPTION:
        return g_strdup_printf("%s is %s", atom->subject, negated ? "off" : "on");
    case CONDITION_SUBJECT_PACKAGE:
        return g_strdup_printf("the package %s is %sfound", atom->subject, negated ? "not " : "");
    case CONDITION_SUBJECT_PROBE:
        /* A name with blanks is none: it stands for several checks that would be too long to list.
         */
        return strchr(atom->subject, ' ') != NULL
                   ? g_strdup(negated ? "further checks decide otherwise"
                                      : "further checks decide so")
                   : g_strdup_printf("the check %s %s", atom->subject,
                                     negated ? "fails" : "succeeds");
    case CONDITION_SUBJECT_PLATFORM:
        return g_strdup_printf("the platform %s %s", negated ? "does not set" : "sets",
                               atom->subject);
    case CONDITION_SUBJECT_UNKNOWN:
        return has_hole(atom->subject)
                   ? g_strdup_printf("something that could not be worked out %s",
                                     negated ? "does not hold" : "holds")
                   : g_strdup_printf("something that could not be worked out %s (%s)",
                                     negated ? "does not hold" : "holds", atom->subject);
    }
    g_assert_not_reached();
}

static const char *subject_words(ConditionSubject kind)
{
    switch (kind) {
    case CONDITION_SUBJECT_OPTION:
        return "";
    case CONDITION_SUBJECT_PACKAGE:
        return "the version of the package ";
    case CONDITION_SUBJECT_PROBE:
        return "the result of the check ";
    case CONDITION_SUBJECT_PLATFORM:
        return "the platform's ";
    case CONDITION_SUBJECT_UNKNOWN:
        return "what could not be worked out, ";
    }
    g_assert_not_reached();
}

static char *atom_words(const Condition *atom, gboolean negated)
{
    if (atom->relation == NULL) {
        return bare_atom_words(atom, negated);
    }
    g_autofree char *verb = relation_words(atom->relation, negated);
    gboolean empty = *atom->value == '\0';
    if (atom->subject_kind == CONDITION_SUBJECT_UNKNOWN && has_hole(atom->subject)) {
        return g_strdup_printf("something that could not be worked out %s %s", verb,
                               empty ? "empty" : atom->value);
    }
    return g_strdup_printf("%s%s %s %s", subject_words(atom->subject_kind), atom->subject, verb,
                           empty ? "empty" : atom->value);
}

/* ---- values of one subject ------------------------------------------------------------------ */

/* What is known of options. */
typedef struct {
    ConditionDomains domains; /* NULL: nothing */
    gpointer data;
} Words;

/* "X = a" in an alternative, "not X = a" in a conjunction: what several of them say of one subject
 * is one phrase. NULL for anything else. */
static const Condition *listed_value(const Condition *part, gboolean negated, gboolean exclusion)
{
    if (part->kind == CONDITION_NOT) {
        return listed_value(part->operands[0], !negated, exclusion);
    }
    gboolean equality = part->kind == CONDITION_ATOM && part->value != NULL &&
                        g_str_equal(part->relation, "=") && *part->value != '\0';
    return equality && negated == exclusion && part->subject_kind != CONDITION_SUBJECT_UNKNOWN
               ? part
               : NULL;
}

static gboolean same_subject(const Condition *a, const Condition *b)
{
    return a->subject_kind == b->subject_kind && g_str_equal(a->subject, b->subject);
}

/* "A, B or C"; of long lists the first ones and how many more there are. */
static char *values_words(const GPtrArray *values, const char *last)
{
    GString *out = g_string_new(NULL);
    guint shown = values->len > WORDS_VALUES_MAX ? WORDS_VALUES_MAX - 1 : values->len;
    for (guint i = 0; i < shown; i++) {
        gboolean ends = i + 1 == shown && shown == values->len;
        g_string_append(out, i == 0 ? "" : ends ? last : ", ");
        g_string_append(out, values->pdata[i]);
    }
    if (shown < values->len) {
        g_string_append_printf(out, "%s%u more", last, values->len - shown);
    }
    return g_string_free(out, FALSE);
}

/* The other values of the option when all that are excluded are among its own; NULL when nothing is
 * known of them, or naming those that are left takes longer. */
static GPtrArray *values_left(const Words *self, const Condition *subject,
                              const GPtrArray *excluded, gboolean *closed)
{
    ConditionDomain domain;
    if (subject->subject_kind != CONDITION_SUBJECT_OPTION || self->domains == NULL ||
        !self->domains(subject->subject, &domain, self->data)) {
        return NULL;
    }
    g_autoptr(GPtrArray) left = g_ptr_array_new();
    guint found = 0;
    for (guint i = 0; i < domain.count; i++) {
        gboolean out = text_list_has(excluded, domain.values[i]);
        found += out ? 1 : 0;
        if (!out) {
            g_ptr_array_add(left, (gpointer)domain.values[i]);
        }
    }
    *closed = domain.closed;
    return found == excluded->len && left->len < excluded->len ? g_steal_pointer(&left) : NULL;
}

static char *exclusion_words(const Words *self, const Condition *subject, const GPtrArray *values)
{
    const char *kind = subject_words(subject->subject_kind);
    gboolean closed = FALSE;
    g_autoptr(GPtrArray) left = values_left(self, subject, values, &closed);
    if (left != NULL && left->len == 0) {
        return g_strdup_printf("%s%s is none of its %u values", kind, subject->subject,
                               values->len);
    }
    if (left != NULL) {
        g_autofree char *text = values_words(left, closed ? " or " : ", ");
        return g_strdup_printf("%s%s is %s%s", kind, subject->subject, text,
                               closed ? "" : " or none of its values");
    }
    g_autofree char *text = values_words(values, values->len == 2 ? " nor " : " or ");
    return g_strdup_printf("%s%s is %s%s", kind, subject->subject,
                           values->len == 2 ? "neither " : "none of ", text);
}

/* The phrase for all parts that are about the same subject as one of them; NULL when it is the only
 * one. Marks them as told. */
static char *group_words(const Words *self, const Condition *parent, gboolean negated, guint index,
                         gboolean *told)
{
    gboolean exclusion = (parent->kind == CONDITION_ALL) != negated;
    const Condition *first = listed_value(parent->operands[index], negated, exclusion);
    if (first == NULL) {
        return NULL;
    }
    g_autoptr(GPtrArray) values = g_ptr_array_new();
    for (guint i = index; i < parent->operand_count; i++) {
        const Condition *other = listed_value(parent->operands[i], negated, exclusion);
        if (other != NULL && same_subject(first, other)) {
            g_ptr_array_add(values, (gpointer)other->value);
            told[i] = TRUE;
        }
    }
    if (values->len == 1) {
        told[index] = FALSE;
        return NULL;
    }
    if (exclusion) {
        return exclusion_words(self, first, values);
    }
    g_autofree char *text = values_words(values, " or ");
    return g_strdup_printf("%s%s is %s", subject_words(first->subject_kind), first->subject, text);
}

/* ---- trees ---------------------------------------------------------------------------------- */

static json_t *words_json(const Words *self, const Condition *condition, gboolean negated);

/* What is said in the same words as a part before it, as of further checks, is said once. Takes
 * over `part`. */
static void append_once(json_t *parts, json_t *part)
{
    for (gsize i = 0; i < json_array_size(parts); i++) {
        if (json_equal(json_array_get(parts, i), part)) {
            json_decref(part);
            return;
        }
    }
    json_array_append_new(parts, part);
}

static json_t *parts_json(const Words *self, const Condition *condition, gboolean negated)
{
    json_t *parts = json_array();
    g_autofree gboolean *told = g_new0(gboolean, condition->operand_count);
    for (guint i = 0; i < condition->operand_count; i++) {
        g_autofree char *group = told[i] ? NULL : group_words(self, condition, negated, i, told);
        if (group != NULL) {
            append_once(parts, json_of_text(group));
        } else if (!told[i]) {
            append_once(parts, words_json(self, condition->operands[i], negated));
        }
    }
    if (json_array_size(parts) == 1) {
        json_t *only = json_incref(json_array_get(parts, 0));
        json_decref(parts);
        return only;
    }
    return json_pack("{s:o}", (condition->kind == CONDITION_ALL) != negated ? "all" : "any", parts);
}

/* Negation is pushed to the atoms: people read "MPI is off", not "it is not so that MPI is on or
 * ...". */
static json_t *words_json(const Words *self, const Condition *condition, gboolean negated)
{
    switch (condition->kind) {
    case CONDITION_TRUE:
    case CONDITION_FALSE:
        return json_string((condition->kind == CONDITION_TRUE) != negated ? "always" : "never");
    case CONDITION_ATOM: {
        g_autofree char *text = atom_words(condition, negated);
        return json_of_text(text);
    }
    case CONDITION_NOT:
        return words_json(self, condition->operands[0], !negated);
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    return parts_json(self, condition, negated);
}

json_t *condition_words_json(const Condition *self)
{
    const Words words = {0};
    g_autoptr(Arena) arena = arena_new();
    return words_json(&words, condition_simplest(arena, self, NULL, NULL), FALSE);
}

/* Whole parts, as long as there is room; how many are left out is said. */
static void add_words(GString *out, const json_t *tree, gboolean inside, guint *room)
{
    if (json_is_string(tree)) {
        const char *text = json_string_value(tree);
        gboolean ambiguous = inside && strstr(text, " or ") != NULL;
        g_string_append_printf(out, ambiguous ? "(%s)" : "%s", text);
        *room -= MIN(*room, 1);
        return;
    }
    gboolean all = json_object_get(tree, "all") != NULL;
    const json_t *parts = json_object_get(tree, all ? "all" : "any");
    gsize count = json_array_size(parts);
    const char *between = all ? " and " : " or ";
    g_string_append(out, inside ? "(" : "");
    for (gsize i = 0; i < count; i++) {
        g_string_append(out, i == 0 ? "" : between);
        if (i > 0 && *room == 0) {
            g_string_append_printf(out, "%" G_GSIZE_FORMAT " more condition%s", count - i,
                                   count - i == 1 ? "" : "s");
            break;
        }
        const json_t *part = json_array_get(parts, i);
        add_words(out, part, all || !json_is_string(part), room);
    }
    g_string_append(out, inside ? ")" : "");
}

char *condition_words_within(const Condition *self, ConditionDomains domains, gpointer data)
{
    if (self->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        return g_strdup("a condition holds that is too long to write down");
    }
    const Words words = {.domains = domains, .data = data};
    g_autoptr(Arena) arena = arena_new();
    json_t *tree = words_json(&words, condition_simplest(arena, self, domains, data), FALSE);
    GString *out = g_string_new(NULL);
    guint room = WORDS_PARTS_MAX;
    add_words(out, tree, FALSE, &room);
    json_decref(tree);
    return g_string_free(out, FALSE);
}

char *condition_words(const Condition *self)
{
    return condition_words_within(self, NULL, NULL);
}

char *requirement_words(const Requirement *self)
{
    if (self->package != NULL) {
        return g_strdup_printf("%sthe package %s%s%s", self->optional ? "optionally " : "",
                               self->package, self->version == NULL ? "" : " ",
                               self->version == NULL ? "" : self->version);
    }
    if (self->option != NULL) {
        return self->value == NULL ? g_strdup_printf("%s on", self->option)
                                   : g_strdup_printf("%s set to %s", self->option, self->value);
    }
    return condition_words(self->condition);
}
