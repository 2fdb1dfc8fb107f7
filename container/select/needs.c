#include "container/select/needs.h"
#include "container/system/knowledge.h"
#include "core/record_table.h"
#include <string.h>

static const char *const kind_words[] = {
#define X(id, text, title) text,
    NEED_KINDS(X)
#undef X
        NULL};

static char *check_pattern(const char *pattern)
{
    g_autoptr(GRegex) regex = pattern == NULL ? NULL : pattern_compile(pattern, FALSE);
    return pattern == NULL || regex != NULL
               ? NULL
               : g_strdup_printf("\"%s\" is no pattern; correct it", pattern);
}

static const RecordField need_type_fields[] = {
    FIELD(Need, what, "what", WORD, REQUIRED, .words = kind_words),
    FIELD(Need, of, "of", TEXTS, REQUIRED),
};
TYPE(need_type, Need, "need");

static char *check_technology(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const NeedTechnology *self = record;
    *field = "words";
    char *message = check_pattern(self->words);
    if (message == NULL) {
        *field = "linked";
        message = check_pattern(self->linked);
    }
    if (message == NULL) {
        *field = "traces";
        message = check_pattern(self->traces);
    }
    return message;
}

static const RecordField technology_type_fields[] = {
    FIELD(NeedTechnology, id, "id", TEXT, REQUIRED),
    FIELD(NeedTechnology, category, "category", WORD, REQUIRED, .words = category_words),
    FIELD(NeedTechnology, words, "words", TEXT, REQUIRED),
    FIELD(NeedTechnology, first, "first", FLAG, OPTIONAL),
    FIELD(NeedTechnology, rank, "rank", COUNT, OPTIONAL),
    FIELD(NeedTechnology, better_with, "better_with", TEXTS, OPTIONAL),
    FIELD(NeedTechnology, runtime, "runtime", TEXT, OPTIONAL),
    FIELD(NeedTechnology, linked, "linked", TEXT, OPTIONAL),
    FIELD(NeedTechnology, becomes, "becomes", TEXT, OPTIONAL),
    FIELD(NeedTechnology, by_interface, "by_interface", FLAG, OPTIONAL),
    FIELD(NeedTechnology, by_package, "by_package", FLAG, OPTIONAL),
    FIELD(NeedTechnology, traces, "traces", TEXT, OPTIONAL),
    FIELD(NeedTechnology, traces_of, "traces_of", TEXTS, OPTIONAL),
    FIELD(NeedTechnology, needs, "needs", RECORDS, OPTIONAL, .type = &need_type),
};
TYPE(technology_type, NeedTechnology, "technology", .check = check_technology);

static const RecordField category_type_fields[] = {
    FIELD(NeedCategory, category, "category", WORD, REQUIRED, .words = category_words),
    FIELD(NeedCategory, strict, "strict", FLAG, OPTIONAL),
    FIELD(NeedCategory, unnamed, "unnamed", TEXT, OPTIONAL),
    FIELD(NeedCategory, switched, "switched", TEXT, OPTIONAL),
};
TYPE(category_type, NeedCategory, "category");

static char *check_package(void *record, Arena *arena, const char **field)
{
    (void)arena;
    *field = "name";
    return check_pattern(((const NeedPackage *)record)->name);
}

static const RecordField package_type_fields[] = {
    FIELD(NeedPackage, name, "name", TEXT, REQUIRED),
    FIELD(NeedPackage, runtime, "runtime", TEXT, REQUIRED),
};
TYPE(package_type, NeedPackage, "package", .check = check_package);

static char *check_interface(void *record, Arena *arena, const char **field)
{
    (void)arena;
    *field = "linked";
    return check_pattern(((const NeedInterface *)record)->linked);
}

static const RecordField interface_type_fields[] = {
    FIELD(NeedInterface, interface, "interface", TEXT, REQUIRED),
    FIELD(NeedInterface, linked, "linked", TEXT, REQUIRED),
};
TYPE(interface_type, NeedInterface, "interface", .check = check_interface);

static char *check_vendor(void *record, Arena *arena, const char **field)
{
    (void)arena;
    *field = "linked";
    return check_pattern(((const NeedVendor *)record)->linked);
}

