/* The processors, from /proc/cpuinfo: which kinds there are, and what LLVM calls them. */
#include "container/system/survey.h"
#include "core/text_list.h"
#include "core/text_order.h"
#include <string.h>

#define CPUINFO "/proc/cpuinfo"
#define CPU_FOLDER "/sys/devices/system/cpu"
/* More processors than this are not looked at; the kernel's own limit is far below. */
#define PROCESSORS_MAX 65536u

typedef struct {
    guint number;
    GHashTable *fields; /* char * -> char * */
} Processor;

static void processor_free(gpointer data)
{
    Processor *self = data;
    g_hash_table_unref(self->fields);
    g_free(self);
}

static Processor *processor_new(guint number)
{
    Processor *self = g_new0(Processor, 1);
    self->number = number;
    self->fields = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return self;
}

static const char *field_of(const Processor *self, const char *name)
{
    return name == NULL ? NULL : g_hash_table_lookup(self->fields, name);
}

/* Lines "name : value"; one that names a processor's number begins its block. What stands before
 * the first or after a blank line without a number is about the machine. */
static GPtrArray *read_processors(const char *text)
{
    GPtrArray *processors = g_ptr_array_new_with_free_func(processor_free);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    Processor *current = NULL;
    for (char **line = lines; *line != NULL; line++) {
        char *colon = strchr(*line, ':');
        if (colon == NULL) {
            current = **line == '\0' ? NULL : current;
            continue;
        }
        *colon = '\0';
        const char *name = g_strstrip(*line);
        const char *value = g_strstrip(colon + 1);
        guint64 number;
        if (g_str_equal(name, "processor") &&
            g_ascii_string_to_unsigned(value, 10, 0, G_MAXINT, &number, NULL)) {
            if (processors->len == PROCESSORS_MAX) {
                break;
            }
            current = processor_new((guint)number);
            g_ptr_array_add(processors, current);
        } else if (current != NULL && !g_hash_table_contains(current->fields, name)) {
            g_hash_table_insert(current->fields, g_strdup(name), g_strdup(value));
        }
    }
    return processors;
}

