/* Assignments to names that another variable is part of: "COMPILER_is_$(COMPILER) := yes". What the
 * makefiles ask for by such a name is theirs, and says what the other one is. Only a word for yes
 * under a name that ends in the variable says that: of "$(COMPILER)_FLAGS = -O2" whatever fits
 * would be taken for a compiler. */
#include "core/switch_word.h"
#include "discover/make/reading.h"
#include "discover/make/template.h"
#include <string.h>

/* An assignment is followed for so many names that the makefiles have. */
#define COMPUTED_NAMES_MAX 64u

/* The fixed part of such a name has so many bytes. */
#define FIXED_BYTES_MIN 4u

/* "^COMPILER_is_(.+?)$", with the variable that the rest is the value of. NULL for another
 * assignment. */
static GRegex *computed_name(MakeReading *self, const MakeStatement *statement,
                             const char **chooser)
{
    const char *name = statement->name;
    const char *choosers[MAKE_CHOOSERS_MAX] = {NULL};
    const char *part = strchr(name, '$');
    if (part == NULL || (gsize)(part - name) < FIXED_BYTES_MIN ||
        !switch_word_is_on(statement->value)) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new("^");
    if (!make_read_pattern(self, name, FALSE, text, choosers) || choosers[1] != NULL ||
        !g_str_has_suffix(text->str, ")")) {
        return NULL;
    }
    g_string_append_c(text, '$');
    *chooser = choosers[0];
    return g_regex_new(text->str, G_REGEX_RAW, 0, NULL);
}

/* The variables that may be meant, in the order of `names`. The caller unrefs it. */
static GPtrArray *variables_meant(const MakeReading *self, const GRegex *regex)
{
    GPtrArray *meant = g_ptr_array_new();
    for (guint i = 0; i < self->names->len; i++) {
        const MakeVariable *variable = self->names->pdata[i];
        if (g_regex_match(regex, variable->name, 0, NULL)) {
            g_ptr_array_add(meant, (gpointer)variable);
        }
    }
    return meant;
}

/* What nothing else assigns is no person's to give. */
static void count_computed(MakeReading *self, const MakeStatement *statement)
{
    const char *chooser = NULL;
    g_autoptr(GRegex) regex = computed_name(self, statement, &chooser);
    g_autoptr(GPtrArray) meant = regex != NULL ? variables_meant(self, regex) : NULL;
    for (guint i = 0; meant != NULL && i < meant->len; i++) {
        MakeVariable *variable = meant->pdata[i];
        if (variable->assigned + variable->defaults + variable->edited + variable->commented == 0) {
            variable->assigned = 1;
            variable->varied = TRUE;
        }
    }
}

void make_survey_computed(MakeReading *self)
{
    for (guint i = 0; i < self->order->len; i++) {
        const MakeFile *file = ((const MakeSource *)self->order->pdata[i])->file;
        for (guint k = 0; k < file->statements->len; k++) {
            const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, k);
            if (statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL) {
                count_computed(self, statement);
            }
        }
    }
}

gboolean make_follow_computed(MakeReading *self, const MakeStatement *statement)
{
    const char *chooser = NULL;
    g_autoptr(GRegex) regex = computed_name(self, statement, &chooser);
    g_autofree char *reference = regex != NULL ? g_strdup_printf("$(%s)", chooser) : NULL;
    const char *hole = regex != NULL ? make_expand_plain(self, reference, self->path) : "";
    Unknown *unknown = unknowns_of_text(self->unknowns, hole);
    g_autoptr(GPtrArray) meant = unknown != NULL ? variables_meant(self, regex) : NULL;
    if (meant == NULL || meant->len == 0 || meant->len > COMPUTED_NAMES_MAX) {
        return FALSE;
    }
    Guard outside = self->path;
    for (guint i = 0; i < meant->len; i++) {
        const MakeVariable *variable = meant->pdata[i];
        g_autoptr(GMatchInfo) match = NULL;
        g_regex_match(regex, variable->name, 0, &match);
        g_autofree char *value = g_match_info_fetch(match, 1);
        MakeStatement named = *statement;
        named.name = arena_strdup(self->scratch, variable->name);
        self->path =
            guard_and(self->guards, outside,
                      unknown_equals(self->unknowns, unknown, arena_intern(self->arena, value)));
        make_follow_assignment(self, &named);
    }
    self->path = outside;
    return TRUE;
}
