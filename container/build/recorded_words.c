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
 * that was made. NULL when the word names none. */
static const RecordedFile *file_of_word(const MadeBy *by, guint word, const char *path, Made **made)
{
    const GPtrArray *const lists[] = {by->call->wrote, by->call->read};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        for (guint k = 0; k < lists[i]->len; k++) {
            const RecordedFile *file = lists[i]->pdata[k];
            if (file->word == word && (path == NULL || g_str_equal(file->path, path))) {
                *made = g_hash_table_lookup(by->files, file);
                return file;
            }
        }
    }
    *made = NULL;
    return NULL;
}

/* ---- of objects ------------------------------------------------------------------------------ */

/* Another source, or what only a link takes. */
static gboolean names_another_input(const MadeBy *by, guint word, const Made *self)
{
    const Made *other = g_hash_table_lookup(by->objects, GUINT_TO_POINTER(word));
    Made *made = NULL;
    file_of_word(by, word, NULL, &made);
    return (other != NULL && other != self) || made != NULL;
}

/* Compiles one source where the call may have compiled several, or linked them at once. */
static void add_object_words(const Rewriting *self, const Made *made)
{
    const RecordedCall *call = self->by->call;
    gboolean has_c = recorded_has_word(call, "-c");
    for (guint i = 0; i < call->words->len; i++) {
        const char *word = call->words->pdata[i];
        if (i > 0 && g_str_equal(word, "-o") && i + 1 < call->words->len) {
            i++;
        } else if (i > 0 && g_str_has_prefix(word, "-o") && word[2] != '\0') {
            continue;
        } else if (i > 0 && !has_c &&
                   (begins_with_one(word, link_beginnings) || g_strv_contains(link_words, word))) {
            i += (g_str_equal(word, "-l") || g_str_equal(word, "-L")) ? 1 : 0;
        } else if (i == 0 || !names_another_input(self->by, i, made)) {
            g_ptr_array_add(self->out, g_strdup(word));
        }
    }
    if (!has_c) {
        g_ptr_array_add(self->out, g_strdup("-c"));
    }
    g_ptr_array_add(self->out, g_strdup("-o"));
    g_ptr_array_add(self->out, g_build_filename(self->recorded->build, made->name, NULL));
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

/* "-Wl,--version-script=api.map": what names a file or folder of the tree, relative to it. */
static char *rewritten_option(const Rewriting *self, guint word)
{
    const RecordedCall *call = self->by->call;
    const char *text = call->words->pdata[word];
    g_autoptr(GString) result = g_string_new(NULL);
    while (*text != '\0') {
        gsize length = strcspn(text, ",=");
        g_autofree char *piece = g_strndup(text, length);
        g_autofree char *path = g_canonicalize_filename(piece, call->directory);
        Made *made = NULL;
        const RecordedFile *file = *piece == '-' ? NULL : file_of_word(self->by, word, path, &made);
        g_autofree char *name = file == NULL ? NULL : tree_name(self, path);
        g_string_append(result, made != NULL ? made->name : name != NULL ? name : piece);
        text += length;
        if (*text != '\0') {
            g_string_append_c(result, *text++);
        }
    }
    return g_string_free(g_steal_pointer(&result), FALSE);
}

/* "-Ldir", "-L dir": relative to the build tree. */
static char *rewritten_folder(const Rewriting *self, const char *folder)
{
    g_autofree char *path = g_canonicalize_filename(folder, self->by->call->directory);
    return tree_name(self, path);
}

/* "-o FILE", "-lX" and whatever else names a file, or none. */
static void add_plain_word(const Rewriting *self, guint word, const Made *output)
{
    const RecordedCall *call = self->by->call;
    const char *text = call->words->pdata[word];
    const char *before = call->words->pdata[word - 1];
    gboolean is_link = output->kind == MADE_PROGRAM || output->kind == MADE_LIBRARY;
    g_autofree char *path = g_canonicalize_filename(text, call->directory);
    Made *made = NULL;
    const RecordedFile *file = file_of_word(self->by, word, NULL, &made);
    gboolean searched = file != NULL && file->searched;
    file = searched ? file : file_of_word(self->by, word, path, &made);
    if (made == NULL) {
        g_ptr_array_add(self->out,
                        file != NULL && !searched ? tree_name(self, path) : g_strdup(text));
        return;
    }
    if (searched && g_str_equal(before, "-l")) {
        g_ptr_array_remove_index(self->out, self->out->len - 1);
    }
    add_made_word(self, made, is_link && made != output);
}

static void add_step_word(const Rewriting *self, guint word, const Made *output)
{
    const RecordedCall *call = self->by->call;
    const char *text = call->words->pdata[word];
    const Made *object = g_hash_table_lookup(self->by->objects, GUINT_TO_POINTER(word));
    if (object != NULL) {
        g_ptr_array_add(self->out, g_strdup(object->name));
    } else if (word > 1 && g_str_equal(call->words->pdata[word - 1], "-L")) {
        g_ptr_array_add(self->out, rewritten_folder(self, text));
    } else if (g_str_has_prefix(text, "-L") && text[2] != '\0') {
        g_autofree char *folder = rewritten_folder(self, text + 2);
        g_ptr_array_add(self->out, g_strconcat("-L", folder, NULL));
    } else if (g_str_has_prefix(text, "-o") && text[2] != '\0') {
        Made *made = NULL;
        file_of_word(self->by, word, NULL, &made);
        g_ptr_array_add(self->out, g_strdup("-o"));
        g_ptr_array_add(self->out, g_strdup(made != NULL ? made->name : text + 2));
    } else if (text[0] != '-' || g_str_has_prefix(text, "-l")) {
        add_plain_word(self, word, output);
    } else {
        g_ptr_array_add(self->out, rewritten_option(self, word));
    }
}

static void add_step_words(const Rewriting *self, const Made *output)
{
    const RecordedCall *call = self->by->call;
    g_ptr_array_add(self->out, g_strdup(call->words->pdata[0]));
    for (guint i = 1; i < call->words->len; i++) {
        add_step_word(self, i, output);
    }
    /* What is called so where nobody says is not that here. */
    g_autofree char *usual = g_canonicalize_filename("a.out", call->directory);
    Made *made = NULL;
    if (file_of_word(self->by, 0, usual, &made) != NULL && made == output) {
        g_ptr_array_add(self->out, g_strdup("-o"));
        g_ptr_array_add(self->out, g_strdup(output->name));
    }
}

GPtrArray *recorded_words(const Recorded *self, const Made *made, const MadeBy *by)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    const Rewriting rewriting = {self, by, out};
    if (made->kind == MADE_OBJECT && by == made->calls->pdata[0]) {
        add_object_words(&rewriting, made);
    } else {
        add_step_words(&rewriting, made);
    }
    return out;
}
