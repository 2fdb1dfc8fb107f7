/* Headers that configure fills in line by line: "#define X @X@" in config.h.in. What the sources
 * are told there hangs on what the variable holds, as with AC_DEFINE. */
#include "discover/autotools/configure.h"
#include <string.h>

#define HEADER_BYTES_MAX (256u * 1024u)
/* In all headers together; more is no configuration, but code that is generated. */
#define FILLED_MAX 1000u

static const char template_suffix[] = ".in";

/* The header that is made of the file; NULL for any other file. The caller frees it. */
static char *header_of(const Configure *self, const TreeFile *file)
{
    gsize length = strlen(self->folder);
    gboolean below = strncmp(file->path, self->folder, length) == 0 &&
                     (length == 0 || file->path[length] == '/');
    if (!below || !g_str_has_suffix(file->path, template_suffix)) {
        return NULL;
    }
    g_autofree char *header = g_strndup(file->path, strlen(file->path) - strlen(template_suffix));
    return tree_kind_is_source(tree_kind_of(header)) ? g_steal_pointer(&header) : NULL;
}

/* What is defined in each case in which that tells the sources something. */
static void define_each(Configure *self, const char *macro, const char *variable,
                        const char *header)
{
    const Origin *at = g_hash_table_lookup(self->substituted_at, variable);
    const Value *value = configure_variable(self, variable)->value;
    for (guint i = 0; value != NULL && value->count > 1 && i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        if (configure_tells_nothing(alternative->text) || guard_is_false(alternative->when)) {
            continue;
        }
        const EffectRecord effect = {.kind = EFFECT_MACRO,
                                     .name = macro,
                                     .detail = configure_readable(self, alternative->text),
                                     .file = header,
                                     .when = alternative->when,
                                     .at = configure_span(self, *at)};
        recorder_effect(self->recorder, &effect);
    }
}

/* The number of definitions that the header has. */
static guint read_header(Configure *self, GRegex *line, const char *path, const char *header)
{
    gsize length = 0;
    g_autofree char *text = tree_read_text(self->tree, path, &length, NULL);
    if (text == NULL || length > HEADER_BYTES_MAX) {
        return 0;
    }
    guint count = 0;
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(line, valid, 0, &match);
    for (; g_match_info_matches(match) && count < FILLED_MAX; g_match_info_next(match, NULL)) {
        g_autofree char *macro = g_match_info_fetch(match, 1);
        g_autofree char *variable = g_match_info_fetch(match, 2);
        if (g_hash_table_contains(self->substituted_at, variable)) {
            define_each(self, macro, variable, header);
            count++;
        }
    }
    return count;
}

void configure_fill_headers(Configure *self)
{
    g_autoptr(GRegex) line =
        g_regex_new("^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)[ \\t]+@(\\w+)@[ \\t]*\\r?$",
                    G_REGEX_MULTILINE, 0, NULL);
    const GPtrArray *files = tree_files(self->tree);
    guint count = 0;
    for (guint i = 0; i < files->len && self->substituted->len > 0; i++) {
        const TreeFile *file = files->pdata[i];
        g_autofree char *header = count < FILLED_MAX ? header_of(self, file) : NULL;
        if (header != NULL) {
            count += read_header(self, line, file->path, arena_intern(self->arena, header));
        }
    }
}
