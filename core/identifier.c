#include "core/identifier.h"

gsize identifier_length(const char *text)
{
    gsize length = 0;
    while (identifier_has_byte(text[length])) {
        length++;
    }
    return length;
}

const char *identifier_begin(const char *text, const char *end)
{
    while (end > text && identifier_has_byte(end[-1])) {
        end--;
    }
    return end;
}
