/* The prefix of a deployment, put in place of the one that the project was configured with.
 *
 * Unless a matrix names a prefix, projects are configured with one that stands for the place which
 * nobody knows yet (container/knowledge/cmake.yaml): a long path that means nothing else. Its
 * recipe says so ("relocatable"), and every occurrence is replaced:
 *   - in text (install scripts with run paths, *.pc, *Config.cmake, generated headers) by the
 *     prefix as it is;
 *   - in modules, before code is generated, and in other binary files, objects for instance, by the
 *     prefix with slashes behind it up to the same length. A path with more slashes is the same
 *     path, and no length or offset changes that a compiler has counted on.
 * What cannot be recognised (compressed files, wide characters, texts that a compiler has cut)
 * stays; relocation_left() names files that still hold the path, or its beginning, in the clear. */
#pragma once

#include <glib.h>
#include <jansson.h>

#define RELOCATION_LENGTH_LEAST 32u
#define RELOCATION_DEPTH_MAX 256u

typedef struct Relocation Relocation;

/* `prefix` is absolute. *relocation is NULL when the image was configured for one place. FALSE and
 * an error when what the image says cannot be, or the prefix is longer than its place. */
gboolean relocation_new(const json_t *recipe, const char *prefix, Relocation **relocation,
                        GError **error);
void relocation_free(Relocation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Relocation, relocation_free)

const char *relocation_prefix(const Relocation *self);
/* What is replaced by what, for keys of what is made so. The caller frees it. */
char *relocation_key(const Relocation *self);
/* All texts of a document but the names of members. */
void relocation_json(const Relocation *self, json_t *document);
/* All files below a folder. Links are not followed. FALSE and an error when one cannot be written.
 */
gboolean relocation_folder(const Relocation *self, const char *folder, GError **error);
/* A module as LLVM's text. The caller frees it. */
char *relocation_module(const Relocation *self, const char *text);
/* What is left below a folder, char *, relative to it and sorted. */
typedef struct {
    GPtrArray *files;  /* that still hold the path, or its beginning */
    GPtrArray *unread; /* files and folders that cannot be read, and may hold it */
} RelocationLeft;

void relocation_left_clear(RelocationLeft *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RelocationLeft, relocation_left_clear)
void relocation_left(const Relocation *self, const char *folder, RelocationLeft *left);

#define RELOCATION_ERROR relocation_error_quark()
GQuark relocation_error_quark(void);
typedef enum {
    RELOCATION_ERROR_MALFORMED,
    RELOCATION_ERROR_PREFIX,
    RELOCATION_ERROR_WRITE
} RelocationError;
