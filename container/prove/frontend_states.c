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
                                   const FrontendWords *known, char **macros)
{
    GPtrArray *command = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(command, g_strdup(entry->driver));
    g_ptr_array_add(command, g_strdup(known->marker));
    char **const heaps[] = {entry->public.rest, entry->public.target, macros, extra->list};
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

/* The lines of macros that a command begins with, of its own words with `macros` only; NULL as
 * above. */
static char *ask_macros(Frontends *self, const FrontendEntry *entry, char **macros, char **refusal)
{
    const FrontendWords *known = compilers_frontend(self->request.compilers);
    g_autoptr(GPtrArray) command = frontend_command(entry, &known->dump_macros, known, macros);
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
    g_autoptr(GPtrArray) command = frontend_command(entry, &extra, known, NULL);
    g_ptr_array_add(command, g_strdup_printf("%s.function", self->probe));
    g_ptr_array_add(command, NULL);
    g_autofree char *said = ask(self, entry, command, refusal);
    return said == NULL ? NULL : target_answer_new(said);
}

/* What commands with the same words but for macros have in common. */
typedef struct {
    const FrontendEntry *entry; /* one of them */
    TargetAnswer *answer;
    char *refusal; /* why the target was not told; NULL: it was */
} Target;

/* What commands with the same words but for plain macros have in common. */
typedef struct {
    const FrontendEntry *entry; /* one of them */
    MacroWords words;           /* its own */
    char *said;                 /* the macros without those of plain words; NULL: not told */
    MacroState state;           /* the same */
} Ground;

/* One state, which is asked for, or put together of a ground and words. */
typedef struct {
    const FrontendEntry *entry;
    MacroState *state;
    const Ground *ground;
    MacroWords words;
    char *refusal; /* NULL: it was told */
} Question;

typedef struct {
    Frontends *self;
    GHashTable *builtins;  /* const char * */
    GPtrArray *targets;    /* Target * */
    GHashTable *by_target; /* target_key -> Target */
    GPtrArray *grounds;    /* Ground * */
    GPtrArray *questions;  /* Question * */
} Asking;

static void target_free(gpointer data)
{
    Target *self = data;
    target_answer_free(self->answer);
    g_free(self->refusal);
    g_free(self);
}

static void ground_free(gpointer data)
{
    Ground *self = data;
    macro_state_clear(&self->state);
    g_free(self->said);
    g_free(self);
}

static void question_free(gpointer data)
{
    Question *self = data;
    macro_words_clear(&self->words);
    g_free(self->refusal);
    g_free(self);
}

static void ask_one_target(guint index, gpointer data)
{
    const Asking *asking = data;
    Target *target = asking->targets->pdata[index];
    target->answer = ask_target(asking->self, target->entry, &target->refusal);
}

static void ask_ground(guint index, gpointer data)
{
    const Asking *asking = data;
    Ground *ground = asking->grounds->pdata[index];
    g_autofree char *refusal = NULL;
    ground->said =
        ask_macros(asking->self, ground->entry, (char **)ground->words.odd->pdata, &refusal);
    fill_state(&ground->state, ground->said == NULL ? "" : ground->said);
}

static void find_state(guint index, gpointer data)
{
    const Asking *asking = data;
    Question *question = asking->questions->pdata[index];
    const Ground *ground = question->ground;
    g_autofree char *said =
        ground->said == NULL
            ? NULL
            : frontend_macros_apply(ground->said, ground->state.bodies,
                                    (char **)question->words.plain->pdata, asking->builtins);
    if (said == NULL) {
        said = ask_macros(asking->self, question->entry, question->entry->public.macros,
                          &question->refusal);
    }
    fill_state(question->state, said == NULL ? "" : said);
}

/* Whoever shares what was asked shares the answer. */
static GHashTable *refusals_by_state(const Asking *asking)
{
    GHashTable *refused = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < asking->questions->len; i++) {
        const Question *question = asking->questions->pdata[i];
        if (question->refusal != NULL) {
            g_hash_table_insert(refused, question->entry->state_key, question->refusal);
        }
    }
    return refused;
}

