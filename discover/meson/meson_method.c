/* The methods of Meson's objects: mesonbuild.com/Reference-manual_builtin.html and what follows
 * there. */
#include "discover/meson/reading.h"
#include <string.h>

typedef const MesonValue *(*Method)(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call);

typedef struct {
    const char *name;
    Method call;
} MethodRow;

/* Words about a check; a longer argument is left out. */
#define ARGUMENT_BYTES_MAX 100u

/* Whether what is asked for is told by the arguments without names alone. */
static gboolean is_plain_question(const MesonNode *call)
{
    static const char *const others[] = {"language", "native", "required", "static", NULL};
    for (guint i = 0; call->names != NULL && i < call->names->len; i++) {
        if (!g_strv_contains(others, call->names->pdata[i])) {
            return FALSE;
        }
    }
    return call->items != NULL && call->items->len > 0;
}

/* "has_header hwloc.h": equal questions of one compiler have one answer; any other question is one
 * of its own. */
static const MesonValue *unknown_answer(MesonReading *self, const MesonValue *object,
                                        const MesonNode *call)
{
    gboolean compiler = object->kind == MESON_VALUE_THING && object->thing == MESON_COMPILER;
    gboolean plain = compiler && is_plain_question(call);
    g_autoptr(GString) what = g_string_new(NULL);
    if (compiler && object->text != NULL && strcmp(object->text, "c") != 0) {
        g_string_append_printf(what, "%s ", object->text);
    }
    g_string_append(what, call->text);
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        const char *text = meson_plain_text(meson_evaluate(self, call->items->pdata[i]));
        plain = plain && text != NULL;
        if (text != NULL && strlen(text) <= ARGUMENT_BYTES_MAX && strchr(text, '\n') == NULL) {
            g_string_append_printf(what, " %s", text);
        } else {
            plain = FALSE;
        }
    }
    return plain ? meson_probe(self, what->str) : meson_unknown(self, what->str);
}

