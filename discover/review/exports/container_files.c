/* Files that build one configuration: EasyBuild's options, an Apptainer definition, a Containerfile
 * and an HPCCM fragment. The project's folder is what they are built from (the build context).
 *
 * Arguments reach the build tool as one word each: as JSON arrays where the form has them, else
 * quoted for the shell that the form runs. */
#include "core/json.h"
#include "core/text_order.h"
#include "discover/review/exports/writer.h"
#include <string.h>

#define SOURCE_FOLDER "/src"
#define BUILD_FOLDER "/build"
#define PREFIX "/opt/app"

/* What every Debian image lacks that compiles HPC programs. */
static const char *const cmake_packages[] = {"build-essential", "cmake",      "gfortran",
                                             "ninja-build",     "pkg-config", NULL};
static const char *const autotools_packages[] = {
    "autoconf", "automake", "build-essential", "gfortran", "libtool", "pkg-config", NULL};
static const char *const meson_packages[] = {"build-essential", "gfortran",   "meson",
                                             "ninja-build",     "pkg-config", NULL};
static const char *const make_packages[] = {"build-essential", "gfortran", "pkg-config", NULL};

/* One configuration as a list of commands. */
typedef struct {
    const char *base;     /* image that it begins with */
    const char *source;   /* the build system's folder inside the image */
    GPtrArray *packages;  /* const char *: Debian packages */
    GPtrArray *unknown;   /* const char *: packages of the build description, nothing known */
    GPtrArray *arguments; /* const char *: of the build tool */
    GPtrArray *commands;  /* GPtrArray * of const char *: argument vectors, run in BUILD_FOLDER */
} Recipe;

static void add_texts(GPtrArray *list, const char *const *texts)
{
    for (; *texts != NULL; texts++) {
        g_ptr_array_add(list, (gpointer)*texts);
    }
}

static GPtrArray *new_command(const ExportInput *input, Recipe *recipe, const char *const *words)
{
    GPtrArray *command = arena_array(input->arena);
    add_texts(command, words);
    g_ptr_array_add(recipe->commands, command);
    return command;
}

static void add_commands(const ExportInput *input, Recipe *recipe)
{
    if (g_strcmp0(input->build, "cmake") == 0) {
        const char *const configure[] = {"cmake",
                                         "-S",
                                         recipe->source,
                                         "-B",
                                         BUILD_FOLDER,
                                         "-G",
                                         export_generator(input, input->chosen),
                                         "-DCMAKE_BUILD_TYPE=Release",
                                         "-DCMAKE_INSTALL_PREFIX=" PREFIX,
                                         NULL};
        g_ptr_array_extend(new_command(input, recipe, configure), recipe->arguments, NULL, NULL);
        new_command(input, recipe, (const char *const[]){"cmake", "--build", BUILD_FOLDER, NULL});
        new_command(input, recipe, (const char *const[]){"cmake", "--install", BUILD_FOLDER, NULL});
        add_texts(recipe->packages, cmake_packages);
    } else if (g_strcmp0(input->build, "autotools") == 0) {
        const char *configure = arena_printf(input->arena, "%s/configure", recipe->source);
        new_command(input, recipe,
                    (const char *const[]){"autoreconf", "-fi", recipe->source, NULL});
        g_ptr_array_extend(
            new_command(input, recipe, (const char *const[]){configure, "--prefix=" PREFIX, NULL}),
            recipe->arguments, NULL, NULL);
        new_command(input, recipe, (const char *const[]){"make", NULL});
        new_command(input, recipe, (const char *const[]){"make", "install", NULL});
        add_texts(recipe->packages, autotools_packages);
    } else if (g_strcmp0(input->build, "meson") == 0) {
        const char *const setup[] = {"meson",
                                     "setup",
                                     BUILD_FOLDER,
                                     recipe->source,
                                     "--buildtype=release",
                                     "--prefix=" PREFIX,
                                     NULL};
        g_ptr_array_extend(new_command(input, recipe, setup), recipe->arguments, NULL, NULL);
        new_command(input, recipe,
                    (const char *const[]){"meson", "compile", "-C", BUILD_FOLDER, NULL});
        new_command(input, recipe,
                    (const char *const[]){"meson", "install", "-C", BUILD_FOLDER, NULL});
        add_texts(recipe->packages, meson_packages);
    } else {
        g_ptr_array_extend(
            new_command(input, recipe, (const char *const[]){"make", "-C", recipe->source, NULL}),
            recipe->arguments, NULL, NULL);
        add_texts(recipe->packages, make_packages);
    }
}

static const char *base_image(const ExportInput *input, GError **error)
{
    const char *base = input->request->base == NULL ? EXPORT_BASE_IMAGE : input->request->base;
    for (const char *at = base; *at != '\0'; at++) {
        if (!g_ascii_isalnum(*at) && strchr("._-/:@", *at) == NULL) {
            g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORM,
                        "\"%s\" is no reference of an image; write registry/name:tag", base);
            return NULL;
        }
    }
    return base;
}

