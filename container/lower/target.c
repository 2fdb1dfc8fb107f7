#include "container/lower/target.h"
#include "container/ir/module_llvm.h"
#include "container/lower/names.h"
#include "core/text_list.h"
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

G_DEFINE_QUARK(xaas - target - error, target_error)

#define SUGGESTIONS_MAX 8u

void target_prepare(void)
{
    static gsize ready = 0;
    if (g_once_init_enter(&ready)) {
        LLVMInitializeAllTargetInfos();
        LLVMInitializeAllTargets();
        LLVMInitializeAllTargetMCs();
        LLVMInitializeAllAsmPrinters();
        LLVMInitializeAllAsmParsers();
        LLVMInitializeAllDisassemblers();
        g_once_init_leave(&ready, 1);
    }
}

/* ---- attributes ------------------------------------------------------------------------------ */

char *target_text(const char *cpu, const char *features)
{
    return *features == '\0'
               ? g_strdup_printf("\"target-cpu\"=\"%s\"", cpu)
               : g_strdup_printf("\"target-cpu\"=\"%s\" \"target-features\"=\"%s\"", cpu, features);
}

char *target_value(const char *attributes, const char *name)
{
    g_autofree char *prefix = g_strdup_printf("\"%s\"=\"", name);
    const char *value = strstr(attributes, prefix);
    return value == NULL ? g_strdup("")
                         : g_strndup(value + strlen(prefix), strcspn(value + strlen(prefix), "\""));
}

