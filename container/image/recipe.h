/* What deployment does after code is generated, as it stands in the image: recipe.json, and the
 * files of the project that these steps read.
 *
 * A step is what the build tool recorded, cut into argument vectors: no shell runs at deployment.
 *
 *   {"steps": [{"kind": "archive" | "link" | "name" | "command", "output": PATH, "default": BOOL,
 *               "directory": PATH, "commands": [[WORD, ...], ...], "needed": [SONAME, ...]}, ...],
 *    "install": [WORD, ...], "prefix": PATH, "relocatable": BOOL, "check": [WORD, ...],
 *    "check_again": [WORD, ...], "check_none": TEXT,
 *    "check_environment": ["NAME=VALUE", ...],
 *    "objects": [PATH, ...], "links": [{"path": PATH, "to": PATH}, ...], "left_out": [PATH, ...],
 *    "machine_code": [{"path": PATH, "cpu": WORDS}, ...],
 *    "installed_links": [{"path": PATH, "to": PATH}, ...],
 *    "configured": {OPTION: VALUE, ...}, "found": [NAME, ...], "closed": BOOL}
 *
 * "needed" are a link's libraries from outside of the project (image/needed.h), where they are
 * known. A command ["cd", FOLDER] is where the step's next ones run; one that begins with "-" may
 * fail, as in makefiles, and "<", ">" and ">>" in front of its program lead a stream to the file
 * behind them (build/step.h).
 *
 * "objects" are the objects of units, as units.json names them, that are installed themselves.
 *
 * "left_out" are the outputs of steps that are not here: nothing that is built by default needs
 * them, and a unit of theirs does not compile, or they need a shell; or what the project's own
 * commands make by default of what is linked, which need one, and is not installed.
 *
 * "machine_code" are the files that go with these steps and hold code that no unit became
 * (image/machine_code.h); "cpu" is what their command said of the processor, where it did.
 *
 * "prefix" is what the project was configured with. It is relocatable when that path stands for the
 * prefix of a deployment and for nothing else (deploy/relocate.h).
 *
 * "links" are the build tree's symbolic links that tests may follow: layers of ours hold files and
 * folders only. Both paths begin with "build/" or "source/", and have no "..". "installed_links"
 * are the same among what is installed or read, where there are some: they are installed as links.
 *
 * "configured" are the values that the matrix's points have in the configured build tree, set or
 * not, and "found" the packages and languages that it has (configure_told()): what select needs to
 * know of a default.
 *
 * "closed" says that units with modules need nothing from outside of the project that no link
 * brings in (image/closed.h); older images do not tell.
 *
 * Paths of steps lie below SANDBOX_SOURCE and SANDBOX_BUILD, or are relative to the step's
 * directory. */
#pragma once

#include "container/stages/build.h"

#define RECIPE_FILES_MAX 1000000u
#define RECIPE_DEPTH_MAX 64u

typedef struct {
    json_t *document;
    GHashTable *sources; /* paths below the source folder, char *: a set */
    GPtrArray *kept;     /* char *: files of the build tree, relative, sorted bytewise */
    GPtrArray
        *leading_out;    /* char *: links that lead out of the project and the build tree, as seen
                          * inside, sorted bytewise: nothing of what they lead to is taken */
    GHashTable *folders; /* as seen inside the sandbox, char *: a set; they have to exist: those of
                          * the build tree, and those that paths of files lead through and out again
                          * ("/source/a/../b") */
} Recipe;

/* NULL and an error when the build tool does not tell, or a step needs a shell. What cannot
 * become bitcode has its object in the tree already. `names` are those of the modules; without them
 * (NULL, or where one is not among them) nothing is said of "closed". */
Recipe *recipe_new(const ConfigureRequest *request, const BuiltConfiguration *built,
                   const ModuleNames *names, GError **error);
void recipe_free(Recipe *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Recipe, recipe_free)

/* The bytes of a kept file as they go into the image: with the sandbox's paths. The caller frees
 * it; NULL when it goes as it is. */
char *recipe_neutral_file(const ConfigureRequest *request, const BuiltConfiguration *built,
                          const char *path, GError **error);

/* Adds the links of the build tree, as configure_kept_files() gives them, that lead to the sources
 * or stay in the tree. Others mean nothing on another machine. */
void recipe_add_links(const Recipe *self, const ConfigureRequest *request,
                      const BuiltConfiguration *built, const GPtrArray *links);

#define RECIPE_ERROR recipe_error_quark()
GQuark recipe_error_quark(void);
typedef enum { RECIPE_ERROR_LIMIT } RecipeError;
