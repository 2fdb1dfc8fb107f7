/* The page as people use it, in a browser: filter, accept, download, write, be refused. Skips where
 * there is no Chromium. */
#include "discover/review/report.h"
#include "discover/review/serve/server.h"
#include "tests/unit/review/browser.h"
#include "tests/unit/review/sample.h"
#include <glib/gstdio.h>
#include <string.h>

#define ASSETS XAAS_SOURCE_ROOT "/discover/review/assets"
#define AXE XAAS_SOURCE_ROOT "/tests/unit/review/node_modules/axe-core/axe.min.js"

/* One browser for all tests: starting it takes longer than they do. */
typedef struct {
    Browser *browser;
    char *folder;
    char *specification;
    char *page;
} Fixture;

static char *page_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ReviewFile) file = review_file_parse(text, strlen(text), "sample", &error);
    g_assert_no_error(error);
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "CMakeLists.txt", "project(sample)\noption(GPU \"<b>x</b>\")\n</script>\n",
        "src/a.c", "#ifdef USE_GPU\nint a;\n#endif\n#ifdef USE_MPI\nint b;\n#endif\n", NULL);
    const SourceScanOptions options = {.jobs = 1};
    g_autoptr(SourceIndex) sources = source_index_scan(tree, &options, diagnostics);
    const ReportInput input = {
        .file = file, .name = "sample.xaas.yaml", .tree = tree, .sources = sources};
    char *page = report_page(&input, ASSETS, &error);
    g_assert_no_error(error);
    return page;
}

static void open_page(const Fixture *self, const char *text)
{
    g_autofree char *page = page_of(text);
    g_assert_true(g_file_set_contents(self->page, page, -1, NULL));
    g_autofree char *url = g_filename_to_uri(self->page, NULL, NULL);
    browser_open(self->browser, "about:blank");
    browser_open(self->browser, url);
}

#define VISIBLE "document.querySelectorAll('details.point:not([hidden])').length"
#define CLICK(point, review)                                                                       \
    "(async () => { const node = document.getElementById('p" point "'); node.open = true;"         \
    "await new Promise((done) => setTimeout(done, 50));"                                           \
    "node.querySelector('[data-review=" review "]').click(); })()"

static void test_filter(const Fixture *self)
{
    Browser *browser = self->browser;
    open_page(self, sample_text);
    g_assert_true(browser_holds(browser, VISIBLE " === 3"));
    json_decref(browser_evaluate(browser, "search.value = 'use_mpi';"
                                          "search.dispatchEvent(new Event('input'))"));
    g_assert_true(browser_holds(browser, VISIBLE " === 1"));
    g_autofree char *count = browser_text(browser, "document.getElementById('count').textContent");
    g_assert_cmpstr(count, ==, "1 of 3 points");
    json_decref(browser_evaluate(browser, "document.querySelector('.filters button').click()"));
    g_assert_true(browser_holds(browser, VISIBLE " === 3"));
    json_decref(browser_evaluate(
        browser, "document.dispatchEvent(new KeyboardEvent('keydown', {key: 'j'}))"));
    json_decref(browser_evaluate(browser,
                                 "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
                                 "{key: 'a', bubbles: true}))"));
    g_assert_true(
        browser_holds(browser, "document.querySelectorAll('.badge.accepted').length === 1"));

    /* All that the filters leave, and nothing else. */
    json_decref(browser_evaluate(
        browser, "const look = document.querySelector('[data-filter=category]');"
                 "look.value = 'tuning'; look.dispatchEvent(new Event('change'));"));
    g_assert_true(browser_holds(browser, "document.getElementById('accept-all').hidden"));
    json_decref(browser_evaluate(browser, "document.querySelector('.filters button').click()"));
    g_autofree char *all =
        browser_text(browser, "document.getElementById('accept-all').textContent");
    g_assert_cmpstr(all, ==, "Accept all 2 pending here");
    json_decref(browser_evaluate(browser, "document.getElementById('accept-all').click()"));
    g_assert_true(
        browser_holds(browser, "document.querySelectorAll('.badge.accepted').length === 3"));
    g_assert_true(browser_holds(browser, "document.getElementById('accept-all').hidden"));
}

