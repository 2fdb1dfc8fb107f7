#include "container/system/system.h"
#include "core/record_table.h"
#include "core/text_list.h"
#include "core/yaml_write.h"
#include <string.h>

/* A key by which the layout of the SC'25 study is known. */
#define SYSTEM_STUDY_KEY "CPU Info"

static const char *const state_words[] = {
#define X(id, text) text,
    SYSTEM_STATES(X)
#undef X
        NULL};

const char *system_state_text(SystemState state)
{
    return state_words[state];
}

static const RecordField kind_type_fields[] = {
    FIELD(CpuKind, name, "name", TEXT, REQUIRED),
    FIELD(CpuKind, why, "why", TEXT, OPTIONAL),
    FIELD(CpuKind, identity, "identity", TEXT, REQUIRED),
    FIELD(CpuKind, model, "model", TEXT, OPTIONAL),
    FIELD(CpuKind, level, "level", TEXT, OPTIONAL),
    FIELD(CpuKind, processors, "processors", TEXT, REQUIRED),
    FIELD(CpuKind, features, "features", TEXTS, REQUIRED),
    FIELD(CpuKind, absent_features, "absent_features", TEXTS, OPTIONAL),
};
TYPE(kind_type, CpuKind, "kind of processor");

static const RecordField cpu_type_fields[] = {
    FIELD(SystemCpu, state, "state", WORD, REQUIRED, .words = state_words),
    FIELD(SystemCpu, architecture, "architecture", TEXT, OPTIONAL),
    FIELD(SystemCpu, generic, "generic", TEXT, OPTIONAL),
    FIELD(SystemCpu, vendor, "vendor", TEXT, OPTIONAL),
    FIELD(SystemCpu, sockets, "sockets", COUNT, OPTIONAL),
    FIELD(SystemCpu, cores, "cores", COUNT, OPTIONAL),
    FIELD(SystemCpu, threads, "threads", COUNT, OPTIONAL),
    FIELD(SystemCpu, kinds, "kinds", RECORDS, OPTIONAL, .type = &kind_type),
    FIELD(SystemCpu, at, "at", TEXTS, OPTIONAL),
    FIELD(SystemCpu, reason, "reason", TEXT, OPTIONAL),
};
TYPE(cpu_type, SystemCpu, "processors");

static const RecordField cache_type_fields[] = {
    FIELD(SystemCache, level, "level", COUNT, REQUIRED),
    FIELD(SystemCache, type, "type", TEXT, REQUIRED),
    FIELD(SystemCache, size_kib, "size_kib", COUNT, REQUIRED),
    FIELD(SystemCache, count, "count", COUNT, REQUIRED),
    FIELD(SystemCache, shared_by, "shared_by", COUNT, REQUIRED),
};
TYPE(cache_type, SystemCache, "cache");

static const RecordField node_type_fields[] = {
    FIELD(NumaNode, number, "number", COUNT, REQUIRED),
    FIELD(NumaNode, processors, "processors", TEXT, REQUIRED),
    FIELD(NumaNode, memory_mib, "memory_mib", COUNT, OPTIONAL),
};
TYPE(node_type, NumaNode, "memory node");

static const RecordField gpu_type_fields[] = {
    FIELD(SystemGpu, vendor, "vendor", TEXT, REQUIRED),
    FIELD(SystemGpu, name, "name", TEXT, OPTIONAL),
    FIELD(SystemGpu, device, "device", TEXT, REQUIRED),
    FIELD(SystemGpu, bus, "bus", TEXT, REQUIRED),
    FIELD(SystemGpu, architecture_state, "architecture_state", WORD, REQUIRED,
          .words = state_words),
    FIELD(SystemGpu, architecture, "architecture", TEXT, OPTIONAL),
    FIELD(SystemGpu, memory_mib, "memory_mib", COUNT, OPTIONAL),
    FIELD(SystemGpu, at, "at", TEXTS, OPTIONAL),
};
TYPE(gpu_type, SystemGpu, "graphics processor");

static const RecordField driver_type_fields[] = {
    FIELD(GpuDriver, vendor, "vendor", TEXT, REQUIRED),
    FIELD(GpuDriver, state, "state", WORD, REQUIRED, .words = state_words),
    FIELD(GpuDriver, version, "version", TEXT, OPTIONAL),
    FIELD(GpuDriver, runtime, "runtime", TEXT, REQUIRED),
    FIELD(GpuDriver, newest, "newest", TEXT, OPTIONAL),
    FIELD(GpuDriver, same_major, "same_major", FLAG, OPTIONAL),
    FIELD(GpuDriver, at, "at", TEXTS, OPTIONAL),
    FIELD(GpuDriver, reason, "reason", TEXT, OPTIONAL),
};
TYPE(driver_type, GpuDriver, "driver");