static const MesonValue *same_object(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    (void)self;
    (void)call;
    return object;
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Longer words for what a text was made of help nobody, and would grow with each step. */
#define DERIVED_BYTES_MAX 200u

/* What becomes of a text that is not known is told by how it was made. */
static const MesonValue *derived(MesonReading *self, const MesonValue *object, const char *how)
{
    const Unknown *from = unknowns_of_text(self->unknowns, object->text);
    if (from == NULL || strlen(from->name) > DERIVED_BYTES_MAX) {
        return meson_unknown(self, "a text put together");
    }
    Unknown *unknown = unknowns_derive(self->unknowns, how, object->text);
    return meson_text(self, unknowns_hole(self->unknowns, unknown), object->at);
}

static const MesonValue *text_case(MesonReading *self, const MesonValue *object,
                                   const MesonNode *call)
{
    if (unknown_text_has_hole(object->text)) {
        return derived(self, object, call->text);
    }
    g_autofree char *text = strcmp(call->text, "to_upper") == 0 ? g_ascii_strup(object->text, -1)
                                                                : g_ascii_strdown(object->text, -1);
    return meson_text(self, text, object->at);
}

static const MesonValue *text_strip(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call)
{
    (void)call;
    g_autofree char *text = g_strstrip(g_strdup(object->text));
    return meson_text(self, text, object->at);
}

static const MesonValue *text_underscorify(MesonReading *self, const MesonValue *object,
                                           const MesonNode *call)
{
    if (unknown_text_has_hole(object->text)) {
        return derived(self, object, call->text);
    }
    g_autofree char *text = g_strdup(object->text);
    return meson_text(self, g_strcanon(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS, '_'),
                      object->at);
}

static const MesonValue *text_split(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call)
{
    const char *between = meson_plain_text(meson_evaluate_argument(self, call, 0));
    between = between == NULL ? (strcmp(call->text, "splitlines") == 0 ? "\n" : " ") : between;
    GPtrArray *items = arena_array(self->arena);
    g_auto(GStrv) parts = *between != '\0' ? g_strsplit(object->text, between, -1) : NULL;
    for (guint i = 0; parts != NULL && parts[i] != NULL; i++) {
        if (*parts[i] != '\0' || *between != ' ') {
            meson_add_item(self, items, GUARD_TRUE, NULL, meson_text(self, parts[i], object->at));
        }
    }
    return meson_list(self, items);
}

static const MesonValue *text_begins(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    const char *part = meson_plain_text(meson_evaluate_argument(self, call, 0));
    Unknown *unknown = unknowns_of_text(self->unknowns, object->text);
    gboolean begins = strcmp(call->text, "startswith") == 0;
    if (part != NULL && unknown != NULL) {
        return meson_bool(
            self, unknown_relation(self->unknowns, unknown, begins ? "begins" : "ends", part));
    }
    if (part == NULL || unknown_text_has_hole(object->text)) {
        return meson_unknown(self, call->text);
    }
    gboolean holds =
        begins ? g_str_has_prefix(object->text, part) : g_str_has_suffix(object->text, part);
    return meson_bool(self, holds ? GUARD_TRUE : GUARD_FALSE);
}

static const MesonValue *text_contains(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    const MesonValue *part = meson_evaluate_argument(self, call, 0);
    return part != NULL ? meson_bool(self, meson_contains(self, object, part))
                        : meson_unknown(self, call->text);
}

static const MesonValue *text_compare_version(MesonReading *self, const MesonValue *object,
                                              const MesonNode *call)
{
    const char *version = meson_plain_text(meson_evaluate_argument(self, call, 0));
    Unknown *unknown = unknowns_of_text(self->unknowns, object->text);
    if (version == NULL || unknown == NULL) {
        return unknown_answer(self, object, call);
    }
    /* "!=1.2" is not "==1.2", and "1.2" alone is the same as that. */
    gsize sign = strspn(version, "<>=!");
    gboolean order = *version == '<' || *version == '>';
    const char *relation = order ? arena_intern_length(self->arena, version, sign) : "=";
    const char *number = version + sign + strspn(version + sign, " ");
    Guard holds = unknown_relation(self->unknowns, unknown, relation, number);
    return meson_bool(self, *version == '!' ? guard_not(self->guards, holds) : holds);
}

/* '@0@' stands for the first argument. */
static const MesonValue *text_format(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    g_autoptr(GString) text = g_string_new(object->text);
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        const MesonValue *given = meson_evaluate(self, call->items->pdata[i]);
        const char *value = meson_text_of(given);
        if (given->kind == MESON_VALUE_BOOL && guard_is_true(given->truth)) {
            value = "true";
        } else if (given->kind == MESON_VALUE_BOOL && guard_is_false(given->truth)) {
            value = "false";
        }
        g_autofree char *mark = g_strdup_printf("@%u@", i);
        const char *put = value != NULL ? value : meson_text_of(meson_unknown(self, "a value"));
        if (strlen(put) < MESON_TEXT_BYTES_MAX && text->len < MESON_TEXT_BYTES_MAX) {
            g_string_replace(text, mark, put, 64);
        }
    }
    return meson_text(self, text->str, object->at);
}

typedef struct {
    GString *text;
    const char *between;
    gboolean any, open;
} Joining;

static void join_item(MesonReading *self, const MesonValue *value, Guard when, gpointer data)
{
    (void)self;
    Joining *joining = data;
    const char *text = meson_text_of(value);
    joining->open = joining->open || text == NULL || !guard_is_true(when);
    if (joining->text->len < MESON_TEXT_BYTES_MAX) {
        g_string_append_printf(joining->text, "%s%s", joining->any ? joining->between : "",
                               text != NULL ? text : "");
    }
    joining->any = TRUE;
}

static const MesonValue *text_join(MesonReading *self, const MesonValue *object,
                                   const MesonNode *call)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Joining joining = {.text = text, .between = object->text};
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        meson_each(self, meson_evaluate(self, call->items->pdata[i]), GUARD_TRUE, join_item,
                   &joining);
    }
    return joining.open ? meson_unknown(self, "a text put together")
                        : meson_text(self, text->str, object->at);
}

static const MesonValue *text_replace(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    const char *old = meson_plain_text(meson_evaluate_argument(self, call, 0));
    const char *text = meson_plain_text(meson_evaluate_argument(self, call, 1));
    if (old == NULL || *old == '\0' || text == NULL || unknown_text_has_hole(object->text)) {
        return derived(self, object, call->text);
    }
    g_autoptr(GString) changed = g_string_new(object->text);
    if (strlen(text) < MESON_TEXT_BYTES_MAX / 64) {
        g_string_replace(changed, old, text, 64);
    }
    return meson_text(self, changed->str, object->at);
}

