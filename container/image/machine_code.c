#include "container/image/machine_code.h"
#include "core/json.h"
#include "core/terminal.h"
#include <ar.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>

/* So many are named. */
#define FILES_SHOWN 8u
/* So many members of an archive are looked at: lists of symbols and of long names come first. */
#define MEMBERS_ASKED_MAX 4u

static gboolean begins_elf(FILE *file)
{
    char magic[SELFMAG];
    return fread(magic, 1, sizeof magic, file) == sizeof magic &&
           memcmp(magic, ELFMAG, SELFMAG) == 0;
}

/* A member lies behind its header, at an even place. */
static gboolean holds_elf(FILE *archive)
{
    struct ar_hdr header;
    for (guint i = 0; i < MEMBERS_ASKED_MAX && fread(&header, sizeof header, 1, archive) == 1;
         i++) {
        char digits[sizeof header.ar_size + 1] = "";
        memcpy(digits, header.ar_size, sizeof header.ar_size);
        long begin = ftell(archive);
        gint64 size = g_ascii_strtoll(digits, NULL, 10);
        if (begin < 0 || size < 0 || size > G_MAXINT32 || begins_elf(archive)) {
            return begin >= 0 && size >= 0 && size <= G_MAXINT32;
        }
        if (fseek(archive, begin + (long)(size + size % 2), SEEK_SET) != 0) {
            return FALSE;
        }
    }
    return FALSE;
}

gboolean machine_code_is(const char *path)
{
    FILE *file = fopen(path, "rb");
    char magic[SARMAG];
    gsize length = file == NULL ? 0 : fread(magic, 1, sizeof magic, file);
    gboolean is_code = length >= SELFMAG && memcmp(magic, ELFMAG, SELFMAG) == 0;
    if (!is_code && length == SARMAG && memcmp(magic, ARMAG, SARMAG) == 0) {
        is_code = holds_elf(file);
    }
    if (file != NULL) {
        fclose(file);
    }
    return is_code;
}

/* `path` is as seen inside. */
static void add_file(const MachineCodeRequest *request, const char *path, json_t *list)
{
    g_autofree char *host = recipe_links_host(request->links, path);
    if (host == NULL || !machine_code_is(host)) {
        return;
    }
    const char *cpu = g_hash_table_lookup(request->cpus, path);
    json_t *file = json_pack("{s:o}", "path", json_of_text(path));
    if (cpu != NULL) {
        json_object_set_new(file, "cpu", json_of_text(cpu));
    }
    json_array_append_new(list, file);
}

json_t *machine_code_list(const MachineCodeRequest *request, const GPtrArray *kept,
                          GHashTable *sources)
{
    json_t *list = json_array();
    g_autoptr(GHashTable) objects = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < request->built->units->len; i++) {
        const BuiltUnit *unit = request->built->units->pdata[i];
        if (unit->unit->output != NULL) {
            g_hash_table_add(objects, (gpointer)unit->unit->output);
        }
    }
    for (guint i = 0; i < kept->len; i++) {
        if (!g_hash_table_contains(objects, kept->pdata[i])) {
            g_autofree char *path = g_build_filename(SANDBOX_BUILD, kept->pdata[i], NULL);
            add_file(request, path, list);
        }
    }
    g_autoptr(GList) sorted = g_list_sort(g_hash_table_get_keys(sources), (GCompareFunc)strcmp);
    for (const GList *item = sorted; item != NULL; item = item->next) {
        g_autofree char *path = g_build_filename(SANDBOX_SOURCE, item->data, NULL);
        add_file(request, path, list);
    }
    return list;
}

char *machine_code_text(const json_t *list)
{
    gsize count = json_array_size(list);
    if (count == 0) {
        return NULL;
    }
    GString *text = g_string_new(NULL);
    g_string_printf(text, "%zu %s machine code that no unit became: ", count,
                    count_noun((guint)count, "file holds", "files hold"));
    for (gsize i = 0; i < MIN(count, FILES_SHOWN); i++) {
        const json_t *file = json_array_get(list, i);
        const char *path = json_string_value(json_object_get(file, "path"));
        const char *cpu = json_string_value(json_object_get(file, "cpu"));
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", path == NULL ? "?" : path);
        if (cpu != NULL) {
            g_string_append_printf(text, " (%s)", cpu);
        }
    }
    if (count > FILES_SHOWN) {
        g_string_append_printf(text, " and %zu more", count - FILES_SHOWN);
    }
    return g_string_free(text, FALSE);
}
