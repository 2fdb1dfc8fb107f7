/* Where software is looked for: folders of libraries and programs, the environment. */
#pragma once

#include "container/system/survey.h"

typedef struct {
    Survey *survey;
    GPtrArray *library_folders; /* char *: resolved */
    GPtrArray *library_names;   /* GPtrArray *: the names in each that can be shared libraries */
    GPtrArray *program_folders; /* char * */
    GHashTable *lists;          /* char *: lists of folders that were read */
    guint includes;             /* lines in them that include others */
    GHashTable *environment;    /* char * -> char * */
    gboolean knows_environment;
    GHashTable *taken; /* char *: "category path" of libraries that something took */
} Search;

/* Fills the folders, and what the survey says about them. Ended by search_clear. */
void search_begin(Search *self, Survey *survey);
void search_clear(Search *self);
