/* Software, by its signs: libraries, programs, files, variables of the environment. */
#include "container/build/process.h"
#include "container/system/search.h"
#include <string.h>

/* More copies of one thing than this are not listed. */
#define SIGHTINGS_MAX 64u
#define ELF_HEADER_BYTES 20u
#define ELF_CLASS_64 2u

static SystemFinding *finding_new(const Search *self, const Technology *technology,
                                  SystemState state)
{
    SystemFinding *finding = arena_new0(self->survey->arena, SystemFinding);
    finding->id = technology->id;
    finding->name = technology->name;
    finding->category = technology->category;
    finding->state = state;
    finding->interface = technology->interface;
    finding->at = arena_array(self->survey->arena);
    g_ptr_array_add(self->survey->system->findings, finding);
    return finding;
}

static void take_version(const Search *self, SystemFinding *finding, const char *version)
{
    if (version != NULL && *version != '\0' &&
        (finding->version == NULL || version_compare(version, finding->version) > 0)) {
        finding->version = arena_strdup(self->survey->arena, version);
    }
}

/* A shared library for the machine's own programs: an ELF file of its class and machine. What the
 * linker reads in place of a library, and libraries for other machines, do not count. */
static gboolean is_library(const Search *self, GMappedFile *file)
{
    const guchar *bytes = (const guchar *)g_mapped_file_get_contents(file);
    if (g_mapped_file_get_length(file) < ELF_HEADER_BYTES || memcmp(bytes, "\177ELF", 4) != 0) {
        return FALSE;
    }
    const CpuArchitecture *architecture = self->survey->architecture;
    gboolean little = bytes[5] == 1;
    guint machine = little ? bytes[18] | (guint)bytes[19] << 8 : bytes[19] | (guint)bytes[18] << 8;
    return architecture == NULL ||
           (bytes[4] == ELF_CLASS_64 && machine == architecture->elf_machine);
}

/* What one library tells about a technology; FALSE when it belongs to another one. `version` may
 * stay NULL. */
static gboolean read_library(const Search *self, const Technology *technology, const char *path,
                             char **version)
{
    g_autoptr(GMappedFile) file = tree_map(self->survey->tree, path);
    if (file == NULL || !is_library(self, file)) {
        return FALSE;
    }
    const char *bytes = g_mapped_file_get_contents(file);
    gsize length = g_mapped_file_get_length(file);
    g_autofree char *sign =
        technology->text == NULL ? NULL : pattern_find(technology->text, bytes, length, FALSE);
    if (technology->text_version != NULL) {
        *version = pattern_find(technology->text_version, bytes, length, FALSE);
    }
    return technology->text == NULL || sign != NULL;
}

/* The patterns of a technology's libraries, compiled. The caller unrefs. */
static GPtrArray *library_patterns(const Technology *technology)
{
    GPtrArray *patterns = g_ptr_array_new_with_free_func((GDestroyNotify)g_regex_unref);
    for (guint i = 0; i < technology->libraries->len; i++) {
        g_ptr_array_add(patterns, pattern_compile(technology->libraries->pdata[i], TRUE));
    }
    return patterns;
}

/* The version in a library's name: NULL when it is none of the technology's names, "" when the name
 * does not tell. The caller frees it. */
static char *match_name(const GPtrArray *patterns, const char *name)
{
    for (guint i = 0; i < patterns->len; i++) {
        char *version = pattern_match(patterns->pdata[i], name, strlen(name));
        if (version != NULL) {
            return version;
        }
    }
    return NULL;
}

typedef struct {
    const Technology *technology;
    GPtrArray *patterns; /* GRegex *: of its libraries */
    GHashTable *seen;    /* char *: files that were looked at */
} Hunt;

/* One technology in one folder: all its names there are one sighting. */
static void look_into(Search *self, const Hunt *hunt, guint number)
{
    const Technology *technology = hunt->technology;
    const char *folder = self->library_folders->pdata[number];
    const GPtrArray *names = self->library_names->pdata[number];
    SystemFinding *finding = NULL;
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *named = match_name(hunt->patterns, names->pdata[i]);
        g_autofree char *path =
            named == NULL ? NULL : g_build_filename(folder, names->pdata[i], NULL);
        g_autofree char *resolved =
            path == NULL ? NULL : tree_resolve(self->survey->tree, path, NULL);
        if (resolved == NULL) {
            continue;
        }
        g_autofree char *claim = g_strdup_printf("%s %s", technology->category, resolved);
        gboolean gives_way =
            technology->fallback || (technology->own_file && !g_str_equal(path, resolved));
        if (gives_way && g_hash_table_contains(self->taken, claim)) {
            continue;
        }
        g_autofree char *told = NULL;
        if (!g_hash_table_contains(hunt->seen, resolved)) {
            if (!read_library(self, technology, resolved, &told)) {
                continue;
            }
            g_hash_table_add(self->taken, g_steal_pointer(&claim));
            g_hash_table_add(hunt->seen, g_strdup(resolved));
            finding = finding != NULL ? finding : finding_new(self, technology, STATE_PRESENT);
        }
        if (finding == NULL) {
            continue;
        }
        survey_note(self->survey, finding->at, resolved);
        take_version(self, finding, technology->text_version != NULL ? told : named);
        g_autofree char *in_path =
            technology->path == NULL || finding->version != NULL
                ? NULL
                : pattern_find(technology->path, resolved, strlen(resolved), FALSE);
        take_version(self, finding, in_path);
    }
}

