#define _GNU_SOURCE
#include "container/deploy/relocate.h"
#include "container/build/workspace.h"
#include "core/text_order.h"
#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_QUARK(xaas - relocation - error, relocation_error)

struct Relocation {
    char *place; /* what stands for the prefix */
    gsize length;
    char *prefix;
    char *padded;   /* of the same length */
    char *as_in_ir; /* the same, as LLVM writes it between quotes */
};

void relocation_free(Relocation *self)
{
    if (self != NULL) {
        g_free(self->place);
        g_free(self->prefix);
        g_free(self->padded);
        g_free(self->as_in_ir);
        g_free(self);
    }
}

const char *relocation_prefix(const Relocation *self)
{
    return self->prefix;
}

char *relocation_key(const Relocation *self)
{
    return g_strdup_printf("%s\n%s", self->place, self->prefix);
}

/* What has to be escaped nowhere, and can be nothing else: an image could say "/" or "e". */
static gboolean can_stand_for_prefix(const char *place)
{
    gsize length = strspn(place, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "/_-");
    return *place == '/' && place[length] == '\0' && length >= RELOCATION_LENGTH_LEAST &&
           place[length - 1] != '/';
}

static char *text_in_ir(const char *text)
{
    GString *escaped = g_string_new(NULL);
    for (const char *c = text; *c != '\0'; c++) {
        if (g_ascii_isprint(*c) && *c != '"' && *c != '\\') {
            g_string_append_c(escaped, *c);
        } else {
            g_string_append_printf(escaped, "\\%02X", (guchar)*c);
        }
    }
    return g_string_free(escaped, FALSE);
}

/* Scripts have the prefix between quotes, or bare, and run paths are told apart by colons. */
#define MEANS_SOMETHING_ELSE "\"\\$`;:\n\r"

static gboolean fits(const char *prefix, gsize length, GError **error)
{
    if (strlen(prefix) > length) {
        g_set_error(error, RELOCATION_ERROR, RELOCATION_ERROR_PREFIX,
                    "%s is %" G_GSIZE_FORMAT
                    " bytes long, and the image has room for %" G_GSIZE_FORMAT
                    ": name a shorter prefix, or build the image for this one",
                    prefix, strlen(prefix), length);
        return FALSE;
    }
    if (strpbrk(prefix, MEANS_SOMETHING_ELSE) != NULL) {
        g_set_error(error, RELOCATION_ERROR, RELOCATION_ERROR_PREFIX,
                    "%s has a character that scripts would not take as a part of a name: name a "
                    "prefix without double quotes, backquotes, backslashes, colons, semicolons, "
                    "dollar signs and line ends",
                    prefix);
        return FALSE;
    }
    return TRUE;
}

gboolean relocation_new(const json_t *recipe, const char *prefix, Relocation **relocation,
                        GError **error)
{
    *relocation = NULL;
    if (!json_is_true(json_object_get(recipe, "relocatable"))) {
        return TRUE;
    }
    const char *place = json_string_value(json_object_get(recipe, "prefix"));
    if (place == NULL || !can_stand_for_prefix(place)) {
        g_set_error(error, RELOCATION_ERROR, RELOCATION_ERROR_MALFORMED,
                    "the image is damaged: %s cannot stand for a prefix",
                    place == NULL ? "nothing" : place);
        return FALSE;
    }
    if (!fits(prefix, strlen(place), error)) {
        return FALSE;
    }
    Relocation *self = g_new0(Relocation, 1);
    gsize length = strlen(place);
    self->place = g_strdup(place);
    self->length = length;
    self->prefix = g_strdup(prefix);
    self->padded = g_strnfill(length, '/');
    memcpy(self->padded, prefix, strlen(prefix));
    self->as_in_ir = text_in_ir(self->padded);
    *relocation = self;
    return TRUE;
}

/* NULL when the path is not in it. */
static GString *replaced(const Relocation *self, const char *bytes, gsize length, const char *by)
{
    const char *end = bytes + length;
    const char *found = memmem(bytes, length, self->place, self->length);
    if (found == NULL) {
        return NULL;
    }
    GString *out = g_string_sized_new(length);
    while (found != NULL) {
        g_string_append_len(out, bytes, found - bytes);
        g_string_append(out, by);
        bytes = found + self->length;
        found = memmem(bytes, (gsize)(end - bytes), self->place, self->length);
    }
    return g_string_append_len(out, bytes, end - bytes);
}

char *relocation_module(const Relocation *self, const char *text)
{
    GString *out = replaced(self, text, strlen(text), self->as_in_ir);
    return out == NULL ? g_strdup(text) : g_string_free(out, FALSE);
}

