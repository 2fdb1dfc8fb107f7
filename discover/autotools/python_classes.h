/* The classes of a Python script's modules as far as they declare options: what they are derived
 * from, what they assign to self, and the lines that declare something or call a base's method,
 * each with what is asked around it. Nothing is run. */
#pragma once

#include "discover/autotools/python_file.h"
#include "discover/autotools/python_names.h"
#include "discover/autotools/python_takers.h"
#include "discover/tree.h"

/* A line of a class with a declaration or a call of the base's method. */
typedef struct {
    const PythonLine *line;
    const char *method;    /* the def that it is in */
    const char *condition; /* of each "if" around it, joined by "and"; NULL: none */
} PythonStatement;

typedef struct {
    const char *name;   /* as others refer to it: "config.package.Package" ends in it */
    const char *module; /* the file's name without folders and ending */
    const char *path;
    guint line;
    const char *text;       /* of the class line */
    GPtrArray *bases;       /* const char *: last parts of their names */
    GPtrArray *statements;  /* PythonStatement * */
    GHashTable *methods;    /* names of those that it defines itself */
    GHashTable *attributes; /* name -> expression, const char * */
    GPtrArray *libraries;   /* const char *: what its attributes give to a linker */
    gboolean derived_from;
} PythonClass;

typedef struct {
    const char *open; /* the "(" of the call */
    guint form;
    const PythonTaker *taker; /* the script's own method; NULL: one of `declarations` */
} PythonDeclaration;

typedef struct {
    const Tree *tree;
    Arena *arena;
    GPtrArray *classes;  /* PythonClass * */
    GHashTable *by_name; /* "module.Class" -> PythonClass *; NULL: several */
    PythonNames *names;  /* what stands outside of classes */
    PythonTakers *takers;
    GHashTable *refused; /* "with-x": options that the script never takes */
} PythonModules;

/* What is read lives in the arena; the caller clears the rest. */
void python_modules_init(PythonModules *self, const Tree *tree, Arena *arena);
void python_modules_clear(PythonModules *self);

/* Learns the methods by which a module takes options; they may be called in files that are read
 * before it. */
void python_modules_learn(PythonModules *self, const char *path);
/* Reads the classes of a file. `path` lives as long as the facts. */
void python_modules_read(PythonModules *self, const char *path);

/* A class by what another calls it: one of its own file, or of a module. NULL: none, or several. */
PythonClass *python_modules_class(const PythonModules *self, const PythonClass *from,
                                  const char *name);
/* FALSE when the line declares nothing. */
gboolean python_modules_declaration(const PythonModules *self, const char *text,
                                    PythonDeclaration *declaration);