static const MethodRow text_methods[] = {
    {"contains", text_contains},
    {"endswith", text_begins},
    {"format", text_format},
    {"join", text_join},
    {"replace", text_replace},
    {"split", text_split},
    {"splitlines", text_split},
    {"startswith", text_begins},
    {"strip", text_strip},
    {"to_int", same_object},
    {"to_lower", text_case},
    {"to_upper", text_case},
    {"underscorify", text_underscorify},
    {"version_compare", text_compare_version},
    {"to_string", same_object},
};

/* ---- lists and dictionaries ------------------------------------------------------------------ */

static const MesonValue *list_get(MesonReading *self, const MesonValue *object,
                                  const MesonNode *call)
{
    const MesonValue *index = meson_evaluate_argument(self, call, 0);
    const MesonValue *other = meson_evaluate_argument(self, call, 1);
    const char *key = meson_text_of(index);
    const MesonValue *value = other;
    self->steps += object->items->len / 8;
    for (guint i = 0; key != NULL && i < object->items->len; i++) {
        const MesonItem *item = object->items->pdata[i];
        g_autofree char *place = g_strdup_printf("%u", i);
        Guard here =
            unknowns_equal_texts(self->unknowns, item->key != NULL ? item->key : place, key);
        value = guard_is_false(here) ? value : meson_join(self, here, item->value, value);
    }
    return value != NULL ? value : meson_unknown(self, "an item");
}

static const MesonValue *list_contains(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    const MesonValue *what = meson_evaluate_argument(self, call, 0);
    return what != NULL ? meson_bool(self, meson_contains(self, object, what))
                        : meson_unknown(self, call->text);
}

static const MesonValue *list_length(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    for (guint i = 0; i < object->items->len; i++) {
        if (!guard_is_true(((const MesonItem *)object->items->pdata[i])->when)) {
            return meson_unknown(self, "length of a list");
        }
    }
    g_autofree char *length = g_strdup_printf("%u", object->items->len);
    return object->unknown != NULL ? meson_unknown(self, call->text)
                                   : meson_text(self, length, SPAN_NONE);
}

static const MesonValue *dictionary_keys(MesonReading *self, const MesonValue *object,
                                         const MesonNode *call)
{
    GPtrArray *items = arena_array(self->arena);
    gboolean keys = strcmp(call->text, "keys") == 0;
    for (guint i = 0; i < object->items->len; i++) {
        const MesonItem *item = object->items->pdata[i];
        meson_add_item(self, items, item->when, NULL,
                       keys && item->key != NULL ? meson_text(self, item->key, SPAN_NONE)
                                                 : item->value);
    }
    return meson_list(self, items);
}

static const MethodRow list_methods[] = {
    {"contains", list_contains}, {"get", list_get},       {"has_key", list_contains},
    {"keys", dictionary_keys},   {"length", list_length}, {"values", dictionary_keys},
};

/* ---- truths ---------------------------------------------------------------------------------- */

static const MesonValue *truth_as(MesonReading *self, const MesonValue *object,
                                  const MesonNode *call)
{
    gboolean number = strcmp(call->text, "to_int") == 0;
    const MesonValue *on = meson_evaluate_argument(self, call, 0);
    const MesonValue *off = meson_evaluate_argument(self, call, 1);
    on = on == NULL || number ? meson_text(self, "true", SPAN_NONE) : on;
    off = off == NULL || number ? meson_text(self, "false", SPAN_NONE) : off;
    return number ? meson_join(self, object->truth, meson_number(self, 1), meson_number(self, 0))
                  : meson_join(self, object->truth, on, off);
}

static const MethodRow truth_methods[] = {
    {"to_int", truth_as},
    {"to_string", truth_as},
};

/* ---- features -------------------------------------------------------------------------------- */

static const MesonValue *feature_asks(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    Guards *guards = self->guards;
    Guard is = object->truth;
    if (strcmp(call->text, "disabled") == 0) {
        is = object->off;
    } else if (strcmp(call->text, "auto") == 0) {
        is = guard_not(guards, guard_or(guards, object->truth, object->off));
    } else if (strcmp(call->text, "allowed") == 0) {
        is = guard_not(guards, object->off);
    }
    return meson_bool(self, is);
}

