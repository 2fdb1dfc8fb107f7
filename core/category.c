#include "core/category.h"
#include "core/word_list.h"

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
    guint index;
    if (!word_list_find(category_words, text, &index)) {
        return FALSE;
    }
    *category = (Category)index;
    return TRUE;
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
