#include "container/build/recorded_parts.h"
#include "container/record/file_id.h"
#include "core/path.h"
#include <string.h>

G_DEFINE_QUARK(xaas - recorded - error, recorded_error)

/* What is made by compilers and linkers, by its name. */
#define MACHINE_CODE "\\.(?:o|obj|lo|a|so(?:\\.[0-9]+)*)$"

/* How much of a command is said. */
#define MAKER_LENGTH 200u

typedef struct {
    Recorded *recorded;
    const Compilers *compilers;
    const char *source; /* the project's folder on the host */
    GRegex *machine_code;
    GError **error;
} Following;

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
    return recorded_add_alike(self->recorded, made, file);
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
    gboolean writes_anew = is_compiler || recorded_output_word(call) != NULL;
    for (guint i = 0; i < call->read->len; i++) {
        RecordedFile *file = call->read->pdata[i];
        gboolean written = recorded_file_at(call->wrote, file->path) != NULL;
        if (file->word == 0 || (writes_anew && written)) {
            continue; /* whatever was there */
        }
        Made *made = recorded_made_of(self->recorded, file);
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
    g_autofree char *path = recorded_output_path(call, source);
    g_autofree char *usual = recorded_output_path(call, NULL);
    const RecordedFile *file = recorded_file_at(call->wrote, path);
    return file != NULL ? file : recorded_file_at(call->wrote, usual);
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
        if (!recorded_is_source(self->compilers, call, source) || (file == NULL && !links) ||
            (file != NULL && !g_hash_table_add(seen, (gpointer)file))) {
            continue;
        }
        Made *made = recorded_add(self->recorded, MADE_OBJECT,
                                  recorded_key_of(self->recorded, call, source->path), file);
        g_hash_table_insert(objects, GUINT_TO_POINTER(source->word), made);
        made->source = source->path;
        made->digest = file != NULL ? file->digest : NULL;
        recorded_add_call(self->recorded, made, call, files, objects)->compiles = !links;
    }
}

static void follow_link(const Following *self, const RecordedCall *call, GHashTable *files,
                        GHashTable *objects)
{
    g_autofree char *path = recorded_output_path(call, NULL);
    const RecordedFile *file = recorded_file_at(call->wrote, path);
    if (file == NULL) {
        return;
    }
    follow_sources(self, call, TRUE, files, objects);
    Made *made = recorded_add(self->recorded, recorded_link_kind(call),
                              recorded_key_of(self->recorded, call, NULL), file);
    g_hash_table_insert(files, (gpointer)file, made);
    recorded_add_call(self->recorded, made, call, files, objects);
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
        const RecordedFile *before = recorded_named_before(call, file->path);
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
        const char *key = recorded_key_of(self->recorded, call, NULL);
        made = made == NULL ? recorded_add(self->recorded, MADE_ARCHIVE, key, file)
                            : recorded_add_changed(self->recorded, made, key, file, before);
        g_hash_table_insert(files, (gpointer)file, made);
        recorded_add_call(self->recorded, made, call, files, objects);
    }
    return TRUE;
}

/* What holds code now and nobody knows what of. */
static void note_unknown(const Following *self, const RecordedCall *call)
{
    for (guint i = 0; i < call->wrote->len; i++) {
        const RecordedFile *file = call->wrote->pdata[i];
        if (file->is_code && file->digest != NULL &&
            recorded_made_of(self->recorded, file) == NULL) {
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
    if (call->wrote->len == 0 || (is_compiler && recorded_makes_text(call))) {
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
    } else if (is_compiler || recorded_output_word(call) != NULL) {
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
