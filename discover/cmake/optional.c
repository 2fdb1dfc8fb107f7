/* Optional pieces of a list: elements that are there under a condition.
 *
 * A piece of a list says ";element": it brings the semicolon before it, which it loses where it
 * comes first. A piece that does not begin so is text that may follow, such as a flag. */
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Pieces nest, so a short text may have any number of them; those past this number stay unknown. */
#define OPTIONAL_PIECES_MAX 20000u
/* Pieces of one text that are decided for a run, each of which halves the configurations that it is
 * for. Those that come after stay unknown: nobody could make a run for each way that they can come
 * out. So do those behind DECIDED_ANYWAY, which is what COMMAND_RUNS_MAX runs can tell apart, once
 * the condition of the run has grown to GUARD_SIZE_MAX. */
#define DECIDED_PIECES_MAX 32u
#define DECIDED_ANYWAY 6u

/* The optional piece that `*cursor` stands at, and the place behind it; NULL when it is none. */
static const Symbol *read_optional(Evaluator *self, const char **cursor)
{
    if (**cursor != HOLE_BEGIN) {
        return NULL;
    }
    const Symbol *symbol = symbols_read_hole(self->symbols, cursor);
    return symbol != NULL && symbol->optional_text != NULL ? symbol : NULL;
}

/* Whether the piece brings the semicolon before its element, or the piece that it begins with
 * does. */
static gboolean brings_semicolon(Evaluator *self, const Symbol *piece)
{
    const char *text = piece->optional_text;
    for (const Symbol *inner; (inner = read_optional(self, &text)) != NULL;) {
        text = inner->optional_text;
    }
    return *text == ';';
}

/* Settling --------------------------------------------------------------------------------------
 */

static const char hole_begin[] = {HOLE_BEGIN, '\0'};

/* What may still be done in one text. */
typedef struct {
    guint pieces, decisions;
    guint seen; /* pieces that were looked at so far */
} Left;

/* `at_start`: nothing stands before the text, so that its first element loses its semicolon. */
static char *settle_optional(Evaluator *self, const char *text, gboolean at_start, Left *left)
{
    GString *out = g_string_new(NULL);
    for (const char *cursor = text; *cursor != '\0' && out->len < TEXT_BYTES_MAX;) {
        if (*cursor != HOLE_BEGIN) {
            gsize plain = strcspn(cursor, hole_begin);
            g_string_append_len(out, cursor, (gssize)plain);
            cursor += plain;
            continue;
        }
        const char *begin = cursor;
        const Symbol *symbol = read_optional(self, &cursor);
        left->seen++;
        if (symbol == NULL || self->widen || left->pieces == 0 || left->decisions == 0) {
            g_string_append_len(out, begin, cursor - begin);
            continue;
        }
        left->pieces--;
        Guard with = guard_and(self->guards, self->path, symbol->optional_when);
        if (guard_is_false(with)) {
            continue;
        }
        left->decisions -= guard_same(with, self->path) ? 0 : 1;
        if (left->decisions <= DECIDED_PIECES_MAX - DECIDED_ANYWAY &&
            guard_size(self->guards, with) >= GUARD_SIZE_MAX) {
            left->decisions = 0;
        }
        self->path = with;
        gboolean first = at_start && out->len == 0;
        g_autofree char *inner = settle_optional(self, symbol->optional_text, first, left);
        first = first && *symbol->optional_text == ';';
        g_string_append(out, first ? inner + 1 : inner);
    }
    return g_string_free(out, FALSE);
}

