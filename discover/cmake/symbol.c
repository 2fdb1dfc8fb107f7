#include "discover/cmake/symbol.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Whether two conditions can both hold, names taken for what they stand for: the last answers. A
 * block asks the same of its path at each command. (0, 0) is never asked. */
typedef struct {
    guint32 a, b;
    gboolean meet;
} Meeting;

#define MEETINGS 8192u

struct Symbols {
    Arena *arena;
    Guards *guards;
    GPtrArray *symbols;     /* Symbol *; the index is the id */
    GHashTable *by_key;     /* "kind\1name" -> Symbol * */
    GPtrArray *holes;       /* const char *; by id */
    GPtrArray *atoms;       /* Atom *; by decision variable, NULL for those nobody claimed */
    GHashTable *relations;  /* "id\1relation\1value" -> variable + 1 */
    GHashTable *conditions; /* "guard/given" -> const Condition * */
    gboolean closed;        /* conditions on symbols are false */
    Span place;
    Meeting *meetings; /* by a hash of the two */
    GHashTable *names; /* guard node -> Symbol * that names it */
    GArray *options;   /* guard node -> node: what symbols_options_of() has found */
    guint nested;      /* names within names that are looked into */
};

static const Atom lost_atom = {.symbol = SYMBOL_NONE, .kind = ATOM_LOST};

Symbols *symbols_new(Arena *arena, Guards *guards)
{
    Symbols *self = g_new0(Symbols, 1);
    self->arena = arena;
    self->guards = guards;
    self->symbols = g_ptr_array_new();
    self->by_key = g_hash_table_new(g_str_hash, g_str_equal);
    self->holes = g_ptr_array_new();
    self->atoms = g_ptr_array_new();
    self->relations = g_hash_table_new(g_str_hash, g_str_equal);
    self->meetings = g_new0(Meeting, MEETINGS);
    self->names = g_hash_table_new(NULL, NULL);
    self->options = guard_memory_new();
    self->conditions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return self;
}

void symbols_free(Symbols *self)
{
    if (self == NULL) {
        return;
    }
    for (guint i = 0; i < self->symbols->len; i++) {
        g_array_unref(((Symbol *)self->symbols->pdata[i])->values);
    }
    g_ptr_array_unref(self->symbols);
    g_hash_table_unref(self->by_key);
    g_ptr_array_unref(self->holes);
    g_ptr_array_unref(self->atoms);
    g_hash_table_unref(self->relations);
    g_free(self->meetings);
    g_hash_table_unref(self->names);
    g_array_unref(self->options);
    g_hash_table_unref(self->conditions);
    g_free(self);
}

void symbols_close(Symbols *self)
{
    self->closed = TRUE;
}

static guint new_atom(Symbols *self, Atom atom)
{
    guint variable = guards_new_variable(self->guards);
    Atom *copy = arena_new0(self->arena, Atom);
    *copy = atom;
    /* Give-ups of the guards take numbers that nobody claims here. */
    if (variable >= self->atoms->len) {
        g_ptr_array_set_size(self->atoms, (int)variable + 1);
    }
    self->atoms->pdata[variable] = copy;
    return variable;
}

const Atom *symbols_atom(Symbols *self, guint variable)
{
    if (variable < self->atoms->len && self->atoms->pdata[variable] != NULL) {
        return self->atoms->pdata[variable];
    }
    return &lost_atom;
}

static Symbol *symbol_make(Symbols *self, const char *key, ConditionSubject kind, const char *name)
{
    Symbol *symbol = arena_new0(self->arena, Symbol);
    symbol->id = self->symbols->len;
    symbol->kind = kind;
    symbol->name = arena_intern(self->arena, name);
    symbol->truth = G_MAXUINT;
    symbol->values = g_array_new(FALSE, FALSE, sizeof(SymbolValue));
    static const SymbolId none[] = {SYMBOL_NONE};
    symbol->origins = none;
    g_ptr_array_add(self->symbols, symbol);
    g_ptr_array_add(self->holes,
                    arena_printf(self->arena, "%c%u%c", HOLE_BEGIN, symbol->id, HOLE_END));
    g_hash_table_insert(self->by_key, (gpointer)arena_intern(self->arena, key), symbol);
    return symbol;
}