static void name_keys(FrontendEntry *entry)
{
    char **language = (char *[]){entry->driver, entry->public.language, NULL};
    char **const all[] = {entry->public.rest, entry->public.target, entry->public.macros, language};
    entry->state_key = join_words(all, G_N_ELEMENTS(all));
    char **const about_target[] = {entry->public.rest, entry->public.target, language};
    entry->target_key = join_words(about_target, G_N_ELEMENTS(about_target));
}

static void name_target(Asking *asking, const FrontendEntry *entry)
{
    if (!g_hash_table_contains(asking->by_target, entry->target_key)) {
        Target *target = g_new0(Target, 1);
        target->entry = entry;
        g_hash_table_insert(asking->by_target, entry->target_key, target);
        g_ptr_array_add(asking->targets, target);
    }
}

static void name_state(Asking *asking, GHashTable *grounds, const FrontendEntry *entry)
{
    Frontends *self = asking->self;
    Question *question = g_new0(Question, 1);
    question->entry = entry;
    question->state = g_new0(MacroState, 1);
    question->words = frontend_macros_sort(entry->public.macros, asking->builtins);
    char **const odd[] = {(char **)question->words.odd->pdata};
    g_autofree char *joined = join_words(odd, G_N_ELEMENTS(odd));
    g_autofree char *key = g_strconcat(entry->target_key, joined, NULL);
    Ground *ground = g_hash_table_lookup(grounds, key);
    if (ground == NULL) {
        ground = g_new0(Ground, 1);
        ground->entry = entry;
        ground->words = question->words;
        g_ptr_array_add(asking->grounds, ground);
        g_hash_table_insert(grounds, g_steal_pointer(&key), ground);
    }
    question->ground = ground;
    g_hash_table_insert(self->states, entry->state_key, question->state);
    g_ptr_array_add(self->state_list, question->state);
    g_ptr_array_add(asking->questions, question);
}

static void name_questions(Asking *asking)
{
    Frontends *self = asking->self;
    g_autoptr(GHashTable) grounds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < self->entries->len; i++) {
        FrontendEntry *entry = self->entries->pdata[i];
        if (entry->public.error == NULL) {
            name_keys(entry);
            name_target(asking, entry);
            if (!g_hash_table_contains(self->states, entry->state_key)) {
                name_state(asking, grounds, entry);
            }
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
        const Target *target = g_hash_table_lookup(asking->by_target, entry->target_key);
        const char *refusal = g_hash_table_lookup(refused, entry->state_key);
        entry->public.error = g_strdup(refusal != NULL ? refusal : target->refusal);
        entry->public.state = g_hash_table_lookup(self->states, entry->state_key);
        entry->public.target_attributes =
            target->answer == NULL ? NULL : target->answer->attributes;
        entry->public.target_marks = target->answer == NULL ? NULL : target->answer->marks;
    }
    for (guint i = 0; i < asking->targets->len; i++) {
        Target *target = asking->targets->pdata[i];
        g_hash_table_replace(self->answers, target->entry->target_key,
                             g_steal_pointer(&target->answer));
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
    g_autoptr(GPtrArray) targets = g_ptr_array_new_with_free_func(target_free);
    g_autoptr(GHashTable) by_target = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) grounds = g_ptr_array_new_with_free_func(ground_free);
    g_autoptr(GPtrArray) questions = g_ptr_array_new_with_free_func(question_free);
    Asking asking = {self, names, targets, by_target, grounds, questions};
    for (guint i = 0; i < builtins->len; i++) {
        g_hash_table_add(names, builtins->pdata[i]);
    }
    name_questions(&asking);
    parallel_for(targets->len, self->request.jobs, ask_one_target, &asking);
    parallel_for(grounds->len, self->request.jobs, ask_ground, &asking);
    parallel_for(questions->len, self->request.jobs, find_state, &asking);
    if (self->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&self->error));
        return FALSE;
    }
    take_answers(self, &asking);
    return TRUE;
}
