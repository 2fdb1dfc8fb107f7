/* What references to a macro's parameters stand for. CMake replaces them in the text of the body,
 * before anything is expanded: also in the bodies of functions and macros that are defined there,
 * which are called when the macro has long ended. */
#include "discover/cmake/call.h"
#include <string.h>

Value *evaluator_parameter(const Evaluator *self, const char *name)
{
    const Frame *frame = self->frame;
    /* What was replaced when the body was defined is no reference any more when it is run. */
    Value *value = frame->given != NULL ? g_hash_table_lookup(frame->given, name) : NULL;
    return value == NULL && frame->substitutions != NULL
               ? g_hash_table_lookup(frame->substitutions, name)
               : value;
}

/* "${ARGV${i}}" is such a reference only where `i` is a parameter, too: a variable's value is not
 * known yet when the text is replaced. */
static gboolean is_replaced(const Evaluator *self, const Piece *piece)
{
    if (piece->text != NULL) {
        return TRUE;
    }
    for (guint i = 0; i < piece->part_count; i++) {
        const Piece *part = &piece->parts[i];
        if (part->kind != PIECE_TEXT && (part->kind != PIECE_VARIABLE || part->text == NULL ||
                                         evaluator_parameter(self, part->text) == NULL)) {
            return FALSE;
        }
    }
    return TRUE;
}

Value *evaluator_parameter_of(const Evaluator *self, const Piece *piece, const char *name)
{
    const Frame *frame = self->frame;
    if (piece->kind != PIECE_VARIABLE || (frame->given == NULL && frame->substitutions == NULL) ||
        !is_replaced(self, piece)) {
        return NULL;
    }
    return evaluator_parameter(self, name);
}

/* Adds the parameters that the pieces refer to; the table is made for the first. */
static void add_referred(const Evaluator *self, const Piece *pieces, guint count,
                         GHashTable **given)
{
    for (guint i = 0; i < count; i++) {
        const Piece *piece = &pieces[i];
        if (piece->kind == PIECE_TEXT) {
            continue;
        }
        if (piece->text == NULL) {
            add_referred(self, piece->parts, piece->part_count, given);
            continue;
        }
        const Value *value =
            piece->kind == PIECE_VARIABLE ? evaluator_parameter(self, piece->text) : NULL;
        if (value == NULL) {
            continue;
        }
        if (*given == NULL) {
            *given = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)value_unref);
        }
        g_hash_table_insert(*given, (gpointer)piece->text, value_ref((Value *)value));
    }
}

GHashTable *evaluator_given(const Evaluator *self, const SourceFile *file, guint begin, guint end)
{
    GHashTable *given = NULL;
    if (self->frame->given == NULL && self->frame->substitutions == NULL) {
        return NULL;
    }
    for (guint i = begin; i < end; i++) {
        const Command *command = &file->commands[i];
        for (guint a = 0; a < command->argument_count; a++) {
            const Argument *argument = &command->arguments[a];
            add_referred(self, argument->pieces, argument->piece_count, &given);
        }
    }
    return given;
}

void evaluator_mark_given(Evaluator *self, GHashTable *given)
{
    if (given == NULL) {
        return;
    }
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, given);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        value_mark(value, self->guards);
    }
}
