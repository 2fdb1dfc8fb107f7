/* Statements, in the order in which Meson runs them. */
#include "core/path.h"
#include "discover/meson/reading.h"
#include <string.h>

static void run_statements(MesonReading *self, const GPtrArray *statements);

Guard meson_defined(const MesonReading *self, const char *name)
{
    const Guard *defined = g_hash_table_lookup(self->defined, name);
    return defined != NULL ? *defined : GUARD_FALSE;
}

static void put(MesonReading *self, const char *name, const MesonValue *value, Guard when)
{
    Guard *defined = g_hash_table_lookup(self->defined, name);
    if (defined == NULL) {
        defined = arena_new0(self->arena, Guard);
        *defined = GUARD_FALSE;
        g_hash_table_insert(self->defined, (gpointer)name, defined);
    }
    *defined = guard_or(self->guards, *defined, when);
    g_hash_table_insert(self->variables, (gpointer)name, (gpointer)value);
}

void meson_assign(MesonReading *self, const char *name, const MesonValue *value, Guard when)
{
    const MesonValue *old = g_hash_table_lookup(self->variables, name);
    put(self, name, meson_join(self, when, value, old), when);
}

Guard meson_bounded(MesonReading *self, Guard guard)
{
    if (guard_size(self->guards, guard) < GUARD_SIZE_MAX) {
        return guard;
    }
    meson_limit(self, "limit: condition size", self->line);
    return meson_truth(self, meson_unknown(self, "one of many conditions"));
}

/* += under a condition adds items that are there under it. */
static void run_add(MesonReading *self, const MesonStatement *statement)
{
    const MesonValue *added = meson_evaluate(self, statement->value);
    const MesonValue *old = g_hash_table_lookup(self->variables, statement->name);
    if (old != NULL && (old->kind == MESON_VALUE_LIST || old->kind == MESON_VALUE_DICT)) {
        g_hash_table_insert(self->variables, (gpointer)statement->name,
                            (gpointer)meson_append(self, old, self->path, added));
        return;
    }
    const MesonValue *value =
        old != NULL ? meson_add_values(self, old, added) : meson_probe(self, statement->name);
    meson_assign(self, statement->name, value, self->path);
}

static void run_if(MesonReading *self, const MesonStatement *statement)
{
    Guard path = self->path;
    Guard rest = path;
    for (guint i = 0; i < statement->branches->len && !guard_is_false(rest); i++) {
        const MesonBranch *branch = statement->branches->pdata[i];
        self->path = rest;
        self->line = statement->line;
        Guard test = branch->test != NULL ? meson_truth(self, meson_evaluate(self, branch->test))
                                          : GUARD_TRUE;
        self->path = meson_bounded(self, guard_and(self->guards, rest, test));
        rest = meson_bounded(self, guard_minus(self->guards, rest, test));
        if (!guard_is_false(self->path)) {
            run_statements(self, branch->block);
        }
    }
    self->path = path;
}

/* One turn with the item, where it is there and the loop has not been left. */
static void run_turn(MesonReading *self, const MesonStatement *statement, const MesonItem *item,
                     MesonLoop *loop)
{
    Guard path = self->path;
    Guard there = guard_and(self->guards, path, item->when);
    self->path = meson_bounded(self, guard_minus(self->guards, there, loop->all));
    if (!guard_is_false(self->path)) {
        const MesonValue *first = item->value;
        if (statement->second != NULL) {
            first = meson_text(self, item->key != NULL ? item->key : "", SPAN_NONE);
            put(self, statement->second, item->value, self->path);
        }
        /* What it was in the turn before is of no use to anybody. */
        put(self, statement->name, first, self->path);
        loop->turn = GUARD_FALSE;
        run_statements(self, statement->block);
    }
    self->path = path;
}

static void run_items(MesonReading *self, const MesonStatement *statement, const MesonValue *value,
                      MesonLoop *loop)
{
    gboolean list = value->kind == MESON_VALUE_LIST || value->kind == MESON_VALUE_DICT;
    for (guint i = 0; list && i < value->items->len; i++) {
        if (i == MESON_TURNS_MAX) {
            meson_limit(self, "limit: loop turns", statement->line);
            return;
        }
        run_turn(self, statement, value->items->pdata[i], loop);
    }
    const MesonOption *option =
        value->unknown != NULL ? g_hash_table_lookup(self->options, value->unknown->name) : NULL;
    guint choices = option != NULL ? MIN(option->choices->len, MESON_TURNS_MAX) : 0;
    for (guint i = 0; i < choices; i++) {
        const char *choice = option->choices->pdata[i];
        const MesonItem item = {
            unknown_relation(self->unknowns, value->unknown, "contains", choice), NULL,
            meson_text(self, choice, SPAN_NONE)};
        run_turn(self, statement, &item, loop);
    }
    if (!list || (value->unknown != NULL && choices == 0)) {
        const MesonItem item = {GUARD_TRUE, "", meson_unknown(self, statement->name)};
        run_turn(self, statement, &item, loop);
    }
}

