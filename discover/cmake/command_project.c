/* project, enable_language. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

static void run_stub(Evaluator *self, const char *path)
{
    SourceFile *stub = evaluator_load(self, path);
    if (stub != NULL) {
        evaluator_run_file(self, stub, "/xaas-stubs");
    }
}

/* What a language brings (compiler, flags, versions) is said by a stub. */
static void enable_language(Evaluator *self, const char *language)
{
    if (strcmp(language, "NONE") == 0 || strcmp(language, "OPTIONAL") == 0 ||
        text_has_hole(language)) {
        return;
    }
    if (!guard_is_true(self->path) ||
        (strcmp(language, "C") != 0 && strcmp(language, "CXX") != 0)) {
        evaluator_effect(self, EFFECT_LANGUAGE, language, NULL);
    }
    g_autofree char *loaded = g_strdup_printf("CMAKE_%s_COMPILER_LOADED", language);
    g_autoptr(Value) known = evaluator_value_of_name(self, loaded);
    Guard entry = self->path;
    self->path = guard_minus(self->guards, entry, value_truth(self->symbols, self->guards, known));
    if (!guard_is_false(self->path)) {
        Kept kept = {.guards = {&entry}};
        evaluator_keep(self, &kept);
        evaluator_set(self, "XAAS_LANGUAGE", language);
        run_stub(self, "stubs/language.cmake");
        evaluator_drop(self, &kept);
    }
    self->path = entry;
}

static void set_version(Evaluator *self, const char *prefix, const char *version)
{
    g_autofree char *name = g_strdup_printf("%s_VERSION", prefix);
    evaluator_set(self, name, version);
    static const char *const parts[] = {"MAJOR", "MINOR", "PATCH", "TWEAK"};
    g_auto(GStrv) numbers = g_strsplit(version, ".", 4);
    guint count = g_strv_length(numbers);
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *part = g_strdup_printf("%s_VERSION_%s", prefix, parts[i]);
        gboolean known = i < count && !text_has_hole(version);
        evaluator_set(self, part,
                      known                            ? numbers[i]
                      : *version == '\0' || i >= count ? ""
                                                       : evaluator_derive(self, parts[i], version));
    }
}

static void set_both_folders(Evaluator *self, const char *prefix)
{
    static const char *const kinds[] = {"SOURCE", "BINARY"};
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *from = g_strdup_printf("CMAKE_CURRENT_%s_DIR", kinds[i]);
        g_autofree char *to = g_strdup_printf("%s_%s_DIR", prefix, kinds[i]);
        g_autoptr(Value) value = evaluator_value_of_name(self, from);
        evaluator_set_value(self, variables_get(self->variables, to), value);
        if (strcmp(prefix, "PROJECT") != 0) {
            /* project() also keeps NAME_SOURCE_DIR in the cache, for folders that are added before.
             */
            evaluator_set_cache(self, variables_get(self->variables, to), value);
        }
    }
}

typedef enum { PART_NONE, PART_VERSION, PART_LANGUAGES, PART_DESCRIPTION, PART_TEXT } ProjectPart;

/* What a call of project() says. */
typedef struct {
    const char *name;
    const char *version; /* "" for none */
    const char *description;
    GPtrArray *languages;    /* const char * */
    gboolean says_languages; /* even if it says that there are none */
} ProjectCall;

static void read_parts(const Call *call, ProjectCall *parts)
{
    ProjectPart part = PART_LANGUAGES; /* project(NAME C CXX) */
    for (guint i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (strcmp(word, "VERSION") == 0) {
            part = PART_VERSION;
        } else if (strcmp(word, "LANGUAGES") == 0) {
            part = PART_LANGUAGES;
            parts->says_languages = TRUE;
        } else if (strcmp(word, "DESCRIPTION") == 0) {
            part = PART_DESCRIPTION;
        } else if (strcmp(word, "HOMEPAGE_URL") == 0) {
            part = PART_TEXT;
        } else if (part == PART_DESCRIPTION) {
            parts->description = word;
            part = PART_TEXT;
        } else if (part == PART_VERSION) {
            parts->version = word;
            part = PART_NONE;
        } else if (part == PART_LANGUAGES) {
            g_ptr_array_add(parts->languages, (gpointer)word);
            parts->says_languages = TRUE;
        }
    }
}

