/* The values that an option takes: files that it chooses among, alternatives that people exchange,
 * what comments list, what it is compared with. */
#include "discover/make/option_values.h"
#include "discover/make/alternatives.h"
#include "discover/make/comment_values.h"
#include <string.h>

/* Of one option. */
#define VALUES_MAX 512u

static const char *const too_many = "limit: values of an option";

/* `value` without space and quotes around it, interned in the reading's arena. */
static const char *plain_value(MakeReading *self, const char *value)
{
    g_autofree char *stripped = g_strstrip(g_strdup(value));
    gsize length = strlen(stripped);
    if (length > 1 && *stripped == '"' && stripped[length - 1] == '"') {
        stripped[length - 1] = '\0';
        return arena_intern(self->arena, stripped + 1);
    }
    return arena_intern(self->arena, stripped);
}

static gboolean is_compared(const MakeVariable *variable, const char *text)
{
    for (guint i = 0; i < variable->values->len; i++) {
        if (strcmp(((const AllowedValue *)variable->values->pdata[i])->value, text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "ifeq ($(X),"a")". */
static gboolean is_compared_in_quotes(const MakeVariable *variable)
{
    for (guint i = 0; i < variable->values->len; i++) {
        if (*((const AllowedValue *)variable->values->pdata[i])->value == '"') {
            return TRUE;
        }
    }
    return FALSE;
}

const char *make_value_of(MakeReading *self, const MakeVariable *variable, const char *text)
{
    g_autofree char *stripped = g_strstrip(g_strdup(text));
    return is_compared_in_quotes(variable) ? arena_intern(self->arena, stripped)
                                           : plain_value(self, text);
}

void make_add_value(MakeReading *self, GPtrArray *values, const char *text, ValueOrigin origin,
                    Span at)
{
    for (guint i = 0; i < values->len; i++) {
        AllowedValue *known = values->pdata[i];
        if (strcmp(known->value, text) == 0) {
            known->origin = MIN(known->origin, origin);
            return;
        }
    }
    if (values->len == VALUES_MAX) {
        make_ledger(self, too_many, text, NULL);
        return;
    }
    AllowedValue *value = arena_new0(self->arena, AllowedValue);
    *value = (AllowedValue){.value = arena_intern(self->arena, text), .origin = origin, .at = at};
    g_ptr_array_add(values, value);
}

/* A choice also allows what it defaults to. */
static void add_default_values(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; values->len > 0 && i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->kind != DECLARES_DEFAULT || declaration->value == NULL) {
            continue;
        }
        g_autoptr(GArray) ways =
            make_default_ways(self, variable, declaration->value, declaration->when);
        for (guint k = 0; k < ways->len; k++) {
            const char *text = g_array_index(ways, MakeAlternative, k).text;
            if (*text != '\0' && strpbrk(text, "$ \t") == NULL) {
                make_add_value(self, values, make_value_of(self, variable, text), VALUE_DEFAULT,
                               declaration->at);
            }
        }
    }
}

/* What a comment gives the variable are its values. Numbers are examples unless the build knows one
 * of them. */
static void add_own_values(MakeReading *self, const MakeVariable *variable, const char *comment,
                           GPtrArray *values, Span at)
{
    g_autoptr(GPtrArray) told = comment_own_values(self->scratch, comment, variable->name);
    gboolean known = FALSE;
    for (guint i = 0; i < told->len; i++) {
        known = known || is_compared(variable, told->pdata[i]);
    }
    for (guint i = 0; i < told->len; i++) {
        const char *text = told->pdata[i];
        if (known || text[strspn(text, "0123456789.")] != '\0') {
            make_add_value(self, values, text, known ? VALUE_DECLARED : VALUE_HELP, at);
        }
    }
}

/* Numbers or words that a comment explains are all that there are, where the default or a test
 * knows one. */
static void add_explained(MakeReading *self, const MakeVariable *variable, const GPtrArray *told,
                          GPtrArray *values, Span at)
{
    gboolean known = FALSE;
    for (guint i = 0; i < told->len; i++) {
        known = known || is_compared(variable, told->pdata[i]);
        for (guint k = 0; k < variable->declarations->len; k++) {
            const char *value = g_array_index(variable->declarations, Declaration, k).value;
            known = known || g_strcmp0(value, told->pdata[i]) == 0;
        }
    }
    /* What is compared as well is no mere place on a scale. */
    for (guint i = 0; known && i < told->len; i++) {
        gboolean both = is_compared(variable, told->pdata[i]);
        make_add_value(self, values, told->pdata[i], both ? VALUE_DECLARED : VALUE_HELP, at);
    }
}

/* A line of words is a list of values where the build compares with most of them: these are the
 * ones that people are told of. */
static void add_bare_words(MakeReading *self, const MakeVariable *variable, const char *comment,
                           GPtrArray *values, Span at)
{
    g_autoptr(GPtrArray) words = comment_bare_words(self->scratch, comment);
    guint known = 0;
    for (guint i = 0; i < words->len; i++) {
        known += is_compared(variable, words->pdata[i]) ? 1 : 0;
    }
    for (guint i = 0; 2 * known > words->len && i < words->len; i++) {
        make_add_value(self, values, words->pdata[i], VALUE_DECLARED, at);
    }
}

/* The definitions that a text is a list of, references left out; FALSE when it holds something
 * else.
 */
static gboolean only_definitions(MakeReading *self, const char *text, GPtrArray *definitions)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *name = g_str_has_prefix(words[i], "-D") ? words[i] + 2 : NULL;
        if (name != NULL && make_is_name(name)) {
            const char *known = arena_intern(self->arena, words[i]);
            if (definitions->len == VALUES_MAX) {
                make_ledger(self, too_many, known, NULL);
                return TRUE;
            }
            if (!g_ptr_array_find(definitions, known, NULL)) {
                g_ptr_array_add(definitions, (gpointer)known);
            }
        } else if (*words[i] != '\0' && *words[i] != '$') {
            return FALSE;
        }
    }
    return TRUE;
}

