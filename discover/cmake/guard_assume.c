/* What is left of a condition once some variables are known. */
#include "discover/cmake/guard_internal.h"
#include <string.h>

void guards_prepare_given(Guards *self)
{
    guint wanted = self->variables + 1;
    if (self->given->len < wanted) {
        guint old = self->given->len;
        g_byte_array_set_size(self->given, wanted);
        memset(self->given->data + old, GIVEN_NOTHING, wanted - old);
    }
}

void guards_give(Guards *self, const GuardLiteral *literals, guint count)
{
    guards_prepare_given(self);
    for (guint i = count; i > 0; i--) {
        const GuardLiteral *literal = &literals[i - 1];
        self->given->data[given_slot(literal->variable)] =
            literal->positive ? GIVEN_TRUE : GIVEN_FALSE;
    }
}

void guards_take_back(Guards *self, const GuardLiteral *literals, guint count)
{
    for (guint i = 0; i < count; i++) {
        self->given->data[given_slot(literals[i].variable)] = GIVEN_NOTHING;
    }
}

void guards_next_question(Guards *self)
{
    if (self->questions->len < self->node_count << 1) {
        g_array_set_size(self->questions, self->node_count << 1);
    }
    if (++self->question == 0) {
        memset(self->questions->data, 0, self->questions->len * sizeof(guint32));
        self->question = 1;
    }
}

/* `last`: nothing is given of variables behind it. */
static guint32 assume_edge(Guards *self, guint32 edge, guint32 last)
{
    guint32 opposite = edge & 1;
    const Node node = node_of(self, edge ^ opposite);
    if (node.variable > last) {
        return edge;
    }
    guint32 *answer = &g_array_index(self->answers, guint32, edge >> 1);
    if (guards_was_asked(self, edge ^ opposite)) {
        return *answer ^ opposite;
    }
    guint32 result;
    switch (given_of(self, node.variable)) {
    case GIVEN_FALSE:
        result = assume_edge(self, node.low, last);
        break;
    case GIVEN_TRUE:
        result = assume_edge(self, node.high, last);
        break;
    default: {
        guint32 low = assume_edge(self, node.low, last);
        guint32 high = assume_edge(self, node.high, last);
        result = guards_node(self, node.variable, low, high);
    }
    }
    *answer = result;
    return result ^ opposite;
}

Guard guard_assume(Guards *self, Guard guard, const GuardLiteral *known, guint count)
{
    guint32 last = 0;
    for (guint i = 0; i < count; i++) {
        last = MAX(last, known[i].variable);
    }
    if (count == 0 || guard_is_false(guard) || guard_is_true(guard)) {
        return guard;
    }
    guards_next_question(self);
    if (self->answers->len < self->node_count) {
        g_array_set_size(self->answers, self->node_count);
    }
    guards_give(self, known, count);
    Guard result = {assume_edge(self, guard.node, last)};
    guards_take_back(self, known, count);
    return result;
}

Guard guard_restrict(Guards *self, Guard guard, guint variable, gboolean value)
{
    return guard_assume(self, guard, &(GuardLiteral){variable, value}, 1);
}
