#include "container/prove/evidence_parts.h"
#include <string.h>

static void watch(Evidence *self, guint32 name)
{
    if (self->watch_of->len <= name) {
        g_array_set_size(self->watch_of, MAX(lexicon_size(self->lexicon), name + 1));
    }
    guint *number = &g_array_index(self->watch_of, guint, name);
    if (*number == 0) {
        g_array_append_val(self->watched, name);
        *number = self->watched->len;
    }
}

void macro_bits_set(MacroBits *bits, guint number)
{
    bits->words[number / 64] |= G_GUINT64_CONSTANT(1) << (number % 64);
}

/* A macro that was not watched yet when the bits were made counts as mentioned. */
gboolean macro_bits_get(const MacroBits *bits, guint number)
{
    return number / 64 >= bits->count || (bits->words[number / 64] >> (number % 64) & 1) != 0;
}

MacroBits macro_bits_new(guint count)
{
    return (MacroBits){g_new0(guint64, count / 64 + 1), count / 64 + 1};
}

guint evidence_watch_number(const Evidence *self, guint32 name)
{
    return name < self->watch_of->len ? g_array_index(self->watch_of, guint, name) : 0;
}

void evidence_mention_names(const Evidence *self, const GArray *names, MacroBits *bits)
{
    for (guint i = 0; i < names->len; i++) {
        guint number = evidence_watch_number(self, g_array_index(names, guint32, i));
        if (number > 0) {
            macro_bits_set(bits, number - 1);
        }
    }
}

const MacroBits *evidence_file_bits(Evidence *self, KnownFile *known)
{
    if (known->settled != self->settled) {
        g_free(known->bits.words);
        known->bits = macro_bits_new(self->watched->len);
        evidence_mention_names(self, known->file->names, &known->bits);
        known->settled = self->settled;
    }
    return &known->bits;
}

/* Names of one state that the other lacks, or defines in another way. */
static void add_varying(Evidence *self, const MacroState *one, const MacroState *other)
{
    GHashTableIter iter;
    gpointer name, body;
    g_hash_table_iter_init(&iter, one->bodies);
    while (g_hash_table_iter_next(&iter, &name, &body)) {
        if (g_strcmp0(g_hash_table_lookup(other->bodies, name), body) != 0) {
            g_hash_table_add(self->varying, name);
        }
    }
}

/* Names that some state lacks, or defines in another way: what is alike in all is as in the first.
 * A project may have a state for each unit (OpenBLAS), so no two others are compared. */
static void find_varying(Evidence *self)
{
    const GPtrArray *states = frontends_states(self->frontends);
    for (guint s = 1; s < states->len; s++) {
        add_varying(self, states->pdata[0], states->pdata[s]);
        add_varying(self, states->pdata[s], states->pdata[0]);
    }
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, self->varying);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        watch(self, lexicon_id(self->lexicon, name));
    }
}

/* What any state begins with, each line once. The caller frees it. */
static LexedFile *read_states(const Evidence *self)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    const GPtrArray *states = frontends_states(self->frontends);
    for (guint s = 0; s < states->len; s++) {
        const MacroState *state = states->pdata[s];
        GHashTableIter iter;
        gpointer name, body;
        g_hash_table_iter_init(&iter, state->bodies);
        while (g_hash_table_iter_next(&iter, &name, &body)) {
            char *line = g_strconcat("#define ", name, body, "\n", NULL);
            if (g_hash_table_add(seen, line)) {
                g_string_append(text, line);
            }
        }
    }
    gsize length = text->len;
    return lexicon_read(self->lexicon, g_string_free(g_steal_pointer(&text), FALSE), length);
}

static void add_plain_names(Evidence *self)
{
    for (guint f = 0; f < self->lexed->len; f++) {
        const LexedFile *file = self->lexed->pdata[f];
        for (guint i = 0; i < file->plain_lines->len; i++) {
            watch(self, g_array_index(file->plain_lines, PlainLine, i).name);
        }
    }
}

static gboolean mentions_any(const LexedFile *file, GHashTable *names)
{
    for (guint i = 0; i < file->names->len; i++) {
        guint32 name = g_array_index(file->names, guint32, i);
        if (g_hash_table_contains(names, GUINT_TO_POINTER(name))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A builtin whose name is pasted together stands nowhere, so that nobody could ask about it. */
static void doubt_pasted_builtins(Evidence *self, const Pasting *pasting)
{
    g_autoptr(GHashTable) asked = pasting_asked(pasting);
    if (g_hash_table_size(asked) == 0) {
        return;
    }
    for (guint f = 0; f < self->lexed->len; f++) {
        LexedFile *file = self->lexed->pdata[f];
        file->doubts |= mentions_any(file, asked) ? FILE_DOUBT_BUILTIN : 0;
    }
    self->definitions_doubtful = self->definitions_doubtful || mentions_any(self->initial, asked);
}

/* Which watched macros pasting could make; their pieces are watched from then on. */
static void find_pasteable(Evidence *self)
{
    /* Macros that are defined on the command line take part, too. */
    g_autoptr(GPtrArray) everything = g_ptr_array_copy(self->lexed, NULL, NULL);
    g_ptr_array_add(everything, self->initial);
    g_autoptr(Pasting) pasting = pasting_new(self->lexicon, everything);
    doubt_pasted_builtins(self, pasting);
    g_ptr_array_set_size(self->pasteable, 0);
    guint count = self->watched->len;
    for (guint i = 0; i < count; i++) {
        const char *name = lexicon_name(self->lexicon, g_array_index(self->watched, guint32, i));
        GPtrArray *pieces = pasting_pieces(pasting, name);
        if (pieces == NULL) {
            continue;
        }
        PasteableName *pasteable = g_new0(PasteableName, 1);
        pasteable->number = i;
        pasteable->name = name;
        pasteable->pieces = pieces;
        pasteable->numbers = g_array_new(FALSE, FALSE, sizeof(guint));
        for (guint k = 0; k < pieces->len; k++) {
            guint32 piece = lexicon_find(self->lexicon, pieces->pdata[k]);
            watch(self, piece);
            guint number = evidence_watch_number(self, piece) - 1;
            g_array_append_val(pasteable->numbers, number);
        }
        g_ptr_array_add(self->pasteable, pasteable);
    }
}

void evidence_settle(Evidence *self)
{
    if (self->settled > 0 && self->lexed_when_settled == self->lexed->len) {
        return;
    }
    if (self->settled == 0) {
        find_varying(self);
        self->initial = read_states(self);
    }
    g_ptr_array_unref(evidence_builtins(self));
    add_plain_names(self);
    self->settled++;
    self->lexed_when_settled = self->lexed->len;
    find_pasteable(self);
    g_free(self->always.words);
    self->always = macro_bits_new(self->watched->len);
    evidence_mention_names(self, self->initial->names, &self->always);
    /* A text among them may come to stand in a _Pragma, wherever that is. */
    evidence_mention_names(self, self->initial->text_names, &self->always);
}

GHashTable *evidence_defined(const Evidence *self)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint f = 0; f < self->lexed->len; f++) {
        const GArray *tokens = ((const LexedFile *)self->lexed->pdata[f])->tokens;
        for (guint i = 0; i + 1 < tokens->len; i++) {
            guint32 token = g_array_index(tokens, guint32, i);
            if (token == TOKEN_DEFINE || token == TOKEN_DEFINE_CALL) {
                guint32 name = g_array_index(tokens, guint32, i + 1);
                g_hash_table_add(names, (gpointer)lexicon_name(self->lexicon, name));
            }
        }
    }
    return names;
}