/* NULL and an error when the build system is none that can be run here. */
static Recipe *recipe_new(const ExportInput *input, GError **error)
{
    static const char *const known[] = {"cmake", "autotools", "make", "meson", NULL};
    if (input->build == NULL || !g_strv_contains(known, input->build)) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORM,
                    "there is no recipe for the build system %s; cmake, autotools, make and meson "
                    "have one",
                    input->build == NULL ? "(none)" : input->build);
        return NULL;
    }
    if (input->folder != NULL && !is_one_line(input->folder)) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORM,
                    "the name of the build system's folder holds control characters");
        return NULL;
    }
    const char *base = base_image(input, error);
    if (base == NULL) {
        return NULL;
    }
    Recipe *recipe = arena_new0(input->arena, Recipe);
    recipe->base = base;
    recipe->source = input->folder == NULL
                         ? SOURCE_FOLDER
                         : arena_printf(input->arena, SOURCE_FOLDER "/%s", input->folder);
    recipe->unknown = arena_array(input->arena);
    recipe->packages = export_debian_packages(input, input->chosen, recipe->unknown);
    recipe->arguments = arena_array(input->arena);
    recipe->commands = arena_array(input->arena);
    export_add_arguments(input, input->chosen->settings, recipe->arguments);
    add_commands(input, recipe);
    g_ptr_array_sort(recipe->packages, text_order);
    for (guint i = recipe->packages->len; i > 1; i--) {
        if (g_str_equal(recipe->packages->pdata[i - 1], recipe->packages->pdata[i - 2])) {
            g_ptr_array_remove_index(recipe->packages, i - 1);
        }
    }
    return recipe;
}

/* ---- pieces -----------------------------------------------------------------------------------
 */

static char *shell_command(const GPtrArray *words)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < words->len; i++) {
        g_autofree char *quoted = shell_word(words->pdata[i]);
        g_string_append_printf(out, "%s%s", i == 0 ? "" : " ", quoted);
    }
    return g_string_free(out, FALSE);
}

static void add_remarks(GString *out, const ExportInput *input, const Recipe *recipe)
{
    g_autofree char *project = comment_text(input->request->specification->project->name);
    g_string_append_printf(out, "# Project %s, one configuration of its specification:", project);
    for (guint i = 0; i < recipe->arguments->len; i++) {
        g_autofree char *safe = comment_text(recipe->arguments->pdata[i]);
        g_string_append_printf(out, " %s", safe);
    }
    g_string_append(out, recipe->arguments->len == 0 ? " its defaults\n" : "\n");
    for (guint i = 0; i < recipe->unknown->len; i++) {
        g_autofree char *safe = comment_text(recipe->unknown->pdata[i]);
        g_string_append_printf(out, "# It also needs a package for: %s\n", safe);
    }
}

static char *install_command(const Recipe *recipe)
{
    GString *out = g_string_new("apt-get update && apt-get install -y --no-install-recommends");
    for (guint i = 0; i < recipe->packages->len; i++) {
        g_string_append_printf(out, " %s", (const char *)recipe->packages->pdata[i]);
    }
    g_string_append(out, " && rm -rf /var/lib/apt/lists/*");
    return g_string_free(out, FALSE);
}

/* ---- forms ------------------------------------------------------------------------------------
 */

char *export_apptainer(const ExportInput *input, GError **error)
{
    const Recipe *recipe = recipe_new(input, error);
    if (recipe == NULL) {
        return NULL;
    }
    g_autofree char *install = install_command(recipe);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "Bootstrap: docker\nFrom: %s\n\n", recipe->base);
    add_remarks(out, input, recipe);
    g_string_append_printf(out,
                           "# Build it in the project's folder: apptainer build app.sif FILE\n\n"
                           "%%files\n    . " SOURCE_FOLDER "\n\n%%post\n    set -eu\n    %s\n"
                           "    mkdir -p " BUILD_FOLDER "\n    cd " BUILD_FOLDER "\n",
                           install);
    for (guint i = 0; i < recipe->commands->len; i++) {
        g_autofree char *command = shell_command(recipe->commands->pdata[i]);
        /* Apptainer fills in what stands between these before any shell sees it. */
        if (strstr(command, "{{") != NULL) {
            g_set_error(
                error, EXPORT_ERROR, EXPORT_ERROR_FORM,
                "an Apptainer definition cannot hold \"{{\", which is in: %s; set another value",
                command);
            g_string_free(out, TRUE);
            return NULL;
        }
        g_string_append_printf(out, "    %s\n", command);
    }
    g_string_append(out, "\n%environment\n    export PATH=\"" PREFIX "/bin:$PATH\"\n"
                         "    export LD_LIBRARY_PATH=\"" PREFIX "/lib:${LD_LIBRARY_PATH:-}\"\n");
    return g_string_free(out, FALSE);
}

