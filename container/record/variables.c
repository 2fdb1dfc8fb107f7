#include "container/record/variables.h"

const char *const record_variable_names[] = {"CPATH",
                                             "C_INCLUDE_PATH",
                                             "CPLUS_INCLUDE_PATH",
                                             "OBJC_INCLUDE_PATH",
                                             "LIBRARY_PATH",
                                             "GCC_EXEC_PREFIX",
                                             "LD_RUN_PATH",
                                             "CCC_OVERRIDE_OPTIONS",
                                             NULL};

char *record_variables(void)
{
    GString *text = g_string_new(NULL);
    for (gsize i = 0; record_variable_names[i] != NULL; i++) {
        const char *value = g_getenv(record_variable_names[i]);
        if (value != NULL && *value != '\0') {
            g_string_append_printf(text, "%s=%s;", record_variable_names[i], value);
        }
    }
    return g_string_free(text, FALSE);
}
