#include "core/yaml_write.h"
#include "core/terminal.h"
#include "core/word_list.h"
#include <string.h>

#define INDENT 2u
/* Said once above comments that lost their place. */
#define ORPHANS_TITLE "# Comments whose key or item is gone:"

typedef struct {
    const YamlStyle *style;
    GString *out;
    GHashTable *used; /* paths whose comments were written */
} Writer;

/* Words that YAML 1.1 or 1.2 reads as something other than text, in lower case. */
static const char *const special_words[] = {"null", "true", "false", "yes", "no", "on", "off",
                                            "y",    "n",    "~",     "<<",  "=",  NULL};

/* Bare texts are kept to what every reader of YAML agrees on, in block and in flow style. */
static gboolean needs_quotes(const char *text)
{
    gsize length = strlen(text);
    if (length == 0 || g_ascii_isdigit(text[0]) || word_list_has_caseless(special_words, text)) {
        return TRUE;
    }
    /* A sign or a point may begin a number, a dash an item. */
    if (strchr("+-.", text[0]) != NULL && (length == 1 || !g_ascii_isalpha(text[1])) &&
        !g_str_has_prefix(text, "--")) {
        return TRUE;
    }
    /* "---" and "..." separate documents; ".inf" and ".nan" are numbers. */
    if (g_str_has_prefix(text, "---") || text[0] == '.' ||
        g_ascii_strncasecmp(text, "-.", 2) == 0) {
        return TRUE;
    }
    if (g_ascii_isspace(text[0]) || g_ascii_isspace(text[length - 1]) ||
        strchr("?!&*|>'\"%@`", text[0]) != NULL) {
        return TRUE;
    }
    for (const char *at = text; *at != '\0'; at++) {
        if ((guchar)*at < 0x20 || (guchar)*at >= 0x7f || strchr(":#,[]{}?\"\\", *at) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Characters that YAML allows bare in a text, and that a reviewer sees as what they are; the rest
 * are escaped. */
static gboolean is_printable(gunichar character)
{
    return !character_is_unsafe(character) && character != 0xfeff && character <= 0x10ffff &&
           (character <= 0xd7ff || (character >= 0xe000 && character <= 0xfffd) ||
            character >= 0x10000);
}

static void write_text(GString *out, const char *text)
{
    if (!needs_quotes(text)) {
        g_string_append(out, text);
        return;
    }
    g_string_append_c(out, '"');
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        if (character == '"' || character == '\\') {
            g_string_append_printf(out, "\\%c", (char)character);
        } else if (character == '\n') {
            g_string_append(out, "\\n");
        } else if (character == '\t') {
            g_string_append(out, "\\t");
        } else if (is_printable(character)) {
            g_string_append_unichar(out, character);
        } else {
            g_string_append_printf(out, character <= 0xffff ? "\\u%04X" : "\\U%08X", character);
        }
    }
    g_string_append_c(out, '"');
}

char *yaml_scalar_text(const char *text)
{
    GString *out = g_string_new(NULL);
    write_text(out, text);
    return g_string_free(out, FALSE);
}

static void write_real(GString *out, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof(text), "%.6g", value);
    g_string_append(out, text);
    if (strpbrk(text, ".e") == NULL) {
        g_string_append(out, ".0");
    }
}

/* Scalars, and containers on one line. */
static void write_flow(GString *out, const json_t *value)
{
    const char *separator = "";
    const char *key = NULL;
    json_t *member = NULL;
    gsize index = 0;
    switch (json_typeof(value)) {
    case JSON_STRING:
        write_text(out, json_string_value(value));
        break;
    case JSON_INTEGER:
        g_string_append_printf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        break;
    case JSON_REAL:
        write_real(out, json_real_value(value));
        break;
    case JSON_TRUE:
        g_string_append(out, "true");
        break;
    case JSON_FALSE:
        g_string_append(out, "false");
        break;
    case JSON_NULL:
        g_string_append(out, "null");
        break;
    case JSON_OBJECT:
        g_string_append_c(out, '{');
        json_object_foreach((json_t *)value, key, member)
        {
            g_string_append(out, separator);
            write_text(out, key);
            g_string_append(out, ": ");
            write_flow(out, member);
            separator = ", ";
        }
        g_string_append_c(out, '}');
        break;
    case JSON_ARRAY:
        g_string_append_c(out, '[');
        json_array_foreach(value, index, member)
        {
            g_string_append(out, separator);
            write_flow(out, member);
            separator = ", ";
        }
        g_string_append_c(out, ']');
        break;
    }
}

/* The old text's comments include the header that was written with it. */
static gboolean is_header(const YamlStyle *style, const char *line)
{
    return style->header != NULL && *line != '\0' && g_strv_contains(style->header, line);
}

static void write_lines(Writer *writer, const GPtrArray *lines, guint indent)
{
    for (guint i = 0; i < lines->len; i++) {
        const char *line = lines->pdata[i];
        if (is_header(writer->style, line)) {
            continue;
        }
        if (*line != '\0') {
            g_string_append_printf(writer->out, "%*s%s", (int)indent, "", line);
        }
        g_string_append_c(writer->out, '\n');
    }
}

/* NULL when there are none, or when they were written already. */
static const YamlNotes *take_notes(Writer *writer, const char *path)
{
    if (writer->style->comments == NULL) {
        return NULL;
    }
    const YamlNotes *notes = yaml_comments_at(writer->style->comments, path);
    return notes != NULL && g_hash_table_add(writer->used, (gpointer)notes) ? notes : NULL;
}

static void write_all_notes(Writer *writer, const YamlNotes *notes, guint indent)
{
    write_lines(writer, notes->above, indent);
    if (notes->trailing != NULL) {
        g_string_append_printf(writer->out, "%*s%s\n", (int)indent, "", notes->trailing);
    }
    write_lines(writer, notes->below, indent);
}

/* What was said inside of something that is now on one line goes above that line. */
static void write_notes_below(Writer *writer, const char *ancestor, guint indent)
{
    if (writer->style->comments == NULL) {
        return;
    }
    const GPtrArray *paths = yaml_comments_paths(writer->style->comments);
    for (guint i = 0; i < paths->len; i++) {
        const YamlNotes *notes = yaml_path_is_below(paths->pdata[i], ancestor)
                                     ? take_notes(writer, paths->pdata[i])
                                     : NULL;
        if (notes != NULL) {
            write_all_notes(writer, notes, indent);
        }
    }
}

static gboolean is_empty_or_scalar(const json_t *value)
{
    return json_is_array(value)    ? json_array_size(value) == 0
           : json_is_object(value) ? json_object_size(value) == 0
                                   : TRUE;
}

/* The value on one line, or NULL when it has to be a block. `indent` is where the line begins. */
static char *one_line(const json_t *value, gboolean flow, guint indent)
{
    if (!flow && !is_empty_or_scalar(value)) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    write_flow(text, value);
    gboolean fits = indent + text->len <= YAML_FLOW_COLUMNS || is_empty_or_scalar(value);
    return fits ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

static void end_line(Writer *writer, const YamlNotes *notes)
{
    if (notes != NULL && notes->trailing != NULL) {
        g_string_append_printf(writer->out, " %s", notes->trailing);
    }
    g_string_append_c(writer->out, '\n');
}

static void write_mapping(Writer *writer, const json_t *mapping, const char *path, guint indent,
                          gboolean after_dash);
static void write_sequence(Writer *writer, const json_t *sequence, const char *path, guint indent,
                           gboolean flow);

/* Whether the items of a member go on one line each rather than the member as a whole. */
static gboolean has_objects(const json_t *value)
{
    return json_is_array(value) && json_is_object(json_array_get(value, 0));
}

static void write_member(Writer *writer, const char *key, const json_t *value, const char *path,
                         guint indent, gboolean after_dash)
{
    gboolean named = g_strv_contains(writer->style->flow, key);
    g_autofree char *line = one_line(value, named && !has_objects(value), indent + strlen(key) + 2);
    const YamlNotes *notes = take_notes(writer, path);
    if (notes != NULL && !after_dash) {
        write_lines(writer, notes->above, indent);
    }
    if (line != NULL && !after_dash) {
        write_notes_below(writer, path, indent);
    }
    if (!after_dash) {
        g_string_append_printf(writer->out, "%*s", (int)indent, "");
    }
    write_text(writer->out, key);
    g_string_append_c(writer->out, ':');
    if (line != NULL) {
        g_string_append_printf(writer->out, " %s", line);
    }
    end_line(writer, notes);
    if (line == NULL && json_is_array(value)) {
        write_sequence(writer, value, path, indent, named);
    } else if (line == NULL) {
        write_mapping(writer, value, path, indent + INDENT, FALSE);
    }
    if (notes != NULL) {
        write_lines(writer, notes->below, indent);
    }
}

static void write_mapping(Writer *writer, const json_t *mapping, const char *path, guint indent,
                          gboolean after_dash)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach((json_t *)mapping, key, value)
    {
        g_autofree char *member = yaml_path_member(path, key);
        write_member(writer, key, value, member, indent, after_dash);
        after_dash = FALSE;
    }
}

static void write_item(Writer *writer, const json_t *item, const char *path, guint indent,
                       gboolean flow)
{
    g_autofree char *line = one_line(item, flow, indent + INDENT);
    if (line == NULL && json_is_array(item)) {
        /* Lists directly in lists are rare; they go on one line whatever its length. */
        g_autoptr(GString) text = g_string_new(NULL);
        write_flow(text, item);
        line = g_string_free(g_steal_pointer(&text), FALSE);
    }
    const YamlNotes *notes = take_notes(writer, path);
    if (notes != NULL) {
        write_lines(writer, notes->above, indent);
    }
    if (line != NULL) {
        write_notes_below(writer, path, indent);
        g_string_append_printf(writer->out, "%*s- %s", (int)indent, "", line);
        end_line(writer, notes);
    } else {
        if (notes != NULL && notes->trailing != NULL) {
            g_string_append_printf(writer->out, "%*s%s\n", (int)indent, "", notes->trailing);
        }
        /* Nothing can stand between the dash and the first key, so its comments go above both. */
        void *first = json_object_iter((json_t *)item);
        g_autofree char *member = yaml_path_member(path, json_object_iter_key(first));
        const YamlNotes *inner = writer->style->comments == NULL
                                     ? NULL
                                     : yaml_comments_at(writer->style->comments, member);
        if (inner != NULL) {
            write_lines(writer, inner->above, indent);
        }
        g_string_append_printf(writer->out, "%*s- ", (int)indent, "");
        write_mapping(writer, item, path, indent + INDENT, TRUE);
    }
    if (notes != NULL) {
        write_lines(writer, notes->below, indent);
    }
}

static void write_sequence(Writer *writer, const json_t *sequence, const char *path, guint indent,
                           gboolean flow)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    static const char *const none[] = {NULL};
    const char *const *identity =
        writer->style->comments == NULL ? none : yaml_comments_identity(writer->style->comments);
    gsize index = 0;
    json_t *item = NULL;
    json_array_foreach(sequence, index, item)
    {
        g_autofree char *member = yaml_path_item(path, item, identity, seen);
        write_item(writer, item, member, indent, flow);
    }
}

