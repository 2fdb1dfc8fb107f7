#include "container/prove/evidence.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include <string.h>
#include <sys/stat.h>

#define NAMES_SHOWN 6u
#define BUILD_FILES_MAX 2000000u
#define FOLDER_DEPTH_MAX 64u

typedef struct {
    LexedFile *file; /* NULL: cannot be read */
    gboolean copy;   /* `file` is another one's, which has the same text */
    gboolean generated;
    gboolean own;  /* the project's, not the system's */
    guint settled; /* the state of the watch list that `bits` is for */
    MacroBits bits;
} KnownFile;

/* The files of a build tree, by the last part of their paths: what a header search could find. */
typedef struct {
    GHashTable *by_name; /* name -> GPtrArray of relative paths */
    GHashTable *ids;     /* numbers of these names */
    char *all;           /* digest of all paths */
} BuildFiles;

/* A watched macro that pasting can make where these pieces are mentioned. */
typedef struct {
    guint number;
    const char *name;
    GPtrArray *pieces; /* const char * */
    GArray *numbers;   /* guint: theirs in the watch list */
} PasteableName;

struct Evidence {
    const ProveRequest *request;
    const Frontends *frontends;
    Lexicon *lexicon;
    GHashTable *files;    /* host path -> KnownFile */
    GHashTable *fixed;    /* neutral path -> KnownFile: what is the same for all build trees */
    GHashTable *texts;    /* digest -> LexedFile, borrowed: of sources that each tree has itself */
    GPtrArray *lexed;     /* LexedFile *, borrowed */
    GHashTable *builds;   /* host path -> BuildFiles */
    GHashTable *builtins; /* names that were asked */
    gboolean builtins_known;
    GArray *watch_of;     /* guint by name: number of the watched macro + 1 */
    GArray *watched;      /* guint32: names */
    GHashTable *varying;  /* names whose initial definition differs */
    GHashTable *commons;  /* MacroState -> digest of what does not differ */
    MacroBits always;     /* mentioned by initial definitions */
    GPtrArray *pasteable; /* PasteableName * */
    guint settled;
    guint lexed_when_settled;
};

static void known_file_free(gpointer data)
{
    KnownFile *known = data;
    if (!known->copy) {
        lexed_file_free(known->file);
    }
    g_free(known->bits.words);
    g_free(known);
}

static void build_files_free(gpointer data)
{
    BuildFiles *files = data;
    g_hash_table_unref(files->by_name);
    g_hash_table_unref(files->ids);
    g_free(files->all);
    g_free(files);
}

static void pasteable_name_free(gpointer data)
{
    PasteableName *self = data;
    g_ptr_array_unref(self->pieces);
    g_array_unref(self->numbers);
    g_free(self);
}

Evidence *evidence_new(const ProveRequest *request, const Frontends *frontends)
{
    Evidence *self = g_new0(Evidence, 1);
    self->request = request;
    self->frontends = frontends;
    self->lexicon = lexicon_new();
    self->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, known_file_free);
    self->fixed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->texts = g_hash_table_new(g_str_hash, g_str_equal);
    self->lexed = g_ptr_array_new();
    self->builds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, build_files_free);
    self->builtins = g_hash_table_new(g_str_hash, g_str_equal);
    self->watch_of = g_array_new(FALSE, TRUE, sizeof(guint));
    self->watched = g_array_new(FALSE, FALSE, sizeof(guint32));
    self->varying = g_hash_table_new(g_str_hash, g_str_equal);
    self->commons = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    self->pasteable = g_ptr_array_new_with_free_func(pasteable_name_free);
    return self;
}

void evidence_free(Evidence *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->fixed);
        g_hash_table_unref(self->files);
        g_hash_table_unref(self->texts);
        g_ptr_array_unref(self->lexed);
        g_hash_table_unref(self->builds);
        g_hash_table_unref(self->builtins);
        g_array_unref(self->watch_of);
        g_array_unref(self->watched);
        g_hash_table_unref(self->varying);
        g_hash_table_unref(self->commons);
        g_free(self->always.words);
        g_ptr_array_unref(self->pasteable);
        lexicon_free(self->lexicon);
        g_free(self);
    }
}

