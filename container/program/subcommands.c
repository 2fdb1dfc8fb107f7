#include "container/program/subcommands.h"
#include "container/plan/plan.h"
#ifdef XAAS_CONTAINER_BUILD
#include "container/image/container.h"
#endif
#include <string.h>

const Subcommand *const container_subcommands[] = {&cmd_plan,
#ifdef XAAS_CONTAINER_BUILD
                                                   &cmd_build, &cmd_verify, &cmd_inspect,
#endif
                                                   NULL};

gboolean container_error_is_bad_input(const GError *error)
{
#ifdef XAAS_CONTAINER_BUILD
    if (g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED) ||
        g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING) ||
        error->domain == MODULE_ERROR) {
        return TRUE;
    }
#endif
    return error->domain == PLAN_ERROR;
}

gboolean image_reference_parse(const char *text, char **folder, char **tag, GError **error)
{
    const char *colon = g_str_has_prefix(text, "oci:") ? strrchr(text, ':') : NULL;
    const char *path = text + strlen("oci:");
    if (colon == NULL || colon <= path || colon[1] == '\0' || strchr(colon, '/') != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "\"%s\" is no image; write oci:FOLDER:TAG", text);
        return FALSE;
    }
    for (const char *c = colon + 1; *c != '\0'; c++) {
        if (!g_ascii_isalnum(*c) && strchr("-._+", *c) == NULL) {
            g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                        "the tag \"%s\" holds more than letters, digits and \"-._+\"", colon + 1);
            return FALSE;
        }
    }
    *folder = g_strndup(path, (gsize)(colon - path));
    *tag = g_strdup(colon + 1);
    return TRUE;
}