/* "ORDERINGS = -Da", and in a comment "ORDERINGS = -Da -Db -Dc": the list takes any of them. Other
 * files for people to copy may write it in the form of another compiler. */
static void add_definition_values(MakeReading *self, const MakeVariable *variable,
                                  GPtrArray *values)
{
    g_autoptr(GPtrArray) definitions = g_ptr_array_new();
    /* Somebody leaves it empty, or it stands in a comment; a single definition may be taken out. */
    gboolean without = FALSE;
    gboolean varies = FALSE; /* other files have another one */
    Span at = SPAN_NONE;
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        gboolean told =
            declaration->kind == DECLARES_DEFAULT || declaration->kind == DECLARES_OFFER;
        varies = varies || declaration->kind == DECLARES_VARIANT;
        if (!told || declaration->value == NULL) {
            continue;
        }
        if (!only_definitions(self, declaration->value, definitions)) {
            return;
        }
        without = without || declaration->kind == DECLARES_OFFER || *declaration->value == '\0' ||
                  !guard_is_true(declaration->when);
        at = at.path != NULL ? at : declaration->at;
    }
    without = without || (variable->edited > 0 && !varies);
    gboolean one = definitions->len == 1 && without;
    for (guint i = 0; (definitions->len > 1 || one) && i < definitions->len; i++) {
        make_add_value(self, values, definitions->pdata[i], VALUE_DECLARED, at);
    }
    if (one) {
        make_add_value(self, values, "", VALUE_DECLARED, at);
    }
}

static void add_reference_values(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; variable->refers && i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->kind == DECLARES_DEFAULT || declaration->kind == DECLARES_OFFER) {
            make_add_value(self, values, declaration->value, VALUE_DECLARED, declaration->at);
        }
    }
}

/* "LIBRARY=netlib", and below it "#LIBRARY=mkl": whoever edits the file chooses among them. */
static void add_alternatives(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    g_autoptr(GPtrArray) alternatives = make_alternatives(variable);
    for (guint i = 0; i < alternatives->len; i++) {
        const Declaration *declaration = alternatives->pdata[i];
        make_add_value(self, values, declaration->value, VALUE_DECLARED, declaration->at);
    }
}

/* What the build puts for it where it is given, or nothing. */
static void add_reworded(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; i < variable->reworded->len; i++) {
        const AllowedValue *value = variable->reworded->pdata[i];
        make_add_value(self, values, value->value, value->origin, value->at);
    }
    if (variable->reworded->len > 0) {
        const AllowedValue *first = variable->reworded->pdata[0];
        make_add_value(self, values, "", first->origin, first->at);
    }
}

