/* Expansion of references: GNU make manual, chapters "How to Use Variables" and "Functions". */
#include "discover/make/reading.h"
#include "discover/make/recipe.h"
#include <string.h>

/* An alternative that is being put together. */
typedef struct {
    GString *text;
    Guard when;
} Draft;

static void draft_clear(gpointer data)
{
    g_string_free(((Draft *)data)->text, TRUE);
}

static GArray *drafts_new(Guard when)
{
    GArray *drafts = g_array_new(FALSE, FALSE, sizeof(Draft));
    g_array_set_clear_func(drafts, draft_clear);
    const Draft first = {g_string_new(NULL), when};
    g_array_append_val(drafts, first);
    return drafts;
}

/* Puts those of `next` in place of what was there; FALSE, and nothing is changed, where they are
 * too many. `next` clears none of its elements. */
static gboolean drafts_take(GArray *drafts, GArray *next)
{
    if (next->len > MAKE_ALTERNATIVES_MAX) {
        g_array_set_clear_func(next, draft_clear);
        return FALSE;
    }
    g_array_set_size(drafts, 0);
    g_array_append_vals(drafts, next->data, next->len);
    return TRUE;
}

static void drafts_append(GArray *drafts, const char *text, gsize length)
{
    for (guint i = 0; i < drafts->len; i++) {
        Draft *draft = &g_array_index(drafts, Draft, i);
        if (draft->text->len <= MAKE_TEXT_BYTES_MAX) {
            g_string_append_len(draft->text, text, (gssize)length);
        }
    }
}

/* Each draft goes on in each way that it can; FALSE when that would be too many. */
static gboolean drafts_multiply(MakeReading *self, GArray *drafts, const GArray *ways)
{
    if (ways->len == 1) {
        const MakeAlternative *only = &g_array_index(ways, MakeAlternative, 0);
        drafts_append(drafts, only->text, strlen(only->text));
        return TRUE;
    }
    g_autoptr(GArray) next = g_array_new(FALSE, FALSE, sizeof(Draft));
    for (guint i = 0; i < drafts->len; i++) {
        const Draft *draft = &g_array_index(drafts, Draft, i);
        for (guint k = 0; k < ways->len; k++) {
            const MakeAlternative *way = &g_array_index(ways, MakeAlternative, k);
            Guard both = guard_and(self->guards, draft->when, way->when);
            if (guard_is_false(both)) {
                continue;
            }
            Draft made = {g_string_new_len(draft->text->str, (gssize)draft->text->len), both};
            g_string_append(made.text, way->text);
            g_array_append_val(next, made);
        }
    }
    return drafts_take(drafts, next);
}

/* What stands for something that cannot be worked out. */
static void add_unknown(MakeReading *self, GArray *result, const char *operation, const char *text,
                        Guard when)
{
    const Unknown *unknown = unknowns_derive(self->unknowns, operation, text);
    const MakeAlternative way = {unknowns_hole(self->unknowns, unknown), when};
    g_array_append_val(result, way);
}

/* ---- variables ------------------------------------------------------------------------------- */

const char *make_unset_text(MakeReading *self, MakeVariable *variable)
{
    ConditionSubject kind = CONDITION_SUBJECT_UNKNOWN;
    switch (variable->role) {
    case ROLE_PLAIN:
        return "";
    case ROLE_OPTION:
        kind = CONDITION_SUBJECT_OPTION;
        break;
    case ROLE_COMPUTED:
        kind = CONDITION_SUBJECT_PROBE;
        break;
    case ROLE_PLATFORM:
        kind = CONDITION_SUBJECT_PLATFORM;
        break;
    }
    return unknowns_hole(self->unknowns, unknowns_get(self->unknowns, kind, variable->name));
}

/* A command's output that is all of a variable's value is called by the variable's name. */
static const char *name_after(MakeReading *self, const MakeVariable *variable, const char *text)
{
    const Unknown *unknown = unknowns_of_text(self->unknowns, text);
    if (unknown == NULL || unknown->origins != NULL || !g_str_has_prefix(unknown->name, "shell(")) {
        return text;
    }
    return unknowns_hole(self->unknowns,
                         unknowns_get(self->unknowns, unknown->kind, variable->name));
}

/* Appends what a piece says, expanded, to each draft that it is part of. */
static gboolean append_piece(MakeReading *self, GArray *drafts, const Piece *piece)
{
    g_autoptr(GArray) next = g_array_new(FALSE, FALSE, sizeof(Draft));
    for (guint i = 0; i < drafts->len; i++) {
        Draft *draft = &g_array_index(drafts, Draft, i);
        Guard with = guard_and(self->guards, draft->when, piece->when);
        Guard without = guard_minus(self->guards, draft->when, piece->when);
        if (!guard_is_false(with)) {
            Draft made = {g_string_new_len(draft->text->str, (gssize)draft->text->len), with};
            g_string_append(made.text, made.text->len > 0 ? " " : "");
            g_string_append(made.text, piece->text);
            g_array_append_val(next, made);
        }
        if (!guard_is_false(without)) {
            Draft made = {g_string_new_len(draft->text->str, (gssize)draft->text->len), without};
            g_array_append_val(next, made);
        }
    }
    return drafts_take(drafts, next);
}

