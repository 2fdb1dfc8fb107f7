/* The arguments of cmake_path(): keywords, inputs, and the variable that holds the path. */
#pragma once

#include "discover/cmake/pure_internal.h"

/* The keywords that sub-commands know; an argument that is none is an input. */
typedef enum {
    KEY_OUTPUT_VARIABLE = 1,
    KEY_BASE_DIRECTORY = 2,
    KEY_NORMALIZE = 4,
    KEY_LAST_ONLY = 8,
} Keyword;

typedef struct {
    PureRow row;      /* the table's, with the output that the arguments name */
    GArray *inputs;   /* positions, guint */
    const char *base; /* BASE_DIRECTORY */
    gboolean normalize;
    gboolean last_only;
    const char *path; /* the variable's value, NULL when it is not defined */
} PathArguments;

void path_arguments_clear(PathArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PathArguments, path_arguments_clear)

/* What a sub-command takes. */
typedef struct {
    guint first;   /* the position where its arguments begin */
    guint allowed; /* Keywords */
    int inputs;    /* how many must be no keywords; -1: any number */
} PathSyntax;

/* Parses the arguments. FALSE and an error for what CMake refuses; so do the next. */
gboolean path_parse(PureCall *call, const PureRow *row, const PathSyntax *syntax,
                    PathArguments *self, GError **error);
/* For sub-commands that need their variable. */
gboolean path_need(PureCall *call, PathArguments *self, GError **error);
/* For those that need a name for the result. */
gboolean path_need_output(PureCall *call, PathArguments *self, GError **error);
/* Sets the result, in its normal form where that is asked for. */
gboolean path_set(PureCall *call, PathArguments *self, const char *path, GError **error);

/* One of the inputs, from 0. */
const char *path_input(const PureCall *call, const PathArguments *self, guint i);
/* Whether the path, or an argument from `first` on, is not known as a whole. */
gboolean path_has_holes(const PureCall *call, const PathArguments *self, guint first);
