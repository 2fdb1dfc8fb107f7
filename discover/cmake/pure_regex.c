/* string(REGEX ...) and the CMAKE_MATCH variables. */
#include "discover/cmake/pure_internal.h"
#include <stdlib.h>
#include <string.h>

const char *const cmake_match_names[CMAKE_REGEX_GROUPS] = {
    "CMAKE_MATCH_0", "CMAKE_MATCH_1", "CMAKE_MATCH_2", "CMAKE_MATCH_3", "CMAKE_MATCH_4",
    "CMAKE_MATCH_5", "CMAKE_MATCH_6", "CMAKE_MATCH_7", "CMAKE_MATCH_8", "CMAKE_MATCH_9",
};

void pure_matches_clear(PureCall *call)
{
    const char *count = call->lookup(call, CMAKE_MATCH_COUNT);
    if (count == NULL) {
        return;
    }
    int highest = text_has_hole(count) ? CMAKE_REGEX_GROUPS - 1 : atoi(count);
    for (int i = 0; i <= highest && i < CMAKE_REGEX_GROUPS; i++) {
        const char *value = call->lookup(call, cmake_match_names[i]);
        if (value != NULL && *value != '\0') {
            call->assign(call, cmake_match_names[i], "");
        }
    }
    call->assign(call, CMAKE_MATCH_COUNT, "0");
}

/* The count is that of the highest group with text in it, and empty (not "0") when there is none.
 */
static void store_group(PureCall *call, guint group, const char *text, gsize length, char *highest)
{
    if (length > 0) {
        call->assign(call, cmake_match_names[group], arena_strndup(call->arena, text, length));
        *highest = (char)('0' + group);
    }
}

static void store_count(PureCall *call, char highest)
{
    call->assign(call, CMAKE_MATCH_COUNT,
                 arena_strndup(call->arena, &highest, highest == '\0' ? 0 : 1));
}

void pure_matches_store(PureCall *call, char *const *groups)
{
    char highest = '\0';
    for (guint i = 0; i < CMAKE_REGEX_GROUPS && groups[i] != NULL; i++) {
        store_group(call, i, groups[i], strlen(groups[i]), &highest);
    }
    store_count(call, highest);
}

/* What is left of the matches of one command: the last one's groups. A group that only earlier ones
 * had is defined, and empty. */
typedef struct {
    const char *text; /* that was searched last with success; NULL: nothing matched */
    CmakeRegexMatch match;
    gboolean used[CMAKE_REGEX_GROUPS];
} LastMatch;

static void remember_match(LastMatch *self, const char *text, const CmakeRegexMatch *match)
{
    self->text = text;
    self->match = *match;
    for (guint i = 0; i < CMAKE_REGEX_GROUPS; i++) {
        self->used[i] = self->used[i] || match->end[i] > match->begin[i];
    }
}

static void store_last_match(PureCall *call, const LastMatch *last)
{
    if (last->text == NULL) {
        return;
    }
    pure_matches_clear(call);
    char highest = '\0';
    for (guint i = 0; i < CMAKE_REGEX_GROUPS; i++) {
        gsize length = last->match.end[i] - last->match.begin[i];
        if (last->used[i] && length == 0) {
            call->assign(call, cmake_match_names[i], "");
        } else if (last->used[i]) {
            store_group(call, i, last->text + last->match.begin[i], length, &highest);
        }
    }
    store_count(call, highest);
}

void pure_matches_derive(PureCall *call, const char *operation, const char *input)
{
    for (guint i = 0; i < CMAKE_REGEX_GROUPS; i++) {
        const char *part = arena_printf(call->arena, "%s of %s", cmake_match_names[i], operation);
        call->assign(call, cmake_match_names[i], call->derive(call, part, input));
    }
    const char *part = arena_printf(call->arena, CMAKE_MATCH_COUNT " of %s", operation);
    call->assign(call, CMAKE_MATCH_COUNT, call->derive(call, part, input));
}

/* A replacement is a sequence of texts and of group numbers. */
typedef struct {
    int group; /* -1: `text` */
    const char *text;
    gsize length;
} ReplacePart;

struct PureReplace {
    CmakeRegex *regex;
    GArray *parts; /* ReplacePart */
    char *pattern;
    char *replacement; /* what the parts point into */
    LastMatch last;
};

