#include "container/system/knowledge.h"
#include "container/system/gpu_library.h"
#include "core/record_table.h"
#include <string.h>

/* A pattern that cannot be compiled is a mistake of whoever edited the data file. */
static char *check_patterns(const char *const *patterns, const char *const *names, guint count,
                            const char **field)
{
    for (guint i = 0; i < count; i++) {
        g_autoptr(GError) error = NULL;
        GRegex *regex =
            patterns[i] == NULL ? NULL : g_regex_new(patterns[i], G_REGEX_RAW, 0, &error);
        g_clear_pointer(&regex, g_regex_unref);
        if (error != NULL) {
            *field = names[i];
            return g_strdup_printf("%s; correct the pattern", error->message);
        }
    }
    return NULL;
}

static const RecordField feature_flags_type_fields[] = {
    FIELD(FeatureFlags, feature, "feature", TEXT, REQUIRED),
    FIELD(FeatureFlags, flags, "flags", TEXTS, REQUIRED),
};
TYPE(feature_flags_type, FeatureFlags, "renamed feature");

static const RecordField cpu_level_type_fields[] = {
    FIELD(CpuLevel, name, "name", TEXT, REQUIRED),
    FIELD(CpuLevel, features, "features", TEXTS, REQUIRED),
};
TYPE(cpu_level_type, CpuLevel, "level");

static char *check_cpu_model(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const CpuModel *self = record;
    return check_patterns(&self->identity, &(const char *){"identity"}, 1, field);
}

static const RecordField cpu_model_type_fields[] = {
    FIELD(CpuModel, name, "name", TEXT, REQUIRED),
    FIELD(CpuModel, identity, "identity", TEXT, REQUIRED),
    FIELD(CpuModel, with, "with", TEXTS, OPTIONAL),
};
TYPE(cpu_model_type, CpuModel, "processor", .check = check_cpu_model);

static const RecordField vendor_name_type_fields[] = {
    FIELD(VendorName, id, "id", TEXT, REQUIRED),
    FIELD(VendorName, name, "name", TEXT, REQUIRED),
};
TYPE(vendor_name_type, VendorName, "vendor");

static const RecordField architecture_type_fields[] = {
    FIELD(CpuArchitecture, name, "name", TEXT, REQUIRED),
    FIELD(CpuArchitecture, generic, "generic", TEXT, REQUIRED),
    FIELD(CpuArchitecture, elf_machine, "elf_machine", COUNT, REQUIRED),
    FIELD(CpuArchitecture, identity, "identity", TEXTS, REQUIRED),
    FIELD(CpuArchitecture, vendor, "vendor", TEXT, OPTIONAL),
    FIELD(CpuArchitecture, model, "model", TEXT, OPTIONAL),
    FIELD(CpuArchitecture, flags, "flags", TEXT, OPTIONAL),
    FIELD(CpuArchitecture, socket, "socket", TEXT, OPTIONAL),
    FIELD(CpuArchitecture, core, "core", TEXT, OPTIONAL),
    FIELD(CpuArchitecture, vendors, "vendors", RECORDS, OPTIONAL, .type = &vendor_name_type),
    FIELD(CpuArchitecture, always, "always", TEXTS, OPTIONAL),
    FIELD(CpuArchitecture, same, "same", TEXTS, REQUIRED),
    FIELD(CpuArchitecture, renamed, "renamed", RECORDS, REQUIRED, .type = &feature_flags_type),
    FIELD(CpuArchitecture, levels, "levels", RECORDS, REQUIRED, .type = &cpu_level_type),
    FIELD(CpuArchitecture, processors, "processors", RECORDS, REQUIRED, .type = &cpu_model_type),
};
TYPE(architecture_type, CpuArchitecture, "architecture");

static const RecordField cpus_type_fields[] = {
    FIELD(CpuKnowledge, architectures, "architectures", RECORDS, REQUIRED,
          .type = &architecture_type),
};
TYPE(cpus_type, CpuKnowledge, "knowledge of processors");

static const RecordField driver_runtime_type_fields[] = {
    FIELD(DriverRuntime, driver, "driver", TEXT, REQUIRED),
    FIELD(DriverRuntime, runtime, "runtime", TEXT, REQUIRED),
};
TYPE(driver_runtime_type, DriverRuntime, "runtime of a driver");

static char *check_gpu_model(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const GpuModel *self = record;
    return check_patterns(&self->ids, &(const char *){"ids"}, 1, field);
}