static const char *below(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length : NULL;
}

static char *host_path(const Evidence *self, const char *build, const char *neutral)
{
    const char *rest = below(neutral, SANDBOX_BUILD);
    if (rest != NULL) {
        return g_strconcat(build, rest, NULL);
    }
    rest = below(neutral, SANDBOX_SOURCE);
    if (rest != NULL) {
        g_autofree char *source = sandbox_source_folder(self->request->sandbox, build);
        return g_strconcat(source, rest, NULL);
    }
    const char *root = self->request->sandbox->root;
    return root != NULL ? g_strconcat(root, neutral, NULL) : g_strdup(neutral);
}

/* Takes the text. */
static void lex(Evidence *self, KnownFile *known, char *text, gsize length)
{
    known->file = lexicon_read(self->lexicon, text, length);
    g_ptr_array_add(self->lexed, known->file);
    if (known->generated) {
        lexicon_plain_lines(self->lexicon, known->file);
    }
}

/* The same for one of the copies that build trees have of the sources: nearly all are equal. */
static void lex_copy(Evidence *self, KnownFile *known, char *text, gsize length)
{
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    known->file = g_hash_table_lookup(self->texts, digest);
    known->copy = known->file != NULL;
    if (known->copy) {
        g_free(text);
        return;
    }
    lex(self, known, text, length);
    g_hash_table_insert(self->texts, known->file->digest, known->file);
}

static KnownFile *known_file(Evidence *self, const char *build, const char *neutral)
{
    KnownFile *known = g_hash_table_lookup(self->fixed, neutral);
    if (known != NULL) {
        return known;
    }
    g_autofree char *path = host_path(self, build, neutral);
    known = g_hash_table_lookup(self->files, path);
    if (known != NULL) {
        return known;
    }
    known = g_new0(KnownFile, 1);
    gboolean is_source = below(neutral, SANDBOX_SOURCE) != NULL;
    known->generated = below(neutral, SANDBOX_BUILD) != NULL;
    gboolean copied = is_source && self->request->sandbox->own_sources;
    if (!known->generated && !copied) {
        g_hash_table_insert(self->fixed, g_strdup(neutral), known);
    }
    known->own = known->generated || is_source;
    gsize length = 0;
    char *text = file_read(path, LEXICON_FILE_BYTES_MAX, &length, NULL);
    if (text != NULL && copied) {
        lex_copy(self, known, text, length);
    } else if (text != NULL) {
        lex(self, known, text, length);
    }
    g_hash_table_insert(self->files, g_steal_pointer(&path), known);
    return known;
}

void evidence_read(Evidence *self, const char *build, const GPtrArray *closure)
{
    for (guint i = 0; closure != NULL && i < closure->len; i++) {
        known_file(self, build, closure->pdata[i]);
    }
}

GPtrArray *evidence_builtins(Evidence *self)
{
    for (guint f = 0; f < self->lexed->len; f++) {
        LexedFile *file = self->lexed->pdata[f];
        for (guint i = 0; file->asks_builtins && i < file->names->len; i++) {
            const char *name = lexicon_name(self->lexicon, g_array_index(file->names, guint32, i));
            if (!g_str_has_prefix(name, "__builtin_") ||
                g_hash_table_contains(self->builtins, name)) {
                continue;
            }
            if (self->builtins_known) {
                /* It came too late to be asked. */
                file->doubts |= FILE_DOUBT_LOOKUP;
            } else {
                g_hash_table_add(self->builtins, (gpointer)name);
            }
        }
    }
    self->builtins_known = TRUE;
    GPtrArray *names = g_ptr_array_new();
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, self->builtins);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        g_ptr_array_add(names, name);
    }
    g_ptr_array_sort(names, texts_compare);
    return names;
}

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

static void bits_set(MacroBits *bits, guint number)
{
    bits->words[number / 64] |= G_GUINT64_CONSTANT(1) << (number % 64);
}

