#include "container/prove/frontend.h"
#include "container/build/parallel.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include <string.h>
#include <sys/stat.h>

#define REFUSAL_LINES_QUOTED 5u

/* One distinct command and the unit that stands for it. */
typedef struct {
    Frontend public;
    const Unit *unit;
    const char *build;
    char *driver;
    char *state_key;
    char *target_key;
} Entry;

struct Frontends {
    FrontendRequest request;
    GPtrArray *entries;     /* Entry * */
    GArray *of_unit;        /* guint by unit */
    GHashTable *states;     /* key -> MacroState */
    GPtrArray *state_list;  /* const MacroState * */
    GHashTable *attributes; /* key -> text */
    char *probe;            /* path inside, of the file that macros are asked with */
    GMutex lock;
    GError *error; /* the first one of the threads */
};

static void macro_state_free(gpointer data)
{
    MacroState *state = data;
    g_free(state->text);
    g_clear_pointer(&state->bodies, g_hash_table_unref);
    g_strfreev(state->lines);
    g_free(state);
}

static void entry_free(gpointer data)
{
    Entry *entry = data;
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
        g_hash_table_unref(self->attributes);
        g_free(self->probe);
        g_clear_error(&self->error);
        g_mutex_clear(&self->lock);
        g_free(self);
    }
}

static void keep_error(Frontends *self, GError *error)
{
    g_mutex_lock(&self->lock);
    if (self->error == NULL) {
        self->error = error;
    } else {
        g_error_free(error);
    }
    g_mutex_unlock(&self->lock);
}

/* The words of one line of -###: each in double quotes, with backslashes before what is special. */
static GPtrArray *quoted_words(const char *line)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    for (const char *c = strchr(line, '"'); c != NULL; c = strchr(c, '"')) {
        GString *word = g_string_new(NULL);
        for (c++; *c != '\0' && *c != '"'; c++) {
            c += *c == '\\' && c[1] != '\0' ? 1 : 0;
            g_string_append_c(word, *c);
        }
        g_ptr_array_add(words, g_string_free(word, FALSE));
        c += *c == '"' ? 1 : 0;
    }
    return words;
}

