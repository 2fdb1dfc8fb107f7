#include "discover/cmake/text_words.h"
#include "core/identifier.h"
#include <string.h>

gsize text_name_length(const char *text)
{
    gsize length = identifier_length(text);
    return length > 0 && !g_ascii_isdigit(*text) ? length : 0;
}

static void word_clear(gpointer data)
{
    g_free(((TextWord *)data)->text);
}

/* Behind the bracket argument or comment that begins at `at` ("[[", "[=["); `at` when none does. */
static const char *skip_bracket(const char *at)
{
    gsize equals = *at == '[' ? strspn(at + 1, "=") : 0;
    if (*at != '[' || at[1 + equals] != '[') {
        return at;
    }
    const char *cursor = at + equals + 2;
    for (; (cursor = strchr(cursor, ']')) != NULL; cursor++) {
        if (strspn(cursor + 1, "=") == equals && cursor[1 + equals] == ']') {
            return cursor + equals + 2;
        }
    }
    return at + strlen(at);
}

/* Blanks, line ends and comments. */
static const char *skip_space(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (*at != '#') {
            return at;
        }
        const char *behind = skip_bracket(at + 1);
        at = behind != at + 1 ? behind : at + strcspn(at, "\n");
    }
}

/* The end of the argument at `at`, which is no parenthesis. */
static const char *skip_word(const char *at, TextWordKind *kind)
{
    const char *behind = skip_bracket(at);
    *kind = TEXT_WORD_BRACKET;
    if (behind != at) {
        return behind;
    }
    gboolean quoted = *at == '"';
    *kind = quoted ? TEXT_WORD_QUOTED : TEXT_WORD_PLAIN;
    for (at += quoted ? 1 : 0; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0') {
            at++;
        } else if (quoted && *at == '"') {
            return at + 1;
        } else if (!quoted && strchr(" \t\r\n()#\"", *at) != NULL) {
            return at;
        }
    }
    return at;
}

/* The arguments behind the "(" at `at`; gives where they end. Parentheses inside are words. */
static const char *read_words(const char *at, GArray *words)
{
    guint depth = 1;
    for (at = skip_space(at + 1); *at != '\0'; at = skip_space(at)) {
        TextWord word = {TEXT_WORD_OPEN, NULL};
        const char *begin = at;
        if (*at == '(') {
            depth++;
            at++;
        } else if (*at == ')') {
            at++;
            if (--depth == 0) {
                return at;
            }
            word.kind = TEXT_WORD_CLOSE;
        } else {
            at = skip_word(at, &word.kind);
            /* A stray quote inside an unquoted word would not move on. */
            at += at == begin ? 1 : 0;
            gsize cut = word.kind == TEXT_WORD_QUOTED ? 1 : 0;
            gsize length = (gsize)(at - begin);
            word.text = g_strndup(begin + cut, length > 2 * cut ? length - 2 * cut : 0);
        }
        g_array_append_val(words, word);
    }
    return at;
}

void text_commands(const char *text, TextCommandVisit visit, gpointer data)
{
    for (const char *at = skip_space(text); *at != '\0'; at = skip_space(at)) {
        gsize length = text_name_length(at);
        const char *open = at + length + strspn(at + length, " \t");
        if (length == 0 || *open != '(') {
            at += MAX(length, 1);
            continue;
        }
        g_autofree char *name = g_ascii_strdown(at, (gssize)length);
        g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(TextWord));
        g_array_set_clear_func(words, word_clear);
        at = read_words(open, words);
        visit(name, words, data);
    }
}

gboolean text_is_name(const char *text)
{
    gsize length = text_name_length(text);
    return length > 0 && text[length] == '\0';
}

char *text_file_stem(const char *path)
{
    char *stem = g_path_get_basename(path);
    if (g_str_has_suffix(stem, ".cmake")) {
        stem[strlen(stem) - strlen(".cmake")] = '\0';
    }
    return stem;
}

gboolean text_speaks_of_options(const char *name)
{
    g_auto(GStrv) words = g_strsplit(name, "_", -1);
    for (char **word = words; *word != NULL; word++) {
        if (g_ascii_strcasecmp(*word, "option") == 0 || g_ascii_strcasecmp(*word, "options") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean text_is_sentence(const char *text)
{
    /* "[NVHPC only] The device", "(optional) Which device". */
    const char *close = *text == '[' || *text == '(' ? strpbrk(text, "])") : NULL;
    text = close != NULL ? close + 1 + strspn(close + 1, " \t") : text + strspn(text, " \t\n");
    return g_ascii_isalpha(*text) && strchr(text, ' ') != NULL;
}

static const char *word_text(const GArray *words, guint index)
{
    const TextWord *word = index < words->len ? &g_array_index(words, TextWord, index) : NULL;
    return word != NULL && word->kind == TEXT_WORD_PLAIN ? word->text : NULL;
}

gboolean text_words_is(const GArray *words, guint index, const char *const *texts)
{
    const char *text = word_text(words, index);
    return text != NULL && g_strv_contains(texts, text);
}

gboolean text_words_have(const GArray *words, const char *text)
{
    const char *const texts[] = {text, NULL};
    for (guint i = 0; i < words->len; i++) {
        if (text_words_is(words, i, texts)) {
            return TRUE;
        }
    }
    return FALSE;
}

gsize text_word_variable(const TextWord *word, const char **name)
{
    *name = word->text;
    if (word->kind == TEXT_WORD_PLAIN && text_is_name(word->text)) {
        return strlen(word->text);
    }
    if ((word->kind == TEXT_WORD_PLAIN || word->kind == TEXT_WORD_QUOTED) &&
        g_str_has_prefix(word->text, "${")) {
        gsize length = text_name_length(word->text + 2);
        *name = word->text + 2;
        return length > 0 && strcmp(word->text + 2 + length, "}") == 0 ? length : 0;
    }
    return 0;
}
