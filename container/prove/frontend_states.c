/* Asks the compiler's frontend which macros it begins with, and what the target gives functions. */
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "container/prove/frontend_parts.h"
#include "core/file.h"
#include "core/parallel.h"
#include "core/text_order.h"
#include <string.h>

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

static void fill_state(MacroState *state, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    qsort(lines, g_strv_length(lines), sizeof(char *), text_order);
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

static GPtrArray *frontend_command(const FrontendEntry *entry, const Words *extra,
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
            } else if (!frontend_has_prefix(&known->writes, *word)) {
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
static char *ask(Frontends *self, const FrontendEntry *entry, const GPtrArray *command,
                 char **refusal)
{
    g_auto(GStrv) vector = frontend_inside(self, entry, command);
    g_auto(ProcessResult) result = {0};
    GError *error = NULL;
    if (!process_run(&(ProcessRequest){.command = (const char *const *)vector}, &result, &error)) {
        frontends_keep_error(self, error);
        return NULL;
    }
    if (result.status != 0) {
        *refusal = frontend_refusal(compilers_frontend(self->request.compilers), result.err);
        return NULL;
    }
    return g_steal_pointer(&result.out);
}

static void ask_state(Frontends *self, const FrontendEntry *entry, MacroState *state,
                      char **refusal)
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

/* A probe's module without its target's attributes, places in files left out: what is left is the
 * same for all targets that make the same of the same tokens. The target may be more than what is
 * set aside (how long its vectors are, which extensions an object's header names). */
static char *find_marks(const char *module, const char *attributes)
{
    g_autoptr(GString) marks = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(module, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (g_str_has_prefix(*line, "attributes #") ||
            (**line == '!' && strstr(*line, "!DI") == NULL)) {
            g_string_append_printf(marks, "%s\n", *line);
        }
    }
    if (*attributes != '\0') {
        g_string_replace(marks, attributes, "", 0);
    }
    return g_string_free(g_steal_pointer(&marks), FALSE);
}

static TargetAnswer *target_answer_new(const char *module)
{
    TargetAnswer *self = g_new0(TargetAnswer, 1);
    self->attributes = find_attributes(module);
    self->marks = find_marks(module, self->attributes);
    return self;
}

void target_answer_free(TargetAnswer *self)
{
    if (self != NULL) {
        g_free(self->attributes);
        g_free(self->marks);
        g_free(self);
    }
}

static TargetAnswer *ask_target(Frontends *self, const FrontendEntry *entry, char **refusal)
{
    static char *words[] = {"-emit-llvm", "-o", "-", NULL};
    const Words extra = {.list = words};
    const FrontendWords *known = compilers_frontend(self->request.compilers);
    g_autoptr(GPtrArray) command = frontend_command(entry, &extra, known, FALSE);
    g_ptr_array_add(command, g_strdup_printf("%s.function", self->probe));
    g_ptr_array_add(command, NULL);
    g_autofree char *said = ask(self, entry, command, refusal);
    return said == NULL ? NULL : target_answer_new(said);
}

typedef struct {
    Frontends *self;
    GPtrArray *state_entries;  /* FrontendEntry *: one for each state */
    GPtrArray *states;         /* MacroState * */
    GPtrArray *target_entries; /* FrontendEntry *: one for each target */
    GPtrArray *answers;        /* TargetAnswer * */
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
    asking->answers->pdata[index] =
        ask_target(asking->self, asking->target_entries->pdata[index], refusal);
}

/* Whoever shares what was asked shares the answer. */
static GHashTable *refusals_by_key(const Asking *asking)
{
    GHashTable *refused = g_hash_table_new(g_str_hash, g_str_equal);
    guint states = asking->state_entries->len;
    for (guint i = 0; i < asking->refusals->len; i++) {
        const FrontendEntry *entry = i < states ? asking->state_entries->pdata[i]
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
    g_autoptr(GPtrArray) answers = g_ptr_array_new();
    for (guint i = 0; i < self->entries->len; i++) {
        FrontendEntry *entry = self->entries->pdata[i];
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
        if (!g_hash_table_contains(self->answers, entry->target_key)) {
            g_hash_table_insert(self->answers, entry->target_key, NULL);
            g_ptr_array_add(target_entries, entry);
            g_ptr_array_add(answers, NULL);
        }
    }
    guint questions = state_entries->len + target_entries->len;
    g_autoptr(GPtrArray) refusals = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_set_size(refusals, (int)questions);
    Asking asking = {self, state_entries, self->state_list, target_entries, answers, refusals};
    parallel_for(questions, self->request.jobs, ask_one, &asking);
    for (guint i = 0; i < target_entries->len; i++) {
        const FrontendEntry *entry = target_entries->pdata[i];
        g_hash_table_replace(self->answers, entry->target_key, answers->pdata[i]);
    }
    if (self->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&self->error));
        return FALSE;
    }
    g_autoptr(GHashTable) refused = refusals_by_key(&asking);
    for (guint i = 0; i < self->entries->len; i++) {
        FrontendEntry *entry = self->entries->pdata[i];
        if (entry->public.error == NULL) {
            const char *refusal = g_hash_table_lookup(refused, entry->state_key);
            refusal = refusal != NULL ? refusal : g_hash_table_lookup(refused, entry->target_key);
            entry->public.error = g_strdup(refusal);
            entry->public.state = g_hash_table_lookup(self->states, entry->state_key);
            const TargetAnswer *answer = g_hash_table_lookup(self->answers, entry->target_key);
            entry->public.target_attributes = answer == NULL ? NULL : answer->attributes;
            entry->public.target_marks = answer == NULL ? NULL : answer->marks;
        }
    }
    return TRUE;
}
