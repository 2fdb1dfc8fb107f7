/* The lines of a shell script as its options see them: patterns of case and what their arms do, and
 * the text that is printed. Each line is looked at once. */
#pragma once

#include "discover/autotools/shell_cases.h"

typedef enum {
    SHELL_FORM_PLAIN = 1 << 0,  /* "--x)", with nothing behind it */
    SHELL_FORM_VALUE = 1 << 1,  /* "--x=*)" */
    SHELL_FORM_NEXT = 1 << 2,   /* the arm of the plain form takes what comes next: "x=$2" */
    SHELL_FORM_SHARED = 1 << 3, /* one arm takes both forms */
    SHELL_FORM_DOES = 1 << 4,   /* the arm of the plain form does more than refuse it */
    SHELL_FORM_NOTED = 1 << 5,  /* the arm of "--x=*)" says that x is there: "x=yes" beside "dir=$2"
                                 */
} ShellForm;

typedef struct {
    char **lines;   /* with chains of tests in the form of a case (shell_chains.h) */
    char **written; /* as they stand in the script */
    guint count;
    GArray *patterns;  /* gboolean for each line: a pattern of case */
    GPtrArray *texts;  /* char *: what each line prints, without echo and quotes */
    GArray *begins;    /* gboolean for each line: help begins with "-x" or "X" */
    GArray *described; /* guint: lines that print an option first and are no patterns */
    gsize indentation; /* of most of these */
    GHashTable *shown; /* "--x", "-x", "X" -> the line that describes it best, and how well */
    GHashTable *forms; /* "x" -> ShellForm */
    GPtrArray *globs;  /* char *: "enable-" for "--enable-*" that is not refused or told only */
    ShellCases *cases;
    gboolean one_dash;        /* the script itself makes "-x" of "--x" */
    gboolean with_for_enable; /* and "-with-x" of "--enable-x" */
} ShellLines;

/* The caller frees it; all in it lives as long. */
ShellLines *shell_lines_new(const char *text);
void shell_lines_free(ShellLines *self);

/* The number of the line that shows the form best, the first of equal ones; 0: none does. */
guint shell_lines_shown(const ShellLines *self, const char *form);
/* The commands behind the pattern on a line (from 0), up to ";;" or the next pattern. The caller
 * frees them. */
char *shell_lines_arm(const ShellLines *self, guint index);
/* Whether the arm behind the pattern on a line (from 0) gives what it takes to a variable of the
 * pattern's name: "CC) CC=$value". */
gboolean shell_lines_assigns(const ShellLines *self, guint index, const char *name);
/* Whether that arm sets nothing and ends the script: what it takes prints something, or is refused.
 */
gboolean shell_lines_ends(const ShellLines *self, guint index);
/* Says that the script takes the form "x" in one more way. */
void shell_lines_add_form(ShellLines *self, const char *name, ShellForm form);
/* Says that the help of the option is on a line (its number), which then goes on with no other's.
 */
void shell_lines_add_shown(ShellLines *self, const char *name, guint number);
/* How patterns take the form, with or without its dashes; 0: not at all. */
ShellForm shell_lines_form(const ShellLines *self, const char *form);
/* Whether a pattern takes it, be it one for all that begin alike. */
gboolean shell_lines_take(const ShellLines *self, const char *form);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellLines, shell_lines_free)
