#include "container/build/recorded_parts.h"
#include <string.h>

gboolean recorded_makes_text(const RecordedCall *call)
{
    static const char *const words[] = {"-E", "-S", "-M", "-MM", "-fsyntax-only"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (recorded_has_word(call, words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether "-x LANGUAGE" before a word says what it is in, whatever its name says. */
static gboolean has_language(const Compilers *compilers, const RecordedCall *call, guint word)
{
    const char *option = compilers_driver(compilers)->language;
    const char *language = "none";
    for (guint i = 1; i < word; i++) {
        const char *text = call->words->pdata[i];
        if (g_str_equal(text, option)) {
            language = call->words->pdata[++i];
        } else if (g_str_has_prefix(text, option)) {
            language = text + strlen(option);
        }
    }
    return !g_str_equal(language, "none");
}

gboolean recorded_is_source(const Compilers *compilers, const RecordedCall *call,
                            const RecordedFile *file)
{
    const char *word = call->words->pdata[file->word];
    const char *before = file->word > 0 ? call->words->pdata[file->word - 1] : "";
    const char *language = NULL;
    g_autofree char *path = g_canonicalize_filename(word, call->directory);
    gboolean is_value = words_contain(&compilers_driver(compilers)->with_value, before) ||
                        words_contain(&compilers_driver(compilers)->drop_with_value, before);
    return !file->searched && word[0] != '-' && file->word > 0 && !is_value &&
           g_str_equal(path, file->path) &&
           (compilers_language(compilers, word, &language) != UNIT_OTHER || language != NULL ||
            has_language(compilers, call, file->word));
}

const RecordedFile *recorded_file_at(const GPtrArray *files, const char *path)
{
    for (guint i = 0; i < files->len; i++) {
        const RecordedFile *file = files->pdata[i];
        if (g_str_equal(file->path, path) || g_str_equal(file->real, path)) {
            return file;
        }
    }
    return NULL;
}

const char *recorded_output_word(const RecordedCall *call)
{
    const char *output = NULL;
    for (guint i = 1; i < call->words->len; i++) {
        const char *word = call->words->pdata[i];
        if ((g_str_equal(word, "-o") || g_str_equal(word, "--output")) &&
            i + 1 < call->words->len) {
            output = call->words->pdata[++i];
        } else if (g_str_has_prefix(word, "--output=")) {
            output = word + strlen("--output=");
        } else if (g_str_has_prefix(word, "-o") && word[2] != '\0') {
            output = word + 2;
        }
    }
    return output;
}

char *recorded_output_path(const RecordedCall *call, const char *source)
{
    const char *word = recorded_output_word(call);
    if (word != NULL) {
        return g_canonicalize_filename(word, call->directory);
    }
    if (source == NULL) {
        return g_canonicalize_filename("a.out", call->directory);
    }
    g_autofree char *base = g_path_get_basename(source);
    char *dot = strrchr(base, '.');
    if (dot != NULL) {
        *dot = '\0';
    }
    g_autofree char *name = g_strconcat(base, ".o", NULL);
    return g_canonicalize_filename(name, call->directory);
}

MadeKind recorded_link_kind(const RecordedCall *call)
{
    static const char *const shared[] = {"-shared",     "--shared", "-Bshareable",
                                         "-dynamiclib", "-bundle",  "-qmkshrobj"};
    static const char *const objects[] = {"-r", "-i", "--relocatable", "-Ur"};
    for (guint i = 1; i < call->words->len; i++) {
        const char *word = call->words->pdata[i];
        word = g_str_has_prefix(word, "-Wl,") ? word + strlen("-Wl,") : word;
        for (gsize k = 0; k < G_N_ELEMENTS(shared); k++) {
            if (g_str_equal(word, shared[k])) {
                return MADE_LIBRARY;
            }
        }
        for (gsize k = 0; k < G_N_ELEMENTS(objects); k++) {
            if (g_str_equal(word, objects[k])) {
                return MADE_ARCHIVE;
            }
        }
    }
    return MADE_PROGRAM;
}

const RecordedFile *recorded_named_before(const RecordedCall *call, const char *path)
{
    for (guint i = 0; i < call->read->len; i++) {
        const RecordedFile *file = call->read->pdata[i];
        if (file->word > 0 && g_str_equal(file->path, path)) {
            return file;
        }
    }
    return NULL;
}
