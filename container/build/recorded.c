#include "container/build/recorded.h"
#include "container/record/file_id.h"
#include "core/path.h"
#include <string.h>

G_DEFINE_QUARK(xaas - recorded - error, recorded_error)

/* What is made by compilers and linkers, by its name. */
#define MACHINE_CODE "\\.(?:o|obj|lo|a|so(?:\\.[0-9]+)*)$"

/* What of a key's digest names a folder. */
#define KEY_LENGTH 16

/* How much of a command is said. */
#define MAKER_LENGTH 200u

typedef struct {
    Recorded *recorded;
    const Compilers *compilers;
    const char *source; /* the project's folder on the host */
    GRegex *machine_code;
    GError **error;
} Following;

/* ---- what was called ------------------------------------------------------------------------- */

/* Whether a compiler was only asked something, or wrote text. */
static gboolean makes_text(const RecordedCall *call)
{
    static const char *const words[] = {"-E", "-S", "-M", "-MM", "-fsyntax-only"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (recorded_has_word(call, words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether "-x LANGUAGE" before a word says what it is in, whatever its name says. */
static gboolean has_language(const Following *self, const RecordedCall *call, guint word)
{
    const char *option = compilers_driver(self->compilers)->language;
    const char *language = "none";
    for (guint i = 1; i < word; i++) {
        const char *text = call->words->pdata[i];
        if (g_str_equal(text, option)) {
            language = call->words->pdata[++i];
        } else if (g_str_has_prefix(text, option)) {
            language = text + strlen(option);
        }
    }
    return !g_str_equal(language, "none");
}

/* Whether a word names a source that the compiler takes in. */
static gboolean is_source(const Following *self, const RecordedCall *call, const RecordedFile *file)
{
    const char *word = call->words->pdata[file->word];
    const char *before = file->word > 0 ? call->words->pdata[file->word - 1] : "";
    const char *language = NULL;
    g_autofree char *path = g_canonicalize_filename(word, call->directory);
    gboolean is_value = words_contain(&compilers_driver(self->compilers)->with_value, before) ||
                        words_contain(&compilers_driver(self->compilers)->drop_with_value, before);
    return !file->searched && word[0] != '-' && file->word > 0 && !is_value &&
           g_str_equal(path, file->path) &&
           (compilers_language(self->compilers, word, &language) != UNIT_OTHER ||
            language != NULL || has_language(self, call, file->word));
}

static const RecordedFile *file_at(const GPtrArray *files, const char *path)
{
    for (guint i = 0; i < files->len; i++) {
        const RecordedFile *file = files->pdata[i];
        if (g_str_equal(file->path, path) || g_str_equal(file->real, path)) {
            return file;
        }
    }
    return NULL;
}

/* What stands behind "-o"; NULL: nothing. */
static const char *output_word(const RecordedCall *call)
{
    const char *output = NULL;
    for (guint i = 1; i < call->words->len; i++) {
        const char *word = call->words->pdata[i];
        if ((g_str_equal(word, "-o") || g_str_equal(word, "--output")) &&
            i + 1 < call->words->len) {
            output = call->words->pdata[++i];
        } else if (g_str_has_prefix(word, "--output=")) {
            output = word + strlen("--output=");
        } else if (g_str_has_prefix(word, "-o") && word[2] != '\0') {
            output = word + 2;
        }
    }
    return output;
}

/* The file that a compiler writes for a source, or a link; the caller frees it. */
static char *output_path(const RecordedCall *call, const char *source)
{
    const char *word = output_word(call);
    if (word != NULL) {
        return g_canonicalize_filename(word, call->directory);
    }
    if (source == NULL) {
        return g_canonicalize_filename("a.out", call->directory);
    }
    g_autofree char *base = g_path_get_basename(source);
    char *dot = strrchr(base, '.');
    if (dot != NULL) {
        *dot = '\0';
    }
    g_autofree char *name = g_strconcat(base, ".o", NULL);
    return g_canonicalize_filename(name, call->directory);
}

/* ---- what was made --------------------------------------------------------------------------- */

gboolean made_was(const Made *self, const Made *other)
{
    for (; self != NULL; self = self->before) {
        if (self == other || (self->like != NULL && self->like == other)) {
            return TRUE;
        }
    }
    return FALSE;
}

static Made *made_of(const Following *self, const RecordedFile *file)
{
    Made *made = g_hash_table_lookup(self->recorded->by_id, file->id);
    if (made == NULL && file->digest != NULL) {
        made = g_hash_table_lookup(self->recorded->by_digest, file->digest);
    }
    return made;
}

/* The file as it is now is what was made. Of several with the same bytes one stands for copies, the
 * same one in whatever order they were made. */
static void learn(const Following *self, Made *made, const RecordedFile *file)
{
    g_hash_table_replace(self->recorded->by_id, (gpointer)file->id, made);
    const Made *other =
        file->digest == NULL ? NULL : g_hash_table_lookup(self->recorded->by_digest, file->digest);
    if (file->digest != NULL && (other == NULL || strcmp(made->rank, other->rank) <= 0)) {
        g_hash_table_replace(self->recorded->by_digest, (gpointer)file->digest, made);
    }
}

/* What was called where, for which source (NULL: none), and for which time: the same in each build.
 */
static const char *key_of(const Following *self, const RecordedCall *call, const char *source)
{
    Recorded *recorded = self->recorded;
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, (const guchar *)call->directory,
                      (gssize)strlen(call->directory) + 1);
    for (guint i = 0; i < call->words->len; i++) {
        const char *word = call->words->pdata[i];
        g_checksum_update(checksum, (const guchar *)word, (gssize)strlen(word) + 1);
    }
    g_checksum_update(checksum, (const guchar *)(source != NULL ? source : ""), -1);
    const char *key =
        arena_printf(recorded->arena, "%.*s", KEY_LENGTH, g_checksum_get_string(checksum));
    guint before = GPOINTER_TO_UINT(g_hash_table_lookup(recorded->keys, key));
    g_hash_table_replace(recorded->keys, (gpointer)key, GUINT_TO_POINTER(before + 1));
    return before == 0 ? key : arena_printf(recorded->arena, "%s-%u", key, before);
}

/* `file` NULL: it was not left. */
static Made *add_made(const Following *self, MadeKind kind, const char *key,
                      const RecordedFile *file)
{
    Recorded *recorded = self->recorded;
    Made *made = arena_new0(recorded->arena, Made);
    made->kind = kind;
    made->key = made->rank = key;
    made->calls = arena_array(recorded->arena);
    g_ptr_array_add(recorded->made, made);
    if (file != NULL) {
        made->path = file->path;
        learn(self, made, file);
    }
    return made;
}

/* What a call has made of something. Lists are shared, so that an archive of a thousand calls does
 * not have a thousand of them; only what was made of a copy gets one of its own. */
static Made *add_changed(const Following *self, const Made *before, const char *key,
                         const RecordedFile *file, const RecordedFile *was)
{
    Made *made = add_made(self, before->kind, key, NULL);
    gboolean same = file->digest != NULL && g_strcmp0(file->digest, was->digest) == 0;
    made->path = file->path;
    made->before = before;
    made->rank = same ? before->rank : key;
    made->count = before->count;
    if (before->calls->len == before->count) {
        made->calls = before->calls;
    } else {
        for (guint i = 0; i < before->count; i++) {
            g_ptr_array_add(made->calls, before->calls->pdata[i]);
        }
    }
    learn(self, made, file);
    return made;
}

/* The same under another name, which an archive keeps. */
static Made *add_alike(const Following *self, const Made *made, const RecordedFile *file)
{
    const Made *first = made->like != NULL ? made->like : made;
    Made *alike = add_made(self, made->kind, made->key, NULL);
    alike->path = file->path;
    alike->source = made->source;
    alike->digest = made->digest;
    alike->before = made->before;
    alike->like = first;
    alike->calls = made->calls;
    alike->count = made->count;
    g_hash_table_replace(self->recorded->by_id, (gpointer)file->id, alike);
    return alike;
}

static MadeBy *add_call(const Following *self, Made *made, const RecordedCall *call,
                        GHashTable *files, GHashTable *objects)
{
    MadeBy *by = arena_new0(self->recorded->arena, MadeBy);
    by->call = call;
    by->files = g_hash_table_ref(files);
    by->objects = g_hash_table_ref(objects);
    g_ptr_array_add(made->calls, by);
    g_ptr_array_add(self->recorded->by, by);
    made->count++;
    return by;
}

/* Whether the project brings the file along: it lies in its folder as it lies in the tree. */
static gboolean is_brought(const Following *self, const RecordedFile *file)
{
    g_autofree char *tree = g_build_filename(self->recorded->build, RECORDED_TREE, NULL);
    if (!path_lies_in(file->path, tree)) {
        return FALSE;
    }
    g_autofree char *there = g_build_filename(self->source, file->path + strlen(tree), NULL);
    g_autofree char *digest = file_digest(there);
    return digest != NULL && g_strcmp0(digest, file->digest) == 0;
}

static gboolean refuse_unknown(const Following *self, const RecordedCall *call,
                               const RecordedFile *file)
{
    const char *program = call->words->pdata[0];
    g_autofree char *maker = recorded_maker(self->recorded, file->digest);
    if (maker != NULL) {
        g_set_error(self->error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                    "%s, which %s takes, was made by `%s`, of which nobody knows what it was made "
                    "of (a source that is read from standard input is written nowhere); have the "
                    "build write the source to a file and compile that",
                    file->path, program, maker);
        return FALSE;
    }
    if (!file->is_code && file->digest != NULL) {
        g_set_error(self->error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                    "%s, which %s takes, is called like a library and is none, but maybe a script "
                    "that names some; have the build name these",
                    file->path, program);
        return FALSE;
    }
    g_set_error(
        self->error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
        "%s, which %s takes, was made by a program that was not recorded: one that has a name that "
        "compilers.yaml does not know, lies in the project's own tree, is called by its full path "
        "where that cannot be seen, or reads from standard input what it is to do (ar -M); have the "
        "build call it by its name (CC=, AR=, ...), with all that it is to do in its words",
        file->path, program);
    return FALSE;
}

static gboolean has_base(const char *path, const char *base)
{
    return path != NULL && g_str_equal(path_base(path), base);
}

/* What is alike under that name already, or is from now on. */
static Made *alike_of(const Following *self, const Made *made, const RecordedFile *file)
{
    const Made *first = made->like != NULL ? made->like : made;
    const GPtrArray *all = self->recorded->made;
    for (guint i = 0; i < all->len; i++) {
        Made *other = all->pdata[i];
        if (other->like == first && has_base(other->path, path_base(file->path))) {
            return other;
        }
    }
    return add_alike(self, made, file);
}

/* A file that a call takes. One that was moved is where it is now; but an archive calls its members
 * as they were called when it took them, and so these keep that name, or are two. */
static Made *taken(const Following *self, Made *made, const RecordedFile *file, gboolean archives)
{
    gboolean moved = g_hash_table_lookup(self->recorded->by_id, file->id) == made;
    gboolean renamed = !has_base(made->path, path_base(file->path));
    if (archives && renamed && made->archived) {
        made = alike_of(self, made, file);
    } else if (archives && renamed) {
        made->path = file->path;
    } else if (moved && !(renamed && made->archived)) {
        made->path = file->real;
    }
    made->archived = made->archived || archives;
    return made;
}

/* What a call reads, told by what was made. FALSE and an error when nobody knows where something
 * comes from. */
static gboolean follow_reads(const Following *self, const RecordedCall *call, gboolean is_compiler,
                             GHashTable *files)
{
    gboolean writes_anew = is_compiler || output_word(call) != NULL;
    for (guint i = 0; i < call->read->len; i++) {
        RecordedFile *file = call->read->pdata[i];
        gboolean written = file_at(call->wrote, file->path) != NULL;
        if (file->word == 0 || (writes_anew && written)) {
            continue; /* whatever was there */
        }
        Made *made = made_of(self, file);
        if (made != NULL) {
            g_hash_table_insert(files, file, taken(self, made, file, !writes_anew && !written));
        } else if (!written && file->digest != NULL &&
                   (file->is_code || g_regex_match(self->machine_code, file->path, 0, NULL)) &&
                   !is_brought(self, file)) {
            return refuse_unknown(self, call, file);
        }
    }
    return TRUE;
}

/* What an assembler calls its output where nobody says is not what a compiler calls it. */
static const RecordedFile *object_of(const RecordedCall *call, const char *source)
{
    g_autofree char *path = output_path(call, source);
    g_autofree char *usual = output_path(call, NULL);
    const RecordedFile *file = file_at(call->wrote, path);
    return file != NULL ? file : file_at(call->wrote, usual);
}

/* Of each source one object, which `objects` receives by their words. With `links` the call takes
 * them at once, and leaves none. */
static void follow_sources(const Following *self, const RecordedCall *call, gboolean links,
                           GHashTable *files, GHashTable *objects)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < call->read->len; i++) {
        const RecordedFile *source = call->read->pdata[i];
        const RecordedFile *file = links ? NULL : object_of(call, source->path);
        /* An assembler makes one object of all. */
        if (!is_source(self, call, source) || (file == NULL && !links) ||
            (file != NULL && !g_hash_table_add(seen, (gpointer)file))) {
            continue;
        }
        Made *made = add_made(self, MADE_OBJECT, key_of(self, call, source->path), file);
        g_hash_table_insert(objects, GUINT_TO_POINTER(source->word), made);
        made->source = source->path;
        made->digest = file != NULL ? file->digest : NULL;
        add_call(self, made, call, files, objects)->compiles = !links;
    }
}

/* The kind of what a call to a linker, or to a compiler that links, makes. */
static MadeKind link_kind(const RecordedCall *call)
{
    static const char *const shared[] = {"-shared",     "--shared", "-Bshareable",
                                         "-dynamiclib", "-bundle",  "-qmkshrobj"};
    static const char *const objects[] = {"-r", "-i", "--relocatable", "-Ur"};
    for (guint i = 1; i < call->words->len; i++) {
        const char *word = call->words->pdata[i];
        word = g_str_has_prefix(word, "-Wl,") ? word + strlen("-Wl,") : word;
        for (gsize k = 0; k < G_N_ELEMENTS(shared); k++) {
            if (g_str_equal(word, shared[k])) {
                return MADE_LIBRARY;
            }
        }
        for (gsize k = 0; k < G_N_ELEMENTS(objects); k++) {
            if (g_str_equal(word, objects[k])) {
                return MADE_ARCHIVE;
            }
        }
    }
    return MADE_PROGRAM;
}

static void follow_link(const Following *self, const RecordedCall *call, GHashTable *files,
                        GHashTable *objects)
{
    g_autofree char *path = output_path(call, NULL);
    const RecordedFile *file = file_at(call->wrote, path);
    if (file == NULL) {
        return;
    }
    follow_sources(self, call, TRUE, files, objects);
    Made *made = add_made(self, link_kind(call), key_of(self, call, NULL), file);
    g_hash_table_insert(files, (gpointer)file, made);
    add_call(self, made, call, files, objects);
}

/* What a word has named there before the call; NULL: nothing. */
static const RecordedFile *named_before(const RecordedCall *call, const char *path)
{
    for (guint i = 0; i < call->read->len; i++) {
        const RecordedFile *file = call->read->pdata[i];
        if (file->word > 0 && g_str_equal(file->path, path)) {
            return file;
        }
    }
    return NULL;
}

/* Of calls side by side that write to one file nobody knows which has seen what the other did. */
static void find_at_once(Recorded *self, const GPtrArray *calls)
{
    g_autoptr(GHashTable) last = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < calls->len; i++) {
        const RecordedCall *call = calls->pdata[i];
        for (guint k = 0; k < call->wrote->len; k++) {
            const RecordedFile *file = call->wrote->pdata[k];
            const RecordedCall *other = g_hash_table_lookup(last, file->path);
            if (other != NULL && other != call && call->began < other->ended) {
                g_hash_table_add(self->at_once, (gpointer)file->path);
            }
            if (other == NULL || other->ended < call->ended) {
                g_hash_table_replace(last, (gpointer)file->path, (gpointer)call);
            }
        }
    }
}