static const RecordField gpu_model_type_fields[] = {
    FIELD(GpuModel, ids, "ids", TEXT, REQUIRED),
    FIELD(GpuModel, name, "name", TEXT, REQUIRED),
    FIELD(GpuModel, architecture, "architecture", TEXT, REQUIRED),
    FIELD(GpuModel, memory_gib, "memory_gib", COUNT, OPTIONAL),
};
TYPE(gpu_model_type, GpuModel, "device", .check = check_gpu_model);

static char *check_gpu_vendor(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const GpuVendor *self = record;
    const char *const patterns[] = {self->version, self->name_pattern, self->tool_line};
    static const char *const names[] = {"version", "name_pattern", "tool_line"};
    if (self->library != NULL && !gpu_library_is_known(self->library_interface)) {
        *field = "library_interface";
        return g_strdup("a library is asked by an interface that this program knows");
    }
    return check_patterns(patterns, names, G_N_ELEMENTS(patterns), field);
}

static const RecordField gpu_vendor_type_fields[] = {
    FIELD(GpuVendor, id, "id", TEXT, REQUIRED),
    FIELD(GpuVendor, name, "name", TEXT, REQUIRED),
    FIELD(GpuVendor, pci, "pci", TEXT, REQUIRED),
    FIELD(GpuVendor, files, "files", TEXTS, REQUIRED),
    FIELD(GpuVendor, version, "version", TEXT, REQUIRED),
    FIELD(GpuVendor, modules, "modules", TEXTS, OPTIONAL),
    FIELD(GpuVendor, names, "names", TEXT, OPTIONAL),
    FIELD(GpuVendor, name_pattern, "name_pattern", TEXT, OPTIONAL),
    FIELD(GpuVendor, memory_file, "memory_file", TEXT, OPTIONAL),
    FIELD(GpuVendor, kfd, "kfd", TEXT, OPTIONAL),
    FIELD(GpuVendor, kfd_vendor, "kfd_vendor", COUNT, OPTIONAL),
    FIELD(GpuVendor, runtime, "runtime", TEXT, REQUIRED),
    FIELD(GpuVendor, library, "library", TEXT, OPTIONAL),
    FIELD(GpuVendor, library_interface, "library_interface", TEXT, OPTIONAL),
    FIELD(GpuVendor, tool, "tool", TEXT, OPTIONAL),
    FIELD(GpuVendor, tool_ask, "tool_ask", TEXTS, OPTIONAL),
    FIELD(GpuVendor, tool_line, "tool_line", TEXT, OPTIONAL),
    FIELD(GpuVendor, tool_architecture, "tool_architecture", TEXT, OPTIONAL),
    FIELD(GpuVendor, same_major_from, "same_major_from", TEXT, OPTIONAL),
    FIELD(GpuVendor, runtimes, "runtimes", RECORDS, REQUIRED, .type = &driver_runtime_type),
    FIELD(GpuVendor, devices, "devices", RECORDS, REQUIRED, .type = &gpu_model_type),
};
TYPE(gpu_vendor_type, GpuVendor, "vendor", .check = check_gpu_vendor);

static const RecordField gpus_type_fields[] = {
    FIELD(GpuKnowledge, classes, "classes", TEXTS, REQUIRED),
    FIELD(GpuKnowledge, vendors, "vendors", RECORDS, REQUIRED, .type = &gpu_vendor_type),
};
TYPE(gpus_type, GpuKnowledge, "knowledge of graphics processors");

static char *check_technology(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Technology *self = record;
    const char *const patterns[] = {self->text, self->text_version, self->path, self->answer,
                                    self->content};
    static const char *const names[] = {"text", "text_version", "path", "answer", "content"};
    char *message = check_patterns(patterns, names, G_N_ELEMENTS(patterns), field);
    for (guint i = 0; message == NULL && i < self->libraries->len; i++) {
        const char *pattern = self->libraries->pdata[i];
        message = check_patterns(&pattern, &(const char *){"libraries"}, 1, field);
    }
    return message;
}

