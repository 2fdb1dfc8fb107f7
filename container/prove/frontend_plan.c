/* Asks the compiler's driver for the command of its frontend, and sorts its words. */
#include "container/build/process.h"
#include "container/prove/frontend_given.h"
#include "container/prove/frontend_parts.h"
#include "core/parallel.h"
#include <string.h>

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

static void add_pair(GStrvBuilder *builder, const char *word, const char *value)
{
    g_strv_builder_add(builder, word);
    if (value != NULL) {
        g_strv_builder_add(builder, value);
    }
}

/* Whether the word has no effect on what is compiled. */
static gboolean is_dropped(const FrontendWords *known, const char *word, const char *input)
{
    return g_str_equal(word, input) || words_contain(&known->drop, word) ||
           (frontend_has_prefix(&known->drop_prefix, word) &&
            !frontend_has_prefix(&known->keep_prefix, word));
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
        } else if (frontend_is_joined(&known->macros, word)) {
            add_pair(macros, word, NULL);
        } else if (!is_dropped(known, word, input)) {
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
        frontend->raw_texts =
            frontend->raw_texts && !frontend_has_prefix(&known->no_raw_texts, *word);
        frontend->line_comments =
            frontend->line_comments && !frontend_has_prefix(&known->no_line_comments, *word);
    }
    frontend->target = g_strv_builder_end(target);
    frontend->macros = g_strv_builder_end(macros);
    frontend->includes = g_strv_builder_end(includes);
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

/* Why one module of LLVM's cannot stand for what the command makes, but its object does; NULL when
 * one can. `count` is how many steps compile, `line` is the last of them. */
static const char *object_only(const FrontendWords *known, guint count, gboolean devices,
                               const char *line)
{
    /* The host's, once with and once without what it holds for devices, and one for each kind of
     * device, which is optimised on its way into the object. */
    if (count > 1 && devices) {
        return "its command compiles it for devices, too, and their code is in its object only";
    }
    if (count > 1) {
        return "its command compiles it in several steps";
    }
    g_autoptr(GPtrArray) words = quoted_words(line);
    for (guint i = 0; i < words->len; i++) {
        if (frontend_has_prefix(&known->modules, words->pdata[i])) {
            return "its command takes or makes modules of the language, compiled beforehand";
        }
    }
    return NULL;
}

/* What the driver makes of a command. */
typedef struct {
    GPtrArray *words;  /* of its frontend's; NULL: there is no single one */
    const char *input; /* the source among them, borrowed */
    char *error;       /* why there is none */
    gboolean object_only;
} Plan;

