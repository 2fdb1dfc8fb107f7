#include "discover/autotools/configure.h"
#include "core/path.h"
#include "discover/autotools/evaluate_parts.h"
#include <string.h>

/* A path's condition of more nodes gets a name (symbol.h). */
#define PATH_NODES_MAX 32u
#define VALUE_UNKNOWN "value that a script gives is not known"

static void option_state_free(gpointer data)
{
    OptionState *self = data;
    for (guint i = 0; self->touched != NULL && i < self->touched->len; i++) {
        value_unref(((Touched *)self->touched->pdata[i])->value);
    }
    g_clear_pointer(&self->touched, g_ptr_array_unref);
    g_clear_pointer(&self->outer, value_unref);
    g_clear_pointer(&self->alone, g_hash_table_unref);
}

Configure *configure_new(const Tree *tree, Arena *arena, const char *folder)
{
    Configure *self = g_new0(Configure, 1);
    self->tree = tree;
    self->arena = arena;
    self->folder = arena_intern(arena, folder);
    self->files = g_ptr_array_new();
    self->guards = guards_new();
    guards_allow(self->guards, CONFIGURE_NODES_MAX);
    self->symbols = symbols_new(arena, self->guards);
    self->recorder = recorder_new(arena, self->guards);
    self->variables = g_hash_table_new(g_str_hash, g_str_equal);
    self->functions = g_hash_table_new(g_str_hash, g_str_equal);
    self->assigned = g_ptr_array_new();
    self->conditionals = g_hash_table_new(g_str_hash, g_str_equal);
    self->options = g_hash_table_new(g_str_hash, g_str_equal);
    self->options_ahead = g_hash_table_new(g_str_hash, g_str_equal);
    self->own_names = g_hash_table_new(g_str_hash, g_str_equal);
    self->named_places = g_hash_table_new(g_str_hash, g_str_equal);
    self->looked_into = g_hash_table_new(NULL, NULL);
    self->option_list = g_ptr_array_new_with_free_func(option_state_free);
    self->substituted = g_ptr_array_new();
    self->substituted_at = g_hash_table_new(g_str_hash, g_str_equal);
    self->subfolders = g_ptr_array_new();
    self->exported = g_hash_table_new(g_str_hash, g_str_equal);
    self->given = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->built = g_ptr_array_new();
    self->path = GUARD_TRUE;
    return self;
}

void configure_free(Configure *self)
{
    if (self == NULL) {
        return;
    }
    GHashTableIter iter;
    gpointer variable;
    g_hash_table_iter_init(&iter, self->variables);
    while (g_hash_table_iter_next(&iter, NULL, &variable)) {
        value_unref(((ShellVariable *)variable)->value);
    }
    g_hash_table_unref(self->variables);
    g_hash_table_unref(self->functions);
    g_ptr_array_unref(self->assigned);
    g_hash_table_unref(self->conditionals);
    g_hash_table_unref(self->options);
    g_hash_table_unref(self->options_ahead);
    g_hash_table_unref(self->own_names);
    g_hash_table_unref(self->named_places);
    g_hash_table_unref(self->looked_into);
    g_ptr_array_unref(self->option_list);
    g_ptr_array_unref(self->substituted);
    g_hash_table_unref(self->substituted_at);
    g_ptr_array_unref(self->subfolders);
    g_hash_table_unref(self->exported);
    g_hash_table_unref(self->given);
    g_ptr_array_unref(self->built);
    g_ptr_array_unref(self->files);
    g_clear_pointer(&self->read_names, g_ptr_array_unref);
    recorder_free(self->recorder);
    symbols_free(self->symbols);
    guards_free(self->guards);
    m4_free(self->m4);
    g_free(self);
}

/* Whether the shell works the value out, which is not known here. "." by itself stands for the
 * folder of the script (front.h); in "1.5" or "/opt/tide.d" it is a part of a word. */
static gboolean is_worked_out(const char *value)
{
    return strpbrk(value, "$`") != NULL ||
           g_regex_match_simple("(?<![\\w.])\\.(?![\\w.])", value, G_REGEX_RAW, 0);
}

