#include "discover/autotools/shell_lookups.h"
#include "discover/autotools/shell_words.h"
#include <string.h>

/* Lines of an arm that are looked at. */
#define ARM_LINES_MAX 40u
/* Longer arms look up more than anybody wrote. */
#define ARM_BYTES_MAX 16384u
/* Arms of one script that look something up. */
#define ARMS_MAX 32u

/* An arm that takes all of a kind. */
typedef struct {
    guint line;
    const char *front; /* what its options begin with: "--enable-" */
    gboolean value;    /* they have a value */
    char *text;        /* all of its commands, also of cases in it */
} Arm;

/* Like shell_lines_arm, with the cases that stand in the arm. The caller frees it. */
static char *whole_arm(const ShellLines *lines, guint index)
{
    GString *arm = g_string_new(NULL);
    guint depth = 0;
    for (guint i = index; i < lines->count && i - index < ARM_LINES_MAX; i++) {
        const char *paren = i == index ? strchr(lines->lines[i], ')') : NULL;
        const char *line = paren != NULL ? paren + 1 : lines->lines[i];
        const char *at = line + strspn(line, " \t");
        g_string_append(arm, line);
        g_string_append_c(arm, '\n');
        gboolean ends = strstr(line, "esac") != NULL;
        depth += g_str_has_prefix(at, "case ") && !ends ? 1 : 0;
        depth -= depth > 0 && g_str_has_prefix(at, "esac") ? 1 : 0;
        if (depth == 0 && (strstr(line, ";;") != NULL || (i > index && ends))) {
            break;
        }
    }
    return g_string_free(arm, FALSE);
}

/* What all options of a pattern begin with, "--" for "*)" and "--?*=?*)"; NULL when it is one for
 * no kind, or what it looks up is no option. */
static const char *pattern_begin(const ShellLines *lines, guint index)
{
    static const char *const fronts[] = {"--enable-", "--with-", "--disable-", "--without-"};
    const char *line = lines->lines[index] + strspn(lines->lines[index], " \t(\"");
    for (guint i = 0; i < G_N_ELEMENTS(fronts); i++) {
        gsize length = strlen(fronts[i]);
        if (g_array_index(lines->patterns, gboolean, index) && g_str_has_prefix(line, fronts[i]) &&
            strchr("*?", line[length]) != NULL && line[length] != '\0') {
            return fronts[i & 1u];
        }
    }
    gsize dashes = strspn(line, "-");
    gsize globs = strspn(line + dashes, "?*=");
    gboolean any = (dashes == 0 || dashes == 2) && globs > 0 && line[dashes + globs] == ')' &&
                   memchr(line + dashes, '*', globs) != NULL;
    return any && shell_cases_subject(lines->cases, index) != NULL ? "--" : NULL;
}

/* Whether the name holds what stands behind the front of the argument: the arm makes it from that.
 */
static gboolean is_rest(const ShellLines *lines, const Arm *arm, const char *name)
{
    g_autofree char *pattern = g_strdup_printf("(?:^|[\\s/;\"'])%s=[^\n]*", name);
    gboolean made = g_regex_match_simple(pattern, arm->text, G_REGEX_MULTILINE, 0);
    gboolean held = g_hash_table_contains(lines->cases->names, name);
    /* Of any argument the dashes have to come off first. */
    gboolean bare = strlen(arm->front) > 2 || strstr(arm->text, "#--}") != NULL ||
                    strstr(arm->text, "s/--//") != NULL || strstr(arm->text, "s/^--//") != NULL;
    return bare && (made || held);
}

/* Whether "-" in the option is "_" in the list. */
static gboolean changes_marks(const Arm *arm)
{
    return g_regex_match_simple("s(\\W)-\\1_\\1|\\btr +['\"]?-['\"]? +['\"]?_|//-/_", arm->text, 0,
                                0);
}

