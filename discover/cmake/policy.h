/* Policies: which behaviour of which version of CMake holds (command_policy.c). */
#pragma once

#include "discover/cmake/evaluator.h"

/* cmake_policy(PUSH) without a POP. */
#define POLICY_PUSHES_MAX 1000u

/* Whether NEW holds for the policy; whether there is a policy of that name. */
gboolean evaluator_policy_new(Evaluator *self, const char *policy);
gboolean evaluator_policy_known(const char *policy);
/* What is set between these ends with the scope. */
typedef struct {
    Policies policies;
    guint pushed;
} PolicyScope;
PolicyScope evaluator_policy_enter(const Evaluator *self);
void evaluator_policy_leave(Evaluator *self, PolicyScope scope);
/* The same for a function or macro, which had `recorded` when it began: what its body sets holds
 * for its caller. */
void evaluator_policy_return(Evaluator *self, PolicyScope scope, Policies recorded);