/* Features with one of the signs, joined by commas. */
static char *features_with(const char *features, char sign)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) list = g_strsplit(features, ",", -1);
    for (char **feature = list; *feature != NULL; feature++) {
        if (**feature == sign) {
            g_string_append_printf(text, "%s%s", text->len > 0 ? "," : "", *feature);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *features_join(const char *left, const char *right)
{
    return g_strconcat(left, *left != '\0' && *right != '\0' ? "," : "", right, NULL);
}

/* ---- what covers what ------------------------------------------------------------------------ */

/* A question: whether a function with `inner` may be inlined into one with `outer`. */
typedef struct {
    const char *outer;
    const char *inner;
    gboolean inlined;
} Question;

static gboolean is_plain(const char *text)
{
    for (; *text != '\0'; text++) {
        if (!g_ascii_isalnum(*text) && strchr("\"=+-_., ", *text) == NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

static char *questions_text(const char *triple, const Question *questions, guint count)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "target triple = \"%s\"\n", triple);
    for (guint i = 0; i < count; i++) {
        g_string_append_printf(text,
                               "define internal i32 @inner%u(i32 %%x) #%u {\n  ret i32 %%x\n}\n"
                               "define i32 @outer%u(i32 %%x) #%u {\n"
                               "  %%r = call i32 @inner%u(i32 %%x)\n  ret i32 %%r\n}\n"
                               "attributes #%u = { %s }\nattributes #%u = { %s }\n",
                               i, 2 * i, i, 2 * i + 1, i, 2 * i, questions[i].inner, 2 * i + 1,
                               questions[i].outer);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static LLVMTargetMachineRef plain_machine(const char *triple)
{
    LLVMTargetRef target = NULL;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    return LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelDefault,
                                   LLVMRelocDefault, LLVMCodeModelDefault);
}

/* What cannot be asked stays "not inlined": nothing is covered then. */
static void answer(const char *triple, Question *questions, guint count)
{
    target_prepare();
    for (guint i = 0; i < count; i++) {
        if (!is_plain(questions[i].outer) || !is_plain(questions[i].inner)) {
            return;
        }
    }
    g_autofree char *text = questions_text(triple, questions, count);
    g_autoptr(Module) module = module_parse(text, strlen(text), NULL);
    LLVMTargetMachineRef machine = module == NULL ? NULL : plain_machine(triple);
    if (machine == NULL) {
        return;
    }
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failure = LLVMRunPasses(module_llvm(module), "cgscc(inline)", machine, options);
    LLVMDisposePassBuilderOptions(options);
    LLVMDisposeTargetMachine(machine);
    if (failure != NULL) {
        LLVMConsumeError(failure);
        return;
    }
    for (guint i = 0; i < count; i++) {
        g_autofree char *name = g_strdup_printf("outer%u", i);
        LLVMValueRef function = LLVMGetNamedFunction(module_llvm(module), name);
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
        questions[i].inlined = LLVMIsAReturnInst(first) != NULL;
    }
}

/* The attributes with one more feature. */
static char *with_feature(const char *attributes, const char *feature)
{
    g_autofree char *cpu = target_value(attributes, "target-cpu");
    g_autofree char *features = target_value(attributes, "target-features");
    g_autofree char *all = features_join(features, feature);
    return target_text(cpu, all);
}

/* Where tuning counts as a feature, as on AArch64, no CPU covers another one; there only the
 * features that are named can be compared. */
static gboolean compares_processors(const char *triple, const char *outer, const char *inner)
{
    Question questions[] = {{outer, "\"target-cpu\"=\"generic\"", FALSE}, {outer, inner, FALSE}};
    answer(triple, questions, G_N_ELEMENTS(questions));
    return questions[0].inlined && !questions[1].inlined;
}

GPtrArray *target_lacking(const char *triple, const char *outer, const char *inner)
{
    GPtrArray *lacking = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *features = target_value(inner, "target-features");
    g_auto(GStrv) list = g_strsplit(features, ",", -1);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) questions = g_array_new(FALSE, TRUE, sizeof(Question));
    for (char **feature = list; *feature != NULL; feature++) {
        if (**feature == '+') {
            char *with = with_feature(outer, *feature);
            g_ptr_array_add(texts, with);
            g_array_append_val(questions, ((Question){outer, with, FALSE}));
        }
    }
    answer(triple, (Question *)(void *)questions->data, questions->len);
    guint at = 0;
    for (char **feature = list; *feature != NULL; feature++) {
        if (**feature == '+' && !g_array_index(questions, Question, at++).inlined) {
            g_ptr_array_add(lacking, g_strdup(*feature + 1));
        }
    }
    g_autofree char *cpu = target_value(inner, "target-cpu");
    if (lacking->len == 0 && *cpu != '\0' && compares_processors(triple, outer, inner)) {
        g_ptr_array_add(lacking, g_strdup_printf("something that every %s has", cpu));
    }
    return lacking;
}

GPtrArray *target_lacking_all(const char *triple, const char *outer, const char *inner)
{
    g_autoptr(GPtrArray) lacking = target_lacking(triple, outer, inner);
    g_autoptr(TargetNames) names = lacking->len == 0 ? NULL : target_names_new(triple, NULL);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) questions = g_array_new(FALSE, TRUE, sizeof(Question));
    for (guint i = 0; names != NULL && i < names->features->len; i++) {
        g_autofree char *feature = g_strconcat("+", (char *)names->features->pdata[i], NULL);
        const char *const processors[] = {outer, inner};
        for (gsize k = 0; k < G_N_ELEMENTS(processors); k++) {
            char *with = with_feature(processors[k], feature);
            g_ptr_array_add(texts, with);
            g_array_append_val(questions, ((Question){processors[k], with, FALSE}));
        }
    }
    answer(triple, (Question *)(void *)questions->data, questions->len);
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i + 1 < questions->len; i += 2) {
        if (!g_array_index(questions, Question, i).inlined &&
            g_array_index(questions, Question, i + 1).inlined) {
            g_ptr_array_add(all, g_strdup(names->features->pdata[i / 2]));
        }
    }
    return all->len > 0 ? g_steal_pointer(&all) : g_steal_pointer(&lacking);
}

gboolean target_covers(const char *triple, const char *outer, const char *inner)
{
    g_autoptr(GPtrArray) lacking = target_lacking(triple, outer, inner);
    return lacking->len == 0;
}

/* ---- what a unit's functions get ------------------------------------------------------------- */

void target_add_baseline(Target *self, const char *features)
{
    if (self->cpu != NULL) {
        char *all = features_join(self->features, features);
        g_free(self->features);
        self->features = all;
    }
}

void target_set_choices(Target *self, GStrv choices)
{
    g_strfreev(self->choices);
    self->choices = choices;
}

void target_set_unneeded(Target *self, const char *features)
{
    g_free(self->unneeded);
    self->unneeded = g_strdup(features);
}

char *target_machine(const Target *self, const char *attributes)
{
    return self->unneeded == NULL || *self->unneeded == '\0'
               ? g_strdup(attributes)
               : with_feature(attributes, self->unneeded);
}

static gboolean is_choice(const Target *self, const char *feature)
{
    for (char **choice = self->choices; choice != NULL && *choice != NULL; choice++) {
        if (*feature == '+' && g_pattern_match_simple(*choice, feature + 1)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The features that are choices of the compiler, or the others. */
static char *features_chosen(const Target *self, const char *features, gboolean chosen)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) list = g_strsplit(features, ",", -1);
    for (char **feature = list; *feature != NULL; feature++) {
        if (is_choice(self, *feature) == chosen) {
            g_string_append_printf(text, "%s%s", text->len > 0 ? "," : "", *feature);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *target_asks(const Target *self, const char *attributes)
{
    g_autofree char *cpu = target_value(attributes, "target-cpu");
    g_autofree char *features = target_value(attributes, "target-features");
    g_autofree char *asked = features_chosen(self, features, FALSE);
    return target_text(cpu, asked);
}

void target_keep(Target *self, const char *recorded)
{
    if (self->kept == NULL) {
        self->kept = g_ptr_array_new_with_free_func(g_free);
    }
    g_ptr_array_add(self->kept, g_strdup(recorded));
}

gboolean target_keeps(const Target *self, const char *recorded)
{
    return self->kept != NULL &&
           g_ptr_array_find_with_equal_func(self->kept, recorded, g_str_equal, NULL);
}

char *target_attributes(const Target *self, const char *recorded)
{
    return target_keeps(self, recorded) ? g_strdup(recorded) : target_given(self, recorded);
}

char *target_given(const Target *self, const char *recorded)
{
    if (self->cpu == NULL) {
        return g_strdup(recorded);
    }
    g_autofree char *features = target_value(recorded, "target-features");
    g_autofree char *off = features_with(features, '-');
    g_autofree char *kept = features_join(self->features, off);
    g_autofree char *choices = features_chosen(self, features, TRUE);
    g_autofree char *all = features_join(kept, choices);
    return target_text(self->cpu, all);
}

/* ---- targets --------------------------------------------------------------------------------- */

static char *architecture_of(const char *triple)
{
    return g_strndup(triple, strcspn(triple, "-"));
}

char *target_host(const char *triple)
{
    char *own = LLVMGetDefaultTargetTriple();
    g_autofree char *here = architecture_of(own);
    g_autofree char *there = architecture_of(triple);
    LLVMDisposeMessage(own);
    if (!g_str_equal(here, there)) {
        return NULL;
    }
    char *cpu = LLVMGetHostCPUName();
    char *features = LLVMGetHostCPUFeatures();
    char *text = target_text(cpu, features);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return text;
}

static gboolean take_native(Target *self, GError **error)
{
    g_autofree char *host = target_host(self->triple);
    if (host == NULL) {
        g_set_error(error, TARGET_ERROR, TARGET_ERROR_ARCHITECTURE,
                    "the image holds code for %s, which this machine is not; name a CPU of that "
                    "architecture with --target, or take an image for this one",
                    self->triple);
        return FALSE;
    }
    self->cpu = target_value(host, "target-cpu");
    self->features = target_value(host, "target-features");
    return TRUE;
}

static void refuse_cpu(const char *cpu, const TargetNames *names, const char *triple,
                       GError **error)
{
    g_autoptr(GString) similar = g_string_new(NULL);
    guint count = 0;
    for (guint i = 0; i < names->processors->len && count < SUGGESTIONS_MAX; i++) {
        const char *name = names->processors->pdata[i];
        if (strncmp(name, cpu, MIN(3, strlen(cpu))) == 0) {
            g_string_append_printf(similar, "%s%s", count++ > 0 ? ", " : "; similar: ", name);
        }
    }
    g_set_error(error, TARGET_ERROR, TARGET_ERROR_UNKNOWN,
                "\"%s\" is no CPU that LLVM knows for %s%s", cpu, triple, similar->str);
}

/* "CPU+a-b" in CPU and "+a,-b". Names of CPUs hold '-' themselves: the longest that is known wins.
 */
static gboolean take_named(Target *self, const char *text, GError **error)
{
    g_autoptr(TargetNames) names = target_names_new(self->triple, error);
    if (names == NULL) {
        return FALSE;
    }
    g_autofree char *cpu = g_strndup(text, strcspn(text, "+"));
    while (!text_list_has(names->processors, cpu)) {
        char *dash = strrchr(cpu, '-');
        if (dash == NULL) {
            g_autofree char *whole = g_strndup(text, strcspn(text, "+"));
            refuse_cpu(whole, names, self->triple, error);
            return FALSE;
        }
        *dash = '\0';
    }
    g_autoptr(GString) features = g_string_new(NULL);
    for (const char *c = text + strlen(cpu); *c != '\0';) {
        gsize length = 1 + strcspn(c + 1, "+");
        g_autofree char *feature = g_strndup(c, length);
        /* Names of features hold '-', too. */
        while (!text_list_has(names->features, feature + 1)) {
            char *dash = strrchr(feature + 1, '-');
            if (dash == NULL) {
                g_set_error(error, TARGET_ERROR, TARGET_ERROR_UNKNOWN,
                            "\"%s\" is no feature that LLVM knows for %s", feature + 1,
                            self->triple);
                return FALSE;
            }
            *dash = '\0';
        }
        g_string_append_printf(features, "%s%s", features->len > 0 ? "," : "", feature);
        c += strlen(feature);
    }
    self->cpu = g_steal_pointer(&cpu);
    self->features = g_string_free(g_steal_pointer(&features), FALSE);
    return TRUE;
}

Target *target_new(const char *text, const char *triple, GError **error)
{
    g_autoptr(Target) self = g_new0(Target, 1);
    self->name = g_strdup(text);
    self->triple = g_strdup(triple);
    gboolean known = TRUE;
    target_prepare();
    if (g_str_equal(text, TARGET_NATIVE)) {
        known = take_native(self, error);
    } else if (!g_str_equal(text, TARGET_RECORDED)) {
        known = take_named(self, text, error);
    }
    return known ? g_steal_pointer(&self) : NULL;
}

void target_free(Target *self)
{
    if (self != NULL) {
        g_free(self->name);
        g_free(self->triple);
        g_free(self->cpu);
        g_free(self->features);
        g_free(self->unneeded);
        g_strfreev(self->choices);
        g_clear_pointer(&self->kept, g_ptr_array_unref);
        g_free(self);
    }
}