/* The browser's edits are those of discover/review/edit.c, byte by byte. */
static void test_download(const Fixture *self)
{
    Browser *browser = self->browser;
    open_page(self, sample_text);
    json_decref(browser_evaluate(browser, CLICK("0", "accepted")));
    json_decref(browser_evaluate(browser, CLICK("1", "rejected")));
    json_decref(browser_evaluate(
        browser, "(async () => { const node = document.getElementById('p2'); node.open = true;"
                 "await new Promise((done) => setTimeout(done, 50));"
                 "const select = node.querySelector('.decide select'); select.value = 'memory';"
                 "select.dispatchEvent(new Event('change'));"
                 "const field = node.querySelector('textarea');"
                 "field.value = ' one: [\\n\\nreview: two\\u0085x ';"
                 "field.dispatchEvent(new Event('change')); })()"));
    json_decref(browser_evaluate(
        browser, "[1, 2].forEach((i) => document.querySelectorAll('.promote button')[i].click());"
                 "const chosen = document.querySelectorAll('.promote select')[1];"
                 "chosen.value = 'threading'; chosen.dispatchEvent(new Event('change'));"));
    g_autofree char *bar = browser_text(browser, "document.querySelector('#bar p').textContent");
    g_assert_true(g_str_has_prefix(bar, "5 decisions not saved yet."));
    g_autofree char *downloaded = browser_text(
        browser, "(async () => { let blob; const original = URL.createObjectURL;"
                 "URL.createObjectURL = (given) => { blob = given; return '#'; };"
                 "document.getElementById('download').click(); URL.createObjectURL = original;"
                 "return await blob.text(); })()");
    g_autoptr(ReviewFile) file =
        review_file_parse(sample_text, strlen(sample_text), "sample", NULL);
    const Category category = CATEGORY_MEMORY;
    const ReviewEdit edits[] = {
        {.point = 0, .review = REVIEW_ACCEPTED},
        {.point = 1, .review = REVIEW_REJECTED},
        {.point = 2,
         .review = REVIEW_PENDING,
         .category = &category,
         .comment = "one: [\n\nreview: two\xC2\x85x"},
    };
    const ReviewPromotion promotions[] = {{.rejected = 1, .category = CATEGORY_IO},
                                          {.rejected = 2, .category = CATEGORY_THREADING}};
    const ReviewChanges changes = {.edits = edits,
                                   .edit_count = G_N_ELEMENTS(edits),
                                   .promotions = promotions,
                                   .promotion_count = G_N_ELEMENTS(promotions)};
    g_autofree char *expected = review_file_edit(file, &changes, NULL);
    g_assert_cmpstr(downloaded, ==, expected);
}

static void test_hostile(const Fixture *self)
{
    GString *text = g_string_new(sample_text);
    g_string_replace(text, "option: GPU\n",
                     "option: GPU\n  help: \"</script><script>window.evil = 1</script>"
                     "<img src=x onerror='window.evil = 1'>\"\n",
                     1);
    open_page(self, text->str);
    json_decref(browser_evaluate(self->browser, "document.getElementById('p0').open = true"));
    browser_await(self->browser, "document.querySelector('#p0 .body') !== null");
    g_assert_true(browser_holds(self->browser, "window.evil === undefined"));
    g_assert_true(browser_holds(self->browser, "document.querySelectorAll('img').length === 0"));
    g_assert_true(browser_holds(
        self->browser,
        "document.querySelector('#p0 .body').textContent.includes(\"<img src=x onerror\")"));
    g_string_free(text, TRUE);
}