static void look_for_libraries(Search *self, const Technology *technology)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) patterns = library_patterns(technology);
    const Hunt hunt = {technology, patterns, seen};
    guint before = self->survey->system->findings->len;
    for (guint i = 0; i < self->library_folders->len &&
                      self->survey->system->findings->len - before < SIGHTINGS_MAX;
         i++) {
        look_into(self, &hunt, i);
    }
}

/* Programs are run only on the machine itself. One that does not answer leaves its version unknown.
 */
static void ask_program(const Search *self, const Technology *technology, const char *path,
                        SystemFinding *finding)
{
    if (!self->survey->request->ask_programs || tree_is_recorded(self->survey->tree) ||
        technology->ask->len == 0 || technology->answer == NULL) {
        return;
    }
    g_autoptr(GPtrArray) command = g_ptr_array_new();
    g_ptr_array_add(command, (gpointer)path);
    g_ptr_array_extend(command, technology->ask, NULL, NULL);
    g_ptr_array_add(command, NULL);
    const ProcessRequest request = {.command = (const char *const *)command->pdata,
                                    .seconds = SURVEY_ASK_SECONDS};
    g_auto(ProcessResult) result = {0};
    if (process_run(&request, &result, NULL) && result.status == 0) {
        g_autofree char *version =
            pattern_find(technology->answer, result.out, strlen(result.out), FALSE);
        take_version(self, finding, version);
    }
}

static void look_for_programs(Search *self, const Technology *technology)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < technology->programs->len; i++) {
        for (guint k = 0; k < self->program_folders->len; k++) {
            g_autofree char *path = g_build_filename(self->program_folders->pdata[k],
                                                     technology->programs->pdata[i], NULL);
            TreeKind kind;
            g_autofree char *resolved = tree_resolve(self->survey->tree, path, &kind);
            if (kind == TREE_FILE && g_hash_table_add(seen, g_strdup(resolved))) {
                SystemFinding *finding = finding_new(self, technology, STATE_PRESENT);
                survey_note(self->survey, finding->at, path);
                ask_program(self, technology, path, finding);
            }
        }
    }
}

/* Returns whether a folder on the way could not be looked into. */
static gboolean look_for_files(Search *self, const Technology *technology)
{
    gboolean unreadable = FALSE;
    SystemFinding *finding = NULL;
    for (guint i = 0; i < technology->files->len; i++) {
        g_autoptr(GPtrArray) paths =
            tree_glob(self->survey->tree, technology->files->pdata[i], &unreadable);
        for (guint k = 0; k < paths->len; k++) {
            g_autofree char *text = technology->content == NULL
                                        ? NULL
                                        : tree_read(self->survey->tree, paths->pdata[k], NULL);
            g_autofree char *version =
                text == NULL ? NULL : pattern_find(technology->content, text, strlen(text), FALSE);
            if (technology->content == NULL || version != NULL) {
                finding = finding != NULL ? finding : finding_new(self, technology, STATE_PRESENT);
                survey_note(self->survey, finding->at, paths->pdata[k]);
                take_version(self, finding, version);
            }
        }
    }
    return unreadable;
}

static void look_for_variables(Search *self, const Technology *technology)
{
    for (guint i = 0; i < technology->variables->len; i++) {
        const char *name = technology->variables->pdata[i];
        if (g_hash_table_contains(self->environment, name)) {
            SystemFinding *finding = finding_new(self, technology, STATE_PRESENT);
            g_autofree char *place = g_strdup_printf("environment: %s", name);
            survey_note(self->survey, finding->at, place);
            return;
        }
    }
}

/* The beginning of a pattern that a recorded tree has to have before anything below it can be
 * called absent: "/opt", and "/sys/class" or "/proc/driver", for these are recorded in parts. A
 * machine itself is whole, as long as /proc and /sys are there. The caller frees it. */