static gboolean has_prefix_of(const Words *prefixes, const char *word)
{
    for (char **prefix = prefixes->list; *prefix != NULL; prefix++) {
        if (g_str_has_prefix(word, *prefix)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "-DNAME" and "-Ifolder" beside "-D NAME" and "-I folder". */
static gboolean is_joined(const Words *words, const char *word)
{
    return has_prefix_of(words, word) && !words_contain(words, word);
}

static void add_pair(GStrvBuilder *builder, const char *word, const char *value)
{
    g_strv_builder_add(builder, word);
    if (value != NULL) {
        g_strv_builder_add(builder, value);
    }
}

static void sort_frontend_words(const FrontendWords *known, const GPtrArray *words,
                                const char *input, Frontend *frontend)
{
    g_autoptr(GStrvBuilder) rest = g_strv_builder_new();
    g_autoptr(GStrvBuilder) target = g_strv_builder_new();
    g_autoptr(GStrvBuilder) macros = g_strv_builder_new();
    g_autoptr(GStrvBuilder) includes = g_strv_builder_new();
    for (guint i = 2; i < words->len; i++) {
        const char *word = words->pdata[i];
        const char *next = i + 1 < words->len ? words->pdata[i + 1] : NULL;
        if (words_contain(&known->target, word)) {
            add_pair(target, word, next);
            i++;
        } else if (words_contain(&known->macros, word)) {
            add_pair(macros, word, next);
            i++;
        } else if (words_contain(&known->includes, word)) {
            add_pair(includes, word, next);
            i++;
        } else if (words_contain(&known->drop_with_value, word)) {
            i++;
        } else if (is_joined(&known->macros, word)) {
            add_pair(macros, word, NULL);
        } else if (!words_contain(&known->drop, word) &&
                   !has_prefix_of(&known->drop_prefix, word) && !g_str_equal(word, input)) {
            add_pair(rest, word, NULL);
            frontend->debug = frontend->debug || g_str_has_prefix(word, known->debug);
            if (g_str_equal(word, "-resource-dir") && next != NULL) {
                frontend->resources = g_strdup(next);
            }
        }
    }
    frontend->rest = g_strv_builder_end(rest);
    frontend->raw_texts = frontend->line_comments = TRUE;
    for (char **word = frontend->rest; *word != NULL; word++) {
        frontend->raw_texts = frontend->raw_texts && !has_prefix_of(&known->no_raw_texts, *word);
        frontend->line_comments =
            frontend->line_comments && !has_prefix_of(&known->no_line_comments, *word);
    }
    frontend->target = g_strv_builder_end(target);
    frontend->macros = g_strv_builder_end(macros);
    frontend->includes = g_strv_builder_end(includes);
}

static char **inside(const Frontends *self, const Entry *entry, const GPtrArray *command)
{
    return sandbox_command(self->request.sandbox,
                           &(SandboxRequest){.command = (const char *const *)command->pdata,
                                             .directory = entry->unit->directory,
                                             .build = entry->build,
                                             .output = self->request.scratch});
}

/* What the compiler said of a command that it refuses: its errors, and not the version and the
 * commands that it shows around them. The caller frees it. */
static char *refusal_of(const FrontendWords *known, const char *said)
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

/* Whether a line of -### has one of the words. */
static gboolean has_word_of(const Words *words, const char *line)
{
    g_autoptr(GPtrArray) all = quoted_words(line);
    for (guint i = 0; i < all->len; i++) {
        if (words_contain(words, all->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static void plan_one(guint index, gpointer data)
{
    Frontends *self = data;
    Entry *entry = self->entries->pdata[index];
    const DriverWords *driver = compilers_driver(self->request.compilers);
    const FrontendWords *known = compilers_frontend(self->request.compilers);
    g_autoptr(Arena) arena = arena_new();
    const GPtrArray *command =
        unit_command(arena, self->request.compilers, entry->unit, &driver->plan, "unit.o");
    g_auto(GStrv) vector = inside(self, entry, command);
    g_auto(ProcessResult) result = {0};
    GError *error = NULL;
    if (!process_run(&(ProcessRequest){.command = (const char *const *)vector}, &result, &error)) {
        keep_error(self, error);
        return;
    }
    g_autofree char *quoted = g_strdup_printf("\"%s\"", known->marker);
    g_auto(GStrv) lines = g_strsplit(result.err, "\n", -1);
    const char *found = NULL;
    guint count = 0;
    gboolean devices = FALSE;
    for (char **line = lines; *line != NULL; line++) {
        if (strstr(*line, quoted) != NULL) {
            found = *line;
            count++;
            devices = devices || has_word_of(&known->devices, *line);
        }
    }
    if (result.status != 0 || count == 0) {
        entry->public.error = refusal_of(known, result.err);
        return;
    }
    if (count > 1) {
        /* The host's, once with and once without what it holds for devices, and one for each kind
         * of device, which is optimised on its way into the object. */
        entry->public.several = TRUE;
        entry->public.error =
            g_strdup(devices ? "its command compiles it for devices, too, and their code is in its "
                               "object only"
                             : "its command compiles it in several steps");
        return;
    }
    g_autoptr(GPtrArray) words = quoted_words(found);
    sort_frontend_words(known, words, entry->unit->source, &entry->public);
    for (guint i = 0; i + 1 < words->len; i++) {
        if (g_str_equal(words->pdata[i], driver->language)) {
            g_free(entry->public.language);
            entry->public.language = g_strdup(words->pdata[i + 1]);
        }
    }
}

static char *join_words(char **const *heaps, guint count)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < count; i++) {
        for (char **word = heaps[i]; word != NULL && *word != NULL; word++) {
            g_string_append_printf(text, "%" G_GSIZE_FORMAT ":%s\n", strlen(*word), *word);
        }
        g_string_append_c(text, '\n');
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Whether the driver looks at a file that this option names and each build tree has itself: the
 * same words may mean something else there. Places of headers are only handed on. */
static gboolean option_reads(const FrontendRequest *request, const Unit *unit, const char *build,
                             const char *option)
{
    if (has_prefix_of(&compilers_driver(request->compilers)->reads, option)) {
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
        } else if (!is_joined(&known->macros, option) &&
                   option_reads(request, unit, build, option)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Units with the same words are planned once. The caller frees it. */
static char *sharing_key(const FrontendRequest *request, const Unit *unit, const char *build,
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
    self->attributes = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(Arena) arena = arena_new();
    for (guint i = 0; i < units->len; i++) {
        const Unit *unit = units->pdata[i];
        const char *driver = unit_driver(arena, request->compilers, unit);
        g_autofree char *text = sharing_key(request, unit, builds->pdata[i], driver);
        gpointer number = g_hash_table_lookup(known, text);
        if (number == NULL) {
            Entry *entry = g_new0(Entry, 1);
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
    parallel_for(self->entries->len, request->jobs, plan_one, self);
    if (self->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&self->error));
        return NULL;
    }
    return g_steal_pointer(&self);
}

const Frontend *frontends_of(const Frontends *self, guint unit)
{
    const Entry *entry = self->entries->pdata[g_array_index(self->of_unit, guint, unit)];
    return &entry->public;
}

static void fill_state(MacroState *state, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    qsort(lines, g_strv_length(lines), sizeof(char *), texts_compare);
    state->text = g_strjoinv("\n", lines);
    state->bodies = g_hash_table_new(g_str_hash, g_str_equal);
    state->lines = g_steal_pointer(&lines);
    for (char **line = state->lines; *line != NULL; line++) {
        if (!g_str_has_prefix(*line, "#define ")) {
            continue;
        }
        char *name = *line + strlen("#define ");
        gsize length = strcspn(name, " (");
        /* What follows the name tells parameters from a body in parentheses. */
        char *body = g_strdup(name + length);
        char *kept = g_strndup(name, length);
        g_free(*line);
        gsize name_size = strlen(kept) + 1;
        gsize body_size = strlen(body) + 1;
        *line = g_malloc(name_size + body_size);
        memcpy(*line, kept, name_size);
        memcpy(*line + name_size, body, body_size);
        g_hash_table_replace(state->bodies, *line, *line + name_size);
        g_free(kept);
        g_free(body);
    }
}

static GPtrArray *frontend_command(const Entry *entry, const Words *extra,
                                   const FrontendWords *known, gboolean with_macros)
{
    GPtrArray *command = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(command, g_strdup(entry->driver));
    g_ptr_array_add(command, g_strdup(known->marker));
    char **const heaps[] = {entry->public.rest, entry->public.target,
                            with_macros ? entry->public.macros : NULL, extra->list};
    for (gsize i = 0; i < G_N_ELEMENTS(heaps); i++) {
        for (char **word = heaps[i]; word != NULL && *word != NULL; word++) {
            if (words_contain(&known->writes_with_value, *word) && word[1] != NULL) {
                word++;
            } else if (!has_prefix_of(&known->writes, *word)) {
                g_ptr_array_add(command, g_strdup(*word));
            }
        }
    }
    g_ptr_array_add(command, g_strdup("-x"));
    g_ptr_array_add(command, g_strdup(entry->public.language));
    return command;
}

/* What the frontend said when it was asked; NULL when it refused its options, and then why in
 * `refusal`, or when it could not be run. */
static char *ask(Frontends *self, const Entry *entry, const GPtrArray *command, char **refusal)
{
    g_auto(GStrv) vector = inside(self, entry, command);
    g_auto(ProcessResult) result = {0};
    GError *error = NULL;
    if (!process_run(&(ProcessRequest){.command = (const char *const *)vector}, &result, &error)) {
        keep_error(self, error);
        return NULL;
    }
    if (result.status != 0) {
        *refusal = refusal_of(compilers_frontend(self->request.compilers), result.err);
        return NULL;
    }
    return g_steal_pointer(&result.out);
}

static void ask_state(Frontends *self, const Entry *entry, MacroState *state, char **refusal)
{
    const FrontendWords *known = compilers_frontend(self->request.compilers);
    g_autoptr(GPtrArray) command = frontend_command(entry, &known->dump_macros, known, TRUE);
    g_ptr_array_add(command, g_strdup(self->probe));
    g_ptr_array_add(command, NULL);
    g_autofree char *said = ask(self, entry, command, refusal);
    fill_state(state, said == NULL ? "" : said);
}

/* The first function's attributes about the target, as they stand in the text of the module. */
static char *find_attributes(const char *module)
{
    static const char *const names[] = {"\"target-cpu\"=", "\"target-features\"=", "\"tune-cpu\"="};
    g_autoptr(GString) found = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *at = strstr(module, names[i]);
        const char *close = at == NULL ? NULL : strchr(at + strlen(names[i]) + 1, '"');
        if (close != NULL) {
            g_string_append_printf(found, "%s%.*s", found->len > 0 ? " " : "",
                                   (int)(close + 1 - at), at);
        }
    }
    return g_string_free(g_steal_pointer(&found), FALSE);
}

static char *ask_attributes(Frontends *self, const Entry *entry, char **refusal)
{
    static char *words[] = {"-emit-llvm", "-o", "-", NULL};
    const Words extra = {.list = words};
    const FrontendWords *known = compilers_frontend(self->request.compilers);
    g_autoptr(GPtrArray) command = frontend_command(entry, &extra, known, FALSE);
    g_ptr_array_add(command, g_strdup_printf("%s.function", self->probe));
    g_ptr_array_add(command, NULL);
    g_autofree char *said = ask(self, entry, command, refusal);
    return said == NULL ? NULL : find_attributes(said);
}

typedef struct {
    Frontends *self;
    GPtrArray *state_entries;  /* Entry *: one for each state */
    GPtrArray *states;         /* MacroState * */
    GPtrArray *target_entries; /* Entry *: one for each target */
    GPtrArray *attributes;     /* char * */
    GPtrArray *refusals;       /* char *: of the states, then of the targets; NULL: it was told */
} Asking;

static void ask_one(guint index, gpointer data)
{
    Asking *asking = data;
    char **refusal = (char **)&asking->refusals->pdata[index];
    if (index < asking->state_entries->len) {
        ask_state(asking->self, asking->state_entries->pdata[index], asking->states->pdata[index],
                  refusal);
        return;
    }
    index -= asking->state_entries->len;
    asking->attributes->pdata[index] =
        ask_attributes(asking->self, asking->target_entries->pdata[index], refusal);
}

/* Whoever shares what was asked shares the answer. */
static GHashTable *refusals_by_key(const Asking *asking)
{
    GHashTable *refused = g_hash_table_new(g_str_hash, g_str_equal);
    guint states = asking->state_entries->len;
    for (guint i = 0; i < asking->refusals->len; i++) {
        const Entry *entry = i < states ? asking->state_entries->pdata[i]
                                        : asking->target_entries->pdata[i - states];
        if (asking->refusals->pdata[i] != NULL) {
            g_hash_table_insert(refused, i < states ? entry->state_key : entry->target_key,
                                asking->refusals->pdata[i]);
        }
    }
    return refused;
}

static gboolean write_probe(Frontends *self, const GPtrArray *builtins, GError **error)
{
    g_autoptr(GString) text = g_string_new("#ifdef __has_builtin\n");
    for (guint i = 0; i < builtins->len; i++) {
        const char *name = builtins->pdata[i];
        /* A macro of that name keeps what it is defined as. */
        g_string_append_printf(text,
                               "#if __has_builtin(%s)\n#ifndef %s\n#define %s 1\n#endif\n#endif\n",
                               name, name, name);
    }
    g_string_append(text, "#endif\n");
    g_autofree char *path = g_build_filename(self->request.scratch, "probe", NULL);
    g_autofree char *function = g_strconcat(path, ".function", NULL);
    static const char body[] = "void f(void) {}\n";
    self->probe = g_build_filename(sandbox_output(self->request.sandbox, self->request.scratch),
                                   "probe", NULL);
    return file_write(path, text->str, text->len, error) &&
           file_write(function, body, strlen(body), error);
}

gboolean frontends_ask_states(Frontends *self, const GPtrArray *builtins, GError **error)
{
    if (!write_probe(self, builtins, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) state_entries = g_ptr_array_new();
    g_autoptr(GPtrArray) target_entries = g_ptr_array_new();
    g_autoptr(GPtrArray) attributes = g_ptr_array_new();
    for (guint i = 0; i < self->entries->len; i++) {
        Entry *entry = self->entries->pdata[i];
        if (entry->public.error != NULL) {
            continue;
        }
        char **language = (char *[]){entry->driver, entry->public.language, NULL};
        char **const all[] = {entry->public.rest, entry->public.target, entry->public.macros,
                              language};
        entry->state_key = join_words(all, G_N_ELEMENTS(all));
        char **const about_target[] = {entry->public.rest, entry->public.target, language};
        entry->target_key = join_words(about_target, G_N_ELEMENTS(about_target));
        if (!g_hash_table_contains(self->states, entry->state_key)) {
            MacroState *state = g_new0(MacroState, 1);
            g_hash_table_insert(self->states, entry->state_key, state);
            g_ptr_array_add(self->state_list, state);
            g_ptr_array_add(state_entries, entry);
        }
        if (!g_hash_table_contains(self->attributes, entry->target_key)) {
            g_hash_table_insert(self->attributes, entry->target_key, NULL);
            g_ptr_array_add(target_entries, entry);
            g_ptr_array_add(attributes, NULL);
        }
    }
    guint questions = state_entries->len + target_entries->len;
    g_autoptr(GPtrArray) refusals = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_set_size(refusals, (int)questions);
    Asking asking = {self, state_entries, self->state_list, target_entries, attributes, refusals};
    parallel_for(questions, self->request.jobs, ask_one, &asking);
    for (guint i = 0; i < target_entries->len; i++) {
        const Entry *entry = target_entries->pdata[i];
        g_hash_table_replace(self->attributes, entry->target_key, attributes->pdata[i]);
    }
    if (self->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&self->error));
        return FALSE;
    }
    g_autoptr(GHashTable) refused = refusals_by_key(&asking);
    for (guint i = 0; i < self->entries->len; i++) {
        Entry *entry = self->entries->pdata[i];
        if (entry->public.error == NULL) {
            const char *refusal = g_hash_table_lookup(refused, entry->state_key);
            refusal = refusal != NULL ? refusal : g_hash_table_lookup(refused, entry->target_key);
            entry->public.error = g_strdup(refusal);
            entry->public.state = g_hash_table_lookup(self->states, entry->state_key);
            entry->public.target_attributes =
                g_hash_table_lookup(self->attributes, entry->target_key);
        }
    }
    return TRUE;
}

GPtrArray *frontends_definitions(const Frontends *self)
{
    GPtrArray *words = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->entries->len; i++) {
        const Entry *entry = self->entries->pdata[i];
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