static gboolean is_alone(const Following *self, const RecordedCall *call, const RecordedFile *file)
{
    if (g_hash_table_contains(self->recorded->at_once, file->path)) {
        g_set_error(self->error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                    "%s was changed by two calls of %s at once, as the makefiles do not say that "
                    "one waits for the other; build with --jobs 1",
                    file->path, (const char *)call->words->pdata[0]);
        return FALSE;
    }
    return TRUE;
}

/* An archiver, or what works on its result or on an object: what was there before goes on. */
static gboolean follow_other(const Following *self, const RecordedCall *call, GHashTable *files,
                             GHashTable *objects)
{
    for (guint i = 0; i < call->wrote->len; i++) {
        const RecordedFile *file = call->wrote->pdata[i];
        const RecordedFile *before = named_before(call, file->path);
        Made *made = before == NULL ? NULL : g_hash_table_lookup(files, before);
        if (g_hash_table_contains(self->recorded->by_id, file->id)) {
            continue; /* another word names it, too */
        }
        if (!is_alone(self, call, file)) {
            return FALSE;
        }
        if (before != NULL && made == NULL) {
            return refuse_unknown(self, call, before);
        }
        if (made != NULL && made->kind == MADE_OBJECT) {
            g_set_error(self->error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                        "%s changes the object %s after it was compiled, which a deployment cannot "
                        "repeat",
                        (const char *)call->words->pdata[0], file->path);
            return FALSE;
        }
        const char *key = key_of(self, call, NULL);
        made = made == NULL ? add_made(self, MADE_ARCHIVE, key, file)
                            : add_changed(self, made, key, file, before);
        g_hash_table_insert(files, (gpointer)file, made);
        add_call(self, made, call, files, objects);
    }
    return TRUE;
}

