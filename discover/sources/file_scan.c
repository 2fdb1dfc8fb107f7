#include "discover/sources/file_scan.h"
#include "core/identifier.h"
#include <string.h>

/* A group that is not closed yet. */
typedef struct {
    guint first_arm;        /* index into ScanWorker.open_arms */
    const char *tested_off; /* the macro that is not defined in the current arm; NULL: not known */
    const char *tested_on;  /* the macro that the first arm needs and all later ones lack */
    gboolean defines_it;    /* the next directive defines `tested_off` */
    gboolean fresh;         /* no directive since its #if */
} OpenGroup;

/* A group that may turn out to be an include guard. */
typedef struct {
    gboolean possible;
    guint group; /* its index */
    gsize end;   /* offset behind its #endif */
} GuardCandidate;

struct ScanWorker {
    Scanner *scanner;
    Arena *arena;
    GByteArray *buffer;
    GHashTable *conditions;
    GHashTable *defines;
    GString *name;
    /* The file being scanned: */
    FileScan *file;
    GArray *open;      /* OpenGroup */
    GArray *open_arms; /* ConditionalArm; those of one open group lie together */
    GArray *arms;      /* ConditionalArm, of closed groups */
    GArray *groups;    /* ConditionalGroup */
    GArray *hits;      /* FileHit */
    guint passed_over; /* groups open beyond a limit */
    gboolean seen_group;
    GuardCandidate guard;
};

ScanWorker *scan_worker_new(const SourceMatcher *matcher)
{
    ScanWorker *self = g_new0(ScanWorker, 1);
    self->scanner = scanner_new(matcher);
    self->arena = arena_new();
    self->buffer = g_byte_array_new();
    self->conditions = g_hash_table_new(g_str_hash, g_str_equal);
    self->defines = g_hash_table_new(g_str_hash, g_str_equal);
    self->name = g_string_new(NULL);
    self->open = g_array_new(FALSE, FALSE, sizeof(OpenGroup));
    self->open_arms = g_array_new(FALSE, FALSE, sizeof(ConditionalArm));
    self->arms = g_array_new(FALSE, FALSE, sizeof(ConditionalArm));
    self->groups = g_array_new(FALSE, FALSE, sizeof(ConditionalGroup));
    self->hits = g_array_new(FALSE, FALSE, sizeof(FileHit));
    return self;
}

void scan_worker_free(ScanWorker *self)
{
    if (self == NULL) {
        return;
    }
    scanner_free(self->scanner);
    g_byte_array_unref(self->buffer);
    g_hash_table_unref(self->conditions);
    g_hash_table_unref(self->defines);
    g_string_free(self->name, TRUE);
    g_array_unref(self->open);
    g_array_unref(self->open_arms);
    g_array_unref(self->arms);
    g_array_unref(self->groups);
    g_array_unref(self->hits);
    arena_free(self->arena);
    g_free(self);
}

static ConditionText *condition_of(ScanWorker *self, const char *text)
{
    ConditionText *known = g_hash_table_lookup(self->conditions, text);
    if (known == NULL) {
        known = arena_new0(self->arena, ConditionText);
        known->text = arena_strdup(self->arena, text);
        g_hash_table_insert(self->conditions, (gpointer)known->text, known);
    }
    return known;
}

/* The macro of a condition that is nothing but `defined X` or `! defined(X)`; NULL for others. The
 * result is valid until the next call. */
static const char *only_macro(ScanWorker *self, const char *text, gboolean *negated)
{
    const char *at = text;
    *negated = *at == '!';
    at += *negated ? 1 : 0;
    at += *at == ' ' ? 1 : 0;
    if (!g_str_has_prefix(at, "defined")) {
        return NULL;
    }
    at += strlen("defined");
    gsize separators = strspn(at, " (");
    at += separators;
    gsize length = identifier_length(at);
    if (separators == 0 || length == 0 || at[length + strspn(at + length, " )")] != '\0') {
        return NULL;
    }
    g_string_truncate(self->name, 0);
    g_string_append_len(self->name, at, length);
    return self->name->str;
}

