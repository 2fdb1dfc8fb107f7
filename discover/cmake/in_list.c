/* IN_LIST: whether a text is among the elements of a list, some of which are there under a
 * condition only. */
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Elements that are looked at for the price of a command: a list that was added to itself again and
 * again has millions, and a loop may ask for each of them. */
#define ELEMENTS_IN_A_STEP 16u

/* An element that is a known text (or none) with optional ones behind it: "a[;b][;c]". FALSE when
 * it is something else; then nothing is written. */
static gboolean test_pieces(Evaluator *self, const char *text, const char *element, Guard *found)
{
    Guard among = GUARD_FALSE;
    const char *first = strchr(element, HOLE_BEGIN);
    for (const char *cursor = first; cursor != NULL && *cursor != '\0';) {
        const char *begin = cursor;
        const Symbol *symbol =
            *cursor == HOLE_BEGIN ? symbols_read_hole(self->symbols, &cursor) : NULL;
        const char *inner = symbol != NULL ? symbol->optional_text : NULL;
        if (inner == NULL || (begin != element && *inner != ';')) {
            return FALSE;
        }
        Guard within = evaluator_in_list(self, text, *inner == ';' ? inner + 1 : inner);
        among =
            guard_or(self->guards, among, guard_and(self->guards, within, symbol->optional_when));
    }
    if (first != NULL && first != element) {
        g_autofree char *known = g_strndup(element, (gsize)(first - element));
        among = guard_or(self->guards, among, evaluator_in_list(self, text, known));
    }
    *found = guard_or(self->guards, *found, among);
    return first != NULL;
}

static Guard test_element(Evaluator *self, const char *text, const char *element)
{
    if (text_has_hole(element) && !text_has_hole(text)) {
        /* An unknown element may be several; whether the text is among them is one question. */
        evaluator_compared_element(self, element, text);
        return text_relation(self->symbols, element, SYMBOL_CONTAINS, text);
    }
    Guard equal = text_equals(self->symbols, text, element);
    if (text_has_hole(text)) {
        evaluator_compared(self, text, element);
    }
    return equal;
}

/* Whether elements are written as they read, and stand between semicolons only. */
static gboolean is_plain(const char *list)
{
    return strpbrk(list, "\\[]") == NULL;
}

static guint element_count(const char *list)
{
    guint count = 1;
    for (const char *at = strchr(list, ';'); at != NULL; at = strchr(at + 1, ';')) {
        count++;
    }
    return count;
}

static Guard among_element(Evaluator *self, const char *text, const char *element)
{
    Guard found = GUARD_FALSE;
    if (!test_pieces(self, text, element, &found)) {
        found = guard_or(self->guards, found, test_element(self, text, element));
    }
    return found;
}

/* A known text in a plain list: known elements are compared where they stand, without a copy of the
 * list for each question. */
static Guard among_plain(Evaluator *self, const char *text, const char *list)
{
    Guard found = GUARD_FALSE;
    gsize length = strlen(text);
    for (const char *element = list; element != NULL;) {
        gsize size = strcspn(element, ";");
        if (memchr(element, HOLE_BEGIN, size) != NULL) {
            g_autofree char *unknown = g_strndup(element, size);
            found = guard_or(self->guards, found, among_element(self, text, unknown));
        } else if (size == length && memcmp(element, text, size) == 0) {
            found = GUARD_TRUE;
        }
        element = element[size] == ';' ? element + size + 1 : NULL;
    }
    return found;
}

Guard evaluator_in_list(Evaluator *self, const char *text, const char *list)
{
    if (!text_has_hole(text) && is_plain(list)) {
        self->steps += element_count(list) / ELEMENTS_IN_A_STEP;
        return among_plain(self, text, list);
    }
    Guard found = GUARD_FALSE;
    g_auto(GStrv) elements = cmake_list_split(list, TRUE);
    self->steps += g_strv_length(elements) / ELEMENTS_IN_A_STEP;
    for (char **element = elements; *element != NULL; element++) {
        found = guard_or(self->guards, found, among_element(self, text, *element));
    }
    return found;
}