void relocation_json(const Relocation *self, json_t *document)
{
    gsize index;
    const char *key;
    json_t *element;
    if (json_is_string(document)) {
        GString *out =
            replaced(self, json_string_value(document), json_string_length(document), self->prefix);
        if (out != NULL) {
            json_string_setn_nocheck(document, out->str, out->len);
            g_string_free(out, TRUE);
        }
    }
    json_array_foreach(document, index, element)
    {
        relocation_json(self, element);
    }
    json_object_foreach(document, key, element)
    {
        relocation_json(self, element);
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* How files are visited. */
typedef struct {
    gboolean (*visit)(const char *path, const GStatBuf *status, gpointer data, GError **error);
    void (*unread)(const char *folder, gpointer data); /* NULL: an error */
    gpointer data;
} Walk;

static gboolean each_file(const Walk *walk, const char *folder, guint depth, GError **error)
{
    g_autoptr(GError) failure = NULL;
    g_autoptr(GDir) open = depth > RELOCATION_DEPTH_MAX ? NULL : g_dir_open(folder, 0, &failure);
    if (open == NULL && walk->unread != NULL) {
        walk->unread(folder, walk->data);
        return TRUE;
    }
    if (open == NULL) {
        g_set_error(error, RELOCATION_ERROR, RELOCATION_ERROR_WRITE,
                    "the prefix cannot be put into what %s holds: %s", folder,
                    failure == NULL ? "folders are nested too deeply" : failure->message);
        return FALSE;
    }
    gboolean visited = TRUE;
    for (const char *name; visited && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        GStatBuf status;
        if (g_lstat(path, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            visited = each_file(walk, path, depth + 1, error);
        } else if (S_ISREG(status.st_mode)) {
            visited = walk->visit(path, &status, walk->data, error);
        }
    }
    return visited;
}

static gboolean relocate_file(const char *path, const GStatBuf *status, gpointer data,
                              GError **error)
{
    const Relocation *self = data;
    g_autoptr(GError) failure = NULL;
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, &failure);
    if (file == NULL) {
        g_set_error(error, RELOCATION_ERROR, RELOCATION_ERROR_WRITE,
                    "the prefix cannot be put into %s: %s", path, failure->message);
        return FALSE;
    }
    const char *bytes = g_mapped_file_get_contents(file);
    if (bytes == NULL) {
        return TRUE; /* empty */
    }
    gsize length = g_mapped_file_get_length(file);
    gboolean is_text = memchr(bytes, '\0', length) == NULL;
    g_autoptr(GString) out = replaced(self, bytes, length, is_text ? self->prefix : self->padded);
    if (out == NULL ||
        g_file_set_contents_full(path, out->str, (gssize)out->len, G_FILE_SET_CONTENTS_CONSISTENT,
                                 (int)(status->st_mode & 0777), &failure)) {
        return TRUE;
    }
    g_set_error(error, RELOCATION_ERROR, RELOCATION_ERROR_WRITE,
                "the prefix cannot be written into %s: %s", path, failure->message);
    return FALSE;
}

gboolean relocation_folder(const Relocation *self, const char *folder, GError **error)
{
    const Walk walk = {.visit = relocate_file, .data = (gpointer)self};
    return each_file(&walk, folder, 0, error);
}

void relocation_left_clear(RelocationLeft *self)
{
    g_clear_pointer(&self->files, g_ptr_array_unref);
    g_clear_pointer(&self->unread, g_ptr_array_unref);
}

typedef struct {
    const Relocation *relocation;
    const char *folder;
    RelocationLeft *left;
} Looking;

static void add_unread(const char *path, gpointer data)
{
    const Looking *self = data;
    const char *below = path + strlen(self->folder);
    g_ptr_array_add(self->left->unread, g_strdup(*below == '/' ? below + 1 : "."));
}

/* The beginning of the path is enough: a compiler may have cut a text into pieces, so that it could
 * not be replaced. */
static gboolean look_into_file(const char *path, const GStatBuf *status, gpointer data,
                               GError **error)
{
    (void)status;
    (void)error;
    const Looking *self = data;
    const Relocation *relocation = self->relocation;
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);
    const char *bytes = file == NULL ? NULL : g_mapped_file_get_contents(file);
    if (file == NULL) {
        add_unread(path, data);
    } else if (bytes != NULL && memmem(bytes, g_mapped_file_get_length(file), relocation->place,
                                       RELOCATION_LENGTH_LEAST) != NULL) {
        g_ptr_array_add(self->left->files, g_strdup(path + strlen(self->folder) + 1));
    }
    return TRUE;
}

void relocation_left(const Relocation *self, const char *folder, RelocationLeft *left)
{
    *left = (RelocationLeft){g_ptr_array_new_with_free_func(g_free),
                             g_ptr_array_new_with_free_func(g_free)};
    Looking looking = {self, folder, left};
    const Walk walk = {.visit = look_into_file, .unread = add_unread, .data = &looking};
    each_file(&walk, folder, 0, NULL);
    g_ptr_array_sort(left->files, text_order);
    g_ptr_array_sort(left->unread, text_order);
}
