#include "container/lower/pipeline.h"
#include "core/yaml.h"
#include <string.h>

G_DEFINE_QUARK(xaas - pipeline - error, pipeline_error)

struct PipelineRules {
    YamlDocument *document;
    const json_t *rows;
};

/* A choice that a row may name, and what LLVM calls it. */
typedef struct {
    const char *name;
    int value;
} Choice;

static const Choice relocations[] = {{"static", LLVMRelocStatic}, {"pic", LLVMRelocPIC}};
static const Choice code_models[] = {{"tiny", LLVMCodeModelTiny},
                                     {"small", LLVMCodeModelSmall},
                                     {"kernel", LLVMCodeModelKernel},
                                     {"medium", LLVMCodeModelMedium},
                                     {"large", LLVMCodeModelLarge}};
static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
                                             LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};

static const Choice *choice_of(const Choice *choices, gsize count, const char *name)
{
    for (gsize i = 0; i < count; i++) {
        if (g_str_equal(choices[i].name, name)) {
            return &choices[i];
        }
    }
    return NULL;
}

/* A choice is missing or known; a level is one that LLVM has. */
static const char *row_fault(const json_t *row)
{
    const char *relocation = json_string_value(json_object_get(row, "relocation"));
    const char *model = json_string_value(json_object_get(row, "code_model"));
    const json_t *level = json_object_get(row, "level");
    if (json_array_size(json_object_get(row, "words")) == 0) {
        return "words";
    }
    if (relocation != NULL &&
        choice_of(relocations, G_N_ELEMENTS(relocations), relocation) == NULL) {
        return "relocation";
    }
    if (model != NULL && choice_of(code_models, G_N_ELEMENTS(code_models), model) == NULL) {
        return "code_model";
    }
    if (json_object_get(row, "llvm") != NULL && !json_is_array(json_object_get(row, "llvm"))) {
        return "llvm";
    }
    return level != NULL && (json_integer_value(level) < 0 ||
                             json_integer_value(level) >= (json_int_t)G_N_ELEMENTS(levels))
               ? "level"
               : NULL;
}

static gboolean link_time_is_malformed(const json_t *rules)
{
    return !json_is_string(json_object_get(rules, "linker")) ||
           !json_is_string(json_object_get(rules, "version")) ||
           !json_is_array(json_object_get(rules, "words")) ||
           !json_is_array(json_object_get(rules, "target_words"));
}

static gboolean vectorizing_is_malformed(const json_t *rules)
{
    const json_t *rows = json_object_get(rules, "vectorizing");
    gboolean fault = !json_is_array(rows);
    gsize index;
    const json_t *row;
    json_array_foreach(rows, index, row)
    {
        fault = fault || json_array_size(json_object_get(row, "words")) == 0 ||
                !json_is_array(json_object_get(row, "done")) ||
                !json_is_array(json_object_get(row, "llvm")) ||
                !json_is_array(json_object_get(row, "left")) ||
                !json_is_string(json_object_get(row, "note"));
    }
    return fault;
}

const json_t *pipeline_rules_link_time(const PipelineRules *self)
{
    return json_object_get(yaml_root(self->document), "link_time");
}

PipelineRules *pipeline_rules_load(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "lowering.yaml", NULL);
    g_autoptr(PipelineRules) self = g_new0(PipelineRules, 1);
    self->document = yaml_load(path, error);
    if (self->document == NULL) {
        return NULL;
    }
    self->rows = json_object_get(yaml_root(self->document), "rows");
    const char *fault = json_is_array(self->rows) ? NULL : "rows";
    fault = fault == NULL && link_time_is_malformed(pipeline_rules_link_time(self)) ? "link_time"
                                                                                    : fault;
    fault = fault == NULL && vectorizing_is_malformed(yaml_root(self->document)) ? "vectorizing"
                                                                                 : fault;
    const json_t *at = yaml_root(self->document);
    gsize index;
    const json_t *row;
    json_array_foreach(self->rows, index, row)
    {
        if (fault == NULL) {
            fault = row_fault(row);
            at = row;
        }
    }
    if (fault != NULL) {
        g_autofree char *message = yaml_member_fault(self->document, at, fault);
        g_set_error_literal(error, PIPELINE_ERROR, PIPELINE_ERROR_KNOWLEDGE, message);
        return NULL;
    }
    return g_steal_pointer(&self);
}

void pipeline_rules_free(PipelineRules *self)
{
    if (self != NULL) {
        g_clear_pointer(&self->document, yaml_document_free);
        g_free(self);
    }
}