Symbol *symbols_get(Symbols *self, ConditionSubject kind, const char *name)
{
    g_autofree char *key = g_strdup_printf("%d\1%s", (int)kind, name);
    Symbol *symbol = g_hash_table_lookup(self->by_key, key);
    if (symbol == NULL) {
        g_autofree char *readable = symbols_readable(self, name);
        symbol = symbol_make(self, key, kind, readable);
    }
    return symbol;
}

static void collect_id(Symbol *symbol, void *data)
{
    GArray *ids = data;
    if (!symbol->collected) {
        symbol->collected = TRUE;
        g_array_append_val(ids, symbol->id);
    }
}

/* The symbols that a text mentions, in order of first mention, ended by SYMBOL_NONE. */
static const SymbolId *origins_of(Symbols *self, const char *text)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SymbolId));
    symbols_in_text(self, text, collect_id, ids);
    for (guint i = 0; i < ids->len; i++) {
        symbols_at(self, g_array_index(ids, SymbolId, i))->collected = FALSE;
    }
    SymbolId end = SYMBOL_NONE;
    g_array_append_val(ids, end);
    SymbolId *origins = arena_alloc(self->arena, ids->len * sizeof(SymbolId));
    memcpy(origins, ids->data, ids->len * sizeof(SymbolId));
    return origins;
}

/* Parts within parts can stand for a text that is longer by any power; past this length nobody
 * reads it. */
#define READABLE_BYTES_MAX 65536u

/* Appends until there are more than `most` bytes. */
static void append_readable(Symbols *self, GString *readable, const char *text, gsize most)
{
    for (const char *cursor = text; *cursor != '\0' && readable->len <= most;) {
        if (*cursor != HOLE_BEGIN) {
            g_string_append_c(readable, *cursor++);
            continue;
        }
        const Symbol *symbol = symbols_read_hole(self, &cursor);
        if (symbol == NULL) {
            g_string_append(readable, "${?}");
        } else if (symbol->optional_text != NULL) {
            g_string_append_c(readable, '[');
            append_readable(self, readable, symbol->optional_text, most);
            g_string_append_c(readable, ']');
        } else {
            g_string_append_printf(readable, "${%s}", symbol->name);
        }
    }
}

/* The text in words; what is longer than `most` bytes ends there, between two characters, in "...".
 */
static char *readable_start(Symbols *self, const char *text, gsize most)
{
    g_autoptr(GString) readable = g_string_new(NULL);
    append_readable(self, readable, text, most);
    if (readable->len > most) {
        const char *end = g_utf8_find_prev_char(readable->str, readable->str + most);
        g_string_truncate(readable, (gsize)(end - readable->str));
        g_string_append(readable, "...");
    }
    return g_strdup(readable->str);
}

char *symbols_readable(Symbols *self, const char *text)
{
    /* A text without holes is as long as it is. */
    return text_has_hole(text) ? readable_start(self, text, READABLE_BYTES_MAX) : g_strdup(text);
}

/* Derived texts can grow without end in a loop; past this length only the operation is named. */
#define DERIVED_NAME_MAX 160

/* Longer inputs are known by their digest: a loop that lengthens a text derives something from it
 * at each turn. */
#define DERIVED_KEY_MAX 4096u

static char *derived_key(const char *operation, const char *input)
{
    gsize length = strlen(input);
    g_autofree char *digest =
        length > DERIVED_KEY_MAX
            ? g_compute_checksum_for_data(G_CHECKSUM_SHA1, (const guchar *)input, length)
            : NULL;
    return digest != NULL ? g_strdup_printf("D\1%s\1%s", operation, digest)
                          : g_strdup_printf("d\1%s\1%s", operation, input);
}

Symbol *symbols_derive(Symbols *self, const char *operation, const char *input)
{
    g_autofree char *key = derived_key(operation, input);
    Symbol *symbol = g_hash_table_lookup(self->by_key, key);
    if (symbol != NULL) {
        return symbol;
    }
    g_autofree char *readable = readable_start(self, input, DERIVED_NAME_MAX);
    /* Commands keep their arguments apart with a byte that nobody can read. */
    g_strchomp(g_strdelimit(readable, "\x1f", ' '));
    g_autofree char *name = g_strdup_printf("%s of %s", operation, readable);
    symbol = symbol_make(self, key, CONDITION_SUBJECT_UNKNOWN, name);
    symbol->origins = origins_of(self, input);
    symbol->operation = arena_intern(self->arena, operation);
    return symbol;
}

