/* Which options of stubs the project names itself. A framework's makefile offers much of which a
 * project that includes it never speaks: whether that works there, nobody says. */
#include "discover/builders.h"
#include "discover/documented.h"
#include "discover/make/stub.h"
#include <string.h>

/* A longer word is no name of an option. */
#define NAME_BYTES_MAX 128u

static const char name_marks[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";

/* Whether a folder above the file is hidden: what a server does with each change is not what people
 * are told. */
static gboolean is_hidden(const char *path)
{
    return *path == '.' || strstr(path, "/.") != NULL;
}

/* Makefiles by any name, documents and scripts: no sources, and nothing of other build tools, whose
 * options may be called alike. */
static gboolean may_name(const Tree *tree, const TreeFile *file)
{
    return (file->kind == TREE_OTHER || file->kind == TREE_MAKE) && !file->linked &&
           !is_hidden(file->path) && !documented_tells_history(file->path) &&
           tree_file_size(tree, file) <= DOCUMENTED_FILE_BYTES_MAX &&
           !builders_lies_in_copy(tree, file->path);
}

/* Takes the options that the text names out of those that are looked for. */
static void find_named(const char *text, GHashTable *wanted)
{
    char name[NAME_BYTES_MAX];
    for (const char *word = strpbrk(text, name_marks); word != NULL;) {
        gsize length = strspn(word, name_marks);
        if (length < sizeof name) {
            memcpy(name, word, length);
            name[length] = '\0';
            g_hash_table_remove(wanted, name);
        }
        word = strpbrk(word + length, name_marks);
    }
}

void make_find_unnamed(MakeReading *self, GHashTable *wanted)
{
    const GPtrArray *files = tree_files(self->tree);
    g_autoptr(GByteArray) buffer = g_byte_array_new();
    gsize left = DOCUMENTED_BYTES_MAX;
    for (guint i = 0; i < files->len && g_hash_table_size(wanted) > 0; i++) {
        const TreeFile *file = files->pdata[i];
        if (!may_name(self->tree, file) || !tree_read_into(self->tree, file, buffer, NULL)) {
            continue;
        }
        /* Of what was not looked at nothing is said: the rest counts as named. */
        if (buffer->len > left) {
            facts_add_ledger(self->facts, (Span){.path = arena_intern(self->arena, file->path)},
                             "limit: documents", NULL);
            g_hash_table_remove_all(wanted);
            return;
        }
        left -= buffer->len;
        find_named((const char *)buffer->data, wanted);
    }
}