/* A macro that was not watched yet when the bits were made counts as mentioned. */
static gboolean bits_get(const MacroBits *bits, guint number)
{
    return number / 64 >= bits->count || (bits->words[number / 64] >> (number % 64) & 1) != 0;
}

static MacroBits bits_new(guint count)
{
    return (MacroBits){g_new0(guint64, count / 64 + 1), count / 64 + 1};
}

static guint watch_number(const Evidence *self, guint32 name)
{
    return name < self->watch_of->len ? g_array_index(self->watch_of, guint, name) : 0;
}

static const MacroBits *file_bits(Evidence *self, KnownFile *known)
{
    if (known->settled != self->settled) {
        g_free(known->bits.words);
        known->bits = bits_new(self->watched->len);
        for (guint i = 0; i < known->file->names->len; i++) {
            guint number = watch_number(self, g_array_index(known->file->names, guint32, i));
            if (number > 0) {
                bits_set(&known->bits, number - 1);
            }
        }
        known->settled = self->settled;
    }
    return &known->bits;
}

/* Names that some state lacks, or defines in another way. */
static void find_varying(Evidence *self)
{
    const GPtrArray *states = frontends_states(self->frontends);
    for (guint s = 0; s < states->len; s++) {
        const MacroState *state = states->pdata[s];
        GHashTableIter iter;
        gpointer name, body;
        g_hash_table_iter_init(&iter, state->bodies);
        while (g_hash_table_iter_next(&iter, &name, &body)) {
            for (guint k = 0; k < states->len; k++) {
                const MacroState *other = states->pdata[k];
                if (g_strcmp0(g_hash_table_lookup(other->bodies, name), body) != 0) {
                    g_hash_table_add(self->varying, name);
                    break;
                }
            }
        }
    }
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, self->varying);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        watch(self, lexicon_id(self->lexicon, name));
    }
}

static void mention_state_bodies(Evidence *self)
{
    const GPtrArray *states = frontends_states(self->frontends);
    for (guint s = 0; s < states->len; s++) {
        const MacroState *state = states->pdata[s];
        GHashTableIter iter;
        gpointer body;
        g_hash_table_iter_init(&iter, state->bodies);
        while (g_hash_table_iter_next(&iter, NULL, &body)) {
            g_autoptr(LexedFile) lexed = lexicon_read(self->lexicon, g_strdup(body), strlen(body));
            for (guint i = 0; i < lexed->names->len; i++) {
                guint number = watch_number(self, g_array_index(lexed->names, guint32, i));
                if (number > 0) {
                    bits_set(&self->always, number - 1);
                }
            }
        }
    }
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

/* Which watched macros pasting could make; their pieces are watched from then on. */
static void find_pasteable(Evidence *self)
{
    /* Macros that are defined on the command line take part, too. */
    g_autoptr(GPtrArray) everything = g_ptr_array_copy(self->lexed, NULL, NULL);
    g_autoptr(GPtrArray) definitions =
        g_ptr_array_new_with_free_func((GDestroyNotify)lexed_file_free);
    const GPtrArray *states = frontends_states(self->frontends);
    for (guint s = 0; s < states->len; s++) {
        const char *text = ((const MacroState *)states->pdata[s])->text;
        g_ptr_array_add(definitions, lexicon_read(self->lexicon, g_strdup(text), strlen(text)));
    }
    g_ptr_array_extend(everything, definitions, NULL, NULL);
    g_autoptr(Pasting) pasting = pasting_new(self->lexicon, everything);
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
            guint number = watch_number(self, piece) - 1;
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
    }
    g_ptr_array_unref(evidence_builtins(self));
    add_plain_names(self);
    self->settled++;
    self->lexed_when_settled = self->lexed->len;
    find_pasteable(self);
    g_free(self->always.words);
    self->always = bits_new(self->watched->len);
    mention_state_bodies(self);
}

