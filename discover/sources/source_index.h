/* What the sources say: which lines hang on which macro, and which performance technologies show.
 *
 * A fast scan of preprocessor lines over all C, C++, CUDA, HIP, OpenCL and preprocessed Fortran
 * files, by several threads; conditions are parsed with tree-sitter. Only lines that begin with '#'
 * (after blanks, outside comments and raw strings), pragmas, and identifiers from the knowledge
 * files matter.
 *
 * `#if A` guards the text up to its #elif or #else; the text after `#elif B` hangs on A and on B,
 * and so does that after #else. Include guards are no conditions. The result does not depend on the
 * number of threads, and reading it is safe from several. Files that are reached through a symbolic
 * link are left out, for the tree has them a second time. */
#pragma once

#include "discover/tree.h"

/* Lines of one file that are compiled only under a condition which mentions a macro. */
typedef struct {
    guint file;        /* index into source_index_files */
    guint first, last; /* line numbers, inclusive, of the guarded text */
    guint at;          /* line of the #if/#elif/#else */
    /* Compiled where the macro is not set: `!defined(X)`, `X == 0`, the #else of an `#ifdef X`.
     * FALSE in doubt. */
    gboolean negated;
} MacroRegion;

#define SOURCE_FILE_REGIONS_MAX 100000u /* regions of one file, counted once a macro */
#define SOURCE_REGIONS_MAX 8000000u     /* regions of all files */
/* Bytes of conditions that are all different; of what is beyond, polarity is read less exactly. */
#define SOURCE_PARSED_BYTES_MAX 2000000u

/* Evidence for a technology in one file. */
typedef struct {
    guint file;
    guint line;
    const char *technology; /* an identifier from the knowledge files */
    const char *text;       /* what was seen: the header, pragma or identifier */
} SourceHit;

typedef struct SourceIndex SourceIndex;

/* What to look for besides directives, outside comments and literals; built from the knowledge
 * files by discover/classify. A trailing '*' in a pattern stands for any rest. headers      match
 * operands of #include, and of Fortran's `include`; with a '/' at the end, any file below.
 * `mpi.mod` matches Fortran's `use mpi` pragmas      match the first word or words after `#pragma`
 * or `!$`: "omp", "omp target" identifiers  match whole words In Fortran letter case does not
 * matter. */
typedef struct {
    GHashTable *headers; /* pattern -> technology, both const char * */
    GHashTable *pragmas;
    GHashTable *identifiers;
} SourcePatterns;

typedef struct {
    guint jobs;                                            /* threads; 0: one a processor */
    const SourcePatterns *patterns;                        /* NULL: directives only */
    void (*progress)(guint done, guint total, void *data); /* NULL, or called from one thread */
    void *progress_data;
} SourceScanOptions;

/* Scans all source files of the tree. Always succeeds; what couldn't be read is in `diagnostics`.
 * The tree must outlive the index; the patterns need not. */
SourceIndex *source_index_scan(const Tree *tree, const SourceScanOptions *options,
                               Diagnostics *diagnostics);
void source_index_free(SourceIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SourceIndex, source_index_free)

/* Elements are `const TreeFile *`: the files that were scanned, sorted by path. */
const GPtrArray *source_index_files(const SourceIndex *self);
guint source_index_lines(const SourceIndex *self, guint file);
/* Regions of a macro, by file and line; NULL when no source mentions it. Elements are MacroRegion.
 */
const GArray *source_index_regions(const SourceIndex *self, const char *macro);
/* Evidence by file and line. Elements are SourceHit; the first hit a technology and file only. */
const GArray *source_index_hits(const SourceIndex *self);
/* The index of the first hit that is not before a line of a file, in an array that is sorted by
 * both; its length when there is none. */
guint source_hits_first(const GArray *hits, guint file, guint line);
/* A name behind #include. */
typedef struct {
    guint line;
    char *name;
} SourceInclude;

#define SOURCE_INCLUDES_MAX 5000u /* of one file */

/* What a file includes, as it is written, in its order, but for what "#if 0" leaves out; reads the
 * file again, so ask for few. None where it cannot be read. Elements are SourceInclude. The caller
 * unrefs it. */
GArray *source_index_includes(const SourceIndex *self, guint file);
/* Macros that some #if, #ifdef or #elif mentions, sorted; elements are `const char *`. The caller
 * unrefs it. */
GPtrArray *source_index_macros(const SourceIndex *self);
/* Whether some source defines the macro itself, so that it is no switch of the build. A definition
 * that stands where the macro is not defined yet (#ifndef X, or the #else of #ifdef X) only gives a
 * default and does not count. */
gboolean source_index_defines(const SourceIndex *self, const char *macro);
/* How many such definitions there are. One against hundreds of regions may be an accident: a kernel
 * compiled by itself, a test. */
guint source_index_define_count(const SourceIndex *self, const char *macro);

/* Whether lines that hang on the macro give a name a type of numbers to which the same file gives
 * another width elsewhere: "typedef long Index" here, "typedef int Index" behind #else; in Fortran
 * kinds. Reads a few files again, so ask for few macros. */
gboolean source_index_chooses_width(const SourceIndex *self, const char *macro);

/* How much source hangs on a set of macros and of whole files. */
typedef struct {
    guint files;   /* files touched */
    guint lines;   /* guarded lines, each counted once, plus all lines of whole files */
    guint regions; /* #if sites */
} Reach;

/* `macros`: const char *; `paths`: const char *, whole source files that are conditional. */
Reach source_index_reach(const SourceIndex *self, const GPtrArray *macros, const GPtrArray *paths);
