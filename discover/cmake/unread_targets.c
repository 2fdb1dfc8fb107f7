/* Targets of what is not read: a package that is installed, content that is downloaded, a folder
 * that is not in the tree. Which targets these make is not known; if(TARGET) asks for one of them
 * where its name is that of something unread that was added before. Any other name may be one of
 * theirs, too, but is far more often one that the project makes later, or under another condition.
 */
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* Each if(TARGET) goes through all of them; real projects have some hundred. */
#define UNREAD_CONTENTS_MAX 2000u
/* Letters of a name that are enough to tell it within another. */
#define WITHIN_LETTERS_MIN 3u

struct UnreadContent {
    const char *letters; /* its name, in lower case without punctuation; interned */
    UnreadKind kind;
    Guard when;
};

/* "Fetched_PyBind-11" is "fetchedpybind11". */
static char *letters_of(const char *name, gsize length)
{
    GString *letters = g_string_new(NULL);
    for (gsize i = 0; i < length; i++) {
        if (g_ascii_isalnum(name[i])) {
            g_string_append_c(letters, g_ascii_tolower(name[i]));
        }
    }
    return g_string_free(letters, FALSE);
}

static void add_letters(Evaluator *self, const char *letters, UnreadKind kind)
{
    const char *interned = arena_intern(self->arena, letters);
    UnreadContent *known = NULL;
    for (guint i = 0; i < self->unread->len && known == NULL; i++) {
        UnreadContent *content = self->unread->pdata[i];
        known = content->letters == interned && content->kind == kind ? content : NULL;
    }
    if (known == NULL && self->unread->len == UNREAD_CONTENTS_MAX) {
        evaluator_ledger(self, "limit: packages", letters, NULL);
        return;
    }
    if (known == NULL) {
        known = arena_new0(self->arena, UnreadContent);
        *known = (UnreadContent){interned, kind, GUARD_FALSE};
        g_ptr_array_add(self->unread, known);
    }
    known->when = symbols_simplify(self->symbols, guard_or(self->guards, known->when, self->path),
                                   SYMBOLS_VALUE_NODES);
}

static void add_named(Evaluator *self, UnreadKind kind, const char *name, gsize length)
{
    g_autofree char *letters = letters_of(name, length);
    if (*letters != '\0') {
        add_letters(self, letters, kind);
    }
}

/* The name of the repository at the address, which says more than that under which it is fetched;
 * archives are mostly named after a version. */
static void add_repository(Evaluator *self, const char *address)
{
    const char *slash = strrchr(address, '/');
    const char *dot = slash != NULL ? strchr(slash, '.') : NULL;
    if (slash != NULL && (dot == NULL || strcmp(dot, ".git") == 0)) {
        add_named(self, UNREAD_DOWNLOAD, slash + 1, strcspn(slash + 1, "."));
    }
}

void evaluator_note_unread(Evaluator *self, UnreadKind kind, const char *name, const char *from)
{
    if (self->options->concrete || text_has_hole(name)) {
        return;
    }
    add_named(self, kind, name, strlen(name));
    if (from != NULL && !text_has_hole(from)) {
        add_repository(self, from);
    }
}

void evaluator_mark_unread(const Evaluator *self)
{
    for (guint i = 0; i < self->unread->len; i++) {
        guard_mark(self->guards, ((const UnreadContent *)self->unread->pdata[i])->when);
    }
}

/* Whether one of the names has the other in it, and that is no accident. */
static gboolean is_within(const char *a, const char *b)
{
    const char *inner = strlen(a) <= strlen(b) ? a : b;
    return strlen(inner) >= WITHIN_LETTERS_MIN && strstr(inner == a ? b : a, inner) != NULL;
}

/* A package names its targets after itself, in a namespace. Others choose the name under which they
 * fetch, which often has something before or behind the content's own. A plain name that is also
 * that of a package or a folder is mostly a part of the project, which is looked for elsewhere
 * where that part is not built. */
static gboolean may_make(const UnreadContent *content, const char *letters, gboolean in_namespace)
{
    gboolean same = strcmp(content->letters, letters) == 0;
    gboolean within = same || is_within(content->letters, letters);
    switch (content->kind) {
    case UNREAD_PACKAGE:
        return in_namespace && same;
    case UNREAD_FOLDER:
        return in_namespace && within;
    case UNREAD_DOWNLOAD:
        return in_namespace ? within : same;
    }
    return FALSE;
}

/* Whether the package is called like the target or its last part: "QuarrySlate" makes
 * Quarry::Slate, "Slate" may as well. */
static gboolean is_part(const UnreadContent *content, const char *whole, const char *part)
{
    return content->kind == UNREAD_PACKAGE &&
           (strcmp(content->letters, whole) == 0 || strcmp(content->letters, part) == 0);
}

/* Where something unread was added that may make the target. */
static Guard may_exist(Evaluator *self, const char *name, const char *colons)
{
    g_autofree char *letters =
        letters_of(name, colons != NULL ? (gsize)(colons - name) : strlen(name));
    g_autofree char *whole = letters_of(name, strlen(name));
    g_autofree char *part = colons != NULL ? letters_of(colons, strlen(colons)) : NULL;
    Guard unread = GUARD_FALSE;
    for (guint i = 0; i < self->unread->len && *letters != '\0'; i++) {
        const UnreadContent *content = self->unread->pdata[i];
        if (may_make(content, letters, colons != NULL) ||
            (colons != NULL && is_part(content, whole, part))) {
            unread = guard_or(self->guards, unread, content->when);
        }
    }
    return guard_and(self->guards, unread, self->path);
}

/* What the project has made before it first asks is a part of its own. So is what bears the name of
 * a space in which it makes others: its helpers ask whether a target is there, and make it. */
static gboolean is_own(Evaluator *self, const char *name, const char *colons)
{
    gboolean made = g_hash_table_contains(self->targets, name);
    if (colons == NULL || made) {
        return colons == NULL && made;
    }
    g_autofree char *space = g_strndup(name, (gsize)(colons - name) + strlen("::"));
    GHashTableIter iter;
    gpointer other;
    g_hash_table_iter_init(&iter, self->targets);
    while (g_hash_table_iter_next(&iter, &other, NULL)) {
        if (g_str_has_prefix(other, space)) {
            return TRUE;
        }
    }
    return FALSE;
}

Guard evaluator_target_exists(Evaluator *self, const char *name)
{
    Guard made = evaluator_name_exists(self, self->targets, name);
    if (self->unread->len == 0 || text_has_hole(name)) {
        return made;
    }
    const char *colons = strstr(name, "::");
    const char *check = arena_printf(self->arena, "target %s", name);
    gboolean asked = symbols_has(self->symbols, CONDITION_SUBJECT_PROBE, check);
    if (!asked && is_own(self, name, colons)) {
        return made;
    }
    Guard unread = may_exist(self, name, colons);
    if (!guard_meets(self->guards, unread, guard_not(self->guards, made))) {
        return made;
    }
    Guard there = self->domain->flag(self, CONDITION_SUBJECT_PROBE, check, NULL);
    return guard_or(self->guards, made, guard_and(self->guards, unread, there));
}