/* A shorter beginning of a name is no name. */
#define NAME_BEGIN_BYTES_MIN 4u

/* "tide-${PART}" begins with what the project is called; NULL when too little is known. */
static const char *name_begin(Evaluator *self, const char *name)
{
    static const char hole[] = {HOLE_BEGIN, '\0'};
    g_autofree char *begin = g_strndup(name, strcspn(name, hole));
    for (gsize end = strlen(begin); end > 0 && strchr("-_. ", begin[end - 1]) != NULL; end--) {
        begin[end - 1] = '\0';
    }
    return strlen(begin) >= NAME_BEGIN_BYTES_MIN ? arena_intern(self->arena, begin) : NULL;
}

/* "project(${SKBUILD_PROJECT_NAME} LANGUAGES C)": who starts CMake gives the name. */
static gboolean is_keyword(const char *name)
{
    static const char *const keywords[] = {"VERSION", "LANGUAGES", "DESCRIPTION", "HOMEPAGE_URL",
                                           NULL};
    return g_strv_contains(keywords, name);
}

/* The first name that is known as a whole counts, else how the first of all begins. */
static void note_name(Evaluator *self, const char *name)
{
    if (is_keyword(name)) {
        return;
    }
    gboolean whole = !text_has_hole(name);
    if (self->project_name != NULL && !(self->project_name_begun && whole)) {
        return;
    }
    self->project_name = whole ? arena_intern(self->arena, name) : name_begin(self, name);
    self->project_name_begun = !whole;
    self->project_at = evaluator_project_place(self);
}

/* Keeps who the project is; below the top, that the folder has a project of its own. */
static void note_project(Evaluator *self, const ProjectCall *parts)
{
    if (self->subdirectories->len > 1) {
        evaluator_add_name(self, self->project_folders,
                           self->subdirectories->pdata[self->subdirectories->len - 1]);
        return;
    }
    note_name(self, parts->name);
    if (*parts->version != '\0' && self->project_version == NULL) {
        self->project_version =
            text_has_hole(parts->version) ? "" : arena_intern(self->arena, parts->version);
    }
}

static void set_project_variables(Evaluator *self, const ProjectCall *parts, const char *readable)
{
    gboolean top = self->subdirectories->len <= 1;
    evaluator_set(self, "PROJECT_NAME", parts->name);
    evaluator_set(self, "PROJECT_DESCRIPTION", parts->description);
    set_both_folders(self, "PROJECT");
    set_both_folders(self, readable);
    /* Without VERSION the variables are emptied (CMP0048). */
    if (*parts->version != '\0' || evaluator_policy_new(self, "CMP0048")) {
        set_version(self, "PROJECT", parts->version);
        set_version(self, readable, parts->version);
        if (top) {
            set_version(self, "CMAKE_PROJECT", parts->version);
        }
    }
    if (top) {
        evaluator_set(self, "CMAKE_PROJECT_NAME", parts->name);
    }
    evaluator_set(self, "PROJECT_IS_TOP_LEVEL", top ? "ON" : "OFF");
}

void command_project(Evaluator *self, const Call *call)
{
    if (call->argc == 0) {
        return;
    }
    g_autoptr(GPtrArray) languages = g_ptr_array_new();
    ProjectCall parts = {
        .name = call->argv[0], .version = "", .description = "", .languages = languages};
    read_parts(call, &parts);
    g_autofree char *readable = symbols_readable(self->symbols, parts.name);
    note_project(self, &parts);
    set_project_variables(self, &parts, readable);
    run_stub(self, "stubs/project.cmake");
    if (!parts.says_languages) {
        enable_language(self, "C");
        enable_language(self, "CXX");
    }
    for (guint i = 0; i < languages->len; i++) {
        enable_language(self, languages->pdata[i]);
    }
    run_stub(self, "stubs/project_end.cmake");
}

void command_enable_language(Evaluator *self, const Call *call)
{
    for (guint i = 0; i < call->argc; i++) {
        enable_language(self, call->argv[i]);
    }
}