/* Its identity, or NULL when a field of it is missing. The caller frees it. */
static char *identity_of(const Processor *processor, const CpuArchitecture *architecture)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < architecture->identity->len; i++) {
        const char *value = field_of(processor, architecture->identity->pdata[i]);
        if (value == NULL) {
            return NULL;
        }
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", value);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static const CpuArchitecture *find_architecture(const Survey *self, const Processor *processor)
{
    const GPtrArray *list = self->request->knowledge->cpus->architectures;
    for (guint i = 0; i < list->len; i++) {
        g_autofree char *identity = identity_of(processor, list->pdata[i]);
        if (identity != NULL) {
            return list->pdata[i];
        }
    }
    return NULL;
}

static gboolean has_all(const GPtrArray *list, const GPtrArray *wanted)
{
    for (guint i = 0; i < wanted->len; i++) {
        if (!text_list_has(list, wanted->pdata[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

/* A kernel that does not show flags tells nothing about features. */
static void fill_features(const CpuArchitecture *architecture, const char *flags, CpuKind *kind)
{
    if (flags == NULL) {
        return;
    }
    g_auto(GStrv) words = g_strsplit_set(flags, " \t", -1);
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    for (char **word = words; *word != NULL; word++) {
        g_ptr_array_add(list, *word);
    }
    g_ptr_array_extend(kind->features, architecture->always, NULL, NULL);
    for (guint i = 0; i < architecture->same->len; i++) {
        const char *feature = architecture->same->pdata[i];
        g_ptr_array_add(text_list_has(list, feature) ? kind->features : kind->absent_features,
                        (gpointer)feature);
    }
    for (guint i = 0; i < architecture->renamed->len; i++) {
        const FeatureFlags *row = architecture->renamed->pdata[i];
        g_ptr_array_add(has_all(list, row->flags) ? kind->features : kind->absent_features,
                        (gpointer)row->feature);
    }
    g_ptr_array_sort(kind->features, text_order);
    g_ptr_array_sort(kind->absent_features, text_order);
}

static const char *level_of(const CpuArchitecture *architecture, const CpuKind *kind)
{
    const char *level = NULL;
    for (guint i = 0; i < architecture->levels->len; i++) {
        const CpuLevel *row = architecture->levels->pdata[i];
        if (!has_all(kind->features, row->features)) {
            break;
        }
        level = row->name;
    }
    return level;
}

/* Where features are told, a processor whose are not may be one of which some are hidden. */
static void fill_name(Survey *self, CpuKind *kind, gboolean told)
{
    const CpuArchitecture *architecture = self->architecture;
    for (guint i = 0; told && i < architecture->processors->len; i++) {
        const CpuModel *model = architecture->processors->pdata[i];
        g_autofree char *matched =
            pattern_find(model->identity, kind->identity, strlen(kind->identity), TRUE);
        if (matched != NULL && has_all(kind->features, model->with)) {
            kind->name = model->name;
            return;
        }
    }
    kind->name = kind->level != NULL ? kind->level : architecture->generic;
    kind->why = arena_printf(
        self->arena, "%s; %s is what it can surely stand in for",
        told ? "no processor of that identity is known" : "nothing tells its features", kind->name);
}

static CpuKind *kind_new(Survey *self, const Processor *processor, const char *identity)
{
    const CpuArchitecture *architecture = self->architecture;
    CpuKind *kind = arena_new0(self->arena, CpuKind);
    kind->identity = arena_strdup(self->arena, identity);
    const char *model = field_of(processor, architecture->model);
    kind->model = model == NULL ? NULL : arena_strdup(self->arena, model);
    kind->features = arena_array(self->arena);
    kind->absent_features = arena_array(self->arena);
    const char *flags = field_of(processor, architecture->flags);
    fill_features(architecture, flags, kind);
    kind->level = level_of(architecture, kind);
    fill_name(self, kind, flags != NULL || architecture->flags == NULL);
    return kind;
}

static const char *vendor_of(const CpuArchitecture *architecture, const Processor *processor)
{
    const char *vendor = field_of(processor, architecture->vendor);
    for (guint i = 0; vendor != NULL && i < architecture->vendors->len; i++) {
        const VendorName *row = architecture->vendors->pdata[i];
        if (g_str_equal(row->id, vendor)) {
            return row->name;
        }
    }
    return vendor;
}

/* One of a processor's files in /sys, else a field of cpuinfo, as a key. The caller frees it. */
static char *place_of(const Survey *self, const Processor *processor, const char *file,
                      const char *field)
{
    g_autofree char *path =
        g_strdup_printf(CPU_FOLDER "/cpu%u/topology/%s", processor->number, file);
    char *text = tree_read_line(self->tree, path);
    return text != NULL ? text : g_strdup(field_of(processor, field));
}

static void count_places(Survey *self, const GPtrArray *processors)
{
    g_autoptr(GHashTable) sockets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) cores = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gboolean known = TRUE;
    for (guint i = 0; i < processors->len; i++) {
        const Processor *processor = processors->pdata[i];
        g_autofree char *socket =
            place_of(self, processor, "physical_package_id", self->architecture->socket);
        g_autofree char *siblings = place_of(self, processor, "thread_siblings_list", NULL);
        const char *core = field_of(processor, self->architecture->core);
        known = known && socket != NULL && (siblings != NULL || core != NULL);
        if (known) {
            g_hash_table_add(cores, siblings != NULL ? g_strdup(siblings)
                                                     : g_strdup_printf("%s/%s", socket, core));
            g_hash_table_add(sockets, g_steal_pointer(&socket));
        }
    }
    SystemCpu *cpu = self->system->cpu;
    cpu->threads = processors->len;
    cpu->sockets = known ? g_hash_table_size(sockets) : 0;
    cpu->cores = known ? g_hash_table_size(cores) : 0;
}

typedef struct {
    CpuKind *kind;
    GArray *numbers; /* guint */
} KindRow;

static void kind_row_free(gpointer data)
{
    KindRow *row = data;
    g_array_unref(row->numbers);
    g_free(row);
}

/* Processors are of one kind when they are of one model and have the same flags. */
static void sort_into_kinds(Survey *self, const GPtrArray *processors)
{
    g_autoptr(GHashTable) rows =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, kind_row_free);
    for (guint i = 0; i < processors->len; i++) {
        const Processor *processor = processors->pdata[i];
        g_autofree char *identity = identity_of(processor, self->architecture);
        const char *flags = field_of(processor, self->architecture->flags);
        g_autofree char *key = g_strdup_printf("%s\n%s", identity, flags != NULL ? flags : "");
        KindRow *row = g_hash_table_lookup(rows, key);
        if (row == NULL && identity != NULL) {
            row = g_new0(KindRow, 1);
            row->kind = kind_new(self, processor, identity);
            row->numbers = g_array_new(FALSE, FALSE, sizeof(guint));
            g_ptr_array_add(self->system->cpu->kinds, row->kind);
            g_hash_table_insert(rows, g_steal_pointer(&key), row);
        }
        if (row != NULL) {
            g_array_append_val(row->numbers, processor->number);
        }
    }
    GHashTableIter iterator;
    gpointer row;
    g_hash_table_iter_init(&iterator, rows);
    while (g_hash_table_iter_next(&iterator, NULL, &row)) {
        KindRow *found = row;
        found->kind->processors = survey_ranges(self, found->numbers);
    }
}

void survey_cpu(Survey *self)
{
    SystemCpu *cpu = self->system->cpu;
    survey_note(self, cpu->at, CPUINFO);
    cpu->state = STATE_UNKNOWN;
    g_autofree char *text = tree_read(self->tree, CPUINFO, NULL);
    if (text == NULL) {
        cpu->reason = CPUINFO " cannot be read";
        return;
    }
    g_autoptr(GPtrArray) processors = read_processors(text);
    self->architecture =
        processors->len == 0 ? NULL : find_architecture(self, processors->pdata[0]);
    if (self->architecture == NULL) {
        cpu->reason = "no field of " CPUINFO " is known that tells the processor's model";
        return;
    }
    cpu->state = STATE_PRESENT;
    cpu->architecture = self->architecture->name;
    cpu->generic = self->architecture->generic;
    cpu->vendor = vendor_of(self->architecture, processors->pdata[0]);
    cpu->vendor = cpu->vendor == NULL ? NULL : arena_strdup(self->arena, cpu->vendor);
    sort_into_kinds(self, processors);
    count_places(self, processors);
}
