#include "container/deploy/whole_link.h"
#include "container/build/process.h"
#include "container/ir/canonical.h"
#include <stdlib.h>
#include <string.h>

G_DEFINE_QUARK(xaas - whole - link - error, whole_link_error)

/* The folder that holds the program itself, behind links to it: there it has the name that
 * compilers' drivers look for. NULL when there is none. The caller frees it. */
static char *folder_of(const char *program, const char *name)
{
    g_autofree char *found = g_find_program_in_path(program);
    char *real = found == NULL ? NULL : realpath(found, NULL);
    g_autofree char *folder = real == NULL ? NULL : g_path_get_dirname(real);
    free(real);
    g_autofree char *path = folder == NULL ? NULL : g_build_filename(folder, name, NULL);
    return path != NULL && g_file_test(path, G_FILE_TEST_IS_EXECUTABLE) ? g_steal_pointer(&folder)
                                                                        : NULL;
}

/* The major version that the linker says it has, inside; NULL when it does not run. */
static char *version_of(const WholeLinkRequest *request, const char *folder)
{
    const json_t *rules = pipeline_rules_link_time(request->rules);
    const char *name = json_string_value(json_object_get(rules, "linker"));
    g_autofree char *path = g_build_filename(folder, name, NULL);
    const char *const command[] = {path, "--version", NULL};
    g_auto(GStrv) inside = sandbox_command(
        request->sandbox, &(SandboxRequest){.command = command, .build = request->build});
    g_auto(ProcessResult) result = {0};
    if (!process_run(&(ProcessRequest){.command = (const char *const *)inside}, &result, NULL) ||
        result.status != 0) {
        return NULL;
    }
    g_autoptr(GRegex) pattern =
        g_regex_new(json_string_value(json_object_get(rules, "version")), 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    return pattern != NULL && g_regex_match(pattern, result.out, 0, &match)
               ? g_match_info_fetch(match, 1)
               : NULL;
}

/* The name with this program's version behind it comes first, as distributions have it. */
static char *find_folder(const WholeLinkRequest *request, GError **error)
{
    const json_t *rules = pipeline_rules_link_time(request->rules);
    const char *name = json_string_value(json_object_get(rules, "linker"));
    g_autofree char *version = module_llvm_version();
    version[strcspn(version, ".")] = '\0';
    g_autofree char *versioned = g_strdup_printf("%s-%s", name, version);
    const char *const programs[] = {versioned, name};
    g_autoptr(GString) seen = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(programs); i++) {
        g_autofree char *folder = folder_of(programs[i], name);
        g_autofree char *found = folder == NULL ? NULL : version_of(request, folder);
        if (g_strcmp0(found, version) == 0) {
            return g_steal_pointer(&folder);
        }
        if (folder != NULL) {
            g_string_append_printf(seen, "%s%s/%s %s%s", seen->len > 0 ? ", " : "; found: ", folder,
                                   name, found == NULL ? "does not run" : "is of LLVM ",
                                   found == NULL ? "" : found);
        }
    }
    g_set_error(error, WHOLE_LINK_ERROR, WHOLE_LINK_ERROR_MISSING,
                "optimising whole programs needs LLVM %s's linker, %s or %s in the PATH%s; install "
                "it, or deploy without --lto",
                version, versioned, name, seen->str);
    return NULL;
}

static char *filled(const WholeLinkRequest *request, const char *word, const char *folder)
{
    g_autofree char *level = g_strdup_printf("%u", request->level);
    g_autofree char *jobs = g_strdup_printf("%u", request->jobs);
    const struct {
        const char *place;
        const char *text;
    } places[] = {{"{folder}", folder},
                  {"{level}", level},
                  {"{jobs}", jobs},
                  {"{cache}", sandbox_output(request->sandbox, request->cache)},
                  {"{cpu}", request->cpu == NULL ? "" : request->cpu}};
    g_autoptr(GString) text = g_string_new(word);
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        g_string_replace(text, places[i].place, places[i].text, 0);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char **whole_link_words(const WholeLinkRequest *request, GError **error)
{
    g_autofree char *folder = find_folder(request, error);
    if (folder == NULL) {
        return NULL;
    }
    const json_t *rules = pipeline_rules_link_time(request->rules);
    const json_t *lists[] = {json_object_get(rules, "words"),
                             request->cpu == NULL ? NULL : json_object_get(rules, "target_words")};
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        gsize index;
        const json_t *item;
        json_array_foreach(lists[i], index, item)
        {
            const char *text = json_string_value(item);
            g_autofree char *word = filled(request, text == NULL ? "" : text, folder);
            g_strv_builder_add(words, word);
        }
    }
    return g_strv_builder_end(words);
}