static const RecordField vendor_type_fields[] = {
    FIELD(NeedVendor, vendor, "vendor", TEXT, REQUIRED),
    FIELD(NeedVendor, linked, "linked", TEXT, REQUIRED),
};
TYPE(vendor_type, NeedVendor, "vendor", .check = check_vendor);

static char *check_processor(void *record, Arena *arena, const char **field)
{
    (void)arena;
    *field = "words";
    return check_pattern(((const NeedProcessor *)record)->words);
}

static const RecordField processor_type_fields[] = {
    FIELD(NeedProcessor, words, "words", TEXT, REQUIRED),
    FIELD(NeedProcessor, has, "has", TEXT, REQUIRED),
    FIELD(NeedProcessor, features, "features", TEXTS, OPTIONAL),
    FIELD(NeedProcessor, cpus, "cpus", TEXTS, REQUIRED),
};
TYPE(processor_type, NeedProcessor, "processor", .check = check_processor);

static char *check_needs(void *record, Arena *arena, const char **field)
{
    (void)arena;
    *field = "neutral";
    return check_pattern(((const Needs *)record)->neutral);
}

static const RecordField needs_type_fields[] = {
    FIELD(Needs, categories, "categories", RECORDS, REQUIRED, .type = &category_type),
    FIELD(Needs, neutral, "neutral", TEXT, REQUIRED),
    FIELD(Needs, packages, "packages", RECORDS, REQUIRED, .type = &package_type),
    FIELD(Needs, interfaces, "interfaces", RECORDS, REQUIRED, .type = &interface_type),
    FIELD(Needs, devices, "devices", RECORDS, REQUIRED, .type = &vendor_type),
    FIELD(Needs, technologies, "technologies", RECORDS, REQUIRED, .type = &technology_type),
    FIELD(Needs, processors, "processors", RECORDS, REQUIRED, .type = &processor_type),
};
TYPE(needs_type, Needs, "needs", .check = check_needs);

const Needs *needs_load(Arena *arena, const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "needs.yaml", NULL);
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    return document == NULL ? NULL
                            : record_read(&needs_type, arena, document, yaml_root(document), error);
}

/* "AVX2_256" is "_avx2_256_", so that patterns can tell where words begin and end. The caller frees
 * it. */
static char *cleaned(const char *text)
{
    g_autoptr(GString) clean = g_string_new("_");
    for (const char *c = text; *c != '\0'; c++) {
        if (g_ascii_isalnum(*c)) {
            g_string_append_c(clean, g_ascii_tolower(*c));
        } else if (clean->str[clean->len - 1] != '_') {
            g_string_append_c(clean, '_');
        }
    }
    if (clean->str[clean->len - 1] != '_') {
        g_string_append_c(clean, '_');
    }
    return g_string_free(g_steal_pointer(&clean), FALSE);
}

static gboolean matches(const char *pattern, const char *clean)
{
    g_autofree char *found = pattern_find(pattern, clean, strlen(clean), FALSE);
    return found != NULL;
}

static const NeedTechnology *technology_of(const Needs *self, Category category, const char *clean,
                                           gboolean first)
{
    for (guint i = 0; i < self->technologies->len; i++) {
        const NeedTechnology *technology = self->technologies->pdata[i];
        if (technology->category == category && technology->first == first &&
            matches(technology->words, clean)) {
            return technology;
        }
    }
    return NULL;
}

static const NeedProcessor *processor_of(const Needs *self, const char *clean)
{
    for (guint i = 0; i < self->processors->len; i++) {
        const NeedProcessor *processor = self->processors->pdata[i];
        if (matches(processor->words, clean)) {
            return processor;
        }
    }
    return NULL;
}

/* What the processor has that the text names, if that is of the category. */
static const NeedTechnology *technology_of_processor(const Needs *self, Category category,
                                                     const char *clean)
{
    const NeedProcessor *processor = processor_of(self, clean);
    const NeedTechnology *has =
        processor == NULL ? NULL : needs_technology_called(self, processor->has);
    return has != NULL && has->category == category ? has : NULL;
}

