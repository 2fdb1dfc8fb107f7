/* Lists that a program writes before Autoconf runs, and that are not in the tree. A loop over one
 * of them calls macros whose names are put together from its elements, as PART_[]part[]_CONFIG. No
 * element is known, but what such names begin and end with is: every macro of the project that is
 * called so, and that nothing else has called by then, is taken to be called. */
#include "discover/autotools/m4_private.h"
#include <string.h>

typedef struct {
    const char *name;
    Origin at; /* of the definition */
} Member;

/* A loop over one word, m4_foreach([tool], [my_tool], ...), looks the same as one over a list. What
 * is written in capitals, as macros are, is a list, and what a second loop goes over as well. */
static gboolean is_list(M4 *self, const char *name, Origin at)
{
    if (strpbrk(name, G_CSET_a_2_z) == NULL && strpbrk(name, G_CSET_A_2_Z) != NULL) {
        return TRUE;
    }
    const Origin *first = g_hash_table_lookup(self->single_loops, name);
    if (first != NULL) {
        return first->file != at.file || first->line != at.line;
    }
    if (g_hash_table_size(self->single_loops) < M4_MISSING_LISTS_MAX) {
        g_hash_table_insert(self->single_loops, (gpointer)name, g_memdup2(&at, sizeof at));
    }
    return FALSE;
}

void m4_note_list(M4 *self, const char *list, Origin at, gboolean word)
{
    gsize length = strspn(list, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    if (length == 0 || list[length] != '\0' || strchr(list, '_') == NULL ||
        strspn(list, "_") == length || m4_is_defined(self, list) ||
        self->missing_lists->len >= M4_MISSING_LISTS_MAX) {
        return;
    }
    const char *name = m4_intern(self, list);
    if (!g_ptr_array_find(self->missing_lists, name, NULL) && (!word || is_list(self, name, at))) {
        g_ptr_array_add(self->missing_lists, (gpointer)name);
    }
}

/* Whether what stands around a list in a name tells enough of which macros are meant: PART_ and
 * _CONFIG, or PART_PREPARE_ alone, but not AX_ alone, which much begins with. */
static gboolean tells_macros(const char *name, const char *list, gsize length)
{
    const char *behind = list + length;
    if (list == name || list[-1] != '_' || (*behind != '_' && *behind != '\0')) {
        return FALSE;
    }
    const char *first = strchr(name + strspn(name, "_"), '_');
    return behind[strspn(behind, "_")] != '\0' || first < list - 1;
}

/* Where the name of a missing list stands in another one, with something around it; NULL where none
 * does. */
static const char *list_within(const M4 *self, const char *name, gsize *length)
{
    for (guint i = 0; i < self->missing_lists->len; i++) {
        const char *list = self->missing_lists->pdata[i];
        const char *found = strstr(name, list);
        if (found != NULL && tells_macros(name, found, strlen(list))) {
            *length = strlen(list);
            return found;
        }
    }
    return NULL;
}

static int by_place(gconstpointer a, gconstpointer b)
{
    const Member *first = a;
    const Member *second = b;
    int files = (first->at.file > second->at.file) - (first->at.file < second->at.file);
    int lines = (first->at.line > second->at.line) - (first->at.line < second->at.line);
    int names = strcmp(first->name, second->name);
    return files != 0 ? files : (lines != 0 ? lines : names);
}

/* The macros whose names begin and end so, in the order in which they are defined. */
static GArray *members_of(const M4 *self, const char *prefix, const char *suffix)
{
    GArray *members = g_array_new(FALSE, FALSE, sizeof(Member));
    gsize least = strlen(prefix) + strlen(suffix);
    GHashTableIter iterator;
    gpointer key = NULL;
    gpointer value = NULL;
    g_hash_table_iter_init(&iterator, self->macros);
    while (g_hash_table_iter_next(&iterator, &key, &value)) {
        const Macro *macro = value;
        if (macro->defun && !macro->ours && strlen(key) > least && g_str_has_prefix(key, prefix) &&
            g_str_has_suffix(key, suffix) && !m4_is_provided(self, key)) {
            Member member = {key, text_origin(macro->body, 0)};
            g_array_append_val(members, member);
        }
    }
    g_array_sort(members, by_place);
    return members;
}

gboolean m4_names_missing(const M4 *self, const char *name)
{
    gsize length = 0;
    const char *list = list_within(self, name, &length);
    if (list == NULL) {
        return FALSE;
    }
    g_autofree char *prefix = g_strndup(name, (gsize)(list - name));
    g_autoptr(GArray) members = members_of(self, prefix, list + length);
    return members->len > 0;
}

static void append_call(M4 *self, Text *calls, const char *name, const M4Call *call)
{
    text_append_string(calls, name, call->at);
    text_append_string(calls, "(", call->at);
    for (guint i = 0; i < call->argc; i++) {
        text_append_string(calls, i > 0 ? "," : "", call->at);
        text_append_string(calls, m4_quote_begin(self), call->at);
        text_append(calls, call->argv[i]);
        text_append_string(calls, m4_quote_end(self), call->at);
    }
    text_append_string(calls, ")\n", call->at);
}

gboolean m4_call_members(M4 *self, const M4Call *call)
{
    gsize length = 0;
    const char *list = list_within(self, call->name, &length);
    if (list == NULL) {
        return FALSE;
    }
    g_autofree char *prefix = g_strndup(call->name, (gsize)(list - call->name));
    g_autoptr(GArray) members = members_of(self, prefix, list + length);
    if (members->len == 0) {
        return FALSE;
    }
    m4_problem(self, call->at, "list that a program writes", call->name);
    Text *calls = text_new();
    for (guint i = 0; i < members->len && text_length(calls) < M4_TEXT_BYTES_MAX; i++) {
        append_call(self, calls, g_array_index(members, Member, i).name, call);
    }
    m4_push(self, calls);
    return TRUE;
}
