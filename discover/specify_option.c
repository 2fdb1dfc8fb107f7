/* What an option's own definitions say: its kind, flag and existence. */
#include "core/point_flag.h"
#include "core/switch_word.h"
#include "discover/specify_internal.h"
#include <string.h>

gboolean specify_is_set(const char *text)
{
    return text != NULL && *text != '\0' && !switch_word_is_off_or_missing(text);
}

static gboolean is_number(const char *text)
{
    return text != NULL && *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static const char *first_default(const Option *option)
{
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        for (guint k = 0; definition->defaults != NULL && k < definition->defaults->len; k++) {
            const DefaultValue *value = definition->defaults->pdata[k];
            if (value->value != NULL) {
                return value->value;
            }
        }
    }
    return NULL;
}

/* "N" as the text that a build hands on, which CMake would only take for false where it is tested:
 * nobody who asks has said so. */
static gboolean is_letter_of(const Option *option, const char *value)
{
    return option->builder == BUILDER_CMAKE && option->values->len == 0 && value[1] == '\0';
}

/* Whether nothing but on and off is known of an option with that default. Who compares with "no"
 * alone takes anything else; who compares with "ON" has a switch. */
static gboolean says_on_and_off(const Option *option, const char *fallback)
{
    gboolean on = option->values->len == 0 || switch_word_is_on(fallback);
    for (guint i = 0; i < option->values->len; i++) {
        const char *value = ((const AllowedValue *)option->values->pdata[i])->value;
        if (!switch_word_is_on(value) && !switch_word_is_off(value)) {
            return FALSE;
        }
        on = on || switch_word_is_on(value);
    }
    return on;
}

/* A switch that may be left open: nothing is said by default, and the values are on and off. */
static gboolean is_left_open(const Option *option, const char *fallback)
{
    gboolean off = FALSE;
    for (guint i = 0; i < option->values->len; i++) {
        off = off || switch_word_is_off(((const AllowedValue *)option->values->pdata[i])->value);
    }
    return fallback != NULL && *fallback == '\0' && off && says_on_and_off(option, fallback);
}

/* "e.g. -DTARGETS=70;72" in the help text of TARGETS: a value that says neither on nor off. What
 * comments of makefiles show is often another variable's. */
