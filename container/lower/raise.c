#include "container/lower/raise.h"
#include "container/ir/module_llvm.h"
#include "container/lower/target.h"
#include <llvm-c/Core.h>

static gboolean has_same(const char *left, const char *right, const char *name)
{
    g_autofree char *own = target_value(left, name);
    g_autofree char *other = target_value(right, name);
    return g_str_equal(own, other);
}

/* What is named last counts, so that the function's own features come behind the default's. A
 * tuning that the attribute asked for stays. */
static char *raised(const char *own, const char *recorded, const char *given)
{
    g_autofree char *cpu = target_value(given, "target-cpu");
    g_autofree char *usual = target_value(given, "target-features");
    g_autofree char *added = target_value(own, "target-features");
    g_autofree char *features =
        g_strconcat(usual, *usual != '\0' && *added != '\0' ? "," : "", added, NULL);
    g_autofree char *text = target_text(cpu, features);
    g_autofree char *tuning =
        target_value(has_same(own, recorded, "tune-cpu") ? given : own, "tune-cpu");
    return *tuning == '\0' ? g_steal_pointer(&text)
                           : g_strdup_printf("%s \"tune-cpu\"=\"%s\"", text, tuning);
}

void raise_own_targets(Module *module, const char *recorded, const char *given)
{
    if (g_str_equal(recorded, given)) {
        return;
    }
    for (LLVMValueRef function = LLVMGetFirstFunction(module_llvm(module)); function != NULL;
         function = LLVMGetNextFunction(function)) {
        g_autofree char *own = module_target_of(function);
        if (*own != '\0' && has_same(own, recorded, "target-cpu")) {
            g_autofree char *target = raised(own, recorded, given);
            module_replace_target(module, function, target);
        }
    }
}

char *raise_key(const char *recorded)
{
    g_autofree char *cpu = target_value(recorded, "target-cpu");
    g_autofree char *tuning = target_value(recorded, "tune-cpu");
    return g_strdup_printf("%s %s", cpu, tuning);
}
