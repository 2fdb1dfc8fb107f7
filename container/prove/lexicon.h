/* Which names C and C++ files mention, read once a file, without preprocessing.
 *
 * A name that a file does not mention cannot be consulted there, whatever the configuration. That
 * is all this claims: names in regions that no configuration compiles count, too, and so do
 * numbers, because `##` can make a name of them. Comments and texts do not count, except texts that
 * pragmas read: those that stand in `_Pragma`, and the words of all texts, kept apart, where some
 * `_Pragma` is given what a macro makes. The name that a `#define` or `#undef` is about is not
 * mentioned by it. Questions that the compiler answers by the target, without a macro, count as the
 * macro that says the same.
 *
 * What `__has_builtin` is asked about may stand in another file than the question, because macros
 * hide it, so names of builtins are collected wherever they stand but for calls: a name before a
 * parenthesis is still before it once macros are replaced, and is no argument then.
 *
 * Not safe for several threads. */
#pragma once

#include <glib.h>

#define LEXICON_FILE_BYTES_MAX (256u * 1024u * 1024u)

/* A question about a name. */
#define QUESTION_BUILTIN "__has_builtin"
/* How the names begin whose answers may depend on the target. */
#define BUILTIN_PREFIX "__builtin"
/* A question that the compiler answers by the target's features, which no macro tells. */
#define QUESTION_SIMD_ALIGNMENT "__builtin_omp_required_simd_align"
/* How the names of those end whose answer this macro tells. */
#define QUESTION_LOCK_FREE_ENDING "_lock_free"
#define MACRO_WIDE_ATOMICS "__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16"

typedef struct Lexicon Lexicon;

/* Why a file's names are not the whole truth. */
typedef enum {
    FILE_DOUBT_NONE = 0,
    FILE_DOUBT_ESCAPES = 1 << 0,   /* \u escapes, trigraphs, lines that end in \r */
    FILE_DOUBT_TIMESTAMP = 1 << 1, /* __TIMESTAMP__: the file's time, which nothing pins */
    FILE_DOUBT_BUILTIN = 1 << 2,   /* __has_builtin of what could not be asked; others set it */
    FILE_DOUBT_EMBED = 1 << 3,     /* what #embed reads, which the scanner does not tell */
    FILE_DOUBT_COMMENT = 1 << 4,   /* whether a comment begins depends on what is compiled */
} FileDoubt;

/* A line `#define NAME ...` or `#undef NAME`, or a comment with the latter: it has no effect when
 * NAME is mentioned nowhere. */
typedef struct {
    gsize offset;
    gsize length; /* without the line's end */
    guint32 name;
} PlainLine;

typedef struct {
    char *text;
    gsize length;
    char *digest;        /* of the text */
    GArray *tokens;      /* guint32: names and TOKEN_* */
    GArray *names;       /* guint32: distinct, sorted */
    GArray *text_names;  /* guint32: words of texts that are not mentioned otherwise, sorted */
    GArray *included;    /* guint32: names of files in #include and the like, without folder */
    GArray *builtins;    /* guint32: names that __has_builtin may be asked about; may repeat */
    GArray *plain_lines; /* PlainLine; filled by lexicon_plain_lines */
    gboolean lines_are_known;
    gboolean includes_computed; /* #include or __has_include of what is not written out there */
    gboolean pragmas_computed;  /* _Pragma of what is not written out there: any text may be it */
    gboolean raw_texts;         /* R"(...)", which are other tokens where the language has none */
    gboolean two_comments;      /* two slashes and a star: one or the other, by the language */
    gboolean asks_target;       /* may choose by the target's features without a macro (OpenMP) */
    guint doubts;               /* FileDoubt */
} LexedFile;

/* Tokens that are no names; everything else is left out where nothing depends on it. */
enum {
    TOKEN_OTHER,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_PASTE,
    TOKEN_DEFINE,      /* the name that is defined follows */
    TOKEN_DEFINE_CALL, /* the same, with parameters */
    TOKEN_UNDEFINE,    /* the name follows */
    TOKEN_LINE_END,    /* of a directive */
    TOKEN_FIRST_NAME,
};

Lexicon *lexicon_new(void);
void lexicon_free(Lexicon *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lexicon, lexicon_free)

guint32 lexicon_id(Lexicon *self, const char *name);
/* 0 when the name was never met. */
guint32 lexicon_find(const Lexicon *self, const char *name);
const char *lexicon_name(const Lexicon *self, guint32 id);
guint lexicon_size(const Lexicon *self);

/* Whether a path leaves a folder again that it has named ("a/../b"): whether that is there decides
 * whether the file is found, and where it leads to, if it is a link, which file that is. */
gboolean lexicon_leaves_folder(const char *path);

/* Takes the text. */
LexedFile *lexicon_read(Lexicon *self, char *text, gsize length);
void lexed_file_free(LexedFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LexedFile, lexed_file_free)
/* Finds the plain lines. */
void lexicon_plain_lines(Lexicon *self, LexedFile *file);
