#include "core/category.h"

static const struct {
    const char *text;
    const char *title;
} table[CATEGORY_COUNT] = {
#define X(id, text, title) [CATEGORY_##id] = {text, title},
    CATEGORIES(X)
#undef X
};

const char *const category_words[] = {
#define X(id, text, title) text,
    CATEGORIES(X)
#undef X
        NULL};

const char *category_text(Category category)
{
    return table[category].text;
}

const char *category_title(Category category)
{
    return table[category].title;
}

gboolean category_parse(const char *text, Category *category)
{
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        if (g_strcmp0(text, table[i].text) == 0) {
            *category = (Category)i;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean category_is_thing(Category category)
{
    switch (category) {
    case CATEGORY_GPU_BACKEND:
    case CATEGORY_MPI:
    case CATEGORY_THREADING:
    case CATEGORY_LINEAR_ALGEBRA:
    case CATEGORY_FFT:
    case CATEGORY_IO:
    case CATEGORY_LIBRARY:
        return TRUE;
    case CATEGORY_SIMD:
    case CATEGORY_GPU_ARCH:
    case CATEGORY_PRECISION:
    case CATEGORY_TUNING:
    case CATEGORY_MEMORY:
    case CATEGORY_VENDORED:
    case CATEGORY_COMPILER:
    case CATEGORY_OTHER:
    case CATEGORY_COUNT:
        break;
    }
    return FALSE;
}
