#include "container/build/workspace.h"
#include "container/prove/evidence_parts.h"
#include "core/text_order.h"
#include <string.h>

static void update(GChecksum *checksum, const char *text)
{
    g_checksum_update(checksum, (const guchar *)text, (gssize)strlen(text) + 1);
}

static void update_words(const Evidence *self, GChecksum *checksum, const char *build, char **words)
{
    for (; *words != NULL; words++) {
        g_autofree char *neutral = sandbox_neutral_text(self->request->sandbox, build, *words);
        update(checksum, neutral);
    }
    update(checksum, "");
}

/* The contents without lines that define what nothing mentions. */
char *evidence_reduced_digest(const Evidence *self, const LexedFile *file,
                              const MacroBits *mentioned)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    gsize at = 0;
    for (guint i = 0; i < file->plain_lines->len; i++) {
        const PlainLine *line = &g_array_index(file->plain_lines, PlainLine, i);
        guint number = evidence_watch_number(self, line->name);
        if (number > 0 && !macro_bits_get(mentioned, number - 1)) {
            g_checksum_update(checksum, (const guchar *)file->text + at,
                              (gssize)(line->offset - at));
            at = line->offset + line->length;
        }
    }
    g_checksum_update(checksum, (const guchar *)file->text + at, (gssize)(file->length - at));
    return g_strdup(g_checksum_get_string(checksum));
}

static const char *common_digest(Evidence *self, const MacroState *state)
{
    const char *known = g_hash_table_lookup(self->commons, state);
    if (known == NULL) {
        g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
        for (char **line = state->lines; *line != NULL; line++) {
            if (g_hash_table_contains(state->bodies, *line) &&
                !g_hash_table_contains(self->varying, *line)) {
                update(checksum, *line);
                update(checksum, g_hash_table_lookup(state->bodies, *line));
            }
        }
        g_hash_table_insert(self->commons, (gpointer)state,
                            g_strdup(g_checksum_get_string(checksum)));
        known = g_hash_table_lookup(self->commons, state);
    }
    return known;
}

static void update_macros(Evidence *self, GChecksum *checksum, const UnitKey *key)
{
    const MacroState *state = key->proof->frontend->state;
    update(checksum, common_digest(self, state));
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < self->watched->len; i++) {
        const char *name = lexicon_name(self->lexicon, g_array_index(self->watched, guint32, i));
        const char *body = g_hash_table_lookup(state->bodies, name);
        if (macro_bits_get(&key->mentioned, i) && g_hash_table_contains(self->varying, name)) {
            g_ptr_array_add(lines, g_strconcat(name, body == NULL ? "\tundefined" : body, NULL));
        }
    }
    g_ptr_array_sort(lines, text_order);
    for (guint i = 0; i < lines->len; i++) {
        update(checksum, lines->pdata[i]);
    }
}

/* Whether a place of headers is told by way of a folder that one build tree has and another may
 * not. */
