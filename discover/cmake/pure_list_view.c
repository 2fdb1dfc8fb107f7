/* A list as its elements: splitting, positions, joining. */
#include "discover/cmake/pure_internal.h"
#include <string.h>

gboolean pure_list_is_open(const char *item)
{
    while (*item == HOLE_BEGIN) {
        item = pure_piece_end(item);
        if (*item == '\0') {
            return TRUE;
        }
    }
    return FALSE;
}

/* Bytes that mean something where a list is split. */
static const guint8 marks[256] = {
    ['\0'] = 1, [';'] = 1, ['\\'] = 1, ['['] = 1, [']'] = 1, [(guint8) HOLE_BEGIN] = 1};

static void split_list(PureList *self, const char *text, gboolean keep_empty)
{
    *self = (PureList){0};
    gsize length = strlen(text);
    guint capacity = 1;
    for (const char *at = memchr(text, ';', length); at != NULL; at = strchr(at + 1, ';')) {
        capacity++;
    }
    self->storage = g_malloc(length + 1);
    self->items = g_new(char *, (gsize)capacity + 1);
    self->first_hole = self->first_open = G_MAXUINT;

    char *write = self->storage;
    char *begin = write;
    gboolean hole = FALSE;
    int nesting = 0;
    for (const char *read = text;; read++) {
        while (marks[(guint8)*read] == 0) {
            *write++ = *read++;
        }
        if ((*read == ';' && nesting == 0) || *read == '\0') {
            gboolean last = *read == '\0';
            if (write > begin || keep_empty) {
                *write++ = '\0';
                if (hole) {
                    self->holes++;
                    self->first_hole = MIN(self->first_hole, self->count);
                }
                if (hole && pure_list_is_open(begin)) {
                    self->open++;
                    self->last_open = self->count;
                    self->first_open = MIN(self->first_open, self->count);
                }
                self->items[self->count++] = begin;
            }
            if (last) {
                break;
            }
            begin = write;
            hole = FALSE;
            continue;
        }
        if (read[0] == '\\' && read[1] == ';') {
            /* Only semicolons are unescaped here, and only where no bracket would have kept them.
             */
            read++;
        } else if (*read == '[') {
            nesting++;
        } else if (*read == ']') {
            nesting--;
        } else if (*read == HOLE_BEGIN) {
            hole = TRUE;
        }
        *write++ = *read;
    }
    self->items[self->count] = NULL;
    self->first_hole = MIN(self->first_hole, self->count);
    self->first_open = MIN(self->first_open, self->count);
}

void pure_list_clear(PureList *self)
{
    g_clear_pointer(&self->items, g_free);
    g_clear_pointer(&self->storage, g_free);
    self->count = 0;
}

char **cmake_list_split(const char *list, gboolean keep_empty)
{
    g_auto(PureList) split = {0};
    split_list(&split, list, keep_empty);
    char **result = g_new(char *, (gsize)split.count + 1);
    for (guint i = 0; i < split.count; i++) {
        result[i] = g_strdup(split.items[i]);
    }
    result[split.count] = NULL;
    return result;
}

char *cmake_list_elements(const char *list, GPtrArray *elements)
{
    g_auto(PureList) split = {0};
    split_list(&split, list, FALSE);
    for (guint i = 0; i < split.count; i++) {
        g_ptr_array_add(elements, split.items[i]);
    }
    return g_steal_pointer(&split.storage);
}

gboolean pure_list_variable(PureCall *call, const PureRow *row, PureList *list)
{
    const char *value = pure_variable(call, row);
    if (value == NULL || *value == '\0') {
        *list = (PureList){0};
        return value != NULL;
    }
    split_list(list, value, TRUE);
    return TRUE;
}

PureIndex pure_list_index(const PureList *list, const char *index, guint *position)
{
    if (text_has_hole(index)) {
        return PURE_INDEX_UNKNOWN;
    }
    long number = 0;
    if (!pure_to_long(index, &number)) {
        return PURE_INDEX_WRONG;
    }
    /* CMake cuts the number down to an int, and so 4294967296 is its 0. */
    gint64 item = (int)number;
    gint64 count = list->count;
    if (list->open == 0) {
        item = item < 0 ? count + item : item;
        *position = (guint)item;
        return item < 0 || item >= count ? PURE_INDEX_WRONG : PURE_INDEX_KNOWN;
    }
    /* Only what stands before the first open element can be counted from the front, and what stands
     * after the last from the end. */
    if (item >= 0) {
        *position = (guint)item;
        return item < list->first_open ? PURE_INDEX_KNOWN : PURE_INDEX_UNKNOWN;
    }
    gint64 after = count - list->last_open - 1;
    *position = (guint)(count + item);
    return -item <= after ? PURE_INDEX_KNOWN : PURE_INDEX_UNKNOWN;
}

gboolean pure_list_wrong_index(PureCall *call, const PureRow *row, const PureList *list,
                               const char *index, GError **error)
{
    return pure_fail(call, row, error, PURE_ERROR_USAGE,
                     "\"%s\" is not an index into a list of %u elements", index, list->count);
}

const char *pure_join(PureCall *call, const char *const *items, guint begin, guint end,
                      const char *glue)
{
    gsize glue_length = strlen(glue);
    gsize length = 0;
    for (guint i = begin; i < end; i++) {
        length += strlen(items[i]) + (i > begin ? glue_length : 0);
        if (length > PURE_RESULT_MAX_BYTES) {
            return NULL;
        }
    }
    char *text = arena_alloc(call->arena, length + 1);
    char *write = text;
    for (guint i = begin; i < end; i++) {
        if (i > begin) {
            memcpy(write, glue, glue_length);
            write += glue_length;
        }
        gsize item_length = strlen(items[i]);
        memcpy(write, items[i], item_length);
        write += item_length;
    }
    *write = '\0';
    return text;
}

gboolean pure_set_list(PureCall *call, const PureRow *row, const char *const *items, guint begin,
                       guint end, GError **error)
{
    const char *text = pure_join(call, items, begin, end, ";");
    if (text == NULL) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    call->assign(call, pure_output(call, row), text);
    return TRUE;
}
