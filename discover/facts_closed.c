#include "discover/facts_closed.h"

#include <string.h>

/* The words of a builder's switches, as `squash` writes them. */
typedef struct {
    GHashTable *stems; /* owned; "avx2" of --enable-avx2 */
    GHashTable *tails; /* what stands behind each '_' of a stem, within it */
} SwitchWords;

enum {
#define X(id, text) +1
    BUILDER_COUNT = 0 BUILDERS(X)
#undef X
};

struct ClosedValues {
    GHashTable *refusals; /* option's name -> GPtrArray * of const Condition *: CONDITION_ALL with
                             "not NAME = value" among its parts, each once */
    SwitchWords switches[BUILDER_COUNT];
};

static char *squash(const char *text)
{
    char *lower = g_ascii_strdown(text, -1);
    g_strdelimit(lower, "-", '_');
    return lower;
}

static void add_switch(ClosedValues *self, const Option *option)
{
    g_autofree char *whole = squash(option->name);
    static const char *const forms[] = {"__enable_", "__with_"};
    const char *stem = whole;
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
        stem = g_str_has_prefix(stem, forms[i]) ? stem + strlen(forms[i]) : stem;
    }
    SwitchWords *words = &self->switches[option->builder];
    if (*stem == '\0' || strlen(stem) > CLOSED_NAME_MAX ||
        g_hash_table_contains(words->stems, stem)) {
        return;
    }
    char *kept = g_strdup(stem);
    g_hash_table_add(words->stems, kept);
    for (char *at = strchr(kept, '_'); at != NULL; at = strchr(at + 1, '_')) {
        g_hash_table_add(words->tails, at + 1);
    }
}

/* "avx2_block1" for "--enable-avx2", "avx2" for "P_USE_AVX2". */
static gboolean repeats_switch(const SwitchWords *words, const char *value)
{
    g_autofree char *wanted = squash(value);
    if (*wanted == '\0' || strlen(wanted) > CLOSED_NAME_MAX) {
        return FALSE;
    }
    if (g_hash_table_contains(words->tails, wanted) ||
        g_hash_table_contains(words->stems, wanted)) {
        return TRUE;
    }
    for (char *end = strrchr(wanted, '_'); end != NULL; end = strrchr(wanted, '_')) {
        *end = '\0';
        if (g_hash_table_contains(words->stems, wanted)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean repeats_switches(const ClosedValues *self, const Option *option)
{
    guint repeated = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        repeated += repeats_switch(&self->switches[option->builder], value->value) ? 1 : 0;
    }
    return 2 * repeated > option->values->len;
}

/* The atom of "not NAME = value"; NULL for anything else. */
static const Condition *excluded(const Condition *condition)
{
    const Condition *atom = condition->kind == CONDITION_NOT ? condition->operands[0] : NULL;
    return atom != NULL && atom->kind == CONDITION_ATOM &&
                   atom->subject_kind == CONDITION_SUBJECT_OPTION &&
                   g_strcmp0(atom->relation, "=") == 0
               ? atom
               : NULL;
}

static void add_refusal(ClosedValues *self, const Condition *when)
{
    if (when->kind != CONDITION_ALL || when->operand_count > CLOSED_PARTS_MAX) {
        return;
    }
    for (guint i = 0; i < when->operand_count; i++) {
        const Condition *atom = excluded(when->operands[i]);
        if (atom == NULL) {
            continue;
        }
        GPtrArray *known = g_hash_table_lookup(self->refusals, atom->subject);
        if (known == NULL) {
            known = g_ptr_array_new();
            g_hash_table_insert(self->refusals, (gpointer)atom->subject, known);
        }
        if (known->len < CLOSED_REFUSALS_MAX &&
            (known->len == 0 || known->pdata[known->len - 1] != when)) {
            g_ptr_array_add(known, (gpointer)when);
        }
    }
}

ClosedValues *closed_values_new(const Facts *facts)
{
    ClosedValues *self = g_new0(ClosedValues, 1);
    self->refusals =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < BUILDER_COUNT; i++) {
        self->switches[i].stems = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        self->switches[i].tails = g_hash_table_new(g_str_hash, g_str_equal);
    }
    for (guint i = 0; i < facts->constraints->len; i++) {
        const Condition *when = ((const Constraint *)facts->constraints->pdata[i])->when;
        add_refusal(self, when);
        for (guint k = 0; when->kind == CONDITION_ANY && k < when->operand_count; k++) {
            add_refusal(self, when->operands[k]);
        }
    }
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        if (option->type == OPTION_BOOL) {
            add_switch(self, option);
        }
    }
    return self;
}

