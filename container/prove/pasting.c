#include "container/prove/pasting.h"
#include <string.h>

typedef struct {
    const GArray *tokens; /* of its file */
    guint begin, end;     /* its body */
} Body;

struct Pasting {
    const Lexicon *lexicon;
    const GPtrArray *files;
    GPtrArray *bodies; /* by name: GArray of Body, or NULL */
    GArray *pastes;    /* gboolean by name */
    GHashTable *users; /* names of macros that may use a parameter as a macro that pastes */
    GHashTable *pieces;
};

static guint32 token_at(const GArray *tokens, guint at)
{
    return at < tokens->len ? g_array_index(tokens, guint32, at) : TOKEN_LINE_END;
}

static gboolean *pastes(const Pasting *self, guint32 name)
{
    return &g_array_index(self->pastes, gboolean, name);
}

static gboolean is_definition(guint32 token)
{
    return token == TOKEN_DEFINE || token == TOKEN_DEFINE_CALL;
}

/* Bodies by name. Parameters stay in: where they are pasted, arguments take their place. */
static void collect_bodies(Pasting *self)
{
    for (guint f = 0; f < self->files->len; f++) {
        const GArray *tokens = ((const LexedFile *)self->files->pdata[f])->tokens;
        for (guint i = 0; i < tokens->len; i++) {
            guint32 token = token_at(tokens, i);
            if (!is_definition(token)) {
                continue;
            }
            guint32 name = token_at(tokens, i + 1);
            guint begin = i + 2;
            guint end = begin;
            gboolean paste = FALSE;
            while (token_at(tokens, end) != TOKEN_LINE_END) {
                paste = paste || token_at(tokens, end) == TOKEN_PASTE;
                end++;
            }
            GArray *bodies = self->bodies->pdata[name];
            if (bodies == NULL) {
                bodies = g_array_new(FALSE, FALSE, sizeof(Body));
                self->bodies->pdata[name] = bodies;
            }
            g_array_append_val(bodies, ((Body){tokens, begin, end}));
            *pastes(self, name) = *pastes(self, name) || paste;
            i = end;
        }
    }
}

