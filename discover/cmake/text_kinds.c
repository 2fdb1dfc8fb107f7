#include "discover/cmake/text_kinds.h"
#include "core/word_list.h"
#include <string.h>

/* Commands whose arguments name no variable that they set. All others may set what they are given.
 */
static const char *const harmless[] = {"add_compile_definitions",
                                       "add_compile_options",
                                       "add_custom_command",
                                       "add_custom_target",
                                       "add_definitions",
                                       "add_dependencies",
                                       "add_executable",
                                       "add_library",
                                       "add_link_options",
                                       "add_subdirectory",
                                       "add_test",
                                       "cmake_minimum_required",
                                       "cmake_policy",
                                       "else",
                                       "elseif",
                                       "enable_language",
                                       "endforeach",
                                       "endfunction",
                                       "endif",
                                       "endmacro",
                                       "endwhile",
                                       "find_dependency",
                                       "find_package",
                                       "if",
                                       "include_directories",
                                       "install",
                                       "link_directories",
                                       "link_libraries",
                                       "mark_as_advanced",
                                       "message",
                                       "set_property",
                                       "set_source_files_properties",
                                       "set_target_properties",
                                       "set_tests_properties",
                                       "source_group",
                                       "target_compile_definitions",
                                       "target_compile_features",
                                       "target_compile_options",
                                       "target_include_directories",
                                       "target_link_libraries",
                                       "target_link_options",
                                       "target_sources",
                                       "while",
                                       NULL};

/* Commands that a file of settings has; one that a person gives with "cmake -C" has no others. It
 * may look for what is there. */
static const char *const setting[] = {"else",
                                      "elseif",
                                      "endif",
                                      "execute_process",
                                      "find_file",
                                      "find_library",
                                      "find_path",
                                      "find_program",
                                      "get_filename_component",
                                      "if",
                                      "include",
                                      "list",
                                      "message",
                                      "option",
                                      "set",
                                      "site_name",
                                      "string",
                                      "unset",
                                      NULL};

/* CMake's own commands among those that set their first argument most often; any other may be a
 * function that offers it to people. */
static const char *const writing[] = {"cmake_dependent_option",
                                      "file",
                                      "find_file",
                                      "find_library",
                                      "find_path",
                                      "find_program",
                                      "foreach",
                                      "list",
                                      "option",
                                      "set",
                                      "string",
                                      "unset",
                                      NULL};

gboolean text_command_sets_nothing(const char *name)
{
    return g_strv_contains(harmless, name);
}

gboolean text_command_is_setting(const char *name)
{
    return g_strv_contains(setting, name);
}

gboolean text_command_writes(const char *name)
{
    return g_strv_contains(writing, name);
}

/* Of these CMake has two for each package, which a project that asks for one itself means as well;
 * CMAKE_INSIST_FIND_PACKAGE_X is its own. */
static gboolean is_about_package(const char *name)
{
    return strstr(name, "_FIND_PACKAGE_") != NULL;
}

gboolean text_variable_is_foreign(const char *name)
{
    static const char *const prefixes[] = {"_",     "CMAKE_", "CPACK_",   "CTEST_",
                                           "XAAS_", "ARG",    "PROJECT_", "FIND_PACKAGE_MESSAGE_"};
    /* Where packages are, which no description sets because CMake or a person does. */
    static const char *const endings[] = {
        "_FOUND",        "_LIBRARY",   "_LIBRARIES",  "_INCLUDE_DIR", "_EXECUTABLE",
        "_INCLUDE_DIRS", "_POPULATED", "_SOURCE_DIR", "_BINARY_DIR",  NULL};
    for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        if (g_str_has_prefix(name, prefixes[i])) {
            return !g_str_has_prefix(name, "CMAKE_") || !is_about_package(name);
        }
    }
    return word_list_ends(endings, name);
}