static void run_foreach(MesonReading *self, const MesonStatement *statement)
{
    MesonLoop *outer = self->loop;
    MesonLoop loop = {GUARD_FALSE, GUARD_FALSE};
    const MesonValue *value = meson_evaluate(self, statement->value);
    self->loop = &loop;
    Guard path = self->path;
    for (guint i = 0; value->kind == MESON_VALUE_WAYS && i < value->items->len; i++) {
        const MesonItem *way = value->items->pdata[i];
        self->path = guard_and(self->guards, path, way->when);
        run_items(self, statement, way->value, &loop);
    }
    self->path = path;
    if (value->kind != MESON_VALUE_WAYS) {
        run_items(self, statement, value, &loop);
    }
    self->loop = outer;
}

/* A statement that makes too many conditions must not take the room of all that follow. */
static void allow_conditions(MesonReading *self)
{
    gsize made = guards_made(self->guards);
    gsize left = MESON_NODES_MAX - MIN(made, MESON_NODES_MAX);
    guards_allow(self->guards, MIN(left, MESON_STATEMENT_NODES_MAX));
}

static void run_statement(MesonReading *self, const MesonStatement *statement)
{
    guint gave_up = guards_give_ups(self->guards);
    allow_conditions(self);
    switch (statement->kind) {
    case MESON_EXPRESSION:
        meson_evaluate(self, statement->value);
        break;
    case MESON_ASSIGN:
        meson_assign(self, statement->name, meson_evaluate(self, statement->value), self->path);
        break;
    case MESON_ADD:
        run_add(self, statement);
        break;
    case MESON_IF:
        run_if(self, statement);
        break;
    case MESON_FOREACH:
        run_foreach(self, statement);
        break;
    case MESON_BREAK:
        if (self->loop != NULL) {
            self->loop->all =
                meson_bounded(self, guard_or(self->guards, self->loop->all, self->path));
        }
        break;
    case MESON_CONTINUE:
        if (self->loop != NULL) {
            self->loop->turn =
                meson_bounded(self, guard_or(self->guards, self->loop->turn, self->path));
        }
        break;
    }
    if (guards_give_ups(self->guards) != gave_up) {
        meson_limit(self, "limit: condition size", statement->line);
    }
}

/* Follows statements (MesonNode *) one after the other. */
static void run_statements(MesonReading *self, const GPtrArray *statements)
{
    Guard path = self->path;
    for (guint i = 0; i < statements->len; i++) {
        self->path = guard_minus(self->guards, path, self->done);
        if (self->loop != NULL) {
            Guard left = guard_or(self->guards, self->loop->turn, self->loop->all);
            self->path = meson_bounded(self, guard_minus(self->guards, self->path, left));
        }
        if (guard_is_false(self->path)) {
            break;
        }
        run_statement(self, statements->pdata[i]);
    }
    self->path = path;
}

/* What a file holds, read once however often it is entered; NULL when it can't be read. */
static const MesonFile *file_at(MesonReading *self, const char *path)
{
    const MesonFile *known = g_hash_table_lookup(self->parsed, path);
    if (known != NULL) {
        return known;
    }
    gsize length = 0;
    g_autofree char *text = tree_read_text(self->tree, path, &length, NULL);
    if (text == NULL || length > MESON_FILE_BYTES_MAX) {
        if (text != NULL) {
            meson_ledger(self, "limit: file size", path, 0);
        }
        return NULL;
    }
    MesonFile *file = meson_file_parse(self->arena, text);
    g_hash_table_insert(self->parsed, (gpointer)arena_intern(self->arena, path), file);
    return file;
}

static void tell_error(MesonReading *self, const MesonFile *file)
{
    diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, meson_place(self, file->error_line),
                    "what follows in this file is not read", "%s", file->error);
    meson_ledger(self, "syntax error", file->error, file->error_line);
}

gboolean meson_run_file(MesonReading *self, const char *path)
{
    if (self->subdir_depth >= MESON_SUBDIR_DEPTH_MAX || self->files >= MESON_FILES_MAX) {
        meson_limit(self, "limit: files of the build", 0);
        return TRUE;
    }
    gboolean first = !g_hash_table_contains(self->parsed, path);
    const MesonFile *file = file_at(self, path);
    if (file == NULL) {
        return FALSE;
    }
    const char *outer_file = self->file;
    const char *outer_folder = self->folder;
    MesonLoop *outer_loop = self->loop;
    Guard outer_done = self->done;
    self->file = arena_intern(self->arena, path);
    self->folder = arena_intern_length(self->arena, path, path_folder_length(path));
    self->loop = NULL;
    self->done = GUARD_FALSE;
    self->files++;
    self->subdir_depth++;
    if (file->error != NULL && first) {
        tell_error(self, file);
    }
    run_statements(self, file->statements);
    self->subdir_depth--;
    self->file = outer_file;
    self->folder = outer_folder;
    self->loop = outer_loop;
    self->done = outer_done;
    return TRUE;
}