static void add_build_files(BuildFiles *files, GPtrArray *all, const char *root, const char *folder,
                            guint depth)
{
    g_autofree char *path = g_build_filename(root, folder, NULL);
    g_autoptr(GDir) open = depth > FOLDER_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *relative =
            *folder == '\0' ? g_strdup(name) : g_build_filename(folder, name, NULL);
        g_autofree char *full = g_build_filename(root, relative, NULL);
        struct stat status;
        if (lstat(full, &status) != 0 || all->len >= BUILD_FILES_MAX) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            add_build_files(files, all, root, relative, depth + 1);
            continue;
        }
        GPtrArray *paths = g_hash_table_lookup(files->by_name, name);
        if (paths == NULL) {
            paths = g_ptr_array_new_with_free_func(g_free);
            g_hash_table_insert(files->by_name, g_strdup(name), paths);
        }
        g_ptr_array_add(paths, g_strdup(relative));
        g_ptr_array_add(all, g_strdup(relative));
    }
}

static const BuildFiles *build_files(Evidence *self, const char *build)
{
    BuildFiles *files = g_hash_table_lookup(self->builds, build);
    if (files == NULL) {
        files = g_new0(BuildFiles, 1);
        files->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify)g_ptr_array_unref);
        g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
        add_build_files(files, all, build, "", 0);
        g_ptr_array_sort(all, texts_compare);
        g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
        for (guint i = 0; i < all->len; i++) {
            const char *path = all->pdata[i];
            g_checksum_update(checksum, (const guchar *)path, (gssize)strlen(path) + 1);
        }
        files->all = g_strdup(g_checksum_get_string(checksum));
        files->ids = g_hash_table_new(NULL, NULL);
        GHashTableIter iter;
        gpointer name, paths;
        g_hash_table_iter_init(&iter, files->by_name);
        while (g_hash_table_iter_next(&iter, &name, &paths)) {
            g_ptr_array_sort(paths, texts_compare);
            g_hash_table_add(files->ids, GUINT_TO_POINTER(lexicon_id(self->lexicon, name)));
        }
        g_hash_table_insert(self->builds, g_strdup(build), files);
    }
    return files;
}

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
static char *reduced_digest(const Evidence *self, const LexedFile *file, const MacroBits *mentioned)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    gsize at = 0;
    for (guint i = 0; i < file->plain_lines->len; i++) {
        const PlainLine *line = &g_array_index(file->plain_lines, PlainLine, i);
        guint number = watch_number(self, line->name);
        if (number > 0 && !bits_get(mentioned, number - 1)) {
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
        if (bits_get(&key->mentioned, i) && g_hash_table_contains(self->varying, name)) {
            g_ptr_array_add(lines, g_strconcat(name, body == NULL ? "\tundefined" : body, NULL));
        }
    }
    g_ptr_array_sort(lines, texts_compare);
    for (guint i = 0; i < lines->len; i++) {
        update(checksum, lines->pdata[i]);
    }
}

/* Files of the build tree that a search for the included names could meet, read or not. */
static void update_search(Evidence *self, GChecksum *checksum, const UnitKey *key)
{
    const BuildFiles *files = build_files(self, key->proof->build);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    gboolean computed = FALSE;
    for (guint i = 0; i < key->closure->len; i++) {
        const LexedFile *file = known_file(self, key->proof->build, key->closure->pdata[i])->file;
        computed = computed || file->includes_computed;
        for (guint k = 0; k < file->included->len; k++) {
            guint32 name = g_array_index(file->included, guint32, k);
            if (g_hash_table_contains(files->ids, GUINT_TO_POINTER(name)) &&
                g_hash_table_add(seen, GUINT_TO_POINTER(name))) {
                g_ptr_array_add(names, (gpointer)lexicon_name(self->lexicon, name));
            }
        }
    }
    g_ptr_array_sort(names, texts_compare);
    for (guint i = 0; i < names->len; i++) {
        const GPtrArray *paths = g_hash_table_lookup(files->by_name, names->pdata[i]);
        for (guint k = 0; paths != NULL && k < paths->len; k++) {
            update(checksum, paths->pdata[k]);
        }
    }
    update(checksum, computed ? files->all : "");
    if (self->request->sandbox->own_sources) {
        /* Sources that one configuration wrote and another did not are rare: no file is looked up.
         */
        g_autofree char *source = sandbox_source_folder(self->request->sandbox, key->proof->build);
        update(checksum, build_files(self, source)->all);
    }
}