Symbol *symbols_optional(Symbols *self, const char *text, Guard when)
{
    g_autofree char *key = g_strdup_printf("o\1%u\1%s", when.node, text);
    Symbol *symbol = g_hash_table_lookup(self->by_key, key);
    if (symbol == NULL) {
        symbol = symbol_make(self, key, CONDITION_SUBJECT_UNKNOWN, "optional part");
        symbol->optional_text = arena_strdup(self->arena, text);
        symbol->optional_when = when;
    }
    return symbol;
}

Symbol *symbols_at(Symbols *self, SymbolId id)
{
    return id < self->symbols->len ? self->symbols->pdata[id] : NULL;
}

gboolean symbol_is_plain(const Symbol *symbol)
{
    return symbol->values->len == 0 ||
           (symbol->values->len == 1 &&
            *g_array_index(symbol->values, SymbolValue, 0).value == '\0');
}

const char *symbol_hole(Symbols *self, const Symbol *symbol)
{
    return self->holes->pdata[symbol->id];
}

Symbol *symbols_read_hole(Symbols *self, const char **cursor)
{
    const char *text = *cursor + 1;
    guint64 id = 0;
    while (g_ascii_isdigit(*text)) {
        id = id * 10 + (guint64)(*text - '0');
        text++;
    }
    if (*text == HOLE_END) {
        text++;
    }
    *cursor = text;
    return symbols_at(self, (SymbolId)MIN(id, (guint64)SYMBOL_NONE - 1));
}

Symbol *symbols_of_hole(Symbols *self, const char *text)
{
    if (*text != HOLE_BEGIN) {
        return NULL;
    }
    const char *cursor = text;
    Symbol *symbol = symbols_read_hole(self, &cursor);
    return *cursor == '\0' ? symbol : NULL;
}

void symbols_in_text(Symbols *self, const char *text, void (*visit)(Symbol *, void *), void *data)
{
    for (const char *cursor = strchr(text, HOLE_BEGIN); cursor != NULL;
         cursor = strchr(cursor, HOLE_BEGIN)) {
        Symbol *symbol = symbols_read_hole(self, &cursor);
        if (symbol != NULL) {
            visit(symbol, data);
        }
    }
}

Guard symbol_truth(Symbols *self, Symbol *symbol)
{
    if (self->closed) {
        return GUARD_FALSE;
    }
    if (symbol->truth == G_MAXUINT) {
        symbol->truth = new_atom(self, (Atom){.symbol = symbol->id, .kind = ATOM_TRUTH});
    }
    return guard_variable(self->guards, symbol->truth);
}

static gboolean is_no_option(guint variable, gpointer data)
{
    Symbols *self = data;
    const Atom *atom = symbols_atom(self, variable);
    if (atom->symbol == SYMBOL_NONE) {
        return TRUE;
    }
    const Symbol *symbol = symbols_at(self, atom->symbol);
    return symbol->kind != CONDITION_SUBJECT_OPTION || symbol->given;
}

/* The option that a variable is of. Names that a condition mentions have been there before it, so
 * none of them is looked into again. */
static guint32 option_of_variable(guint variable, gpointer data)
{
    Symbols *self = data;
    const Atom *atom = symbols_atom(self, variable);
    const Symbol *symbol = atom->symbol != SYMBOL_NONE ? symbols_at(self, atom->symbol) : NULL;
    if (symbol != NULL && symbol->named) {
        return symbol->about;
    }
    return is_no_option(variable, self) ? GUARD_ABOUT_NOTHING : atom->symbol;
}

Guard symbols_simplify(Symbols *self, Guard guard, guint most)
{
    if (guard_size(self->guards, guard) <= most) {
        return guard;
    }
    /* One name for a condition and its opposite, so that they are seen to exclude each other. */
    gboolean opposite = guard_is_opposite(guard);
    Guard named = opposite ? guard_not(self->guards, guard) : guard;
    Symbol *symbol = g_hash_table_lookup(self->names, GUINT_TO_POINTER(named.node));
    if (symbol == NULL) {
        g_autofree char *place = span_text(&self->place);
        g_autofree char *key = g_strdup_printf("a\1%u", self->symbols->len);
        g_autofree char *name = g_strdup_printf("checks at %s", place);
        symbol = symbol_make(self, key, CONDITION_SUBJECT_PROBE, name);
        symbol->named = TRUE;
        symbol->definition = named;
        symbol->about = guard_about(self->guards, named, option_of_variable, self);
        g_hash_table_insert(self->names, GUINT_TO_POINTER(named.node), symbol);
    }
    Guard truth = symbol_truth(self, symbol);
    return opposite ? guard_not(self->guards, truth) : truth;
}

