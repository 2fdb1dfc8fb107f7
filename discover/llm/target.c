#include "discover/llm/target.h"
#include "core/switch_word.h"
#include "discover/classify/words.h"
#include <string.h>

#define NAME_BYTES_MAX 128u

gboolean target_same_words(const char *a, const char *b)
{
    char left[NAME_BYTES_MAX];
    char right[NAME_BYTES_MAX];
    words_squash(a, left, sizeof left);
    words_squash(b, right, sizeof right);
    return *left != '\0' && strcmp(left, right) == 0;
}

/* By its exact name, else by the only one that differs in letter case alone. */
static const Point *find_point(const Ground *self, const char *name)
{
    const GPtrArray *points = self->options->points;
    const Point *found = NULL;
    guint similar = 0;
    for (guint i = 0; i < points->len; i++) {
        const Point *point = points->pdata[i];
        if (strcmp(point->option, name) == 0) {
            return point;
        }
        if (g_ascii_strcasecmp(point->option, name) == 0) {
            found = point;
            similar++;
        }
    }
    return similar == 1 ? found : NULL;
}

/* As the build takes the value, as the project shows it ("fftpack[built-in]" for fftpack), or with
 * other letter case and punctuation. */
static const PointValue *find_value(const Point *point, const char *text, gboolean *shown)
{
    *shown = FALSE;
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (strcmp(value->value, text) == 0) {
            return value;
        }
    }
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (target_same_words(value->value, text)) {
            return value;
        }
    }
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (g_strcmp0(value->name, text) == 0) {
            *shown = TRUE;
            return value;
        }
    }
    return NULL;
}

/* Reads one word of a flag: "-DNAME", "NAME=VALUE", "-DNAME:TYPE=VALUE", "--enable-x=y". `name` is
 * that of the claim's entry, or NULL. FALSE when no such option or value exists. */
gboolean target_read_word(const Ground *self, const char *word, const char *name, Target *target)
{
    const char *start = g_str_has_prefix(word, "-D") ? word + 2 : word;
    gsize length = strcspn(start, "=");
    g_autofree char *option = g_strndup(start, length);
    const char *text = start[length] == '=' ? start + length + 1 : NULL;
    char *colon = strchr(option, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
    const Point *point = find_point(self, option);
    if (point == NULL) {
        return FALSE;
    }
    *target = (Target){.point = point};
    if (point->kind != POINT_CHOICE) {
        target->off = text != NULL && point->kind == POINT_SWITCH && switch_word_is_off(text);
        return TRUE;
    }
    /* A choice is claimed with one of its values, said in the flag or by the entry's name. */
    target->value = text != NULL ? find_value(point, text, &target->shown) : NULL;
    if (target->value == NULL && name != NULL && (text == NULL || switch_word_is_on(text))) {
        target->value = find_value(point, name, &target->shown);
    }
    return target->value != NULL || point->free_form || (text == NULL && name == NULL);
}

char *target_flag(const Target *target, const char *word)
{
    const char *flag = target->point->flag;
    if (target->value != NULL) {
        return target->shown ? g_strconcat(flag, target->value->name, NULL)
                             : g_strdup(target->value->flag);
    }
    const char *equals = strchr(flag, '=');
    if (target->point->kind == POINT_SWITCH || target->point->kind == POINT_CHOICE) {
        /* The layout writes a switch without its value, but not its contrary. */
        gsize length = equals == NULL ? strlen(flag) : (gsize)(equals - flag);
        g_autofree char *bare = g_strndup(flag, length);
        return target->off ? g_strconcat(bare, "=OFF", NULL) : g_steal_pointer(&bare);
    }
    const char *text = strchr(word, '=');
    gsize length = equals == NULL ? strlen(flag) : (gsize)(equals - flag);
    g_autofree char *bare = g_strndup(flag, length);
    return g_strconcat(bare, text != NULL ? text : "", NULL);
}

/* A flag may be several words; all of them have to exist. NULL when one does not. `last` receives
 * what the last of them is. */
char *target_read_flag(const Ground *self, const char *flag, const char *name, Target *last)
{
    /* Quotes are a shell's business, wherever in a word they stand. */
    g_autoptr(GString) plain = g_string_new(flag);
    g_string_replace(plain, "\"", "", 0);
    g_string_replace(plain, "'", "", 0);
    g_string_replace(plain, "`", "", 0);
    g_auto(GStrv) words = g_strsplit_set(plain->str, " \t\n,;", -1);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] == '\0' || strcmp(words[i], "-D") == 0) {
            continue;
        }
        if (!target_read_word(self, words[i], name, last)) {
            return NULL;
        }
        g_autofree char *right = target_flag(last, words[i]);
        g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", right);
    }
    return text->len > 0 ? g_strdup(text->str) : NULL;
}

/* The only value of that name among the options of a section; FALSE when there is none, or more. */
gboolean target_find_by_name(const Ground *self, ReferenceSection section, const char *name,
                             Target *target)
{
    const GPtrArray *points = self->options->points;
    guint found = 0;
    for (guint i = 0; i < points->len; i++) {
        const Point *point = points->pdata[i];
        if (point->kind != POINT_CHOICE || reference_section_of(point->category) != section) {
            continue;
        }
        gboolean shown = FALSE;
        const PointValue *value = find_value(point, name, &shown);
        if (value != NULL) {
            *target = (Target){.point = point, .value = value, .shown = shown};
            found++;
        }
    }
    return found == 1;
}

static Holds atom_holds(const Ground *self, const Condition *atom)
{
    const Point *point =
        atom->subject_kind == CONDITION_SUBJECT_OPTION ? find_point(self, atom->subject) : NULL;
    const char *chosen = point == NULL ? NULL : point->default_value;
    if (chosen == NULL || (atom->relation != NULL && strcmp(atom->relation, "=") != 0)) {
        return HOLDS_UNKNOWN;
    }
    gboolean holds = atom->relation != NULL ? strcmp(chosen, atom->value) == 0
                                            : *chosen != '\0' && !switch_word_is_off(chosen);
    return holds ? HOLDS : HOLDS_NOT;
}

Holds target_holds_by_default(const Ground *self, const Condition *condition)
{
    Holds result = HOLDS;
    switch (condition->kind) {
    case CONDITION_TRUE:
        return HOLDS;
    case CONDITION_FALSE:
        return HOLDS_NOT;
    case CONDITION_ATOM:
        return atom_holds(self, condition);
    case CONDITION_NOT:
        return HOLDS - target_holds_by_default(self, condition->operands[0]);
    case CONDITION_ALL:
        for (guint i = 0; i < condition->operand_count; i++) {
            result = MIN(result, target_holds_by_default(self, condition->operands[i]));
        }
        return result;
    case CONDITION_ANY:
        result = HOLDS_NOT;
        for (guint i = 0; i < condition->operand_count; i++) {
            result = MAX(result, target_holds_by_default(self, condition->operands[i]));
        }
        return result;
    }
    return HOLDS_UNKNOWN;
}

/* Whether the claim is the default; `known` is FALSE where the facts do not decide. Of an option
 * that does not exist by default nothing is. */
gboolean target_is_default(const Ground *self, const Target *target, gboolean *known)
{
    const char *chosen = target->point->default_value;
    *known = TRUE;
    if (target_holds_by_default(self, target->point->condition) == HOLDS_NOT) {
        return FALSE;
    }
    *known = chosen != NULL && (target->value != NULL || target->point->kind == POINT_SWITCH);
    if (!*known) {
        return FALSE;
    }
    return target->value != NULL ? strcmp(chosen, target->value->value) == 0
                                 : switch_word_is_on(chosen) != target->off;
}