char *export_containerfile(const ExportInput *input, GError **error)
{
    const Recipe *recipe = recipe_new(input, error);
    if (recipe == NULL) {
        return NULL;
    }
    g_autofree char *install = install_command(recipe);
    GString *out = g_string_new(NULL);
    add_remarks(out, input, recipe);
    g_string_append_printf(out,
                           "# Build it in the project's folder: podman build -f FILE .\n"
                           "FROM %s\nRUN %s\nCOPY . " SOURCE_FOLDER "\nWORKDIR " BUILD_FOLDER "\n",
                           recipe->base, install);
    for (guint i = 0; i < recipe->commands->len; i++) {
        json_t *words = json_of_texts(recipe->commands->pdata[i]);
        char *text = json_dumps(words, 0);
        g_string_append_printf(out, "RUN %s\n", text);
        free(text);
        json_decref(words);
    }
    g_string_append(out, "ENV PATH=" PREFIX "/bin:$PATH LD_LIBRARY_PATH=" PREFIX "/lib\n");
    return g_string_free(out, FALSE);
}

static void add_literals(GString *out, const GPtrArray *texts, gboolean for_shell)
{
    g_string_append_c(out, '[');
    for (guint i = 0; i < texts->len; i++) {
        g_autofree char *quoted = for_shell ? shell_word(texts->pdata[i]) : NULL;
        g_autofree char *literal = python_literal(for_shell ? quoted : texts->pdata[i]);
        g_string_append_printf(out, "%s%s", i == 0 ? "" : ", ", literal);
    }
    g_string_append_c(out, ']');
}

char *export_hpccm(const ExportInput *input, GError **error)
{
    const Recipe *recipe = recipe_new(input, error);
    if (recipe == NULL) {
        return NULL;
    }
    GString *out = g_string_new(NULL);
    add_remarks(out, input, recipe);
    g_autofree char *base_literal = python_literal(recipe->base);
    g_string_append_printf(
        out, "Stage0 += baseimage(image=%s)\nStage0 += packages(ospackages=", base_literal);
    add_literals(out, recipe->packages, FALSE);
    g_string_append(out, ")\nStage0 += copy(src=\".\", dest=\"" SOURCE_FOLDER "\")\n"
                         "Stage0 += workdir(directory=\"" BUILD_FOLDER "\")\n"
                         "Stage0 += shell(commands=[\n");
    for (guint i = 0; i < recipe->commands->len; i++) {
        g_autofree char *command = shell_command(recipe->commands->pdata[i]);
        g_autofree char *literal = python_literal(command);
        g_string_append_printf(out, "    %s,\n", literal);
    }
    g_string_append(out,
                    "])\nStage0 += environment(variables={\"PATH\": \"" PREFIX "/bin:$PATH\"})\n");
    return g_string_free(out, FALSE);
}

/* EasyBuild hands configopts to a shell, so each argument is quoted for one; a list of them builds
 * one after the other. It takes a name that it does not know for a mistake unless that begins with
 * "local_", and an empty version always. */
char *export_easybuild(const ExportInput *input, GError **error)
{
    (void)error;
    const SpecificationProject *project = input->request->specification->project;
    g_autofree char *name = python_literal(project->name);
    g_autofree char *version = project->version == NULL ? NULL : python_literal(project->version);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out,
                           "# For an easyconfig. Still to be written: %stoolchain, sources, "
                           "dependencies.\nname = %s\n%s%s%s\n# The configuration that was "
                           "asked for.\nconfigopts = ",
                           version == NULL ? "version, " : "", name,
                           version == NULL ? "" : "version = ", version == NULL ? "" : version,
                           version == NULL ? "" : "\n");
    g_autoptr(GPtrArray) arguments = g_ptr_array_new();
    export_add_arguments(input, input->chosen->settings, arguments);
    g_autofree char *chosen = shell_command(arguments);
    g_autofree char *chosen_literal = python_literal(chosen);
    g_string_append_printf(out,
                           "%s\n\n# All of them: for a list, EasyBuild builds each in turn.\n"
                           "local_configopts = {\n",
                           chosen_literal);
    for (guint i = 0; i < input->configurations->len; i++) {
        const ExportConfiguration *configuration = input->configurations->pdata[i];
        g_ptr_array_set_size(arguments, 0);
        export_add_arguments(input, configuration->settings, arguments);
        g_autofree char *options = shell_command(arguments);
        g_autofree char *literal = python_literal(options);
        g_string_append_printf(out, "    \"%s\": %s,\n", configuration->name, literal);
    }
    g_string_append(out, "}\n");
    return g_string_free(out, FALSE);
}
