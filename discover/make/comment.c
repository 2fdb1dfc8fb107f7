#include "discover/make/comment.h"
#include "core/identifier.h"
#include <string.h>

/* A line of so many equal marks is drawn, not written. */
#define RULE_LENGTH_MIN 4u
/* A summary this short takes the next sentence along. */
#define SUMMARY_SHORT 40u
#define SUMMARY_BYTES_MAX 400u

/* ---- assignments ----------------------------------------------------------------------------- */

/* A value is one word, or words that no sentence has: flags with their arguments, references,
 * paths. */
static gboolean looks_like_value(const char *value)
{
    g_auto(GStrv) words = g_strsplit_set(value, " \t", -1);
    guint count = 0;
    guint technical = 0;
    gboolean flags = *value == '-';
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] == '\0') {
            continue;
        }
        count++;
        technical += *words[i] == '-' || strpbrk(words[i], "$/=") != NULL ? 1 : 0;
    }
    gsize length = strlen(value);
    gboolean sentence = length > 0 && strchr(".,;", value[length - 1]) != NULL;
    return count == 0 || (count == 1 && !sentence) || technical == count ||
           (flags && technical * 2 > count && !sentence);
}

gboolean comment_assignment(const char *text, CommentedAssignment *found)
{
    const char *name = text + strspn(text, "# \t");
    /* "make USE_X=1" tells how to give it. */
    static const char *const modifiers[] = {"export ", "override ", "$ ", "% ", "make ", "gmake "};
    for (guint i = 0; i < G_N_ELEMENTS(modifiers); i++) {
        if (g_str_has_prefix(name, modifiers[i])) {
            name += strlen(modifiers[i]);
            name += strspn(name, " \t");
        }
    }
    gsize length = identifier_length(name);
    const char *sign = name + length + strspn(name + length, " \t");
    gsize marks = strspn(sign, ":?+");
    if (length == 0 || g_ascii_isdigit(*name) || sign[marks] != '=' || sign[marks + 1] == '=') {
        return FALSE;
    }
    const char *value = sign + marks + 1;
    g_autofree char *copy = g_strndup(value, strcspn(value, "#"));
    g_strstrip(copy);
    if (!looks_like_value(copy)) {
        return FALSE;
    }
    *found = (CommentedAssignment){
        .name = g_strndup(name, length), .value = g_steal_pointer(&copy), .appends = *sign == '+'};
    return TRUE;
}

/* Definitions and nothing else: "-DX -DY". Other flags that stand there are left over from times
 * when somebody measured or debugged. */
static gboolean is_only_definitions(const char *text)
{
    guint definitions = 0;
    for (text += strspn(text, " \t\r"); *text != '\0'; text += strspn(text, " \t\r")) {
        if (!g_str_has_prefix(text, "-D") || (text[2] != '_' && !g_ascii_isalpha(text[2]))) {
            return FALSE;
        }
        definitions++;
        text += strcspn(text, " \t\r");
    }
    return definitions > 0;
}