/* What is auto becomes something else under a condition. What a person has said is refused where it
 * is against that, and does not count there, unless only auto is asked for. */
static const MesonValue *feature_changes(MesonReading *self, const MesonValue *object,
                                         const MesonNode *call)
{
    Guards *guards = self->guards;
    const MesonValue *argument = meson_evaluate_argument(self, call, 0);
    const char *told = meson_text_of(meson_evaluate_named(self, call, "error_message"));
    Guard when = argument != NULL ? meson_truth(self, argument) : GUARD_FALSE;
    gboolean only_auto = g_str_has_suffix(call->text, "_auto_if");
    gboolean enables = g_str_has_prefix(call->text, "enable");
    if (strcmp(call->text, "require") == 0) {
        when = guard_not(guards, when);
    }
    Guard said = enables ? object->off : object->truth;
    if (!only_auto) {
        meson_refuse(self, guard_and(guards, said, when), told != NULL ? told : call->text,
                     call->line);
    }
    if (only_auto) {
        when = guard_minus(guards, when, guard_or(guards, object->truth, object->off));
    }
    Guard on = object->truth;
    Guard off = object->off;
    return enables
               ? meson_feature(self, guard_or(guards, on, when), guard_minus(guards, off, when))
               : meson_feature(self, guard_minus(guards, on, when), guard_or(guards, off, when));
}

static const MethodRow feature_methods[] = {
    {"allowed", feature_asks},
    {"auto", feature_asks},
    {"disable_auto_if", feature_changes},
    {"disable_if", feature_changes},
    {"disabled", feature_asks},
    {"enable_auto_if", feature_changes},
    {"enable_if", feature_changes},
    {"enabled", feature_asks},
    {"require", feature_changes},
};

/* ---- things ---------------------------------------------------------------------------------- */

static const MesonValue *thing_found(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    (void)call;
    return meson_bool(self, object->truth);
}

/* Also of what is not found; a declared one is called by a number. */
static const MesonValue *dependency_name(MesonReading *self, const MesonValue *object,
                                         const MesonNode *call)
{
    return object->text != NULL ? meson_text(self, object->text, SPAN_NONE)
                                : unknown_answer(self, object, call);
}

/* A declared one is "internal"; where another comes from only the machine tells. */
static const MesonValue *dependency_type(MesonReading *self, const MesonValue *object,
                                         const MesonNode *call)
{
    return object->items != NULL ? meson_text(self, "internal", SPAN_NONE)
                                 : unknown_answer(self, object, call);
}

static const MethodRow dependency_methods[] = {
    {"as_link_whole", same_object},
    {"as_system", same_object},
    {"found", thing_found},
    {"name", dependency_name},
    {"partial_dependency", same_object},
    {"type_name", dependency_type},
};

static const MethodRow found_methods[] = {{"found", thing_found}};

static const MesonValue *compiler_find_library(MesonReading *self, const MesonValue *object,
                                               const MesonNode *call)
{
    (void)object;
    return meson_look_for(self, call, EFFECT_LINK, MESON_DEPENDENCY, CONDITION_SUBJECT_PROBE);
}

/* Arguments that the compiler takes. */
typedef struct {
    const char *language;
    GPtrArray *items;
} Supported;

static void add_supported(MesonReading *self, const MesonValue *value, Guard when, gpointer data)
{
    const Supported *supported = data;
    const char *text = meson_text_of(value);
    const char *readable = text != NULL ? unknowns_readable(self->unknowns, text) : "";
    g_autofree char *what = g_strdup_printf("%s has_argument %s", supported->language, readable);
    Guard taken = meson_truth(self, meson_probe(self, what));
    meson_add_item(self, supported->items, guard_and(self->guards, when, taken), NULL, value);
}

static const MesonValue *compiler_supported(MesonReading *self, const MesonValue *object,
                                            const MesonNode *call)
{
    Supported supported = {object->text != NULL ? object->text : "c", arena_array(self->arena)};
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        meson_each(self, meson_evaluate(self, call->items->pdata[i]), GUARD_TRUE, add_supported,
                   &supported);
    }
    return meson_list(self, supported.items);
}

