#include "core/polarity.h"

const char *const polarity_words[] = {
#define X(id, text) text,
    POLARITIES(X)
#undef X
        NULL};

const char *polarity_saying(Polarity polarity)
{
    switch (polarity) {
    case POLARITY_POSITIVE:
        return NULL;
    case POLARITY_NEGATIVE:
        return "on takes away what it is about";
    case POLARITY_UNKNOWN:
        return "whether on brings what it is about, or off, is not known";
    }
    return NULL;
}

Polarity polarity_opposite(Polarity polarity)
{
    switch (polarity) {
    case POLARITY_POSITIVE:
        return POLARITY_NEGATIVE;
    case POLARITY_NEGATIVE:
        return POLARITY_POSITIVE;
    case POLARITY_UNKNOWN:
        break;
    }
    return POLARITY_UNKNOWN;
}
