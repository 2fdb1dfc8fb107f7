#include "core/yaml_comments.h"
#include <string.h>
#include <yaml.h>

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(yaml_parser_t, yaml_parser_delete)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(yaml_event_t, yaml_event_delete)

/* Separates the steps of a path; YAML allows no such character in a text. */
#define STEP "\x01"

struct YamlComments {
    const char *const *identity;
    GHashTable *notes; /* path -> YamlNotes * */
    GPtrArray *paths;
    GPtrArray *foot;
};

static void notes_free(YamlNotes *self)
{
    g_ptr_array_unref(self->above);
    g_ptr_array_unref(self->below);
    g_free(self->trailing);
    g_free(self);
}

void yaml_comments_free(YamlComments *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->notes);
    g_ptr_array_unref(self->paths);
    g_ptr_array_unref(self->foot);
    g_free(self);
}

const char *const *yaml_comments_identity(const YamlComments *self)
{
    return self->identity;
}

const YamlNotes *yaml_comments_at(const YamlComments *self, const char *path)
{
    return g_hash_table_lookup(self->notes, path);
}

const GPtrArray *yaml_comments_paths(const YamlComments *self)
{
    return self->paths;
}

const GPtrArray *yaml_comments_foot(const YamlComments *self)
{
    return self->foot;
}

char *yaml_path_member(const char *parent, const char *key)
{
    return g_strconcat(parent, STEP, key, NULL);
}

char *yaml_path_item(const char *parent, const json_t *item, const char *const *identity,
                     GHashTable *seen)
{
    g_autoptr(GString) name = g_string_new("[");
    if (json_is_string(item)) {
        g_string_append(name, json_string_value(item));
    }
    for (gsize i = 0; json_is_object(item) && identity[i] != NULL; i++) {
        const char *value = json_string_value(json_object_get(item, identity[i]));
        if (value != NULL) {
            g_string_append_printf(name, "%s=%s;", identity[i], value);
        }
    }
    /* Those of one name count on from the last one: there may be thousands. */
    guint last = GPOINTER_TO_UINT(g_hash_table_lookup(seen, name->str));
    g_autofree char *bare = last > 0 ? g_strdup(name->str) : NULL;
    for (guint count = last; bare != NULL && g_hash_table_contains(seen, name->str);) {
        g_string_printf(name, "%s#%u", bare, ++count);
        last = count;
    }
    if (bare != NULL) {
        g_hash_table_insert(seen, g_steal_pointer(&bare), GUINT_TO_POINTER(last));
    }
    g_hash_table_insert(seen, g_strdup(name->str), GUINT_TO_POINTER(1));
    return g_strconcat(parent, STEP, name->str, NULL);
}

gboolean yaml_path_is_below(const char *path, const char *ancestor)
{
    gsize length = strlen(ancestor);
    return strncmp(path, ancestor, length) == 0 && path[length] == STEP[0];
}

/* A container that is being walked. */
typedef struct {
    const json_t *container; /* NULL when it is a list's scalar or the walk has lost its way */
    char *path;
    gboolean flow;
    gsize column; /* of a block list's dashes */
    gsize index;
    char *key;
    GHashTable *seen;
} Level;

/* A key or item of block style that has begun. */
typedef struct {
    char *path;
    gsize column;
} Entry;

typedef struct {
    char *line;
    gsize column;
} Pending;

typedef struct {
    YamlComments *comments;
    const YamlDocument *document;
    const char *at; /* up to here the text was looked at */
    const char *end;
    gsize index;  /* `at` in characters, as libyaml counts */
    gsize column; /* of `at`, in characters */
    gboolean line_has_content;
    guint line_ends; /* since the last content or comment */
    GArray *levels;  /* Level */
    GArray *entries; /* Entry */
    GArray *pending; /* Pending: comments that wait for the next entry */
} Walk;

static void level_clear(gpointer data)
{
    Level *level = data;
    g_free(level->path);
    g_free(level->key);
    g_clear_pointer(&level->seen, g_hash_table_unref);
}

static void entry_clear(gpointer data)
{
    g_free(((Entry *)data)->path);
}

static void pending_clear(gpointer data)
{
    g_free(((Pending *)data)->line);
}