/* What comments tell of the values. */
static void add_told_values(MakeReading *self, const MakeVariable *variable, const char *comment,
                            GPtrArray *values, Span at)
{
    g_autoptr(GPtrArray) listed = comment_values(self->scratch, comment);
    for (guint i = 0; i < listed->len; i++) {
        make_add_value(self, values, listed->pdata[i], VALUE_HELP, at);
    }
    add_own_values(self, variable, comment, values, at);
    if (variable->explained != NULL && variable->explained->len > 1) {
        add_explained(self, variable, variable->explained, values, variable->explained_at);
    }
    g_autoptr(GPtrArray) numbers = comment_numbers(self->scratch, comment);
    add_explained(self, variable, numbers, values, at);
    GPtrArray *(*const forms[])(Arena *, const char *) = {comment_explained, comment_terms,
                                                          comment_enclosed, comment_plain_list};
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autoptr(GPtrArray) words = forms[i](self->scratch, comment);
        add_explained(self, variable, words, values, at);
    }
    add_bare_words(self, variable, comment, values, at);
}

/* Whether the values from `first` on are what people are told of, and the default is one of them.
 */
static gboolean is_told(const MakeVariable *variable, const GPtrArray *values, guint first)
{
    for (guint i = first; values->len > first + 1 && i < values->len; i++) {
        const AllowedValue *value = values->pdata[i];
        for (guint k = 0; k < variable->declarations->len; k++) {
            const Declaration *declaration = &g_array_index(variable->declarations, Declaration, k);
            if (declaration->kind == DECLARES_DEFAULT &&
                g_strcmp0(declaration->value, value->value) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether it is compared with several numbers that do not say off, and one is beyond 1. */
static gboolean compares_numbers(const MakeVariable *variable)
{
    guint numbers = 0;
    for (guint i = 0; i < variable->values->len; i++) {
        const char *value = ((const AllowedValue *)variable->values->pdata[i])->value;
        numbers += g_ascii_isdigit(*value) && !unknown_is_off(value) ? 1 : 0;
    }
    return numbers > 1 && make_is_asked_for_count(variable);
}

/* "ifeq ($(SIMD),1)", "ifeq ($(SIMD),3)": makefiles ask for numbers one by one, so these are the
 * ones that there are. What the makefile itself sets to one or another it may only keep count of.
 */
static gboolean is_level(const MakeVariable *variable, const AllowedValue *value)
{
    gboolean digit = g_ascii_isdigit(value->value[0]) && value->value[1] == '\0';
    gboolean own = variable->assigned > variable->always + variable->turned_off;
    return value->origin == VALUE_COMPARED && digit && !own && compares_numbers(variable);
}

/* What the makefiles know. Of the names that are put together with the value some may be no values
 * ("FFTW$(PRECISION)" and FFTWDIR), which shows where people are told of all. */
static void add_compared(MakeReading *self, const MakeVariable *variable, gboolean told,
                         GPtrArray *values)
{
    for (guint i = 0; i < variable->values->len; i++) {
        const AllowedValue *value = variable->values->pdata[i];
        gboolean named = g_ptr_array_find(variable->named, value, NULL);
        ValueOrigin origin = is_level(variable, value) ? VALUE_DECLARED : value->origin;
        if (strchr(value->value, ' ') == NULL && !(told && named)) {
            make_add_value(self, values, value->value, origin, value->at);
        }
    }
}

/* Whether "-D$(NAME)" or "-DKIND_$(NAME)" makes a definition of the value. */
static gboolean names_definition(const MakeReading *self, const char *name)
{
    g_autofree char *reference = g_strdup_printf("${%s}", name);
    for (guint i = 0; i < self->effects->len; i++) {
        const MakeEffect *effect = &g_array_index(self->effects, MakeEffect, i);
        if (effect->kind == EFFECT_DEFINITION && g_str_has_suffix(effect->name, reference)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "-D$(KERNEL)" or "-DKERNEL_$(KERNEL)", for which files to copy give one name or another: the
 * sources ask for these. */
static void add_named_definitions(MakeReading *self, const MakeVariable *variable,
                                  GPtrArray *values)
{
    gboolean varies = FALSE;
    for (guint i = 0; i < variable->declarations->len && !varies; i++) {
        varies = g_array_index(variable->declarations, Declaration, i).kind == DECLARES_VARIANT;
    }
    for (guint i = 0;
         varies && names_definition(self, variable->name) && i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->value != NULL && make_is_name(declaration->value)) {
            make_add_value(self, values, declaration->value, VALUE_DECLARED, declaration->at);
        }
    }
}

/* "BACKENDS = CUFFT FFTW", each of which makes a definition: any of them may be given. */
static void add_spread_values(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        const char *text = declaration->value;
        if (text == NULL || strchr(text, ' ') == NULL || strpbrk(text, "$-=") != NULL ||
            !make_is_spread(self, variable->name)) {
            continue;
        }
        g_auto(GStrv) words = g_strsplit_set(text, " \t", -1);
        for (guint w = 0; words[w] != NULL; w++) {
            if (make_is_name(words[w])) {
                make_add_value(self, values, words[w], VALUE_DECLARED, declaration->at);
            }
        }
    }
}

/* "PRECISION = DOUBLE" in samples of settings, which nothing in the tree reads: their words are all
 * that is known. */
static void add_sample_words(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; variable->handed_on > 0 && i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->value != NULL && make_is_name(declaration->value) &&
            make_is_sample(self, declaration->at.path)) {
            make_add_value(self, values, declaration->value, VALUE_DECLARED, declaration->at);
        }
    }
}

/* Nobody in the tree tests it: "USE_X = FALSE" is turned on as it is turned off. */
static void add_opposite(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    static const struct {
        const char *off;
        const char *on;
    } words[] = {{"FALSE", "TRUE"}, {"false", "true"}, {"NO", "YES"}, {"no", "yes"},
                 {"OFF", "ON"},     {"off", "on"},     {"F", "T"}};
    for (guint i = 0; i < variable->declarations->len && values->len == 0; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        for (guint w = 0; w < G_N_ELEMENTS(words); w++) {
            if (g_strcmp0(declaration->value, words[w].off) == 0) {
                make_add_value(self, values, words[w].on, VALUE_DEFAULT, declaration->at);
            }
        }
    }
}

/* Other spellings of values, and what stands for none of them, where that leaves any. */
static GPtrArray *without_stand_ins(MakeReading *self, const MakeVariable *variable,
                                    GPtrArray *values)
{
    GPtrArray *left = arena_array(self->arena);
    for (guint i = 0; i < values->len; i++) {
        const char *value = ((const AllowedValue *)values->pdata[i])->value;
        if (!make_is_stand_in(self, variable, value)) {
            g_ptr_array_add(left, values->pdata[i]);
        }
    }
    return left->len > 0 ? left : values;
}

/* The word that turns it on, which the command line needs. */
static void add_word_for_on(MakeReading *self, const MakeVariable *variable, GPtrArray *values)
{
    for (guint i = 0; i < variable->values->len && values->len == 0; i++) {
        const AllowedValue *value = variable->values->pdata[i];
        if (unknown_is_on(value->value)) {
            make_add_value(self, values, value->value, value->origin, value->at);
        }
    }
    for (guint i = 0; i < variable->declarations->len && values->len == 0; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->value != NULL && *declaration->value != '\0' &&
            unknown_is_on(declaration->value)) {
            make_add_value(self, values, declaration->value, VALUE_DEFAULT, declaration->at);
        }
    }
    for (guint i = 0; variable->usage != NULL && i < variable->usage->len && values->len == 0;
         i++) {
        if (unknown_is_on(variable->usage->pdata[i])) {
            make_add_value(self, values, variable->usage->pdata[i], VALUE_DECLARED,
                           variable->usage_at);
        }
    }
    if (variable->handed_on > 0 && values->len == 0) {
        add_opposite(self, variable, values);
    }
}

GPtrArray *make_option_values(MakeReading *self, const MakeVariable *variable, OptionType type,
                              const char *comment)
{
    GPtrArray *values = arena_array(self->arena);
    if (type == OPTION_BOOL) {
        add_word_for_on(self, variable, values);
        return values;
    }
    make_add_template_values(self, variable, values);
    Span at = variable->declarations->len > 0
                  ? g_array_index(variable->declarations, Declaration, 0).at
                  : variable->first_test;
    guint files = values->len;
    add_definition_values(self, variable, values);
    add_reworded(self, variable, values);
    add_spread_values(self, variable, values);
    /* Of what it defines, a comment has other words. */
    if (values->len == files) {
        add_told_values(self, variable, comment, values, at);
    }
    for (guint i = 0; variable->usage != NULL && i < variable->usage->len; i++) {
        make_add_value(self, values, variable->usage->pdata[i], VALUE_DECLARED, variable->usage_at);
    }
    gboolean told = is_told(variable, values, files);
    add_reference_values(self, variable, values);
    add_compared(self, variable, told, values);
    add_alternatives(self, variable, values);
    add_named_definitions(self, variable, values);
    add_sample_words(self, variable, values);
    make_add_commented_definitions(self, variable, values);
    add_default_values(self, variable, values);
    return without_stand_ins(self, variable, values);
}