/* "gcc", or the version: the language says which compiler is asked. */
static const MesonValue *compiler_id(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    const char *language = object->text != NULL ? object->text : "c";
    const char *asked = strcmp(call->text, "get_id") == 0    ? "compiler"
                        : strcmp(call->text, "version") == 0 ? "compiler version"
                                                             : "linker";
    g_autofree char *what = g_strdup_printf("%s %s", language, asked);
    Unknown *unknown =
        unknowns_get(self->unknowns, CONDITION_SUBJECT_PLATFORM, arena_intern(self->arena, what));
    return meson_text(self, unknowns_hole(self->unknowns, unknown), SPAN_NONE);
}

static const MethodRow compiler_methods[] = {
    {"find_library", compiler_find_library},
    {"first_supported_argument", compiler_supported},
    {"first_supported_link_argument", compiler_supported},
    {"get_id", compiler_id},
    {"get_linker_id", compiler_id},
    {"get_supported_arguments", compiler_supported},
    {"get_supported_function_attributes", compiler_supported},
    {"get_supported_link_arguments", compiler_supported},
    {"version", compiler_id},
};

static const MesonValue *machine_says(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    g_autofree char *what = g_strdup_printf("%s.%s()", object->text, call->text);
    Unknown *unknown =
        unknowns_get(self->unknowns, CONDITION_SUBJECT_PLATFORM, arena_intern(self->arena, what));
    return meson_text(self, unknowns_hole(self->unknowns, unknown), SPAN_NONE);
}

static const MethodRow machine_methods[] = {
    {"cpu", machine_says},    {"cpu_family", machine_says}, {"endian", machine_says},
    {"kernel", machine_says}, {"subsystem", machine_says},  {"system", machine_says},
};

typedef struct {
    const MesonValue *configuration;
    const char *name;
    gboolean truth; /* defined where the value is true, else not at all */
    guint line;
} ConfigurationSetting;

/* A macro for each way that its value can be. */
static void add_macro(MesonReading *self, const MesonValue *value, Guard when, gpointer data)
{
    const ConfigurationSetting *setting = data;
    gboolean truth = value->kind == MESON_VALUE_BOOL || setting->truth;
    gint64 number = 0;
    gboolean counted = setting->truth && meson_number_of(value, &number);
    Guard holds = counted ? (number != 0 ? GUARD_TRUE : GUARD_FALSE) : meson_truth(self, value);
    const char *text = meson_text_of(value);
    MesonMacro *macro = arena_new0(self->arena, MesonMacro);
    *macro =
        (MesonMacro){.name = setting->name,
                     .text = truth || text == NULL ? NULL : unknowns_readable(self->unknowns, text),
                     .when = guard_and(self->guards, when, truth ? holds : GUARD_TRUE),
                     .at = meson_place(self, setting->line)};
    if (setting->configuration->macros->len < MESON_ITEMS_MAX) {
        g_ptr_array_add(setting->configuration->macros, macro);
    }
}

static const MesonValue *configuration_set(MesonReading *self, const MesonValue *object,
                                           const MesonNode *call)
{
    const char *name = meson_plain_text(meson_evaluate_argument(self, call, 0));
    const MesonValue *value = meson_evaluate_argument(self, call, 1);
    ConfigurationSetting setting = {object, name, strcmp(call->text, "set10") == 0, call->line};
    if (name != NULL && value != NULL) {
        meson_each(self, value, self->path, add_macro, &setting);
    }
    return object;
}

static const MesonValue *configuration_merge(MesonReading *self, const MesonValue *object,
                                             const MesonNode *call)
{
    const MesonValue *other = meson_evaluate_argument(self, call, 0);
    guint count =
        other != NULL && other->macros != NULL && other != object ? other->macros->len : 0;
    self->steps += count / 8;
    for (guint i = 0; i < count && object->macros->len < MESON_ITEMS_MAX; i++) {
        g_ptr_array_add(object->macros, other->macros->pdata[i]);
    }
    return object;
}

static const MethodRow configuration_methods[] = {
    {"merge_from", configuration_merge},
    {"set", configuration_set},
    {"set10", configuration_set},
    {"set_quoted", configuration_set},
};

static const MesonValue *tool_compiler(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    (void)object;
    return meson_thing(self, MESON_COMPILER,
                       meson_plain_text(meson_evaluate_argument(self, call, 0)), GUARD_TRUE);
}

