#include "evaluate/sc25_fields.h"
#include <string.h>

const char *const sc25_section_names[] = {
#define X(id, text) text,
    SC25_SECTIONS(X)
#undef X
        NULL};

/* What is done to a member's value. */
typedef enum {
    VALUE_PLAIN,
    VALUE_FLAG,
    VALUE_NAME,
} ValueKind;

typedef struct {
    const char *member;
    ValueKind kind;
    gboolean algebra_flags; /* only with that switch */
} MemberRow;

typedef struct {
    gboolean named; /* an object of objects by name; else one object */
    MemberRow members[4];
} SectionRow;

static const SectionRow sections[] = {
    [SC25_SECTION_PARALLEL] = {TRUE,
                               {{"used_as_default", VALUE_PLAIN, FALSE},
                                {"build_flag", VALUE_FLAG, FALSE}}},
    [SC25_SECTION_GPU_BUILD] = {FALSE,
                                {{"value", VALUE_PLAIN, FALSE}, {"build_flag", VALUE_FLAG, FALSE}}},
    [SC25_SECTION_GPU] = {TRUE,
                          {{"used_as_default", VALUE_PLAIN, FALSE},
                           {"build_flag", VALUE_FLAG, FALSE}}},
    [SC25_SECTION_ALGEBRA] = {TRUE,
                              {{"used_as_default", VALUE_PLAIN, FALSE},
                               {"build_flag", VALUE_FLAG, TRUE}}},
    [SC25_SECTION_FFT] = {TRUE,
                          {{"built-in", VALUE_PLAIN, FALSE},
                           {"used_as_default", VALUE_PLAIN, FALSE},
                           {"build_flag", VALUE_FLAG, FALSE}}},
    [SC25_SECTION_SIMD] = {TRUE,
                           {{"build_flag", VALUE_FLAG, FALSE}, {"default", VALUE_PLAIN, FALSE}}},
    [SC25_SECTION_BUILD] = {FALSE,
                            {{"type", VALUE_NAME, FALSE}, {"minimum_version", VALUE_PLAIN, FALSE}}},
    [SC25_SECTION_INTERNAL] = {FALSE,
                               {{"library_name", VALUE_NAME, FALSE},
                                {"build_flag", VALUE_FLAG, FALSE}}},
    [SC25_SECTION_TUNING] = {FALSE, {{NULL, VALUE_PLAIN, FALSE}}},
};

static void field_free(gpointer data)
{
    Sc25Field *self = data;
    g_free(self->key);
    json_decref(self->value);
    g_free(self);
}

void sc25_fields_free(Sc25Fields *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->by_key);
    g_hash_table_unref(self->numbers);
    g_ptr_array_unref(self->fields);
    g_free(self->broken);
    g_free(self);
}

typedef struct {
    const Sc25Flattening *how;
    Sc25Fields *fields;
} Flattener;

static gboolean has_switch(const Flattener *self, Sc25Switch bit)
{
    return (self->how->switches & (1u << bit)) != 0;
}

static Span place_of(const Flattener *self, const json_t *object, const char *member)
{
    return self->how->document == NULL ? SPAN_NONE
                                       : yaml_member_place(self->how->document, object, member);
}

static gboolean break_off(const Flattener *self, const char *where, const char *member,
                          const char *why)
{
    self->fields->broken = g_strdup_printf("%s%s%s %s", where, member == NULL ? "" : ".",
                                           member == NULL ? "" : member, why);
    return FALSE;
}

/* '-' and ' ' become '_', capitals small. */
static char *normal_name(const char *name)
{
    g_autofree char *lower = g_utf8_strdown(name, -1);
    return g_strdelimit(g_steal_pointer(&lower), "- ", '_');
}

/* The same without any of the three. */
static char *bare_name(const char *name)
{
    g_autofree char *normal = normal_name(name);
    g_auto(GStrv) parts = g_strsplit(normal, "_", -1);
    return g_strjoinv("", parts);
}

/* Takes the reference to the value. With a key that is there already the later value replaces the
 * earlier one, or is kept apart under a key of its own. */