/* A way to look a name up in lists: which parts of the pattern hold what. */
typedef struct {
    const char *pattern;
    gint function; /* that does it; 0: the shell does */
    gint name;
    gint words;
} Lookup;

static const Lookup ways[] = {
    {"\\b(\\w+) +\"?\\$\\{?(\\w+)\\}?\"? +([^;&|)\n]+)", 1, 2, 3},
    {"\\bcase +\"?[ ,:|]?(\\$\\{?\\w+\\}?)[ ,:|]?\"? +in\\s+\\(?\\*\"?[ ,:|]?\\$\\{?(\\w+)\\}?"
     "[ ,:|]?\"?\\*",
     0, 2, 1},
};

static gboolean does_look_up(const ShellLines *lines, const Lookup *way, const GMatchInfo *match)
{
    if (way->function == 0) {
        return TRUE;
    }
    g_autofree char *function = g_match_info_fetch(match, way->function);
    const ShellFunction *called = g_hash_table_lookup(lines->cases->functions->named, function);
    return called != NULL && called->looks_up;
}

/* The words among which the arm looks for what its argument names. */
static ShellWords *looked_up(const ShellLines *lines, const Arm *arm)
{
    ShellWords *words = shell_words_new();
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autoptr(GRegex) regex = g_regex_new(ways[i].pattern, G_REGEX_MULTILINE, 0, NULL);
        g_autoptr(GMatchInfo) match = NULL;
        g_regex_match(regex, arm->text, 0, &match);
        for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
            g_autofree char *name = g_match_info_fetch(match, ways[i].name);
            if (does_look_up(lines, &ways[i], match) && is_rest(lines, arm, name)) {
                g_autofree char *text = g_match_info_fetch(match, ways[i].words);
                shell_words_add(words, lines->lines, text, arm->line);
            }
        }
    }
    return words;
}

static void add_options(ShellLookups *self, const Arm *arm, const ShellWords *words)
{
    gboolean marks = changes_marks(arm);
    for (guint i = 0; i < words->words->len; i++) {
        const ShellWord *word = words->words->pdata[i];
        if (self->named->options->len >= SHELL_LOOKUPS_MAX) {
            shell_named_add_untold(self->named, word->text, word->line);
            break;
        }
        char *name = g_strconcat(arm->front, word->text, NULL);
        if (marks) {
            g_strdelimit(name + strlen(arm->front), "_", '-');
        }
        g_hash_table_add(self->names, g_strdup(name));
        ShellNamedOption option = {.name = name, .line = word->line, .value = arm->value};
        shell_named_add(self->named, option);
    }
    if (words->untold) {
        g_autofree char *form = g_strconcat(arm->front, "*", NULL);
        shell_named_add_untold(self->named, form, words->line);
    }
    g_hash_table_add(self->arms, GUINT_TO_POINTER(arm->line + 1));
}

/* "$action $option", "${action}_feature $option": how the arm of "--enable-x" switches it on, as
 * the script says it where the name is known: "enable_feature". NULL; the caller frees it. */
static char *switching_command(const Arm *arm)
{
    g_autoptr(GRegex) regex =
        g_regex_new("^\\s*\\$(?:\\{(\\w+)\\}|(\\w+))(\\w*) +\"?\\$\\{?(\\w+)\\}?\"?\\s*$",
                    G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, arm->text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *braced = g_match_info_fetch(match, 1);
        g_autofree char *plain = g_match_info_fetch(match, 2);
        g_autofree char *suffix = g_match_info_fetch(match, 3);
        g_autofree char *taken = g_strdup_printf("s/--/%s=/", *braced != '\0' ? braced : plain);
        if (strstr(arm->text, taken) != NULL) {
            return g_strconcat("enable", suffix, NULL);
        }
    }
    return NULL;
}

static void keep_words(GHashTable *names, const ShellWords *words)
{
    for (guint i = 0; i < words->words->len; i++) {
        g_hash_table_add(names, g_strdup(((ShellWord *)words->words->pdata[i])->text));
    }
}

