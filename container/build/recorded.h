/* A build that a project's own makefiles do, as the build tool of everything else would describe
 * it.
 *
 * xaas-record (container/record/record.h) stood in the place of compilers, archivers and linkers
 * and has told what was called. Here that becomes what has been made of what, and then, in the
 * build tree, a graph for Ninja, a compile database and an install script, as CMake writes them. A
 * file is followed by what it is, not by its name: one that was moved, linked or copied is what it
 * was before, and one that was written twice is two. What links or the installation take and no
 * recorded call has made is an error, unless the project brings it along. */
#pragma once

#include "container/build/compilers.h"
#include "container/build/sandbox.h"

/* Where in a build tree the project's own files are, and ours. */
#define RECORDED_TREE "tree"
#define RECORDED_OWN ".xaas"
#define RECORDED_LOG RECORDED_OWN "/log"
#define RECORDED_LINKS RECORDED_OWN "/links"
#define RECORDED_SEEN RECORDED_OWN "/seen"
#define RECORDED_STAGE RECORDED_OWN "/stage" /* what was installed below the prefix */

typedef struct {
    const char *path; /* absolute, as seen inside */
    const char *real; /* where links lead from there */
    const char *id;   /* what tells it from all other files, and from itself when it is rewritten */
    const char *digest; /* of its bytes; NULL: not told */
    guint word;         /* the one of the call that names it; 0: none, it is called so by itself */
    gboolean searched;  /* by -l */
    gboolean is_code;   /* it begins as an object, archive or program does */
} RecordedFile;

typedef struct {
    const char *directory;
    GPtrArray *words;     /* const char * */
    GPtrArray *read;      /* RecordedFile *: was there before */
    GPtrArray *wrote;     /* RecordedFile *: is there afterwards, and was another before or none */
    GPtrArray *included;  /* RecordedFile *, of path and id */
    gint64 began, ended;  /* microseconds; 0: not told */
    const char *variable; /* of its environment, which told it something; NULL: none did */
} RecordedCall;

/* Whether that is one of the call's words, behind the program. */
gboolean recorded_has_word(const RecordedCall *call, const char *word);
/* Whether the call has written a file at that path. */
gboolean recorded_writes(const RecordedCall *call, const char *path);

/* RecordedCall * in the arena, in the order in which they ended. NULL and an error with the line
 * when the log cannot be read, or when a line is not what xaas-record writes: paths are absolute
 * and without "..", and files are named by words that are there. A log that is not there is one
 * without lines. */
GPtrArray *recorded_calls(Arena *arena, const char *path, GError **error);

typedef enum {
    MADE_OBJECT,
    MADE_ARCHIVE, /* or an object of objects */
    MADE_PROGRAM,
    MADE_LIBRARY, /* a shared one */
} MadeKind;

typedef struct Made Made;

/* A call that has a part in making something. */
typedef struct {
    const RecordedCall *call;
    gboolean compiles;   /* each source to an object, and links none */
    GHashTable *files;   /* RecordedFile * -> Made *, of the files that it read or wrote */
    GHashTable *objects; /* number of a word, a source -> Made *, what was compiled of it; of a
                            link, this is taken in its place */
} MadeBy;

/* What is changed after it was made is something else from then on: what took it before has taken
 * it as it was. */
struct Made {
    MadeKind kind;
    const char *key;  /* of the call that has made it, and which of several it was */
    const char *rank; /* of what has the same bytes the least stands for copies */
    const char *path; /* where it was seen last */
    const char *name; /* what the build tool is to call it, relative to the build tree; NULL: it is
                         not kept */
    const char *source; /* of an object */
    const char *digest; /* of an object that a compiler has left: its bytes; NULL: it left none */
    gboolean archived;  /* under the last part of its path, which has to stay */
    gboolean kept;      /* it is installed, or a part of something that is */
    const Made *before; /* what it was before the last of its calls; NULL: nothing */
    const Made *like;   /* made by the same calls, archived under another name; NULL: none */
    GPtrArray *calls;   /* MadeBy *: one after the other; others may share the list */
    guint count;        /* how many of them are its own */
};

/* Whether the other is the same, or what it was before. */
gboolean made_was(const Made *self, const Made *other);

typedef struct {
    Arena *arena;
    const char *build; /* the build tree, as seen inside */
    GPtrArray *made;   /* Made *, in the order in which they were made first, and once they are kept
                          in that of their names: calls side by side end in any order */
    GPtrArray *by;     /* MadeBy * */
    GHashTable *by_id, *by_digest;
    GHashTable *unknown; /* digests of code -> RecordedCall *, which made it of nobody knows what */
    GHashTable *at_once; /* paths that two calls wrote to at once */
    GHashTable *keys;    /* char * -> how many had it */
    GHashTable *installed; /* char * -> Made *, NULL: another file; by paths below the prefix */
    GPtrArray *links;      /* char *: symbolic links there, likewise */
    GPtrArray *folders;    /* char *: folders in which nothing is */
} Recorded;

/* Follows the calls. `source` is the project's folder on the host, where files lie that it brings
 * along. In the arena. NULL and an error that names the file when something was made by a program
 * that is not recorded, or at different times under one name that a link looks for. */
Recorded *recorded_new(Arena *arena, const Compilers *compilers, const char *build,
                       const char *source, const GPtrArray *calls, GError **error);
/* The command that made code with that digest of nobody knows what; the caller frees it. NULL: none
 * that was recorded. */
char *recorded_maker(const Recorded *self, const char *digest);
/* Keeps what is installed, of which a copy lies in `stage`, a folder on the host, and what that is
 * made of, and names it. Where that is empty all programs and libraries count as installed, in
 * "bin" and "lib". FALSE and an error when there are none either, or when a file holds code and
 * nothing that was recorded has made it as it is. */
gboolean recorded_keep(Recorded *self, const char *stage, GError **error);
void recorded_free(Recorded *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Recorded, recorded_free)

/* Whether the call has to run where it was called, as one that compiles has. */
gboolean recorded_stays(const MadeBy *by);
/* The words of a call as the build tool is to run them, in the build tree unless it stays: char *.
 * The caller unrefs. */
GPtrArray *recorded_words(const Recorded *self, const Made *made, const MadeBy *by);

/* Whether all that was compiled, and what else links took, is there as it was then, in the build
 * tree, `folder` on the host. FALSE and an error that names a source, header or script of a linker
 * that was written anew after that: what comes later reads it as it is. */
gboolean recorded_sources_are_there(const Recorded *self, const char *folder, GError **error);

/* Puts objects that are to be called otherwise than they were, or that were removed, where they are
 * looked for, as far as xaas-record has kept them: what no module is made of is not compiled again,
 * for a compiler of Fortran would then read the modules of whatever was compiled last. */
gboolean recorded_restore(const Recorded *self, const char *folder, GError **error);

/* Writes build.ninja and compile_commands.json into the build tree, whose folder on the host is
 * `folder`. Links that the project has left under these names are not followed. FALSE and an error
 * when that cannot be written, or names a file whose name or command a graph cannot hold. */
gboolean recorded_write(const Recorded *self, const char *folder, GError **error);
/* Writes cmake_install.cmake likewise: what was made comes from where it is made, all else from the
 * stage. */
gboolean recorded_write_install(const Recorded *self, const char *folder, GError **error);

#define RECORDED_ERROR recorded_error_quark()
GQuark recorded_error_quark(void);
typedef enum { RECORDED_ERROR_LOG, RECORDED_ERROR_UNKNOWN } RecordedError;
