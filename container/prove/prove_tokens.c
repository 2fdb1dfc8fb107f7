#include "container/build/process.h"
#include "container/prove/lexer.h"
#include "container/prove/prove_parts.h"
#include "core/parallel.h"
#include <string.h>

/* A key whose unit's tokens are to be compared with those of its relatives. */
typedef struct {
    guint index;  /* of the unit that stands for the key */
    char *digest; /* NULL: it does not preprocess */
} TokenTask;

/* Two keys of one source whose tokens may be the same. */
typedef struct {
    guint first, other;     /* units */
    const char *difference; /* of the keys, in words */
    gboolean promising;
} TokenPair;

typedef struct {
    Proving *proving;
    GPtrArray *tasks;    /* TokenTask * */
    GHashTable *by_unit; /* unit + 1 -> TokenTask */
    GArray *pairs;       /* TokenPair */
    GHashTable *defined; /* const char *: the names of all macros that some file defines */
    guint done;          /* of the tasks, from the first one */
} TokenWork;

/* So many pairs that differ in the same way are tried before the others are given up. */
#define TOKEN_TRIALS 4u

static void token_task_free(gpointer data)
{
    TokenTask *task = data;
    g_free(task->digest);
    g_free(task);
}

/* Whether OpenMP's "declare variant" stands there, in a pragma or in an attribute. */
static gboolean declares_variant(const char *tokens)
{
    static const char declare[] = "declare", variant[] = "variant";
    for (const char *at = strstr(tokens, declare); at != NULL; at = strstr(at, declare)) {
        at += strlen(declare);
        if (g_str_has_prefix(at + strspn(at, " \t\n_"), variant)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* OpenMP's variants and alignment choose by the target's features, which no token tells. */
static gboolean asks_target(const char *tokens)
{
    return strstr(tokens, QUESTION_SIMD_ALIGNMENT) != NULL ||
           strstr(tokens, "metadirective") != NULL || declares_variant(tokens);
}

/* Where a pragma's text in quotes ends that begins at `at`. Where other quotes than a text's are
 * about it is not told apart, and ends at once. */
static const char *text_end(const char *at, const char *end, gboolean plain)
{
    const char *c = at + 1;
    while (plain && c < end && *c != '"') {
        c += *c == '\\' ? 2 : 1;
    }
    return plain && c < end ? c + 1 : at + 1;
}

/* Whether a word of a pragma is a macro somewhere. In texts (names of warnings) nothing is
 * replaced. */
static gboolean pragma_expands(const TokenWork *work, const UnitProof *proof, const char *pragma,
                               const char *end)
{
    gboolean plain = memchr(pragma, '\'', (gsize)(end - pragma)) == NULL &&
                     g_strstr_len(pragma, end - pragma, "R\"") == NULL;
    g_autoptr(GString) word = g_string_new(NULL);
    for (const char *c = pragma; c < end;) {
        const char *begin = c;
        while (c < end && lexer_continues_name(*c)) {
            c++;
        }
        g_string_truncate(word, 0);
        g_string_append_len(word, begin, c - begin);
        if (g_hash_table_contains(work->defined, word->str) ||
            g_hash_table_contains(proof->frontend->state->bodies, word->str)) {
            return TRUE;
        }
        if (c == begin) {
            c = *c == '"' ? text_end(c, end, plain) : c + 1;
        }
    }
    return FALSE;
}

/* Whether what is preprocessed has a pragma with a word that is a macro somewhere. Of most pragmas
 * the preprocessor leaves the words as they are, and the compiler replaces them. OpenMP's are
 * written out. */
static gboolean pragmas_expand(const TokenWork *work, const UnitProof *proof, const char *tokens)
{
    static const char pragma[] = "#pragma ";
    gboolean expand = FALSE;
    for (const char *line = strstr(tokens, pragma); !expand && line != NULL;
         line = strstr(line, pragma)) {
        line += strlen(pragma);
        const char *end = line + strcspn(line, "\n");
        expand = !g_str_has_prefix(line, "omp ") && pragma_expands(work, proof, line, end);
    }
    return expand;
}

/* What the compiler's answers depend on that the tokens do not show. Behind a zero byte nothing is
 * looked for: there anything may be asked. */
static void append_answers(GString *text, const TokenWork *work, const UnitProof *proof,
                           const ProcessResult *result)
{
    gboolean whole = strlen(result->out) == result->length;
    if (!whole || pragmas_expand(work, proof, result->out)) {
        g_string_append_printf(text, "pragmas of %s %u\n", proof->unit->configuration,
                               proof->unit->number);
    }
    if (!whole || asks_target(result->out)) {
        g_string_append(text, proof->frontend->target_attributes);
    } else if (strstr(result->out, QUESTION_LOCK_FREE_ENDING) != NULL) {
        const char *body = g_hash_table_lookup(proof->frontend->state->bodies, MACRO_WIDE_ATOMICS);
        g_string_append_printf(text, "%s%s", MACRO_WIDE_ATOMICS,
                               body == NULL ? "\tundefined" : body);
    }
}

static char *token_digest(const TokenWork *work, const UnitProof *proof,
                          const ProcessResult *result)
{
    Proving *self = work->proving;
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GString) about = g_string_new("tokens/1\n");
    /* Constructors of static objects are called after the source. */
    g_autofree char *name = g_path_get_basename(proof->unit->source);
    g_string_append_printf(about, "%s\n%s\n%s\n", self->request->tool,
                           unit_kind_text(proof->unit->kind), name);
    prove_append_options(about, self, proof);
    g_string_append(about, proof->frontend->target_marks);
    append_answers(about, work, proof, result);
    g_checksum_update(checksum, (const guchar *)about->str, (gssize)about->len);
    g_autofree char *neutral =
        sandbox_neutral_text(self->request->sandbox, proof->build, result->out);
    gboolean whole = strlen(result->out) == result->length;
    if (!whole || self->request->sandbox->isolation == ISOLATION_BUBBLEWRAP) {
        g_checksum_update(checksum, (const guchar *)result->out, (gssize)result->length);
    } else {
        g_checksum_update(checksum, (const guchar *)neutral, -1);
    }
    return g_strdup(g_checksum_get_string(checksum));
}

static void make_tokens(guint index, gpointer data)
{
    TokenWork *work = data;
    Proving *self = work->proving;
    TokenTask *task = work->tasks->pdata[work->done + index];
    const UnitProof *proof = self->proof->proofs->pdata[task->index];
    const DriverWords *driver = compilers_driver(self->request->compilers);
    g_autoptr(Arena) arena = arena_new();
    const GPtrArray *command =
        unit_command(arena, self->request->compilers, proof->unit,
                     proof->frontend->debug ? &driver->tokens_with_lines : &driver->tokens, NULL);
    g_auto(GStrv) vector = sandbox_command(
        self->request->sandbox, &(SandboxRequest){.command = (const char *const *)command->pdata,
                                                  .directory = proof->unit->directory,
                                                  .build = proof->build});
    g_auto(ProcessResult) result = {0};
    GError *error = NULL;
    if (!process_run(&(ProcessRequest){.command = (const char *const *)vector}, &result, &error)) {
        g_mutex_lock(&self->lock);
        if (self->error == NULL) {
            self->error = g_steal_pointer(&error);
        }
        g_mutex_unlock(&self->lock);
        g_clear_error(&error);
        return;
    }
    /* What does not preprocess will not compile either, and says so then. */
    task->digest = result.status == 0 ? token_digest(work, proof, &result) : NULL;
}

/* The distinct keys among units of one source, by the unit that stands for each. */
static GPtrArray *relatives(const Proving *self)
{
    GPtrArray *order = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    g_autoptr(GHashTable) groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < self->proof->proofs->len; i++) {
        const UnitProof *proof = self->proof->proofs->pdata[i];
        if (proof->level == PROOF_FAILED) {
            continue;
        }
        g_autofree char *name =
            sandbox_neutral_text(self->request->sandbox, proof->build, proof->unit->source);
        GArray *group = g_hash_table_lookup(groups, name);
        if (group == NULL) {
            group = g_array_new(FALSE, FALSE, sizeof(guint));
            g_hash_table_insert(groups, g_strdup(name), group);
            g_ptr_array_add(order, group);
        }
        if (g_hash_table_add(seen, g_strconcat(name, proof->key, NULL))) {
            g_array_append_val(group, i);
        }
    }
    return order;
}

/* The one of a group's earlier units to compare with: the first with the same options, so that only
 * what tokens can tell is compared; else the first of all. */
static guint counterpart(Proving *self, const GArray *group, guint k, gboolean *same_options)
{
    const UnitProof *proof = self->proof->proofs->pdata[g_array_index(group, guint, k)];
    g_autoptr(GString) options = g_string_new(NULL);
    prove_append_options(options, self, proof);
    for (guint i = 0; i < k; i++) {
        const UnitProof *other = self->proof->proofs->pdata[g_array_index(group, guint, i)];
        g_autoptr(GString) others = g_string_new(NULL);
        prove_append_options(others, self, other);
        if (g_string_equal(options, others)) {
            *same_options = TRUE;
            return i;
        }
    }
    *same_options = FALSE;
    return 0;
}

/* What may be compared: keys of one source that differ in nothing but what tokens can tell. */
static void add_pairs(Proving *self, const GArray *group, GArray *pairs)
{
    for (guint k = 1; k < group->len; k++) {
        gboolean same_options = FALSE;
        guint first = g_array_index(group, guint, counterpart(self, group, k, &same_options));
        guint other = g_array_index(group, guint, k);
        UnitProof *proof = self->proof->proofs->pdata[other];
        gboolean promising = TRUE;
        if (self->key_of->pdata[first] != NULL && self->key_of->pdata[other] != NULL) {
            g_free(proof->apart);
            proof->apart = evidence_difference(self->evidence, self->key_of->pdata[first],
                                               self->key_of->pdata[other], &promising);
        }
        if (same_options) {
            const TokenPair pair = {first, other, proof->apart == NULL ? "" : proof->apart,
                                    promising || self->request->thorough};
            g_array_append_val(pairs, pair);
        }
    }
}

static void request_tokens(TokenWork *work, guint unit)
{
    if (!g_hash_table_contains(work->by_unit, GUINT_TO_POINTER(unit + 1))) {
        TokenTask *task = g_new0(TokenTask, 1);
        task->index = unit;
        g_ptr_array_add(work->tasks, task);
        g_hash_table_insert(work->by_unit, GUINT_TO_POINTER(unit + 1), task);
    }
}

static void run_tokens(TokenWork *work)
{
    guint count = work->tasks->len - work->done;
    prove_report(work->proving, "comparing tokens", work->done, work->tasks->len);
    parallel_for(count, work->proving->request->jobs, make_tokens, work);
    work->done = work->tasks->len;
}

static const char *tokens_of(const TokenWork *work, guint unit)
{
    const TokenTask *task = g_hash_table_lookup(work->by_unit, GUINT_TO_POINTER(unit + 1));
    return task == NULL ? NULL : task->digest;
}

/* What differs in the same way tends to come out in the same way: a few pairs of each difference
 * are tried, and the others where one of these had equal tokens. */
static void try_pairs(TokenWork *work)
{
    g_autoptr(GHashTable) tried = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) worked = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < work->pairs->len; i++) {
        const TokenPair *pair = &g_array_index(work->pairs, TokenPair, i);
        guint so_far = GPOINTER_TO_UINT(g_hash_table_lookup(tried, pair->difference));
        if (pair->promising || so_far < TOKEN_TRIALS) {
            g_hash_table_replace(tried, (gpointer)pair->difference, GUINT_TO_POINTER(so_far + 1));
            request_tokens(work, pair->first);
            request_tokens(work, pair->other);
        }
    }
    run_tokens(work);
    for (guint i = 0; i < work->pairs->len; i++) {
        const TokenPair *pair = &g_array_index(work->pairs, TokenPair, i);
        const char *tokens = tokens_of(work, pair->first);
        if (tokens != NULL && g_strcmp0(tokens, tokens_of(work, pair->other)) == 0) {
            g_hash_table_add(worked, (gpointer)pair->difference);
        }
    }
    for (guint i = 0; i < work->pairs->len; i++) {
        const TokenPair *pair = &g_array_index(work->pairs, TokenPair, i);
        if (g_hash_table_contains(worked, pair->difference)) {
            request_tokens(work, pair->first);
            request_tokens(work, pair->other);
        }
    }
    run_tokens(work);
}

