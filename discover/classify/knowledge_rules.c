#include "core/word_list.h"
#include "discover/classify/knowledge_reader.h"
#include <string.h>

/* When a file says none. */
#define WEIGHT_RULE 3.0

typedef gboolean (*TakeWord)(const KnowledgeReader *self, const json_t *node, const char *word,
                             Requirement *requirement);

/* "a|b": alternatives for one requirement. */
static gboolean each_alternative(const KnowledgeReader *self, const json_t *node, const char *text,
                                 TakeWord take, Requirement *requirement)
{
    g_auto(GStrv) alternatives = g_strsplit(text, "|", -1);
    for (char **alternative = alternatives; *alternative != NULL; alternative++) {
        if (!take(self, node, g_strstrip(*alternative), requirement)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean take_trait(const KnowledgeReader *self, const json_t *node, const char *word,
                           Requirement *requirement)
{
    static const char *const traits[] = {
#define X(id, spelling) spelling,
        RULE_TRAITS(X)
#undef X
            NULL};
    guint trait;
    if (!word_list_find(traits, word, &trait)) {
        g_autofree char *all = g_strjoinv(", ", (char **)traits);
        return reader_fail(self, node, "an option has no trait \"%s\"; traits: %s", word, all);
    }
    trait_set_add(&requirement->traits, trait);
    return TRUE;
}

static gboolean take_term(const KnowledgeReader *self, const json_t *node, const char *word,
                          Requirement *requirement)
{
    return word[0] == '@' ? reader_take_category(self, node, word + 1, &requirement->categories)
                          : reader_take_term(self, node, word, requirement->terms);
}

/* A set has no sets in it, so none can lead back to itself. */
static gboolean take_term_or_set(const KnowledgeReader *self, const json_t *node, const char *word,
                                 Requirement *requirement)
{
    const char *set = g_hash_table_lookup(self->knowledge->sets, word);
    if (set == NULL) {
        return take_term(self, node, word, requirement);
    }
    if (knowledge_term(self->knowledge, word) != NULL) {
        return reader_fail(self, node, "\"%s\" is a term and a set; rename one", word);
    }
    return each_alternative(self, node, set, take_term, requirement);
}

static void group_free(GPtrArray *group)
{
    for (guint i = 0; i < group->len; i++) {
        Requirement *requirement = g_ptr_array_index(group, i);
        g_array_unref(requirement->terms);
    }
    g_ptr_array_unref(group);
}

typedef struct {
    GPtrArray *group;
    RulePlace place;
} GroupPlace;

static gboolean take_requirement(const KnowledgeReader *self, const json_t *node, const char *text,
                                 void *data)
{
    const GroupPlace *into = data;
    Requirement *requirement = arena_new0(self->knowledge->arena, Requirement);
    requirement->place = into->place;
    requirement->terms = g_array_new(FALSE, FALSE, sizeof(guint));
    g_ptr_array_add(into->group, requirement);
    return each_alternative(
        self, node, text, into->place == PLACE_OPTION ? take_trait : take_term_or_set, requirement);
}

static gboolean read_group(const KnowledgeReader *self, json_t *node, GPtrArray *groups)
{
    static const char *const places[] = {
#define X(id, text) text,
        RULE_PLACES(X)
#undef X
            NULL};
    if (!reader_check_keys(self, node, "a condition", places)) {
        return FALSE;
    }
    GPtrArray *group = g_ptr_array_new();
    g_ptr_array_add(groups, group);
    for (guint place = 0; place < PLACE_COUNT; place++) {
        GroupPlace into = {.group = group, .place = place};
        if (!reader_each_text(self, node, places[place], take_requirement, &into)) {
            return FALSE;
        }
    }
    if (group->len == 0) {
        return reader_fail(self, node, "a condition must ask for something");
    }
    return TRUE;
}

static gboolean read_groups(const KnowledgeReader *self, json_t *node, const char *key,
                            gboolean required, GPtrArray *groups)
{
    json_t *value = json_object_get(node, key);
    if (value == NULL) {
        return !required ||
               reader_fail(self, node, "\"%s\" is missing; say when the rule holds", key);
    }
    if (!json_is_array(value)) {
        return read_group(self, value, groups);
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!read_group(self, json_array_get(value, i), groups)) {
            return FALSE;
        }
    }
    return TRUE;
}

void knowledge_rule_free(Rule *rule)
{
    g_ptr_array_unref(rule->when);
    g_ptr_array_unref(rule->unless);
}

/* What a rule says of its rejection besides the reason. */
static gboolean read_mark(const KnowledgeReader *self, json_t *node, const char *key,
                          gboolean rejects, gboolean *mark)
{
    const json_t *value = json_object_get(node, key);
    if (value != NULL && (!rejects || !json_is_boolean(value))) {
        return reader_fail(self, value, "\"%s\" is true or false, and stands with \"rejects\"",
                           key);
    }
    *mark = json_is_true(value);
    return TRUE;
}

static gboolean read_rule(const KnowledgeReader *self, json_t *node)
{
    static const char *const keys[] = {"id",     "category", "rejects", "beside", "absence",
                                       "reason", "when",     "unless",  "weight", NULL};
    if (!reader_check_keys(self, node, "a rule", keys)) {
        return FALSE;
    }
    Knowledge *k = self->knowledge;
    Rule *rule = arena_new0(k->arena, Rule);
    rule->when = g_ptr_array_new_with_free_func((GDestroyNotify)group_free);
    rule->unless = g_ptr_array_new_with_free_func((GDestroyNotify)group_free);
    g_ptr_array_add(k->rules, rule);
    const char *category;
    const char *rejects;
    if (!reader_text(self, node, "id", TRUE, &rule->id) ||
        !reader_text(self, node, "category", FALSE, &category) ||
        !reader_text(self, node, "rejects", FALSE, &rejects) ||
        !reader_text(self, node, "reason", rejects == NULL, &rule->reason) ||
        !reader_weight(self, node, WEIGHT_RULE, &rule->weight) ||
        !read_groups(self, node, "when", TRUE, rule->when) ||
        !read_groups(self, node, "unless", FALSE, rule->unless)) {
        return FALSE;
    }
    if ((category == NULL) == (rejects == NULL)) {
        return reader_fail(self, node,
                           "a rule has either \"category\" or \"rejects\" (with the reason)");
    }
    rule->rejects = rejects != NULL;
    if (!read_mark(self, node, "beside", rule->rejects, &rule->beside) ||
        !read_mark(self, node, "absence", rule->rejects, &rule->absence)) {
        return FALSE;
    }
    if (rule->rejects) {
        rule->reason = rejects;
    } else if (!category_parse(category, &rule->category)) {
        return reader_fail(self, json_object_get(node, "category"),
                           "\"%s\" is no category; docs/knowledge.md lists them", category);
    }
    return TRUE;
}

static gboolean read_references(const KnowledgeReader *self, json_t *node)
{
    const char *id = json_string_value(json_object_get(node, "id"));
    const Term *term = knowledge_term(self->knowledge, id);
    return reader_each_text(self, node, "implies", reader_take_term, term->implied) &&
           reader_each_text(self, node, "provides", reader_take_term, term->provided);
}

gboolean knowledge_read_rules(const KnowledgeReader *self, json_t *root)
{
    return reader_each_entry(self, root, "technologies", read_references) &&
           reader_each_entry(self, root, "notions", read_references) &&
           reader_each_entry(self, root, "rules", read_rule);
}
