/* container/knowledge/cmake.yaml, read once. */
#include "container/build/driver_parts.h"
#include "core/yaml.h"
#include <string.h>

static gboolean malformed(const YamlDocument *document, const char *key, GError **error)
{
    g_autofree char *fault = yaml_member_fault(document, yaml_root(document), key);
    g_set_error_literal(error, CONFIGURE_ERROR, CONFIGURE_ERROR_KNOWLEDGE, fault);
    return FALSE;
}

/* `member` NULL: items are texts, else members of objects. */
static char **texts_of(const json_t *list, const char *member)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        const char *text = json_string_value(member == NULL ? item : json_object_get(item, member));
        if (text == NULL) {
            return NULL;
        }
        g_strv_builder_add(builder, text);
    }
    return json_is_array(list) ? g_strv_builder_end(builder) : NULL;
}

static gboolean read_list(const YamlDocument *document, const char *key, const char *member,
                          char ***list, GError **error)
{
    *list = texts_of(json_object_get(yaml_root(document), key), member);
    return *list != NULL || malformed(document, key, error);
}

static GRegex *whole_pattern(const char *pattern)
{
    g_autofree char *whole = g_strdup_printf("^(?:%s)$", pattern == NULL ? "(" : pattern);
    return g_regex_new(whole, G_REGEX_OPTIMIZE, 0, NULL);
}

static gboolean read_pattern(const YamlDocument *document, const char *key, GRegex **pattern,
                             GError **error)
{
    *pattern = whole_pattern(json_string_value(json_object_get(yaml_root(document), key)));
    return *pattern != NULL || malformed(document, key, error);
}

/* One that is searched for. */
static gboolean read_part(const YamlDocument *document, const char *key, GRegex **pattern,
                          GError **error)
{
    const char *text = json_string_value(json_object_get(yaml_root(document), key));
    *pattern = text == NULL ? NULL : g_regex_new(text, G_REGEX_OPTIMIZE, 0, NULL);
    return *pattern != NULL || malformed(document, key, error);
}

static void step_row_free(gpointer data)
{
    StepRow *row = data;
    g_clear_pointer(&row->pattern, g_regex_unref);
    g_free(row->kind);
    g_free(row);
}

static gboolean read_steps(CMakeDriver *self, const YamlDocument *document, GError **error)
{
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(yaml_root(document), "steps"), index, item)
    {
        StepRow *row = g_new0(StepRow, 1);
        g_ptr_array_add(self->steps, row);
        row->pattern = whole_pattern(json_string_value(json_object_get(item, "pattern")));
        row->kind = g_strdup(json_string_value(json_object_get(item, "kind")));
        if (row->pattern == NULL || row->kind == NULL) {
            return malformed(document, "steps", error);
        }
    }
    return TRUE;
}

static gboolean read_libraries(CMakeDriver *self, const YamlDocument *document, GError **error)
{
    const json_t *object = json_object_get(yaml_root(document), "libraries");
    self->libraries_first = texts_of(json_object_get(object, "first"), NULL);
    self->libraries_last = texts_of(json_object_get(object, "last"), NULL);
    self->libraries_leave = texts_of(json_object_get(object, "leave"), NULL);
    self->libraries_complete = texts_of(json_object_get(object, "complete"), NULL);
    self->libraries_output = g_strdup(json_string_value(json_object_get(object, "output")));
    self->libraries = (LibraryWords){.first = (const char *const *)self->libraries_first,
                                     .last = (const char *const *)self->libraries_last,
                                     .leave = (const char *const *)self->libraries_leave,
                                     .complete = (const char *const *)self->libraries_complete,
                                     .output = self->libraries_output,
                                     .brings = self->libraries_bring,
                                     .calls = self->libraries_call};
    return (self->libraries_first != NULL && self->libraries_last != NULL &&
            self->libraries_leave != NULL && self->libraries_complete != NULL &&
            self->libraries_output != NULL) ||
           malformed(document, "libraries", error);
}

