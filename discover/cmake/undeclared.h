/* Variables that a project's CMake files ask for in conditions, and that no line of them sets: a
 * person may give them ("cmake -DNAME=..."), though nothing declares them.
 *
 * The files are looked through as text, before any of them is run. A variable counts as set when
 * its name is an argument of any command that might set variables, commands that the project
 * defines among them; when a name that is put together ("${prefix}_NAME") might be it, except by
 * option(), whose names are all people's, those that it declares and those that it does not; when a
 * package, a project or a parser of arguments brings variables of that prefix (of the project
 * itself only where its tests search for an installed copy; not of a package that a module of the
 * tree searches for, FindNAME.cmake, which is read like any other file). What begins with CMAKE_ or
 * an underscore is CMake's own, but for what is about the search for one package.
 *
 * Setting a variable where it is not defined, if(NOT DEFINED NAME), gives it a default and leaves
 * it to people; so does setting it where it is none of the words that it was compared with; so does
 * setting it to something that has its own value in it, and a choice where it is not true, if(NOT
 * NAME), unless the files choose: in functions and loops, in several such places with several
 * values, or by what they have found or worked out; so does a file that only puts values in the
 * cache, and looks around for what it puts there, which a person names with "cmake -C": one that
 * nothing includes but files of its kind, nor find_package() searches for.
 *
 * A function of the project's with the word "option" in its name is called to declare what it is
 * given first, by whatever means, and does not set it; so is one of any name that sets what it is
 * given first where that is not defined, in calls that say what the option is for, or that give
 * nothing but a switch's default (enable_flag(NAME OFF)); and one that puts name and help into a
 * list, from which defaults are given later, of names that some file reads. Neither does a command
 * set a variable that spells its value in another way, string(TOLOWER "${NAME}" NAME).
 *
 * What a document gives to CMake, "cmake -DNAME=value", is people's even where some line sets it,
 * or only names it, or where a package may bring it, and where a line sets it by its whole name
 * only if nobody has given it, even where another puts together what begins alike, as long as none
 * of the project's own files declares it, or says by a command's name that it is deprecated. So is
 * what such a file puts in the cache that nothing includes, and what that file says of it declares
 * nothing. A search for a package asks for CMAKE_DISABLE_FIND_PACKAGE_X, which is people's where a
 * document gives it.
 *
 * So is what one gives that begins with the name of a submodule which was not fetched: there is
 * nobody else to ask for it. Neither is there for what a manual gives in one command with a
 * name that begins with the project's, since submodules have submodules.
 *
 * What cmake_dependent_option() makes other options depend on counts even where some file sets it:
 * without the file (a submodule that was not fetched, a script for one site) these options would
 * not exist at all. */
#pragma once

#include "discover/tree.h"

typedef struct {
    const char *name; /* interned */
    gboolean boolean; /* it is only asked whether it is true */
    gboolean off;     /* and no line can set it: where nobody gives it, it is off */
    gboolean inner;   /* given with other names alone: whatever submodule is not there may ask */
} Undeclared;

/* At most that many names; files larger than that are left out. */
#define UNDECLARED_MAX 500u
#define UNDECLARED_FILE_BYTES_MAX (1u << 20)

/* What was not looked at, or is not told. */
typedef struct {
    guint dropped;        /* names beyond the limit */
    const char *file;     /* the first CMake file that is too large; interned, NULL: none */
    const char *document; /* the first document beyond the limit of all; the same */
    gboolean commands;    /* documents give more commands than are kept */
} UndeclaredGaps;

typedef enum {
    DECLARED_AT_ALL = 1,
    DECLARED_CHOICE, /* by option(), but it is compared with words and never asked for its truth, or
                      * a call that registers it lists its values */
    DECLARED_TEXT,   /* by set(... CACHE STRING ...) */
    DECLARED_NOWHERE, /* it is asked for, is no place, and no line sets or declares it: what a
                       * package of its first part may bring, in whatever letters */
} DeclaredKind;

/* Undeclared, by name. The caller unrefs it. The names that some line gives to option(), to set(...
 * CACHE STRING ...) or to a function that declares what it is given first, are added to `declared`,
 * interned, with their DeclaredKind; so are those that are only asked for. */
GArray *undeclared_find(const Tree *tree, Arena *arena, UndeclaredGaps *gaps, GHashTable *declared);
/* Whether what a call says of an option lists values: "Possible values are:", and below it one in
 * each line. */
gboolean undeclared_lists_values(const char *sentence);