static void plan_clear(Plan *self)
{
    g_clear_pointer(&self->words, g_ptr_array_unref);
    g_clear_pointer(&self->error, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Plan, plan_clear)

static void read_plan(const FrontendWords *known, const ProcessResult *result, Plan *plan)
{
    g_autofree char *quoted = g_strdup_printf("\"%s\"", known->marker);
    g_auto(GStrv) lines = g_strsplit(result->err, "\n", -1);
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
    if (result->status != 0 || count == 0) {
        plan->error = frontend_refusal(known, result->err);
        return;
    }
    const char *only = object_only(known, count, devices, found);
    if (only != NULL) {
        plan->object_only = TRUE;
        plan->error = g_strdup(only);
        return;
    }
    plan->words = quoted_words(found);
}

/* FALSE when the driver cannot be run. */
static gboolean ask_plan(Frontends *self, const FrontendEntry *entry, const GPtrArray *options,
                         Plan *plan)
{
    const Compilers *compilers = self->request.compilers;
    g_autoptr(Arena) arena = arena_new();
    Unit unit = *entry->unit;
    unit.options = (GPtrArray *)options;
    const GPtrArray *command =
        unit_command(arena, compilers, &unit, &compilers_driver(compilers)->plan, "unit.o");
    g_auto(GStrv) vector = frontend_inside(self, entry, command);
    g_auto(ProcessResult) result = {0};
    GError *error = NULL;
    if (!process_run(&(ProcessRequest){.command = (const char *const *)vector}, &result, &error)) {
        frontends_keep_error(self, error);
        return FALSE;
    }
    plan->input = unit.source;
    read_plan(compilers_frontend(compilers), &result, plan);
    return TRUE;
}

static void take_plan(const Frontends *self, FrontendEntry *entry, Plan *plan)
{
    const char *language = compilers_driver(self->request.compilers)->language;
    entry->public.object_only = plan->object_only;
    entry->public.error = g_steal_pointer(&plan->error);
    if (plan->words == NULL) {
        return;
    }
    sort_frontend_words(compilers_frontend(self->request.compilers), plan->words, plan->input,
                        &entry->public);
    for (guint i = 0; i + 1 < plan->words->len; i++) {
        if (g_str_equal(plan->words->pdata[i], language)) {
            g_free(entry->public.language);
            entry->public.language = g_strdup(plan->words->pdata[i + 1]);
        }
    }
}

/* Commands that are the same but for what is given: asked once, for the first of them. */
typedef struct {
    FrontendEntry *first;
    GivenWords given; /* the first's */
    Plan plan;        /* with placeholders; without words where they are not only handed on */
} Question;

typedef struct {
    Frontends *self;
    Arena *arena;
    GPtrArray *questions; /* Question * */
    GPtrArray *of_entry;  /* Question *, borrowed */
    GPtrArray *runs;      /* by entry: what its placeholders stand for, the arena's */
} Planning;

static void question_free(gpointer data)
{
    Question *self = data;
    plan_clear(&self->plan);
    g_free(self);
}

static void name_question(Planning *self, GHashTable *known, FrontendEntry *entry)
{
    const FrontendRequest *request = &self->self->request;
    GivenWords given = given_words(self->arena, request->compilers, entry->unit->options);
    Unit unit = *entry->unit;
    unit.options = given.options;
    g_autofree char *text = frontend_sharing_key(request, &unit, entry->build, entry->driver);
    Question *question = g_hash_table_lookup(known, text);
    if (question == NULL) {
        question = g_new0(Question, 1);
        question->first = entry;
        question->given = given;
        g_ptr_array_add(self->questions, question);
        g_hash_table_insert(known, g_steal_pointer(&text), question);
    }
    g_ptr_array_add(self->of_entry, question);
    g_ptr_array_add(self->runs, given.runs);
}

static void ask_question(guint index, gpointer data)
{
    const Planning *planning = data;
    Question *question = planning->questions->pdata[index];
    if (!ask_plan(planning->self, question->first, question->given.options, &question->plan)) {
        return;
    }
    const GPtrArray *words = question->plan.words;
    if (words != NULL && !given_words_handed_on(planning->self->request.compilers, words,
                                                question->given.runs->len)) {
        g_clear_pointer(&question->plan.words, g_ptr_array_unref);
    }
}

/* What is refused, or not only handed on, is asked as it is. */
static void plan_entry(guint index, gpointer data)
{
    const Planning *planning = data;
    FrontendEntry *entry = planning->self->entries->pdata[index];
    const Question *question = planning->of_entry->pdata[index];
    g_auto(Plan) plan = {0};
    if (question->plan.words != NULL) {
        plan.words = given_words_put_back(question->plan.words, planning->runs->pdata[index]);
        plan.input = question->plan.input;
    } else if (!ask_plan(planning->self, entry, entry->unit->options, &plan)) {
        return;
    }
    take_plan(planning->self, entry, &plan);
}

void frontends_plan(Frontends *self)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GPtrArray) questions = g_ptr_array_new_with_free_func(question_free);
    g_autoptr(GPtrArray) of_entry = g_ptr_array_new();
    g_autoptr(GPtrArray) runs = g_ptr_array_new();
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Planning planning = {self, arena, questions, of_entry, runs};
    for (guint i = 0; i < self->entries->len; i++) {
        name_question(&planning, known, self->entries->pdata[i]);
    }
    parallel_for(questions->len, self->request.jobs, ask_question, &planning);
    parallel_for(self->entries->len, self->request.jobs, plan_entry, &planning);
}
