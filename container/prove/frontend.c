#include "container/build/process.h"
#include "container/prove/frontend_parts.h"
#include <string.h>
#include <sys/stat.h>

#define REFUSAL_LINES_QUOTED 5u

void macro_state_clear(MacroState *self)
{
    g_clear_pointer(&self->bodies, g_hash_table_unref);
    g_clear_pointer(&self->lines, g_strfreev);
}

static void macro_state_free(gpointer data)
{
    macro_state_clear(data);
    g_free(data);
}

static void entry_free(gpointer data)
{
    FrontendEntry *entry = data;
    g_strfreev(entry->public.rest);
    g_strfreev(entry->public.target);
    g_strfreev(entry->public.macros);
    g_strfreev(entry->public.includes);
    g_free(entry->public.resources);
    g_free(entry->public.error);
    g_free(entry->driver);
    g_free(entry->public.language);
    g_free(entry->state_key);
    g_free(entry->target_key);
    g_free(entry);
}

void frontends_free(Frontends *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->entries);
        g_array_unref(self->of_unit);
        g_hash_table_unref(self->states);
        g_ptr_array_unref(self->state_list);
        g_hash_table_unref(self->answers);
        g_free(self->probe);
        g_clear_error(&self->error);
        g_mutex_clear(&self->lock);
        g_free(self);
    }
}

void frontends_keep_error(Frontends *self, GError *error)
{
    g_mutex_lock(&self->lock);
    if (self->error == NULL) {
        self->error = error;
    } else {
        g_error_free(error);
    }
    g_mutex_unlock(&self->lock);
}

gboolean frontend_has_prefix(const Words *prefixes, const char *word)
{
    for (char **prefix = prefixes->list; *prefix != NULL; prefix++) {
        if (g_str_has_prefix(word, *prefix)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean frontend_is_joined(const Words *words, const char *word)
{
    return frontend_has_prefix(words, word) && !words_contain(words, word);
}

char **frontend_inside(const Frontends *self, const FrontendEntry *entry, const GPtrArray *command)
{
    return sandbox_command(self->request.sandbox,
                           &(SandboxRequest){.command = (const char *const *)command->pdata,
                                             .directory = entry->unit->directory,
                                             .build = entry->build,
                                             .output = self->request.scratch});
}

char *frontend_refusal(const FrontendWords *known, const char *said)
{
    g_autoptr(GString) errors = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
    guint count = 0;
    for (char **line = lines; *line != NULL && count < REFUSAL_LINES_QUOTED; line++) {
        if (strstr(*line, known->refusal) != NULL) {
            g_string_append_printf(errors, "%s%s", count++ > 0 ? "\n" : "", *line);
        }
    }
    g_autofree char *all = count > 0 ? g_string_free(g_steal_pointer(&errors), FALSE)
                                     : process_last_lines(said, REFUSAL_LINES_QUOTED);
    return g_strdup_printf("the compiler refuses the command: %s", all);
}

/* Whether the driver looks at a file that this option names and each build tree has itself: the
 * same words may mean something else there. Places of headers are only handed on. */
static gboolean option_reads(const FrontendRequest *request, const Unit *unit, const char *build,
                             const char *option)
{
    if (frontend_has_prefix(&compilers_driver(request->compilers)->reads, option)) {
        return TRUE;
    }
    for (const char *value = option; value != NULL;) {
        g_autofree char *path = g_canonicalize_filename(value, unit->directory);
        g_autofree char *neutral = sandbox_neutral_text(request->sandbox, build, path);
        gboolean own =
            g_str_has_prefix(neutral, SANDBOX_BUILD "/") ||
            (request->sandbox->own_sources && g_str_has_prefix(neutral, SANDBOX_SOURCE "/"));
        g_autofree char *host = own ? sandbox_host_path(request->sandbox, build, path) : NULL;
        struct stat status;
        if (host != NULL && lstat(host, &status) == 0) {
            return TRUE;
        }
        const char *equals = strchr(value, '=');
        value = equals == NULL ? NULL : equals + 1;
    }
    return FALSE;
}

static gboolean options_read(const FrontendRequest *request, const Unit *unit, const char *build)
{
    const FrontendWords *known = compilers_frontend(request->compilers);
    for (guint i = 0; i < unit->options->len; i++) {
        const char *option = unit->options->pdata[i];
        if (words_contain(&known->includes, option) || words_contain(&known->macros, option)) {
            i++;
        } else if (!frontend_is_joined(&known->macros, option) &&
                   option_reads(request, unit, build, option)) {
            return TRUE;
        }
    }
    return FALSE;
}

char *frontend_sharing_key(const FrontendRequest *request, const Unit *unit, const char *build,
                           const char *driver)
{
    g_autoptr(GString) key = g_string_new(driver);
    /* The ending decides about the language, where no option does. */
    const char *dot = strrchr(unit->source, '.');
    g_string_append_printf(key, "\n%s\n%s\n", dot == NULL ? "" : dot, unit->directory);
    for (guint k = 0; k < unit->options->len; k++) {
        const char *option = unit->options->pdata[k];
        g_string_append_printf(key, "%" G_GSIZE_FORMAT ":%s\n", strlen(option), option);
    }
    g_autofree char *neutral = sandbox_neutral_text(request->sandbox, build, key->str);
    return options_read(request, unit, build) ? g_strconcat(build, "\n", neutral, NULL)
                                              : g_steal_pointer(&neutral);
}

Frontends *frontends_new(const FrontendRequest *request, const GPtrArray *units,
                         const GPtrArray *builds, GError **error)
{
    g_autoptr(Frontends) self = g_new0(Frontends, 1);
    g_mutex_init(&self->lock);
    self->request = *request;
    self->entries = g_ptr_array_new_with_free_func(entry_free);
    self->of_unit = g_array_new(FALSE, FALSE, sizeof(guint));
    self->states = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, macro_state_free);
    self->state_list = g_ptr_array_new();
    self->answers =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)target_answer_free);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(Arena) arena = arena_new();
    for (guint i = 0; i < units->len; i++) {
        const Unit *unit = units->pdata[i];
        const char *driver = unit_driver(arena, request->compilers, unit);
        g_autofree char *text = frontend_sharing_key(request, unit, builds->pdata[i], driver);
        gpointer number = g_hash_table_lookup(known, text);
        if (number == NULL) {
            FrontendEntry *entry = g_new0(FrontendEntry, 1);
            entry->unit = unit;
            entry->build = builds->pdata[i];
            entry->driver = g_strdup(driver);
            g_ptr_array_add(self->entries, entry);
            number = GUINT_TO_POINTER(self->entries->len);
            g_hash_table_insert(known, g_steal_pointer(&text), number);
        }
        guint entry_number = GPOINTER_TO_UINT(number) - 1;
        g_array_append_val(self->of_unit, entry_number);
    }
    frontends_plan(self);
    if (self->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&self->error));
        return NULL;
    }
    return g_steal_pointer(&self);
}

const Frontend *frontends_of(const Frontends *self, guint unit)
{
    const FrontendEntry *entry = self->entries->pdata[g_array_index(self->of_unit, guint, unit)];
    return &entry->public;
}

GPtrArray *frontends_definitions(const Frontends *self)
{
    GPtrArray *words = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->entries->len; i++) {
        const FrontendEntry *entry = self->entries->pdata[i];
        for (char **word = entry->public.macros; word != NULL && *word != NULL; word++) {
            if (g_hash_table_add(seen, *word)) {
                g_ptr_array_add(words, *word);
            }
        }
    }
    return words;
}

const GPtrArray *frontends_states(const Frontends *self)
{
    return self->state_list;
}