static void put(const Flattener *self, const char *key, const Sc25Field *like)
{
    Sc25Field *present = g_hash_table_lookup(self->fields->by_key, key);
    g_autofree char *own = NULL;
    if (present != NULL && self->how->apart) {
        GHashTable *numbers = self->fields->numbers;
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, key)) + 1;
        g_hash_table_insert(numbers, g_strdup(key), GUINT_TO_POINTER(number));
        own = g_strdup_printf("%s#%u", key, number + 1);
        present = g_hash_table_lookup(self->fields->by_key, own);
    }
    if (present != NULL) {
        json_decref(present->value);
        present->value = like->value;
        present->at = like->at;
        return;
    }
    Sc25Field *field = g_memdup2(like, sizeof *like);
    field->key = g_strdup(own == NULL ? key : own);
    g_hash_table_insert(self->fields->by_key, field->key, field);
    g_ptr_array_add(self->fields->fields, field);
}

/* Whether Python takes it for false: null, "", 0, an empty list. */
static gboolean is_nothing(const json_t *value)
{
    return value == NULL || json_is_null(value) || json_is_false(value) ||
           (json_is_string(value) && json_string_length(value) == 0) ||
           (json_is_number(value) && json_number_value(value) == 0) ||
           (json_is_array(value) && json_array_size(value) == 0) ||
           (json_is_object(value) && json_object_size(value) == 0);
}

/* "-DX=ON" becomes "-DX", with every "=ON" in it; with the switch, what lacks the "-D" gets it. */
static json_t *normal_flag(const Flattener *self, const char *text)
{
    gsize line = strcspn(text, "\n");
    gboolean one_line = text[line] == '\0' || text[line + 1] == '\0';
    g_autofree char *first = g_strndup(text, line);
    if (one_line && g_str_has_prefix(first, "-D") && line >= 5 && g_str_has_suffix(first, "=ON")) {
        g_auto(GStrv) parts = g_strsplit(text, "=ON", -1);
        g_autofree char *joined = g_strjoinv("", parts);
        return json_string(joined);
    }
    g_autofree char *stripped = g_strstrip(g_strdup(text));
    if (has_switch(self, SC25_CMAKE_FLAGS) && !g_str_has_prefix(text, "-D")) {
        g_autofree char *definition = g_strconcat("-D", stripped, NULL);
        return json_string(definition);
    }
    return json_string(stripped);
}

/* A new reference, json null for what is not counted; NULL when the study's script breaks off. */
static json_t *normal_value(const Flattener *self, const MemberRow *row, json_t *value,
                            const char *where)
{
    switch (row->kind) {
    case VALUE_PLAIN:
        return value == NULL ? json_null() : json_incref(value);
    case VALUE_FLAG:
        if (is_nothing(value)) {
            return json_null();
        }
        if (!json_is_string(value)) {
            break_off(self, where, row->member, "is no text");
            return NULL;
        }
        return normal_flag(self, json_string_value(value));
    case VALUE_NAME:
        if (json_is_string(value)) {
            g_autofree char *name = normal_name(json_string_value(value));
            return json_string(name);
        }
        if (has_switch(self, SC25_NULL_NAMES) && (value == NULL || json_is_null(value))) {
            return json_null();
        }
        break_off(self, where, row->member,
                  value == NULL || json_is_null(value) ? "is missing" : "is no text");
        return NULL;
    }
    g_assert_not_reached();
}

static gboolean flatten_entry(const Flattener *self, Sc25Section section, const char *where,
                              const json_t *entry)
{
    if (!json_is_object(entry)) {
        return break_off(self, where, NULL, json_is_array(entry) ? "is a list" : "is no object");
    }
    for (const MemberRow *row = sections[section].members;
         row < sections[section].members + G_N_ELEMENTS(sections[section].members) &&
         row->member != NULL;
         row++) {
        if (row->algebra_flags && !has_switch(self, SC25_ALGEBRA_FLAGS)) {
            continue;
        }
        json_t *value = normal_value(self, row, json_object_get(entry, row->member), where);
        if (value == NULL) {
            return FALSE;
        }
        g_autofree char *key = g_strdup_printf("%s.%s", where, row->member);
        put(self, key,
            &(Sc25Field){
                .section = section, .value = value, .at = place_of(self, entry, row->member)});
    }
    return TRUE;
}

