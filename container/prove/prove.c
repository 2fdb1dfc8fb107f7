#include "container/prove/prove.h"
#include "container/build/parallel.h"
#include "container/build/process.h"
#include "container/prove/evidence.h"
#include <string.h>

static const char *const level_names[] = {
#define X(id, text) [PROOF_##id] = text,
    PROOF_LEVELS(X)
#undef X
};

const char *proof_level_text(ProofLevel level)
{
    return level_names[level];
}

typedef struct {
    const ProveRequest *request;
    Proof *proof;
    Evidence *evidence;
    GPtrArray *closures; /* owned GPtrArray of neutral paths */
    GPtrArray *keys;     /* owned UnitKey */
    GHashTable *leaders; /* what must be equal -> GPtrArray of UnitKey, each scanned itself */
    GPtrArray *key_of;   /* UnitKey of each unit, NULL where there is none */
    GMutex lock;
    GError *error;
} Proving;

static void unit_proof_free(gpointer data)
{
    UnitProof *self = data;
    g_free(self->key);
    g_free(self->target);
    g_free(self->apart);
    g_free(self->failure);
    g_free(self);
}

void proof_free(Proof *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->proofs);
        g_clear_pointer(&self->frontends, frontends_free);
        g_free(self);
    }
}

static void report(const Proving *self, const char *what, guint done, guint total)
{
    if (self->request->progress != NULL) {
        self->request->progress(what, done, total, self->request->data);
    }
}

static void append_words(GString *text, const Proving *self, const char *build, char **words)
{
    for (; *words != NULL; words++) {
        g_autofree char *neutral = sandbox_neutral_text(self->request->sandbox, build, *words);
        g_string_append_printf(text, "%" G_GSIZE_FORMAT ":%s\n", strlen(neutral), neutral);
    }
    g_string_append_c(text, '\n');
}

/* Units with the same source, options, and places of headers, whatever their macros and target: one
 * may take over the other's closure. */
static char *family(const Proving *self, const UnitProof *proof)
{
    g_autoptr(GString) text = g_string_new(unit_kind_text(proof->unit->kind));
    g_autofree char *source =
        sandbox_neutral_text(self->request->sandbox, proof->build, proof->unit->source);
    g_string_append_printf(text, "\n%s\n", source);
    append_words(text, self, proof->build, proof->frontend->rest);
    append_words(text, self, proof->build, proof->frontend->includes);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static gboolean take_over(Proving *self, guint index)
{
    UnitProof *proof = self->proof->proofs->pdata[index];
    g_autofree char *name = family(self, proof);
    const GPtrArray *leaders = g_hash_table_lookup(self->leaders, name);
    for (guint i = 0; leaders != NULL && i < leaders->len; i++) {
        UnitKey *leader = leaders->pdata[i];
        g_autoptr(UnitKey) key =
            leader->doubtful ? NULL : evidence_key(self->evidence, proof, leader->closure);
        if (key != NULL && g_str_equal(key->digest, leader->digest)) {
            proof->key = g_strdup(key->digest);
            self->key_of->pdata[index] = leader;
            self->proof->counts.taken_over++;
            return TRUE;
        }
    }
    return FALSE;
}

/* Reads what a later configuration has in place of an earlier one's files, all before the first key
 * is made: what macros can be pasted is worked out anew whenever there are new files. */
static void read_counterparts(Proving *self, guint begin, guint end)
{
    for (guint index = begin; index < end; index++) {
        const UnitProof *proof = self->proof->proofs->pdata[index];
        g_autofree char *name = proof->level == PROOF_FAILED ? NULL : family(self, proof);
        const GPtrArray *leaders = name == NULL ? NULL : g_hash_table_lookup(self->leaders, name);
        for (guint i = 0; leaders != NULL && i < leaders->len; i++) {
            evidence_read(self->evidence, proof->build, ((UnitKey *)leaders->pdata[i])->closure);
        }
    }
}

static void neutralise(const Proving *self, const char *build, GPtrArray *closure)
{
    for (guint i = 0; closure != NULL && i < closure->len; i++) {
        char *neutral = sandbox_neutral_text(self->request->sandbox, build, closure->pdata[i]);
        g_free(closure->pdata[i]);
        closure->pdata[i] = neutral;
    }
}

/* The closures of units that have the same build tree. */
static gboolean scan(Proving *self, const GArray *indices)
{
    if (indices->len == 0) {
        return TRUE;
    }
    g_autoptr(GPtrArray) units = g_ptr_array_new();
    g_autoptr(GPtrArray) resources = g_ptr_array_new();
    const char *build = NULL;
    for (guint i = 0; i < indices->len; i++) {
        const UnitProof *proof = self->proof->proofs->pdata[g_array_index(indices, guint, i)];
        g_ptr_array_add(units, (gpointer)proof->unit);
        g_ptr_array_add(resources, proof->frontend->resources);
        build = proof->build;
    }
    const ClosureRequest request = {.compilers = self->request->compilers,
                                    .sandbox = self->request->sandbox,
                                    .scratch = self->request->scratch,
                                    .build = build,
                                    .jobs = self->request->jobs,
                                    .units = units,
                                    .resources = resources};
    g_autoptr(GPtrArray) closures = closures_scan(&request, &self->error);
    if (closures == NULL) {
        return FALSE;
    }
    self->proof->counts.scanned += indices->len;
    for (guint i = 0; i < indices->len; i++) {
        GPtrArray *closure = g_steal_pointer(&closures->pdata[i]);
        neutralise(self, build, closure);
        self->closures->pdata[g_array_index(indices, guint, i)] = closure;
    }
    return TRUE;
}

static void add_leader(Proving *self, const UnitProof *proof, UnitKey *key)
{
    g_autofree char *name = family(self, proof);
    GPtrArray *leaders = g_hash_table_lookup(self->leaders, name);
    if (leaders == NULL) {
        leaders = g_ptr_array_new();
        g_hash_table_insert(self->leaders, g_steal_pointer(&name), leaders);
    }
    g_ptr_array_add(leaders, key);
}

/* A unit that the scanner could not read has a key of its own; the compiler will say why. */
static char *lonely_key(const Proving *self, const UnitProof *proof)
{
    g_autoptr(GString) text = g_string_new("alone/1\n");
    g_autofree char *name = family(self, proof);
    g_string_append_printf(text, "%s\n%s\n%u\n%s", self->request->tool, proof->unit->configuration,
                           proof->unit->number, name);
    append_words(text, self, proof->build, proof->frontend->macros);
    append_words(text, self, proof->build, proof->frontend->target);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, (gssize)text->len);
}

