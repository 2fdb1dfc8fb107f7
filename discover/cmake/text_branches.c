#include "discover/cmake/text_branches.h"
#include <string.h>

/* One open if(): the variables that are not there in its present branch, those that are not there
 * behind it, and those that are not there behind the branches before; those that are not true in
 * its present branch, and all that its conditions so far ask for. `passed` are those that branches
 * before compare with a word, `compared` the one that the present does. What says something of
 * branches before is one list for all branches of an if(), however many there are. */
typedef struct {
    GPtrArray *absent;
    GPtrArray *otherwise;
    GPtrArray *behind;
    GPtrArray *untrue;
    GPtrArray *asked;
    GPtrArray *passed;
    char *compared;
    guint number;
    gboolean told; /* by text_branches_untrue_alone() */
} Branch;

struct TextBranches {
    GArray *open;   /* Branch, outermost first */
    guint branches; /* of all files so far */
    guint loops;    /* open ones */
};

static void branch_clear(gpointer data)
{
    Branch *branch = data;
    g_ptr_array_unref(branch->absent);
    g_ptr_array_unref(branch->otherwise);
    g_ptr_array_unref(branch->behind);
    g_ptr_array_unref(branch->untrue);
    g_ptr_array_unref(branch->asked);
    g_ptr_array_unref(branch->passed);
    g_free(branch->compared);
}

TextBranches *text_branches_new(void)
{
    TextBranches *self = g_new0(TextBranches, 1);
    self->open = g_array_new(FALSE, FALSE, sizeof(Branch));
    g_array_set_clear_func(self->open, branch_clear);
    return self;
}

void text_branches_free(TextBranches *self)
{
    if (self != NULL) {
        g_array_unref(self->open);
        g_free(self);
    }
}

void text_branches_clear(TextBranches *self)
{
    g_array_set_size(self->open, 0);
    self->loops = 0;
}

/* "${name}" in a function: the variable that its parameter names. */
static gboolean is_reference(const char *text)
{
    gsize length = g_str_has_prefix(text, "${") ? text_name_length(text + 2) : 0;
    return length > 0 && strcmp(text + 2 + length, "}") == 0;
}

static void add_name(GPtrArray *names, const GArray *words, guint index)
{
    const TextWord *word = index < words->len ? &g_array_index(words, TextWord, index) : NULL;
    if (word != NULL && word->kind == TEXT_WORD_PLAIN &&
        (text_is_name(word->text) || is_reference(word->text))) {
        g_ptr_array_add(names, g_strdup(word->text));
    }
}

/* What is compared is A in "${A}", too. */
static void add_compared(GPtrArray *names, const GArray *words, guint index)
{
    const TextWord *word = &g_array_index(words, TextWord, index);
    const char *name = NULL;
    gsize length = text_word_variable(word, &name);
    if (length > 0 && name != word->text) {
        g_ptr_array_add(names, g_strndup(name, length));
    }
}

/* "A" or "A STREQUAL b" between two ANDs: only what somebody has given can be so, and setting it
 * there puts something else in its place. */
static void add_given(GPtrArray *names, const GArray *words)
{
    static const char *const conjunction[] = {"AND", NULL};
    static const char *const comparing[] = {"STREQUAL", "MATCHES", "EQUAL", NULL};
    guint begin = 0;
    for (guint i = 0; i <= words->len; i++) {
        if (i < words->len && !text_words_is(words, i, conjunction)) {
            continue;
        }
        gboolean compared = i - begin == 3 && text_words_is(words, begin + 1, comparing);
        if (i - begin == 1 || compared) {
            add_name(names, words, begin);
        }
        if (compared) {
            add_compared(names, words, begin);
        }
        begin = i + 1;
    }
}

/* Whatever may be a variable; words of conditions do not matter, nor which ones are too many. */
static void add_asked(GPtrArray *names, const GArray *words)
{
    for (guint i = 0; i < words->len && names->len <= TEXT_BRANCHES_ASKED_MAX; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        const char *name = NULL;
        gsize length = word->text != NULL ? text_word_variable(word, &name) : 0;
        if (length > 0) {
            g_ptr_array_add(names, g_strndup(name, length));
        } else if (word->text != NULL && strstr(word->text, "${") != NULL) {
            g_ptr_array_add(names, g_strdup(word->text));
        }
    }
}

/* The variable that a condition which is nothing else compares with a word; the caller frees it. */
static char *compared_alone(const GArray *words)
{
    static const char *const comparing[] = {"STREQUAL", NULL};
    const char *name = NULL;
    if (words->len != 3 || !text_words_is(words, 1, comparing)) {
        return NULL;
    }
    gsize length = text_word_variable(&g_array_index(words, TextWord, 0), &name);
    return length > 0 ? g_strndup(name, length) : NULL;
}

/* Which variables the condition says are not there: each "NOT DEFINED A" of what all has to hold,
 * and where it does not hold, the A of "DEFINED A"; and which it says have a value already. */
