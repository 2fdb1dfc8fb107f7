/* What undeclared.c gathers from all files before it decides: how each name is used, what is put
 * together, offered, defaulted. Between undeclared*.c only. */
#pragma once

#include "discover/cmake/text_branches.h"
#include "discover/cmake/text_compared.h"
#include "discover/documented_names.h"
#include "discover/tree.h"
#include <string.h>

/* How a name is used, over all files. */
enum {
    USE_ASKED = 1u << 0,    /* if(NAME), if(DEFINED NAME), if(NAME STREQUAL ...) */
    USE_COMPARED = 1u << 1, /* with something else than true or false */
    USE_READ = 1u << 2,     /* ${NAME} */
    USE_SET = 1u << 3,
    USE_DEPENDED = 1u << 4, /* cmake_dependent_option(... "NAME" ...) */
    USE_DECLARED = 1u << 5, /* option(NAME ...) */
    USE_PLACE = 1u << 6,    /* PACKAGE_DIR, asked for where its file has not searched for PACKAGE */
    USE_OFFERED = 1u << 7,  /* my_option(NAME ...) */
    USE_DEFAULT = 1u << 8,  /* if(NOT NAME) set(NAME ...), set(NAME "${NAME} more") */
    USE_KEPT = 1u << 9,     /* set(NAME ${NAME} CACHE ...) */
    USE_ABSENT = 1u << 10,  /* if(NOT DEFINED NAME) set(NAME ...) */
    USE_TRUTH = 1u << 11,   /* if(NAME) */
    USE_CHOSEN = 1u << 12,  /* set(NAME word CACHE STRING ...) */
    USE_NO_WORD = 1u << 13, /* if(NAME STREQUAL word) ... else() set(NAME ...) */
    USE_LISTED = 1u << 14,  /* what it is for goes into a list, and lists its values */
    USE_BLANK = 1u << 15,   /* option(NAME "help" "") */
    USE_CACHED = 1u << 16,  /* set(NAME ... CACHE ...) */
    USE_OUTSIDE = 1u << 17, /* not only by a bundled copy's own files */
    USE_OWN = 1u << 18,     /* DECLARED, CHOSEN or CACHED not only by these */
    USE_OLD = 1u << 19,     /* my_option_deprecated(NAME OTHER), message("NAME is deprecated") */
    USE_DEFINED = 1u << 20, /* if(DEFINED NAME): what is off is not what nobody gave */
    USE_NOTE = 1u << 21,    /* set(NAME ... CACHE INTERNAL ...) */
    USE_NEEDED = 1u << 22,  /* if(NOT NAME) message(FATAL_ERROR ...) */
    USE_FOUND = 1u << 23,   /* find_program(NAME ...) */
    USE_FILLED = 1u << 24,  /* if(NOT NAME) set(NAME ...), whoever chooses what */
    USE_SEARCH = 1u << 25,  /* find_package(X) asks for CMAKE_DISABLE_FIND_PACKAGE_X itself */
};

/* A name that is put together: what stands before and after the parts that are not known, and
 * between them, in one text with a \1 behind each piece of it: "_" and \1 for WITH_${a}_${b}. */
typedef struct {
    char *before;
    char *after;
    char *between;
    gsize before_length, after_length;
    gboolean cached;  /* set(... CACHE ...): it declares rather than sets */
    gboolean brought; /* a package or a parser of arguments brings what begins so */
    gboolean option;  /* option(...): it declares what a person may give, and sets nothing */
} Pattern;

/* Whether a name of that length begins and ends so, and has room for both. Each name is asked of
 * each pattern. */
static inline gboolean undeclared_fits_ends(const Pattern *pattern, const char *name, gsize length)
{
    return length >= pattern->before_length + pattern->after_length &&
           memcmp(name, pattern->before, pattern->before_length) == 0 &&
           memcmp(name + length - pattern->after_length, pattern->after, pattern->after_length) ==
               0;
}

/* And whether what stands between the unknown parts is there as well. undeclared_brought.c */
gboolean undeclared_fits(const Pattern *pattern, const char *name, gsize length);

/* A file that does nothing but set(... CACHE ...). */
typedef struct {
    char *stem; /* of its name */
    GPtrArray *names;
    GPtrArray *chosen;   /* those of them that are USE_CHOSEN */
    GPtrArray *includes; /* stems of the names of files that it includes */
    gboolean copy;       /* it is a bundled copy's */
} Script;

/* my_option(NAME ...): whether my_option is a function of the project is known at the end. */
typedef struct {
    char *command;
    char *name;
    gboolean absent;   /* called only where nobody has given it */
    gboolean sentence; /* the call says what this one is for */
    gboolean listing;  /* with its values in lines of their own */
    gboolean told;     /* it does, or makes a switch, or the function speaks of options */
} Offer;

/* if(NOT NAME) set(NAME ...): whether people or the files themselves choose is known at the end. */
typedef struct {
    char *name;
    guint branch;
    char *value;      /* as it is written */
    GPtrArray *asked; /* the other variables that it hangs on; NULL for too many */
} Default;

