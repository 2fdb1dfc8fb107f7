/* What the parts of the survey share, of one makefile at a time: what its statements test
 * (survey_test.c), and what they assign (survey_assign.c). */
#pragma once

#include "discover/make/reading.h"

typedef struct {
    MakeReading *reading;
    const MakeSource *source;
    Span at;
    gboolean shown; /* the text is only shown to people */
} SurveyVisit;

/* The tests that are open around a statement: in each the name that it says is not set, the one
 * that it compares with a text, the one that it says is given, and behind an else the first that
 * what stands before it says is given; any of them NULL. */
typedef struct {
    GPtrArray *unset;
    GPtrArray *compared;
    GPtrArray *beside; /* like `compared`, and that which is not to be the text as well */
    GPtrArray *given;
    GPtrArray *missing;
    guint goals; /* of the outermost that asks what is to be made, counted from 1; 0: none */
    guint found; /* of the outermost that asks what is there, "$(shell ...)"; the same */
} OpenTests;

/* Where the statements of a file stand that people read first. */
typedef struct {
    gboolean rules;      /* a rule was seen: what follows is how things are built */
    guint block;         /* of lines one below the other; unique among all files */
    guint line;          /* the block's last */
    gboolean documented; /* a comment stands above the block */
} Settings;

/* Counts that a file speaks of the variable at all. */
void survey_mention(MakeVariable *variable, const MakeSource *source);
/* "$(NAME)" and nothing else, quoted or stripped or not: the name, or NULL. The caller frees it. */
char *survey_only_reference(const char *text);
/* "NAME=$(NAME)": behind the reference at `value` when that is to the name of `length` bytes, which
 * keeps what people gave; NULL otherwise. */
const char *survey_kept_end(const char *name, gsize length, const char *value);
/* $(if $(X),...), $(or $(X),...), [ -n "$(X)" ]: a test within a text. */
void survey_tests_in(const SurveyVisit *visit, const char *text);
/* What a conditional of the file that begins, or goes on with else, tests; and that it ends. */
void survey_enter(MakeReading *self, OpenTests *tests, const MakeFile *file,
                  const MakeStatement *statement);
void survey_go_on(MakeReading *self, OpenTests *tests, const MakeFile *file,
                  const MakeStatement *statement);
void survey_leave(OpenTests *tests);
/* Whether one of the names, which open tests gave, is this one. */
gboolean survey_has_name(const GPtrArray *names, const char *name);
/* Whether a conditional of the file asks for a goal that is no way to build; what configures the
 * build for all others is one. */
gboolean survey_asks_for_goal(MakeReading *self, const MakeFile *file,
                              const MakeStatement *statement);
/* What is assigned for one goal only, as "check: X = 1" does, decides nothing about the build. */
gboolean survey_is_within_goal(const OpenTests *tests);

/* Notes the variable by which a file sees to it that it is read once. */
void survey_once(MakeReading *self, const MakeFile *file);
/* Counts an assignment outside of rules, and what it says of whose it is where it stands among the
 * settings at the top of a makefile. */
void survey_assignment(MakeReading *self, const MakeSource *source, const MakeStatement *statement,
                       const OpenTests *tests);
void survey_setting(MakeReading *self, Settings *settings, const MakeSource *source,
                    const MakeStatement *statement);