static gboolean parse_replacement(PureReplace *self, GError **error)
{
    for (const char *at = self->replacement; *at != '\0';) {
        ReplacePart part = {.group = -1, .text = at, .length = strcspn(at, "\\")};
        if (part.length > 0) {
            g_array_append_val(self->parts, part);
            at += part.length;
            continue;
        }
        part.length = 1;
        switch (at[1]) {
        case 'n':
            part.text = "\n";
            break;
        case '\\':
            part.text = "\\";
            break;
        default:
            if (!g_ascii_isdigit(at[1])) {
                g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE,
                            "replacement \"%s\" has a backslash before nothing that it escapes",
                            self->replacement);
                return FALSE;
            }
            part.group = at[1] - '0';
            break;
        }
        g_array_append_val(self->parts, part);
        at += 2;
    }
    return TRUE;
}

PureReplace *pure_replace_new(const char *pattern, const char *replacement, GError **error)
{
    g_autoptr(PureReplace) self = g_new0(PureReplace, 1);
    self->parts = g_array_new(FALSE, FALSE, sizeof(ReplacePart));
    self->pattern = g_strdup(pattern);
    self->replacement = g_strdup(replacement);
    self->regex = cmake_regex_new(pattern, error);
    if (self->regex == NULL || !parse_replacement(self, error)) {
        return NULL;
    }
    return g_steal_pointer(&self);
}

void pure_replace_free(PureReplace *self)
{
    if (self == NULL) {
        return;
    }
    cmake_regex_free(self->regex);
    g_array_unref(self->parts);
    g_free(self->pattern);
    g_free(self->replacement);
    g_free(self);
}

static gboolean set_search_error(GError **error, const char *pattern, CmakeRegexOutcome outcome)
{
    if (outcome == CMAKE_REGEX_GAVE_UP) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_UNSUPPORTED, "matching \"%s\" takes too long",
                    pattern);
    } else {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "\"%s\" matches an empty text", pattern);
    }
    return FALSE;
}

gboolean pure_replace_apply(PureReplace *self, const char *text, PureText *result, GError **error)
{
    gsize length = strlen(text);
    gsize base = 0;
    CmakeRegexMatch match;
    CmakeRegexOutcome outcome;
    /* Each search begins a text of its own: "^" matches again behind every match, as in CMake. */
    while ((outcome = cmake_regex_search(self->regex, text + base, length - base, &match)) ==
           CMAKE_REGEX_MATCHED) {
        if (match.begin[0] == match.end[0]) {
            return set_search_error(error, self->pattern, outcome);
        }
        pure_text_append(result, text + base, match.begin[0]);
        for (guint i = 0; i < self->parts->len; i++) {
            const ReplacePart *part = &g_array_index(self->parts, ReplacePart, i);
            if (part->group < 0) {
                pure_text_append(result, part->text, part->length);
                continue;
            }
            gsize begin = match.begin[part->group];
            if (begin == G_MAXSIZE) {
                g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE,
                            "replacement \"%s\" names a group that is not in a match of \"%s\"",
                            self->replacement, self->pattern);
                return FALSE;
            }
            pure_text_append(result, text + base + begin, match.end[part->group] - begin);
        }
        remember_match(&self->last, text + base, &match);
        base += match.end[0];
    }
    if (outcome == CMAKE_REGEX_GAVE_UP) {
        return set_search_error(error, self->pattern, outcome);
    }
    pure_text_append(result, text + base, length - base);
    return TRUE;
}

void pure_replace_store(const PureReplace *self, PureCall *call)
{
    store_last_match(call, &self->last);
}

static gboolean fail_search(PureCall *call, const PureRow *row, const GError *problem,
                            GError **error)
{
    pure_matches_derive(call, row->operation, pure_input(call, row));
    return pure_fail(call, row, error, (PureError)problem->code, "%s", problem->message);
}

static gboolean run_match(PureCall *call, const PureRow *row, const char *input, GError **error)
{
    const char *pattern = call->argv[2];
    g_autoptr(GError) problem = NULL;
    g_autoptr(CmakeRegex) regex = cmake_regex_new(pattern, &problem);
    if (regex == NULL) {
        return fail_search(call, row, problem, error);
    }
    pure_matches_clear(call);
    CmakeRegexMatch match;
    CmakeRegexOutcome outcome = cmake_regex_search(regex, input, strlen(input), &match);
    if (outcome == CMAKE_REGEX_NO_MATCH) {
        return pure_set(call, row, "", error);
    }
    if (outcome == CMAKE_REGEX_GAVE_UP || match.begin[0] == match.end[0]) {
        set_search_error(&problem, pattern, outcome);
        return fail_search(call, row, problem, error);
    }
    LastMatch last = {0};
    remember_match(&last, input, &match);
    store_last_match(call, &last);
    return pure_set_length(call, row, input + match.begin[0], match.end[0] - match.begin[0], error);
}