static YamlNotes *notes_of(YamlComments *self, const char *path)
{
    YamlNotes *notes = g_hash_table_lookup(self->notes, path);
    if (notes == NULL) {
        notes = g_new0(YamlNotes, 1);
        notes->above = g_ptr_array_new_with_free_func(g_free);
        notes->below = g_ptr_array_new_with_free_func(g_free);
        char *key = g_strdup(path);
        g_hash_table_insert(self->notes, key, notes);
        g_ptr_array_add(self->paths, key);
    }
    return notes;
}

static gboolean inside_flow(const Walk *walk)
{
    return walk->levels->len > 0 && g_array_index(walk->levels, Level, walk->levels->len - 1).flow;
}

static const Entry *last_entry(const Walk *walk)
{
    return walk->entries->len == 0 ? NULL
                                   : &g_array_index(walk->entries, Entry, walk->entries->len - 1);
}

static void add_pending(Walk *walk, const char *line, gsize column)
{
    Pending pending = {g_strdup(line), column};
    g_array_append_val(walk->pending, pending);
}

static void take_comment(Walk *walk, const char *line)
{
    const Entry *entry = last_entry(walk);
    if (walk->line_has_content && entry != NULL) {
        YamlNotes *notes = notes_of(walk->comments, entry->path);
        if (notes->trailing == NULL) {
            notes->trailing = g_strdup(line);
        } else {
            g_ptr_array_add(notes->above, g_strdup(line));
        }
    } else if (inside_flow(walk) && entry != NULL) {
        g_ptr_array_add(notes_of(walk->comments, entry->path)->above, g_strdup(line));
    } else {
        if (walk->line_ends > 1) {
            add_pending(walk, "", walk->column);
        }
        add_pending(walk, line, walk->column);
    }
}

static void step(Walk *walk)
{
    gboolean ends_line = *walk->at == '\n';
    walk->at = g_utf8_next_char(walk->at);
    walk->index++;
    walk->column = ends_line ? 0 : walk->column + 1;
    if (ends_line) {
        walk->line_has_content = FALSE;
        walk->line_ends++;
    }
}

/* Looks for comments up to a place where a value begins. */
static void scan_gap(Walk *walk, gsize index)
{
    gboolean after_blank = walk->column == 0;
    while (walk->index < index && walk->at < walk->end) {
        char character = *walk->at;
        if (character != '#' || !after_blank) {
            after_blank = g_ascii_isspace(character);
            step(walk);
            continue;
        }
        const char *line_end = walk->at;
        while (line_end < walk->end && *line_end != '\n' && *line_end != '\r') {
            line_end++;
        }
        g_autofree char *line = g_strndup(walk->at, (gsize)(line_end - walk->at));
        take_comment(walk, g_strchomp(line));
        while (walk->at < line_end) {
            step(walk);
        }
        walk->line_ends = 0;
    }
}

/* A value was read: skips it, which is on the line(s) up to `index`. */
static void skip_value(Walk *walk, gsize index)
{
    while (walk->index < index && walk->at < walk->end) {
        step(walk);
    }
    /* A block scalar ends at the beginning of a line, where nothing stands yet. */
    walk->line_has_content = walk->column > 0;
    walk->line_ends = walk->column > 0 ? 0 : 1;
}

/* Comments that are indented deeper than what follows belong to what came before. */
static void attach_pending(Walk *walk, const Entry *next)
{
    gboolean any = walk->pending->len > 0;
    for (guint i = 0; i < walk->pending->len; i++) {
        Pending *pending = &g_array_index(walk->pending, Pending, i);
        gssize owner = -1;
        if (pending->column > (next == NULL ? 0 : next->column)) {
            owner = (gssize)walk->entries->len - 1;
            while (owner >= 0 &&
                   g_array_index(walk->entries, Entry, owner).column > pending->column) {
                owner--;
            }
        }
        GPtrArray *lines = walk->comments->foot;
        if (owner >= 0) {
            const char *path = g_array_index(walk->entries, Entry, owner).path;
            lines = notes_of(walk->comments, path)->below;
        } else if (next != NULL) {
            lines = notes_of(walk->comments, next->path)->above;
        }
        g_ptr_array_add(lines, g_strdup(pending->line));
    }
    g_array_set_size(walk->pending, 0);
    if (any && next != NULL && walk->line_ends > 1) {
        const YamlNotes *notes = yaml_comments_at(walk->comments, next->path);
        if (notes != NULL && notes->above->len > 0) {
            g_ptr_array_add(notes->above, g_strdup(""));
        }
    }
}