/* What the pieces that these files mention could be pasted to counts as mentioned. */
static void mention_pasted(const Evidence *self, MacroBits *mentioned)
{
    for (guint i = 0; i < self->pasteable->len; i++) {
        const PasteableName *pasteable = self->pasteable->pdata[i];
        if (bits_get(mentioned, pasteable->number)) {
            continue;
        }
        g_autoptr(GPtrArray) present = g_ptr_array_new();
        for (guint k = 0; k < pasteable->pieces->len; k++) {
            if (bits_get(mentioned, g_array_index(pasteable->numbers, guint, k))) {
                g_ptr_array_add(present, pasteable->pieces->pdata[k]);
            }
        }
        if (pasting_can_make(pasteable->name, present)) {
            bits_set(mentioned, pasteable->number);
        }
    }
}

/* FALSE when a file is missing. */
static gboolean mention_all(Evidence *self, UnitKey *key)
{
    key->mentioned = bits_new(self->watched->len);
    memcpy(key->mentioned.words, self->always.words, self->always.count * sizeof(guint64));
    for (guint i = 0; i < key->closure->len; i++) {
        KnownFile *known = known_file(self, key->proof->build, key->closure->pdata[i]);
        if (known->file == NULL) {
            return FALSE;
        }
        const MacroBits *bits = file_bits(self, known);
        for (guint w = 0; w < bits->count; w++) {
            key->mentioned.words[w] |= bits->words[w];
        }
        key->doubtful = key->doubtful || known->file->doubts != FILE_DOUBT_NONE;
        key->asks_target = key->asks_target || known->file->asks_target;
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
    update(checksum, "closure/1");
    update(checksum, self->request->tool);
    update(checksum, unit_kind_text(proof->unit->kind));
    update_words(self, checksum, proof->build, frontend->rest);
    update_words(self, checksum, proof->build, frontend->includes);
    for (guint i = 0; i < closure->len; i++) {
        const KnownFile *known = known_file(self, proof->build, closure->pdata[i]);
        update(checksum, closure->pdata[i]);
        if (known->generated && known->file->plain_lines->len > 0) {
            g_autofree char *digest = reduced_digest(self, known->file, &key->mentioned);
            update(checksum, digest);
        } else {
            update(checksum, known->file->digest);
        }
    }
    update(checksum, "");
    update_macros(self, checksum, key);
    update_search(self, checksum, key);
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

static void add_shown(GString *text, const char *title, const GPtrArray *items)
{
    if (items->len == 0) {
        return;
    }
    g_string_append_printf(text, "%s%s ", text->len > 0 ? "; " : "", title);
    for (guint i = 0; i < items->len && i < NAMES_SHOWN; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", (const char *)items->pdata[i]);
    }
    if (items->len > NAMES_SHOWN) {
        g_string_append_printf(text, " and %u more", items->len - NAMES_SHOWN);
    }
}

static gboolean has_word(char **words, const char *word)
{
    return g_strv_contains((const char *const *)words, word);
}

static GPtrArray *differing_words(char **a, char **b)
{
    GPtrArray *words = g_ptr_array_new();
    for (char **word = a; *word != NULL; word++) {
        if (!has_word(b, *word)) {
            g_ptr_array_add(words, *word);
        }
    }
    for (char **word = b; *word != NULL; word++) {
        if (!has_word(a, *word)) {
            g_ptr_array_add(words, *word);
        }
    }
    return words;
}

/* Whether a file of the project itself mentions the macro; system headers often ask about macros
 * without anything coming of it. */
static gboolean own_file_mentions(Evidence *self, const UnitKey *key, guint number)
{
    for (guint i = 0; i < key->closure->len; i++) {
        KnownFile *known = known_file(self, key->proof->build, key->closure->pdata[i]);
        if (known->own && bits_get(file_bits(self, known), number)) {
            return TRUE;
        }
    }
    return FALSE;
}

static GPtrArray *differing_macros(Evidence *self, const UnitKey *a, const UnitKey *b,
                                   gboolean *own)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < self->watched->len; i++) {
        const char *name = lexicon_name(self->lexicon, g_array_index(self->watched, guint32, i));
        if ((bits_get(&a->mentioned, i) || bits_get(&b->mentioned, i)) &&
            g_strcmp0(g_hash_table_lookup(a->proof->frontend->state->bodies, name),
                      g_hash_table_lookup(b->proof->frontend->state->bodies, name)) != 0) {
            g_ptr_array_add(names, (gpointer)name);
            *own = *own || own_file_mentions(self, a, i) || own_file_mentions(self, b, i);
        }
    }
    g_ptr_array_sort(names, texts_compare);
    return names;
}