/* Units with equal tokens share a key that says so; the others keep theirs. */
static void apply_tokens(Proving *self, const GPtrArray *tasks)
{
    g_autoptr(GHashTable) count = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) renamed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < tasks->len; i++) {
        const TokenTask *task = tasks->pdata[i];
        if (task->digest != NULL) {
            guint so_far = GPOINTER_TO_UINT(g_hash_table_lookup(count, task->digest));
            g_hash_table_replace(count, task->digest, GUINT_TO_POINTER(so_far + 1));
        }
    }
    for (guint i = 0; i < tasks->len; i++) {
        const TokenTask *task = tasks->pdata[i];
        if (task->digest != NULL &&
            GPOINTER_TO_UINT(g_hash_table_lookup(count, task->digest)) > 1) {
            const UnitProof *proof = self->proof->proofs->pdata[task->index];
            g_hash_table_insert(renamed, g_strdup(proof->key), task->digest);
        }
    }
    for (guint i = 0; i < self->proof->proofs->len; i++) {
        UnitProof *proof = self->proof->proofs->pdata[i];
        const char *digest = proof->key == NULL ? NULL : g_hash_table_lookup(renamed, proof->key);
        if (digest != NULL) {
            g_free(proof->key);
            proof->key = g_strdup(digest);
            proof->level = PROOF_TOKENS;
            proof->unpinned = FALSE;
            g_clear_pointer(&proof->apart, g_free);
        }
    }
}

void prove_compare_tokens(Proving *self)
{
    g_autoptr(GPtrArray) order = relatives(self);
    g_autoptr(GPtrArray) tasks = g_ptr_array_new_with_free_func(token_task_free);
    g_autoptr(GHashTable) by_unit = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(TokenPair));
    for (guint i = 0; i < order->len; i++) {
        add_pairs(self, order->pdata[i], pairs);
    }
    g_autoptr(GHashTable) defined = evidence_defined(self->evidence);
    TokenWork work = {
        .proving = self, .tasks = tasks, .by_unit = by_unit, .pairs = pairs, .defined = defined};
    try_pairs(&work);
    self->proof->counts.preprocessed = tasks->len;
    if (self->error == NULL) {
        apply_tokens(self, tasks);
    }
}
