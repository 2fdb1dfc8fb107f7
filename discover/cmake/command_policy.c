/* cmake_minimum_required and policies: which of CMake's old and new ways holds where. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <stdlib.h>
#include <string.h>

/* The first policy that a version of CMake brought; the next row's is the first that came later. */
static const struct {
    int policy;
    int version;
} introduced[] = {{0, 2006},   {12, 2008},  {24, 3000},  {51, 3001},  {55, 3002},  {57, 3003},
                  {64, 3004},  {66, 3007},  {67, 3008},  {68, 3009},  {70, 3010},  {72, 3011},
                  {73, 3012},  {76, 3013},  {82, 3014},  {89, 3015},  {95, 3016},  {98, 3017},
                  {103, 3018}, {105, 3017}, {106, 3018}, {107, 3017}, {109, 3019}, {115, 3020},
                  {121, 3021}, {127, 3022}, {129, 3023}, {130, 3024}, {140, 3025}};

/* The newest version of CMake that we stand for has policies up to this one. */
#define POLICY_LAST 142

/* Its number; -1 for what is no policy. */
static int policy_number(const char *policy)
{
    if (strncmp(policy, "CMP", 3) != 0 || strspn(policy + 3, "0123456789") != 4 ||
        policy[7] != '\0') {
        return -1;
    }
    int number = atoi(policy + 3);
    return number <= POLICY_LAST ? number : -1;
}

gboolean evaluator_policy_known(const char *policy)
{
    return policy_number(policy) >= 0;
}

static int policy_since(int number)
{
    int since = 0;
    for (guint i = 0; i < G_N_ELEMENTS(introduced) && introduced[i].policy <= number; i++) {
        since = introduced[i].version;
    }
    return since;
}

/* The setting that holds; NULL when nothing but the version says it. */
static const PolicySetting *find_setting(const Evaluator *self, const char *policy)
{
    const PolicySetting *setting = self->policies.newest;
    while (setting != NULL && strcmp(setting->policy, policy) != 0) {
        setting = setting->before;
    }
    return setting;
}

gboolean evaluator_policy_new(Evaluator *self, const char *policy)
{
    const PolicySetting *setting = find_setting(self, policy);
    return setting != NULL ? setting->modern
                           : self->policies.version >= policy_since(policy_number(policy));
}

static void set_policy(Evaluator *self, const char *policy, gboolean modern)
{
    PolicySetting *setting = arena_new0(self->arena, PolicySetting);
    *setting = (PolicySetting){arena_intern(self->arena, policy), modern, self->policies.newest};
    self->policies.newest = setting;
}

/* A version decides all policies, those that were set one by one too. */
static void set_version(Evaluator *self, int version)
{
    self->policies = (Policies){version, NULL};
}

PolicyScope evaluator_policy_enter(const Evaluator *self)
{
    return (PolicyScope){self->policies, self->policy_stack->len};
}

void evaluator_policy_leave(Evaluator *self, PolicyScope scope)
{
    self->policies = scope.policies;
    if (self->policy_stack->len > scope.pushed) {
        g_array_set_size(self->policy_stack, scope.pushed);
    }
}

/* The settings that were made since `old`, oldest first, on top of what holds. */
static void set_again(Evaluator *self, const PolicySetting *setting, const PolicySetting *old)
{
    if (setting != old && setting != NULL) {
        set_again(self, setting->before, old);
        set_policy(self, setting->policy, setting->modern);
    }
}

void evaluator_policy_return(Evaluator *self, PolicyScope scope, Policies recorded)
{
    const Policies now = self->policies;
    evaluator_policy_leave(self, scope);
    if (now.version != recorded.version) {
        self->policies = now;
    } else if (now.newest != recorded.newest) {
        set_again(self, now.newest, recorded.newest);
    }
}

/* "3.16...3.25" sets the policies of 3.25, as far as they are known to the CMake we stand for. */
static int version_number(const char *text)
{
    const char *range = strstr(text, "...");
    const char *version = range != NULL ? range + 3 : text;
    char *end = NULL;
    int major = (int)strtol(version, &end, 10);
    int minor = *end == '.' ? (int)strtol(end + 1, NULL, 10) : 0;
    return CLAMP(major, 0, 99) * 1000 + CLAMP(minor, 0, 999);
}

void command_cmake_minimum_required(Evaluator *self, const Call *call)
{
    for (guint i = 0; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "VERSION") != 0 || text_has_hole(call->argv[i + 1])) {
            continue;
        }
        const char *version = call->argv[i + 1];
        set_version(self, version_number(version));
        const char *range = strstr(version, "...");
        g_autofree char *first =
            range != NULL ? g_strndup(version, (gsize)(range - version)) : g_strdup(version);
        evaluator_set(self, "CMAKE_MINIMUM_REQUIRED_VERSION", first);
        if (self->minimum_version == NULL && self->subdirectories->len <= 1) {
            self->minimum_version = arena_intern(self->arena, first);
        }
    }
}

void command_cmake_policy(Evaluator *self, const Call *call)
{
    const char *verb = call->argc > 0 ? call->argv[0] : "";
    if (call->argc >= 3 && strcmp(verb, "SET") == 0) {
        set_policy(self, call->argv[1], strcmp(call->argv[2], "NEW") == 0);
    } else if (call->argc >= 2 && strcmp(verb, "VERSION") == 0 && !text_has_hole(call->argv[1])) {
        set_version(self, version_number(call->argv[1]));
    } else if (call->argc >= 3 && strcmp(verb, "GET") == 0) {
        gboolean modern = evaluator_policy_new(self, call->argv[1]);
        gboolean said = modern || find_setting(self, call->argv[1]) != NULL;
        evaluator_set(self, call->argv[2], modern ? "NEW" : said ? "OLD" : "");
    } else if (strcmp(verb, "PUSH") == 0 && self->policy_stack->len >= POLICY_PUSHES_MAX) {
        evaluator_ledger(self, "limit: policy scopes", "cmake_policy(PUSH)", NULL);
    } else if (strcmp(verb, "PUSH") == 0) {
        g_array_append_val(self->policy_stack, self->policies);
    } else if (strcmp(verb, "POP") == 0 && self->policy_stack->len > 0) {
        self->policies = g_array_index(self->policy_stack, Policies, self->policy_stack->len - 1);
        g_array_set_size(self->policy_stack, self->policy_stack->len - 1);
    }
}