CMakeDriver *cmake_driver_load(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "cmake.yaml", NULL);
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    if (document == NULL) {
        return NULL;
    }
    g_autoptr(CMakeDriver) self = g_new0(CMakeDriver, 1);
    self->steps = g_ptr_array_new_with_free_func(step_row_free);
    self->answers = answers_new();
    self->failures = failures_load(folder, error);
    gboolean read =
        self->failures != NULL && read_list(document, "configure", NULL, &self->configure, error) &&
        read_list(document, "regenerate", NULL, &self->regenerate, error) &&
        read_list(document, "generate", NULL, &self->generate, error) &&
        read_list(document, "keep_going", NULL, &self->keep_going, error) &&
        read_list(document, "only_tell", NULL, &self->only_tell, error) &&
        read_list(document, "list_targets", NULL, &self->list_targets, error) &&
        read_list(document, "list_steps", NULL, &self->list_steps, error) &&
        read_list(document, "list_commands", NULL, &self->list_commands, error) &&
        read_list(document, "list_command_of", NULL, &self->list_command_of, error) &&
        read_list(document, "list_order", NULL, &self->list_order, error) &&
        read_list(document, "list_inputs", NULL, &self->list_inputs, error) &&
        read_list(document, "install", NULL, &self->install, error) &&
        read_list(document, "check", NULL, &self->check, error) &&
        read_list(document, "check_again", NULL, &self->check_again, error) &&
        read_list(document, "check_environment", NULL, &self->check_environment, error) &&
        read_list(document, "defaults", "option", &self->default_options, error) &&
        read_list(document, "defaults", "value", &self->default_values, error) &&
        read_pattern(document, "library_brings", &self->libraries_bring, error) &&
        read_pattern(document, "library_calls", &self->libraries_call, error) &&
        read_pattern(document, "generated_targets", &self->generated_targets, error) &&
        read_pattern(document, "downloads", &self->downloads, error) &&
        read_pattern(document, "keep", &self->keep, error) &&
        read_pattern(document, "leave", &self->leave, error) &&
        read_pattern(document, "leave_source", &self->leave_source, error) &&
        read_pattern(document, "succeeds", &self->succeeds, error) &&
        read_pattern(document, "ends_well", &self->ends_well, error) &&
        read_pattern(document, "starts", &self->starts, error) &&
        read_pattern(document, "shell", &self->shell, error) &&
        read_pattern(document, "setting", &self->setting, error) &&
        read_pattern(document, "needs_shell", &self->needs_shell, error) &&
        read_list(document, "native", NULL, &self->native, error) &&
        read_pattern(document, "install_scripts", &self->install_scripts, error) &&
        read_part(document, "cpu", &self->cpu, error) &&
        read_pattern(document, "cached", &self->cached, error) &&
        read_pattern(document, "quoted", &self->quoted, error) &&
        read_pattern(document, "truncated", &self->truncated, error) &&
        read_pattern(document, "internal", &self->internal, error) &&
        read_pattern(document, "found", &self->found, error) &&
        read_pattern(document, "not_found", &self->not_found, error) &&
        read_part(document, "install_apart", &self->install_apart, error) &&
        read_part(document, "install_rule", &self->install_rule, error) &&
        read_pattern(document, "install_optional", &self->install_optional, error) &&
        read_part(document, "install_from", &self->install_from, error) &&
        read_pattern(document, "check_scripts", &self->check_scripts, error) &&
        read_libraries(self, document, error) && read_steps(self, document, error);
    self->build_system =
        g_strdup(json_string_value(json_object_get(yaml_root(document), "build_system")));
    self->graph = g_strdup(json_string_value(json_object_get(yaml_root(document), "graph")));
    self->says_unused =
        g_strdup(json_string_value(json_object_get(yaml_root(document), "says_unused")));
    self->collides = g_strdup(json_string_value(json_object_get(yaml_root(document), "collides")));
    self->no_rule = g_strdup(json_string_value(json_object_get(yaml_root(document), "no_rule")));
    self->check_none =
        g_strdup(json_string_value(json_object_get(yaml_root(document), "check_none")));
    self->build_file =
        g_strdup(json_string_value(json_object_get(yaml_root(document), "build_file")));
    self->prefix = g_strdup(json_string_value(json_object_get(yaml_root(document), "prefix")));
    self->cache = g_strdup(json_string_value(json_object_get(yaml_root(document), "cache")));
    read = read && (self->prefix != NULL || malformed(document, "prefix", error)) &&
           (self->cache != NULL || malformed(document, "cache", error)) &&
           (self->build_file != NULL || malformed(document, "build_file", error)) &&
           (self->collides != NULL || malformed(document, "collides", error)) &&
           (self->no_rule != NULL || malformed(document, "no_rule", error)) &&
           (self->check_none != NULL || malformed(document, "check_none", error)) &&
           (self->graph != NULL || malformed(document, "graph", error)) &&
           (self->says_unused != NULL || malformed(document, "says_unused", error)) &&
           (self->build_system != NULL || malformed(document, "build_system", error)) &&
           (g_strv_length(self->native) == 2 || malformed(document, "native", error));
    return read ? g_steal_pointer(&self) : NULL;
}

