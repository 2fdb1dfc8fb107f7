#include "container/prove/pasting_parts.h"
#include <string.h>

/* ---- sets ------------------------------------------------------------------------------------ */

/* What a macro may leave. */
guint pasting_result(Pasting *self, guint32 name)
{
    guint *set = &g_array_index(self->results, guint, name);
    if (*set == 0) {
        *set = flow_set(self->flow) + 1;
        g_queue_push_tail(self->unread, GUINT_TO_POINTER(name));
    }
    return *set - 1;
}

/* What may be given for an argument, before and after it is expanded. */
guint pasting_argument(Pasting *self, const Macro *macro, guint number)
{
    guint *first = &g_array_index(self->arguments, guint, macro->name);
    if (*first == 0) {
        *first = flow_set(self->flow) + 1;
        for (guint i = 1; i < macro->arity; i++) {
            flow_set(self->flow);
        }
    }
    return *first - 1 + number;
}

/* A name stands in the text: there is itself, and what may become of it. */
static void put_name(Pasting *self, guint32 name, guint set)
{
    flow_add(self->flow, set, name);
    if (definitions_find(self->definitions, name) != NULL) {
        flow_link(self->flow, pasting_result(self, name), set);
    }
}

static guint site_of(const Pasting *self, const Region *region, guint paste)
{
    const guint32 *token = &g_array_index(region->tokens, guint32, paste);
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->site_at, token)) - 1;
}

static void put_site(Pasting *self, guint site, guint set)
{
    flow_add(self->flow, set, PASTED_FIRST + site);
    flow_link(self->flow, g_array_index(self->made, guint, site), set);
}

Arguments pasting_arguments_at(const Region *region, guint at)
{
    return region->definition == NULL ? (Arguments){0, 0}
                                      : definition_arguments(region->definition, region->macro,
                                                             token_at(region->tokens, at));
}

static gboolean put_arguments(Pasting *self, const Region *region, guint at, guint set)
{
    Arguments arguments = pasting_arguments_at(region, at);
    for (guint i = arguments.first; i < arguments.end; i++) {
        flow_link(self->flow, pasting_argument(self, region->macro, i), set);
    }
    return arguments.first < arguments.end;
}

gboolean pasting_is_operand(const Region *region, guint at)
{
    return region->definition != NULL && definition_pastes_at(region->definition, at);
}

/* Whatever may come to stand at this place. Of an argument beside `##` only one token is pasted;
 * the others stay. */
void pasting_put_place(Pasting *self, const Region *region, guint at, guint set)
{
    guint32 token = token_at(region->tokens, at);
    if (!token_is_name(token)) {
        return;
    }
    gboolean given = put_arguments(self, region, at, set);
    if (!pasting_is_operand(region, at)) {
        if (!given) {
            put_name(self, token, set);
        }
        return;
    }
    if (at > region->begin && token_at(region->tokens, at - 1) == TOKEN_PASTE) {
        put_site(self, site_of(self, region, at - 1), set);
    }
    if (at + 1 < region->end && token_at(region->tokens, at + 1) == TOKEN_PASTE) {
        put_site(self, site_of(self, region, at + 1), set);
    }
}

void pasting_put_places(Pasting *self, const Region *region, guint begin, guint end, guint set)
{
    for (guint at = begin; at < end; at++) {
        pasting_put_place(self, region, at, set);
    }
}

/* ---- pasting --------------------------------------------------------------------------------- */

static void put_operand(Pasting *self, const Region *region, guint at, guint set)
{
    guint32 token = token_at(region->tokens, at);
    if (token_is_name(token) && !put_arguments(self, region, at, set)) {
        flow_add(self->flow, set, token);
    }
}

/* Of __VA_OPT__(...) any token may be the first and the last one. */
static void add_site(Pasting *self, const Region *region, guint paste)
{
    const PasteSite *site = &g_array_index(self->sites, PasteSite, site_of(self, region, paste));
    guint left = site->left;
    guint right = site->right;
    if (paste >= region->begin + 2 && token_at(region->tokens, paste - 2) == TOKEN_PASTE) {
        put_site(self, site_of(self, region, paste - 2), left);
    }
    if (paste > region->begin) {
        put_operand(self, region, paste - 1, left);
        if (token_at(region->tokens, paste - 1) == TOKEN_CLOSE) {
            pasting_put_places(self, region, region->begin, paste, left);
        }
    }
    if (paste + 1 < region->end) {
        put_operand(self, region, paste + 1, right);
        if (self->optional != 0 && token_at(region->tokens, paste + 1) == self->optional) {
            pasting_put_places(self, region, paste + 1, region->end, right);
        }
    }
}

static void number_sites(Pasting *self, const Region *region)
{
    for (guint at = region->begin; at < region->end; at++) {
        if (token_at(region->tokens, at) == TOKEN_PASTE) {
            PasteSite site = {flow_set(self->flow), flow_set(self->flow)};
            guint made = flow_set(self->flow);
            g_array_append_val(self->sites, site);
            g_array_append_val(self->made, made);
            g_hash_table_insert(self->site_at, &g_array_index(region->tokens, guint32, at),
                                GUINT_TO_POINTER(self->sites->len));
        }
    }
}

/* ---- all together ---------------------------------------------------------------------------- */

static void each_body(Pasting *self, void (*read)(Pasting *, const Region *))
{
    for (guint32 name = TOKEN_FIRST_NAME; name < self->results->len; name++) {
        const Macro *macro = definitions_find(self->definitions, name);
        for (guint i = 0; macro != NULL && i < macro->definitions->len; i++) {
            const Definition *definition = macro->definitions->pdata[i];
            const Region body = {definition->tokens, definition->begin, definition->end, macro,
                                 definition};
            read(self, &body);
        }
    }
}

