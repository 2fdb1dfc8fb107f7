#include "core/diagnostic.h"
#include "core/arena.h"

/* Everything is copied into one arena; the lock guards all fields. `seen` holds the kept ones by
 * contents, so that a loop that complains a million times costs one entry. */
struct Diagnostics {
    GMutex lock;
    Arena *arena;
    GPtrArray *list;
    GHashTable *seen;
    gboolean sorted;
    guint dropped;
};

static const char *const severity_texts[] = {
#define X(id, text) [DIAGNOSTIC_##id] = text,
    DIAGNOSTIC_SEVERITIES(X)
#undef X
};

static guint diagnostic_hash(gconstpointer key)
{
    const Diagnostic *self = key;
    guint hash = g_str_hash(self->message) + self->at.line * 31u + self->at.column;
    return self->at.path == NULL ? hash : hash ^ g_str_hash(self->at.path);
}

static int diagnostic_compare(const Diagnostic *a, const Diagnostic *b)
{
    int order = span_compare(&a->at, &b->at);
    if (order == 0 && a->severity != b->severity) {
        /* The worse one first, so that a reader meets the cause before what followed from it. */
        order = a->severity > b->severity ? -1 : 1;
    }
    if (order == 0) {
        order = g_strcmp0(a->message, b->message);
    }
    return order == 0 ? g_strcmp0(a->remedy, b->remedy) : order;
}

static gboolean diagnostic_equal(gconstpointer a, gconstpointer b)
{
    return diagnostic_compare(a, b) == 0;
}

static int compare_elements(gconstpointer a, gconstpointer b)
{
    return diagnostic_compare(*(const Diagnostic *const *)a, *(const Diagnostic *const *)b);
}

Diagnostics *diagnostics_new(void)
{
    Diagnostics *self = g_new0(Diagnostics, 1);
    g_mutex_init(&self->lock);
    self->arena = arena_new();
    self->list = g_ptr_array_new();
    self->seen = g_hash_table_new(diagnostic_hash, diagnostic_equal);
    return self;
}

void diagnostics_free(Diagnostics *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->seen);
    g_ptr_array_unref(self->list);
    arena_free(self->arena);
    g_mutex_clear(&self->lock);
    g_free(self);
}

static void add_locked(Diagnostics *self, const Diagnostic *given)
{
    if (g_hash_table_contains(self->seen, given)) {
        return;
    }
    if (self->list->len >= DIAGNOSTICS_MAX) {
        self->dropped++;
        return;
    }
    Diagnostic *copy = arena_new0(self->arena, Diagnostic);
    *copy = *given;
    copy->message = arena_strdup(self->arena, given->message);
    copy->remedy = given->remedy == NULL ? NULL : arena_intern(self->arena, given->remedy);
    copy->at.path = given->at.path == NULL ? NULL : arena_intern(self->arena, given->at.path);
    g_hash_table_add(self->seen, copy);
    g_ptr_array_add(self->list, copy);
    self->sorted = FALSE;
}

void diagnostics_add(Diagnostics *self, DiagnosticSeverity severity, Span at, const char *remedy,
                     const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    Diagnostic given = {.severity = severity, .at = at, .message = message, .remedy = remedy};
    g_mutex_lock(&self->lock);
    add_locked(self, &given);
    g_mutex_unlock(&self->lock);
}

const GPtrArray *diagnostics_list(Diagnostics *self)
{
    g_mutex_lock(&self->lock);
    if (!self->sorted) {
        g_ptr_array_sort(self->list, compare_elements);
        self->sorted = TRUE;
    }
    g_mutex_unlock(&self->lock);
    return self->list;
}

guint diagnostics_count(Diagnostics *self, DiagnosticSeverity severity)
{
    guint count = 0;
    g_mutex_lock(&self->lock);
    for (guint i = 0; i < self->list->len; i++) {
        const Diagnostic *diagnostic = self->list->pdata[i];
        count += diagnostic->severity == severity ? 1 : 0;
    }
    g_mutex_unlock(&self->lock);
    return count;
}

guint diagnostics_dropped(Diagnostics *self)
{
    g_mutex_lock(&self->lock);
    guint dropped = self->dropped;
    g_mutex_unlock(&self->lock);
    return dropped;
}

char *diagnostic_text(const Diagnostic *diagnostic)
{
    GString *out = g_string_new(NULL);
    if (diagnostic->at.path != NULL) {
        g_string_append(out, diagnostic->at.path);
        if (diagnostic->at.line > 0) {
            g_string_append_printf(out, ":%u", diagnostic->at.line);
        }
        if (diagnostic->at.line > 0 && diagnostic->at.column > 0) {
            g_string_append_printf(out, ":%u", diagnostic->at.column);
        }
        g_string_append(out, ": ");
    }
    g_string_append_printf(out, "%s: %s", severity_texts[diagnostic->severity],
                           diagnostic->message);
    if (diagnostic->remedy != NULL) {
        g_string_append_printf(out, "; %s", diagnostic->remedy);
    }
    /* Paths and messages quote the scanned project, and a terminal obeys control characters. */
    for (char *at = out->str; *at != '\0'; at++) {
        if (g_ascii_iscntrl(*at)) {
            *at = ' ';
        }
    }
    g_autofree char *line = g_string_free(out, FALSE);
    return g_utf8_make_valid(line, -1);
}
