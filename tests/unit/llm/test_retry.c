#include "discover/llm/retry.h"
#include <string.h>

static double wait_for(guint status, guint attempt, const char *after)
{
    RetryInput input = {.status = status,
                        .attempt = attempt,
                        .retries_max = 3,
                        .retry_after = after,
                        .now = 1000000000, /* Sun, 09 Sep 2001 01:46:40 GMT */
                        .random = 0};
    return retry_wait(&input);
}

static void test_statuses(void)
{
    static const guint passing[] = {0, 408, 409, 429, 500, 502, 503, 504, 529};
    static const guint lasting[] = {301, 400, 401, 403, 404, 413, 422};
    for (gsize i = 0; i < G_N_ELEMENTS(passing); i++) {
        g_assert_cmpfloat(wait_for(passing[i], 0, NULL), ==, RETRY_FIRST_WAIT);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(lasting); i++) {
        g_assert_cmpfloat(wait_for(lasting[i], 0, NULL), <, 0);
        g_assert_cmpfloat(wait_for(lasting[i], 0, "1"), <, 0);
    }
}

static void test_backoff(void)
{
    g_assert_cmpfloat(wait_for(500, 1, NULL), ==, 1.0);
    g_assert_cmpfloat(wait_for(500, 2, NULL), ==, 2.0);
    g_assert_cmpfloat(wait_for(500, 3, NULL), <, 0);
    RetryInput late = {.status = 500, .attempt = 20, .retries_max = 30, .random = 1};
    g_assert_cmpfloat(retry_wait(&late), ==, RETRY_LONGEST_WAIT * 0.75);
}

static void test_asked(void)
{
    g_assert_cmpfloat(wait_for(429, 0, "7"), ==, 7);
    g_assert_cmpfloat(wait_for(429, 0, "0.25 "), ==, 0.25);
    g_assert_cmpfloat(wait_for(429, 0, "120"), ==, 120);
    g_assert_cmpfloat(wait_for(429, 0, "121"), <, 0);
    g_assert_cmpfloat(wait_for(503, 0, "Sun, 09 Sep 2001 01:47:10 GMT"), ==, 30);
    g_assert_cmpfloat(wait_for(503, 0, "Sun, 09 Sep 2001 01:46:00 GMT"), ==, 0);
    g_assert_cmpfloat(wait_for(503, 0, "Mon, 10 Sep 2001 01:46:00 GMT"), <, 0);
    /* What nobody can read counts as nothing. */
    g_assert_cmpfloat(wait_for(503, 0, "soon"), ==, RETRY_FIRST_WAIT);
    g_assert_cmpfloat(wait_for(503, 0, "nan"), ==, RETRY_FIRST_WAIT);
    g_assert_cmpfloat(wait_for(503, 0, "-5"), ==, RETRY_FIRST_WAIT);
    RetryInput both = {
        .status = 429, .retries_max = 1, .retry_after = "9", .retry_after_ms = "250"};
    g_assert_cmpfloat(retry_wait(&both), ==, 0.25);
}

static void test_overruled(void)
{
    RetryInput no = {.status = 503, .retries_max = 1, .should_retry = "false"};
    RetryInput yes = {.status = 418, .retries_max = 1, .should_retry = "true"};
    g_assert_cmpfloat(retry_wait(&no), <, 0);
    g_assert_cmpfloat(retry_wait(&yes), >=, 0);
}

static void test_final(void)
{
    static const char *const words[] = {"insufficient_quota", NULL};
    static const char quota[] =
        "{\"error\": {\"code\": \"insufficient_quota\", \"message\": \"m\"}}";
    static const char rate[] = "{\"error\": {\"code\": \"rate_limit_exceeded\"}}";
    g_assert_true(retry_is_final(quota, strlen(quota), words));
    g_assert_false(retry_is_final(quota, strlen(quota), NULL));
    g_assert_false(retry_is_final(rate, strlen(rate), words));
    g_assert_false(retry_is_final("insufficient_quota", 18, words));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/retry/statuses", test_statuses);
    g_test_add_func("/retry/backoff", test_backoff);
    g_test_add_func("/retry/asked", test_asked);
    g_test_add_func("/retry/overruled", test_overruled);
    g_test_add_func("/retry/final", test_final);
    return g_test_run();
}
