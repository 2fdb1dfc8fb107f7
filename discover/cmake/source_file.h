/* One CMake file, lowered once: tree-sitter's nodes become commands with arguments that are ready
 * to be expanded. Immutable after loading; owned by the arena.
 *
 * Blocks (if, foreach, while, function, macro, block) are matched here, by index into the flat list
 * of commands, so that running a file needs no stack of its own. What CMake would refuse becomes a
 * diagnostic and the reading goes on. */
#pragma once

#include "core/arena.h"
#include "core/diagnostic.h"

/* More commands or arguments than this in one file are not read (a generated or hostile file). */
#define SOURCE_COMMANDS_MAX 400000u
/* ${a${b${c}}} deeper than this is taken as text. */
#define SOURCE_REFERENCE_DEPTH_MAX 32u
/* References of one argument that are never closed; behind so many of them the rest is text. */
#define SOURCE_REFERENCES_OPEN_MAX 8u

typedef enum {
    PIECE_TEXT,
    PIECE_VARIABLE,    /* ${name} */
    PIECE_ENVIRONMENT, /* $ENV{name} */
    PIECE_CACHE,       /* $CACHE{name} */
} PieceKind;

typedef struct Piece Piece;
struct Piece {
    PieceKind kind;
    const char *text;   /* PIECE_TEXT; else the name when it is fixed, interned; NULL when nested */
    const Piece *parts; /* else the name's pieces */
    guint part_count;
};

typedef enum { ARGUMENT_UNQUOTED, ARGUMENT_QUOTED, ARGUMENT_BRACKET } ArgumentKind;

typedef struct {
    ArgumentKind kind;
    const Piece *pieces;
    guint piece_count;
    const char *constant; /* the whole text when there is nothing to expand; else NULL */
    guint line;
} Argument;

/* Commands that the interpreter itself must know. */
/* clang-format off */
#define BLOCK_WORDS(X)      \
    X(IF, "if")             \
    X(ELSEIF, "elseif")     \
    X(ELSE, "else")         \
    X(ENDIF, "endif")       \
    X(FOREACH, "foreach")   \
    X(ENDFOREACH, "endforeach") \
    X(WHILE, "while")       \
    X(ENDWHILE, "endwhile") \
    X(FUNCTION, "function") \
    X(ENDFUNCTION, "endfunction") \
    X(MACRO, "macro")       \
    X(ENDMACRO, "endmacro") \
    X(BLOCK, "block")       \
    X(ENDBLOCK, "endblock")
/* clang-format on */

typedef enum {
    WORD_COMMAND, /* any other */
#define X(id, text) WORD_##id,
    BLOCK_WORDS(X)
#undef X
} Word;

typedef struct {
    const char *name; /* in lower case, interned */
    Word word;
    const Argument *arguments;
    guint argument_count;
    guint line, column;
    guint end_line;
    /* For a word that opens or continues a block: the index of the word that follows it in the
     * block (if -> elseif -> else -> endif; foreach -> endforeach); at most the number of
     * commands. */
    guint next;
} Command;

typedef struct {
    const char *path; /* relative to the tree, or "stubs/..." */
    const char
        *made;     /* absolute path of a file that the project has made; then `path` includes it */
    gboolean stub; /* part of xaas, not of the project */
    gboolean copy; /* of the project, and called as a module of the build tool's: FindBLAS.cmake */
    Command *commands;
    guint command_count;
    const char *const *lines; /* NULL, or the text's lines for excerpts, by line number minus one */
    guint line_count;
} SourceFile;

/* Lowers a text. `arena` keeps everything and interns the names. The text is not needed afterwards.
 * Safe from any thread that uses no arena of another one. */
SourceFile *source_file_lower(Arena *arena, const char *path, const char *text, gsize length,
                              Diagnostics *diagnostics);

/* The pieces of a text that is to be read as an argument is. `arena` keeps them and interns names.
 */
const Piece *source_file_pieces(Arena *arena, const char *text, guint *count);

/* The line's text without surrounding blanks, "" when there is no such line. */
const char *source_file_line(const SourceFile *self, guint line);
