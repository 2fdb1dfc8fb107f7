#include "container/prove/prove.h"
#include "container/build/process.h"
#include "container/prove/prove_parts.h"
#include "core/parallel.h"
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

static void unit_proof_free(gpointer data)
{
    UnitProof *self = data;
    g_free(self->key);
    g_free(self->target);
    g_free(self->reads);
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

void prove_report(const Proving *self, const char *what, guint done, guint total)
{
    if (self->request->progress != NULL) {
        self->request->progress(what, done, total, self->request->data);
    }
}

/* Words in a form that differs whenever they do, with neutral paths. */
static void append_words(GString *text, const Proving *self, const char *build, char **words)
{
    for (; *words != NULL; words++) {
        g_autofree char *neutral = sandbox_neutral_text(self->request->sandbox, build, *words);
        g_string_append_printf(text, "%" G_GSIZE_FORMAT ":%s\n", strlen(neutral), neutral);
    }
    g_string_append_c(text, '\n');
}

void prove_append_options(GString *text, Proving *self, const UnitProof *proof)
{
    append_words(text, self, proof->build, proof->frontend->rest);
    g_mutex_lock(&self->lock);
    g_string_append(text, evidence_option_files(self->evidence, proof));
    g_mutex_unlock(&self->lock);
}

/* Units with the same source, options, and places of headers, whatever their macros and target: one
 * may take over the other's closure. */
static char *family(Proving *self, const UnitProof *proof)
{
    g_autoptr(GString) text = g_string_new(unit_kind_text(proof->unit->kind));
    g_autofree char *source =
        sandbox_neutral_text(self->request->sandbox, proof->build, proof->unit->source);
    g_string_append_printf(text, "\n%s\n", source);
    prove_append_options(text, self, proof);
    append_words(text, self, proof->build, proof->frontend->includes);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The key that the unit would have with a leader's closure, of which leaders have few: a project
 * may compile one file a hundred times, with other names. `tried` keeps them. NULL: it lacks a
 * file. */
static const UnitKey *key_like(Proving *self, GHashTable *tried, const UnitProof *proof,
                               const UnitKey *leader)
{
    gpointer key = NULL;
    if (!g_hash_table_lookup_extended(tried, leader->proof->reads, NULL, &key)) {
        key = evidence_key(self->evidence, proof, leader->closure);
        g_hash_table_insert(tried, leader->proof->reads, key);
    }
    return key;
}

static gboolean take_over(Proving *self, guint index)
{
    UnitProof *proof = self->proof->proofs->pdata[index];
    g_autofree char *name = family(self, proof);
    const GPtrArray *leaders = g_hash_table_lookup(self->leaders, name);
    g_autoptr(GHashTable) tried =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)unit_key_free);
    for (guint i = 0; leaders != NULL && i < leaders->len; i++) {
        UnitKey *leader = leaders->pdata[i];
        const UnitKey *key = leader->doubtful ? NULL : key_like(self, tried, proof, leader);
        if (key != NULL && g_str_equal(key->digest, leader->digest)) {
            proof->key = g_strdup(key->digest);
            proof->reads = g_strdup(leader->proof->reads);
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
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint index = begin; index < end; index++) {
        const UnitProof *proof = self->proof->proofs->pdata[index];
        g_autofree char *name = proof->level == PROOF_FAILED ? NULL : family(self, proof);
        const GPtrArray *leaders = name == NULL ? NULL : g_hash_table_lookup(self->leaders, name);
        for (guint i = 0; leaders != NULL && i < leaders->len; i++) {
            const UnitKey *leader = leaders->pdata[i];
            if (g_hash_table_add(seen, leader->proof->reads)) {
                evidence_read(self->evidence, proof->build, leader->closure);
            }
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
static char *lonely_key(Proving *self, const UnitProof *proof)
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
        proof->unpinned = TRUE;
        proof->apart = g_strdup("what it reads could not be found out");
        return;
    }
    proof->key = g_strdup(key->digest);
    proof->reads = closure_digest(closure);
    proof->unpinned = key->doubtful;
    self->key_of->pdata[index] = key;
    g_ptr_array_add(self->keys, key);
    add_leader(self, proof, key);
}

/* Of commands that the frontend refuses, which shows late, nothing is known. */
static void take_refusals(Proving *self)
{
    for (guint i = 0; i < self->proof->proofs->len; i++) {
        UnitProof *proof = self->proof->proofs->pdata[i];
        if (proof->failure == NULL && proof->frontend->error != NULL) {
            proof->failure = g_strdup(proof->frontend->error);
            proof->level = PROOF_FAILED;
        }
    }
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
            take_refusals(self);
        }
        evidence_settle(self->evidence);
        for (guint i = 0; i < pending->len; i++) {
            guint index = g_array_index(pending, guint, i);
            if (((const UnitProof *)proofs->pdata[index])->level != PROOF_FAILED) {
                make_key(self, index);
            }
        }
        first = FALSE;
        begin = end;
        prove_report(self, "comparing units", end, proofs->len);
    }
    return TRUE;
}

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
    prove_compare_tokens(self);
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