/* What holds code now and nobody knows what of. */
static void note_unknown(const Following *self, const RecordedCall *call)
{
    for (guint i = 0; i < call->wrote->len; i++) {
        const RecordedFile *file = call->wrote->pdata[i];
        if (file->is_code && file->digest != NULL && made_of(self, file) == NULL) {
            g_hash_table_replace(self->recorded->unknown, (gpointer)file->digest, (gpointer)call);
        }
    }
}

static gboolean follow(const Following *self, const RecordedCall *call)
{
    UnitKind kind = UNIT_OTHER;
    const char *const *ask = NULL;
    g_autoptr(GHashTable) files = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) objects = g_hash_table_new(NULL, NULL);
    gboolean is_compiler = compilers_program(self->compilers, call->words->pdata[0], &kind, &ask);
    if (call->wrote->len == 0 || (is_compiler && makes_text(call))) {
        return TRUE;
    }
    if (!follow_reads(self, call, is_compiler, files)) {
        return FALSE;
    }
    gboolean compiles = recorded_has_word(call, "-c") || kind == UNIT_ASSEMBLER;
    if (is_compiler && recorded_has_word(call, "-")) {
        note_unknown(self, call); /* a source that is read from standard input */
    } else if (is_compiler && compiles) {
        follow_sources(self, call, FALSE, files, objects);
    } else if (is_compiler || output_word(call) != NULL) {
        follow_link(self, call, files, objects);
    } else if (!follow_other(self, call, files, objects)) {
        return FALSE;
    }
    note_unknown(self, call);
    return TRUE;
}