static void write_foot(Writer *writer)
{
    if (writer->style->comments == NULL) {
        return;
    }
    const GPtrArray *foot = yaml_comments_foot(writer->style->comments);
    const GPtrArray *paths = yaml_comments_paths(writer->style->comments);
    gboolean titled = FALSE;
    for (guint i = 0; i < foot->len; i++) {
        titled = titled || g_str_equal(foot->pdata[i], ORPHANS_TITLE);
    }
    write_lines(writer, foot, 0);
    for (guint i = 0; i < paths->len; i++) {
        const YamlNotes *notes = take_notes(writer, paths->pdata[i]);
        if (notes != NULL) {
            g_string_append(writer->out, titled ? "" : ORPHANS_TITLE "\n");
            titled = TRUE;
            write_all_notes(writer, notes, 0);
        }
    }
}

char *yaml_write(const json_t *root, const YamlStyle *style)
{
    static const char *const none[] = {NULL};
    YamlStyle complete = *style;
    complete.flow = style->flow == NULL ? none : style->flow;
    g_autoptr(GHashTable) used = g_hash_table_new(NULL, NULL);
    Writer writer = {.style = &complete, .out = g_string_new(NULL), .used = used};
    for (gsize i = 0; style->header != NULL && style->header[i] != NULL; i++) {
        g_string_append_printf(writer.out, "%s\n", style->header[i]);
    }
    if (is_empty_or_scalar(root)) {
        write_flow(writer.out, root);
        g_string_append_c(writer.out, '\n');
    } else if (json_is_array(root)) {
        write_sequence(&writer, root, "", 0, FALSE);
    } else {
        write_mapping(&writer, root, "", 0, FALSE);
    }
    write_foot(&writer);
    return g_string_free(writer.out, FALSE);
}