static GHashTable *paths_of(const UnitKey *key)
{
    GHashTable *paths = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < key->closure->len; i++) {
        g_hash_table_add(paths, key->closure->pdata[i]);
    }
    return paths;
}

static GPtrArray *differing_files(Evidence *self, const UnitKey *a, const UnitKey *b)
{
    GPtrArray *paths = g_ptr_array_new();
    g_autoptr(GHashTable) of_a = paths_of(a);
    g_autoptr(GHashTable) of_b = paths_of(b);
    for (guint i = 0; i < a->closure->len; i++) {
        const char *path = a->closure->pdata[i];
        const KnownFile *left = known_file(self, a->proof->build, path);
        const KnownFile *right = known_file(self, b->proof->build, path);
        if (right->file == NULL || left->file == NULL) {
            g_ptr_array_add(paths, (gpointer)path);
        } else if (!g_str_equal(left->file->digest, right->file->digest)) {
            g_autofree char *from_left = reduced_digest(self, left->file, &a->mentioned);
            g_autofree char *from_right = reduced_digest(self, right->file, &b->mentioned);
            if (!g_str_equal(from_left, from_right)) {
                g_ptr_array_add(paths, (gpointer)path);
            }
        } else if (!g_hash_table_contains(of_b, path)) {
            g_ptr_array_add(paths, (gpointer)path);
        }
    }
    for (guint i = 0; i < b->closure->len; i++) {
        if (!g_hash_table_contains(of_a, b->closure->pdata[i])) {
            g_ptr_array_add(paths, b->closure->pdata[i]);
        }
    }
    return paths;
}

char *evidence_difference(Evidence *self, const UnitKey *a, const UnitKey *b, gboolean *promising)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const Frontend *left = a->proof->frontend;
    const Frontend *right = b->proof->frontend;
    gboolean own = FALSE;
    g_autoptr(GPtrArray) options = differing_words(left->rest, right->rest);
    g_autoptr(GPtrArray) includes = differing_words(left->includes, right->includes);
    g_autoptr(GPtrArray) macros = differing_macros(self, a, b, &own);
    g_autoptr(GPtrArray) files = differing_files(self, a, b);
    add_shown(text, "options", options);
    add_shown(text, "macros", macros);
    add_shown(text, "places of headers", includes);
    add_shown(text, "files", files);
    if (text->len == 0) {
        g_string_append(text, a->doubtful ? "something that nothing pins (__TIMESTAMP__, "
                                            "__has_include of a macro)"
                                          : "the order of options or of headers, or what a header "
                                            "search could meet");
    }
    for (guint i = 0; i < files->len; i++) {
        own = own || below(files->pdata[i], SANDBOX_SOURCE) != NULL ||
              below(files->pdata[i], SANDBOX_BUILD) != NULL;
    }
    *promising = options->len == 0 && !own;
    return g_string_free(g_steal_pointer(&text), FALSE);
}

void evidence_count(const Evidence *self, ProveCounts *counts)
{
    counts->files = g_hash_table_size(self->files);
    counts->macros = self->watched->len;
    counts->pasteable = self->pasteable->len;
}