const NeedTechnology *needs_technology(const Needs *self, Category category,
                                       const char *const *texts, guint count)
{
    const NeedTechnology *found = NULL;
    for (guint i = 0; found == NULL && i < count; i++) {
        g_autofree char *clean = texts[i] == NULL ? NULL : cleaned(texts[i]);
        if (clean == NULL) {
            continue;
        }
        found = technology_of(self, category, clean, TRUE);
        found = found != NULL ? found : technology_of_processor(self, category, clean);
        found = found != NULL ? found : technology_of(self, category, clean, FALSE);
    }
    return found;
}

const NeedProcessor *needs_processor(const Needs *self, const char *const *texts, guint count)
{
    const NeedProcessor *processor = NULL;
    for (guint i = 0; processor == NULL && i < count; i++) {
        g_autofree char *clean = texts[i] == NULL ? NULL : cleaned(texts[i]);
        processor = clean == NULL ? NULL : processor_of(self, clean);
    }
    return processor;
}

NeedSuits needs_suits(const NeedProcessor *processor, const char *cpu)
{
    for (guint i = 0; i < processor->cpus->len; i++) {
        if (g_strcmp0(processor->cpus->pdata[i], cpu) == 0) {
            return i == 0 ? SUITS_ITSELF : SUITS_LATER;
        }
    }
    return SUITS_ANY;
}

const NeedTechnology *needs_technology_called(const Needs *self, const char *id)
{
    for (guint i = 0; i < self->technologies->len; i++) {
        const NeedTechnology *technology = self->technologies->pdata[i];
        if (g_strcmp0(technology->id, id) == 0) {
            return technology;
        }
    }
    return NULL;
}

gboolean needs_leaves_traces(const NeedTechnology *technology)
{
    return technology->traces != NULL || technology->linked != NULL ||
           technology->traces_of->len > 0;
}

static gboolean is_own_trace(const NeedTechnology *technology, const char *word, gboolean option)
{
    g_autofree char *clean = technology->traces == NULL || option ? NULL : cleaned(word);
    return (clean != NULL && matches(technology->traces, clean)) ||
           (technology->linked != NULL && matches(technology->linked, word));
}

gboolean needs_is_trace(const Needs *self, const NeedTechnology *technology, const char *word,
                        gboolean option)
{
    gboolean is_trace = is_own_trace(technology, word, option);
    for (guint i = 0; !is_trace && i < technology->traces_of->len; i++) {
        const NeedTechnology *other =
            needs_technology_called(self, technology->traces_of->pdata[i]);
        is_trace = other != NULL && is_own_trace(other, word, option);
    }
    return is_trace;
}

/* The runtime that a package stands for; NULL: none. */
static const char *package_runtime(const Needs *self, const char *package)
{
    const char *relation = strchr(package, ' ');
    gsize length = relation == NULL ? strlen(package) : (gsize)(relation - package);
    for (guint i = 0; i < self->packages->len; i++) {
        const NeedPackage *row = self->packages->pdata[i];
        g_autofree char *name = pattern_find(row->name, package, length, TRUE);
        if (name != NULL) {
            return row->runtime;
        }
    }
    return NULL;
}

static const NeedTechnology *technology_for(const Needs *self, Category category,
                                            const char *runtime)
{
    for (guint i = 0; i < self->technologies->len; i++) {
        const NeedTechnology *technology = self->technologies->pdata[i];
        if (technology->category == category && g_strcmp0(technology->runtime, runtime) == 0) {
            return technology;
        }
    }
    return NULL;
}

const NeedTechnology *needs_technology_packaged(const Needs *self, Category category,
                                                const GPtrArray *packages)
{
    const char *only = NULL;
    for (guint i = 0; packages != NULL && i < packages->len; i++) {
        const char *runtime = package_runtime(self, packages->pdata[i]);
        if (runtime != NULL && only != NULL && !g_str_equal(runtime, only)) {
            return NULL;
        }
        only = runtime != NULL ? runtime : only;
    }
    return only == NULL ? NULL : technology_for(self, category, only);
}

gboolean needs_is_neutral(const Needs *self, const char *const *texts, guint count)
{
    for (guint i = 0; i < count; i++) {
        g_autofree char *clean = texts[i] == NULL ? NULL : cleaned(texts[i]);
        if (clean != NULL && matches(self->neutral, clean)) {
            return TRUE;
        }
    }
    return FALSE;
}

