#include "container/program/subcommands.h"
#include "container/plan/plan.h"
#include "container/system/tree.h"
#ifdef XAAS_CONTAINER_BUILD
#include "container/audit/audit.h"
#include "container/deploy/deploy.h"
#include "container/deploy/kept_units.h"
#include "container/ir/pool.h"
#include "container/select/from_image.h"
#include "container/source/source_container.h"
#endif
#include <stddef.h>
#include <string.h>

const Subcommand *const container_subcommands[] = {&cmd_plan,   &cmd_system, &cmd_select,
#ifdef XAAS_CONTAINER_BUILD
                                                   &cmd_build,  &cmd_verify, &cmd_inspect,
                                                   &cmd_deploy, &cmd_audit,
#endif
                                                   NULL};

const char *const container_left_out[] = {
#ifndef XAAS_CONTAINER_BUILD
    "build", "verify", "inspect", "deploy", "audit",
#endif
    NULL};

static const CommandLine *const commands[] = {&plan_command_line,
                                              &system_command_line,
                                              &select_command_line,
#ifdef XAAS_CONTAINER_BUILD
                                              &build_command_line,
                                              &verify_command_line,
                                              &inspect_command_line,
                                              &deploy_command_line,
                                              &audit_command_line,
#endif
                                              NULL};

#define FIELD(member) offsetof(ContainerOptions, member)

static const OptionRow rows[] = {
    {"help", 'h', TAKES_NOTHING, NULL, "show this text", NULL, FIELD(help), NULL},
    {"version", 0, TAKES_NOTHING, NULL, "show the version", NULL, FIELD(version), NULL},
    {.name = NULL}};

static const char *const description[] = {
    "Builds chosen configurations of a project into one OCI image of LLVM bitcode, in which what "
    "is "
    "equal is stored once. On the machine where the program is to run it chooses the configuration "
    "that fits, and makes native code of it without compiling from source. What cannot become "
    "bitcode is packed as sources, and built there.",
    "xaas-discover(1) writes the specification that configurations are chosen from.", NULL};

static const ManualEntry examples[] = {
    {"xaas-container plan app.xaas.yaml --source app --vary SIMD=SSE2,AVX2",
     "Write matrix.yaml with two configurations."},
    {"xaas-container build matrix.yaml -o oci:app:1.0", "Build the image app with the tag 1.0."},
    {"xaas-container select oci:app:1.0", "Say which configuration fits this machine best."},
    {"xaas-container deploy oci:app:1.0 --prefix ~/app", "Install that one."},
    {.subject = NULL}};

const CommandLine container_command_line = {
    .program = "xaas-container",
    .purpose = "build all configurations of a project once, deploy the one that fits",
    .summary = "Builds chosen configurations into one image of LLVM bitcode, and deploys from it.",
    .arguments = "COMMAND ARGUMENTS",
    .argument_takes = TAKES_TEXT,
    .rows = rows,
    .statuses = COMMON_STATUSES("a configuration or a unit failed, or a check found a difference"),
    .description = description,
    .environment = subcommand_reads_data,
    .examples = examples,
    .commands = commands,
};

gboolean container_error_is_bad_input(const GError *error)
{
#ifdef XAAS_CONTAINER_BUILD
    if (g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED) ||
        g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING) ||
        g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_VERSION) || error->domain == POOL_ERROR ||
        error->domain == MODULE_ERROR || error->domain == TARGET_ERROR ||
        error->domain == LOWER_ERROR || g_error_matches(error, APART_ERROR, APART_ERROR_FAILED) ||
        error->domain == KEPT_ERROR || error->domain == AUDIT_ERROR ||
        error->domain == SELECT_ERROR || error->domain == SOURCE_ERROR ||
        g_error_matches(error, RELOCATION_ERROR, RELOCATION_ERROR_MALFORMED)) {
        return TRUE;
    }
#endif
    return error->domain == PLAN_ERROR || error->domain == TREE_ERROR;
}

char *program_own_path(const char *program)
{
    char *path = g_file_read_link("/proc/self/exe", NULL);
    if (path != NULL) {
        return path;
    }
    g_autofree char *found = g_find_program_in_path(program);
    return g_canonicalize_filename(found != NULL ? found : program, NULL);
}

gboolean pairs_are_whole(const char *option, char *const *texts, GError **error)
{
    for (char *const *text = texts; text != NULL && *text != NULL; text++) {
        if (**text == '=' || strchr(*text, '=') == NULL) {
            g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--%s takes %s, not \"%s\"",
                        option, g_str_has_prefix(option, "vary") ? "NAME=V1,V2" : "NAME=VALUE",
                        *text);
            return FALSE;
        }
    }
    return TRUE;
}

gboolean image_reference_parse(const char *text, char **folder, char **tag, GError **error)
{
    const char *path = g_str_has_prefix(text, IMAGE_PREFIX) ? text + strlen(IMAGE_PREFIX) : NULL;
    const char *colon = path == NULL ? NULL : strrchr(path, ':');
    if (colon == NULL || colon == path || colon[1] == '\0' || strchr(colon, '/') != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "\"%s\" is no image; write oci:FOLDER:TAG", text);
        return FALSE;
    }
    for (const char *c = colon + 1; *c != '\0'; c++) {
        if (!g_ascii_isalnum(*c) && strchr("-._+@", *c) == NULL) {
            g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                        "the tag \"%s\" holds more than letters, digits and \"-._+\"", colon + 1);
            return FALSE;
        }
    }
    *folder = g_strndup(path, (gsize)(colon - path));
    *tag = g_strdup(colon + 1);
    return TRUE;
}

gboolean image_reference_find(const char *text, char **folder, char **tag, GError **error)
{
    const char *path = g_str_has_prefix(text, IMAGE_PREFIX) ? text + strlen(IMAGE_PREFIX) : "";
    const char *end = path + strlen(path);
    /* A folder's name may hold colons, too: the longest one that is there is meant. */
    for (const char *colon = end; colon != NULL && colon != path;
         colon = g_strrstr_len(path, colon - path, ":")) {
        g_autofree char *candidate = g_strndup(path, (gsize)(colon - path));
        if (colon[0] != '\0' && colon[1] != '\0' && g_file_test(candidate, G_FILE_TEST_EXISTS)) {
            *folder = g_steal_pointer(&candidate);
            *tag = g_strdup(colon + 1);
            return TRUE;
        }
    }
    if (*path != '\0' && g_file_test(path, G_FILE_TEST_EXISTS)) {
        *folder = g_strdup(path);
        *tag = g_strdup("");
        return TRUE;
    }
    return image_reference_parse(text, folder, tag, error);
}