static gboolean is_shown_with_text(const Option *option)
{
    if (option->builder != BUILDER_CMAKE) {
        return FALSE;
    }
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const char *help = ((const Definition *)option->definitions->pdata[i])->help;
        gsize length = strlen(option->name);
        for (const char *at = help; at != NULL && (at = strstr(at, option->name)) != NULL;) {
            at += length;
            if (*at != '=') {
                continue;
            }
            gsize bytes = strcspn(at + 1, " \t\n\"'`,);].?");
            g_autofree char *value = g_strndup(at + 1, bytes);
            if (g_ascii_isalnum(*value) && !switch_word_is_on(value) &&
                !switch_word_is_off(value)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

PointKind specify_kind(const Option *option, const Decision *decision)
{
    if (option_is_feature(option)) {
        return POINT_SWITCH;
    }
    guint words = 0;
    guint count = decision->values == NULL ? 0 : decision->values->len;
    for (guint i = 0; i < count; i++) {
        const char *value = ((const ValueDecision *)decision->values->pdata[i])->value->value;
        words += switch_word_is_on(value) || switch_word_is_off(value) ? 1 : 0;
    }
    if (count > words) {
        return POINT_CHOICE;
    }
    const char *value = first_default(option);
    gboolean on_off = value == NULL
                          ? option->values->len > 0
                          : *value != '\0' && !is_number(value) && !is_letter_of(option, value) &&
                                (switch_word_is_on(value) || switch_word_is_off(value));
    if (option->type == OPTION_BOOL || option->asks_whether) {
        return POINT_SWITCH;
    }
    /* What names machines and is off by default leaves them to the compiler. */
    gboolean named = decision->lists_machines && !switch_word_is_on(value);
    gboolean answers =
        words >= 2 ||
        (!named && ((on_off && says_on_and_off(option, value)) || is_left_open(option, value)));
    if (answers && !is_shown_with_text(option)) {
        return POINT_SWITCH;
    }
    if (option->type == OPTION_PATH || option->type == OPTION_FILEPATH) {
        return POINT_PATH;
    }
    return is_number(value) || option->number ? POINT_NUMBER : POINT_STRING;
}

/* A switch of a script that somebody wrote by hand, which wants a word all the same: the one that
 * says on; NULL for any other. */
static const char *wanted_word(const Option *option)
{
    if (argument_sense(option->name) == ARGUMENT_WITH) {
        return NULL;
    }
    for (guint i = 0; i < option->values->len; i++) {
        const char *value = ((const AllowedValue *)option->values->pdata[i])->value;
        if (switch_word_is_on(value)) {
            return value;
        }
    }
    return NULL;
}

/* A configure script names both ways of a switch: --enable-x, --disable-x. */
static const char *configure_flag(Arena *arena, const Option *option, PointKind kind,
                                  const char *value)
{
    const char *name = option->name;
    const char *word = wanted_word(option);
    if (word != NULL && value == NULL && kind == POINT_SWITCH) {
        value = word;
    }
    if (*name != '-' || (word != NULL && value != NULL)) {
        return arena_printf(arena, "%s=%s", name, value == NULL ? "" : value);
    }
    if (switch_word_is_off(value) && argument_sense(name) == ARGUMENT_WITH) {
        return argument_opposite(arena, name);
    }
    gboolean bare = value == NULL ? kind == POINT_SWITCH : switch_word_is_on(value);
    return bare ? name : arena_printf(arena, "%s=%s", name, value == NULL ? "" : value);
}

/* A variable that scripts and makefiles ask for takes the words that they know. */
static gboolean is_variable(const Option *option)
{
    return option->builder == BUILDER_MAKE || option->builder == BUILDER_ENVIRONMENT;
}

/* The word for on, or for off, that the project itself uses; `usual` when it names none. */
static const char *own_word(const Option *option, gboolean on, const char *usual)
{
    if (option_is_feature(option)) {
        return on ? "enabled" : "disabled";
    }
    for (guint i = 0; is_variable(option) && i < option->values->len; i++) {
        const char *value = ((const AllowedValue *)option->values->pdata[i])->value;
        /* Of a switch the reader names the word for on alone, "T" among others. */
        gboolean named = option->type == OPTION_BOOL && option->builder == BUILDER_MAKE;
        gboolean off = switch_word_is_off(value);
        if (on ? switch_word_is_on(value) || (named && !off) : off) {
            return value;
        }
    }
    return usual;
}

const char *specify_flag(Arena *arena, const Option *option, PointKind kind, const char *value)
{
    /* What "on" is called on the command line of the build tool. */
    static const struct {
        const char *prefix;
        const char *on;
    } forms[] = {
        [BUILDER_CMAKE] = {"-D", "ON"},    [BUILDER_AUTOTOOLS] = {"", "yes"},
        [BUILDER_MAKE] = {"", "1"},        [BUILDER_MESON] = {"-D", "true"},
        [BUILDER_ENVIRONMENT] = {"", "1"}, [BUILDER_OTHER] = {"", "1"},
    };
    if (option->builder == BUILDER_AUTOTOOLS) {
        return configure_flag(arena, option, kind, value);
    }
    /* Targets are given by themselves, and makefiles have many words for "on". */
    if (option->builder == BUILDER_MAKE && strcmp(option->name, OPTION_TARGETS) == 0) {
        return value != NULL ? value : "";
    }
    /* What is defined to be nothing special is 1: "FLAGS+=-DNAME"; a word is there: "LIST+=word".
     */
    if (kind == POINT_SWITCH && value == NULL && is_variable(option) &&
        strstr(option->name, OPTION_WORD) != NULL) {
        return option->name;
    }
    if (value == NULL && kind == POINT_SWITCH) {
        value = own_word(option, TRUE, forms[option->builder].on);
    }
    if (value == NULL) {
        value = "";
    }
    return arena_printf(arena, "%s%s=%s", forms[option->builder].prefix, option->name, value);
}

const char *specify_flag_off(Arena *arena, const Option *option)
{
    /* A variable of make that is empty is set to nothing, which all ways to ask take for "off". */
    static const char *const words[] = {
        [BUILDER_CMAKE] = "OFF",   [BUILDER_AUTOTOOLS] = "no",  [BUILDER_MAKE] = "",
        [BUILDER_MESON] = "false", [BUILDER_ENVIRONMENT] = "0", [BUILDER_OTHER] = "0",
    };
    return specify_flag(arena, option, POINT_SWITCH,
                        own_word(option, FALSE, words[option->builder]));
}

/* Conditions with more alternatives than this are left as they are. */
#define ALTERNATIVES_MAX 32u

static guint part_count(const Condition *condition)
{
    return condition->kind == CONDITION_ALL ? condition->operand_count : 1;
}

static const Condition *part_at(const Condition *condition, guint index)
{
    return condition->kind == CONDITION_ALL ? condition->operands[index] : condition;
}

static gboolean has_part(const Condition *condition, const Condition *part)
{
    for (guint i = 0; i < part_count(condition); i++) {
        if (condition_equal(part_at(condition, i), part)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "A and X" and "A and not X" are A together; NULL when the two are no such pair. */
static const Condition *merge_pair(Arena *arena, const Condition *a, const Condition *b)
{
    if (part_count(a) != part_count(b)) {
        return NULL;
    }
    g_autoptr(GPtrArray) common = g_ptr_array_new();
    const Condition *extra = NULL;
    for (guint i = 0; i < part_count(a); i++) {
        const Condition *part = part_at(a, i);
        if (has_part(b, part)) {
            g_ptr_array_add(common, (gpointer)part);
        } else if (extra == NULL) {
            extra = part;
        } else {
            return NULL;
        }
    }
    if (extra == NULL || !has_part(b, condition_not(arena, extra))) {
        return NULL;
    }
    return condition_all(arena, (const Condition *const *)common->pdata, common->len);
}

/* Whether an alternative says all that another says, and more, so that it adds nothing. */
static gboolean is_absorbed(const Condition *alternative, const Condition *by)
{
    for (guint i = 0; i < part_count(by); i++) {
        if (!has_part(alternative, part_at(by, i))) {
            return FALSE;
        }
    }
    return part_count(alternative) > part_count(by);
}

/* In "A or not A and B" the second "not A" is no news. */
static const Condition *without_part(Arena *arena, const Condition *alternative,
                                     const Condition *part)
{
    g_autoptr(GPtrArray) rest = g_ptr_array_new();
    for (guint i = 0; i < part_count(alternative); i++) {
        if (!condition_equal(part_at(alternative, i), part)) {
            g_ptr_array_add(rest, (gpointer)part_at(alternative, i));
        }
    }
    return condition_all(arena, (const Condition *const *)rest->pdata, rest->len);
}

static const Condition *reduce(Arena *arena, const Condition *any)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (guint i = 0; i < any->operand_count; i++) {
        const Condition *way = any->operands[i];
        gboolean absorbed = FALSE;
        for (guint k = 0; k < any->operand_count && !absorbed; k++) {
            const Condition *other = any->operands[k];
            absorbed = k != i && is_absorbed(way, other);
            if (k != i && part_count(other) == 1) {
                way = without_part(arena, way, condition_not(arena, other));
            }
        }
        if (!absorbed) {
            g_ptr_array_add(kept, (gpointer)way);
        }
    }
    return condition_any(arena, (const Condition *const *)kept->pdata, kept->len);
}

const Condition *specify_any(Arena *arena, const Condition *const *conditions, guint count)
{
    const Condition *any = condition_any(arena, conditions, count);
    if (any->kind != CONDITION_ANY || any->operand_count > ALTERNATIVES_MAX) {
        return any;
    }
    any = reduce(arena, any);
    if (any->kind != CONDITION_ANY) {
        return any;
    }
    /* Each merger leaves one alternative less, so that this ends. */
    for (guint i = 0; i < any->operand_count; i++) {
        for (guint k = i + 1; k < any->operand_count; k++) {
            const Condition *merged = merge_pair(arena, any->operands[i], any->operands[k]);
            if (merged == NULL) {
                continue;
            }
            g_autoptr(GPtrArray) rest = g_ptr_array_new();
            for (guint m = 0; m < any->operand_count; m++) {
                if (m != k) {
                    g_ptr_array_add(rest, (gpointer)(m == i ? merged : any->operands[m]));
                }
            }
            return specify_any(arena, (const Condition *const *)rest->pdata, rest->len);
        }
    }
    return any;
}

/* The condition where nobody gives the option: that the option is nothing holds. */
static const Condition *left_out(Arena *arena, const Condition *condition, const char *option)
{
    if (!condition_mentions(condition, option)) {
        return condition;
    }
    if (condition->kind == CONDITION_ATOM) {
        gboolean nothing =
            g_strcmp0(condition->relation, "=") == 0 && g_strcmp0(condition->value, "") == 0;
        return nothing ? condition_true() : condition;
    }
    g_autoptr(GPtrArray) operands = g_ptr_array_new();
    for (guint i = 0; i < condition->operand_count; i++) {
        g_ptr_array_add(operands, (gpointer)left_out(arena, condition->operands[i], option));
    }
    const Condition *const *parts = (const Condition *const *)operands->pdata;
    return condition->kind == CONDITION_NOT   ? condition_not(arena, parts[0])
           : condition->kind == CONDITION_ALL ? condition_all(arena, parts, operands->len)
                                              : condition_any(arena, parts, operands->len);
}

/* Whether each declaration asks that nobody has given the option, "if(NOT DEFINED NAME) set(NAME
 * ... CACHE ...)", and nothing else of it. Where another comes first, that it is nothing is what
 * somebody chose. */
static gboolean is_for_nobody(Arena *arena, const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Condition *exists = ((const Definition *)option->definitions->pdata[i])->exists;
        if (exists == NULL || !condition_mentions(exists, option->name)) {
            return FALSE;
        }
        const Condition *rest = left_out(arena, exists, option->name);
        if (rest->kind == CONDITION_FALSE || condition_mentions(rest, option->name)) {
            return FALSE;
        }
    }
    return TRUE;
}

const Condition *specify_declared_where(Specifier *self, const Option *option,
                                        const Definition *definition)
{
    const Condition *exists = definition->exists != NULL ? definition->exists : condition_true();
    return is_for_nobody(self->arena, option) ? left_out(self->arena, exists, option->name)
                                              : exists;
}

const Condition *specify_existence(Specifier *self, const Option *option)
{
    if (option_is_told_beside_force(option)) {
        return condition_true();
    }
    g_autoptr(GPtrArray) conditions = g_ptr_array_new();
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        g_ptr_array_add(conditions, (gpointer)specify_declared_where(
                                        self, option, option->definitions->pdata[i]));
    }
    return conditions->len == 0
               ? condition_true()
               : specify_plain(self,
                               specify_any(self->arena, (const Condition *const *)conditions->pdata,
                                           conditions->len));
}
