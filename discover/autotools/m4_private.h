/* The processor's state, shared by its tables (m4.c), its input and output (m4_stream.c), its
 * scanner (m4_scan.c) and whole expansions (m4_run.c). */
#pragma once

#include "discover/autotools/m4.h"

typedef struct Macro Macro;
struct Macro {
    Text *body; /* NULL for a builtin */
    M4Builtin builtin;
    gboolean needs_arguments;
    gboolean ours;  /* the body stands for the place of the call */
    gboolean final; /* a definition by the project is ignored */
    gboolean defun;
    gboolean once;
    gboolean endless; /* it calls itself without end, and gives nothing any more */
    Macro *below;     /* m4_pushdef */
};

/* Text that is being scanned. */
typedef struct {
    Text *text;
    TextCursor cursor;
    const char *macro; /* interned; whose expansion it is; NULL for a file */
    const char *file;  /* interned; of a file that was included: as it was asked for */
    Origin call_at;
    gboolean project; /* a macro of the project */
    gboolean defun;   /* when it ends, a macro of AC_DEFUN ends */
} Frame;

/* A call whose arguments are being read. */
typedef struct {
    const char *name; /* interned; NULL: a list that ends with its input (m4_arguments) */
    Origin at;
    GPtrArray *arguments; /* Text * */
    Text *current;
    guint depth;      /* open parentheses of the argument's own */
    gboolean started; /* something other than blanks was read of it */
} Call;

/* One expansion from its first byte to its last. */
typedef struct Run Run;
struct Run {
    Run *outer;
    GArray *frames; /* Frame */
    GArray *calls;  /* Call */
    Text *output;
    guint defuns;   /* macros of AC_DEFUN under way */
    guint discards; /* what is expanded is dropped */
};

struct M4 {
    M4Client client;
    GHashTable *macros;   /* interned name -> Macro * */
    GHashTable *provided; /* interned name */
    GStringChunk *strings;
    GPtrArray *segments; /* Text *: the main output, one before each outermost AC_DEFUN macro */
    GPtrArray *marks;    /* M4Mark * */
    char *quote_begin;
    char *quote_end;
    char *comment; /* NULL: none */
    Run *run;
    guint runs;
    Text *empty;
    M4Definitions reading; /* whose definitions are read */
    guint64 scanned;
    guint64 expansions;
    gboolean exhausted;
    GHashTable *reported;     /* reasons of limits, once each */
    GPtrArray *missing_lists; /* const char *, interned: lists that nobody defines */
    GHashTable *single_loops; /* interned word that one loop goes over -> its place, owned */
};

/* m4.c: one copy for each distinct name, which lives as long as the processor. */
const char *m4_intern(M4 *self, const char *name);
/* A limit was reached: told once for each reason. */
void m4_limit(M4 *self, Origin at, const char *reason, const char *subject);
void m4_frame_clear(gpointer data);
void m4_call_clear(gpointer data);
/* m4_stream.c: what is scanned next, before all else; takes over what the frame holds. */
void m4_push_frame(M4 *self, Frame frame);
/* The frame that has the next byte, past those that have ended; NULL at the end. */
Frame *m4_input(M4 *self);
/* Whether the frame goes on with that text, and moving behind so many bytes. */
gboolean m4_looks_at(const Frame *frame, const char *text);
void m4_skip(Frame *frame, gsize count);
/* Where output goes: an argument that is collected, else the run's; NULL where it is dropped. */
Text *m4_destination(M4 *self);
/* Something other than blanks was read of the argument under way. */
void m4_note_started(M4 *self);
/* Whether the text may still grow; that it may not is told. */
gboolean m4_has_room(M4 *self, const Text *text, Origin at);
void m4_put_byte(M4 *self, char byte, Origin origin);

/* m4_missing_list.c: notes what the loop at `at` was given as its list, if that is the name of
 * something that nobody defines; `word`: it may as well be the one word that the loop is about. */
void m4_note_list(M4 *self, const char *list, Origin at, gboolean word);
/* Whether such a name is a part of this one, which there are macros for. */
gboolean m4_names_missing(const M4 *self, const char *name);
/* Calls the macros that a name with such a part may stand for. FALSE where there are none. */
gboolean m4_call_members(M4 *self, const M4Call *call);

/* m4_scan.c: scans until the input of the run ends. */
void m4_scan(M4 *self);
/* Begins the innermost call, whose arguments come next; `name` as in Call. */
void m4_begin_call(M4 *self, const char *name, Origin at);
/* Its present argument is complete. */
void m4_end_argument(Call *call);
/* Expands the innermost call with the arguments that it has. */
void m4_finish_call(M4 *self);
