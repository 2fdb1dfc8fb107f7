/* What one line says again and again: flags with optional pieces that a loop or a function gives to
 * hundreds of sources, each under a condition of its own. Followed each time, each piece would get
 * one condition more, and all of these would be joined for each piece. So such a text is followed
 * where it is met first. From then on only conditions are gathered, and when everything is read it
 * is followed once more, under their union. */
#include "discover/cmake/guard_gather.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"

typedef struct {
    SourceFile *file;
    const Command *command;
    TextNote note;
    const char *text; /* interned */
    Guard when;       /* guard_gather(): where it was met */
    GArray *whens;
} NotedText;

struct NotedTexts {
    GHashTable *set; /* NotedText *: itself */
    GPtrArray *list; /* the same, in the order of meeting */
};

static guint noted_hash(gconstpointer data)
{
    const NotedText *noted = data;
    return g_direct_hash(noted->command) * 31u + g_direct_hash(noted->text);
}

static gboolean noted_equal(gconstpointer a, gconstpointer b)
{
    const NotedText *x = a;
    const NotedText *y = b;
    return x->command == y->command && x->text == y->text && x->note == y->note;
}

static void noted_free(gpointer data)
{
    NotedText *self = data;
    g_clear_pointer(&self->whens, g_array_unref);
    g_free(self);
}

NotedTexts *noted_texts_new(void)
{
    NotedTexts *self = g_new(NotedTexts, 1);
    *self = (NotedTexts){g_hash_table_new(noted_hash, noted_equal),
                         g_ptr_array_new_with_free_func(noted_free)};
    return self;
}

void noted_texts_free(NotedTexts *self)
{
    g_hash_table_unref(self->set);
    g_ptr_array_unref(self->list);
    g_free(self);
}

void evaluator_note_text(Evaluator *self, const char *text, TextNote note)
{
    const Frame *frame = self->frame;
    /* What a line that is always reached says of what is always there is not told at all. */
    gboolean alone = guard_is_true(self->path) || !text_has_hole(text);
    if (alone || frame == NULL || frame->current == NULL || frame->file->stub) {
        note(self, text);
        return;
    }
    const NotedText met = {.file = frame->file,
                           .command = frame->current,
                           .note = note,
                           .text = arena_intern(self->arena, text),
                           .when = self->path};
    NotedText *known = g_hash_table_lookup(self->noted->set, &met);
    if (known != NULL) {
        guard_gather(&known->when, &known->whens, self->path);
        return;
    }
    NotedText *added = g_new(NotedText, 1);
    *added = met;
    g_hash_table_add(self->noted->set, added);
    g_ptr_array_add(self->noted->list, added);
    note(self, text);
}

void evaluator_mark_noted(const Evaluator *self)
{
    for (guint i = 0; i < self->noted->list->len; i++) {
        const NotedText *noted = self->noted->list->pdata[i];
        guard_mark_gathered(self->guards, noted->when, noted->whens);
    }
}

/* Under the union of its conditions; where they cover everything only together, under each. */
static void follow_again(Evaluator *self, const NotedText *noted)
{
    Guard when = noted->when;
    GArray *whens = g_array_copy(noted->whens);
    guard_join_gathered(self->guards, &when, &whens, NULL);
    self->path = when;
    for (guint i = 0; guard_is_true(when) && i < noted->whens->len; i++) {
        self->path = g_array_index(noted->whens, Guard, i);
        noted->note(self, noted->text);
    }
    if (!guard_is_true(when)) {
        noted->note(self, noted->text);
    }
}

void evaluator_note_gathered(Evaluator *self)
{
    Guard path = self->path;
    Frame *outer = self->frame;
    for (guint i = 0; i < self->noted->list->len; i++) {
        const NotedText *noted = self->noted->list->pdata[i];
        Frame frame = {.kind = FRAME_FILE, .file = noted->file, .current = noted->command};
        self->frame = &frame;
        if (noted->whens != NULL) {
            follow_again(self, noted);
        }
    }
    self->frame = outer;
    self->path = path;
}