typedef struct {
    GHashTable *uses;     /* name -> USE_... */
    GHashTable *truths;   /* name -> in how many places its truth is asked for, less those that only
                             refuse where it is false */
    GHashTable *handed;   /* name -> the other name that some set() gives its value */
    GHashTable *looped;   /* words that a foreach() goes through, outside of bundled copies */
    GHashTable *patterns; /* Pattern * by itself */
    gboolean caching;     /* in a set(... CACHE ...) */
    gboolean optional;    /* in the name that an option() is given */
    gboolean depended;    /* in what another option depends on */
    GHashTable *here;     /* packages, in lower case, that this file has searched for */
    GHashTable *packages; /* the same for all files */
    GHashTable *modules;  /* in lower case, what files of the tree search for: FindNAME.cmake */
    TextBranches *branches;
    GPtrArray *parameters;       /* of the function or macro that is being defined */
    GHashTable *parameter_names; /* the same, borrowed */
    gboolean settings;           /* this file only sets variables, as far as it was read */
    GPtrArray *cached;           /* names that this file puts in the cache */
    GPtrArray *chosen;           /* and those that are texts which people choose */
    GPtrArray *includes;         /* stems of the names of files that this file includes */
    GPtrArray *scripts;          /* Script * */
    GHashTable *included;        /* stems of the names of files that are included */
    GHashTable *preset;          /* names that files of settings put in the cache for people */
    GHashTable *switches;        /* names that some file puts in the cache as on or off */
    GArray *offers;              /* Offer */
    GArray *defaults;            /* Default */
    char *function;              /* that is being defined, in lower case; NULL outside of any */
    GHashTable *setters;         /* functions that set what they are given first, as options are */
    GHashTable *declaring;       /* those that declare it */
    GHashTable *registering;     /* those that put it into a list, with the text behind it */
    GPtrArray *absent;           /* Submodule *: what the project takes in and is not there */
    gboolean fetches;            /* FetchContent_MakeAvailable() and the like */
    gboolean own_elsewhere;      /* an address that bears the project's name is set or fetched */
    GHashTable *given;           /* names that documents give; once all files are read */
    TextCompared *compared;
    const char *path; /* of the file that is being read */
    gboolean copy;    /* which is a bundled copy's */
    char *own;        /* undeclared_own_name() */
    char *apart;      /* the folder, with '/', that searches for the project itself; or NULL */
} Search;

/* Adds `how`, some of USE_..., to how the name is used. */
void undeclared_use(Search *search, const char *name, gsize length, guint how);
/* The name is set by some command. */
void undeclared_set(Search *search, const char *text);
/* The length of the package's name in the name of its place, PACKAGE_DIR; 0 for other names. */
gsize undeclared_place_stem(const char *name, gsize length);
/* Whether documents give it, and nothing hangs on its truth but that the build refuses without:
 * what has to be given is a text, since of two words for yes and no one would always fail. */
gboolean undeclared_is_needed(const Search *search, const char *name);
/* undeclared_brought.c: names are set, or declared, that are put together like the text and, at one
 * end at least, begin or end with what is written there. */
void undeclared_add_composed(Search *search, const char *text);
/* Takes in what a command whose first argument is `first` brings along. */
void undeclared_note_brought(Search *search, const char *name, const GArray *words,
                             const char *first);
/* undeclared_function.c: what is known of the function or macro that is being defined. What it is
 * called with is its own matter, whatever else bears the name. */
gboolean undeclared_is_parameter(const Search *search, const char *name, gsize length);
/* Takes in where one begins or ends; FALSE for every other command. */
gboolean undeclared_follow_function(Search *search, const char *command, const GArray *words);
/* Leaves the one that is being defined, as at the end of a file. */
void undeclared_end_function(Search *search);
/* A set(), option() or cmake_dependent_option() in it. */
void undeclared_note_setter(Search *search, const char *command, const GArray *words);
/* A list() in it. */
void undeclared_note_registering(Search *search, const GArray *words);

/* Which names the command says are old: what somebody gives in their place is another's. */
void undeclared_note_old(Search *search, const char *name, const GArray *words);

/* Takes in one command: a TextCommandVisit whose data is the Search. */
void undeclared_read_command(const char *name, const GArray *words, gpointer data);

/* Adds to the names that documents give what the project's settings for people put in the cache. */
void undeclared_add_presets(const Search *search, DocumentedNames *given);
/* Adds to `found` (Undeclared) those of `given`, the names that documents give to CMake, that the
 * project's own files use, or that are for a submodule which is not there or given together with
 * the project's own, and that are not among `declared` (undeclared_find): they are people's where
 * no line has set them. */
void undeclared_add_given(const Search *search, const DocumentedNames *given, Arena *arena,
                          GHashTable *declared, GArray *found);

/* Whether conditions ask for its truth and nothing else is done with it, so that leaving it out is
 * the same as giving OFF. Only once all files, offers and defaults are taken in. */
gboolean undeclared_is_off(const Search *search, const char *name);

/* Whether a submodule that is not there bears the name that it begins with. */
gboolean undeclared_is_for_absent(const Search *search, const char *name);

/* The name that the root's CMakeLists.txt gives to project(); NULL when it gives none or puts it
 * together. The caller frees it. */
char *undeclared_own_name(const Tree *tree);
/* A file begins, whose path lives until the next one does. */
void undeclared_enter_file(Search *search, const char *path);
/* Whether find_package(PACKAGE) in the CMakeLists.txt of a folder is for the project itself. What
 * lies in the folder is then read as what uses an installed copy. */
gboolean undeclared_finds_itself(Search *search, const char *package);
/* Whether the installed copy brings the variable. */
gboolean undeclared_is_brought(const Search *search, const char *name);