static gboolean definition_of(guint variable, Guard *definition, gpointer data)
{
    Symbols *self = data;
    const Atom *atom = symbols_atom(self, variable);
    const Symbol *symbol = atom->symbol != SYMBOL_NONE ? symbols_at(self, atom->symbol) : NULL;
    if (symbol == NULL || !symbol->named) {
        return FALSE;
    }
    *definition = symbol->definition;
    return TRUE;
}

/* Of names within names that deep nothing is known: each takes room on the stack. */
#define NESTED_MAX 64u

/* Whether a variable is no option's, and what options say of it when it is a name. */
static gboolean forget_checks(guint variable, Guard *when, Guard *unless, gpointer data)
{
    Symbols *self = data;
    if (!is_no_option(variable, self)) {
        return FALSE;
    }
    const Atom *atom = symbols_atom(self, variable);
    Symbol *symbol = atom->symbol != SYMBOL_NONE ? symbols_at(self, atom->symbol) : NULL;
    if (symbol != NULL && symbol->named && (symbol->options_known || self->nested < NESTED_MAX)) {
        if (!symbol->options_known) {
            self->nested++;
            Guard opposite = guard_not(self->guards, symbol->definition);
            symbol->options_when = symbols_options_of(self, symbol->definition);
            symbol->options_unless = symbols_options_of(self, opposite);
            symbol->options_known = TRUE;
            self->nested--;
        }
        *when = symbol->options_when;
        *unless = symbol->options_unless;
    }
    return TRUE;
}

gboolean symbols_expand(Symbols *self, Guard guard, Guard *expanded)
{
    if (guard_expand(self->guards, guard, definition_of, self, expanded)) {
        return TRUE;
    }
    *expanded = guard_forget(self->guards, guard, self->options, forget_checks, self);
    return FALSE;
}

static gboolean is_name(guint variable, gpointer data)
{
    Guard definition;
    return definition_of(variable, &definition, data);
}

gboolean symbols_meet(Symbols *self, Guard a, Guard b)
{
    if (!guard_meets(self->guards, a, b)) {
        return FALSE;
    }
    if (!guard_depends(self->guards, a, GUARD_QUESTION_NAMES, is_name, self) &&
        !guard_depends(self->guards, b, GUARD_QUESTION_NAMES, is_name, self)) {
        return TRUE;
    }
    Meeting *known = &self->meetings[(a.node * 31u + b.node) % MEETINGS];
    if (known->a != a.node || known->b != b.node) {
        gboolean meet = guard_meets_defined(self->guards, a, b, definition_of, self);
        *known = (Meeting){a.node, b.node, meet};
    }
    return known->meet;
}

/* A name that no kept condition mentions is never asked for again: nothing else leads to it. */
static gboolean name_is_gone(gpointer node, gpointer data, gpointer unused)
{
    (void)node;
    (void)unused;
    Symbol *symbol = data;
    gboolean gone = !symbol->kept;
    symbol->kept = FALSE;
    if (gone) {
        symbol->definition = GUARD_FALSE;
        symbol->options_known = FALSE;
    }
    return gone;
}

static void mark_names(Symbols *self)
{
    for (guint variable; guards_next_marked(self->guards, &variable);) {
        const Atom *atom = symbols_atom(self, variable);
        Symbol *symbol = atom->symbol != SYMBOL_NONE ? symbols_at(self, atom->symbol) : NULL;
        if (symbol != NULL && symbol->named) {
            symbol->kept = TRUE;
            guard_mark(self->guards, symbol->definition);
            if (symbol->options_known) {
                guard_mark(self->guards, symbol->options_when);
                guard_mark(self->guards, symbol->options_unless);
            }
        }
    }
    g_hash_table_foreach_remove(self->names, name_is_gone, NULL);
}

void symbols_mark(Symbols *self)
{
    for (guint i = 0; i < self->symbols->len; i++) {
        const Symbol *symbol = self->symbols->pdata[i];
        if (symbol->optional_text != NULL) {
            guard_mark(self->guards, symbol->optional_when);
        }
    }
    mark_names(self);
    g_hash_table_remove_all(self->conditions);
    g_array_set_size(self->options, 0);
    memset(self->meetings, 0, MEETINGS * sizeof(Meeting));
}

