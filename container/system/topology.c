/* Caches and memory, as the kernel's files in /sys tell them. */
#include "container/system/survey.h"
#include <string.h>

#define CPU_FOLDER "/sys/devices/system/cpu"
#define NODE_FOLDER "/sys/devices/system/node"
#define MEMINFO "/proc/meminfo"

/* The number behind a prefix ("cpu12"); FALSE for other names. */
static gboolean numbered(const char *name, const char *prefix, guint *number)
{
    guint64 value;
    if (!g_str_has_prefix(name, prefix) ||
        !g_ascii_string_to_unsigned(name + strlen(prefix), 10, 0, G_MAXINT, &value, NULL)) {
        return FALSE;
    }
    *number = (guint)value;
    return TRUE;
}

static int numbers_order(gconstpointer a, gconstpointer b)
{
    guint left = *(const guint *)a;
    guint right = *(const guint *)b;
    return left < right ? -1 : left > right;
}

/* The numbers of a folder's members with that prefix, sorted. The caller unrefs. */
static GArray *members(const Tree *tree, const char *folder, const char *prefix)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GPtrArray) names = tree_list(tree, folder, NULL);
    for (guint i = 0; names != NULL && i < names->len; i++) {
        guint number;
        if (numbered(names->pdata[i], prefix, &number)) {
            g_array_append_val(numbers, number);
        }
    }
    g_array_sort(numbers, numbers_order);
    return numbers;
}

/* How many numbers a list such as "0-3,8" has; 0 when it is none. */
static guint list_length(const char *list)
{
    g_auto(GStrv) parts = g_strsplit(list, ",", -1);
    guint count = 0;
    for (char **part = parts; *part != NULL; part++) {
        guint64 first, last;
        char *end;
        first = g_ascii_strtoull(*part, &end, 10);
        last = *end == '-' ? g_ascii_strtoull(end + 1, &end, 10) : first;
        if (end == *part || *end != '\0' || last < first || last - first > G_MAXUINT16) {
            return 0;
        }
        count += (guint)(last - first) + 1;
    }
    return count;
}

/* "32K", "1024K", "12M" in KiB; 0 when it is no size. */
static guint kib_of(const char *text)
{
    char *end;
    guint64 number = g_ascii_strtoull(text, &end, 10);
    guint64 factor = *end == 'K' ? 1 : *end == 'M' ? 1024 : 0;
    return end == text || number > G_MAXUINT / 1024 ? 0 : (guint)(number * factor);
}

static SystemCache *cache_of(Survey *self, const SystemCache *like)
{
    GPtrArray *caches = self->system->caches;
    for (guint i = 0; i < caches->len; i++) {
        SystemCache *cache = caches->pdata[i];
        if (cache->level == like->level && cache->size_kib == like->size_kib &&
            cache->shared_by == like->shared_by && g_str_equal(cache->type, like->type)) {
            return cache;
        }
    }
    SystemCache *cache = arena_new0(self->arena, SystemCache);
    *cache = *like;
    cache->type = arena_strdup(self->arena, like->type);
    g_ptr_array_add(caches, cache);
    return cache;
}

static char *cache_line(const Survey *self, const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    return tree_read_line(self->tree, path);
}

/* A cache shows up at each processor that shares it, so it is counted by level, type and sharers.
 */
static void add_cache(Survey *self, const char *folder, GHashTable *seen)
{
    g_autofree char *level = cache_line(self, folder, "level");
    g_autofree char *type = cache_line(self, folder, "type");
    g_autofree char *size = cache_line(self, folder, "size");
    g_autofree char *shared = cache_line(self, folder, "shared_cpu_list");
    if (level == NULL || type == NULL || size == NULL || shared == NULL ||
        !g_hash_table_add(seen, g_strdup_printf("%s %s %s", level, type, shared))) {
        return;
    }
    const SystemCache like = {.level = (guint)g_ascii_strtoull(level, NULL, 10),
                              .type = type,
                              .size_kib = kib_of(size),
                              .shared_by = list_length(shared)};
    if (like.size_kib > 0) {
        cache_of(self, &like)->count++;
    }
}

static int caches_order(gconstpointer a, gconstpointer b)
{
    const SystemCache *left = *(const SystemCache *const *)a;
    const SystemCache *right = *(const SystemCache *const *)b;
    if (left->level != right->level) {
        return left->level < right->level ? -1 : 1;
    }
    int order = strcmp(left->type, right->type);
    return order != 0 ? order : (int)left->size_kib - (int)right->size_kib;
}

static void survey_caches(Survey *self)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GArray) processors = members(self->tree, CPU_FOLDER, "cpu");
    for (guint i = 0; i < processors->len; i++) {
        g_autofree char *folder =
            g_strdup_printf(CPU_FOLDER "/cpu%u/cache", g_array_index(processors, guint, i));
        g_autoptr(GArray) indices = members(self->tree, folder, "index");
        for (guint k = 0; k < indices->len; k++) {
            g_autofree char *cache =
                g_strdup_printf("%s/index%u", folder, g_array_index(indices, guint, k));
            add_cache(self, cache, seen);
        }
    }
    g_ptr_array_sort(self->system->caches, caches_order);
}

/* "MemTotal:   196000000 kB" in MiB; 0 when it is not there. */
static guint memory_of(const char *text)
{
    g_autofree char *number = pattern_find("MemTotal:\\s+([0-9]+) kB", text, strlen(text), FALSE);
    guint64 kib = number == NULL ? 0 : g_ascii_strtoull(number, NULL, 10);
    return (guint)MIN(kib / 1024, G_MAXUINT);
}

static guint memory_at(const Survey *self, const char *path)
{
    g_autofree char *text = tree_read(self->tree, path, NULL);
    return text == NULL ? 0 : memory_of(text);
}

void survey_topology(Survey *self)
{
    survey_caches(self);
    self->system->memory_mib = memory_at(self, MEMINFO);
    g_autoptr(GArray) nodes = members(self->tree, NODE_FOLDER, "node");
    for (guint i = 0; i < nodes->len; i++) {
        guint number = g_array_index(nodes, guint, i);
        g_autofree char *list = g_strdup_printf(NODE_FOLDER "/node%u/cpulist", number);
        g_autofree char *memory = g_strdup_printf(NODE_FOLDER "/node%u/meminfo", number);
        g_autofree char *processors = tree_read_line(self->tree, list);
        NumaNode *node = arena_new0(self->arena, NumaNode);
        node->number = number;
        node->processors = arena_strdup(self->arena, processors != NULL ? processors : "");
        node->memory_mib = memory_at(self, memory);
        g_ptr_array_add(self->system->numa, node);
    }
}