static char *needed_folder(const Search *self, const char *pattern)
{
    gboolean kernel = g_str_has_prefix(pattern, "/proc/") || g_str_has_prefix(pattern, "/sys/");
    gboolean recorded = tree_is_recorded(self->survey->tree);
    const char *end = strchr(pattern + 1, '/');
    if (end != NULL && kernel && recorded) {
        end = strchr(end + 1, '/');
    }
    return !kernel && !recorded
               ? g_strdup("/")
               : g_strndup(pattern, end == NULL ? strlen(pattern) : (gsize)(end - pattern));
}

/* Why something that was not seen may be there all the same; NULL when it is certainly not. In the
 * arena. */
static const char *doubt(const Search *self, const Technology *technology, gboolean unreadable)
{
    const Survey *survey = self->survey;
    gboolean can_be_loaded = technology->libraries->len > 0 || technology->programs->len > 0;
    if (technology->libraries->len > 0 && self->library_folders->len == 0) {
        return "no folder of libraries can be read";
    }
    if (technology->programs->len > 0 && self->program_folders->len == 0) {
        return "no folder of programs can be read";
    }
    for (guint i = 0; i < technology->files->len; i++) {
        g_autofree char *needed = needed_folder(self, technology->files->pdata[i]);
        if (tree_kind(survey->tree, needed) != TREE_FOLDER) {
            return arena_printf(survey->arena, "%s cannot be read", needed);
        }
    }
    if (!self->knows_environment && !technology->system_part &&
        (can_be_loaded || technology->variables->len > 0)) {
        return "the environment is not recorded";
    }
    if (unreadable || (can_be_loaded && survey->system->search->unreadable->len > 0)) {
        return "not all folders can be read";
    }
    if (can_be_loaded && !technology->system_part &&
        survey->system->search->module_system != NULL) {
        return arena_printf(survey->arena, "modules that are not loaded may bring it (%s)",
                            survey->system->search->module_system);
    }
    return NULL;
}

static void look_for(Search *self, const Technology *technology)
{
    guint before = self->survey->system->findings->len;
    look_for_libraries(self, technology);
    look_for_programs(self, technology);
    gboolean unreadable = look_for_files(self, technology);
    if (self->survey->system->findings->len == before) {
        look_for_variables(self, technology);
    }
    if (self->survey->system->findings->len == before) {
        const char *reason = doubt(self, technology, unreadable);
        SystemFinding *finding =
            finding_new(self, technology, reason == NULL ? STATE_ABSENT : STATE_UNKNOWN);
        finding->reason = reason;
    }
}

/* A module system has to be known before anything is called absent. */
static void find_module_system(Search *self)
{
    const GPtrArray *technologies = self->survey->request->knowledge->software->technologies;
    System *system = self->survey->system;
    for (guint i = 0; system->search->module_system == NULL && i < technologies->len; i++) {
        const Technology *technology = technologies->pdata[i];
        if (technology->provides_modules) {
            look_for_files(self, technology);
            look_for_variables(self, technology);
            system->search->module_system = system->findings->len > 0 ? technology->name : NULL;
            g_ptr_array_set_size(system->findings, 0);
        }
    }
}

/* A library that does not tell whose it is may be anyone's of that interface. */
static void doubt_families(Survey *self)
{
    const GPtrArray *technologies = self->request->knowledge->software->technologies;
    GPtrArray *findings = self->system->findings;
    for (guint i = 0; i < technologies->len; i++) {
        const Technology *fallback = technologies->pdata[i];
        const SystemFinding *there =
            fallback->fallback ? system_finding(self->system, fallback->id) : NULL;
        for (guint k = 0; there != NULL && there->state == STATE_PRESENT && k < findings->len;
             k++) {
            SystemFinding *finding = findings->pdata[k];
            if (finding->state == STATE_ABSENT && fallback->text == NULL &&
                g_str_equal(finding->category, there->category) &&
                g_strcmp0(finding->interface, there->interface) == 0) {
                finding->state = STATE_UNKNOWN;
                finding->reason = arena_printf(self->arena, "%s does not tell whose it is",
                                               (const char *)there->at->pdata[0]);
            }
        }
    }
}

void survey_software(Survey *self)
{
    Search search;
    search_begin(&search, self);
    find_module_system(&search);
    const GPtrArray *technologies = self->request->knowledge->software->technologies;
    for (guint i = 0; i < technologies->len; i++) {
        look_for(&search, technologies->pdata[i]);
    }
    doubt_families(self);
    search_clear(&search);
}