gboolean symbols_only_options(Symbols *self, Guard guard)
{
    return !guard_depends(self->guards, guard, GUARD_QUESTION_CHECKS, is_no_option, self);
}

Guard symbols_options_of(Symbols *self, Guard guard)
{
    Guard options = guard_forget(self->guards, guard, self->options, forget_checks, self);
    return guard_size(self->guards, options) <= SYMBOLS_OPTIONS_NODES ? options : GUARD_TRUE;
}

Guard symbols_one_option_of(Symbols *self, Guard guard)
{
    guint32 option = guard_about(self->guards, guard, option_of_variable, self);
    return option == GUARD_ABOUT_NOTHING || option == GUARD_ABOUT_MANY
               ? GUARD_TRUE
               : symbols_options_of(self, guard);
}

void symbols_set_place(Symbols *self, Span place)
{
    self->place = place;
}

/* Whether if(X) holds for a variable X with that value: anything that is no false constant. */
static gboolean value_truth(const char *value)
{
    return !cmake_is_false(value);
}

Guard symbol_equals(Symbols *self, Symbol *symbol, const char *value)
{
    if (self->closed) {
        return GUARD_FALSE;
    }
    Guard truth = symbol_truth(self, symbol);
    gboolean is_true = value_truth(value);
    Guard result = is_true ? truth : guard_not(self->guards, truth);
    if (symbol->boolean) {
        /* ON and OFF are all there is; another spelling of them is never the variable's text. */
        gboolean known = g_str_equal(value, "ON") || g_str_equal(value, "OFF");
        return known ? result : GUARD_FALSE;
    }
    for (guint i = 0; i < symbol->values->len; i++) {
        SymbolValue *known = &g_array_index(symbol->values, SymbolValue, i);
        if (known->truth != is_true) {
            continue;
        }
        Guard bit = guard_variable(self->guards, known->variable);
        if (g_str_equal(known->value, value)) {
            return guard_and(self->guards, result, bit);
        }
        result = guard_minus(self->guards, result, bit);
    }
    const char *copy = arena_intern(self->arena, value);
    SymbolValue added = {
        .value = copy,
        .variable = new_atom(self, (Atom){.symbol = symbol->id, .kind = ATOM_VALUE, .value = copy}),
        .truth = is_true};
    g_array_append_val(symbol->values, added);
    return guard_and(self->guards, result, guard_variable(self->guards, added.variable));
}

Guard symbol_relation(Symbols *self, Symbol *symbol, const char *relation, const char *value)
{
    if (self->closed) {
        return GUARD_FALSE;
    }
    g_autofree char *key = g_strdup_printf("%u\1%s\1%s", symbol->id, relation, value);
    guint variable = GPOINTER_TO_UINT(g_hash_table_lookup(self->relations, key));
    if (variable == 0) {
        g_autofree char *readable = symbols_readable(self, value);
        variable = new_atom(self, (Atom){.symbol = symbol->id,
                                         .kind = ATOM_RELATION,
                                         .relation = arena_intern(self->arena, relation),
                                         .value = arena_intern(self->arena, readable)}) +
                   1;
        g_hash_table_insert(self->relations, (gpointer)arena_strdup(self->arena, key),
                            GUINT_TO_POINTER(variable));
    }
    return guard_variable(self->guards, variable - 1);
}

void symbol_literals(const Symbol *symbol, const char *value, GArray *literals)
{
    if (symbol->truth != G_MAXUINT) {
        const GuardLiteral truth = {symbol->truth, value_truth(value)};
        g_array_append_val(literals, truth);
    }
    gboolean passed = FALSE;
    for (guint i = 0; i < symbol->values->len; i++) {
        const SymbolValue *known = &g_array_index(symbol->values, SymbolValue, i);
        gboolean here = g_str_equal(known->value, value);
        /* Bits behind the value's own are meaningless once it is chosen; false keeps them quiet. */
        const GuardLiteral bit = {known->variable, here && !passed};
        g_array_append_val(literals, bit);
        passed = passed || here;
    }
}

Guard symbol_assume(Symbols *self, Guard guard, const Symbol *symbol, const char *value)
{
    g_autoptr(GArray) literals = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    symbol_literals(symbol, value, literals);
    return guard_assume(self->guards, guard, (const GuardLiteral *)(const void *)literals->data,
                        literals->len);
}