static void note(ScanWorker *self, FileNote kind, guint line)
{
    if (self->file->note_lines[kind] == 0) {
        self->file->note_lines[kind] = line;
    }
}

static gboolean has_room_for_arm(const ScanWorker *self)
{
    return self->arms->len + self->open_arms->len < FILE_SCAN_ARMS_MAX;
}

static void open_group(ScanWorker *self, const Directive *directive)
{
    if (self->open->len == FILE_SCAN_DEPTH_MAX || !has_room_for_arm(self)) {
        self->passed_over++;
        note(self, has_room_for_arm(self) ? FILE_NOTE_DEPTH : FILE_NOTE_ARMS, directive->line);
        return;
    }
    OpenGroup group = {.first_arm = self->open_arms->len, .fresh = TRUE};
    gboolean negated = FALSE;
    const char *macro = only_macro(self, directive->text, &negated);
    if (macro != NULL) {
        macro = arena_intern(self->arena, macro);
        group.tested_off = negated ? macro : NULL;
        group.tested_on = negated ? NULL : macro;
    }
    g_array_append_val(self->open, group);
    ConditionalArm arm = {.condition = condition_of(self, directive->text),
                          .at = directive->line,
                          .first = directive->last_line + 1};
    g_array_append_val(self->open_arms, arm);
}

static OpenGroup *innermost(ScanWorker *self)
{
    return &g_array_index(self->open, OpenGroup, self->open->len - 1);
}

static void end_arm(ScanWorker *self, guint line)
{
    g_array_index(self->open_arms, ConditionalArm, self->open_arms->len - 1).last = line - 1;
}

static void next_arm(ScanWorker *self, const Directive *directive)
{
    OpenGroup *group = innermost(self);
    if (!has_room_for_arm(self)) {
        note(self, FILE_NOTE_ARMS, directive->line);
        return; /* the arm before goes on */
    }
    end_arm(self, directive->line);
    ConditionalArm arm = {.at = directive->line, .first = directive->last_line + 1};
    if (directive->kind == DIRECTIVE_ELIF) {
        arm.condition = condition_of(self, directive->text);
    }
    g_array_append_val(self->open_arms, arm);
    group->tested_off = group->tested_on;
    group->defines_it = FALSE;
}

static void close_group(ScanWorker *self, guint line, gsize end)
{
    OpenGroup *open = innermost(self);
    end_arm(self, line);
    ConditionalGroup group = {.first_arm = self->arms->len,
                              .arm_count = self->open_arms->len - open->first_arm};
    g_array_append_vals(self->arms,
                        &g_array_index(self->open_arms, ConditionalArm, open->first_arm),
                        group.arm_count);
    g_array_set_size(self->open_arms, open->first_arm);
    g_array_append_val(self->groups, group);
    self->guard.possible = self->open->len == 1 && group.arm_count == 1 && open->defines_it &&
                           !self->seen_group && end > 0;
    self->guard.group = self->groups->len - 1;
    self->guard.end = end;
    g_array_set_size(self->open, self->open->len - 1);
    self->seen_group = self->seen_group || self->open->len == 0;
}

static void define(ScanWorker *self, const char *name)
{
    gboolean is_default = FALSE;
    for (guint i = 0; i < self->open->len && !is_default; i++) {
        const OpenGroup *group = &g_array_index(self->open, OpenGroup, i);
        is_default = group->tested_off != NULL && strcmp(group->tested_off, name) == 0;
    }
    if (is_default) {
        OpenGroup *group = innermost(self);
        group->defines_it |= group->fresh && g_strcmp0(group->tested_off, name) == 0;
    } else if (name[0] != '\0') {
        gpointer known = NULL;
        gpointer count = NULL;
        if (!g_hash_table_lookup_extended(self->defines, name, &known, &count)) {
            known = arena_strdup(self->arena, name);
        }
        g_hash_table_insert(self->defines, known, GUINT_TO_POINTER(GPOINTER_TO_UINT(count) + 1));
    }
}