static void begin_entry(Walk *walk, char *path, gsize column)
{
    Entry entry = {path, column};
    attach_pending(walk, &entry);
    g_array_append_val(walk->entries, entry);
}

/* A key or item begins; returns its value as the document has it. NULL for a key. `path` receives a
 * new text, the path of the value. */
static const json_t *begin_value(Walk *walk, const yaml_event_t *event, char **path)
{
    if (walk->levels->len == 0) {
        *path = g_strdup("");
        return yaml_root(walk->document);
    }
    Level *level = &g_array_index(walk->levels, Level, walk->levels->len - 1);
    if (json_is_array(level->container)) {
        const json_t *item = json_array_get(level->container, level->index++);
        *path = yaml_path_item(level->path, item, walk->comments->identity, level->seen);
        if (!level->flow) {
            begin_entry(walk, g_strdup(*path), level->column);
        }
        return item;
    }
    if (level->key == NULL) {
        level->key = g_strdup((const char *)event->data.scalar.value);
        if (!level->flow) {
            begin_entry(walk, yaml_path_member(level->path, level->key), event->start_mark.column);
        }
        return NULL;
    }
    *path = yaml_path_member(level->path, level->key);
    const json_t *value = json_object_get(level->container, level->key);
    g_clear_pointer(&level->key, g_free);
    return value;
}

static void take_event(Walk *walk, const yaml_event_t *event)
{
    gboolean sequence = event->type == YAML_SEQUENCE_START_EVENT;
    if (event->type == YAML_SEQUENCE_END_EVENT || event->type == YAML_MAPPING_END_EVENT) {
        if (inside_flow(walk)) {
            scan_gap(walk, event->start_mark.index);
            skip_value(walk, event->end_mark.index);
        }
        g_array_set_size(walk->levels, walk->levels->len - 1);
        return;
    }
    if (!sequence && event->type != YAML_MAPPING_START_EVENT && event->type != YAML_SCALAR_EVENT) {
        return;
    }
    scan_gap(walk, event->start_mark.index);
    g_autofree char *path = NULL;
    const json_t *value = begin_value(walk, event, &path);
    if (event->type == YAML_SCALAR_EVENT) {
        skip_value(walk, event->end_mark.index);
        return;
    }
    gboolean flow = inside_flow(walk) ||
                    (sequence ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                              : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
    Level level = {.container = value,
                   .path = g_steal_pointer(&path),
                   .flow = flow,
                   .column = event->start_mark.column,
                   .seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    g_array_append_val(walk->levels, level);
    if (flow) {
        skip_value(walk, event->end_mark.index);
    }
}

YamlComments *yaml_comments_read(const char *text, gsize length, const YamlDocument *document,
                                 const char *const *identity)
{
    yaml_skip_mark(&text, &length);
    YamlComments *self = g_new0(YamlComments, 1);
    self->identity = identity;
    self->notes =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)notes_free);
    self->paths = g_ptr_array_new();
    self->foot = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) levels = g_array_new(FALSE, FALSE, sizeof(Level));
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    g_autoptr(GArray) pending = g_array_new(FALSE, FALSE, sizeof(Pending));
    g_array_set_clear_func(levels, level_clear);
    g_array_set_clear_func(entries, entry_clear);
    g_array_set_clear_func(pending, pending_clear);
    Walk walk = {.comments = self,
                 .document = document,
                 .at = text,
                 .end = text + length,
                 .levels = levels,
                 .entries = entries,
                 .pending = pending};
    g_auto(yaml_parser_t) parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    for (gboolean more = TRUE; more;) {
        g_auto(yaml_event_t) event = {0};
        /* The text was parsed before, so that it can't fail now; were it to, comments end there. */
        if (!yaml_parser_parse(&parser, &event)) {
            break;
        }
        take_event(&walk, &event);
        more = event.type != YAML_STREAM_END_EVENT;
    }
    scan_gap(&walk, G_MAXSIZE);
    attach_pending(&walk, NULL);
    return self;
}