static gboolean mentions_pasting(const Pasting *self, const GArray *bodies)
{
    for (guint b = 0; b < bodies->len; b++) {
        const Body *body = &g_array_index(bodies, Body, b);
        for (guint i = body->begin; i < body->end; i++) {
            guint32 token = token_at(body->tokens, i);
            if (token >= TOKEN_FIRST_NAME && *pastes(self, token)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static void spread(Pasting *self)
{
    for (gboolean changed = TRUE; changed;) {
        changed = FALSE;
        for (guint32 name = TOKEN_FIRST_NAME; name < self->bodies->len; name++) {
            const GArray *bodies = self->bodies->pdata[name];
            if (bodies != NULL && !*pastes(self, name) && mentions_pasting(self, bodies)) {
                *pastes(self, name) = TRUE;
                changed = TRUE;
            }
        }
    }
}

static gboolean is_function_like(const Pasting *self, guint32 name)
{
    const GArray *bodies = self->bodies->pdata[name];
    for (guint b = 0; bodies != NULL && b < bodies->len; b++) {
        const Body *body = &g_array_index(bodies, Body, b);
        if (token_at(body->tokens, body->begin - 2) == TOKEN_DEFINE_CALL) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_piece(Pasting *self, guint32 name, GQueue *todo)
{
    if (name >= TOKEN_FIRST_NAME &&
        g_hash_table_add(self->pieces, (gpointer)lexicon_name(self->lexicon, name))) {
        g_queue_push_tail(todo, GUINT_TO_POINTER(name));
    }
}

/* A definition's parameters are no pieces: arguments take their place. */
static gboolean is_parameter(const Body *body, guint32 name)
{
    if (token_at(body->tokens, body->begin - 2) != TOKEN_DEFINE_CALL) {
        return FALSE;
    }
    for (guint i = body->begin + 1; i < body->end; i++) {
        guint32 token = token_at(body->tokens, i);
        if (token == TOKEN_CLOSE) {
            return FALSE;
        }
        if (token == name) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_bodies(Pasting *self, guint32 name, GQueue *todo)
{
    const GArray *bodies = self->bodies->pdata[name];
    for (guint b = 0; bodies != NULL && b < bodies->len; b++) {
        const Body *body = &g_array_index(bodies, Body, b);
        for (guint i = body->begin; i < body->end; i++) {
            guint32 token = token_at(body->tokens, i);
            if (!is_parameter(body, token)) {
                add_piece(self, token, todo);
            }
        }
    }
}

/* What a body itself brings to pasting: the operands of `##`; what is an argument of another
 * pasting macro is found as a use of that. Where such a macro's name stands without parentheses,
 * what it gets cannot be told, so all of the body counts. */
static void add_operands(Pasting *self, guint32 name, GQueue *todo)
{
    const GArray *bodies = self->bodies->pdata[name];
    for (guint b = 0; bodies != NULL && b < bodies->len; b++) {
        const Body *body = &g_array_index(bodies, Body, b);
        for (guint i = body->begin; i < body->end; i++) {
            guint32 token = token_at(body->tokens, i);
            if (token == TOKEN_PASTE) {
                const guint32 operands[] = {token_at(body->tokens, i - 1),
                                            token_at(body->tokens, i + 1)};
                for (gsize k = 0; k < G_N_ELEMENTS(operands); k++) {
                    if (!is_parameter(body, operands[k])) {
                        add_piece(self, operands[k], todo);
                    }
                }
            } else if (token >= TOKEN_FIRST_NAME && *pastes(self, token) &&
                       body->end > body->begin + 1 && token_at(body->tokens, i + 1) != TOKEN_OPEN &&
                       is_function_like(self, token)) {
                add_bodies(self, name, todo);
                return;
            }
        }
    }
}

/* What stands between the parentheses of a use, and between those that follow it directly, as the
 * result may be the name of a macro itself. */
static void add_arguments(Pasting *self, const GArray *tokens, guint open, const Body *inside,
                          GQueue *todo)
{
    guint i = open;
    while (token_at(tokens, i) == TOKEN_OPEN) {
        guint depth = 0;
        for (; i < tokens->len; i++) {
            guint32 token = token_at(tokens, i);
            depth += token == TOKEN_OPEN ? 1 : 0;
            if (inside == NULL || !is_parameter(inside, token)) {
                add_piece(self, token, todo);
            }
            if (token == TOKEN_CLOSE && --depth == 0) {
                i++;
                break;
            }
            if (inside != NULL && i >= inside->end) {
                return;
            }
        }
    }
}

static void collect_uses(Pasting *self, GQueue *todo)
{
    for (guint f = 0; f < self->files->len; f++) {
        const GArray *tokens = ((const LexedFile *)self->files->pdata[f])->tokens;
        Body body = {tokens, 0, 0};
        for (guint i = 0; i < tokens->len; i++) {
            guint32 token = token_at(tokens, i);
            if (is_definition(token)) {
                body.begin = i + 2;
                for (body.end = body.begin; token_at(tokens, body.end) != TOKEN_LINE_END;) {
                    body.end++;
                }
                i++;
            } else if (token == TOKEN_UNDEFINE) {
                i++;
            } else if (token >= TOKEN_FIRST_NAME && *pastes(self, token) &&
                       token_at(tokens, i + 1) == TOKEN_OPEN) {
                add_arguments(self, tokens, i + 1, i < body.end ? &body : NULL, todo);
            }
        }
    }
}

#define NESTING_MAX 256u

/* What encloses a place: the names before each open parenthesis. Deeper ones than the limit are
 * taken together, which only makes more macros count as pasting. */
typedef struct {
    guint32 names[NESTING_MAX];
    guint depth;
    gboolean handed; /* a pasting macro's name was an argument here */
} Nesting;

static void enter(Nesting *self, guint32 name)
{
    if (self->depth < NESTING_MAX) {
        self->names[self->depth] = name;
    }
    self->depth++;
}

/* The macros that get a pasting macro's name as an argument, at whatever depth. */
static gboolean add_receivers(const Pasting *self, const Nesting *nesting, GHashTable *receivers)
{
    gboolean any = FALSE;
    for (guint i = 0; i < MIN(nesting->depth, NESTING_MAX); i++) {
        guint32 name = nesting->names[i];
        if (name >= TOKEN_FIRST_NAME && self->bodies->pdata[name] != NULL) {
            g_hash_table_add(receivers, GUINT_TO_POINTER(name));
            any = TRUE;
        }
    }
    return any;
}

/* One file's uses of pasting macros' names as arguments. What follows the outermost parentheses of
 * MACRO(PASTE)(these) may be used, too. */
static void find_handed_around(Pasting *self, const GArray *tokens, GHashTable *receivers,
                               GQueue *todo)
{
    Nesting nesting = {.depth = 0};
    for (guint i = 0; i < tokens->len; i++) {
        guint32 token = token_at(tokens, i);
        if (is_definition(token) || token == TOKEN_UNDEFINE || token == TOKEN_LINE_END) {
            i += token == TOKEN_LINE_END ? 0 : 1;
            nesting.depth = 0;
            nesting.handed = FALSE;
        } else if (token == TOKEN_OPEN) {
            enter(&nesting, i > 0 ? token_at(tokens, i - 1) : TOKEN_OTHER);
        } else if (token == TOKEN_CLOSE && nesting.depth > 0) {
            nesting.depth--;
            if (nesting.depth == 0 && nesting.handed) {
                add_arguments(self, tokens, i + 1, NULL, todo);
                nesting.handed = FALSE;
            }
        } else if (token >= TOKEN_FIRST_NAME && nesting.depth > 0 && *pastes(self, token) &&
                   token_at(tokens, i + 1) != TOKEN_OPEN && is_function_like(self, token)) {
            nesting.handed = add_receivers(self, &nesting, receivers) || nesting.handed;
        }
    }
}

/* Who gets a macro may hand it on to every macro that it mentions. */
static void add_mentioned(const Pasting *self, GHashTable *receivers)
{
    g_autoptr(GQueue) todo = g_queue_new();
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, receivers);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        g_queue_push_tail(todo, name);
    }
    while (!g_queue_is_empty(todo)) {
        const GArray *bodies = self->bodies->pdata[GPOINTER_TO_UINT(g_queue_pop_head(todo))];
        for (guint b = 0; bodies != NULL && b < bodies->len; b++) {
            const Body *body = &g_array_index(bodies, Body, b);
            for (guint i = body->begin; i < body->end; i++) {
                guint32 token = token_at(body->tokens, i);
                if (token >= TOKEN_FIRST_NAME && self->bodies->pdata[token] != NULL &&
                    g_hash_table_add(receivers, GUINT_TO_POINTER(token))) {
                    g_queue_push_tail(todo, GUINT_TO_POINTER(token));
                }
            }
        }
    }
}

/* Whether a parameter may be used as a macro: parentheses follow it, or a name that may expand to
 * some, or the result of another use is used. */
static gboolean may_use_parameter(const Body *body)
{
    guint begin = body->begin;
    if (token_at(body->tokens, begin - 2) == TOKEN_DEFINE_CALL) {
        while (begin < body->end && token_at(body->tokens, begin) != TOKEN_CLOSE) {
            begin++;
        }
        begin++;
    }
    for (guint i = begin; i + 1 < body->end; i++) {
        guint32 token = token_at(body->tokens, i);
        guint32 next = token_at(body->tokens, i + 1);
        if ((token == TOKEN_CLOSE && next == TOKEN_OPEN) ||
            (token >= TOKEN_FIRST_NAME && is_parameter(body, token) &&
             (next == TOKEN_OPEN || next >= TOKEN_FIRST_NAME))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Marks macros that get a pasting macro and may use it, until there are no more of them. */
static void mark_users(Pasting *self, GQueue *todo)
{
    for (gboolean changed = TRUE; changed;) {
        changed = FALSE;
        g_autoptr(GHashTable) receivers = g_hash_table_new(NULL, NULL);
        for (guint f = 0; f < self->files->len; f++) {
            find_handed_around(self, ((const LexedFile *)self->files->pdata[f])->tokens, receivers,
                               todo);
        }
        add_mentioned(self, receivers);
        GHashTableIter iter;
        gpointer key;
        g_hash_table_iter_init(&iter, receivers);
        while (g_hash_table_iter_next(&iter, &key, NULL)) {
            guint32 name = GPOINTER_TO_UINT(key);
            const GArray *bodies = self->bodies->pdata[name];
            for (guint b = 0; !*pastes(self, name) && b < bodies->len; b++) {
                if (may_use_parameter(&g_array_index(bodies, Body, b))) {
                    *pastes(self, name) = TRUE;
                    g_hash_table_add(self->users, key);
                    changed = TRUE;
                }
            }
        }
        if (changed) {
            spread(self);
        }
    }
}

static void free_bodies(gpointer data)
{
    if (data != NULL) {
        g_array_unref(data);
    }
}

Pasting *pasting_new(const Lexicon *lexicon, const GPtrArray *files)
{
    Pasting *self = g_new0(Pasting, 1);
    self->lexicon = lexicon;
    self->files = files;
    self->bodies = g_ptr_array_new_with_free_func(free_bodies);
    g_ptr_array_set_size(self->bodies, (int)lexicon_size(lexicon));
    self->pastes = g_array_new(FALSE, TRUE, sizeof(gboolean));
    g_array_set_size(self->pastes, lexicon_size(lexicon));
    self->pieces = g_hash_table_new(g_str_hash, g_str_equal);
    self->users = g_hash_table_new(NULL, NULL);
    collect_bodies(self);
    spread(self);
    g_autoptr(GQueue) todo = g_queue_new();
    mark_users(self, todo);
    for (guint32 name = TOKEN_FIRST_NAME; name < self->bodies->len; name++) {
        if (g_hash_table_contains(self->users, GUINT_TO_POINTER(name))) {
            add_bodies(self, name, todo);
        } else if (*pastes(self, name)) {
            add_operands(self, name, todo);
        }
    }
    collect_uses(self, todo);
    /* Arguments are expanded before a macro hands them on to the one that pastes. */
    while (!g_queue_is_empty(todo)) {
        add_bodies(self, GPOINTER_TO_UINT(g_queue_pop_head(todo)), todo);
    }
    return self;
}

void pasting_free(Pasting *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->bodies);
        g_array_unref(self->pastes);
        g_hash_table_unref(self->pieces);
        g_hash_table_unref(self->users);
        g_free(self);
    }
}

static gboolean is_piece(const GPtrArray *pieces, const char *text, gsize length)
{
    for (guint i = 0; i < pieces->len; i++) {
        const char *piece = pieces->pdata[i];
        if (strlen(piece) == length && strncmp(piece, text, length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* reach[i] is whether the first i bytes are made of whole pieces. */
gboolean pasting_can_make(const char *name, const GPtrArray *pieces)
{
    gsize length = strlen(name);
    g_autofree gboolean *reach = g_new0(gboolean, length + 1);
    reach[0] = TRUE;
    for (gsize end = 1; end <= length; end++) {
        for (gsize begin = 0; begin < end && !reach[end]; begin++) {
            reach[end] = reach[begin] && !(begin == 0 && end == length) &&
                         is_piece(pieces, name + begin, end - begin);
        }
    }
    return reach[length];
}

GPtrArray *pasting_pieces(const Pasting *self, const char *name)
{
    gsize length = strlen(name);
    g_autoptr(GPtrArray) pieces = g_ptr_array_new();
    for (gsize begin = 0; begin < length; begin++) {
        for (gsize end = begin + 1; end <= length; end++) {
            g_autofree char *text = g_strndup(name + begin, end - begin);
            gpointer kept = g_hash_table_lookup(self->pieces, text);
            if (kept != NULL && end - begin < length && !is_piece(pieces, kept, end - begin)) {
                g_ptr_array_add(pieces, kept);
            }
        }
    }
    return pasting_can_make(name, pieces) ? g_steal_pointer(&pieces) : NULL;
}
