#include "discover/readers.h"
#include "discover/autotools/autotools_reader.h"
#include "discover/builders.h"
#include "discover/cmake/cmake_reader.h"
#include "discover/documented.h"
#include "discover/environment/environment_reader.h"
#include "discover/make/make_reader.h"
#include "discover/meson/meson_reader.h"
#include "discover/recipes.h"
#include <string.h>

typedef struct {
    Builder builder;
    gboolean concrete; /* it can follow a single configuration */
    gboolean (*read)(const Tree *tree, const ReadersOptions *options, Facts *facts,
                     Diagnostics *diagnostics, GError **error);
} Reader;

static gboolean read_cmake(const Tree *tree, const ReadersOptions *options, Facts *facts,
                           Diagnostics *diagnostics, GError **error)
{
    const CmakeReadOptions cmake = {.stub_folder = options->stub_folder,
                                    .concrete = options->concrete,
                                    .definitions = options->definitions,
                                    .environment = options->environment,
                                    .side_folders = options->side_folders};
    return cmake_read(tree, &cmake, facts, diagnostics, error);
}

static gboolean read_make(const Tree *tree, const ReadersOptions *options, Facts *facts,
                          Diagnostics *diagnostics, GError **error)
{
    (void)error;
    const MakeReadOptions make = {.side_folders = options->side_folders,
                                  .machine_variables = options->machine_variables,
                                  .stub_folder = options->stub_folder};
    make_read(tree, &make, facts, diagnostics);
    return TRUE;
}

static gboolean read_autotools(const Tree *tree, const ReadersOptions *options, Facts *facts,
                               Diagnostics *diagnostics, GError **error)
{
    const AutotoolsReadOptions autotools = {.stub_folder = options->stub_folder,
                                            .side_folders = options->side_folders,
                                            .build_scripts = options->build_scripts,
                                            .machine_variables = options->machine_variables};
    (void)diagnostics;
    return autotools_read(tree, &autotools, facts, error);
}

static gboolean read_meson(const Tree *tree, const ReadersOptions *options, Facts *facts,
                           Diagnostics *diagnostics, GError **error)
{
    (void)options;
    (void)error;
    meson_read(tree, facts, diagnostics);
    return TRUE;
}

static gboolean read_environment(const Tree *tree, const ReadersOptions *options, Facts *facts,
                                 Diagnostics *diagnostics, GError **error)
{
    (void)diagnostics;
    (void)error;
    const EnvironmentReadOptions environment = {.side_folders = options->side_folders,
                                                .machine_variables = options->machine_variables};
    environment_read(tree, &environment, facts);
    return TRUE;
}

/* Readers see what those before them found. */
static const Reader readers[] = {
    {.builder = BUILDER_CMAKE, .concrete = TRUE, .read = read_cmake},
    {.builder = BUILDER_AUTOTOOLS, .concrete = FALSE, .read = read_autotools},
    {.builder = BUILDER_MAKE, .concrete = FALSE, .read = read_make},
    {.builder = BUILDER_MESON, .concrete = FALSE, .read = read_meson},
    {.builder = BUILDER_ENVIRONMENT, .concrete = FALSE, .read = read_environment},
};

/* Whether the file lies below the folder, and not right in it. */
static gboolean lies_below(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    const char *rest = path + (length > 0 ? length + 1 : 0);
    return (length == 0 || (g_str_has_prefix(path, folder) && path[length] == '/')) &&
           strchr(rest, '/') != NULL;
}

/* A build without a name of its own, in the root or above what has one, is called like the tree's
 * folder, without the version that archives add: a name from deeper down is that of a part. So are
 * several builds beside each other with a name each. */
static void name_by_folder(const Tree *tree, Facts *facts)
{
    const char *at = facts->project_at.path;
    gboolean deeper = at != NULL && strchr(at, '/') != NULL;
    gboolean above = FALSE;
    for (guint i = 0; i < facts->build_systems->len && deeper; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        above = above || (system->read && lies_below(at, system->folder));
    }
    if (facts->project_name != NULL && !(deeper && (above || facts->project_is_part))) {
        return;
    }
    g_autofree char *name = g_path_get_basename(tree_root(tree));
    for (char *dash = strchr(name, '-'); dash != NULL; dash = strchr(dash + 1, '-')) {
        if (g_ascii_isdigit(dash[1]) && dash > name) {
            *dash = '\0';
            break;
        }
    }
    if (facts->project_name != NULL && g_ascii_strcasecmp(facts->project_name, name) == 0) {
        return;
    }
    facts->project_name = arena_strdup(facts->arena, name);
    facts->project_version = deeper ? NULL : facts->project_version;
    facts->project_at = SPAN_NONE;
}

/* What the walk of the folders has left out. */
static void add_gaps(const Tree *tree, Facts *facts)
{
    const GPtrArray *gaps = tree_gaps(tree);
    for (guint i = 0; i < gaps->len; i++) {
        const TreeGap *gap = gaps->pdata[i];
        facts_add_ledger(facts, (Span){.path = gap->path}, gap->reason, gap->path);
    }
}

gboolean readers_read(const Tree *tree, const ReadersOptions *options, Facts *facts,
                      Diagnostics *diagnostics, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(readers); i++) {
        if ((readers[i].concrete || !options->concrete) &&
            !readers[i].read(tree, options, facts, diagnostics, error)) {
            return FALSE;
        }
    }
    add_gaps(tree, facts);
    name_by_folder(tree, facts);
    builders_detect(tree, options->side_folders, facts);
    builders_drop_idle(facts);
    builders_detect_copies(tree, facts);
    recipes_read(tree, facts);
    documented_read(tree, facts);
    facts_finish(facts);
    return TRUE;
}