/* What the member says of the triple's architecture. */
static const json_t *of_architecture(const PipelineRules *self, const char *key, const char *triple)
{
    g_autofree char *architecture = g_strndup(triple, strcspn(triple, "-"));
    return json_object_get(json_object_get(yaml_root(self->document), key), architecture);
}

/* Adds the texts that the member holds for the triple's architecture. */
static void add_names(GPtrArray *names, const PipelineRules *self, const char *key,
                      const char *triple)
{
    gsize index;
    const json_t *name;
    json_array_foreach(of_architecture(self, key, triple), index, name)
    {
        if (json_is_string(name)) {
            g_ptr_array_add(names, g_strdup(json_string_value(name)));
        }
    }
}

/* What the members hold, which end with NULL. */
static GStrv names_of(const PipelineRules *self, const char *const *keys, const char *triple)
{
    GPtrArray *names = g_ptr_array_new();
    for (; *keys != NULL; keys++) {
        add_names(names, self, *keys, triple);
    }
    g_ptr_array_add(names, NULL);
    return (GStrv)g_ptr_array_free(names, FALSE);
}

static char *features_of(const PipelineRules *self, const char *const *keys, const char *triple)
{
    g_auto(GStrv) names = names_of(self, keys, triple);
    g_autofree char *joined = g_strjoinv(",+", names);
    return *joined == '\0' ? g_strdup("") : g_strconcat("+", joined, NULL);
}

char *pipeline_rules_baseline(const PipelineRules *self, const char *triple)
{
    static const char *const keys[] = {"baseline", NULL};
    return features_of(self, keys, triple);
}

char *pipeline_rules_unneeded(const PipelineRules *self, const char *triple)
{
    static const char *const keys[] = {"speed", "asked", NULL};
    return features_of(self, keys, triple);
}

GStrv pipeline_rules_choices(const PipelineRules *self, const char *triple)
{
    static const char *const keys[] = {"choices", NULL};
    return names_of(self, keys, triple);
}

GStrv pipeline_rules_not_compared(const PipelineRules *self, const char *architecture)
{
    static const char *const keys[] = {"baseline", "choices", "speed", "asked", NULL};
    return names_of(self, keys, architecture);
}

/* A row's word that ends with "*" stands for all that begin so. */
static gboolean is_word(const json_t *wanted, const json_t *word)
{
    const char *pattern = json_string_value(wanted);
    const char *text = json_string_value(word);
    gsize length = pattern == NULL ? 0 : strlen(pattern);
    return length > 0 && pattern[length - 1] == '*'
               ? text != NULL && strncmp(text, pattern, length - 1) == 0
               : json_equal(word, wanted);
}

/* Whether the row's words stand in the command at this place, one behind the other. */
static gboolean holds_at(const json_t *row, const json_t *words, gsize at)
{
    const json_t *wanted = json_object_get(row, "words");
    gsize count = json_array_size(wanted);
    gsize equal = 0;
    while (equal < count && at + equal < json_array_size(words) &&
           is_word(json_array_get(wanted, equal), json_array_get(words, at + equal))) {
        equal++;
    }
    return equal == count;
}

