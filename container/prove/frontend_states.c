/* Asks the compiler's frontend which macros it begins with, and what the target gives functions. */
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "container/prove/frontend_macros.h"
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

/* The lines of macros that a command begins with, with or without those of its own words; NULL as
 * above. */
static char *ask_macros(Frontends *self, const FrontendEntry *entry, gboolean own, char **refusal)
{
    const FrontendWords *known = compilers_frontend(self->request.compilers);
    g_autoptr(GPtrArray) command = frontend_command(entry, &known->dump_macros, known, own);
    g_ptr_array_add(command, g_strdup(self->probe));
    g_ptr_array_add(command, NULL);
    return ask(self, entry, command, refusal);
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

/* What commands with the same words but for macros have in common. */
typedef struct {
    const FrontendEntry *entry; /* one of them */
    TargetAnswer *answer;
    char *refusal;    /* why the target was not told; NULL: it was */
    char *said;       /* the macros without those of words; NULL: not told */
    MacroState state; /* the same */
} Common;

typedef struct {
    Frontends *self;
    GHashTable *builtins;     /* const char * */
    GHashTable *commons;      /* target_key -> Common */
    GPtrArray *targets;       /* Common * */
    GPtrArray *state_entries; /* FrontendEntry *: one for each state */
    GPtrArray *states;        /* MacroState * */
    GPtrArray *refusals;      /* char *: of the states; NULL: it was told */
} Asking;

static void common_free(gpointer data)
{
    Common *self = data;
    macro_state_clear(&self->state);
    target_answer_free(self->answer);
    g_free(self->refusal);
    g_free(self->said);
    g_free(self);
}

/* Two questions for each. */
static void ask_common(guint index, gpointer data)
{
    const Asking *asking = data;
    Common *common = asking->targets->pdata[index / 2];
    if (index % 2 == 0) {
        common->answer = ask_target(asking->self, common->entry, &common->refusal);
        return;
    }
    g_autofree char *refusal = NULL;
    common->said = ask_macros(asking->self, common->entry, FALSE, &refusal);
    fill_state(&common->state, common->said == NULL ? "" : common->said);
}

static void find_state(guint index, gpointer data)
{
    const Asking *asking = data;
    const FrontendEntry *entry = asking->state_entries->pdata[index];
    const Common *common = g_hash_table_lookup(asking->commons, entry->target_key);
    g_autofree char *said = common->said == NULL
                                ? NULL
                                : frontend_macros_apply(common->said, common->state.bodies,
                                                        entry->public.macros, asking->builtins);
    if (said == NULL) {
        said = ask_macros(asking->self, entry, TRUE, (char **)&asking->refusals->pdata[index]);
    }
    fill_state(asking->states->pdata[index], said == NULL ? "" : said);
}

/* Whoever shares what was asked shares the answer. */
static GHashTable *refusals_by_state(const Asking *asking)
{
    GHashTable *refused = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < asking->refusals->len; i++) {
        const FrontendEntry *entry = asking->state_entries->pdata[i];
        if (asking->refusals->pdata[i] != NULL) {
            g_hash_table_insert(refused, entry->state_key, asking->refusals->pdata[i]);
        }
    }
    return refused;
}

static void name_questions(Frontends *self, Asking *asking)
{
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
            g_ptr_array_add(asking->state_entries, entry);
        }
        if (!g_hash_table_contains(asking->commons, entry->target_key)) {
            Common *common = g_new0(Common, 1);
            common->entry = entry;
            g_hash_table_insert(asking->commons, entry->target_key, common);
            g_ptr_array_add(asking->targets, common);
        }
    }
}

static void take_answers(Frontends *self, const Asking *asking)
{
    g_autoptr(GHashTable) refused = refusals_by_state(asking);
    for (guint i = 0; i < self->entries->len; i++) {
        FrontendEntry *entry = self->entries->pdata[i];
        if (entry->public.error != NULL) {
            continue;
        }
        const Common *common = g_hash_table_lookup(asking->commons, entry->target_key);
        const char *refusal = g_hash_table_lookup(refused, entry->state_key);
        entry->public.error = g_strdup(refusal != NULL ? refusal : common->refusal);
        entry->public.state = g_hash_table_lookup(self->states, entry->state_key);
        entry->public.target_attributes =
            common->answer == NULL ? NULL : common->answer->attributes;
        entry->public.target_marks = common->answer == NULL ? NULL : common->answer->marks;
    }
    for (guint i = 0; i < asking->targets->len; i++) {
        Common *common = asking->targets->pdata[i];
        g_hash_table_replace(self->answers, common->entry->target_key,
                             g_steal_pointer(&common->answer));
    }
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
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) commons = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) targets = g_ptr_array_new_with_free_func(common_free);
    g_autoptr(GPtrArray) state_entries = g_ptr_array_new();
    g_autoptr(GPtrArray) refusals = g_ptr_array_new_with_free_func(g_free);
    Asking asking = {self, names, commons, targets, state_entries, self->state_list, refusals};
    for (guint i = 0; i < builtins->len; i++) {
        g_hash_table_add(names, builtins->pdata[i]);
    }
    name_questions(self, &asking);
    g_ptr_array_set_size(refusals, (int)state_entries->len);
    parallel_for(2 * targets->len, self->request.jobs, ask_common, &asking);
    parallel_for(state_entries->len, self->request.jobs, find_state, &asking);
    if (self->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&self->error));
        return FALSE;
    }
    take_answers(self, &asking);
    return TRUE;
}
