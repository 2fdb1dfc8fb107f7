#include "discover/review/words.h"
#include "core/json.h"
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
                   ? g_strdup(negated ? "some check fails" : "further checks succeed")
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

static gboolean is_literal(const Condition *self)
{
    return self->kind == CONDITION_ATOM ||
           (self->kind == CONDITION_NOT && self->operands[0]->kind == CONDITION_ATOM);
}

static char *literal_words(const Condition *self)
{
    return self->kind == CONDITION_ATOM ? atom_words(self, FALSE)
                                        : atom_words(self->operands[0], TRUE);
}

/* Negation is pushed to the atoms: people read "MPI is off", not "it is not so that MPI is on or
 * ...". */
static json_t *words_json(const Condition *self, gboolean negated)
{
    switch (self->kind) {
    case CONDITION_TRUE:
    case CONDITION_FALSE:
        return json_string((self->kind == CONDITION_TRUE) != negated ? "always" : "never");
    case CONDITION_ATOM: {
        g_autofree char *text = atom_words(self, negated);
        return json_of_text(text);
    }
    case CONDITION_NOT:
        return words_json(self->operands[0], !negated);
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    json_t *parts = json_array();
    for (guint i = 0; i < self->operand_count; i++) {
        json_array_append_new(parts, words_json(self->operands[i], negated));
    }
    return json_pack("{s:o}", (self->kind == CONDITION_ALL) != negated ? "all" : "any", parts);
}

json_t *condition_words_json(const Condition *self)
{
    return words_json(self, FALSE);
}

static void add_words(GString *out, const json_t *tree, gboolean inside)
{
    if (json_is_string(tree)) {
        g_string_append(out, json_string_value(tree));
        return;
    }
    gboolean all = json_object_get(tree, "all") != NULL;
    const json_t *parts = json_object_get(tree, all ? "all" : "any");
    g_string_append(out, inside ? "(" : "");
    for (gsize i = 0; i < json_array_size(parts); i++) {
        g_string_append(out, i == 0 ? "" : all ? " and " : " or ");
        add_words(out, json_array_get(parts, i), TRUE);
    }
    g_string_append(out, inside ? ")" : "");
}

char *condition_words(const Condition *self)
{
    if (is_literal(self)) {
        return literal_words(self);
    }
    if (self->atoms > WORDS_ATOMS_MAX) {
        return self->kind == CONDITION_NOT
                   ? g_strdup_printf("a condition of %u parts does not hold", self->atoms)
                   : g_strdup_printf("%s of %u conditions hold%s",
                                     self->kind == CONDITION_ALL ? "all" : "one",
                                     self->operand_count, self->kind == CONDITION_ALL ? "" : "s");
    }
    json_t *tree = condition_words_json(self);
    GString *out = g_string_new(NULL);
    add_words(out, tree, FALSE);
    json_decref(tree);
    return g_string_free(out, FALSE);
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
