/* A LaTeX document as the plain lines that it is printed as, as far as what is told of variables
 * needs it: "\item Add \texttt{-DGRID\_SP} to the \texttt{DEFS} variable" says "- Add -DGRID_SP to
 * the DEFS variable". Line by line, so that what is told stays where it was written. */
#include "discover/make/reading.h"
#include <string.h>

/* Commands whose argument is nothing that is printed where it stands. */
static gboolean is_silent(const char *command)
{
    static const char *const commands[] = {
        "begin", "cite",  "documentclass",   "end",     "include", "index",
        "input", "label", "includegraphics", "pageref", "ref",     "usepackage",
        NULL};
    return g_strv_contains(commands, command);
}

static gboolean is_heading(const char *command)
{
    static const char *const commands[] = {"chapter",    "paragraph",     "section",
                                           "subsection", "subsubsection", NULL};
    return g_strv_contains(commands, command);
}

/* What ends the argument that opens at `open`: its last byte, or the end of the line. */
static const char *argument_end(const char *open)
{
    gint depth = 0;
    const char *at = open;
    for (; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0') {
            at++;
            continue;
        }
        depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        if (depth == 0) {
            return at;
        }
    }
    return at;
}

/* Behind what is left out: one argument, which may have another one in "[...]" before it. */
static const char *behind_argument(const char *at)
{
    at += *at == '*' ? 1 : 0;
    const char *options_end = *at == '[' ? strchr(at, ']') : NULL;
    at = options_end != NULL ? options_end + 1 : at;
    const char *end = *at == '{' ? argument_end(at) : at;
    return *at == '{' && *end == '}' ? end + 1 : end;
}

/* Writes what a command prints, and gives where the rest of the line begins. `at` is behind the
 * backslash. */
static const char *read_command(const char *at, GString *plain)
{
    gsize length = strspn(at, G_CSET_A_2_Z G_CSET_a_2_z);
    if (length == 0) { /* "\_" is printed as a mark; "\ " and "\\" part words. */
        g_string_append_c(plain, *at == '\0' || *at == '\\' ? ' ' : *at);
        return at + (*at != '\0' ? 1 : 0);
    }
    g_autofree char *command = g_strndup(at, length);
    const char *behind = at + length;
    if (strcmp(command, "item") == 0) {
        g_string_append(plain, "- ");
        return behind + strspn(behind, "[");
    }
    if (is_heading(command)) {
        g_string_append(plain, "# ");
        return behind;
    }
    return is_silent(command) || strcmp(command, "href") == 0 ? behind_argument(behind) : behind;
}

/* "\begin{verbatim}" and "\begin{shellexample}": what stands in it is printed as it is. */
static gboolean opens_code(const char *line)
{
    static const char *const words[] = {"code", "example", "lstlisting", "minted", "verbatim"};
    const char *begin = strstr(line, "\\begin{");
    g_autofree char *name =
        begin != NULL ? g_ascii_strdown(begin + strlen("\\begin{"), -1) : g_strdup("");
    name[strcspn(name, "}")] = '\0';
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(name, words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The caller frees it. */
static char *plain_line(const char *line)
{
    GString *plain = g_string_new(NULL);
    for (const char *at = line; *at != '\0' && *at != '%';) {
        if (*at == '\\') {
            at = read_command(at + 1, plain);
            continue;
        }
        gboolean quotes = (*at == '`' || *at == '\'') && at[1] == *at;
        if (strchr("{}", *at) == NULL) {
            g_string_append_c(plain, (gchar)(quotes ? '"' : *at));
        }
        at += quotes ? 2 : 1;
    }
    return g_string_free(plain, FALSE);
}

void make_plain_lines_of_tex(char **lines)
{
    gboolean code = FALSE;
    for (guint i = 0; lines[i] != NULL; i++) {
        gboolean opens = !code && opens_code(lines[i]);
        gboolean closes = code && strstr(lines[i], "\\end{") != NULL;
        if (code && !closes) {
            continue;
        }
        code = opens;
        char *plain = opens || closes ? g_strdup("```") : plain_line(lines[i]);
        g_free(lines[i]);
        lines[i] = plain;
    }
}