static void make_key(Proving *self, guint index)
{
    UnitProof *proof = self->proof->proofs->pdata[index];
    const GPtrArray *closure = self->closures->pdata[index];
    UnitKey *key = closure == NULL ? NULL : evidence_key(self->evidence, proof, closure);
    if (key == NULL) {
        proof->key = lonely_key(self, proof);
        proof->apart = g_strdup("what it reads could not be found out");
        return;
    }
    proof->key = g_strdup(key->digest);
    self->key_of->pdata[index] = key;
    g_ptr_array_add(self->keys, key);
    add_leader(self, proof, key);
}

/* One configuration after the other, so that a later one can take over from earlier ones. */
static gboolean find_keys(Proving *self)
{
    const GPtrArray *proofs = self->proof->proofs;
    gboolean first = TRUE;
    for (guint begin = 0; begin < proofs->len;) {
        const char *build = ((const UnitProof *)proofs->pdata[begin])->build;
        g_autoptr(GArray) pending = g_array_new(FALSE, FALSE, sizeof(guint));
        guint end = begin;
        while (end < proofs->len && ((const UnitProof *)proofs->pdata[end])->build == build) {
            end++;
        }
        read_counterparts(self, begin, end);
        for (guint i = begin; i < end; i++) {
            const UnitProof *proof = proofs->pdata[i];
            if (proof->level != PROOF_FAILED && (first || !take_over(self, i))) {
                g_array_append_val(pending, i);
            }
        }
        if (!scan(self, pending)) {
            return FALSE;
        }
        for (guint i = 0; i < pending->len; i++) {
            evidence_read(self->evidence, build,
                          self->closures->pdata[g_array_index(pending, guint, i)]);
        }
        if (first) {
            g_autoptr(GPtrArray) builtins = evidence_builtins(self->evidence);
            if (!frontends_ask_states(self->proof->frontends, builtins, &self->error)) {
                return FALSE;
            }
        }
        evidence_settle(self->evidence);
        for (guint i = 0; i < pending->len; i++) {
            make_key(self, g_array_index(pending, guint, i));
        }
        first = FALSE;
        begin = end;
        report(self, "comparing units", end, proofs->len);
    }
    return TRUE;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

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

/* OpenMP's variants choose by the target's features, which no token tells. */
static gboolean asks_target(const char *tokens)
{
    return strstr(tokens, "isa") != NULL &&
           (strstr(tokens, "declare variant") != NULL || strstr(tokens, "metadirective") != NULL);
}

static char *token_digest(const Proving *self, const UnitProof *proof, const ProcessResult *result)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GString) about = g_string_new("tokens/1\n");
    /* Constructors of static objects are called after the source. */
    g_autofree char *name = g_path_get_basename(proof->unit->source);
    g_string_append_printf(about, "%s\n%s\n%s\n", self->request->tool,
                           unit_kind_text(proof->unit->kind), name);
    append_words(about, self, proof->build, proof->frontend->rest);
    if (asks_target(result->out)) {
        g_string_append(about, proof->frontend->target_attributes);
    }
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
    task->digest = result.status == 0 ? token_digest(self, proof, &result) : NULL;
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
static guint counterpart(const Proving *self, const GArray *group, guint k, gboolean *same_options)
{
    const UnitProof *proof = self->proof->proofs->pdata[g_array_index(group, guint, k)];
    g_autoptr(GString) options = g_string_new(NULL);
    append_words(options, self, proof->build, proof->frontend->rest);
    for (guint i = 0; i < k; i++) {
        const UnitProof *other = self->proof->proofs->pdata[g_array_index(group, guint, i)];
        g_autoptr(GString) others = g_string_new(NULL);
        append_words(others, self, other->build, other->frontend->rest);
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
    report(work->proving, "comparing tokens", work->done, work->tasks->len);
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
            g_clear_pointer(&proof->apart, g_free);
        }
    }
}

