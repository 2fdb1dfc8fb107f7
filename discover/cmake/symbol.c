/* Symbols, their places in texts, and their decision variables. */
#include "discover/cmake/pure.h"
#include "discover/cmake/symbol_internal.h"
#include <string.h>

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
    self->definitions = g_array_new(FALSE, TRUE, sizeof(guint32));
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
        g_array_unref(((Symbol *)self->symbols->pdata[i])->elements);
    }
    g_ptr_array_unref(self->symbols);
    g_hash_table_unref(self->by_key);
    g_ptr_array_unref(self->holes);
    g_ptr_array_unref(self->atoms);
    g_hash_table_unref(self->relations);
    g_free(self->meetings);
    symbols_forget_memory(self);
    g_free(self->memory);
    g_hash_table_unref(self->names);
    g_array_unref(self->definitions);
    g_array_unref(self->options);
    g_hash_table_unref(self->conditions);
    g_free(self);
}

gpointer *symbols_memory(Symbols *self, guint32 hash, GDestroyNotify forget)
{
    if (self->memory == NULL) {
        self->memory = g_new0(gpointer, MEMORIES);
        self->memory_forget = forget;
    }
    return &self->memory[hash % MEMORIES];
}

void symbols_forget_memory(Symbols *self)
{
    for (guint i = 0; self->memory != NULL && i < MEMORIES; i++) {
        if (self->memory[i] != NULL) {
            self->memory_forget(g_steal_pointer(&self->memory[i]));
        }
    }
}

void symbols_close(Symbols *self)
{
    self->closed = TRUE;
}

guint symbol_new_atom(Symbols *self, Atom atom)
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
    return symbol_atom(self, variable);
}

Symbol *symbol_make(Symbols *self, const char *key, ConditionSubject kind, const char *name)
{
    Symbol *symbol = arena_new0(self->arena, Symbol);
    symbol->id = self->symbols->len;
    symbol->kind = kind;
    symbol->name = arena_intern(self->arena, name);
    symbol->truth = G_MAXUINT;
    symbol->values = g_array_new(FALSE, FALSE, sizeof(SymbolValue));
    symbol->elements = g_array_new(FALSE, FALSE, sizeof(SymbolValue));
    static const SymbolId none[] = {SYMBOL_NONE};
    symbol->origins = none;
    g_ptr_array_add(self->symbols, symbol);
    if (key != NULL) {
        g_hash_table_insert(self->by_key, (gpointer)arena_intern(self->arena, key), symbol);
    }
    return symbol;
}

static char *symbol_key(ConditionSubject kind, const char *name)
{
    return g_strdup_printf("%d\1%s", (int)kind, name);
}

gboolean symbols_has(Symbols *self, ConditionSubject kind, const char *name)
{
    g_autofree char *key = symbol_key(kind, name);
    return g_hash_table_contains(self->by_key, key);
}

Symbol *symbols_get(Symbols *self, ConditionSubject kind, const char *name)
{
    g_autofree char *key = symbol_key(kind, name);
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
            /* What is called "ENV{HOME}" is written $ENV{HOME}. */
            gboolean braced = g_str_has_prefix(symbol->name, "ENV{");
            g_string_append_printf(readable, braced ? "$%s" : "${%s}", symbol->name);
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

guint symbols_lost_lists(const Symbols *self)
{
    return self->lost_lists;
}

Symbol *symbols_one_of(Symbols *self, const char *texts)
{
    g_autofree char *input = g_strdelimit(g_strdup(texts), "\1", '|');
    Symbol *symbol = symbols_derive(self, "one", input);
    if (symbol->texts == NULL) {
        symbol->texts = arena_strdup(self->arena, texts);
        self->lost_lists += strchr(texts, ';') != NULL;
    }
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

/* Names of conditions stand in no text, so most symbols never need theirs. */
const char *symbol_hole(Symbols *self, const Symbol *symbol)
{
    if (symbol->id >= self->holes->len) {
        g_ptr_array_set_size(self->holes, (gint)self->symbols->len);
    }
    gpointer *hole = &self->holes->pdata[symbol->id];
    if (*hole == NULL) {
        *hole = arena_printf(self->arena, "%c%u%c", HOLE_BEGIN, symbol->id, HOLE_END);
    }
    return *hole;
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
        symbol->truth = symbol_new_atom(self, (Atom){.symbol = symbol->id, .kind = ATOM_TRUTH});
    }
    return guard_variable(self->guards, symbol->truth);
}

void symbols_set_place(Symbols *self, Span place)
{
    self->place = place;
    self->place_name = NULL;
}