static const RecordField technology_type_fields[] = {
    FIELD(Technology, id, "id", TEXT, REQUIRED),
    FIELD(Technology, name, "name", TEXT, REQUIRED),
    FIELD(Technology, category, "category", TEXT, REQUIRED),
    FIELD(Technology, interface, "interface", TEXT, OPTIONAL),
    FIELD(Technology, libraries, "libraries", TEXTS, OPTIONAL),
    FIELD(Technology, text, "text", TEXT, OPTIONAL),
    FIELD(Technology, text_version, "text_version", TEXT, OPTIONAL),
    FIELD(Technology, path, "path", TEXT, OPTIONAL),
    FIELD(Technology, fallback, "fallback", FLAG, OPTIONAL),
    FIELD(Technology, own_file, "own_file", FLAG, OPTIONAL),
    FIELD(Technology, programs, "programs", TEXTS, OPTIONAL),
    FIELD(Technology, ask, "ask", TEXTS, OPTIONAL),
    FIELD(Technology, answer, "answer", TEXT, OPTIONAL),
    FIELD(Technology, files, "files", TEXTS, OPTIONAL),
    FIELD(Technology, content, "content", TEXT, OPTIONAL),
    FIELD(Technology, variables, "variables", TEXTS, OPTIONAL),
    FIELD(Technology, system_part, "system_part", FLAG, OPTIONAL),
    FIELD(Technology, provides_modules, "provides_modules", FLAG, OPTIONAL),
};
TYPE(technology_type, Technology, "technology", .check = check_technology);

static const RecordField software_type_fields[] = {
    FIELD(SoftwareKnowledge, library_folders, "library_folders", TEXTS, REQUIRED),
    FIELD(SoftwareKnowledge, library_lists, "library_lists", TEXTS, REQUIRED),
    FIELD(SoftwareKnowledge, library_variables, "library_variables", TEXTS, REQUIRED),
    FIELD(SoftwareKnowledge, program_folders, "program_folders", TEXTS, REQUIRED),
    FIELD(SoftwareKnowledge, program_variables, "program_variables", TEXTS, REQUIRED),
    FIELD(SoftwareKnowledge, technologies, "technologies", RECORDS, REQUIRED,
          .type = &technology_type),
};
TYPE(software_type, SoftwareKnowledge, "knowledge of software");

static const void *load(const RecordType *type, Arena *arena, const char *folder, const char *name,
                        GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    return document == NULL ? NULL : record_read(type, arena, document, yaml_root(document), error);
}

const SystemKnowledge *system_knowledge_load(Arena *arena, const char *folder, GError **error)
{
    SystemKnowledge *self = arena_new0(arena, SystemKnowledge);
    self->cpus = load(&cpus_type, arena, folder, "cpus.yaml", error);
    self->gpus = self->cpus == NULL ? NULL : load(&gpus_type, arena, folder, "gpus.yaml", error);
    self->software =
        self->gpus == NULL ? NULL : load(&software_type, arena, folder, "software.yaml", error);
    return self->software == NULL ? NULL : self;
}

GRegex *pattern_compile(const char *pattern, gboolean whole)
{
    g_autofree char *anchored = whole ? g_strdup_printf("\\A(?:%s)\\z", pattern) : NULL;
    return g_regex_new(whole ? anchored : pattern, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
}

char *pattern_match(const GRegex *regex, const char *text, gsize length)
{
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match_full(regex, text, (gssize)length, 0, 0, &match, NULL)) {
        return NULL;
    }
    /* Of alternatives, the group that took part tells. */
    for (int i = g_regex_get_capture_count(regex); i > 0; i--) {
        g_autofree char *group = g_match_info_fetch(match, i);
        if (group != NULL && *group != '\0') {
            return g_steal_pointer(&group);
        }
    }
    return g_strdup("");
}

char *pattern_find(const char *pattern, const char *text, gsize length, gboolean whole)
{
    g_autoptr(GRegex) regex = pattern_compile(pattern, whole);
    return regex == NULL ? NULL : pattern_match(regex, text, length);
}

int version_compare(const char *a, const char *b)
{
    for (;;) {
        gsize digits_a = strspn(a, "0123456789");
        gsize digits_b = strspn(b, "0123456789");
        if (digits_a > 0 && digits_b > 0) {
            guint64 number_a = g_ascii_strtoull(a, NULL, 10);
            guint64 number_b = g_ascii_strtoull(b, NULL, 10);
            if (number_a != number_b) {
                return number_a < number_b ? -1 : 1;
            }
            a += digits_a;
            b += digits_b;
        } else if (*a != *b || *a == '\0') {
            return (guchar)*a < (guchar)*b ? -1 : *a != *b;
        } else {
            a++;
            b++;
        }
    }
}