static void compare_tokens(Proving *self)
{
    g_autoptr(GPtrArray) order = relatives(self);
    g_autoptr(GPtrArray) tasks = g_ptr_array_new_with_free_func(token_task_free);
    g_autoptr(GHashTable) by_unit = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(TokenPair));
    for (guint i = 0; i < order->len; i++) {
        add_pairs(self, order->pdata[i], pairs);
    }
    TokenWork work = {.proving = self, .tasks = tasks, .by_unit = by_unit, .pairs = pairs};
    try_pairs(&work);
    self->proof->counts.preprocessed = tasks->len;
    if (self->error == NULL) {
        apply_tokens(self, tasks);
    }
}

/* ---------------------------------------------------------------------------------------------- */

static void name_levels(Proof *proof)
{
    g_autoptr(GHashTable) count = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < proof->proofs->len; i++) {
        const UnitProof *unit = proof->proofs->pdata[i];
        if (unit->key != NULL) {
            guint so_far = GPOINTER_TO_UINT(g_hash_table_lookup(count, unit->key));
            g_hash_table_replace(count, unit->key, GUINT_TO_POINTER(so_far + 1));
        }
    }
    for (guint i = 0; i < proof->proofs->len; i++) {
        UnitProof *unit = proof->proofs->pdata[i];
        if (unit->key != NULL && unit->level == PROOF_ALONE &&
            GPOINTER_TO_UINT(g_hash_table_lookup(count, unit->key)) > 1) {
            unit->level = PROOF_CLOSURE;
        }
        if (unit->level != PROOF_FAILED) {
            unit->target = g_strdup(unit->frontend->target_attributes);
        }
    }
}

static void closure_free(gpointer data)
{
    if (data != NULL) {
        g_ptr_array_unref(data);
    }
}

static gboolean run(Proving *self)
{
    if (!find_keys(self)) {
        return FALSE;
    }
    compare_tokens(self);
    evidence_count(self->evidence, &self->proof->counts);
    name_levels(self->proof);
    return self->error == NULL;
}

Proof *prove(const ProveRequest *request, const GPtrArray *units, const GPtrArray *builds,
             GError **error)
{
    g_autoptr(Proof) proof = g_new0(Proof, 1);
    proof->proofs = g_ptr_array_new_with_free_func(unit_proof_free);
    const FrontendRequest frontend_request = {request->compilers, request->sandbox,
                                              request->scratch, request->jobs};
    proof->frontends = frontends_new(&frontend_request, units, builds, error);
    if (proof->frontends == NULL) {
        return NULL;
    }
    for (guint i = 0; i < units->len; i++) {
        UnitProof *unit = g_new0(UnitProof, 1);
        unit->unit = units->pdata[i];
        unit->build = builds->pdata[i];
        unit->frontend = frontends_of(proof->frontends, i);
        unit->failure = g_strdup(unit->frontend->error);
        unit->level = unit->failure != NULL ? PROOF_FAILED : PROOF_ALONE;
        g_ptr_array_add(proof->proofs, unit);
    }
    Proving self = {.request = request, .proof = proof};
    g_mutex_init(&self.lock);
    self.evidence = evidence_new(request, proof->frontends);
    self.closures = g_ptr_array_new_with_free_func(closure_free);
    g_ptr_array_set_size(self.closures, (int)units->len);
    self.keys = g_ptr_array_new_with_free_func((GDestroyNotify)unit_key_free);
    self.leaders =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    self.key_of = g_ptr_array_new();
    g_ptr_array_set_size(self.key_of, (int)units->len);
    gboolean done = run(&self);
    g_hash_table_unref(self.leaders);
    g_ptr_array_unref(self.key_of);
    g_ptr_array_unref(self.keys);
    g_ptr_array_unref(self.closures);
    evidence_free(self.evidence);
    g_mutex_clear(&self.lock);
    if (!done) {
        g_propagate_error(error, self.error);
        return NULL;
    }
    return g_steal_pointer(&proof);
}