static gboolean flatten_named(const Flattener *self, Sc25Section section, json_t *object)
{
    const char *where = sc25_section_names[section];
    if (!json_is_object(object)) {
        return break_off(self, where, NULL, json_is_array(object) ? "is a list" : "is no object");
    }
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *name = NULL;
    json_t *entry = NULL;
    json_object_foreach(object, name, entry)
    {
        gboolean bare = section == SC25_SECTION_SIMD && has_switch(self, SC25_SIMD_NAMES);
        g_autofree char *normal = bare ? bare_name(name) : normal_name(name);
        g_autofree char *full = g_strdup_printf("%s.%s", where, normal);
        if (!flatten_entry(self, section, full, entry)) {
            return FALSE;
        }
        self->fields->overwritten += g_hash_table_add(seen, g_steal_pointer(&normal)) ? 0 : 1;
    }
    return TRUE;
}

/* Each flag of the list is a field that is true. */
static gboolean flatten_list(const Flattener *self, Sc25Section section, const json_t *list)
{
    const char *where = sc25_section_names[section];
    if (!json_is_array(list)) {
        return break_off(self, where, NULL, "is no list");
    }
    gsize index = 0;
    json_t *item = NULL;
    json_array_foreach(list, index, item)
    {
        g_autofree char *key = g_strdup_printf(
            "%s.%s", where, json_is_string(item) ? json_string_value(item) : "(no text)");
        put(self, key,
            &(Sc25Field){.section = section,
                         .value = json_true(),
                         .at = self->how->document == NULL
                                   ? SPAN_NONE
                                   : yaml_item_place(self->how->document, list, index)});
    }
    return TRUE;
}

static gboolean flatten_section(const Flattener *self, Sc25Section section, const json_t *root)
{
    json_t *value = json_object_get(root, sc25_section_names[section]);
    if (value == NULL) {
        return TRUE;
    }
    if (section == SC25_SECTION_TUNING) {
        return !has_switch(self, SC25_TUNING_FLAGS) || flatten_list(self, section, value);
    }
    return sections[section].named
               ? flatten_named(self, section, value)
               : flatten_entry(self, section, sc25_section_names[section], value);
}

/* Fields that are null were needed until here: a later null replaces an earlier value. */
static void drop_nothing(Sc25Fields *self, gboolean without_false)
{
    for (guint i = self->fields->len; i-- > 0;) {
        const Sc25Field *field = self->fields->pdata[i];
        if (json_is_null(field->value) || (without_false && json_is_false(field->value))) {
            g_hash_table_remove(self->by_key, field->key);
            g_ptr_array_remove_index(self->fields, i);
        }
    }
}

Sc25Fields *sc25_flatten(const json_t *root, const Sc25Flattening *how)
{
    Sc25Fields *fields = g_new0(Sc25Fields, 1);
    fields->fields = g_ptr_array_new_with_free_func(field_free);
    fields->by_key = g_hash_table_new(g_str_hash, g_str_equal);
    fields->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Flattener self = {how, fields};
    for (guint i = 0; i < SC25_SECTION_COUNT; i++) {
        if (!flatten_section(&self, (Sc25Section)i, root)) {
            break;
        }
    }
    drop_nothing(fields, how->without_false);
    return fields;
}

static gboolean is_numeric(const json_t *value)
{
    return json_is_number(value) || json_is_boolean(value);
}

static double numeric(const json_t *value)
{
    return json_is_boolean(value) ? json_is_true(value) : json_number_value(value);
}

gboolean sc25_equal(const json_t *a, const json_t *b)
{
    return is_numeric(a) && is_numeric(b) ? numeric(a) == numeric(b) : json_equal(a, b) != 0;
}
