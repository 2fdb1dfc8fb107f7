/* The page of an image: what a project calls its things stays text. */
#include "container/image/inspect.h"
#include <string.h>

#define EVIL "<script>alert(1)</script>\"'&\x1b[2J"

static guint occurrences(const char *text, const char *what)
{
    guint count = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
        count++;
    }
    return count;
}

static void test_page(void)
{
    json_t *recipe = json_pack("{s:[{s:s, s:s}]}", "machine_code", "path", EVIL, "cpu", EVIL);
    g_autoptr(GPtrArray) recipes = g_ptr_array_new();
    g_ptr_array_add(recipes, recipe);
    g_autoptr(GPtrArray) configured = g_ptr_array_new();
    g_ptr_array_add(configured, EVIL);
    Container container = {.container = json_pack("{s:{s:s, s:s}}", "project", "name", EVIL,
                                                  "version", "1\"><img src=x>"),
                           .names = configured,
                           .recipes = recipes};
    FolderCounts folders[] = {{.units = 4, .shared = 3}, {.units = 0}};
    ConfigurationCounts configuration = {
        .name = EVIL, .settings = "A=" EVIL, .units = 4, .modules = 4, .folders = folders};
    g_autoptr(GPtrArray) configurations = g_ptr_array_new();
    g_ptr_array_add(configurations, &configuration);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_ptr_array_add(names, EVIL);
    g_ptr_array_add(names, "src");
    const Inspection inspection = {.container = &container,
                                   .configurations = configurations,
                                   .folders = names,
                                   .units = 4,
                                   .modules = 1};
    g_autofree char *page = inspection_html(&inspection);
    g_assert_cmpuint(occurrences(page, "<script"), ==, 0);
    g_assert_cmpuint(occurrences(page, "<img"), ==, 0);
    g_assert_cmpuint(occurrences(page, "\x1b"), ==, 0);
    g_assert_cmpuint(occurrences(page, "&lt;script&gt;"), ==, 9);
    g_assert_nonnull(
        strstr(page, "4 translation units of 1 configuration became <strong>1 module<"));
    g_assert_nonnull(strstr(page, "title=\"3 shared, 1 specialised\">1 of 4</td><"));
    json_decref(container.container);
    json_decref(recipe);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/inspect/page", test_page);
    return g_test_run();
}