char *comment_emptied(const char *line)
{
    const char *sign = strchr(line, '=');
    const char *mark = sign != NULL ? sign + 1 + strspn(sign + 1, " \t") : "";
    if (*mark != '#') {
        return NULL;
    }
    const char *value = mark + 1;
    gsize length = strspn(value, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    gboolean word = length > 0 && value[length + strspn(value + length, " \t\r")] == '\0';
    if (!word && is_only_definitions(value)) {
        value += strspn(value, " \t");
        length = strcspn(value, "\r");
    } else if (!word) {
        return NULL;
    }
    return g_strdup_printf("%.*s%.*s", (int)(sign + 1 - line), line, (int)length, value);
}

/* "endif", "ifdef X", "ifneq (,$(X))", without words behind it that say something. */
static gboolean is_plain_directive(const char *words)
{
    static const char *const directives[] = {"else",   "endif", "endef", "ifdef",
                                             "ifndef", "ifeq",  "ifneq", NULL};
    g_autofree char *first = g_strndup(words, strcspn(words, " \t(#"));
    const char *rest = words + strlen(first) + strspn(words + strlen(first), " \t");
    gboolean alone = *rest == '\0' || *rest == '#' || *rest == '(';
    gboolean names = g_str_has_prefix(first, "if") && strpbrk(rest, " \t") == NULL;
    return g_strv_contains(directives, first) && (alone || names);
}

/* "#endif", "#else ifneq (,$(X))": a line of the makefile that somebody took away. */
static gboolean is_directive(const char *words)
{
    gboolean otherwise = g_str_has_prefix(words, "else") && strchr(" \t", words[4]) != NULL;
    const char *behind = otherwise ? words + 4 + strspn(words + 4, " \t") : words;
    return is_plain_directive(words) || (otherwise && is_plain_directive(behind));
}

/* ---- what is written above ------------------------------------------------------------------- */

typedef enum {
    LINE_BLANK,
    LINE_TEXT,       /* a comment with words */
    LINE_EMPTY_TEXT, /* a comment without */
    LINE_RULE,       /* a drawn line */
    LINE_COMMENTED,  /* an assignment in a comment */
    LINE_ASSIGNMENT,
    LINE_OTHER,
} LineKind;

static LineKind kind_of(const char *line)
{
    const char *text = line + strspn(line, " \t");
    if (*text == '\0') {
        return LINE_BLANK;
    }
    if (*text != '#') {
        gsize length = identifier_length(text);
        const char *sign = text + length + strspn(text + length, " \t");
        return length > 0 && sign[strspn(sign, ":?+")] == '=' ? LINE_ASSIGNMENT : LINE_OTHER;
    }
    CommentedAssignment found;
    if (comment_assignment(text, &found)) {
        g_free(found.name);
        g_free(found.value);
        return LINE_COMMENTED;
    }
    const char *words = text + strspn(text, "# \t");
    if (*words == '\0') {
        return strlen(text) >= RULE_LENGTH_MIN && text[1] == '#' ? LINE_RULE : LINE_EMPTY_TEXT;
    }
    if (is_directive(words) || g_str_has_prefix(words, "!/")) { /* "#!/bin/sh" */
        return LINE_OTHER;
    }
    for (const char *c = words; *c != '\0'; c++) {
        if (g_ascii_isalnum(*c) || (*c & 0x80) != 0) {
            return LINE_TEXT;
        }
    }
    return LINE_RULE;
}

static LineKind kind_at(const MakeFile *file, guint line)
{
    g_autofree char *text = line > 0 ? make_file_line(file, line) : NULL;
    return text != NULL ? kind_of(text) : LINE_OTHER;
}

/* "# Intel compilers:" heads all lines below it. */
static gboolean is_heading(const MakeFile *file, guint line)
{
    g_autofree char *text = make_file_line(file, line);
    return text != NULL && g_str_has_suffix(g_strchomp(text), ":");
}

/* Whether the assignment on the line, in a comment or not, gives a definition. */
static gboolean defines(const MakeFile *file, guint line)
{
    g_autofree char *text = make_file_line(file, line);
    const char *sign = text != NULL ? strchr(text, '=') : NULL;
    return sign != NULL && g_str_has_prefix(sign + 1 + strspn(sign + 1, " \t"), "-D");
}

/* The last line of the comment that stands between drawn lines, the second of which is `rule`; 0
 * where there is none. */
static guint last_line_framed(const MakeFile *file, guint rule)
{
    guint line = rule > 1 && kind_at(file, rule) == LINE_RULE ? rule - 1 : 0;
    guint last = line;
    while (line > 0 && last - line < COMMENT_LINES_MAX) {
        LineKind kind = kind_at(file, line);
        if (kind != LINE_TEXT && kind != LINE_EMPTY_TEXT) {
            return kind == LINE_RULE && line < last ? last : 0;
        }
        line--;
    }
    return 0;
}

/* The line before the comment that ends at `last`. */
static guint before_comment(const MakeFile *file, guint last)
{
    guint line = last;
    while (line > 0 && last - line < COMMENT_LINES_MAX) {
        LineKind kind = kind_at(file, line);
        if (kind != LINE_TEXT && kind != LINE_EMPTY_TEXT) {
            break;
        }
        line--;
    }
    return line;
}

/* The variable that the line assigns, in a comment or not; NULL when it is no assignment. The
 * caller frees it. */
static char *assigned_name(const MakeFile *file, guint line)
{
    g_autofree char *text = make_file_line(file, line);
    const char *begin = text != NULL ? text + strspn(text, "# \t") : "";
    gsize length = strspn(begin, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    const char *sign = begin + length + strspn(begin + length, " \t");
    return length > 0 && sign[strspn(sign, ":?+")] == '=' ? g_strndup(begin, length) : NULL;
}

/* Whether the line is a comment that consists of this name. */
static gboolean is_title(const MakeFile *file, guint line, const char *name)
{
    g_autofree char *text = line > 0 ? make_file_line(file, line) : NULL;
    return text != NULL && *text == '#' &&
           strcmp(g_strstrip(text + strspn(text, "# \t")), name) == 0;
}

/* The same for what is framed below a title that is the name of the variable which the line
 * assigns, so that it is about this one and no part of the file. */
static guint last_line_titled(const MakeFile *file, guint rule, guint line)
{
    guint last = last_line_framed(file, rule);
    guint above = last > 0 ? before_comment(file, last) : 0;
    g_autofree char *name = last > 0 ? assigned_name(file, line) : NULL;
    gboolean titled = name != NULL && (is_title(file, above + 1, name) ||
                                       is_title(file, above > 0 ? above - 1 : 0, name));
    return titled ? last : 0;
}

/* The last line of the comment that is about the line; 0 when there is none. */
static guint last_line_about(const MakeFile *file, guint line)
{
    guint above = line - 1;
    LineKind own = kind_at(file, line);
    LineKind kind = kind_at(file, above);
    if (kind == LINE_EMPTY_TEXT) {
        kind = kind_at(file, --above);
    }
    if (kind == LINE_TEXT) {
        return above;
    }
    /* Neighbours without a gap share what stands above the first of them. */
    while (line - above < COMMENT_LINES_MAX && above > 1 &&
           (kind == LINE_ASSIGNMENT || kind == LINE_COMMENTED) && kind == own) {
        kind = kind_at(file, --above);
    }
    if (kind == LINE_TEXT && (own == LINE_COMMENTED || is_heading(file, above))) {
        return above;
    }
    gboolean blank = kind == LINE_BLANK && above > 1;
    if (blank && kind_at(file, above - 1) == LINE_TEXT) {
        return above - 1;
    }
    /* What is framed heads a file or a part of it, and a definition, which has no other words. */
    guint rule = blank ? above - 1 : above;
    return defines(file, line) ? last_line_framed(file, rule) : last_line_titled(file, rule, line);
}

static void append_comment(const MakeFile *file, guint first, guint last, GString *text)
{
    for (guint i = first; i <= last; i++) {
        g_autofree char *whole = make_file_line(file, i);
        const char *words = whole + strspn(whole, " \t#");
        if (*words != '\0' || text->len > 0) {
            g_string_append(text, text->len > 0 ? "\n" : "");
            g_string_append(text, g_strchomp((char *)words));
        }
    }
}

/* ---- a comment that explains several variables ----------------------------------------------- */

/* "NSTRIP   controls strip mining", "NSTREAMS = number of streams": the name that a line of a
 * comment explains; NULL for any other line. The caller frees it. */
static char *explained_name(const MakeFile *file, guint line)
{
    g_autofree char *text = make_file_line(file, line);
    const char *words = text != NULL ? text + strspn(text, "# \t") : "";
    gsize length = strspn(words, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    const char *behind = words + length;
    gsize gap = strspn(behind, " \t");
    gboolean column = gap > 1 || *behind == '\t';
    gboolean sign = behind[gap] != '\0' && strchr(":=-", behind[gap]) != NULL &&
                    g_ascii_isspace(behind[gap + 1]);
    return length > 1 && (column || sign) && behind[gap] != '\0' ? g_strndup(words, length) : NULL;
}

/* The variables that the lines behind the comment assign, as far as its own length may go: set of
 * char *. */
static GHashTable *names_below(const MakeFile *file, guint last)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = last + 1; i <= last + COMMENT_LINES_MAX && i <= file->line_starts->len; i++) {
        char *name = assigned_name(file, i);
        if (name != NULL) {
            g_hash_table_add(names, name);
        }
    }
    return names;
}

/* Fewer names may be words of a sentence. */
#define EXPLAINED_MIN 2u

/* Lines of a comment. */
typedef struct {
    guint first;
    guint last;
    gboolean own; /* they are about one variable by its name */
} CommentPart;

/* Narrows a comment that explains several variables below it to the part that is about this one;
 * what stands before the first such part is about all others. FALSE where it has no such parts. */
static gboolean find_part(const MakeFile *file, const char *name, CommentPart *part)
{
    guint names = 0;
    guint introduction = part->last;
    CommentPart found = {0, part->last, FALSE};
    g_autoptr(GHashTable) below = NULL;
    for (guint i = part->first; i <= part->last; i++) {
        g_autofree char *explained = explained_name(file, i);
        below = explained != NULL && below == NULL ? names_below(file, part->last) : below;
        if (explained == NULL || !g_hash_table_contains(below, explained)) {
            continue;
        }
        introduction = names++ == 0 ? i - 1 : introduction;
        if (found.own) {
            found.last = MIN(found.last, i - 1);
        } else if (strcmp(explained, name) == 0) {
            found.first = i;
            found.own = TRUE;
        }
    }
    if (names < EXPLAINED_MIN) {
        return FALSE;
    }
    part->first = found.own ? found.first : part->first;
    part->last = found.own ? found.last : introduction;
    part->own = found.own;
    return TRUE;
}

/* The same for a comment above several assignments, of which the line is not the first. */
static gboolean find_part_above_group(const MakeFile *file, const char *name, guint line,
                                      CommentPart *part)
{
    guint above = line - 1;
    LineKind kind = kind_at(file, above);
    while (line - above < COMMENT_LINES_MAX && above > 1 &&
           (kind == LINE_ASSIGNMENT || kind == LINE_COMMENTED)) {
        kind = kind_at(file, --above);
    }
    *part = (CommentPart){before_comment(file, above) + 1, above, FALSE};
    return kind == LINE_TEXT && find_part(file, name, part) && part->own;
}

const char *comment_above(Arena *arena, const MakeFile *file, guint line)
{
    guint last = line > 1 ? last_line_about(file, line) : 0;
    guint before = before_comment(file, last);
    g_autoptr(GString) text = g_string_new(NULL);
    /* What introduces several headed parts stands above the first of them. */
    if (last == before + 1 && before > 1 && is_heading(file, last) &&
        kind_at(file, before) == LINE_BLANK && kind_at(file, before - 1) == LINE_TEXT) {
        append_comment(file, before_comment(file, before - 1) + 1, before - 1, text);
    }
    g_autofree char *name = assigned_name(file, line);
    CommentPart part = {before + 1, last, FALSE};
    CommentPart group = part;
    if (last > 0 && name != NULL) {
        find_part(file, name, &part);
    } else if (line > 1 && name != NULL && find_part_above_group(file, name, line, &group)) {
        part = group;
    }
    append_comment(file, part.first, part.last, text);
    return text->len > 0 ? arena_strdup(arena, text->str) : NULL;
}

/* Whether the line begins with the word: that of a conditional. */
static gboolean is_conditional(const MakeFile *file, guint line, const char *word)
{
    g_autofree char *text = line > 0 ? make_file_line(file, line) : NULL;
    return text != NULL && g_str_has_prefix(text + strspn(text, " \t"), word);
}

static gboolean names(const char *text, const char *name)
{
    g_autofree char *pattern = g_strdup_printf("\\b%s\\b", name);
    return g_regex_match_simple(pattern, text, 0, 0);
}

/* What stands above the outermost test around the line, and speaks of `name`; NULL for nothing. */
static const char *comment_above_tests(Arena *arena, const MakeFile *file, guint line,
                                       const char *name)
{
    guint above = line - 1;
    LineKind kind = kind_at(file, above);
    while (above > 1 && line - above < COMMENT_LINES_MAX &&
           (kind == LINE_ASSIGNMENT || kind == LINE_OTHER)) {
        kind = kind_at(file, --above);
    }
    if (kind != LINE_TEXT || !is_conditional(file, above + 1, "if")) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    append_comment(file, before_comment(file, above) + 1, above, text);
    return names(text->str, name) ? arena_strdup(arena, text->str) : NULL;
}

/* A shorter comment at the top of a file may be about what follows. */
#define HEAD_LINES_MIN 3u

gboolean comment_is_of_file(const MakeFile *file, guint line, const char *name)
{
    guint above = line > 0 ? line - 1 : 0;
    while (above > 0 && kind_at(file, above) != LINE_ASSIGNMENT &&
           kind_at(file, above) != LINE_OTHER && line - above < COMMENT_LINES_MAX) {
        above--;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    append_comment(file, above + 1, line - 1, text);
    return above == 0 && line > HEAD_LINES_MIN && !names(text->str, name);
}

static gboolean is_gap(const MakeFile *file, guint line)
{
    return line == 0 || line > file->line_starts->len || kind_at(file, line) == LINE_BLANK;
}

/* What stands right below an assignment, or the test around it alone, with a gap above and below
 * both; NULL for nothing. */
static const char *comment_below(Arena *arena, const MakeFile *file, guint line)
{
    gboolean tested =
        is_conditional(file, line - 1, "if") && is_conditional(file, line + 1, "endif");
    guint first = tested ? line - 1 : line;
    guint last = tested ? line + 1 : line;
    guint end = last;
    while (end - last < COMMENT_LINES_MAX && kind_at(file, end + 1) == LINE_TEXT) {
        end++;
    }
    if (end == last || !is_gap(file, first - 1) || !is_gap(file, end + 1)) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    append_comment(file, last + 1, end, text);
    return arena_strdup(arena, text->str);
}

const char *comment_around(Arena *arena, const MakeFile *file, guint line)
{
    g_autofree char *name = line > 1 ? assigned_name(file, line) : NULL;
    if (name == NULL) {
        return NULL;
    }
    const char *told = comment_above_tests(arena, file, line, name);
    return told != NULL ? told : comment_below(arena, file, line);
}

gboolean comment_tells_refusal(const MakeFile *file, guint line)
{
    guint at = 0;
    while (at < file->statements->len &&
           g_array_index(file->statements, MakeStatement, at).line < line) {
        at++;
    }
    const MakeStatement *test =
        at < file->statements->len ? &g_array_index(file->statements, MakeStatement, at) : NULL;
    if (test == NULL || test->line != line || (test->kind != MAKE_IF && test->kind != MAKE_ELSE)) {
        return FALSE;
    }
    guint refusals = 0;
    while (++at < file->statements->len) {
        const MakeStatement *below = &g_array_index(file->statements, MakeStatement, at);
        if (below->kind == MAKE_ENDIF) {
            return refusals > 0;
        }
        if (below->kind != MAKE_TEXT || !g_str_has_prefix(below->value, "$(error ")) {
            return FALSE;
        }
        refusals++;
    }
    return FALSE;
}

const char *comment_above_group(Arena *arena, const MakeFile *file, guint line)
{
    guint first = line;
    while (first > 1 && line - first < COMMENT_LINES_MAX &&
           kind_at(file, first - 1) == LINE_ASSIGNMENT) {
        first--;
    }
    return comment_above(arena, file, first);
}

const char *comment_behind(Arena *arena, const MakeFile *file, guint line)
{
    g_autofree char *text = make_file_line(file, line);
    const char *begin = text != NULL ? text + strspn(text, "# \t") : "";
    const char *mark = strchr(begin, '#');
    /* "make X=1  # ..." shows a command. */
    gboolean command = g_str_has_prefix(begin, "make ") || g_str_has_prefix(begin, "gmake ");
    if (mark == NULL || mark == text || command || !g_ascii_isspace(mark[-1])) {
        return NULL;
    }
    const char *words = mark + strspn(mark, "# \t");
    CommentedAssignment found = {0};
    gboolean assigns = comment_assignment(words, &found);
    g_free(found.name);
    g_free(found.value);
    if (assigns || !(g_ascii_isalnum(*words) || (*words & 0x80) != 0)) {
        return NULL;
    }
    char *told = arena_strdup(arena, words);
    return g_strchomp(told);
}

const char *comment_summary(Arena *arena, const char *comment)
{
    if (comment == NULL) {
        return NULL;
    }
    /* What kind of text it is says nothing. */
    static const char label[] = "description:";
    gboolean labelled = g_ascii_strncasecmp(comment, label, sizeof label - 1) == 0;
    comment += labelled ? sizeof label - 1 + strspn(comment + sizeof label - 1, " \t") : 0;
    g_autoptr(GString) summary = g_string_new(NULL);
    for (const char *c = comment; *c != '\0' && summary->len < SUMMARY_BYTES_MAX; c++) {
        gboolean paragraph = *c == '\n' && c[1] == '\n';
        gboolean sentence = *c == '.' && (c[1] == '\0' || g_ascii_isspace(c[1]));
        if (paragraph || (sentence && summary->len >= SUMMARY_SHORT)) {
            g_string_append(summary, sentence ? "." : "");
            break;
        }
        g_string_append_c(summary, *c == '\n' ? ' ' : *c);
    }
    g_autofree char *valid = g_utf8_make_valid(summary->str, -1);
    return arena_strdup(arena, g_strstrip(valid));
}