static gboolean searches_beside_folder(const Evidence *self, const UnitProof *proof)
{
    for (char **word = proof->frontend->includes; *word != NULL; word++) {
        g_autofree char *neutral =
            sandbox_neutral_text(self->request->sandbox, proof->build, *word);
        gboolean differs = !g_path_is_absolute(neutral) || evidence_differs_by_build(self, neutral);
        if (differs && lexicon_leaves_folder(neutral)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Files of the build tree that a search for the included names could meet, read or not. */
static void update_search(Evidence *self, GChecksum *checksum, const UnitKey *key)
{
    const BuildFiles *files = evidence_build_files(self, key->proof->build);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    gboolean computed = self->definitions_look_up;
    computed = computed || searches_beside_folder(self, key->proof);
    for (guint i = 0; i < key->closure->len; i++) {
        const LexedFile *file =
            evidence_file(self, key->proof->build, key->closure->pdata[i])->file;
        computed = computed || file->includes_computed;
        for (guint k = 0; k < file->included->len; k++) {
            guint32 name = g_array_index(file->included, guint32, k);
            if (g_hash_table_contains(files->ids, GUINT_TO_POINTER(name)) &&
                g_hash_table_add(seen, GUINT_TO_POINTER(name))) {
                g_ptr_array_add(names, (gpointer)lexicon_name(self->lexicon, name));
            }
        }
    }
    g_ptr_array_sort(names, text_order);
    for (guint i = 0; i < names->len; i++) {
        const GPtrArray *paths = g_hash_table_lookup(files->by_name, names->pdata[i]);
        for (guint k = 0; paths != NULL && k < paths->len; k++) {
            update(checksum, paths->pdata[k]);
        }
    }
    update(checksum, computed ? files->all : "");
    update(checksum, files->links);
    if (self->request->sandbox->own_sources) {
        /* Sources that one configuration wrote and another did not are rare: no file is looked up.
         */
        const BuildFiles *sources = evidence_source_files(self, key->proof->build);
        update(checksum, sources->all);
        update(checksum, sources->links);
    }
}

/* What the pieces that these files mention could be pasted to counts as mentioned. */
static void mention_pasted(const Evidence *self, MacroBits *mentioned)
{
    for (guint i = 0; i < self->pasteable->len; i++) {
        const PasteableName *pasteable = self->pasteable->pdata[i];
        if (macro_bits_get(mentioned, pasteable->number)) {
            continue;
        }
        g_autoptr(GPtrArray) present = g_ptr_array_new();
        for (guint k = 0; k < pasteable->pieces->len; k++) {
            if (macro_bits_get(mentioned, g_array_index(pasteable->numbers, guint, k))) {
                g_ptr_array_add(present, pasteable->pieces->pdata[k]);
            }
        }
        if (pasting_can_make(pasteable->name, present)) {
            macro_bits_set(mentioned, pasteable->number);
        }
    }
}

static void add_bits(MacroBits *to, const MacroBits *from)
{
    for (guint w = 0; w < from->count; w++) {
        to->words[w] |= from->words[w];
    }
}

/* FALSE when a file is missing. */
static gboolean mention_all(Evidence *self, UnitKey *key)
{
    key->mentioned = macro_bits_new(self->watched->len);
    memcpy(key->mentioned.words, self->always.words, self->always.count * sizeof(guint64));
    key->doubtful = self->definitions_doubtful || *evidence_header_map(self, key->proof) != '\0' ||
                    evidence_build_files(self, key->proof->build)->partial ||
                    (self->request->sandbox->own_sources &&
                     evidence_source_files(self, key->proof->build)->partial);
    key->asks_target = self->definitions_ask_target;
    gboolean computed = self->definitions_make_pragmas;
    for (guint i = 0; i < key->closure->len; i++) {
        KnownFile *known = evidence_file(self, key->proof->build, key->closure->pdata[i]);
        if (known->file == NULL) {
            return FALSE;
        }
        const LexedFile *file = known->file;
        add_bits(&key->mentioned, evidence_file_bits(self, known));
        key->doubtful = key->doubtful || file->doubts != FILE_DOUBT_NONE ||
                        (file->raw_texts && !key->proof->frontend->raw_texts) ||
                        (file->two_comments && !key->proof->frontend->line_comments);
        key->asks_target = key->asks_target || file->asks_target;
        computed = computed || file->pragmas_computed;
    }
    for (guint i = 0; computed && i < key->closure->len; i++) {
        const LexedFile *file =
            evidence_file(self, key->proof->build, key->closure->pdata[i])->file;
        evidence_mention_names(self, file->text_names, &key->mentioned);
    }
    mention_pasted(self, &key->mentioned);
    return TRUE;
}

UnitKey *evidence_key(Evidence *self, const UnitProof *proof, const GPtrArray *closure)
{
    evidence_read(self, proof->build, closure);
    evidence_settle(self);
    g_autoptr(UnitKey) key = g_new0(UnitKey, 1);
    key->proof = proof;
    key->closure = closure;
    if (!mention_all(self, key)) {
        return NULL;
    }
    const Frontend *frontend = proof->frontend;
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    update(checksum, "closure/2");
    update(checksum, self->request->tool);
    update(checksum, unit_kind_text(proof->unit->kind));
    update(checksum, frontend->language);
    update_words(self, checksum, proof->build, frontend->rest);
    update(checksum, evidence_option_files(self, proof));
    update_words(self, checksum, proof->build, frontend->includes);
    for (guint i = 0; i < closure->len; i++) {
        const KnownFile *known = evidence_file(self, proof->build, closure->pdata[i]);
        update(checksum, closure->pdata[i]);
        update(checksum, known->path);
        if (known->generated && known->file->plain_lines->len > 0) {
            g_autofree char *digest = evidence_reduced_digest(self, known->file, &key->mentioned);
            update(checksum, digest);
        } else {
            update(checksum, known->file->digest);
        }
    }
    update(checksum, "");
    update_macros(self, checksum, key);
    update_search(self, checksum, key);
    update(checksum, frontend->target_marks);
    update(checksum, key->asks_target ? frontend->target_attributes : "");
    if (key->doubtful) {
        update(checksum, proof->unit->configuration);
        g_autofree char *number = g_strdup_printf("%u", proof->unit->number);
        update(checksum, number);
    }
    g_strlcpy(key->digest, g_checksum_get_string(checksum), sizeof key->digest);
    return g_steal_pointer(&key);
}

void unit_key_free(UnitKey *self)
{
    if (self != NULL) {
        g_free(self->mentioned.words);
        g_free(self);
    }
}
