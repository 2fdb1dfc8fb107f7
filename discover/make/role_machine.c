/* Variables that hold flags for machines. */
#include "discover/make/reading.h"

const char *make_machine_flag(const char *word)
{
    static const char *const flags[] = {"-arch=", "-gencode", "-march=", "--offload-arch="};
    for (guint i = 0; i < G_N_ELEMENTS(flags); i++) {
        if (g_str_has_prefix(word, flags[i])) {
            return flags[i];
        }
    }
    return NULL;
}

/* The flag for a machine that is all that a value has; NULL for any other value. */
static const char *only_machine_flag(const char *value)
{
    const char *only = NULL;
    g_auto(GStrv) words = g_strsplit_set(value, " \t\\\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *flag = *words[i] != '\0' ? make_machine_flag(words[i]) : only;
        if (flag == NULL ? *words[i] != '\0' : only != NULL && flag != only) {
            return NULL;
        }
        only = flag;
    }
    return only;
}

void make_find_machines(MakeReading *self)
{
    g_autoptr(GHashTable) first = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        const char *flag = variable->setting != NULL ? only_machine_flag(variable->setting) : NULL;
        MakeVariable *other = flag != NULL ? g_hash_table_lookup(first, flag) : NULL;
        if (flag != NULL && other == NULL) {
            g_hash_table_insert(first, (gpointer)flag, variable);
        } else if (other != NULL && strcmp(other->setting, variable->setting) != 0) {
            other->one_of_machines = variable->one_of_machines = TRUE;
        }
    }
}
