/* The methods of things that calls give back: mesonbuild.com/Reference-manual_returned.html; and
 * of the objects of mesonbuild.com/Reference-manual_builtin.html. */
#include "discover/meson/method.h"
#include <string.h>

/* ---- dependencies and programs --------------------------------------------------------------- */

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
                                : meson_unknown_answer(self, object, call);
}

/* A declared one is "internal"; where another comes from only the machine tells. */
static const MesonValue *dependency_type(MesonReading *self, const MesonValue *object,
                                         const MesonNode *call)
{
    return object->items != NULL ? meson_text(self, "internal", SPAN_NONE)
                                 : meson_unknown_answer(self, object, call);
}

static const MesonMethodRow dependency_methods[] = {
    {"as_link_whole", meson_same_object},
    {"as_system", meson_same_object},
    {"found", thing_found},
    {"name", dependency_name},
    {"partial_dependency", meson_same_object},
    {"type_name", dependency_type},
};

static const MesonMethodRow found_methods[] = {{"found", thing_found}};

/* ---- compilers ------------------------------------------------------------------------------- */

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

static const MesonMethodRow compiler_methods[] = {
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

/* ---- machines -------------------------------------------------------------------------------- */

static const MesonValue *machine_says(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    g_autofree char *what = g_strdup_printf("%s.%s()", object->text, call->text);
    Unknown *unknown =
        unknowns_get(self->unknowns, CONDITION_SUBJECT_PLATFORM, arena_intern(self->arena, what));
    return meson_text(self, unknowns_hole(self->unknowns, unknown), SPAN_NONE);
}

static const MesonMethodRow machine_methods[] = {
    {"cpu", machine_says},    {"cpu_family", machine_says}, {"endian", machine_says},
    {"kernel", machine_says}, {"subsystem", machine_says},  {"system", machine_says},
};

/* ---- configurations -------------------------------------------------------------------------- */

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

static const MesonMethodRow configuration_methods[] = {
    {"merge_from", configuration_merge},
    {"set", configuration_set},
    {"set10", configuration_set},
    {"set_quoted", configuration_set},
};

/* ---- the object "meson" ---------------------------------------------------------------------- */

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
                           : meson_unknown_answer(self, object, call);
}

static const MesonMethodRow tool_methods[] = {
    {"get_compiler", tool_compiler},
    {"is_subproject", tool_no},
    {"project_version", tool_version},
};

/* ---- targets and modules --------------------------------------------------------------------- */

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

/* Another project that has a build of its own, CMake's or Cargo's: import('cmake').subproject(). */
static const MesonValue *module_subproject(MesonReading *self, const MesonValue *object,
                                           const MesonNode *call)
{
    (void)object;
    return meson_look_for(self, call, EFFECT_PACKAGE, MESON_OTHER, CONDITION_SUBJECT_PACKAGE);
}

static const MesonMethodRow other_methods[] = {
    {"dependency", module_dependency},   {"extension_module", module_target},
    {"find_installation", module_thing}, {"found", thing_found},
    {"library", module_target},          {"subproject", module_subproject},
};

/* ---- the tables ------------------------------------------------------------------------------ */

MesonMethods meson_thing_methods(MesonThing thing)
{
    switch (thing) {
    case MESON_DEPENDENCY:
        return MESON_METHODS(dependency_methods);
    case MESON_PROGRAM:
        return MESON_METHODS(found_methods);
    case MESON_COMPILER:
        return MESON_METHODS(compiler_methods);
    case MESON_MACHINE:
        return MESON_METHODS(machine_methods);
    case MESON_CONFIGURATION:
        return MESON_METHODS(configuration_methods);
    case MESON_TOOL:
        return MESON_METHODS(tool_methods);
    case MESON_OTHER:
        break;
    }
    return MESON_METHODS(other_methods);
}
