/* What the files of evidence*.c share. evidence_files.c reads, evidence_macros.c settles which
 * macros matter, evidence_build.c knows what build trees hold and where links lead to,
 * evidence_key.c makes keys, evidence_difference.c says how two differ. */
#pragma once

#include "container/prove/evidence.h"

typedef struct {
    LexedFile *file; /* NULL: cannot be read */
    char *path;      /* neutral, with all links followed */
    gboolean copy;   /* `file` is another one's, which has the same text */
    gboolean generated;
    gboolean own;  /* the project's, not the system's */
    guint settled; /* the state of the watch list that `bits` is for */
    MacroBits bits;
} KnownFile;

/* The files of a build tree, by the last part of their paths: what a header search could find. A
 * link stands there with the path that it leads to. */
typedef struct {
    GHashTable *by_name; /* name -> GPtrArray of relative paths */
    GHashTable *ids;     /* numbers of these names */
    char *all;           /* digest of all paths */
    char *links;         /* digest of the links to folders, and where they lead to */
    gboolean partial;    /* there are more than were looked at */
} BuildFiles;

/* A watched macro that pasting can make where these pieces are mentioned. */
typedef struct {
    guint number;
    const char *name;
    GPtrArray *pieces; /* const char * */
    GArray *numbers;   /* guint: theirs in the watch list */
} PasteableName;

struct Evidence {
    const ProveRequest *request;
    const Frontends *frontends;
    Lexicon *lexicon;
    GPtrArray *known;     /* KnownFile * */
    GHashTable *files;    /* host path -> KnownFile, borrowed */
    GHashTable *fixed;    /* the same by neutral path: what is the same for all build trees */
    GHashTable *texts;    /* digest -> LexedFile, borrowed: of sources that each tree has itself */
    GPtrArray *lexed;     /* LexedFile *, borrowed */
    GHashTable *builds;   /* host path -> BuildFiles */
    GHashTable *options;  /* build tree and frontend -> what evidence_option_files says */
    GHashTable *maps;     /* the same -> what evidence_header_map says */
    GHashTable *builtins; /* names that were asked */
    gboolean builtins_known;
    gboolean definitions_ask_target; /* something that commands define may be about the target */
    gboolean definitions_doubtful;   /* something that commands define is not pinned */
    gboolean
        definitions_make_pragmas; /* something that commands define may make a _Pragma of texts */
    gboolean definitions_look_up; /* something that commands define looks for files */
    GArray *watch_of;             /* guint by name: number of the watched macro + 1 */
    GArray *watched;              /* guint32: names */
    GHashTable *varying;          /* names whose initial definition differs */
    GHashTable *commons;          /* MacroState -> digest of what does not differ */
    LexedFile *initial;           /* all initial definitions; NULL: not known yet */
    MacroBits always;             /* mentioned by them */
    GPtrArray *pasteable;         /* PasteableName * */
    guint settled;
    guint lexed_when_settled;
};

/* ---- evidence_files.c ------------------------------------------------------------------------ */

/* What follows a folder in a path; NULL when the path is not in it. */
const char *evidence_below(const char *path, const char *folder);
/* Whether each build tree has a file of its own at that neutral path. */
gboolean evidence_differs_by_build(const Evidence *self, const char *neutral);
/* Where a neutral path is on the host; the caller frees it. */
char *evidence_host_path(const Evidence *self, const char *build, const char *neutral);
/* The first header map among a unit's places of headers, "" when there is none: where that leads
 * to is in no key. The text stays the evidence's. */
const char *evidence_header_map(Evidence *self, const UnitProof *proof);
/* A file by its neutral path, as a build tree sees it; it stays the evidence's. */
KnownFile *evidence_file(Evidence *self, const char *build, const char *neutral);

/* ---- evidence_build.c ------------------------------------------------------------------------ */

/* A neutral path with all links followed as the sandbox sees them: on the host, where its folders
 * are elsewhere, they may lead to nothing. The same path after too many links; the caller frees it.
 */
char *evidence_follow(const Evidence *self, const char *build, const char *neutral);
/* The files of a build tree, and of the sources as it sees them, which stay the evidence's. */
const BuildFiles *evidence_build_files(Evidence *self, const char *build);
const BuildFiles *evidence_source_files(Evidence *self, const char *build);

/* ---- evidence_macros.c ----------------------------------------------------------------------- */

MacroBits macro_bits_new(guint count);
void macro_bits_set(MacroBits *bits, guint number);
gboolean macro_bits_get(const MacroBits *bits, guint number);
/* The number of a watched macro + 1; 0 when it is not watched. */
guint evidence_watch_number(const Evidence *self, guint32 name);
/* Sets the bits of the names (guint32) that are watched. */
void evidence_mention_names(const Evidence *self, const GArray *names, MacroBits *bits);
/* The watched macros that a file mentions; they stay the file's. */
const MacroBits *evidence_file_bits(Evidence *self, KnownFile *known);

/* ---- evidence_key.c -------------------------------------------------------------------------- */

/* The digest of a file's contents without those plain lines that define what nothing mentions. The
 * caller frees it. */
char *evidence_reduced_digest(const Evidence *self, const LexedFile *file,
                              const MacroBits *mentioned);
