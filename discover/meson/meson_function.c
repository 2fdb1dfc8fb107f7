/* The functions of Meson: mesonbuild.com/Reference-manual_functions.html. */
#include "discover/meson/reading.h"
#include <string.h>

/* ---- things that are looked for -------------------------------------------------------------- */

static const MesonValue *call_dependency(MesonReading *self, const MesonNode *call)
{
    return meson_look_for(self, call, EFFECT_PACKAGE, MESON_DEPENDENCY, CONDITION_SUBJECT_PACKAGE);
}

static const MesonValue *call_program(MesonReading *self, const MesonNode *call)
{
    return meson_look_for(self, call, EFFECT_PROGRAM, MESON_PROGRAM, CONDITION_SUBJECT_PROBE);
}

static const MesonValue *call_languages(MesonReading *self, const MesonNode *call)
{
    const MesonValue *found =
        meson_look_for(self, call, EFFECT_LANGUAGE, MESON_OTHER, CONDITION_SUBJECT_PROBE);
    return meson_bool(self, found->truth);
}

/* ---- targets --------------------------------------------------------------------------------- */

static gboolean is_arguments(const char *name)
{
    return g_str_has_suffix(name, "_args") || strcmp(name, "compile_args") == 0;
}

static gboolean is_sources(const char *name)
{
    return strcmp(name, "sources") == 0 || strcmp(name, "objects") == 0;
}

void meson_use_named(MesonReading *self, const char *name, const MesonValue *value, Guard when,
                     Span at)
{
    if (is_arguments(name)) {
        meson_use_arguments(self, value, when, at);
    } else if (is_sources(name)) {
        meson_use_sources(self, value, when, at);
    } else if (strcmp(name, "dependencies") == 0) {
        meson_use_dependencies(self, value, when, at);
    }
}

