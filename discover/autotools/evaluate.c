#include "discover/autotools/evaluate_parts.h"
#include "discover/autotools/option_lists.h"

static Guard run_list(Configure *self, const Node *node)
{
    Guard status = GUARD_TRUE;
    for (guint i = 0; i < node->items->len && !guard_is_false(self->path); i++) {
        status = configure_run(self, node->items->pdata[i]);
    }
    return status;
}

static Guard run_if(Configure *self, const Node *node)
{
    Guard path = self->path;
    Guard rest = path;
    Guard condition = GUARD_TRUE;
    Kept kept = {.guards = {&path, &rest, &condition}};
    kept_add(&self->kept, &kept);
    while (node != NULL && !guard_is_false(rest)) {
        self->path = rest;
        condition = configure_run(self, node->kind == NODE_IF ? node->first : node);
        if (node->kind != NODE_IF) {
            break;
        }
        self->path = configure_narrow(self, rest, condition);
        if (node->second != NULL && !guard_is_false(self->path)) {
            configure_run(self, node->second);
        }
        rest = configure_narrow(self, rest, guard_not(self->guards, condition));
        node = node->third;
    }
    kept_drop(&self->kept, &kept);
    self->path = path;
    return GUARD_TRUE;
}

/* What a loop keeps while its body runs. */
typedef struct {
    GPtrArray *fields; /* Value * */
    Value *outer;      /* what its variable is elsewhere; or NULL */
} Loop;

static void mark_loop(Guards *guards, gconstpointer data)
{
    const Loop *loop = data;
    for (guint i = 0; i < loop->fields->len; i++) {
        value_mark(loop->fields->pdata[i], guards);
    }
    value_mark(loop->outer, guards);
}

/* In the body the variable is the word and nothing else: what another loop left in it would come
 * back as soon as a condition has a name. */
static void run_turn(Configure *self, const Node *node, Value *field)
{
    ShellVariable *variable = configure_variable(self, node->name);
    value_unref(variable->value);
    variable->value = value_ref(field);
    g_ptr_array_add(self->assigned, variable);
    configure_run(self, node->first);
}

static Guard run_for(Configure *self, const Node *node)
{
    Guard path = self->path;
    ShellVariable *variable = configure_variable(self, node->name);
    Loop loop = {configure_fields(self, node->words), NULL};
    Kept kept = {.guards = {&path}, .mark = mark_loop, .data = &loop};
    kept_add(&self->kept, &kept);
    if (loop.fields->len >= CONFIGURE_TURNS_MAX) {
        configure_ledger(self, node->at, "limit: loop turns", node->name);
    }
    if (loop.fields->len > 0 && node->first != NULL && !self->exhausted) {
        gboolean read = variable->value != NULL || variable->read;
        loop.outer = read ? configure_read(self, node->name) : NULL;
        for (guint i = 0; i < loop.fields->len && !self->exhausted; i++) {
            run_turn(self, node, loop.fields->pdata[i]);
            self->path = path;
        }
        Value *last = variable->value;
        variable->value = value_update(self->symbols, self->guards, loop.outer, path, last);
        value_unref(last);
    }
    kept_drop(&self->kept, &kept);
    g_ptr_array_unref(loop.fields);
    value_unref(loop.outer);
    self->path = path;
    return GUARD_TRUE;
}

/* How often is not known: the body as it runs the first time. */
static Guard run_while(Configure *self, const Node *node)
{
    Guard path = self->path;
    Kept kept = {.guards = {&path}};
    kept_add(&self->kept, &kept);
    Guard condition = node->first != NULL ? configure_run(self, node->first) : GUARD_TRUE;
    self->path = configure_narrow(self, path, condition);
    if (node->second != NULL && !guard_is_false(self->path)) {
        configure_ledger(self, node->at, "loop read once", "while");
        configure_run(self, node->second);
    }
    kept_drop(&self->kept, &kept);
    self->path = path;
    return GUARD_TRUE;
}

static Guard run_and_or(Configure *self, const Node *node)
{
    Guard path = self->path;
    Guard first = GUARD_TRUE;
    Kept kept = {.guards = {&path, &first}};
    kept_add(&self->kept, &kept);
    first = node->first != NULL ? configure_run(self, node->first) : GUARD_TRUE;
    gboolean and = node->kind == NODE_AND;
    self->path = configure_narrow(self, path, and? first : guard_not(self->guards, first));
    Guard second = GUARD_TRUE;
    if (node->second != NULL && !guard_is_false(self->path)) {
        second = configure_run(self, node->second);
    }
    kept_drop(&self->kept, &kept);
    self->path = path;
    return and ? guard_and(self->guards, first, second) : guard_or(self->guards, first, second);
}

static Guard run_pipe(Configure *self, const Node *node)
{
    configure_note_commands(self, node);
    Guard found = GUARD_FALSE;
    return option_lists_searches(self, node, &found) ? found
                                                     : configure_run_unknown_pipe(self, node);
}

static Guard run_group(Configure *self, const Node *node)
{
    Guard path = self->path;
    Kept kept = {.guards = {&path}};
    kept_add(&self->kept, &kept);
    Guard status = node->first != NULL ? configure_run(self, node->first) : GUARD_TRUE;
    kept_drop(&self->kept, &kept);
    self->path = path;
    return status;
}

static Guard run_node(Configure *self, const Node *node)
{
    switch (node->kind) {
    case NODE_SIMPLE:
        return configure_run_simple(self, node);
    case NODE_MARK: {
        const M4Mark *mark = m4_mark(self->m4, node->mark);
        return mark != NULL ? configure_run_mark(self, mark) : GUARD_TRUE;
    }
    case NODE_LIST:
        return run_list(self, node);
    case NODE_PIPE:
        return run_pipe(self, node);
    case NODE_AND:
    case NODE_OR:
        return run_and_or(self, node);
    case NODE_NOT: {
        Guard inner = node->first != NULL ? configure_run(self, node->first) : GUARD_TRUE;
        return guard_not(self->guards, inner);
    }
    case NODE_IF:
        return run_if(self, node);
    case NODE_CASE:
        return configure_run_case(self, node);
    case NODE_FOR:
        return run_for(self, node);
    case NODE_WHILE:
        return run_while(self, node);
    case NODE_GROUP:
        return run_group(self, node);
    case NODE_FUNCTION:
        if (node->first != NULL) {
            g_hash_table_insert(self->functions, (gpointer)node->name, (gpointer)node->first);
        }
        return GUARD_TRUE;
    }
    return GUARD_TRUE;
}

Guard configure_run(Configure *self, const Node *node)
{
    if (self->exhausted) {
        return GUARD_TRUE;
    }
    configure_collect(self);
    if (++self->steps > CONFIGURE_STEPS_MAX) {
        self->exhausted = TRUE;
        configure_ledger(self, node->at, "limit: commands", "");
        return GUARD_TRUE;
    }
    Origin before = self->at;
    self->at = node->at;
    symbols_set_place(self->symbols, configure_span(self, node->at));
    Guard status = run_node(self, node);
    self->at = before;
    return status;
}
