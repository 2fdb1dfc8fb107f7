/* Calls of a recorded build as commands that run in the build tree. */
#include "container/build/recorded.h"
#include "core/path.h"
#include <string.h>

/* Words that only a link takes, by what they begin with. */
static const char *const link_beginnings[] = {"-l", "-L", "-Wl,", NULL};
static const char *const link_words[] = {"-shared", "-rdynamic",   "-static", "-pie",
                                         "-no-pie", "-static-pie", "-s",      NULL};

typedef struct {
    const Recorded *recorded;
    const Made *made; /* what the calls make, in the end */
    const MadeBy *by;
    GPtrArray *out; /* char * */
} Rewriting;

static gboolean begins_with_one(const char *word, const char *const *beginnings)
{
    for (; *beginnings != NULL; beginnings++) {
        if (g_str_has_prefix(word, *beginnings)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The file of that word, which has that path where one is given; *made is what it is, NULL: nothing
 * that was made. NULL when the word names none. What is changed by one call after the other has one
 * name. */
static const RecordedFile *file_of_word(const Rewriting *self, guint word, const char *path,
                                        const Made **made)
{
    const GPtrArray *const lists[] = {self->by->call->wrote, self->by->call->read};
    *made = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        for (guint k = 0; k < lists[i]->len; k++) {
            const RecordedFile *file = lists[i]->pdata[k];
            if (file->word == word && (path == NULL || g_str_equal(file->path, path))) {
                const Made *found = g_hash_table_lookup(self->by->files, file);
                *made = found != NULL && made_was(self->made, found) ? self->made : found;
                return file;
            }
        }
    }
    return NULL;
}

/* The library that -lX in that word found. */
static const RecordedFile *library_of_word(const Rewriting *self, guint word, const char *name,
                                           const Made **made)
{
    g_autofree char *base = *name == ':' ? g_strdup(name + 1) : g_strdup_printf("lib%s.", name);
    for (guint k = 0; k < self->by->call->read->len; k++) {
        const RecordedFile *file = self->by->call->read->pdata[k];
        if (file->word == word && file->searched && g_str_has_prefix(path_base(file->path), base)) {
            *made = g_hash_table_lookup(self->by->files, file);
            return file;
        }
    }
    *made = NULL;
    return NULL;
}

/* ---- of objects ------------------------------------------------------------------------------ */

/* Another source, or what only a link takes. */
static gboolean names_another_input(const Rewriting *self, guint word)
{
    const Made *other = g_hash_table_lookup(self->by->objects, GUINT_TO_POINTER(word));
    const Made *made = NULL;
    file_of_word(self, word, NULL, &made);
    return (other != NULL && !made_was(self->made, other)) || (made != NULL && made != self->made);
}

/* How many words from there on only say where the output goes, or are for a link. */
static guint other_words(const Rewriting *self, guint at)
{
    const GPtrArray *words = self->by->call->words;
    const char *word = words->pdata[at];
    gboolean links = !self->by->compiles;
    gboolean takes_next = (g_str_equal(word, "-o") && at + 1 < words->len) ||
                          (links && (g_str_equal(word, "-Xlinker") || g_str_equal(word, "-l") ||
                                     g_str_equal(word, "-L")));
    if (takes_next) {
        return 2;
    }
    gboolean is_output = g_str_has_prefix(word, "-o") && word[2] != '\0';
    return is_output || (links && (begins_with_one(word, link_beginnings) ||
                                   g_strv_contains(link_words, word)))
               ? 1
               : 0;
}

/* Compiles one source where the call may have compiled several, or linked them at once. */
static void add_object_words(const Rewriting *self)
{
    const GPtrArray *words = self->by->call->words;
    gboolean links = !self->by->compiles;
    g_ptr_array_add(self->out, g_strdup(words->pdata[0]));
    for (guint i = 1; i < words->len;) {
        guint others = other_words(self, i);
        if (others == 0 && !names_another_input(self, i)) {
            g_ptr_array_add(self->out, g_strdup(words->pdata[i]));
        }
        i += MAX(others, 1);
    }
    if (links) {
        g_ptr_array_add(self->out, g_strdup("-c"));
    }
    g_ptr_array_add(self->out, g_strdup("-o"));
    g_ptr_array_add(self->out, g_build_filename(self->recorded->build, self->made->name, NULL));
}

/* ---- of all else ----------------------------------------------------------------------------- */

/* A path of the build tree as it is named there; another one as it is. The caller frees it. */
static char *tree_name(const Rewriting *self, const char *path)
{
    const char *build = self->recorded->build;
    return g_str_equal(path, build)    ? g_strdup(".")
           : path_lies_in(path, build) ? g_strdup(path + strlen(build) + 1)
                                       : g_strdup(path);
}

/* A shared library is found as by -l, so that it is needed by its own name, not by a path. */
static void add_made_word(const Rewriting *self, const Made *made, gboolean is_link)
{
    if (made->kind != MADE_LIBRARY || !is_link) {
        g_ptr_array_add(self->out, g_strdup(made->name));
        return;
    }
    g_autofree char *folder = g_path_get_dirname(made->name);
    g_autofree char *base = g_path_get_basename(made->name);
    g_ptr_array_add(self->out, g_strconcat("-L", folder, NULL));
    g_ptr_array_add(self->out, g_strconcat("-l:", base, NULL));
}

/* "-Ldir", "-L dir": relative to the build tree. */
static char *rewritten_folder(const Rewriting *self, const char *folder)
{
    g_autofree char *path = g_canonicalize_filename(folder, self->by->call->directory);
    return tree_name(self, path);
}

/* The same of folders with ':' between. */
static char *rewritten_folders(const Rewriting *self, const char *folders)
{
    g_auto(GStrv) each = g_strsplit(folders, ":", -1);
    for (char **folder = each; *folder != NULL; folder++) {
        char *name = **folder == '\0' ? g_strdup("") : rewritten_folder(self, *folder);
        g_free(*folder);
        *folder = name;
    }
    return g_strjoinv(":", each);
}

/* Folders in which libraries are looked for while linking, in a piece of its own behind that. */
static gboolean takes_folders(const char *option)
{
    static const char *const options[] = {"-L", "-rpath-link", "--rpath-link", NULL};
    return g_strv_contains(options, option);
}

/* A word's last piece, to which the next word may belong; the word before -Xlinker for that. */
static const char *piece_before(const RecordedCall *call, guint word)
{
    while (--word > 0 && g_str_equal(call->words->pdata[word], "-Xlinker")) {
    }
    const char *text = word > 0 ? call->words->pdata[word] : "";
    const char *comma = g_str_has_prefix(text, "-Wl,") ? strrchr(text, ',') : NULL;
    return comma != NULL ? comma + 1 : text;
}

static char *rewritten_library(const Rewriting *self, guint word, const char *piece)
{
    const Made *made = NULL;
    library_of_word(self, word, piece + 2, &made);
    if (made == NULL) {
        return g_strdup(piece);
    }
    g_autofree char *folder = g_path_get_dirname(made->name);
    g_autofree char *base = g_path_get_basename(made->name);
    return made->kind == MADE_LIBRARY ? g_strdup_printf("-L%s,-l:%s", folder, base)
                                      : g_strdup(made->name);
}

/* One piece of an option, with that one before it. The caller frees it. */
static char *rewritten_piece(const Rewriting *self, guint word, const char *piece,
                             const char *before)
{
    gboolean glued = g_str_has_prefix(piece, "-T") && piece[2] != '\0';
    const char *name = glued ? piece + 2 : piece;
    if (g_str_has_prefix(piece, "-L") && piece[2] != '\0') {
        g_autofree char *folder = rewritten_folder(self, piece + 2);
        return g_strconcat("-L", folder, NULL);
    }
    if (g_str_has_prefix(piece, "-l") && piece[2] != '\0') {
        return rewritten_library(self, word, piece);
    }
    if (takes_folders(before)) {
        return rewritten_folders(self, piece);
    }
    g_autofree char *path = g_canonicalize_filename(name, self->by->call->directory);
    const Made *made = NULL;
    const RecordedFile *file = *name == '-' ? NULL : file_of_word(self, word, path, &made);
    if (file == NULL) {
        return g_strdup(piece);
    }
    g_autofree char *there = made != NULL ? g_strdup(made->name) : tree_name(self, path);
    return g_strconcat(glued ? "-T" : "", there, NULL);
}

/* "-Wl,--version-script=api.map": what names a file or folder of the tree, relative to it. */
static char *rewritten_option(const Rewriting *self, guint word)
{
    const char *text = self->by->call->words->pdata[word];
    g_autoptr(GString) result = g_string_new(NULL);
    g_autofree char *before = g_strdup("");
    while (*text != '\0') {
        gsize length = strcspn(text, ",=");
        g_autofree char *piece = g_strndup(text, length);
        g_autofree char *rewritten = rewritten_piece(self, word, piece, before);
        g_string_append(result, rewritten);
        g_free(before);
        before = g_steal_pointer(&piece);
        text += length;
        if (*text != '\0') {
            g_string_append_c(result, *text++);
        }
    }
    return g_string_free(g_steal_pointer(&result), FALSE);
}

/* "-o FILE", "-lX" and whatever else names a file, or none. */
static void add_plain_word(const Rewriting *self, guint word)
{
    const RecordedCall *call = self->by->call;
    const char *text = call->words->pdata[word];
    const char *before = call->words->pdata[word - 1];
    gboolean is_link = self->made->kind == MADE_PROGRAM || self->made->kind == MADE_LIBRARY;
    g_autofree char *path = g_canonicalize_filename(text, call->directory);
    const Made *made = NULL;
    const RecordedFile *file = file_of_word(self, word, NULL, &made);
    gboolean searched = file != NULL && file->searched;
    file = searched ? file : file_of_word(self, word, path, &made);
    if (made == NULL) {
        g_ptr_array_add(self->out, searched       ? g_strdup(text)
                                   : file != NULL ? tree_name(self, path)
                                                  : rewritten_option(self, word));
        return;
    }
    if (searched && g_str_equal(before, "-l")) {
        g_ptr_array_remove_index(self->out, self->out->len - 1);
    }
    add_made_word(self, made, is_link && made != self->made);
}

static void add_step_word(const Rewriting *self, guint word)
{
    const RecordedCall *call = self->by->call;
    const char *text = call->words->pdata[word];
    const Made *object = g_hash_table_lookup(self->by->objects, GUINT_TO_POINTER(word));
    if (object != NULL) {
        g_ptr_array_add(self->out, g_strdup(object->name));
    } else if (word > 1 && text[0] != '-' && takes_folders(piece_before(call, word))) {
        g_ptr_array_add(self->out, rewritten_folders(self, text));
    } else if (g_str_has_prefix(text, "-o") && text[2] != '\0') {
        const Made *made = NULL;
        file_of_word(self, word, NULL, &made);
        g_ptr_array_add(self->out, g_strdup("-o"));
        g_ptr_array_add(self->out, g_strdup(made != NULL ? made->name : text + 2));
    } else if (text[0] != '-' || g_str_has_prefix(text, "-l")) {
        add_plain_word(self, word);
    } else {
        g_ptr_array_add(self->out, rewritten_option(self, word));
    }
}

static void add_step_words(const Rewriting *self)
{
    const RecordedCall *call = self->by->call;
    gboolean compiled = g_hash_table_size(self->by->objects) > 0;
    g_ptr_array_add(self->out, g_strdup(call->words->pdata[0]));
    for (guint i = 1; i < call->words->len; i++) {
        /* Objects are in no language. */
        if (compiled && g_str_has_prefix(call->words->pdata[i], "-x")) {
            i += g_str_equal(call->words->pdata[i], "-x") ? 1 : 0;
            continue;
        }
        add_step_word(self, i);
    }
    /* What is called so where nobody says is not that here. */
    g_autofree char *usual = g_canonicalize_filename("a.out", call->directory);
    const Made *made = NULL;
    if (file_of_word(self, 0, usual, &made) != NULL && made == self->made) {
        g_ptr_array_add(self->out, g_strdup("-o"));
        g_ptr_array_add(self->out, g_strdup(self->made->name));
    }
}

/* The name of what a file's bytes are put under is made of the word that names it, which stays. */
gboolean recorded_stays(const MadeBy *by)
{
    static const char *const options[] = {"-I", "-b", "--format", "--input-target", NULL};
    for (guint i = 1; i < by->call->words->len; i++) {
        const char *word = by->call->words->pdata[i];
        const char *before = by->call->words->pdata[i - 1];
        if (g_str_equal(word, "--input-target=binary") || g_str_equal(word, "--format=binary") ||
            (g_str_equal(word, "binary") && g_strv_contains(options, before))) {
            return g_hash_table_size(by->objects) == 0;
        }
    }
    return FALSE;
}

static void add_words_that_stay(const Rewriting *self)
{
    const GPtrArray *words = self->by->call->words;
    for (guint i = 0; i < words->len; i++) {
        const Made *made = NULL;
        file_of_word(self, i, NULL, &made);
        g_ptr_array_add(self->out, made == NULL || i == 0
                                       ? g_strdup(words->pdata[i])
                                       : g_build_filename(self->recorded->build, made->name, NULL));
    }
}

GPtrArray *recorded_words(const Recorded *self, const Made *made, const MadeBy *by)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    const Rewriting rewriting = {self, made, by, out};
    if (made->kind == MADE_OBJECT) {
        add_object_words(&rewriting);
    } else if (recorded_stays(by)) {
        add_words_that_stay(&rewriting);
    } else {
        add_step_words(&rewriting);
    }
    return out;
}