static void on_directive(void *data, const Directive *directive)
{
    ScanWorker *self = data;
    if (directive->truncated) {
        note(self, FILE_NOTE_CONDITION, directive->line);
    }
    switch (directive->kind) {
    case DIRECTIVE_IF:
        self->guard.possible = FALSE;
        if (self->open->len > 0) {
            innermost(self)->fresh = FALSE;
        }
        open_group(self, directive);
        return;
    case DIRECTIVE_ELIF:
    case DIRECTIVE_ELSE:
        if (self->open->len == 0) {
            note(self, FILE_NOTE_STRAY, directive->line);
        } else if (self->passed_over == 0) {
            next_arm(self, directive);
        }
        return;
    case DIRECTIVE_ENDIF:
        if (self->open->len == 0) {
            note(self, FILE_NOTE_STRAY, directive->line);
        } else if (self->passed_over > 0) {
            self->passed_over--;
        } else {
            close_group(self, directive->line, directive->end);
        }
        return;
    case DIRECTIVE_DEFINE:
        define(self, directive->text);
        if (self->open->len > 0) {
            innermost(self)->fresh = FALSE;
        }
        return;
    }
}

static void on_hit(void *data, guint technology, const char *text, guint line)
{
    ScanWorker *self = data;
    FileHit hit = {technology, line, arena_intern(self->arena, text)};
    g_array_append_val(self->hits, hit);
}

static void *keep(ScanWorker *self, const GArray *array)
{
    if (array->len == 0) {
        return NULL;
    }
    gsize size = (gsize)array->len * g_array_get_element_size((GArray *)array);
    return memcpy(arena_alloc(self->arena, size), array->data, size);
}

static void mark_used(ScanWorker *self)
{
    for (guint i = 0; i < self->groups->len; i++) {
        const ConditionalGroup *group = &g_array_index(self->groups, ConditionalGroup, i);
        for (guint arm = 0; arm < group->arm_count; arm++) {
            ConditionText *condition =
                g_array_index(self->arms, ConditionalArm, group->first_arm + arm).condition;
            if (condition != NULL) {
                condition->used = TRUE;
            }
        }
    }
}

void scan_worker_text(ScanWorker *self, const guint8 *text, gsize length, ScanForm form,
                      FileScan *result)
{
    const ScanHandler handler = {on_directive, on_hit, self};
    *result = (FileScan){0};
    self->file = result;
    g_array_set_size(self->open, 0);
    g_array_set_size(self->open_arms, 0);
    g_array_set_size(self->arms, 0);
    g_array_set_size(self->groups, 0);
    g_array_set_size(self->hits, 0);
    self->passed_over = 0;
    self->seen_group = FALSE;
    self->guard.possible = FALSE;
    result->lines = scanner_run(self->scanner, text, length, form, &handler);
    while (self->open->len > 0) {
        const OpenGroup *group = innermost(self);
        note(self, FILE_NOTE_UNCLOSED,
             g_array_index(self->open_arms, ConditionalArm, group->first_arm).at);
        close_group(self, result->lines + 1, 0);
    }
    /* A guard goes round the whole file and is the last group that was closed. */
    if (self->guard.possible && self->guard.group == self->groups->len - 1 &&
        scanner_is_blank(text, length, self->guard.end)) {
        g_array_set_size(self->groups, self->groups->len - 1);
    }
    mark_used(self);
    result->arms = keep(self, self->arms);
    result->groups = keep(self, self->groups);
    result->group_count = self->groups->len;
    result->hits = keep(self, self->hits);
    result->hit_count = self->hits->len;
}

void scan_worker_file(ScanWorker *self, const Tree *tree, const TreeFile *file, FileScan *result)
{
    g_autoptr(GError) error = NULL;
    ScanForm form;
    if (!scan_form_of(file, &form)) {
        *result = (FileScan){.error = "not a source file"};
    } else if (!tree_read_into(tree, file, self->buffer, &error)) {
        *result = (FileScan){.error = arena_strdup(self->arena, error->message)};
    } else {
        scan_worker_text(self, self->buffer->data, self->buffer->len, form, result);
    }
}

GHashTable *scan_worker_conditions(const ScanWorker *self)
{
    return self->conditions;
}

GHashTable *scan_worker_defines(const ScanWorker *self)
{
    return self->defines;
}
