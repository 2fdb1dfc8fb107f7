/* Translation units: what a compile command says, read exactly.
 *
 * A unit's command is a vector in which response files are replaced by their words and launchers
 * and wrappers are peeled off. Its options keep their order; what says where outputs go is dropped,
 * because we say that. Memory belongs to the arena. */
#pragma once

#include "container/build/compilers.h"
#include "container/build/sandbox.h"
#include <jansson.h>

#define RESPONSE_FILE_DEPTH_MAX 10u
#define RESPONSE_FILE_BYTES_MAX (16u * 1024u * 1024u)
/* For one command: files that name each other many times hold few words, but take long to read. */
#define RESPONSE_FILES_MAX 10000u
#define COMMAND_WORDS_MAX 1000000u
#define COMPILE_COMMANDS_BYTES_MAX (1024u * 1024u * 1024u)

typedef struct {
    const char *configuration;
    guint number; /* within the configuration, in the order of the compile commands */
    UnitKind kind;
    const char *why_not;   /* why it cannot become bitcode; NULL when it can */
    const char *directory; /* as seen inside the sandbox, like all paths here */
    const char *source;    /* absolute */
    const char *output;    /* relative to the build tree, as the build tool names it, or, where
                              that does not tell, as the command does; NULL: neither */
    GPtrArray *original;   /* const char *: the recorded command */
    GPtrArray *options;    /* const char *: without program, input and outputs */
} Unit;

typedef struct {
    Arena *arena;
    const Compilers *compilers;
    const Sandbox *sandbox;
    const char *configuration;
    const char *build;    /* on the host */
    GHashTable *commands; /* output -> the build tool's command, with launchers, which compile
                             databases leave out; NULL: not known */
    GHashTable *wrappers; /* program -> GPtrArray of the words that it adds, borrowed; NULL: every
                             unit's is asked anew. units_read has one of its own */
} UnitReader;

/* The words of a command line as a POSIX shell would split them, without any expansion. NULL and an
 * error when a quote is not closed. Elements are `const char *` in the arena. */
GPtrArray *command_words(Arena *arena, const char *text, GError **error);
/* Replaces "@FILE" by the words in FILE, which may name others; what is no file stays. `directory`
 * is as seen inside. In the reader's arena. NULL and an error when files nest too deeply or are too
 * large. */
GPtrArray *command_expand(const UnitReader *reader, const GPtrArray *words, const char *directory,
                          GError **error);
/* All units of compile_commands.json in the build tree, `Unit *`; several entries for one file are
 * several units. Precompiled headers are none: who uses one reads the header itself, which means
 * the same and needs nothing to be compiled before. In the reader's arena. NULL and an error with
 * the entry's number. */
GPtrArray *units_read(const UnitReader *reader, GError **error);
/* One entry of a compile database. */
Unit *unit_from_entry(const UnitReader *reader, const json_t *entry, guint number, GError **error);

/* The name of the clang that compiles the unit: "clang-19" or "clang++-19", in the arena. */
const char *unit_driver(Arena *arena, const Compilers *compilers, const Unit *unit);
/* Driver, options, `extra`, "-o" `output` where that is not NULL, input: NULL-terminated, in the
 * arena. */
GPtrArray *unit_command(Arena *arena, const Compilers *compilers, const Unit *unit,
                        const Words *extra, const char *output);

#define UNIT_ERROR unit_error_quark()
GQuark unit_error_quark(void);
typedef enum { UNIT_ERROR_MALFORMED, UNIT_ERROR_LIMIT } UnitError;