void closed_values_free(ClosedValues *self)
{
    if (self == NULL) {
        return;
    }
    for (guint i = 0; i < BUILDER_COUNT; i++) {
        g_hash_table_unref(self->switches[i].tails);
        g_hash_table_unref(self->switches[i].stems);
    }
    g_hash_table_unref(self->refusals);
    g_free(self);
}

static gboolean is_about(const Condition *condition, const Option *option)
{
    return condition->kind == CONDITION_ATOM &&
           condition->subject_kind == CONDITION_SUBJECT_OPTION &&
           g_str_equal(condition->subject, option->name);
}

/* Whether it holds wherever the option is there, or says no more than that somebody gave it. */
static gboolean goes_without_saying(const Condition *condition, const Option *option)
{
    if (is_about(condition, option) && condition->relation == NULL) {
        return TRUE;
    }
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        g_autoptr(GPtrArray) literals = condition_shared_literals(definition->exists);
        gboolean there = FALSE;
        for (guint k = 0; k < literals->len && !there; k++) {
            there = condition_equal(literals->pdata[k], condition);
        }
        if (!there) {
            return FALSE;
        }
    }
    return option->definitions->len > 0;
}

static gboolean is_compared(const AllowedValue *value)
{
    return value->origin == VALUE_COMPARED && *value->value != '\0';
}

/* Whether each of the values that are compared is left out of what is refused, and nothing else is.
 */
static gboolean refuses_others(const Condition *when, const Option *option)
{
    g_autoptr(GHashTable) spared = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < when->operand_count; i++) {
        const Condition *atom = excluded(when->operands[i]);
        if (atom != NULL && is_about(atom, option)) {
            g_hash_table_add(spared, (gpointer)atom->value);
        } else if (!goes_without_saying(when->operands[i], option)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (is_compared(value) && !g_hash_table_contains(spared, value->value)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean closed_values_are_all(const ClosedValues *self, const Option *option)
{
    guint compared = 0;
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        compared += is_compared(option->values->pdata[i]) ? 1 : 0;
    }
    const GPtrArray *refusals =
        compared > 1 ? g_hash_table_lookup(self->refusals, option->name) : NULL;
    for (guint i = 0; refusals != NULL && i < refusals->len; i++) {
        if (refuses_others(refusals->pdata[i], option)) {
            return !repeats_switches(self, option);
        }
    }
    return FALSE;
}

/* Whether the refusal asks for nothing but this option, and refuses the value. */
static gboolean refuses_value(const Condition *when, const Option *option, const char *text)
{
    guint spared = 0;
    for (guint i = 0; i < when->operand_count; i++) {
        const Condition *atom = excluded(when->operands[i]);
        if (atom == NULL || !is_about(atom, option)) {
            if (!goes_without_saying(when->operands[i], option)) {
                return FALSE;
            }
        } else if (g_str_equal(atom->value, text)) {
            return FALSE;
        } else {
            spared++;
        }
    }
    return spared > 1;
}

gboolean closed_values_refuse(const ClosedValues *self, const Option *option, const char *text)
{
    const GPtrArray *refusals = g_hash_table_lookup(self->refusals, option->name);
    for (guint i = 0; refusals != NULL && i < refusals->len; i++) {
        if (refuses_value(refusals->pdata[i], option, text)) {
            return TRUE;
        }
    }
    return FALSE;
}