static Branch branch_of(const GArray *words)
{
    static const char *const negation[] = {"NOT", NULL};
    static const char *const defined[] = {"DEFINED", NULL};
    static const char *const conjunction[] = {"AND", NULL};
    Branch branch = {g_ptr_array_new_with_free_func(g_free),
                     g_ptr_array_new_with_free_func(g_free),
                     g_ptr_array_new_with_free_func(g_free),
                     g_ptr_array_new_with_free_func(g_free),
                     g_ptr_array_new_with_free_func(g_free),
                     g_ptr_array_new_with_free_func(g_free),
                     compared_alone(words),
                     0,
                     FALSE};
    add_asked(branch.asked, words);
    gboolean any = text_words_have(words, "OR");
    for (guint i = 0; i < words->len && !any; i++) {
        any = g_array_index(words, TextWord, i).kind == TEXT_WORD_OPEN;
    }
    for (guint i = 0; i + 2 < words->len && !any; i++) {
        if (text_words_is(words, i, negation) && text_words_is(words, i + 1, defined)) {
            add_name(branch.absent, words, i + 2);
        }
    }
    for (guint i = 0; i + 1 < words->len && !any; i++) {
        if (text_words_is(words, i, negation) &&
            (i + 2 == words->len || text_words_is(words, i + 2, conjunction))) {
            add_name(branch.untrue, words, i + 1);
        }
    }
    if (!any) {
        add_given(branch.absent, words);
    }
    if (words->len == 2 && text_words_is(words, 0, defined)) {
        add_name(branch.otherwise, words, 1);
    }
    return branch;
}

/* The present condition did not hold. */
static void pass(Branch *branch)
{
    while (branch->otherwise->len > 0) {
        g_ptr_array_add(branch->behind, g_ptr_array_steal_index_fast(branch->otherwise, 0));
    }
    if (branch->compared != NULL) {
        g_ptr_array_add(branch->passed, g_steal_pointer(&branch->compared));
    }
}

void text_branches_follow(TextBranches *self, const char *name, const GArray *words)
{
    gboolean begins = strcmp(name, "if") == 0;
    guint depth = self->open->len;
    if (strcmp(name, "foreach") == 0 || strcmp(name, "while") == 0) {
        self->loops++;
    } else if (strcmp(name, "endforeach") == 0 || strcmp(name, "endwhile") == 0) {
        self->loops -= self->loops > 0 ? 1 : 0;
    } else if (begins) {
        Branch branch = branch_of(words);
        branch.number = ++self->branches;
        g_array_append_val(self->open, branch);
    } else if (depth == 0) {
        return;
    } else if (strcmp(name, "endif") == 0) {
        g_array_set_size(self->open, depth - 1);
    } else if (strcmp(name, "elseif") == 0) {
        Branch branch = branch_of(words);
        branch.number = ++self->branches;
        g_ptr_array_unref(branch.asked);
        Branch *before = &g_array_index(self->open, Branch, depth - 1);
        g_ptr_array_unref(branch.behind);
        branch.behind = g_ptr_array_ref(before->behind);
        branch.asked = g_ptr_array_ref(before->asked);
        add_asked(branch.asked, words);
        g_ptr_array_unref(branch.passed);
        branch.passed = g_ptr_array_ref(before->passed);
        pass(before);
        g_array_set_size(self->open, depth - 1);
        g_array_append_val(self->open, branch);
    } else if (strcmp(name, "else") == 0) {
        Branch *branch = &g_array_index(self->open, Branch, depth - 1);
        g_ptr_array_set_size(branch->absent, 0);
        g_ptr_array_set_size(branch->untrue, 0);
        pass(branch);
    }
}

static gboolean has_name(const GPtrArray *names, const char *name, gsize length)
{
    for (guint i = 0; i < names->len; i++) {
        const char *one = names->pdata[i];
        if (strlen(one) == length && strncmp(one, name, length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

guint text_branches_false(const TextBranches *self, const char *name)
{
    for (guint b = 0; b < self->open->len; b++) {
        const Branch *branch = &g_array_index(self->open, Branch, b);
        if (has_name(branch->untrue, name, strlen(name))) {
            return branch->number;
        }
    }
    return 0;
}

const char *text_branches_untrue_alone(TextBranches *self)
{
    Branch *branch =
        self->open->len > 0 ? &g_array_index(self->open, Branch, self->open->len - 1) : NULL;
    /* Two words of the condition: NOT is asked for as well. */
    if (branch == NULL || branch->told || branch->untrue->len != 1 || branch->asked->len != 2) {
        return NULL;
    }
    branch->told = TRUE;
    return branch->untrue->pdata[0];
}

gboolean text_branches_no_word(const TextBranches *self, const char *name)
{
    for (guint b = 0; b < self->open->len; b++) {
        const Branch *branch = &g_array_index(self->open, Branch, b);
        if (has_name(branch->passed, name, strlen(name)) &&
            g_strcmp0(branch->compared, name) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *text_branches_asked(const TextBranches *self, const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (guint b = 0; b < self->open->len; b++) {
        const GPtrArray *asked = g_array_index(self->open, Branch, b).asked;
        if (asked->len + names->len > TEXT_BRANCHES_ASKED_MAX) {
            return NULL;
        }
        for (guint i = 0; i < asked->len; i++) {
            if (strcmp(asked->pdata[i], name) != 0) {
                g_ptr_array_add(names, g_strdup(asked->pdata[i]));
            }
        }
    }
    return g_steal_pointer(&names);
}

gboolean text_branches_always(const TextBranches *self)
{
    return self->open->len == 0 && self->loops == 0;
}

gboolean text_branches_loop(const TextBranches *self)
{
    return self->loops > 0;
}

gboolean text_branches_absent(const TextBranches *self, const char *name, gsize length)
{
    for (guint b = 0; b < self->open->len; b++) {
        const Branch *branch = &g_array_index(self->open, Branch, b);
        if (has_name(branch->absent, name, length) || has_name(branch->behind, name, length)) {
            return TRUE;
        }
    }
    return FALSE;
}