static const RecordField gpus_type_fields[] = {
    FIELD(SystemGpus, state, "state", WORD, REQUIRED, .words = state_words),
    FIELD(SystemGpus, devices, "devices", RECORDS, OPTIONAL, .type = &gpu_type),
    FIELD(SystemGpus, drivers, "drivers", RECORDS, OPTIONAL, .type = &driver_type),
    FIELD(SystemGpus, at, "at", TEXTS, OPTIONAL),
    FIELD(SystemGpus, reason, "reason", TEXT, OPTIONAL),
};
TYPE(gpus_type, SystemGpus, "graphics processors");

static const RecordField finding_type_fields[] = {
    FIELD(SystemFinding, id, "id", TEXT, REQUIRED),
    FIELD(SystemFinding, name, "name", TEXT, REQUIRED),
    FIELD(SystemFinding, category, "category", TEXT, REQUIRED),
    FIELD(SystemFinding, state, "state", WORD, REQUIRED, .words = state_words),
    FIELD(SystemFinding, version, "version", TEXT, OPTIONAL),
    FIELD(SystemFinding, interface, "interface", TEXT, OPTIONAL),
    FIELD(SystemFinding, at, "at", TEXTS, OPTIONAL),
    FIELD(SystemFinding, reason, "reason", TEXT, OPTIONAL),
};
TYPE(finding_type, SystemFinding, "finding");

static const RecordField search_type_fields[] = {
    FIELD(SystemSearch, library_folders, "library_folders", TEXTS, OPTIONAL),
    FIELD(SystemSearch, program_folders, "program_folders", TEXTS, OPTIONAL),
    FIELD(SystemSearch, unreadable, "unreadable", TEXTS, OPTIONAL),
    FIELD(SystemSearch, modules, "modules", TEXTS, OPTIONAL),
    FIELD(SystemSearch, module_system, "module_system", TEXT, OPTIONAL),
};
TYPE(search_type, SystemSearch, "search");

static char *check_system(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const System *self = record;
    *field = "schema";
    return g_str_equal(self->schema, SYSTEM_SCHEMA)
               ? NULL
               : g_strdup_printf("this version reads \"%s\", not \"%s\"; describe the machine anew "
                                 "with xaas-container system",
                                 SYSTEM_SCHEMA, self->schema);
}

static const RecordField system_type_fields[] = {
    FIELD(System, schema, "schema", TEXT, REQUIRED),
    FIELD(System, recorded, "recorded", FLAG, OPTIONAL),
    FIELD(System, cpu, "cpu", RECORD, REQUIRED, .type = &cpu_type),
    FIELD(System, caches, "caches", RECORDS, OPTIONAL, .type = &cache_type),
    FIELD(System, numa, "numa", RECORDS, OPTIONAL, .type = &node_type),
    FIELD(System, memory_mib, "memory_mib", COUNT, OPTIONAL),
    FIELD(System, gpus, "gpus", RECORD, REQUIRED, .type = &gpus_type),
    FIELD(System, search, "search", RECORD, REQUIRED, .type = &search_type),
    FIELD(System, findings, "findings", RECORDS, OPTIONAL, .type = &finding_type),
};
const RecordType system_type = {.name = "system",
                                .schema = SYSTEM_SCHEMA,
                                .size = sizeof(System),
                                .fields = system_type_fields,
                                .field_count = G_N_ELEMENTS(system_type_fields),
                                .check = check_system};

System *system_new(Arena *arena)
{
    System *self = arena_new0(arena, System);
    self->arena = arena;
    self->schema = SYSTEM_SCHEMA;
    self->cpu = arena_new0(arena, SystemCpu);
    self->cpu->kinds = arena_array(arena);
    self->cpu->at = arena_array(arena);
    self->caches = arena_array(arena);
    self->numa = arena_array(arena);
    self->gpus = arena_new0(arena, SystemGpus);
    self->gpus->devices = arena_array(arena);
    self->gpus->drivers = arena_array(arena);
    self->gpus->at = arena_array(arena);
    self->search = arena_new0(arena, SystemSearch);
    self->search->library_folders = arena_array(arena);
    self->search->program_folders = arena_array(arena);
    self->search->unreadable = arena_array(arena);
    self->search->modules = arena_array(arena);
    self->findings = arena_array(arena);
    return self;
}

