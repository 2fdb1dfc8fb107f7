/* Where a project's documentation names options that its build description only reads.
 *
 * Nothing tells a variable that people set ("-DGMX_CUDA_TARGET_SM=80") from one that some other
 * file sets, but for the manual. Read are README, INSTALL and BUILD files and what ends in .md,
 * .rst, .txt, .tex or .adoc, pages that the build fills in (.md.in) included; of scripts, recipes
 * (of containers, of Nix) and descriptions of what a server builds what follows "-D" where they run
 * CMake; of files of keys, whatever reads them, "NAME: true"; and of what tells the project's
 * history what follows "-D", and "NAME=ON". Comments of Markdown are not read.
 * Configurations that a project ships tell as much: the presets
 * and recipes of `facts->settings`, and what CMake files put in the cache, since only files that no
 * build reads can name a variable there that nothing declares; in their comments what follows "-D".
 *
 * The same for options of bundled copies, of which only those count that the project speaks of;
 * what a copy's own manual says does not. */
#pragma once

#include "discover/documented_names.h"
#include "discover/facts.h"
#include "discover/tree.h"

/* Larger files, and whatever is left once so much has been read, are not looked at. */
#define DOCUMENTED_FILE_BYTES_MAX (1024u * 1024u)
#define DOCUMENTED_BYTES_MAX (64u * 1024u * 1024u)
/* A larger script is data; scripts may take as many bytes again in all. */
#define DOCUMENTED_SCRIPT_BYTES_MAX (128u * 1024u)

/* Whether the file tells what has been and not what is: "CHANGELOG", "RELEASE.md". */
gboolean documented_tells_history(const char *path);
/* Fills `documented` (and where it says NAME=ON, and nothing else is given, the values ON and OFF;
 * and where a row of a list or table says what a name is for, the comment) of the options that
 * nothing declares and of those of bundled copies; facts need not be finished, but recipes_read()
 * comes first. */
void documented_read(const Tree *tree, Facts *facts);
/* Whether it is a document for people who build the project, by its name. */
gboolean documented_is_manual(const TreeFile *file);
/* The names that a document, a comment or a script of the project gives to CMake as "-DNAME=value",
 * or a file of keys as "CMAKE_NAME: true", and which of them the documents give together. What the
 * documents of a bundled copy give does not count. The caller frees it. */
DocumentedNames *documented_given(const Tree *tree);