/* The texts that assignments give, not expanded; pieces that would make too many become one hole.
 */
static void raw_texts(MakeReading *self, MakeVariable *variable, Guard when, GArray *drafts)
{
    g_array_set_size(drafts, 0);
    Guard unset = guard_and(self->guards, when, variable->unset);
    if (!guard_is_false(unset)) {
        const Draft draft = {g_string_new(make_unset_text(self, variable)), unset};
        g_array_append_val(drafts, draft);
    }
    gboolean complete = TRUE;
    for (guint i = 0; i < variable->pieces->len && complete; i++) {
        const Piece *piece = &g_array_index(variable->pieces, Piece, i);
        if (piece->append) {
            complete = append_piece(self, drafts, piece);
            continue;
        }
        Guard here = guard_and(self->guards, when, piece->when);
        if (!guard_is_false(here)) {
            const Draft draft = {g_string_new(piece->text), here};
            g_array_append_val(drafts, draft);
            complete = drafts->len <= MAKE_ALTERNATIVES_MAX;
        }
    }
    if (!complete) {
        g_array_set_size(drafts, 0);
        const Unknown *unknown = unknowns_derive(self->unknowns, MAKE_TOO_MANY, variable->name);
        const Draft draft = {g_string_new(unknowns_hole(self->unknowns, unknown)), when};
        g_array_append_val(drafts, draft);
        make_ledger(self, "limit: alternatives of a variable", variable->name, variable->name);
    }
}

static const char *builtin_text(MakeReading *self, const char *name)
{
    if (strcmp(name, "CURDIR") == 0 || strcmp(name, "PWD") == 0) {
        return arena_printf(self->scratch, "%s%s%s", MAKE_ROOT, *self->folder != '\0' ? "/" : "",
                            self->folder);
    }
    if (strcmp(name, "MAKEFILE_LIST") == 0 && self->file != NULL) {
        return arena_printf(self->scratch, "%s/%s", MAKE_ROOT, self->file->path);
    }
    return strcmp(name, "MAKE") == 0 ? "make" : NULL;
}

static const char *argument_text(const MakeReading *self, const char *name)
{
    if (self->arguments->len == 0 || !g_ascii_isdigit(*name) ||
        name[strspn(name, "0123456789")] != '\0') {
        return NULL;
    }
    const char *const *arguments = self->arguments->pdata[self->arguments->len - 1];
    guint64 wanted = g_ascii_strtoull(name, NULL, 10);
    for (guint64 i = 0; arguments[i] != NULL; i++) {
        if (i == wanted) {
            return arguments[i];
        }
    }
    return "";
}

GArray *make_expand_variable(MakeReading *self, const char *name, Guard when)
{
    GArray *result = g_array_new(FALSE, FALSE, sizeof(MakeAlternative));
    const char *fixed = argument_text(self, name);
    fixed = fixed != NULL ? fixed : builtin_text(self, name);
    if (fixed != NULL) {
        const MakeAlternative way = {fixed, when};
        g_array_append_val(result, way);
        return result;
    }
    make_note_asked(self, name);
    MakeVariable *variable = make_variable(self, name);
    if (variable->active) {
        make_ledger(self, "variable refers to itself", name, name);
        add_unknown(self, result, MAKE_TOO_MANY, name, when);
        return result;
    }
    variable->active = TRUE;
    g_autoptr(GArray) drafts = drafts_new(when);
    raw_texts(self, variable, when, drafts);
    for (guint i = 0; i < drafts->len; i++) {
        const Draft *draft = &g_array_index(drafts, Draft, i);
        g_autoptr(GArray) ways = make_expand(self, draft->text->str, draft->when);
        for (guint k = 0; k < ways->len; k++) {
            MakeAlternative way = g_array_index(ways, MakeAlternative, k);
            way.text = name_after(self, variable, way.text);
            g_array_append_val(result, way);
        }
    }
    variable->active = FALSE;
    if (result->len > MAKE_ALTERNATIVES_MAX) {
        g_array_set_size(result, 0);
        add_unknown(self, result, MAKE_TOO_MANY, name, when);
        make_ledger(self, "limit: alternatives of a variable", name, name);
    }
    return result;
}

/* ---- references ------------------------------------------------------------------------------ */

/* $(NAME:a=b) is patsubst; without a '%' it is about endings. */
static void substitute_all(MakeReading *self, GArray *ways, const char *pattern,
                           const char *replacement)
{
    gboolean ending = strchr(pattern, '%') == NULL;
    g_autofree char *from = ending ? g_strconcat("%", pattern, NULL) : g_strdup(pattern);
    g_autofree char *to = ending ? g_strconcat("%", replacement, NULL) : g_strdup(replacement);
    for (guint i = 0; i < ways->len; i++) {
        MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        if (unknown_text_has_hole(way->text)) {
            const Unknown *unknown = unknowns_derive(self->unknowns, "substitute", way->text);
            way->text = unknowns_hole(self->unknowns, unknown);
        } else {
            way->text = make_substitute(self, from, to, way->text);
        }
    }
}