/* Machines as the study of SC'25 describes them, which names no schema. Its versions are partly
 * those of folders, and what was not found there may be there: nothing for select to rely on. */
static gboolean is_study_layout(const json_t *root)
{
    return json_object_get(root, SYSTEM_STUDY_KEY) != NULL &&
           json_object_get(root, "schema") == NULL;
}

static System *read_document(Arena *arena, const YamlDocument *document, GError **error)
{
    if (is_study_layout(yaml_root(document))) {
        g_set_error(error, RECORD_ERROR, RECORD_ERROR_MALFORMED,
                    "%s: this is a machine in the layout of the SC'25 study, which is not read: it "
                    "does not tell what is certain; run \"xaas-container system -o system.yaml\" "
                    "on the machine, or write such a file by hand (docs/system-format.md)",
                    yaml_file(document));
        return NULL;
    }
    System *self = record_read(&system_type, arena, document, yaml_root(document), error);
    if (self != NULL) {
        self->arena = arena;
    }
    return self;
}

System *system_load(Arena *arena, const char *path, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    return document == NULL ? NULL : read_document(arena, document, error);
}

System *system_parse(Arena *arena, const char *text, gsize length, const char *name, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_parse(text, length, name, error);
    return document == NULL ? NULL : read_document(arena, document, error);
}

json_t *system_json(const System *self)
{
    return record_json(&system_type, self);
}

char *system_text(const System *self)
{
    static const char *const header[] = {
        "# yaml-language-server: $schema=xaas-system-1.schema.json",
        "# Written by xaas-container system: what this machine is, and where each thing was seen.",
        "# Unknown never counts as present; who knows better may correct it here.", NULL};
    static const char *const flow[] = {
        "at",     "features", "absent_features", "modules", "library_folders", "program_folders",
        "caches", "numa",     "unreadable",      NULL};
    json_t *root = system_json(self);
    char *text = yaml_write(root, &(YamlStyle){.header = header, .flow = flow});
    json_decref(root);
    return text;
}

const SystemFinding *system_finding(const System *self, const char *id)
{
    const SystemFinding *first = NULL;
    for (guint i = 0; i < self->findings->len; i++) {
        const SystemFinding *finding = self->findings->pdata[i];
        if (g_str_equal(finding->id, id)) {
            if (finding->state == STATE_PRESENT) {
                return finding;
            }
            first = first == NULL ? finding : first;
        }
    }
    return first;
}

const GpuDriver *system_driver(const System *self, const char *runtime)
{
    for (guint i = 0; i < self->gpus->drivers->len; i++) {
        const GpuDriver *driver = self->gpus->drivers->pdata[i];
        if (g_str_equal(driver->runtime, runtime)) {
            return driver;
        }
    }
    return NULL;
}

SystemState system_has_feature(const System *self, const char *feature)
{
    guint present = 0;
    for (guint i = 0; i < self->cpu->kinds->len; i++) {
        const CpuKind *kind = self->cpu->kinds->pdata[i];
        if (text_list_has(kind->absent_features, feature)) {
            return STATE_ABSENT;
        }
        present += text_list_has(kind->features, feature) ? 1 : 0;
    }
    return present > 0 && present == self->cpu->kinds->len ? STATE_PRESENT : STATE_UNKNOWN;
}

char *system_target_features(const System *self)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->cpu->kinds->len; i++) {
        const CpuKind *kind = self->cpu->kinds->pdata[i];
        const GPtrArray *const lists[] = {kind->features, kind->absent_features};
        for (gsize k = 0; k < G_N_ELEMENTS(lists); k++) {
            for (guint f = 0; f < lists[k]->len; f++) {
                const char *feature = lists[k]->pdata[f];
                if (g_hash_table_add(seen, (gpointer)feature)) {
                    SystemState state = system_has_feature(self, feature);
                    g_string_append_printf(text, "%s%c%s", text->len > 0 ? "," : "",
                                           state == STATE_PRESENT ? '+' : '-', feature);
                }
            }
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

const char *system_target_cpu(const System *self)
{
    const GPtrArray *kinds = self->cpu->kinds;
    const CpuKind *first = kinds->len == 0 ? NULL : kinds->pdata[0];
    if (kinds->len < 2) {
        return first == NULL ? NULL : first->name;
    }
    const char *common = first->name;
    for (guint i = 1; i < kinds->len; i++) {
        const CpuKind *kind = kinds->pdata[i];
        if (!g_str_equal(kind->name, first->name)) {
            common = self->cpu->generic;
        }
    }
    return common;
}