static const MesonValue *tool_no(MesonReading *self, const MesonValue *object,
                                 const MesonNode *call)
{
    (void)object;
    (void)call;
    return meson_bool(self, GUARD_FALSE);
}

static const MesonValue *tool_version(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    (void)object;
    const char *version = self->facts->project_version;
    return version != NULL ? meson_text(self, version, SPAN_NONE)
                           : unknown_answer(self, object, call);
}

static const MethodRow tool_methods[] = {
    {"get_compiler", tool_compiler},
    {"is_subproject", tool_no},
    {"project_version", tool_version},
};

/* Modules make targets, too. */
static const MesonValue *module_target(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    (void)object;
    return meson_call_target(self, call);
}

static const MesonValue *module_thing(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    (void)object;
    return meson_look_for(self, call, EFFECT_PROGRAM, MESON_OTHER, CONDITION_SUBJECT_PROBE);
}

static const MesonValue *module_dependency(MesonReading *self, const MesonValue *object,
                                           const MesonNode *call)
{
    (void)object;
    const MesonNode *first = meson_argument(call, 0);
    return first != NULL ? meson_look_for(self, call, EFFECT_PACKAGE, MESON_DEPENDENCY,
                                          CONDITION_SUBJECT_PACKAGE)
                         : meson_thing(self, MESON_DEPENDENCY, NULL, GUARD_TRUE);
}

static const MethodRow other_methods[] = {
    {"dependency", module_dependency},   {"extension_module", module_target},
    {"find_installation", module_thing}, {"found", thing_found},
    {"library", module_target},
};

/* ---- the tables ------------------------------------------------------------------------------ */

typedef struct {
    const MethodRow *rows;
    gsize count;
} Methods;

#define METHODS(rows) ((Methods){rows, G_N_ELEMENTS(rows)})

static Methods methods_of(const MesonValue *object)
{
    switch (object->kind) {
    case MESON_VALUE_TEXT:
        return METHODS(text_methods);
    case MESON_VALUE_LIST:
    case MESON_VALUE_DICT:
        return METHODS(list_methods);
    case MESON_VALUE_FEATURE:
        return METHODS(feature_methods);
    case MESON_VALUE_BOOL:
    case MESON_VALUE_WAYS:
        return METHODS(truth_methods);
    case MESON_VALUE_THING:
        break;
    }
    switch (object->thing) {
    case MESON_DEPENDENCY:
        return METHODS(dependency_methods);
    case MESON_PROGRAM:
        return METHODS(found_methods);
    case MESON_COMPILER:
        return METHODS(compiler_methods);
    case MESON_MACHINE:
        return METHODS(machine_methods);
    case MESON_CONFIGURATION:
        return METHODS(configuration_methods);
    case MESON_TOOL:
        return METHODS(tool_methods);
    case MESON_OTHER:
        break;
    }
    return METHODS(other_methods);
}

static const MesonValue *call_each_way(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    const MesonValue *joined = NULL;
    Guard path = self->path;
    for (guint i = 0; i < object->items->len; i++) {
        const MesonItem *item = object->items->pdata[i];
        self->path = guard_and(self->guards, path, item->when);
        const MesonValue *value = meson_call_method(self, item->value, call);
        joined = meson_join(self, item->when, value, joined);
    }
    self->path = path;
    return joined;
}

static const MesonValue *call_enabled(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    /* A text that is not known may be anything: what is asked of it is not known either. */
    gboolean open =
        object->kind == MESON_VALUE_TEXT && unknowns_of_text(self->unknowns, object->text) != NULL;
    Methods methods = methods_of(object);
    for (gsize i = 0; i < methods.count; i++) {
        if (strcmp(methods.rows[i].name, call->text) == 0) {
            return methods.rows[i].call(self, object, call);
        }
    }
    if (open && strcmp(call->text, "found") == 0) {
        return meson_bool(self, meson_truth(self, object));
    }
    return unknown_answer(self, object, call);
}

const MesonValue *meson_call_method(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call)
{
    if (object->kind == MESON_VALUE_WAYS) {
        return call_each_way(self, object, call);
    }
    Guard enabled = meson_enabled(self, object, call);
    Guard path = self->path;
    self->path = guard_and(self->guards, path, enabled);
    const MesonValue *value = call_enabled(self, object, call);
    self->path = path;
    return meson_enabled_result(self, value, enabled);
}