const NeedCategory *needs_category(const Needs *self, Category category)
{
    for (guint i = 0; i < self->categories->len; i++) {
        const NeedCategory *row = self->categories->pdata[i];
        if (row->category == category) {
            return row;
        }
    }
    return NULL;
}

/* ---- against a machine ----------------------------------------------------------------------- */

static const char *first_place(const GPtrArray *at)
{
    return at->len > 0 ? at->pdata[0] : NULL;
}

static SystemState finding_state(const System *system, NeedKind what, const char *of,
                                 const char **at)
{
    SystemState state = STATE_ABSENT;
    gboolean told = FALSE;
    for (guint i = 0; i < system->findings->len; i++) {
        const SystemFinding *finding = system->findings->pdata[i];
        const char *subject = what == NEED_FINDING    ? finding->id
                              : what == NEED_CATEGORY ? finding->category
                                                      : finding->interface;
        if (g_strcmp0(subject, of) != 0) {
            continue;
        }
        told = TRUE;
        if (finding->state == STATE_PRESENT) {
            *at = first_place(finding->at);
            return STATE_PRESENT;
        }
        if (finding->state == STATE_UNKNOWN) {
            state = STATE_UNKNOWN;
            *at = finding->reason;
        }
    }
    return told ? state : STATE_UNKNOWN;
}

static SystemState device_state(const System *system, const char *vendor, const char **at)
{
    const SystemGpus *gpus = system->gpus;
    for (guint i = 0; i < gpus->devices->len; i++) {
        const SystemGpu *gpu = gpus->devices->pdata[i];
        if (g_str_equal(gpu->vendor, vendor)) {
            *at = first_place(gpu->at);
            return STATE_PRESENT;
        }
    }
    *at = gpus->reason != NULL ? gpus->reason : first_place(gpus->at);
    return gpus->state == STATE_UNKNOWN ? STATE_UNKNOWN : STATE_ABSENT;
}

static SystemState text_state(const char *have, const char *wanted)
{
    return have == NULL ? STATE_UNKNOWN : g_str_equal(have, wanted) ? STATE_PRESENT : STATE_ABSENT;
}

static SystemState one_state(const Need *need, const char *of, const System *system,
                             const char **at)
{
    const SystemCpu *cpu = system->cpu;
    const GpuDriver *driver;
    *at = cpu->reason != NULL ? cpu->reason : first_place(cpu->at);
    switch (need->what) {
    case NEED_FEATURE:
        return system_has_feature(system, of);
    case NEED_CPU:
        return text_state(system_target_cpu(system), of);
    case NEED_ARCHITECTURE:
        return text_state(cpu->architecture, of);
    case NEED_DEVICE:
        return device_state(system, of, at);
    case NEED_DRIVER:
        driver = system_driver(system, of);
        *at = driver == NULL ? NULL : first_place(driver->at);
        return driver == NULL ? STATE_UNKNOWN : driver->state;
    case NEED_FINDING:
    case NEED_CATEGORY:
    case NEED_INTERFACE:
        *at = NULL;
        return finding_state(system, need->what, of, at);
    }
    return STATE_UNKNOWN;
}

SystemState need_state(const Need *need, const System *system, Arena *arena, const char **at)
{
    SystemState state = STATE_ABSENT;
    *at = NULL;
    for (guint i = 0; i < need->of->len; i++) {
        const char *place = NULL;
        SystemState one = one_state(need, need->of->pdata[i], system, &place);
        if (one == STATE_PRESENT || state == STATE_ABSENT) {
            *at = place == NULL ? NULL : arena_strdup(arena, place);
            state = one;
        }
        if (state == STATE_PRESENT) {
            break;
        }
    }
    return state;
}

const char *need_text(const Need *need, Arena *arena)
{
    static const char *const titles[] = {
#define X(id, text, title) [NEED_##id] = title,
        NEED_KINDS(X)
#undef X
    };
    g_autoptr(GString) text = g_string_new(titles[need->what]);
    for (guint i = 0; i < need->of->len; i++) {
        g_string_append_printf(text, "%s%s",
                               i > 0           ? " or "
                               : text->len > 0 ? " "
                                               : "",
                               (const char *)need->of->pdata[i]);
    }
    return arena_strdup(arena, text->str);
}
