/* The truth that the readers are measured by: which options a project defines when real CMake
 * configures it, taken from `cmake --trace-expand --trace-format=json-v1 --trace-redirect=FILE`.
 *
 * A definition is an option() or a set(... CACHE ...) that was executed. What decides whether it is
 * the project's is the file that holds the command: a macro of the project that defines an option
 * counts, a macro of a CMake module does not (those are kept apart, under the project's call that
 * led there). Files below the build folder are generated, or belong to try_compile, and do not
 * count, but for one that the project includes: then its include() does. */
#pragma once

#include <glib.h>
#include <jansson.h>

/* What the trace was made from; absolute paths without a trailing '/'. */
typedef struct {
    const char *root;  /* the tree; places are relative to it */
    const char *build; /* the build folder of that run */
} TruthOptions;

/* The folders that stand for the real ones in the truth's values, as in the reader's concrete mode.
 */
#define TRUTH_ROOT "/source"
#define TRUTH_BUILD "/build"

/* A line of a trace that is longer than this is refused. */
#define TRUTH_LINE_MAX (64u << 20)

/* Reads the trace. A new reference, or NULL and an error naming the line:
 *   {"schema": "xaas-oracle-truth/1", "options": [OPTION...], "internal": [...], "modules": [...],
 *    "answers": [...]}
 *   OPTION = {"name", "choices": null or [...], "definitions": [{"at": "path:line", "by": "option"
 * or "set", "type", "default", "force", "called": "path:line", "module"}]} sorted by name; equal
 * definitions are kept once, in the order in which they were executed. "internal": every definition
 * of that name has the type INTERNAL. "modules": defined by CMake's own files only, on behalf of
 * the project's call at "called". "choices" is the STRINGS property; "module" says that a CMake
 * module did it, and "at" is then the project's call. "answers": see answers.h. */
json_t *truth_read(const char *trace, const TruthOptions *options, GError **error);

#define TRUTH_ERROR truth_error_quark()
GQuark truth_error_quark(void);
typedef enum { TRUTH_ERROR_TRACE } TruthError;
