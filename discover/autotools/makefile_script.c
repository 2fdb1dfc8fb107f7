#include "discover/autotools/makefile_script.h"
#include "core/span.h"
#include "discover/builders.h"
#include <string.h>

gboolean makefile_script_reads_arguments(const char *text)
{
    return g_regex_match_simple("case[ \\t]+\"?\\$\\{?1\\b|\\bgetopts\\b|for \\w+ in \"?\\$[@*]",
                                text, 0, 0);
}

/* "#!/bin/sh", "#!/usr/bin/env bash"; not csh, whose cases are other ones. */
static gboolean is_shell(const char *text)
{
    return g_regex_match_simple("^#![^\\n]*\\b(ba|da|k|z)?sh\\b", text, 0, 0);
}

/* "cat > Makefile", "echo ... >> $MAKEFILE". */
static gboolean writes_makefile(const char *text)
{
    return g_regex_match_simple(">>?[ \\t]*[\"']?\\$?[\\w./{}-]*makefile\\b", text,
                                G_REGEX_CASELESS, 0);
}

/* The patterns that take an option: "-mpi | --mpi)". */
static guint count_options(const char *text)
{
    g_autoptr(GRegex) regex = g_regex_new("^[ \\t]*\\(?--?[a-zA-Z][^()\\n]*\\)",
                                          G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint count = 0;
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        count++;
    }
    return count;
}

static gboolean lies_aside(GHashTable *side_folders, const char *path)
{
    const char *slash = strchr(path, '/');
    g_autofree char *lower =
        slash != NULL ? g_ascii_strdown(path, (gssize)(slash - path)) : g_strdup("");
    return side_folders != NULL && g_hash_table_contains(side_folders, lower);
}

const char *makefile_script_find(const Tree *tree, GHashTable *side_folders)
{
    if (builders_has_description(tree, "") || builders_has_other_description(tree, "")) {
        return NULL;
    }
    const GPtrArray *files = tree_files(tree);
    const char *best = NULL;
    guint most = MAKEFILE_SCRIPT_OPTIONS_MIN - 1;
    for (guint i = 0, read = 0; i < files->len && read < MAKEFILE_SCRIPTS_MAX; i++) {
        const TreeFile *file = files->pdata[i];
        if (file->kind != TREE_OTHER || span_path_depth(file->path) > MAKEFILE_SCRIPT_DEPTH_MAX ||
            lies_aside(side_folders, file->path)) {
            continue;
        }
        g_autofree char *text = tree_read_text(tree, file->path, NULL, NULL);
        if (text == NULL || !is_shell(text)) {
            continue;
        }
        read++;
        guint options = makefile_script_reads_arguments(text) && writes_makefile(text)
                            ? count_options(text)
                            : 0;
        if (options > most) {
            most = options;
            best = file->path;
        }
    }
    return best;
}
