/* What a claimed flag or name means in a build: which option, which of its values. */
#pragma once

#include "discover/llm/ground.h"

/* A claim as the facts know it. */
typedef struct {
    const Point *point;
    const PointValue *value; /* NULL: the option as a whole */
    gboolean off;            /* it switches the option off */
    gboolean shown;          /* the value was spelled as the project shows it, not as it takes it */
} Target;

/* Reads one word of a flag: "-DNAME", "NAME=VALUE", "-DNAME:TYPE=VALUE", "--enable-x=y". `name` is
 * that of the claim's entry, or NULL. FALSE when no such option or value exists. */
gboolean target_read_word(const Ground *self, const char *word, const char *name, Target *target);
/* A flag may be several words; all of them have to exist. The flag as the facts spell it, to be
 * freed; NULL when some part does not exist. `last` receives what its last word means. */
char *target_read_flag(const Ground *self, const char *flag, const char *name, Target *last);
/* The only value of that name among the options of a section; FALSE when there is none, or more. */
gboolean target_find_by_name(const Ground *self, ReferenceSection section, const char *name,
                             Target *target);
/* The flag that chooses it; `word` is what the model wrote, for values that are free text. To be
 * freed. */
char *target_flag(const Target *target, const char *word);
/* Whether the claim is the default; `known` is FALSE where the facts do not decide. Of an option
 * that does not exist by default nothing is. */
gboolean target_is_default(const Ground *self, const Target *target, gboolean *known);

/* Whether a condition holds when every option has its default; what is no matter of options, or of
 * a default that could not be worked out, is not known. */
typedef enum { HOLDS_NOT, HOLDS_UNKNOWN, HOLDS } Holds;
Holds target_holds_by_default(const Ground *self, const Condition *condition);

/* Whether two names differ in letter case and punctuation at most. */
gboolean target_same_words(const char *a, const char *b);
