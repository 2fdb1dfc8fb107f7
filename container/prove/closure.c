#include "container/prove/closure.h"
#include "container/build/process.h"
#include "core/file.h"
#include "core/json.h"
#include "core/text_order.h"
#include "xaas_llvm_version.h"
#include <glib/gstdio.h>
#include <string.h>

/* Reads one word of a make rule: blanks, '#' and '\' are escaped with '\', '$' is doubled. */
static const char *rule_word(const char *at, GString *word)
{
    g_string_truncate(word, 0);
    while (*at != '\0' && *at != ' ' && *at != '\n' && *at != '\t') {
        if (*at == '\\' && (at[1] == '\n' || at[1] == '\0')) {
            break;
        }
        gboolean escaped = (*at == '\\' && strchr(" #\\:", at[1]) != NULL && at[1] != '\0') ||
                           (*at == '$' && at[1] == '$');
        at += escaped ? 1 : 0;
        g_string_append_c(word, *at++);
    }
    return at;
}

void closures_parse(const char *text, GPtrArray *closures)
{
    g_autoptr(GString) word = g_string_new(NULL);
    GPtrArray *closure = NULL;
    for (const char *at = text; *at != '\0';) {
        if (*at == '\n') {
            closure = NULL;
            at++;
        } else if (*at == '\\' && at[1] == '\n') {
            at += 2;
        } else if (*at == ' ' || *at == '\t' || *at == '\\') {
            at++;
        } else {
            at = rule_word(at, word);
            gboolean is_target =
                closure == NULL && word->len > 1 && word->str[word->len - 1] == ':';
            if (is_target) {
                guint64 number = 0;
                word->str[word->len - 1] = '\0';
                if (g_ascii_string_to_unsigned(word->str, 10, 0, G_MAXUINT, &number, NULL) &&
                    number < closures->len) {
                    closure = g_ptr_array_new_with_free_func(g_free);
                    if (closures->pdata[number] != NULL) {
                        g_ptr_array_unref(closures->pdata[number]);
                    }
                    closures->pdata[number] = closure;
                }
            } else if (closure != NULL) {
                g_ptr_array_add(closure, g_strdup(word->str));
            }
        }
    }
}

static json_t *database(const ClosureRequest *request)
{
    static char *no_words[] = {"-c", NULL};
    const Words extra = {.list = no_words};
    json_t *entries = json_array();
    for (guint i = 0; i < request->units->len; i++) {
        g_autoptr(Arena) arena = arena_new();
        const Unit *unit = request->units->pdata[i];
        g_autofree char *output = g_strdup_printf("%u", i);
        GPtrArray *command = unit_command(arena, request->compilers, unit, &extra, output);
        const char *resources = request->resources->pdata[i];
        /* The scanner looks for the compiler's headers beside the name that it is given, so it is
         * told where they are. */
        if (resources != NULL) {
            g_ptr_array_insert(command, 1, (gpointer) "-resource-dir");
            g_ptr_array_insert(command, 2, (gpointer)resources);
        }
        g_ptr_array_set_size(command, (int)command->len - 1);
        json_array_append_new(entries, json_pack("{s:o, s:o, s:o, s:s}", "directory",
                                                 json_of_text(unit->directory), "file",
                                                 json_of_text(unit->source), "arguments",
                                                 json_of_texts(command), "output", output));
    }
    return entries;
}

static void absolute_paths(const ClosureRequest *request, GPtrArray *closures)
{
    for (guint i = 0; i < closures->len; i++) {
        const Unit *unit = request->units->pdata[i];
        GPtrArray *closure = closures->pdata[i];
        for (guint k = 0; closure != NULL && k < closure->len; k++) {
            char *path = g_canonicalize_filename(closure->pdata[k], unit->directory);
            g_free(closure->pdata[k]);
            closure->pdata[k] = path;
        }
    }
}

static void closure_free(gpointer data)
{
    if (data != NULL) {
        g_ptr_array_unref(data);
    }
}

GPtrArray *closures_scan(const ClosureRequest *request, GError **error)
{
    json_t *entries = database(request);
    g_autofree char *text = json_dumps(entries, 0);
    json_decref(entries);
    g_autofree char *path = g_build_filename(request->scratch, "scan.json", NULL);
    if (!file_write(path, text, strlen(text), error)) {
        return NULL;
    }
    const DriverWords *driver = compilers_driver(request->compilers);
    g_autofree char *scanner = g_strdup_printf("%s-%d", driver->scanner, XAAS_LLVM_VERSION);
    g_autofree char *database_inside =
        g_build_filename(sandbox_output(request->sandbox, request->scratch), "scan.json", NULL);
    g_autofree char *jobs = g_strdup_printf("%u", request->jobs);
    const char *const command[] = {
        scanner, "-compilation-database", database_inside, "-j", jobs, "-format=make", NULL};
    g_auto(GStrv) vector = sandbox_command(
        request->sandbox,
        &(SandboxRequest){.command = command, .build = request->build, .output = request->scratch});
    g_auto(ProcessResult) result = {0};
    if (!process_run(&(ProcessRequest){.command = (const char *const *)vector}, &result, error)) {
        return NULL;
    }
    GPtrArray *closures = g_ptr_array_new_with_free_func(closure_free);
    g_ptr_array_set_size(closures, (int)request->units->len);
    closures_parse(result.out, closures);
    absolute_paths(request, closures);
    g_unlink(path);
    return closures;
}

char *closure_digest(const GPtrArray *closure)
{
    g_autoptr(GPtrArray) sorted = g_ptr_array_copy((GPtrArray *)closure, NULL, NULL);
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_ptr_array_set_free_func(sorted, NULL);
    g_ptr_array_sort(sorted, text_order);
    for (guint i = 0; i < sorted->len; i++) {
        const char *path = sorted->pdata[i];
        if (i == 0 || !g_str_equal(path, sorted->pdata[i - 1])) {
            g_checksum_update(checksum, (const guchar *)path, (gssize)strlen(path) + 1);
        }
    }
    return g_strdup(g_checksum_get_string(checksum));
}