static void test_serve(const Fixture *self)
{
    Browser *browser = self->browser;
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_set_contents(self->specification, sample_text, -1, NULL));
    g_autoptr(ReviewStore) store = review_store_open(self->specification, &error);
    g_assert_no_error(error);
    const ServerOptions options = {.store = store, .assets = ASSETS};
    g_autoptr(ReviewServer) server = review_server_start(&options, &error);
    g_assert_no_error(error);
    browser_open(browser, review_server_url(server));
    json_decref(browser_evaluate(browser, CLICK("1", "accepted")));
    json_decref(browser_evaluate(browser, "document.querySelector('.promote button').click()"));
    json_decref(browser_evaluate(browser, "document.getElementById('write').click()"));
    browser_await(browser, "document.querySelector('#p1 .badge.accepted') !== null &&"
                           "document.querySelector('[data-option=BUILD_TESTS].point') !== null &&"
                           "document.getElementById('bar').hidden");
    g_autofree char *written = NULL;
    g_assert_true(g_file_get_contents(self->specification, &written, NULL, NULL));
    g_assert_nonnull(strstr(written, "# they agree\n  review: accepted\n"));

    /* Somebody else edits the file: nothing is written over it, and no decision is lost. */
    GString *edited = g_string_new(written);
    g_string_replace(edited, "default: \"8\"", "default: \"16\"", 1);
    g_assert_true(g_file_set_contents(self->specification, edited->str, -1, NULL));
    guint before = browser_problems(browser);
    json_decref(browser_evaluate(browser, CLICK("0", "accepted")));
    json_decref(browser_evaluate(browser, "document.getElementById('write').click()"));
    browser_await(browser, "document.querySelector('#bar [role=alert]') !== null");
    g_autofree char *bar = browser_text(browser, "document.getElementById('bar').textContent");
    g_assert_nonnull(strstr(bar, "changed by somebody else"));
    g_assert_nonnull(strstr(bar, "CLUSTER: default: was 8, is 16"));
    g_autofree char *untouched = NULL;
    g_assert_true(g_file_get_contents(self->specification, &untouched, NULL, NULL));
    g_assert_cmpstr(untouched, ==, edited->str);
    g_assert_cmpuint(browser_problems(browser), <=, before + 1); /* the refusal itself is logged */
    json_decref(browser_evaluate(browser, "document.getElementById('reload').click()"));
    browser_await(browser, "document.querySelector('#bar p') !== null &&"
                           "document.querySelector('#bar [role=alert]') === null &&"
                           "document.getElementById('write') !== null");
    json_decref(browser_evaluate(browser, "document.getElementById('write').click()"));
    browser_await(browser, "document.getElementById('bar').hidden &&"
                           "document.querySelector('#p0 .badge.accepted') !== null");
    g_string_free(edited, TRUE);
}

/* axe-core on the page with everything open, in both colour schemes. */
/* What must hold of every picture: no box on another, no line behind a box, and an arrow leads to
 * the left only where it closes a circle. */
#define PICTURE                                                                                    \
    "const check = (links) => { const { boxes, lines } = layout(links);"                           \
    "  const all = [...boxes.values()];"                                                           \
    "  const apart = all.every((a, i) => all.every((b, k) => k <= i ||"                            \
    "    Math.abs(a.x - b.x) >= BOX.width || Math.abs(a.y - b.y) > BOX.height));"                  \
    "  const passed = ({ from, to }) => Math.max(0, Math.abs(boxes.get(from).x - boxes.get(to).x)" \
    "    / (BOX.width + COLUMN_GAP) - 1);"                                                         \
    "  const free = lines.every(({ link, path }) => {"                                             \
    "    const level = [...path.matchAll(/([-.0-9]+)H([-.0-9]+)/g)];"                              \
    "    return level.length === passed(link) && level.every(([, y, x]) => all.every((box) =>"     \
    "      Math.abs(box.x + BOX.width - x) > 1 || y < box.y || y > box.y + BOX.height)); });"      \
    "  return { apart, free, back: lines.filter((line) => !line.forward).length }; };"             \
    "const link = (from, to, kind) => ({ from, to, kind: kind || 'needs' });"