static gboolean run_match_all(PureCall *call, const PureRow *row, const char *input, GError **error)
{
    const char *pattern = call->argv[2];
    g_autoptr(GError) problem = NULL;
    g_autoptr(CmakeRegex) regex = cmake_regex_new(pattern, &problem);
    if (regex == NULL) {
        return fail_search(call, row, problem, error);
    }
    pure_matches_clear(call);
    g_auto(PureText) result = PURE_TEXT_INIT;
    const char *end = input + strlen(input);
    const char *at = input;
    LastMatch last = {0};
    CmakeRegexMatch match;
    CmakeRegexOutcome outcome;
    while ((outcome = cmake_regex_search(regex, at, (gsize)(end - at), &match)) ==
           CMAKE_REGEX_MATCHED) {
        if (match.begin[0] == match.end[0]) {
            break;
        }
        if (result.text->len > 0) {
            pure_text_append(&result, ";", 1);
        }
        pure_text_append(&result, at + match.begin[0], match.end[0] - match.begin[0]);
        remember_match(&last, at, &match);
        at += match.end[0];
    }
    if (outcome != CMAKE_REGEX_NO_MATCH) {
        set_search_error(&problem, pattern, outcome);
        return fail_search(call, row, problem, error);
    }
    store_last_match(call, &last);
    return pure_set_text(call, row, &result, error);
}

static gboolean run_replace(PureCall *call, const PureRow *row, const char *input, GError **error)
{
    g_autoptr(GError) problem = NULL;
    g_autoptr(PureReplace) replace = pure_replace_new(call->argv[2], call->argv[3], &problem);
    g_auto(PureText) result = PURE_TEXT_INIT;
    pure_matches_clear(call);
    if (replace == NULL || !pure_replace_apply(replace, input, &result, &problem)) {
        return fail_search(call, row, problem, error);
    }
    pure_replace_store(replace, call);
    return pure_set_text(call, row, &result, error);
}

typedef gboolean (*RegexRun)(PureCall *call, const PureRow *row, const char *input, GError **error);
static const struct {
    PureRow row; /* `run` is not used */
    RegexRun run;
    guint input; /* position of the first input; all are put together */
} modes[] = {
    {{"MATCH", "string(REGEX MATCH)", NULL, 5, 0, 0, 3}, run_match, 4},
    {{"MATCHALL", "string(REGEX MATCHALL)", NULL, 5, 0, 0, 3}, run_match_all, 4},
    {{"REPLACE", "string(REGEX REPLACE)", NULL, 6, 0, 0, 4}, run_replace, 5},
};

gboolean pure_string_regex(PureCall *call, const PureRow *row, GError **error)
{
    gsize mode = 0;
    while (mode < G_N_ELEMENTS(modes) && strcmp(modes[mode].row.name, call->argv[1]) != 0) {
        mode++;
    }
    if (mode == G_N_ELEMENTS(modes)) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s\" is no mode", call->argv[1]);
    }
    const PureRow *mode_row = &modes[mode].row;
    if (call->argc < mode_row->minimum) {
        return pure_fail(call, mode_row, error, PURE_ERROR_USAGE, "%u arguments are too few",
                         call->argc);
    }
    guint first = modes[mode].input;
    if (text_has_hole(call->argv[2]) || pure_has_hole_from(call, first) ||
        (mode_row->output == 4 && text_has_hole(call->argv[3]))) {
        pure_matches_derive(call, mode_row->operation, pure_input(call, mode_row));
        return pure_unknown(call, mode_row);
    }
    const char *input = call->argv[first];
    if (first + 1 < call->argc) {
        input = pure_join(call, call->argv, first, call->argc, "");
        if (input == NULL) {
            return pure_fail(call, mode_row, error, PURE_ERROR_UNSUPPORTED,
                             "the input is too long");
        }
    }
    return modes[mode].run(call, mode_row, input, error);
}