static const Condition *symbol_condition(Symbols *self, const Symbol *symbol, const char *relation,
                                         const char *value)
{
    return condition_atom(self->arena, symbol->kind, symbol->name, relation, value);
}

/* One literal of a product, or NULL when another literal of the same product already says it: "X =
 * v" makes X's truth and the exclusion of other values redundant. */
static const Condition *literal_condition(Symbols *self, const GArray *product, guint index)
{
    const GuardLiteral *literal = &g_array_index(product, GuardLiteral, index);
    const Atom *atom = symbols_atom(self, literal->variable);
    if (atom->kind == ATOM_LOST) {
        const Condition *lost = condition_atom(self->arena, CONDITION_SUBJECT_UNKNOWN,
                                               "condition too large", NULL, NULL);
        return literal->positive ? lost : condition_not(self->arena, lost);
    }
    const Symbol *symbol = symbols_at(self, atom->symbol);
    if (atom->kind != ATOM_RELATION) {
        for (guint i = 0; i < product->len; i++) {
            const GuardLiteral *other = &g_array_index(product, GuardLiteral, i);
            const Atom *said = symbols_atom(self, other->variable);
            if (i != index && said->symbol == atom->symbol && said->kind == ATOM_VALUE &&
                other->positive && (atom->kind == ATOM_TRUTH || !literal->positive)) {
                return NULL;
            }
        }
    }
    const Condition *condition = NULL;
    switch (atom->kind) {
    case ATOM_TRUTH:
        condition = symbol_condition(self, symbol, NULL, NULL);
        break;
    case ATOM_VALUE:
        condition = symbol_condition(self, symbol, "=", atom->value);
        break;
    case ATOM_RELATION:
        condition = symbol_condition(self, symbol, atom->relation, atom->value);
        break;
    case ATOM_LOST:
        break;
    }
    return literal->positive ? condition : condition_not(self->arena, condition);
}

const Condition *symbols_condition_given(Symbols *self, Guard guard, Guard given)
{
    g_autofree char *key = g_strdup_printf("%u/%u", guard.node, given.node);
    const Condition *known = g_hash_table_lookup(self->conditions, key);
    if (known != NULL) {
        return known;
    }
    Guard whole;
    Guard known_to_hold;
    gboolean exact = symbols_expand(self, guard, &whole);
    if (!symbols_expand(self, given, &known_to_hold)) {
        known_to_hold = GUARD_TRUE;
    }
    g_autoptr(GPtrArray) products =
        exact ? guard_products_given(self->guards, whole, known_to_hold, SYMBOLS_PRODUCTS_MAX)
              : NULL;
    const Condition *result = NULL;
    const Condition *checks = condition_true();
    if (products == NULL) {
        /* Too long to read: what it says of options, and that checks have a say too. */
        Guard options = guard_forget(self->guards, whole, self->options, forget_checks, self);
        products = guard_products_given(self->guards, options, known_to_hold, SYMBOLS_PRODUCTS_MAX);
        g_autoptr(GArray) support = guard_support(self->guards, exact ? whole : guard);
        g_autofree char *name = g_strdup_printf("%u conditions", support->len);
        checks = condition_atom(self->arena, CONDITION_SUBJECT_PROBE,
                                arena_intern(self->arena, name), NULL, NULL);
    }
    if (products == NULL) {
        result = checks;
    } else {
        g_autoptr(GPtrArray) any = g_ptr_array_new();
        for (guint i = 0; i < products->len; i++) {
            const GArray *product = products->pdata[i];
            g_autoptr(GPtrArray) all = g_ptr_array_new();
            for (guint k = 0; k < product->len; k++) {
                const Condition *literal = literal_condition(self, product, k);
                if (literal != NULL) {
                    g_ptr_array_add(all, (gpointer)literal);
                }
            }
            g_ptr_array_add(any, (gpointer)condition_all(
                                     self->arena, (const Condition *const *)all->pdata, all->len));
        }
        const Condition *both[] = {
            condition_any(self->arena, (const Condition *const *)any->pdata, any->len), checks};
        result = condition_all(self->arena, both, 2);
    }
    g_hash_table_insert(self->conditions, g_steal_pointer(&key), (gpointer)result);
    return result;
}

const Condition *symbols_condition(Symbols *self, Guard guard)
{
    return symbols_condition_given(self, guard, GUARD_TRUE);
}