static void check_picture(Browser *browser, const char *links, const char *expected)
{
    g_autofree char *expression =
        g_strconcat("(() => {", PICTURE, "return JSON.stringify(check(", links, ")); })()", NULL);
    g_autofree char *result = browser_text(browser, expression);
    g_assert_cmpstr(result, ==, expected);
}

static void test_picture(const Fixture *self)
{
    Browser *browser = self->browser;
    open_page(self, sample_text);
    /* A chain, and a line past two of its boxes. */
    check_picture(browser, "[link(1, 0), link(2, 1), link(3, 2), link(3, 0)]",
                  "{\"apart\":true,\"free\":true,\"back\":0}");
    /* A circle of three behind a box that is in none; two that need each other; what excludes. */
    check_picture(browser,
                  "[link(1, 0), link(2, 1), link(3, 2), link(1, 3), link(8, 9), link(9, 8),"
                  "link(4, 5, 'excludes'), link(4, 0)]",
                  "{\"apart\":true,\"free\":true,\"back\":2}");
    /* Many, so that lines pass most columns. The last digits of squares: mixed, the same always. */
    check_picture(browser,
                  "Array.from({ length: 400 }, (_, i) => link(i % 97 + 1, (i * i + 3) % (i % 97 + "
                  "1)))",
                  "{\"apart\":true,\"free\":true,\"back\":0}");
    /* An arrow that follows from two others is left out, and only that one. */
    g_autofree char *direct_links = browser_text(
        browser, "direct([[1, 0], [2, 1], [2, 0], [5, 6], [6, 5]].map(([from, to]) => ({ from, to,"
                 "kind: 'needs' }))).map((link) => `${link.from}${link.to}`).join(' ')");
    g_assert_cmpstr(direct_links, ==, "10 21 56 65");
}

static void test_accessibility(const Fixture *self)
{
    g_autofree char *axe = NULL;
    if (!g_file_get_contents(AXE, &axe, NULL, NULL)) {
        g_test_message("axe-core is not there; npm ci in tests/unit/review brings it");
        return;
    }
    static const char *const schemes[] = {"light", "dark"};
    for (gsize i = 0; i < G_N_ELEMENTS(schemes); i++) {
        g_autofree char *media = g_strdup_printf(
            "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"%s\"}]}",
            schemes[i]);
        browser_emulate(self->browser, "Emulation.setEmulatedMedia", media);
        open_page(self, sample_text);
        json_decref(browser_evaluate(
            self->browser, "document.querySelectorAll('details').forEach((d) => d.open = true)"));
        json_decref(browser_evaluate(self->browser, CLICK("0", "accepted")));
        json_decref(browser_evaluate(self->browser, axe));
        g_autofree char *faults = browser_text(
            self->browser,
            "axe.run().then((found) => found.violations"
            ".filter((fault) => fault.impact === 'serious' || fault.impact === 'critical')"
            ".map((fault) => fault.id + ': ' + fault.nodes.map((n) => n.html).join(' '))"
            ".join('\\n'))");
        g_assert_cmpstr(faults, ==, "");
    }
}

static void test_all(void)
{
    Fixture self = {.browser = browser_start()};
    if (self.browser == NULL) {
        g_test_skip("there is no Chromium");
        return;
    }
    self.folder = g_dir_make_tmp("xaas-page-XXXXXX", NULL);
    self.specification = g_build_filename(self.folder, "sample.xaas.yaml", NULL);
    self.page = g_build_filename(self.folder, "page.html", NULL);
    test_filter(&self);
    test_picture(&self);
    test_download(&self);
    test_hostile(&self);
    test_accessibility(&self);
    g_assert_cmpuint(browser_problems(self.browser), ==, 0);
    test_serve(&self);
    browser_stop(self.browser);
    g_unlink(self.specification);
    g_unlink(self.page);
    g_rmdir(self.folder);
    g_free(self.specification);
    g_free(self.page);
    g_free(self.folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/review/browser", test_all);
    return g_test_run();
}