/* "enable threads $LIST" at the left edge always happens; elsewhere, and by a command like it
 * ("soft_enable threads"), it may. */
static void learn_switched(ShellLookups *self, const ShellLines *lines, const char *command)
{
    g_autoptr(GRegex) regex = g_regex_new(
        "(?:^|[;&|{]|\\b(?:then|do|else)\\b)\\s*(\\w*enable(?!d)\\w*) +([\\w$ {}]+)", 0, 0, NULL);
    g_autoptr(ShellWords) always = shell_words_new();
    g_autoptr(ShellWords) times = shell_words_new();
    for (guint i = 0; i < lines->count; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (strstr(lines->lines[i], "enable") == NULL ||
            shell_cases_subject(lines->cases, i) != NULL ||
            !g_regex_match(regex, lines->lines[i], 0, &match)) {
            continue;
        }
        g_autofree char *by = g_match_info_fetch(match, 1);
        g_autofree char *text = g_match_info_fetch(match, 2);
        gint start = 0;
        g_match_info_fetch_pos(match, 1, &start, NULL);
        gboolean plain = start == 0 && strcmp(by, command) == 0;
        shell_words_add(plain ? always : times, lines->lines, text, i);
    }
    keep_words(self->always, always);
    keep_words(self->times, times);
}

static void read_arm(ShellLookups *self, const ShellLines *lines, const Arm *arm)
{
    /* A script that goes on with what it does not know looks up something else. */
    if (!shell_functions_may_end(lines->cases->functions, arm->text)) {
        return;
    }
    if (g_hash_table_size(self->arms) >= ARMS_MAX || strlen(arm->text) > ARM_BYTES_MAX) {
        shell_named_add_untold(self->named, arm->front, arm->line);
        return;
    }
    g_autoptr(ShellWords) words = looked_up(lines, arm);
    if (words->words->len > 0 || words->untold) {
        add_options(self, arm, words);
    }
    g_autofree char *command = self->always == NULL ? switching_command(arm) : NULL;
    if (command != NULL && words->words->len > 0) {
        self->always = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        learn_switched(self, lines, command);
    }
}

ShellLookups *shell_lookups_new(const ShellLines *lines)
{
    ShellLookups *self = g_new0(ShellLookups, 1);
    *self = (ShellLookups){.named = shell_named_new(),
                           .arms = g_hash_table_new(NULL, NULL),
                           .names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                           .times = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    for (guint i = 0; i < lines->count; i++) {
        const char *front = pattern_begin(lines, i);
        if (front != NULL) {
            g_autofree char *text = whole_arm(lines, i);
            const char *sign = strchr(lines->lines[i], '=');
            const char *close = strchr(lines->lines[i], ')');
            gboolean value = (sign != NULL && sign < close) ||
                             (strlen(front) == 2 && strstr(text, "%%=*") != NULL);
            read_arm(self, lines, &(Arm){i, front, value, text});
        }
    }
    return self;
}

void shell_lookups_free(ShellLookups *self)
{
    if (self != NULL) {
        shell_named_free(self->named);
        g_hash_table_unref(self->arms);
        g_hash_table_unref(self->names);
        g_hash_table_unref(self->times);
        g_clear_pointer(&self->always, g_hash_table_unref);
        g_free(self);
    }
}

ShellSwitched shell_lookups_switched(const ShellLookups *self, const char *name)
{
    static const char enable[] = "--enable-";
    if (self->always == NULL || !g_str_has_prefix(name, enable)) {
        return SHELL_SWITCHED_NEVER;
    }
    g_autofree char *word = g_strdelimit(g_strdup(name + strlen(enable)), "-", '_');
    return g_hash_table_contains(self->always, word)  ? SHELL_SWITCHED_ALWAYS
           : g_hash_table_contains(self->times, word) ? SHELL_SWITCHED_AT_TIMES
                                                      : SHELL_SWITCHED_NEVER;
}
