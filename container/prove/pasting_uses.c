/* What a text calls, and with which arguments. */
#include "container/prove/pasting_parts.h"

#define NO_USE G_MAXUINT

/* Where the arguments end that begin with the parenthesis at `open`: the place of the closing one,
 * or the region's end. */
static guint arguments_end(const Region *region, guint open)
{
    guint depth = 0;
    for (guint at = open; at < region->end; at++) {
        guint32 token = token_at(region->tokens, at);
        depth += token == TOKEN_OPEN ? 1 : 0;
        if (token == TOKEN_CLOSE && --depth == 0) {
            return at;
        }
    }
    return region->end;
}

static gboolean is_definition(guint32 token)
{
    return token == TOKEN_DEFINE || token == TOKEN_DEFINE_CALL || token == TOKEN_UNDEFINE;
}

/* Arguments of a macro that is named in the text. Once something of which nobody knows how many
 * arguments it makes is among them, it and what follows may be any of the later ones: what comes
 * from a parameter, and what stands between directives. */
static void call_named(Pasting *self, const Region *region, const Macro *macro, guint open)
{
    guint end = arguments_end(region, open);
    guint number = 0;
    guint depth = 0;
    gboolean uncertain = FALSE;
    for (guint at = open + 1; at < end && macro->arity > 0; at++) {
        guint32 token = token_at(region->tokens, at);
        depth += token == TOKEN_OPEN ? 1 : 0;
        depth -= token == TOKEN_CLOSE ? 1 : 0;
        if (token == TOKEN_COMMA && depth == 0 && !uncertain) {
            number = MIN(number + 1, macro->arity - 1);
        }
        Arguments given = pasting_arguments_at(region, at);
        uncertain = uncertain || given.first < given.end || pasting_is_operand(region, at) ||
                    token == TOKEN_LINE_END || is_definition(token);
        for (guint i = number; i < (uncertain ? macro->arity : number + 1); i++) {
            pasting_put_place(self, region, at, pasting_argument(self, macro, i));
        }
    }
}

/* What is called is known as a set of names only: the number of such a use, whose arguments are
 * still to be put into its set. */
static guint add_use(Pasting *self, guint called)
{
    guint arguments = flow_set(self->flow);
    g_array_append_val(self->uses, arguments);
    flow_watch(self->flow, called, self->uses->len - 1);
    return self->uses->len - 1;
}

void pasting_visit(guint use, guint32 element, gpointer data)
{
    Pasting *self = data;
    const Macro *macro =
        element < PASTED_FIRST ? definitions_find(self->definitions, element) : NULL;
    if (macro != NULL && macro->function_like && macro->pastes) {
        for (guint i = 0; i < macro->arity; i++) {
            flow_link(self->flow, g_array_index(self->uses, guint, use),
                      pasting_argument(self, macro, i));
        }
    }
}

static gboolean is_argument(const Region *region, guint at)
{
    Arguments arguments = pasting_arguments_at(region, at);
    return arguments.first < arguments.end;
}

/* The use of what may be called when parentheses follow this place; NO_USE when there is nothing
 * that could be. Where a macro is named, all such places share one: whatever it becomes is called
 * with the arguments of each of them. */
static guint use_of_called(Pasting *self, const Region *region, guint at)
{
    guint32 token = token_at(region->tokens, at);
    guint begin = at;
    if (token == TOKEN_CLOSE) {
        begin = tokens_chain_begin(region->tokens, region->begin, at);
        if (begin == NO_TOKEN) {
            return NO_USE;
        }
        token = token_at(region->tokens, begin);
    }
    const Macro *macro = definitions_find(self->definitions, token);
    gboolean is_named = !is_argument(region, begin) && !pasting_is_operand(region, begin);
    if (is_named && (macro == NULL || (begin == at && !macro->pastes))) {
        return NO_USE;
    }
    guint *known =
        is_named && begin == at ? &g_array_index(self->use_of_name, guint, macro->name) : NULL;
    if (known != NULL && *known > 0) {
        return *known - 1;
    }
    guint called = flow_set(self->flow);
    if (is_named && begin < at) {
        /* The macro itself is used up. */
        flow_link(self->flow, pasting_result(self, macro->name), called);
        begin++;
    }
    pasting_put_places(self, region, begin, at + 1, called);
    guint use = add_use(self, called);
    if (known != NULL) {
        *known = use + 1;
    }
    return use;
}

static void call(Pasting *self, const Region *region, guint use, guint begin, guint end)
{
    if (use != NO_USE) {
        pasting_put_places(self, region, begin, end, g_array_index(self->uses, guint, use));
    }
}

/* What follows directly is no parenthesis, but may become some once it is expanded. In a file that
 * happens within arguments only. */
static void use_before_name(Pasting *self, const Region *region, guint at, guint end)
{
    gboolean may_open = is_argument(region, at + 1) || pasting_is_operand(region, at + 1) ||
                        definitions_find(self->definitions, token_at(region->tokens, at + 1));
    if (may_open) {
        call(self, region, use_of_called(self, region, at), at + 1, end);
    }
}

static void use_before_parenthesis(Pasting *self, const Region *region, guint at)
{
    guint32 token = token_at(region->tokens, at);
    const Macro *macro = is_argument(region, at) || pasting_is_operand(region, at)
                             ? NULL
                             : definitions_find(self->definitions, token);
    if (macro != NULL && macro->pastes && macro->function_like) {
        call_named(self, region, macro, at + 1);
    }
    if (macro == NULL || macro->object_like) {
        guint use = use_of_called(self, region, at);
        call(self, region, use, at + 2, use == NO_USE ? at : arguments_end(region, at + 1));
    }
}

/* The end of each place's outermost parentheses is asked for only where something may be called. */
void pasting_read_uses(Pasting *self, const Region *region)
{
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint at = region->begin; at < region->end; at++) {
        guint32 token = token_at(region->tokens, at);
        guint32 next =
            at + 1 < region->end ? token_at(region->tokens, at + 1) : (guint32)TOKEN_LINE_END;
        if (region->definition == NULL && is_definition(token)) {
            at++;
            while (token != TOKEN_UNDEFINE && token_at(region->tokens, at) != TOKEN_LINE_END) {
                at++;
            }
            continue;
        }
        if ((token_is_name(token) || token == TOKEN_CLOSE) && next == TOKEN_OPEN) {
            use_before_parenthesis(self, region, at);
        } else if ((token_is_name(token) || token == TOKEN_CLOSE) && token_is_name(next) &&
                   (region->definition != NULL || open->len > 0)) {
            guint end = region->definition != NULL
                            ? region->end
                            : arguments_end(region, g_array_index(open, guint, 0));
            use_before_name(self, region, at, end);
        }
        if (token == TOKEN_OPEN) {
            g_array_append_val(open, at);
        } else if (token == TOKEN_CLOSE && open->len > 0) {
            g_array_set_size(open, open->len - 1);
        }
    }
}