static void read_body(Pasting *self, const Region *body)
{
    for (guint at = body->begin; at < body->end; at++) {
        if (token_at(body->tokens, at) == TOKEN_PASTE) {
            add_site(self, body, at);
        }
    }
    pasting_read_uses(self, body);
}

static void read_files(Pasting *self, const GPtrArray *files)
{
    for (guint f = 0; f < files->len; f++) {
        const GArray *tokens = ((const LexedFile *)files->pdata[f])->tokens;
        const Region file = {.tokens = tokens, .begin = 0, .end = tokens->len};
        pasting_read_uses(self, &file);
    }
}

static void read_results(Pasting *self)
{
    while (!g_queue_is_empty(self->unread)) {
        guint32 name = GPOINTER_TO_UINT(g_queue_pop_head(self->unread));
        const Macro *macro = definitions_find(self->definitions, name);
        for (guint i = 0; i < macro->definitions->len; i++) {
            const Definition *definition = macro->definitions->pdata[i];
            const Region body = {definition->tokens, definition->begin, definition->end, macro,
                                 definition};
            pasting_put_places(self, &body, body.begin, body.end, pasting_result(self, name));
        }
    }
}

/* Macros whose names are results of pasting are expanded in turn. TRUE when there are new ones. */
static gboolean add_made(Pasting *self, GHashTable *known)
{
    gboolean any = FALSE;
    for (guint32 name = TOKEN_FIRST_NAME; name < self->results->len; name++) {
        if (definitions_find(self->definitions, name) == NULL) {
            continue;
        }
        g_autoptr(GArray) sites =
            spelling_sites(self->spelling, lexicon_name(self->lexicon, name), FALSE);
        for (guint i = 0; i < sites->len; i++) {
            guint site = g_array_index(sites, guint, i);
            g_autofree char *key = g_strdup_printf("%u %u", site, name);
            if (!g_hash_table_contains(known, key)) {
                g_hash_table_add(known, g_steal_pointer(&key));
                put_name(self, name, g_array_index(self->made, guint, site));
                any = TRUE;
            }
        }
    }
    return any;
}

static void solve(Pasting *self)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    do {
        do {
            read_results(self);
            flow_run(self->flow, pasting_visit, self);
        } while (!g_queue_is_empty(self->unread));
        g_clear_pointer(&self->spelling, spelling_free);
        self->spelling = spelling_new(self->lexicon, self->flow, self->sites);
    } while (add_made(self, known));
}

/* Somebody may define the question with more arguments. */
static void add_asked(Pasting *self)
{
    guint32 name = lexicon_find(self->lexicon, QUESTION_BUILTIN);
    const Macro *question = definitions_find(self->definitions, name);
    self->asked = flow_set(self->flow);
    for (guint i = 0; i < question->arity; i++) {
        flow_link(self->flow, pasting_argument(self, question, i), self->asked);
    }
}

Pasting *pasting_new(const Lexicon *lexicon, const GPtrArray *files)
{
    Pasting *self = g_new0(Pasting, 1);
    self->lexicon = lexicon;
    self->definitions = definitions_new(lexicon, files);
    self->flow = flow_new();
    self->optional = lexicon_find(lexicon, "__VA_OPT__");
    self->results = g_array_new(FALSE, TRUE, sizeof(guint));
    g_array_set_size(self->results, lexicon_size(lexicon));
    self->arguments = g_array_new(FALSE, TRUE, sizeof(guint));
    g_array_set_size(self->arguments, lexicon_size(lexicon));
    self->unread = g_queue_new();
    self->sites = g_array_new(FALSE, FALSE, sizeof(PasteSite));
    self->made = g_array_new(FALSE, FALSE, sizeof(guint));
    self->site_at = g_hash_table_new(NULL, NULL);
    self->uses = g_array_new(FALSE, FALSE, sizeof(guint));
    self->use_of_name = g_array_new(FALSE, TRUE, sizeof(guint));
    g_array_set_size(self->use_of_name, lexicon_size(lexicon));
    add_asked(self);
    each_body(self, number_sites);
    each_body(self, read_body);
    read_files(self, files);
    solve(self);
    return self;
}

void pasting_free(Pasting *self)
{
    if (self != NULL) {
        g_clear_pointer(&self->spelling, spelling_free);
        definitions_free(self->definitions);
        flow_free(self->flow);
        g_array_unref(self->results);
        g_array_unref(self->arguments);
        g_queue_free(self->unread);
        g_array_unref(self->sites);
        g_array_unref(self->made);
        g_hash_table_unref(self->site_at);
        g_array_unref(self->uses);
        g_array_unref(self->use_of_name);
        g_free(self);
    }
}

/* The name may be a part of the prefix. */
static gboolean begins_no_builtin(gpointer name, gpointer value, gpointer data)
{
    (void)value;
    const char *text = lexicon_name(data, GPOINTER_TO_UINT(name));
    return strncmp(text, BUILTIN_PREFIX, MIN(strlen(text), strlen(BUILTIN_PREFIX))) != 0;
}

GHashTable *pasting_asked(const Pasting *self)
{
    GHashTable *names = spelling_beginnings(self->flow, self->sites, self->asked);
    g_hash_table_foreach_remove(names, begins_no_builtin, (gpointer)self->lexicon);
    return names;
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
    g_autoptr(GArray) sites = spelling_sites(self->spelling, name, TRUE);
    return sites->len == 0 ? NULL : spelling_pieces(self->spelling, name);
}