const MesonValue *meson_call_target(MesonReading *self, const MesonNode *call)
{
    for (guint i = 1; call->items != NULL && i < call->items->len; i++) {
        meson_use_sources(self, meson_evaluate(self, call->items->pdata[i]), GUARD_TRUE,
                          meson_place(self, call->line));
    }
    for (guint i = 0; call->named != NULL && i < call->named->len; i++) {
        const MesonValue *value = meson_evaluate(self, call->named->pdata[i]);
        const char *name = call->names->pdata[i];
        meson_use_named(self, name, value, GUARD_TRUE, meson_place(self, call->line));
        /* "kwargs: {...}" has more of them. */
        for (guint k = 0; strcmp(name, "kwargs") == 0 && value->kind == MESON_VALUE_DICT &&
                          k < value->items->len;
             k++) {
            const MesonItem *item = value->items->pdata[k];
            meson_use_named(self, item->key, item->value, item->when,
                            meson_place(self, call->line));
        }
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

/* What it holds reaches whoever uses it. */
static const MesonValue *call_declare_dependency(MesonReading *self, const MesonNode *call)
{
    MesonValue *declared = arena_new0(self->arena, MesonValue);
    *declared = *meson_thing(self, MESON_DEPENDENCY, NULL, GUARD_TRUE);
    declared->items = arena_array(self->arena);
    for (guint i = 0; call->named != NULL && i < call->named->len; i++) {
        meson_add_item(self, declared->items, GUARD_TRUE, call->names->pdata[i],
                       meson_evaluate(self, call->named->pdata[i]));
    }
    return declared;
}

static const MesonValue *call_arguments(MesonReading *self, const MesonNode *call)
{
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        meson_use_arguments(self, meson_evaluate(self, call->items->pdata[i]), GUARD_TRUE,
                            meson_place(self, call->line));
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

static const MesonValue *call_project_dependencies(MesonReading *self, const MesonNode *call)
{
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        meson_use_dependencies(self, meson_evaluate(self, call->items->pdata[i]), GUARD_TRUE,
                               meson_place(self, call->line));
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

/* ---- files and folders ----------------------------------------------------------------------- */

static const MesonValue *call_files(MesonReading *self, const MesonNode *call)
{
    GPtrArray *items = arena_array(self->arena);
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        const char *text = meson_plain_text(meson_evaluate(self, call->items->pdata[i]));
        const char *path = text != NULL ? meson_path(self, text) : NULL;
        if (path != NULL) {
            const MesonValue *plain = meson_text(self, path, meson_place(self, call->line));
            MesonValue *file = arena_new0(self->arena, MesonValue);
            *file = *plain;
            file->file = TRUE;
            meson_add_item(self, items, GUARD_TRUE, NULL, file);
        }
    }
    return meson_list(self, items);
}

static const MesonValue *call_subdir(MesonReading *self, const MesonNode *call)
{
    const char *name = meson_plain_text(meson_evaluate_argument(self, call, 0));
    const char *path = name != NULL ? meson_path(self, name) : NULL;
    const MesonValue *condition = meson_evaluate_named(self, call, "if_found");
    /* Meson wants a folder below this one. */
    if (path == NULL || strlen(path) <= strlen(self->folder)) {
        meson_ledger(self, "unknown folder", name != NULL ? name : "subdir()", call->line);
        return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
    }
    Guard before = self->path;
    if (condition != NULL) {
        self->path = guard_and(self->guards, before, meson_truth(self, condition));
    }
    const MesonEffect effect = {.kind = EFFECT_FOLDER,
                                .name = path,
                                .when = GUARD_TRUE,
                                .at = meson_place(self, call->line)};
    meson_add_effect(self, &effect);
    g_autofree char *file = g_strconcat(path, "/meson.build", NULL);
    if (!meson_run_file(self, file)) {
        meson_ledger(self, "folder not found", file, call->line);
    }
    self->path = before;
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

static const MesonValue *call_subdir_done(MesonReading *self, const MesonNode *call)
{
    (void)call;
    self->done = guard_or(self->guards, self->done, self->path);
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

/* Another project, which is downloaded or bundled below subprojects/. */
static const MesonValue *call_subproject(MesonReading *self, const MesonNode *call)
{
    return meson_look_for(self, call, EFFECT_PACKAGE, MESON_OTHER, CONDITION_SUBJECT_PACKAGE);
}

/* ---- configuration --------------------------------------------------------------------------- */

static const MesonValue *call_configuration(MesonReading *self, const MesonNode *call)
{
    const MesonValue *made = meson_thing(self, MESON_CONFIGURATION, NULL, GUARD_TRUE);
    const MesonValue *first = meson_evaluate_argument(self, call, 0);
    for (guint i = 0; first != NULL && first->kind == MESON_VALUE_DICT && i < first->items->len;
         i++) {
        const MesonItem *item = first->items->pdata[i];
        MesonMacro *macro = arena_new0(self->arena, MesonMacro);
        gboolean truth = item->value->kind == MESON_VALUE_BOOL;
        *macro = (MesonMacro){.name = item->key,
                              .text = meson_plain_text(item->value),
                              .when = truth ? item->value->truth : item->when,
                              .at = meson_place(self, call->line)};
        g_ptr_array_add(made->macros, macro);
    }
    return made;
}

static const MesonValue *call_configure_file(MesonReading *self, const MesonNode *call)
{
    const MesonValue *configuration = meson_evaluate_named(self, call, "configuration");
    const char *output = meson_plain_text(meson_evaluate_named(self, call, "output"));
    if (configuration != NULL && configuration->macros != NULL) {
        meson_use_macros(self, configuration, output != NULL ? meson_path(self, output) : NULL);
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

/* ---- the rest -------------------------------------------------------------------------------- */

/* The text, or what the file says that files() names. NULL when neither tells it. */
static const char *version_of(MesonReading *self, const MesonNode *call)
{
    const MesonValue *value = meson_evaluate_named(self, call, "version");
    if (value == NULL || value->kind != MESON_VALUE_LIST || value->items->len != 1) {
        return meson_plain_text(value);
    }
    const char *path = meson_plain_text(((const MesonItem *)value->items->pdata[0])->value);
    gsize length = 0;
    g_autofree char *text = path != NULL && tree_find(self->tree, path) != NULL
                                ? tree_read_text(self->tree, path, &length, NULL)
                                : NULL;
    g_autofree char *line =
        g_strndup(text != NULL ? text : "", strcspn(text != NULL ? text : "", "\n"));
    return *g_strstrip(line) != '\0' ? arena_strdup(self->arena, line) : NULL;
}

/* "mpi=true" of default_options is the default of the project's own option. */
static void set_default(MesonReading *self, const MesonValue *value, Guard when, gpointer data)
{
    (void)when;
    (void)data;
    const char *text = meson_plain_text(value);
    const char *sign = text != NULL ? strchr(text, '=') : NULL;
    g_autofree char *name = sign != NULL ? g_strndup(text, (gsize)(sign - text)) : NULL;
    MesonOption *option = name != NULL ? g_hash_table_lookup(self->options, name) : NULL;
    if (option != NULL) {
        option->fallback = arena_intern(self->arena, sign + 1);
    }
}

static void read_default_options(MesonReading *self, const MesonNode *call)
{
    const MesonValue *options = meson_evaluate_named(self, call, "default_options");
    if (options == NULL || options->kind != MESON_VALUE_DICT) {
        meson_each(self, options, GUARD_TRUE, set_default, NULL);
        return;
    }
    for (guint i = 0; i < options->items->len; i++) {
        const MesonItem *item = options->items->pdata[i];
        const char *text = meson_plain_text(item->value);
        if (item->value->kind == MESON_VALUE_BOOL) {
            text = guard_is_true(item->value->truth) ? "true" : "false";
        }
        g_autofree char *whole =
            g_strdup_printf("%s=%s", item->key != NULL ? item->key : "", text != NULL ? text : "");
        set_default(self, meson_text(self, whole, SPAN_NONE), GUARD_TRUE, NULL);
    }
}

static const MesonValue *call_project(MesonReading *self, const MesonNode *call)
{
    read_default_options(self, call);
    const char *name = meson_plain_text(meson_evaluate_argument(self, call, 0));
    const char *version = version_of(self, call);
    facts_name_project(self->facts, name, version, meson_place(self, call->line));
    for (guint i = 1; call->items != NULL && i < call->items->len; i++) {
        const char *language = meson_plain_text(meson_evaluate(self, call->items->pdata[i]));
        if (language != NULL) {
            const MesonEffect effect = {.kind = EFFECT_LANGUAGE,
                                        .name = language,
                                        .when = GUARD_TRUE,
                                        .at = meson_place(self, call->line)};
            meson_add_effect(self, &effect);
        }
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

static const MesonValue *call_get_option(MesonReading *self, const MesonNode *call)
{
    const char *name = meson_plain_text(meson_evaluate_argument(self, call, 0));
    if (name == NULL) {
        meson_ledger(self, "unknown name", "get_option()", call->line);
        return meson_unknown(self, "an option");
    }
    return meson_option_value(self, name, call->line);
}

static const char *message_of(MesonReading *self, const MesonNode *call, guint first)
{
    g_autoptr(GString) message = g_string_new(NULL);
    for (guint i = first; call->items != NULL && i < call->items->len; i++) {
        const char *text = meson_text_of(meson_evaluate(self, call->items->pdata[i]));
        g_string_append_printf(message, "%s%s", message->len > 0 ? " " : "",
                               text != NULL ? unknowns_readable(self->unknowns, text) : "");
    }
    return arena_intern(self->arena, message->str);
}

static const MesonValue *call_error(MesonReading *self, const MesonNode *call)
{
    meson_refuse(self, GUARD_TRUE, message_of(self, call, 0), call->line);
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

static const MesonValue *call_assert(MesonReading *self, const MesonNode *call)
{
    const MesonValue *claim = meson_evaluate_argument(self, call, 0);
    if (claim != NULL) {
        Guard broken = guard_not(self->guards, meson_truth(self, claim));
        meson_refuse(self, broken, message_of(self, call, 1), call->line);
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

static const MesonValue *call_is_variable(MesonReading *self, const MesonNode *call)
{
    const char *name = meson_plain_text(meson_evaluate_argument(self, call, 0));
    return meson_bool(self, name != NULL ? meson_defined(self, name) : GUARD_FALSE);
}

static const MesonValue *call_get_variable(MesonReading *self, const MesonNode *call)
{
    const char *name = meson_plain_text(meson_evaluate_argument(self, call, 0));
    const MesonValue *value = name != NULL ? g_hash_table_lookup(self->variables, name) : NULL;
    const MesonValue *other = meson_evaluate_argument(self, call, 1);
    value = value == NULL || other == NULL
                ? (value != NULL ? value : other)
                : meson_join(self, meson_defined(self, name), value, other);
    return value != NULL ? value : meson_unknown(self, name != NULL ? name : "a variable");
}

static const MesonValue *call_set_variable(MesonReading *self, const MesonNode *call)
{
    const char *name = meson_plain_text(meson_evaluate_argument(self, call, 0));
    const MesonValue *value = meson_evaluate_argument(self, call, 1);
    if (name != NULL && value != NULL) {
        meson_assign(self, name, value, self->path);
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

static const MesonValue *call_join_paths(MesonReading *self, const MesonNode *call)
{
    g_autoptr(GString) path = g_string_new(NULL);
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        const char *text = meson_text_of(meson_evaluate(self, call->items->pdata[i]));
        g_string_append_printf(path, "%s%s", i > 0 ? "/" : "", text != NULL ? text : "");
    }
    return meson_text(self, path->str, meson_place(self, call->line));
}

static const MesonValue *call_unset_variable(MesonReading *self, const MesonNode *call)
{
    const char *name = meson_plain_text(meson_evaluate_argument(self, call, 0));
    Guard *defined = name != NULL ? g_hash_table_lookup(self->defined, name) : NULL;
    if (defined != NULL) {
        *defined = guard_minus(self->guards, *defined, self->path);
    }
    if (defined != NULL && guard_is_false(*defined)) {
        g_hash_table_remove(self->variables, name);
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

/* range(end), range(start, end), range(start, end, step). */
static const MesonValue *call_range(MesonReading *self, const MesonNode *call)
{
    gint64 bounds[] = {0, 0, 1};
    guint count = call->items != NULL ? MIN(call->items->len, 3) : 0;
    for (guint i = 0; i < count; i++) {
        if (!meson_number_of(meson_evaluate(self, call->items->pdata[i]),
                             &bounds[count == 1 ? 1 : i])) {
            return meson_unknown(self, "a range");
        }
    }
    GPtrArray *items = arena_array(self->arena);
    for (gint64 n = bounds[0]; bounds[2] > 0 && n < bounds[1] && items->len <= MESON_TURNS_MAX;
         n += bounds[2]) {
        meson_add_item(self, items, GUARD_TRUE, NULL, meson_number(self, n));
    }
    return meson_list(self, items);
}

/* What is only done by the build, or said to people: its arguments are worked out for what is in
 * them. */
static const MesonValue *call_nothing(MesonReading *self, const MesonNode *call)
{
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        meson_evaluate(self, call->items->pdata[i]);
    }
    return meson_thing(self, MESON_OTHER, NULL, GUARD_TRUE);
}

static const MesonValue *call_command(MesonReading *self, const MesonNode *call)
{
    return meson_unknown(self, call->text);
}

/* What stands for something that is not there: it is not found. */
static const MesonValue *call_disabler(MesonReading *self, const MesonNode *call)
{
    (void)call;
    return meson_disabler(self, meson_thing(self, MESON_OTHER, NULL, GUARD_FALSE), GUARD_TRUE);
}

static const MesonValue *call_is_disabler(MesonReading *self, const MesonNode *call)
{
    const MesonValue *value = meson_evaluate_argument(self, call, 0);
    gboolean may_be = value != NULL && value->kind == MESON_VALUE_THING && value->disabler;
    return meson_bool(self, may_be ? guard_not(self->guards, value->truth) : GUARD_FALSE);
}

static const struct {
    const char *name;
    const MesonValue *(*call)(MesonReading *self, const MesonNode *call);
} functions[] = {
    {"add_global_arguments", call_arguments},
    {"add_global_link_arguments", call_arguments},
    {"add_languages", call_languages},
    {"add_project_arguments", call_arguments},
    {"add_project_dependencies", call_project_dependencies},
    {"add_project_link_arguments", call_arguments},
    {"add_test_setup", call_nothing},
    {"alias_target", call_nothing},
    {"assert", call_assert},
    {"benchmark", call_nothing},
    {"both_libraries", meson_call_target},
    {"build_target", meson_call_target},
    {"configuration_data", call_configuration},
    {"configure_file", call_configure_file},
    {"custom_target", call_nothing},
    {"debug", call_nothing},
    {"declare_dependency", call_declare_dependency},
    {"dependency", call_dependency},
    {"disabler", call_disabler},
    {"environment", call_nothing},
    {"error", call_error},
    {"executable", meson_call_target},
    {"files", call_files},
    {"find_program", call_program},
    {"generator", call_nothing},
    {"get_option", call_get_option},
    {"get_variable", call_get_variable},
    {"import", call_nothing},
    {"include_directories", call_nothing},
    {"install_data", call_nothing},
    {"install_emptydir", call_nothing},
    {"install_headers", call_nothing},
    {"install_man", call_nothing},
    {"install_subdir", call_nothing},
    {"install_symlink", call_nothing},
    {"is_disabler", call_is_disabler},
    {"is_variable", call_is_variable},
    {"join_paths", call_join_paths},
    {"library", meson_call_target},
    {"local_program", call_program},
    {"message", call_nothing},
    {"project", call_project},
    {"range", call_range},
    {"run_command", call_command},
    {"run_target", call_nothing},
    {"set_variable", call_set_variable},
    {"shared_library", meson_call_target},
    {"shared_module", meson_call_target},
    {"static_library", meson_call_target},
    {"structured_sources", call_nothing},
    {"subdir", call_subdir},
    {"subdir_done", call_subdir_done},
    {"subproject", call_subproject},
    {"summary", call_nothing},
    {"test", call_nothing},
    {"unset_variable", call_unset_variable},
    {"vcs_tag", call_nothing},
    {"warning", call_nothing},
};

static const MesonValue *call_enabled(MesonReading *self, const MesonNode *call)
{
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (strcmp(functions[i].name, call->text) == 0) {
            return functions[i].call(self, call);
        }
    }
    meson_ledger(self, "unknown command", call->text, call->line);
    return meson_unknown(self, call->text);
}

const MesonValue *meson_call(MesonReading *self, const MesonNode *call)
{
    Guard enabled = meson_enabled(self, NULL, call);
    if (guard_is_false(enabled)) {
        return meson_disabler(self, meson_thing(self, MESON_OTHER, NULL, GUARD_FALSE), GUARD_TRUE);
    }
    Guard path = self->path;
    self->path = guard_and(self->guards, path, enabled);
    const MesonValue *value = call_enabled(self, call);
    self->path = path;
    return meson_enabled_result(self, value, enabled);
}