static gboolean holds(const json_t *row, const json_t *words)
{
    for (gsize at = 0; at < json_array_size(words); at++) {
        if (holds_at(row, words, at)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What the star at the end of the row's last word stands for; "" without one. */
static const char *starred(const json_t *row, const json_t *words, gsize at)
{
    const json_t *wanted = json_object_get(row, "words");
    gsize last = json_array_size(wanted) - 1;
    const char *pattern = json_string_value(json_array_get(wanted, last));
    return g_str_has_suffix(pattern, "*")
               ? json_string_value(json_array_get(words, at + last)) + strlen(pattern) - 1
               : "";
}

static void add_llvm_options(const json_t *row, const json_t *words, gsize at, GPtrArray *options)
{
    gsize index;
    const json_t *option;
    json_array_foreach(json_object_get(row, "llvm"), index, option)
    {
        g_autoptr(GString) text = g_string_new(json_string_value(option));
        g_string_replace(text, "{}", starred(row, words, at), 0);
        g_ptr_array_add(options, g_string_free(g_steal_pointer(&text), FALSE));
    }
}

static void add_note(const json_t *row, Pipeline *self)
{
    const char *note = json_string_value(json_object_get(row, "note"));
    if (note != NULL && !g_ptr_array_find(self->notes, note, NULL)) {
        g_ptr_array_add(self->notes, (gpointer)note);
    }
}

/* What goes to LLVM itself, or nowhere, may be given again and again, each time another thing. */
static void apply_place(const PipelineRules *rules, const json_t *words, gsize at, Pipeline *self)
{
    const json_t *counts = NULL;
    gsize index;
    const json_t *row;
    json_array_foreach(rules->rows, index, row)
    {
        gboolean tells =
            json_object_get(row, "llvm") != NULL || json_object_get(row, "note") != NULL;
        counts = tells && holds_at(row, words, at) ? row : counts;
    }
    add_note(counts, self);
    add_llvm_options(counts, words, at, self->llvm);
}

static void apply_flag(const json_t *row, const char *key, gboolean *flag)
{
    const json_t *value = json_object_get(row, key);
    *flag = value == NULL ? *flag : json_is_true(value);
}

static void apply(const json_t *row, Pipeline *self)
{
    const char *passes = json_string_value(json_object_get(row, "passes"));
    const char *relocation = json_string_value(json_object_get(row, "relocation"));
    const char *model = json_string_value(json_object_get(row, "code_model"));
    const char *before = json_string_value(json_object_get(row, "before"));
    const json_t *level = json_object_get(row, "level");
    self->before = before != NULL ? before : self->before;
    if (passes != NULL) {
        g_free(self->passes);
        self->passes = g_strdup(passes);
    }
    if (level != NULL) {
        self->level = levels[json_integer_value(level)];
    }
    if (relocation != NULL) {
        self->relocation =
            (LLVMRelocMode)choice_of(relocations, G_N_ELEMENTS(relocations), relocation)->value;
    }
    if (model != NULL) {
        self->code_model =
            (LLVMCodeModel)choice_of(code_models, G_N_ELEMENTS(code_models), model)->value;
    }
    apply_flag(row, "vectorize", &self->vectorize);
    apply_flag(row, "slp", &self->slp);
    apply_flag(row, "unroll", &self->unroll);
    apply_flag(row, "function_sections", &self->function_sections);
    apply_flag(row, "data_sections", &self->data_sections);
}

static gboolean lists(const json_t *row, const char *key, const char *text)
{
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(row, key), index, item)
    {
        if (g_strcmp0(json_string_value(item), text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A pipeline that LLVM has a name for vectorizes as the name says: its parser sets aside what the
 * caller's options say of that. */
static void apply_vectorizing(const PipelineRules *rules, const json_t *words, Pipeline *self)
{
    gsize index;
    const json_t *row;
    json_array_foreach(json_object_get(yaml_root(rules->document), "vectorizing"), index, row)
    {
        gboolean wanted = holds(row, words);
        if (!wanted && lists(row, "done", self->passes)) {
            add_llvm_options(row, NULL, 0, self->llvm);
        } else if (wanted && lists(row, "left", self->passes)) {
            add_note(row, self);
        }
    }
}

Pipeline *pipeline_new(const PipelineRules *rules, const json_t *words)
{
    Pipeline *self = g_new0(Pipeline, 1);
    self->passes = g_strdup("O0");
    self->level = LLVMCodeGenLevelNone;
    self->relocation = LLVMRelocStatic;
    self->code_model = LLVMCodeModelDefault;
    self->notes = g_ptr_array_new();
    self->llvm = g_ptr_array_new_with_free_func(g_free);
    for (gsize at = 0; at < json_array_size(words); at++) {
        apply_place(rules, words, at, self);
    }
    gsize index;
    const json_t *row;
    json_array_foreach(rules->rows, index, row)
    {
        if (holds(row, words)) {
            apply(row, self);
        }
    }
    apply_vectorizing(rules, words, self);
    return self;
}

void pipeline_free(Pipeline *self)
{
    if (self != NULL) {
        g_free(self->passes);
        g_ptr_array_unref(self->notes);
        g_ptr_array_unref(self->llvm);
        g_free(self);
    }
}

gboolean pipeline_is_usual(const Pipeline *self)
{
    return self->vectorize && self->slp && self->unroll && self->before == NULL &&
           self->notes->len == 0 && self->llvm->len == 0;
}

char *pipeline_text(const Pipeline *self)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_printf(text,
                    "%s level %d relocation %d model %d vectorize %d slp %d unroll %d "
                    "sections %d %d",
                    self->passes, (int)self->level, (int)self->relocation, (int)self->code_model,
                    self->vectorize, self->slp, self->unroll, self->function_sections,
                    self->data_sections);
    if (self->before != NULL) {
        g_string_append_printf(text, " before %s", self->before);
    }
    for (guint i = 0; i < self->llvm->len; i++) {
        const char *option = self->llvm->pdata[i];
        g_string_append_printf(text, " llvm %zu %s", strlen(option), option);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}