/* ---------------------------------------------------------------------------------------------- */

char *recorded_maker(const Recorded *self, const char *digest)
{
    const RecordedCall *call = digest == NULL ? NULL : g_hash_table_lookup(self->unknown, digest);
    g_autoptr(GString) text = call == NULL ? NULL : g_string_new(call->words->pdata[0]);
    for (guint i = 1; call != NULL && i < call->words->len && text->len < MAKER_LENGTH; i++) {
        g_string_append_printf(text, " %s", (const char *)call->words->pdata[i]);
    }
    return text == NULL ? NULL : g_string_free(g_steal_pointer(&text), FALSE);
}

Recorded *recorded_new(Arena *arena, const Compilers *compilers, const char *build,
                       const char *source, const GPtrArray *calls, GError **error)
{
    g_autoptr(Recorded) self = g_new0(Recorded, 1);
    self->arena = arena;
    self->build = arena_strdup(arena, build);
    self->made = arena_array(arena);
    self->by_id = g_hash_table_new(g_str_hash, g_str_equal);
    self->by_digest = g_hash_table_new(g_str_hash, g_str_equal);
    self->at_once = g_hash_table_new(g_str_hash, g_str_equal);
    self->unknown = g_hash_table_new(g_str_hash, g_str_equal);
    self->by = arena_array(arena);
    self->keys = g_hash_table_new(g_str_hash, g_str_equal);
    self->installed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->links = g_ptr_array_new_with_free_func(g_free);
    self->folders = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GRegex) machine_code = g_regex_new(MACHINE_CODE, G_REGEX_OPTIMIZE, 0, NULL);
    const Following following = {self, compilers, source, machine_code, error};
    find_at_once(self, calls);
    for (guint i = 0; i < calls->len; i++) {
        if (!follow(&following, calls->pdata[i])) {
            return NULL;
        }
    }
    return g_steal_pointer(&self);
}

void recorded_free(Recorded *self)
{
    if (self == NULL) {
        return;
    }
    for (guint i = 0; i < self->by->len; i++) {
        MadeBy *by = self->by->pdata[i];
        g_hash_table_unref(by->files);
        g_hash_table_unref(by->objects);
    }
    g_hash_table_unref(self->by_id);
    g_hash_table_unref(self->by_digest);
    g_hash_table_unref(self->at_once);
    g_hash_table_unref(self->unknown);
    g_hash_table_unref(self->keys);
    g_hash_table_unref(self->installed);
    g_ptr_array_unref(self->links);
    g_ptr_array_unref(self->folders);
    g_free(self);
}