void cmake_driver_free(CMakeDriver *self)
{
    if (self == NULL) {
        return;
    }
    char **const lists[] = {self->configure,       self->generate,
                            self->list_targets,    self->list_steps,
                            self->list_commands,   self->list_command_of,
                            self->list_order,      self->default_options,
                            self->install,         self->default_values,
                            self->native,          self->check,
                            self->check_again,     self->check_environment,
                            self->libraries_first, self->libraries_last,
                            self->libraries_leave, self->libraries_complete,
                            self->keep_going,      self->only_tell,
                            self->regenerate,      self->list_inputs};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_strfreev(lists[i]);
    }
    g_clear_pointer(&self->failures, failures_free);
    g_clear_pointer(&self->generated_targets, g_regex_unref);
    g_clear_pointer(&self->libraries_bring, g_regex_unref);
    g_clear_pointer(&self->libraries_call, g_regex_unref);
    g_clear_pointer(&self->cpu, g_regex_unref);
    g_clear_pointer(&self->cached, g_regex_unref);
    g_clear_pointer(&self->quoted, g_regex_unref);
    g_clear_pointer(&self->truncated, g_regex_unref);
    g_clear_pointer(&self->internal, g_regex_unref);
    g_clear_pointer(&self->found, g_regex_unref);
    g_clear_pointer(&self->not_found, g_regex_unref);
    g_clear_pointer(&self->downloads, g_regex_unref);
    g_clear_pointer(&self->keep, g_regex_unref);
    g_clear_pointer(&self->leave, g_regex_unref);
    g_clear_pointer(&self->leave_source, g_regex_unref);
    g_clear_pointer(&self->succeeds, g_regex_unref);
    g_clear_pointer(&self->ends_well, g_regex_unref);
    g_clear_pointer(&self->starts, g_regex_unref);
    g_clear_pointer(&self->shell, g_regex_unref);
    g_clear_pointer(&self->setting, g_regex_unref);
    g_clear_pointer(&self->needs_shell, g_regex_unref);
    g_free(self->build_system);
    g_free(self->prefix);
    g_free(self->cache);
    g_free(self->graph);
    g_free(self->collides);
    g_free(self->no_rule);
    g_free(self->check_none);
    g_free(self->says_unused);
    g_free(self->build_file);
    g_free(self->libraries_output);
    g_clear_pointer(&self->install_scripts, g_regex_unref);
    g_clear_pointer(&self->install_apart, g_regex_unref);
    g_clear_pointer(&self->install_rule, g_regex_unref);
    g_clear_pointer(&self->install_optional, g_regex_unref);
    g_clear_pointer(&self->install_from, g_regex_unref);
    g_clear_pointer(&self->check_scripts, g_regex_unref);
    g_ptr_array_unref(self->steps);
    answers_free(self->answers);
    g_free(self);
}

const Failures *configure_failures(const CMakeDriver *driver)
{
    return driver->failures;
}

const char *configure_placeholder(const CMakeDriver *driver)
{
    return driver->prefix;
}

void configure_native(const CMakeDriver *driver, const char **c, const char **cxx)
{
    *c = driver->native[0];
    *cxx = driver->native[1];
}

const char *configure_build_system(const CMakeDriver *driver)
{
    return driver->build_system;
}

gboolean configure_only_succeeds(const CMakeDriver *driver, const char *command)
{
    return g_regex_match(driver->succeeds, command, 0, NULL);
}

gboolean configure_ends_well(const CMakeDriver *driver, const char *command)
{
    return g_regex_match(driver->ends_well, command, 0, NULL);
}

const char *configure_build_file(const CMakeDriver *driver)
{
    return driver->build_file;
}

gboolean configure_leaves_source(const CMakeDriver *driver, const char *name)
{
    return g_regex_match(driver->leave_source, name, 0, NULL);
}

gboolean configure_is_install_script(const CMakeDriver *driver, const char *path)
{
    return g_regex_match(driver->install_scripts, path, 0, NULL);
}

gboolean configure_is_script(const CMakeDriver *driver, const char *path)
{
    return configure_is_install_script(driver, path) ||
           g_regex_match(driver->check_scripts, path, 0, NULL);
}

const char *const *configure_install(const CMakeDriver *driver)
{
    return (const char *const *)driver->install;
}

const LibraryWords *configure_library_words(const CMakeDriver *driver)
{
    return &driver->libraries;
}

const char *const *configure_check(const CMakeDriver *driver)
{
    return (const char *const *)driver->check;
}

const char *configure_check_none(const CMakeDriver *driver)
{
    return driver->check_none;
}

const char *const *configure_check_again(const CMakeDriver *driver)
{
    return (const char *const *)driver->check_again;
}

const char *const *configure_check_environment(const CMakeDriver *driver)
{
    return (const char *const *)driver->check_environment;
}
