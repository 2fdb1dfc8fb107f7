#include "discover/review/gaps.h"
#include <glib.h>

static const struct {
    const char *reason;
    const char *words;
} gaps[] = {
    {"condition not understood", "a condition that cannot be read; both of its sides are possible"},
    {"deferred call", "a call put off to the end of a folder, whose name is not known"},
    {"downloaded content is not read", "code that the build downloads; nothing is downloaded here"},
    {"eval not followed", "shell code that is put together while it runs"},
    {"file cannot be read", "a makefile that cannot be read"},
    {"file includes itself", "a makefile that includes itself; it is read once"},
    {"file not found", "a file that the build includes, and that is not in the project"},
    {"folder adds itself", "a folder that adds itself; it is read once"},
    {"folder not found", "a folder that the build enters, and that is not in the project"},
    {"included file is not in the tree", "a makefile that is not in the project"},
    {"generated configure skipped, and configure.ac is missing",
     "a generated configure without its source; only what its help says is known"},
    {"loop read once", "a loop whose turns are not known; it is read once"},
    {"loop without a known end",
     "a loop whose end is not known; what it sets is not known, either"},
    {"name not known", "a name that is put together from something unknown"},
    {"name of a variable is not known", "a variable whose name is put together while make runs"},
    {"no options found", "a configure script in which no options were found"},
    {"option's name not known", "an option whose name is put together from something unknown"},
    {"refused configurations that depend on something unknown",
     "a combination that is refused when something unknown holds"},
    {"regular expression", "a regular expression that cannot be used"},
    {"shell command not run", "a shell command whose output is needed; nothing is run"},
    {"taken at its default", "an option that names sources or build descriptions; its default "
                             "is read"},
    {"text command", "a command on texts or lists that does not work on what is known of them"},
    {"text to evaluate is not known", "text that make reads as rules, and that is not known"},
    {"too few arguments", "a command with fewer arguments than it needs, as far as they are known"},
    {"unknown code", "code that is put together while the build is configured"},
    {"unknown command", "a command that nothing defines; what it could set is not known"},
    {"unknown file", "a file that is included, and whose name is not known"},
    {"unknown files", "a list of files that is not known"},
    {"unknown folder", "a folder whose name is not known"},
    {"unknown macro", "a macro that nothing defines"},
    {"unknown name", "a variable, an option or a package whose name is not known"},
    {"variable refers to itself", "a variable that refers to itself"},
    {"what a folder holds is not followed",
     "a folder that the build moves or copies; what lies in it is not known there"},
    /* Limits: named constants, so that no project can keep the analysis busy for ever. */
    {"limit: alternatives of a text", "a text that may read in more ways than are followed"},
    {"limit: alternatives of a variable", "a variable with more possible values than are followed"},
    {"limit: combinations of values",
     "a command with more combinations of its arguments' values than are followed"},
    {"limit: commands", "a configure script with more commands than are read"},
    {"limit: condition size", "conditions that are too long to be written out; they are left open"},
    {"limit: defaults", "a default that is too long to be kept, or more of them than are kept"},
    {"limit: deferred calls", "more calls put off to the end of a folder than are followed"},
    {"limit: definitions of lists", "more definitions that makefiles collect than are listed"},
    {"limit: depth of conditionals", "conditions within conditions, deeper than they are followed"},
    {"limit: depth of folders that are made",
     "a file made in folders within folders, deeper than they are noted"},
    {"limit: depth of references", "variables within variables, deeper than they are followed"},
    {"limit: documents", "more documents than are searched for what they say of variables"},
    {"limit: effects", "more consequences of options than are kept"},
    {"limit: expansions", "more variables in use than are worked out"},
    {"limit: file size", "a file that is too large to be read"},
    {"limit: files that are made", "more files that the project makes than are noted"},
    {"limit: files that are written and read",
     "a file that the project writes and then reads, late in a long description"},
    {"limit: files that the build chooses", "more files to choose among than are read"},
    {"limit: files with macros", "more files with macros than are read"},
    {"limit: functions within functions", "functions within functions, deeper than are followed"},
    {"limit: includes that scripts write",
     "more includes, or a longer script that writes them, than are worked out"},
    {"limit: length of a line", "a line that is too long to be read"},
    {"limit: length of a text", "a text that is too long to be worked out"},
    {"limit: loop turns", "a loop with more turns than are followed"},
    {"limit: names that hold values",
     "more names with values of options in them than are looked for"},
    {"limit: nesting", "calls within calls, deeper than they are followed"},
    {"limit: options of a script", "a script with more options than are kept"},
    {"limit: packages", "more packages in one call than are followed"},
    {"limit: places to look in", "a search for a file in more places than are looked into"},
    {"limit: policy scopes", "settings of policies within others, deeper than they are followed"},
    {"limit: readings of one file", "a makefile that is included more often than it is read"},
    {"limit: recursion", "a function that calls itself more often than is followed"},
    {"limit: refused configurations in the specification",
     "more refused combinations than are listed"},
    {"limit: settings of a file", "a file with more settings than are read"},
    {"limit: statements", "makefiles with more statements than are followed"},
    {"limit: statements of a file", "a makefile with more statements than are read"},
    {"limit: steps", "a project that takes longer to read than is allowed"},
    {"limit: text length", "a text that is too long to be worked out"},
    {"limit: texts that are evaluated", "more texts that make reads as rules than are followed"},
    {"limit: texts that are run", "more texts that are run as commands than are followed"},
    {"limit: words of Makefile.am", "a Makefile.am with more words than are read"},
};

const char *gap_words(const char *reason)
{
    for (gsize i = 0; i < G_N_ELEMENTS(gaps); i++) {
        if (g_str_equal(gaps[i].reason, reason)) {
            return gaps[i].words;
        }
    }
    return NULL;
}
