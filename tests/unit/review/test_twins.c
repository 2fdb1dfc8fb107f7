/* Which points of different build systems may ask for the same decision. */
#include "discover/option_name.h"
#include "discover/review/edit.h"
#include "discover/review/twins.h"
#include <string.h>

static void test_plain_name(void)
{
    static const struct {
        const char *name;
        const char *plain;
        guint words;
    } cases[] = {
        {"APP_USE_OPENMP", "openmp", 1},
        {"--enable-openmp", "openmp", 1},
        {"USE_OPENMP", "openmp", 1},
        {"--with-fast.math", "fastmath", 2},
        {"APPLE_FAST_MATH", "applefastmath", 3},
        {"APP", "", 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint words = 9;
        g_autofree char *plain = option_name_plain(cases[i].name, "App", &words);
        g_assert_cmpstr(plain, ==, cases[i].plain);
        g_assert_cmpuint(words, ==, cases[i].words);
    }
}

#define HEAD                                                                                       \
    "schema: xaas-spec/1\nproject: {name: App}\nbuild_systems:\n"                                  \
    "- {type: cmake, file: CMakeLists.txt}\n- {type: autotools, file: configure.ac}\npoints:\n"
#define POINT(category, name, more)                                                                \
    "- {id: " category "/" name ", category: " category ", option: " name                          \
    ", kind: switch, condition: \"true\", decided_by: rules, confidence: 0.9" more "}\n"
#define AUTOTOOLS ", build: autotools"
#define PENDING ", review: pending"

/* "0-1 2-3": the pairs of a specification. */
static void check(const char *points, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strconcat(HEAD, points, NULL);
    g_autoptr(ReviewFile) file = review_file_parse(text, strlen(text), "sample", &error);
    g_assert_no_error(error);
    g_autoptr(GArray) twins = point_twins(file->specification);
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; i < twins->len; i++) {
        const PointTwins *pair = &g_array_index(twins, PointTwins, i);
        g_string_append_printf(found, "%s%u-%u", i > 0 ? " " : "", pair->first, pair->second);
    }
    g_assert_cmpstr(found->str, ==, expected);
}

static void test_pairs(void)
{
    check(POINT("io", "--with-zlib", AUTOTOOLS PENDING) POINT("io", "APP_ZLIB_SUPPORT", PENDING),
          "0-1");
    check(POINT("tuning", "APP_TRACE", PENDING)
              POINT("tuning", "--enable-trace", AUTOTOOLS PENDING),
          "0-1");
    /* Of one build system, of two categories, decided already, too short. */
    check(POINT("io", "APP_ZLIB", PENDING) POINT("io", "USE_ZLIB", PENDING), "");
    check(POINT("io", "--with-zlib", AUTOTOOLS PENDING) POINT("library", "APP_ZLIB", PENDING), "");
    check(POINT("io", "--with-zlib", AUTOTOOLS ", review: rejected")
              POINT("io", "APP_ZLIB", PENDING),
          "");
    check(POINT("io", "--with-gas", AUTOTOOLS PENDING) POINT("io", "APP_GASKET", PENDING), "");
    check(POINT("io", "--with-app", AUTOTOOLS PENDING) POINT("io", "APP_GASKET", PENDING), "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/review/twins/name", test_plain_name);
    g_test_add_func("/review/twins/pairs", test_pairs);
    return g_test_run();
}