static gboolean has_optional(Evaluator *self, const char *text)
{
    for (const char *cursor = strchr(text, HOLE_BEGIN); cursor != NULL;
         cursor = strchr(cursor, HOLE_BEGIN)) {
        if (read_optional(self, &cursor) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

const char *evaluator_settle(Evaluator *self, const char *text)
{
    if (!has_optional(self, text)) {
        return text;
    }
    Left left = {.pieces = OPTIONAL_PIECES_MAX, .decisions = DECIDED_PIECES_MAX};
    g_autofree char *settled = settle_optional(self, text, TRUE, &left);
    self->steps += left.seen / PIECES_A_STEP;
    return arena_intern(self->arena, settled);
}

/* Building --------------------------------------------------------------------------------------
 */

static gboolean begins_optional(Evaluator *self, const char *text)
{
    return read_optional(self, &text) != NULL;
}

/* Whether a piece that loses its semicolon where it comes first may come first. */
static gboolean begins_element(Evaluator *self, const char *text)
{
    for (const Symbol *symbol; (symbol = read_optional(self, &text)) != NULL;) {
        if (brings_semicolon(self, symbol)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean ends_element(Evaluator *self, const char *text)
{
    const char *last = strrchr(text, HOLE_BEGIN);
    const char *end = last;
    return last != NULL && begins_element(self, last) && read_optional(self, &end) != NULL &&
           *end == '\0';
}

/* Appends `text` with its leading pieces decided until one is there; what follows that stays open.
 * FALSE when none of them is, and nothing follows. */
static gboolean settle_first(Evaluator *self, GString *out, const char *text, guint *left)
{
    while (begins_optional(self, text) && *left > 0) {
        (*left)--;
        const Symbol *symbol = read_optional(self, &text);
        Guard with = guard_and(self->guards, self->path, symbol->optional_when);
        if (guard_is_false(with)) {
            continue;
        }
        self->path = with;
        const char *inner = symbol->optional_text;
        if (settle_first(self, out, *inner == ';' ? inner + 1 : inner, left)) {
            break;
        }
    }
    g_string_append(out, text);
    return *text != '\0' || out->len > 0;
}

const char *evaluator_text_behind(Evaluator *self, const char *text)
{
    if (self->widen || !begins_element(self, text)) {
        return text;
    }
    guint left = OPTIONAL_PIECES_MAX;
    g_autoptr(GString) settled = g_string_new(NULL);
    (void)settle_first(self, settled, text, &left);
    return arena_intern(self->arena, settled->str);
}

/* Where the first element ends of a text that begins with none of its pieces. */
static const char *element_end(Evaluator *self, const char *text)
{
    while (*text != '\0' && *text != ';') {
        const char *piece = text;
        if (*text != HOLE_BEGIN) {
            text++;
            continue;
        }
        const Symbol *symbol = symbols_read_hole(self->symbols, &text);
        if (symbol != NULL && symbol->optional_text != NULL && brings_semicolon(self, symbol)) {
            return piece;
        }
    }
    return text;
}

char *evaluator_take_element(Evaluator *self, const char **list)
{
    guint left = OPTIONAL_PIECES_MAX;
    g_autoptr(GString) settled = g_string_new(NULL);
    if (!settle_first(self, settled, *list, &left)) {
        *list = "";
        return NULL;
    }
    const char *end = element_end(self, settled->str);
    *list = arena_intern(self->arena, *end == ';' ? end + 1 : end);
    return g_strndup(settled->str, (gsize)(end - settled->str));
}

gboolean evaluator_all_optional(Evaluator *self, const char *text)
{
    const char *cursor = text;
    while (*cursor != '\0') {
        if (read_optional(self, &cursor) == NULL) {
            return FALSE;
        }
    }
    return cursor > text;
}

/* Pieces that are looked through for one that is certainly there: a list that loops in loops make
 * longer is looked through at each turn. That there may be none is always safe to say. */
#define LOOKED_THROUGH_MAX 512u

gboolean evaluator_may_be_empty(Evaluator *self, const char *text)
{
    guint pieces = 0;
    gboolean may = TRUE;
    for (; *text != '\0' && may && pieces < LOOKED_THROUGH_MAX; pieces++) {
        const Symbol *symbol = read_optional(self, &text);
        may = symbol != NULL && !guard_is_true(symbol->optional_when);
    }
    return may;
}

gboolean evaluator_may_vanish(Evaluator *self, const char *text)
{
    return evaluator_all_optional(self, text) && evaluator_may_be_empty(self, text) &&
           !begins_element(self, text);
}

/* Of more pieces some is taken to be there: the condition that none is grows with each, and only
 * tells an empty list from one that is not set. */
#define NOTHING_PIECES_MAX 8u

Guard evaluator_nothing(Evaluator *self, const char *text)
{
    Guard nothing = GUARD_TRUE;
    for (guint pieces = 0; *text != '\0'; pieces++) {
        const Symbol *symbol = read_optional(self, &text);
        if (symbol == NULL || pieces == NOTHING_PIECES_MAX) {
            return GUARD_FALSE;
        }
        nothing = guard_minus(self->guards, nothing, symbol->optional_when);
    }
    return nothing;
}

char *evaluator_text_within(Evaluator *self, const char *text)
{
    GString *out = g_string_new(NULL);
    while (*text != '\0') {
        const char *begin = text;
        const Symbol *symbol = NULL;
        if (*text == HOLE_BEGIN) {
            symbol = read_optional(self, &text);
        } else {
            text += strcspn(text, hole_begin);
        }
        if (symbol == NULL || guard_meets(self->guards, self->path, symbol->optional_when)) {
            g_string_append_len(out, begin, text - begin);
        }
    }
    return g_string_free(out, FALSE);
}

/* Whether each element of the text is certainly something, and none has a backslash. */
static gboolean is_filled(Evaluator *self, const char *text)
{
    gboolean filled = FALSE;
    while (*text != '\0' && *text != '\\' && (*text != ';' || filled)) {
        if (*text != HOLE_BEGIN) {
            filled = *text++ != ';';
            continue;
        }
        const Symbol *symbol = read_optional(self, &text);
        const char *piece = symbol != NULL ? symbol->optional_text : "";
        gboolean element = *piece == ';';
        if (symbol != NULL && ((element && !filled) || !is_filled(self, piece + element))) {
            return FALSE;
        }
        filled = filled || symbol == NULL;
    }
    return *text == '\0' && filled;
}

gboolean evaluator_is_plain_list(Evaluator *self, const char *text)
{
    while (begins_optional(self, text)) {
        const char *piece = read_optional(self, &text)->optional_text;
        if (!is_filled(self, *piece == ';' ? piece + 1 : piece)) {
            return FALSE;
        }
    }
    return *text == '\0' || is_filled(self, text);
}

void evaluator_add_text(Evaluator *self, GString *out, const char *text)
{
    if (*text == '\0') {
        return;
    }
    if (self->keep_optional && *text != ';' && ends_element(self, out->str)) {
        g_string_assign(out, evaluator_settle(self, out->str));
    }
    gsize before = out->len;
    g_string_append(out, before > 0 ? evaluator_text_behind(self, text) : text);
    self->steps += (out->len - before) / BYTES_A_STEP;
}

gboolean evaluator_brings_empty(Evaluator *self, const char *text)
{
    for (const char *cursor = strchr(text, HOLE_BEGIN); cursor != NULL;
         cursor = strchr(cursor, HOLE_BEGIN)) {
        const Symbol *symbol = read_optional(self, &cursor);
        if (symbol != NULL && (g_str_has_suffix(symbol->optional_text, ";") ||
                               strstr(symbol->optional_text, ";;") != NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The elements of a piece but the empty ones; it keeps the semicolon that it begins with. */
static char *filled_elements(const char *piece)
{
    GString *filled = g_string_new(NULL);
    g_auto(GStrv) elements = g_strsplit(piece, ";", -1);
    for (char **element = elements; *element != NULL; element++) {
        if (**element != '\0') {
            g_string_append(filled, filled->len > 0 || *piece == ';' ? ";" : "");
            g_string_append(filled, *element);
        }
    }
    return g_string_free(filled, FALSE);
}

char *evaluator_without_empty(Evaluator *self, const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *cursor = text; *cursor != '\0';) {
        const char *begin = cursor;
        const Symbol *symbol = NULL;
        if (*cursor == HOLE_BEGIN) {
            symbol = read_optional(self, &cursor);
        } else {
            cursor += strcspn(cursor, hole_begin);
        }
        if (symbol == NULL) {
            g_string_append_len(out, begin, cursor - begin);
            continue;
        }
        g_autofree char *filled = filled_elements(symbol->optional_text);
        if (*filled != '\0') {
            g_string_append(out, evaluator_piece(self, filled, symbol->optional_when));
        }
    }
    return g_string_free(out, FALSE);
}

const char *evaluator_piece(Evaluator *self, const char *text, Guard when)
{
    return symbol_hole(self->symbols, symbols_optional(self->symbols, text, when));
}

/* `text` is an unquoted argument that begins with an optional piece: an element that is there or
 * not, and so is the semicolon before it. */
static void add_optional_element(Evaluator *self, GString *list, const char *text)
{
    const char *rest = text;
    const Symbol *symbol = read_optional(self, &rest);
    if (brings_semicolon(self, symbol)) {
        g_string_append(list, text);
        return;
    }
    g_autofree char *piece = g_strconcat(";", symbol->optional_text, NULL);
    g_string_append(list, evaluator_piece(self, piece, symbol->optional_when));
    g_string_append(list, rest);
}

/* Whether the text is nothing but elements that may be there or not; `*none` is then where none of
 * them is. Only the first one stands without its semicolon. */
static gboolean is_optional_list(Evaluator *self, const char *text, Guard *none)
{
    *none = GUARD_TRUE;
    for (const char *cursor = text; *cursor != '\0';) {
        gboolean first = cursor == text;
        const Symbol *symbol = read_optional(self, &cursor);
        if (symbol == NULL || !(first || brings_semicolon(self, symbol))) {
            return FALSE;
        }
        *none = guard_minus(self->guards, *none, symbol->optional_when);
    }
    return *text != '\0';
}

void evaluator_add_element(Evaluator *self, GString *list, const char *text, gboolean quoted)
{
    Guard none = GUARD_FALSE;
    if (begins_optional(self, text) &&
        (!quoted || (!self->widen && is_optional_list(self, text, &none)))) {
        add_optional_element(self, list, text);
        /* Within quotes a list without elements is an empty one. Which of hundreds comes first is
         * left open, as without quotes: it would be decided for dozens of runs. */
        if (guard_meets(self->guards, self->path, none)) {
            g_string_append(list, evaluator_piece(self, ";", none));
        }
        return;
    }
    const char *behind = evaluator_text_behind(self, text);
    if (list->len > 0 && evaluator_may_be_empty(self, list->str)) {
        g_autofree char *element = g_strconcat(";", behind, NULL);
        g_string_append(list, evaluator_piece(self, element, GUARD_TRUE));
        return;
    }
    g_string_append_c(list, ';');
    g_string_append(list, behind);
}