void configure_give(Configure *self, const char *script, const GPtrArray *options)
{
    static const struct {
        const char *prefix;
        const char *kind;
        const char *answer;
    } rows[] = {{"--enable-", "enable", "yes"},
                {"--disable-", "enable", "no"},
                {"--without-", "with", "no"},
                {"--with-", "with", "yes"}};
    for (guint i = 0; i < options->len; i++) {
        const char *option = options->pdata[i];
        for (guint k = 0; k < G_N_ELEMENTS(rows); k++) {
            if (!g_str_has_prefix(option, rows[k].prefix)) {
                continue;
            }
            const char *name = option + strlen(rows[k].prefix);
            const char *equals = strchr(name, '=');
            g_autofree char *bare = g_strndup(name, strcspn(name, "="));
            const char *value = equals != NULL ? equals + 1 : rows[k].answer;
            g_autofree char *variable = configure_option_variable(rows[k].kind, bare);
            if (is_worked_out(value)) {
                g_hash_table_remove(self->given, variable);
                recorder_ledger(self->recorder, (Span){.path = script}, VALUE_UNKNOWN, option,
                                NULL);
            } else {
                g_hash_table_insert(self->given, g_steal_pointer(&variable),
                                    (gpointer)arena_intern(self->arena, value));
            }
            break;
        }
    }
}

Span configure_span(const Configure *self, Origin origin)
{
    if (origin.file == 0 || origin.file > self->files->len) {
        return SPAN_NONE;
    }
    return (Span){self->files->pdata[origin.file - 1], origin.line, 0};
}

/* A place that gives something its name. */
typedef struct {
    guint64 step; /* the command under way, of all that are run */
    guint count;  /* of commands so far that were under way there */
} NamedPlace;

char *configure_name_here(Configure *self, const char *what, Origin at)
{
    Span span = configure_span(self, at);
    g_autofree char *place = span_text(&span);
    g_autofree char *name = g_strdup_printf("%s %s", what, place);
    NamedPlace *named = g_hash_table_lookup(self->named_places, name);
    if (named == NULL) {
        named = arena_new0(self->arena, NamedPlace);
        g_hash_table_insert(self->named_places, (gpointer)arena_intern(self->arena, name), named);
    }
    if (named->count == 0 || named->step != self->steps) {
        *named = (NamedPlace){self->steps, named->count + 1};
    }
    return named->count > 1 ? g_strdup_printf("%s (%u)", name, named->count)
                            : g_steal_pointer(&name);
}

void configure_ledger(Configure *self, Origin at, const char *reason, const char *subject)
{
    g_autofree char *valid = g_utf8_make_valid(subject, -1);
    recorder_ledger(self->recorder, configure_span(self, at), reason, valid, NULL);
}

Guard configure_unknown(Configure *self, ConditionSubject kind, const char *name)
{
    return symbol_truth(self->symbols, symbols_get(self->symbols, kind, name));
}

void configure_effect_of(Configure *self, const EffectRecord *effect, Origin at)
{
    if (guard_is_false(self->path) || *effect->name == '\0') {
        return;
    }
    EffectRecord record = *effect;
    record.file = effect->kind == EFFECT_MACRO ? self->header : NULL;
    record.when = self->path;
    record.at = configure_span(self, at);
    recorder_effect(self->recorder, &record);
}

void configure_effect(Configure *self, EffectKind kind, const char *name, const char *detail,
                      Origin at)
{
    const EffectRecord effect = {.kind = kind, .name = name, .detail = detail};
    configure_effect_of(self, &effect, at);
}

void configure_stop(Configure *self)
{
    self->path = GUARD_FALSE;
}

Guard configure_narrow(Configure *self, Guard path, Guard condition)
{
    return symbols_simplify(self->symbols, guard_and(self->guards, path, condition),
                            PATH_NODES_MAX);
}

char *configure_description_in(const Tree *tree, const char *folder)
{
    static const char *const names[] = {"configure.ac", "configure.in", "configure.ac.in"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        char *path = path_join(folder, names[i]);
        if (tree_find(tree, path) != NULL) {
            return path;
        }
        g_free(path);
    }
    return NULL;
}
