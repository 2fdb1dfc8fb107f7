/* Conditions in the words of somebody who configures.
 *
 * A reader of build descriptions has to reckon with any text as an option's value, and with what it
 * could not work out. Here the values that a project lists are all there are, so that "not A and
 * not A=OFF" cannot be, and "A and not A=x and not A=y" is A=z. */
#include "discover/specify_internal.h"
#include <string.h>

/* An option with more values, or a condition with more atoms, is left as it is. */
#define PLAIN_VALUES_MAX 64u
#define PLAIN_ATOMS_MAX 4096u

/* Two conditions with more pairs of ways than this are not multiplied out. */
#define PLAIN_PAIRS_MAX 256u

/* The values that one option may have in a conjunction. */
typedef struct {
    const char *option;
    const char *values[PLAIN_VALUES_MAX];
    guint count;
    guint64 allowed; /* bits of `values` */
    gboolean is_switch;
    gboolean said;
} Domain;

static gboolean is_known(const Domain *domain, const char *value)
{
    for (guint i = 0; i < domain->count; i++) {
        if (g_str_equal(domain->values[i], value)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* FALSE when an option may have values that nobody lists. */
static gboolean domain_of(Domain *domain, const Specifier *self, const char *name)
{
    const Option *option = facts_option(self->facts, name);
    *domain = (Domain){.option = name};
    if (option == NULL || option->free_form || option->values->len > PLAIN_VALUES_MAX) {
        return FALSE;
    }
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (!is_known(domain, value->value)) {
            domain->values[domain->count++] = value->value;
        }
    }
    if (domain->count == 0 && option->type == OPTION_BOOL) {
        domain->is_switch = TRUE;
        domain->values[domain->count++] = "ON";
        domain->values[domain->count++] = "OFF";
    }
    if (option->off_unset && domain->count == 2) {
        domain->is_switch = TRUE;
    } else if (option->type == OPTION_UNTYPED && domain->count > 0 &&
               domain->count < PLAIN_VALUES_MAX && !is_known(domain, "")) {
        domain->values[domain->count++] = ""; /* nobody gives it */
    }
    domain->allowed = domain->count == 64 ? ~(guint64)0 : ((guint64)1 << domain->count) - 1;
    return domain->count >= 2;
}

static guint64 all_values(const Domain *domain)
{
    return domain->count == 64 ? ~(guint64)0 : ((guint64)1 << domain->count) - 1;
}

/* The values with which a condition holds that is about this option alone. */
static guint64 values_of(const Domain *domain, const Condition *condition)
{
    guint64 bits = 0;
    switch (condition->kind) {
    case CONDITION_TRUE:
        return all_values(domain);
    case CONDITION_FALSE:
        return 0;
    case CONDITION_NOT:
        return all_values(domain) & ~values_of(domain, condition->operands[0]);
    case CONDITION_ALL:
        bits = all_values(domain);
        for (guint i = 0; i < condition->operand_count; i++) {
            bits &= values_of(domain, condition->operands[i]);
        }
        return bits;
    case CONDITION_ANY:
        for (guint i = 0; i < condition->operand_count; i++) {
            bits |= values_of(domain, condition->operands[i]);
        }
        return bits;
    case CONDITION_ATOM:
        break;
    }
    for (guint i = 0; i < domain->count; i++) {
        const char *value = domain->values[i];
        gboolean holds = condition->relation == NULL ? specify_is_set(value)
                         : domain->is_switch
                             ? specify_is_set(value) == specify_is_set(condition->value)
                             : g_str_equal(value, condition->value);
        bits |= holds ? (guint64)1 << i : 0;
    }
    return bits;
}

/* The option that a condition is about, and nothing else is; NULL when there is no such. */
static const char *only_option(const Condition *condition)
{
    if (condition->kind == CONDITION_ATOM) {
        return specify_is_setting(condition) ? condition->subject : NULL;
    }
    const char *option = NULL;
    for (guint i = 0; i < condition->operand_count && i < PLAIN_VALUES_MAX; i++) {
        const char *part = only_option(condition->operands[i]);
        if (part == NULL || (option != NULL && !g_str_equal(option, part))) {
            return NULL;
        }
        option = part;
    }
    return condition->operand_count <= PLAIN_VALUES_MAX ? option : NULL;
}

static guint bit_count(guint64 bits)
{
    guint count = 0;
    for (; bits != 0; bits &= bits - 1) {
        count++;
    }
    return count;
}

static void add_atoms(Specifier *self, const Domain *domain, guint64 bits, gboolean negated,
                      GPtrArray *out)
{
    for (guint i = 0; i < domain->count; i++) {
        if ((bits & ((guint64)1 << i)) != 0) {
            const Condition *atom = condition_atom(self->arena, CONDITION_SUBJECT_OPTION,
                                                   domain->option, "=", domain->values[i]);
            g_ptr_array_add(out, (gpointer)(negated ? condition_not(self->arena, atom) : atom));
        }
    }
}

/* The shortest words for "the option has one of the allowed values". */
static void say_domain(Specifier *self, const Domain *domain, GPtrArray *out)
{
    const Condition *on =
        condition_atom(self->arena, CONDITION_SUBJECT_OPTION, domain->option, NULL, NULL);
    guint64 all = all_values(domain);
    guint64 set = values_of(domain, on);
    guint allowed = bit_count(domain->allowed);
    if (domain->allowed == all) {
        return;
    }
    if (domain->is_switch) {
        g_ptr_array_add(out,
                        (gpointer)(domain->allowed == set ? on : condition_not(self->arena, on)));
    } else if (allowed == 1) {
        add_atoms(self, domain, domain->allowed, FALSE, out);
    } else if (domain->allowed == set) {
        g_ptr_array_add(out, (gpointer)on);
    } else if (allowed * 2 > domain->count) {
        add_atoms(self, domain, all & ~domain->allowed, TRUE, out);
    } else {
        g_autoptr(GPtrArray) ways = g_ptr_array_new();
        add_atoms(self, domain, domain->allowed, FALSE, ways);
        g_ptr_array_add(out, (gpointer)condition_any(
                                 self->arena, (const Condition *const *)ways->pdata, ways->len));
    }
}

/* The domain of the option that a condition is about alone; NULL when there is none. */
static Domain *domain_in(GArray *domains, const Condition *part)
{
    const char *option = only_option(part);
    for (guint i = 0; option != NULL && i < domains->len; i++) {
        Domain *domain = &g_array_index(domains, Domain, i);
        if (g_str_equal(domain->option, option)) {
            return domain;
        }
    }
    return NULL;
}

/* Narrows the domain of the option that a condition is about alone, if values are listed for it. */
static void take_part(const Specifier *self, GArray *domains, const Condition *part)
{
    Domain *domain = domain_in(domains, part);
    const char *option = only_option(part);
    Domain made;
    if (domain == NULL && option != NULL && domain_of(&made, self, option)) {
        g_array_append_val(domains, made);
        domain = &g_array_index(domains, Domain, domains->len - 1);
    }
    if (domain != NULL) {
        domain->allowed &= values_of(domain, part);
    }
}

static const Condition *plain_ways(Specifier *self, const Condition *condition);

static const Condition *plain_conjunction(Specifier *self, const Condition *condition)
{
    const Condition *const single[] = {condition};
    gboolean all = condition->kind == CONDITION_ALL;
    const Condition *const *operands = all ? condition->operands : single;
    guint count = all ? condition->operand_count : 1;
    g_autoptr(GArray) domains = g_array_new(FALSE, FALSE, sizeof(Domain));
    for (guint i = 0; i < count; i++) {
        take_part(self, domains, operands[i]);
    }
    g_autoptr(GPtrArray) out = g_ptr_array_new();
    for (guint i = 0; i < count; i++) {
        Domain *domain = domain_in(domains, operands[i]);
        if (domain == NULL) {
            gboolean nested = all && operands[i]->kind == CONDITION_ANY;
            g_ptr_array_add(out, (gpointer)(nested ? plain_ways(self, operands[i]) : operands[i]));
        } else if (domain->allowed == 0) {
            return condition_false();
        } else if (!domain->said) {
            say_domain(self, domain, out);
            domain->said = TRUE;
        }
    }
    return condition_all(self->arena, (const Condition *const *)out->pdata, out->len);
}

/* Whether some atom could not be worked out. */
static gboolean has_unknown(const Condition *condition)
{
    return condition_is_about(condition, CONDITION_ABOUT(UNKNOWN));
}

/* Readers give checks names. A name with a blank is a phrase of theirs, "25 conditions" for some of
 * them together or "check at FILE:7" for one without a name of its own: nobody can tell from that
 * what to do. */
static void mark_vague(const Condition *atom, void *data)
{
    gboolean *vague = data;
    *vague = *vague ||
             (atom->subject_kind == CONDITION_SUBJECT_PROBE && strchr(atom->subject, ' ') != NULL);
}

gboolean specify_is_vague(const Condition *condition)
{
    gboolean vague = FALSE;
    condition_each_atom(condition, mark_vague, &vague);
    return vague || has_unknown(condition);
}

static const Condition *known_ways(Specifier *self, const Condition *condition,
                                   gboolean (*leave_out)(const Condition *))
{
    if (condition->kind != CONDITION_ANY) {
        return leave_out(condition) ? condition_false() : condition;
    }
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    for (guint i = 0; i < condition->operand_count; i++) {
        if (!leave_out(condition->operands[i])) {
            g_ptr_array_add(known, (gpointer)condition->operands[i]);
        }
    }
    return condition_any(self->arena, (const Condition *const *)known->pdata, known->len);
}

const Condition *specify_known(Specifier *self, const Condition *condition)
{
    return known_ways(self, condition, specify_is_vague);
}

static const Condition *plain_ways(Specifier *self, const Condition *condition)
{
    g_autoptr(GPtrArray) ways = g_ptr_array_new();
    for (guint i = 0; i < condition->operand_count; i++) {
        g_ptr_array_add(ways, (gpointer)plain_conjunction(self, condition->operands[i]));
    }
    const Condition *plain =
        specify_any(self->arena, (const Condition *const *)ways->pdata, ways->len);
    const Condition *known = known_ways(self, plain, has_unknown);
    return known->kind == CONDITION_FALSE ? plain : known;
}

static const Condition *make_plain(Specifier *self, const Condition *condition)
{
    if (condition->atoms > PLAIN_ATOMS_MAX) {
        return condition;
    }
    return condition->kind == CONDITION_ANY ? plain_ways(self, condition)
                                            : plain_conjunction(self, condition);
}

const Condition *specify_plain(Specifier *self, const Condition *condition)
{
    const Condition *plain = g_hash_table_lookup(self->plain, condition);
    if (plain == NULL) {
        plain = make_plain(self, condition);
        g_hash_table_insert(self->plain, (gpointer)condition, (gpointer)plain);
    }
    return plain;
}

const Condition *specify_both(Specifier *self, const Condition *a, const Condition *b)
{
    const Condition *const single[][1] = {{a}, {b}};
    const Condition *const both[] = {a, b};
    const Condition *const *ways[2];
    guint counts[2];
    for (guint i = 0; i < 2; i++) {
        gboolean any = both[i]->kind == CONDITION_ANY;
        ways[i] = any ? both[i]->operands : single[i];
        counts[i] = any ? both[i]->operand_count : 1;
    }
    if ((guint64)counts[0] * counts[1] > PLAIN_PAIRS_MAX) {
        return condition_all(self->arena, both, G_N_ELEMENTS(both));
    }
    g_autoptr(GPtrArray) pairs = g_ptr_array_new();
    for (guint i = 0; i < counts[0]; i++) {
        for (guint k = 0; k < counts[1]; k++) {
            const Condition *const pair[] = {ways[0][i], ways[1][k]};
            g_ptr_array_add(pairs, (gpointer)condition_all(self->arena, pair, G_N_ELEMENTS(pair)));
        }
    }
    return specify_plain(
        self, condition_any(self->arena, (const Condition *const *)pairs->pdata, pairs->len));
}

static const Condition *without_literals(Specifier *self, const Condition *way,
                                         const GPtrArray *literals)
{
    const Condition *const single[] = {way};
    gboolean all = way->kind == CONDITION_ALL;
    const Condition *const *parts = all ? way->operands : single;
    guint count = all ? way->operand_count : 1;
    g_autoptr(GPtrArray) rest = g_ptr_array_new();
    for (guint i = 0; i < count; i++) {
        gboolean given = FALSE;
        for (guint k = 0; k < literals->len && !given; k++) {
            given = condition_equal(parts[i], literals->pdata[k]);
        }
        if (!given) {
            g_ptr_array_add(rest, (gpointer)parts[i]);
        }
    }
    return condition_all(self->arena, (const Condition *const *)rest->pdata, rest->len);
}

const Condition *specify_given(Specifier *self, const Condition *condition, const Condition *given)
{
    g_autoptr(GPtrArray) literals = condition_shared_literals(given);
    if (condition->kind != CONDITION_ANY) {
        return without_literals(self, condition, literals);
    }
    g_autoptr(GPtrArray) ways = g_ptr_array_new();
    for (guint i = 0; i < condition->operand_count; i++) {
        g_ptr_array_add(ways, (gpointer)without_literals(self, condition->operands[i], literals));
    }
    return specify_any(self->arena, (const Condition *const *)ways->pdata, ways->len);
}
