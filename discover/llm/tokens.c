#include "discover/llm/tokens.h"

/* How many characters of a kind one token holds. Fitted, see the header. */
#define WHOLE_WORD 8u /* a word of a sentence up to here is one token */
#define LETTERS 4u    /* longer ones break */
#define CAPITALS 3u   /* names in capitals break into shorter pieces */
#define DIGITS 3u
#define PUNCTUATION 2u
#define DRAWN 16u /* the same mark over and over */
#define BLANKS 16u

typedef enum { KIND_SMALL, KIND_CAPITAL, KIND_DIGIT, KIND_BLANK, KIND_MARK, KIND_FOREIGN } Kind;

static Kind kind_of(char byte)
{
    return g_ascii_islower(byte)   ? KIND_SMALL
           : g_ascii_isupper(byte) ? KIND_CAPITAL
           : g_ascii_isdigit(byte) ? KIND_DIGIT
           : g_ascii_isspace(byte) ? KIND_BLANK
           : (guchar)byte < 0x80u  ? KIND_MARK
                                   : KIND_FOREIGN;
}

static guint pieces(guint length, guint size)
{
    return (length + size - 1) / size;
}

static guint blank_tokens(const char *start, guint length)
{
    for (guint i = 0; i < length; i++) {
        if (start[i] == '\n') {
            return pieces(length, BLANKS);
        }
    }
    return pieces(length - 1, BLANKS); /* one blank belongs to the word after it */
}

static guint mark_tokens(const char *start, guint length, const char *next)
{
    guint same = 1;
    while (same < length && start[same] == *start) {
        same++;
    }
    if (same == length && length > PUNCTUATION) {
        return pieces(length, DRAWN);
    }
    /* The underscore within a name goes with the letters after it. */
    gboolean joins = start[length - 1] == '_' && g_ascii_isalnum(*next);
    return pieces(length - (joins ? 1 : 0), PUNCTUATION);
}

static guint run_tokens(Kind kind, const char *start, guint length, const char *next)
{
    switch (kind) {
    case KIND_SMALL:
        return length <= WHOLE_WORD ? 1 : pieces(length, LETTERS) - 1;
    case KIND_CAPITAL:
        /* One capital begins an ordinary word. */
        return length == 1 && g_ascii_islower(*next) ? 0 : pieces(length, CAPITALS);
    case KIND_DIGIT:
        return pieces(length, DIGITS);
    case KIND_BLANK:
        return blank_tokens(start, length);
    case KIND_MARK:
        return mark_tokens(start, length, next);
    case KIND_FOREIGN:
        return length;
    }
    return length;
}

guint tokens_estimate(const char *text)
{
    guint tokens = 0;
    for (const char *at = text; *at != '\0';) {
        const char *start = at;
        Kind kind = kind_of(*at);
        while (*at != '\0' && kind_of(*at) == kind) {
            at++;
        }
        tokens += run_tokens(kind, start, (guint)(at - start), at);
    }
    return tokens;
}