static void expand_named(MakeReading *self, const char *inner, Guard when, GArray *result)
{
    g_autoptr(GArray) names = make_expand(self, inner, when);
    for (guint i = 0; i < names->len; i++) {
        const MakeAlternative *name = &g_array_index(names, MakeAlternative, i);
        if (unknown_text_has_hole(name->text)) {
            if (!make_expand_family(self, name, result)) {
                add_unknown(self, result, "value of", name->text, name->when);
            }
            continue;
        }
        const char *colon = strchr(name->text, ':');
        const char *equal = colon != NULL ? strchr(colon, '=') : NULL;
        gsize length = equal != NULL ? (gsize)(colon - name->text) : strlen(name->text);
        g_autofree char *plain = g_strndup(name->text, length);
        g_autoptr(GArray) ways = make_expand_variable(self, g_strstrip(plain), name->when);
        if (equal != NULL) {
            g_autofree char *pattern = g_strndup(colon + 1, (gsize)(equal - colon - 1));
            substitute_all(self, ways, pattern, equal + 1);
        }
        g_array_append_vals(result, ways->data, ways->len);
    }
}

static void expand_reference(MakeReading *self, const char *text, gsize length, Guard when,
                             GArray *result)
{
    if (text[1] != '(' && text[1] != '{') {
        /* $@, $<, $x */
        g_autofree char *name = g_strndup(text + 1, length - 1);
        if (g_ascii_isalnum(text[1])) {
            expand_named(self, name, when, result);
        } else {
            add_unknown(self, result, "automatic variable", name, when);
        }
        return;
    }
    gboolean closed = length > 2 && (text[length - 1] == ')' || text[length - 1] == '}');
    g_autofree char *inner = g_strndup(text + 2, length - 2 - (closed ? 1 : 0));
    gsize word = strcspn(inner, " \t$(){},:=");
    if (inner[word] == ' ' || inner[word] == '\t') {
        g_autofree char *name = g_strndup(inner, word);
        const char *rest = inner + word + strspn(inner + word, " \t");
        if (make_call_function(self, name, rest, when, result)) {
            return;
        }
    }
    expand_named(self, inner, when, result);
}

static gboolean may_go_on(MakeReading *self)
{
    if (self->expansions >= MAKE_EXPANSIONS_MAX) {
        make_ledger(self, "limit: expansions", self->file != NULL ? self->file->path : "", NULL);
        return FALSE;
    }
    if (self->expand_depth >= MAKE_EXPAND_DEPTH_MAX) {
        make_ledger(self, "limit: depth of references", "", NULL);
        return FALSE;
    }
    return TRUE;
}

static GArray *finish(MakeReading *self, GArray *drafts)
{
    GArray *result = g_array_sized_new(FALSE, FALSE, sizeof(MakeAlternative), drafts->len);
    for (guint i = 0; i < drafts->len; i++) {
        const Draft *draft = &g_array_index(drafts, Draft, i);
        if (draft->text->len > MAKE_TEXT_BYTES_MAX) {
            make_ledger(self, "limit: length of a text", "", NULL);
            add_unknown(self, result, "text", "too long", draft->when);
        } else {
            const MakeAlternative way = {arena_intern(self->scratch, draft->text->str),
                                         draft->when};
            g_array_append_val(result, way);
        }
    }
    g_array_unref(drafts);
    return result;
}

GArray *make_expand(MakeReading *self, const char *text, Guard when)
{
    GArray *drafts = drafts_new(when);
    self->expand_depth++;
    while (*text != '\0') {
        gsize plain = strcspn(text, "$");
        drafts_append(drafts, text, plain);
        text += plain;
        if (*text == '\0') {
            break;
        }
        if (text[1] == '$' || text[1] == '\0') {
            drafts_append(drafts, "$", 1);
            text += text[1] == '$' ? 2 : 1;
            continue;
        }
        const char *end = make_reference_end(text);
        g_autoptr(GArray) ways = g_array_new(FALSE, FALSE, sizeof(MakeAlternative));
        self->expansions++;
        g_autofree char *reference = g_strndup(text, (gsize)(end - text));
        if (may_go_on(self)) {
            expand_reference(self, text, (gsize)(end - text), when, ways);
        } else {
            add_unknown(self, ways, "text", "not followed", when);
        }
        if (ways->len > 0 && !drafts_multiply(self, drafts, ways)) {
            make_ledger(self, "limit: alternatives of a text", reference, NULL);
            g_array_set_size(ways, 0);
            add_unknown(self, ways, "value", reference, when);
            drafts_multiply(self, drafts, ways);
        }
        text = end;
    }
    self->expand_depth--;
    return finish(self, drafts);
}

const char *make_expand_plain(MakeReading *self, const char *text, Guard when)
{
    if (strchr(text, '$') == NULL) {
        return text;
    }
    g_autoptr(GArray) ways = make_expand(self, text, when);
    if (ways->len == 1) {
        return g_array_index(ways, MakeAlternative, 0).text;
    }
    const Unknown *unknown = unknowns_derive(self->unknowns, "value", text);
    return unknowns_hole(self->unknowns, unknown);
}
