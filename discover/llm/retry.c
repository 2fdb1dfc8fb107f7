#include "discover/llm/retry.h"
#include <curl/curl.h>
#include <jansson.h>
#include <math.h>

static gboolean may_pass(const RetryInput *input)
{
    if (input->should_retry != NULL) {
        return g_ascii_strcasecmp(input->should_retry, "true") == 0;
    }
    return input->status == 0 || input->status == 408 || input->status == 409 ||
           input->status == 429 || input->status >= 500;
}

/* A number of seconds (or milliseconds), or negative when the text is none. */
static double read_number(const char *text, double unit)
{
    if (text == NULL) {
        return -1;
    }
    char *end = NULL;
    double number = g_ascii_strtod(text, &end);
    while (g_ascii_isspace(*end)) {
        end++;
    }
    return end != text && *end == '\0' && isfinite(number) ? number * unit : -1;
}

/* What the server asks for; negative when it asks for nothing that can be read. */
static double asked_wait(const RetryInput *input)
{
    double wait = read_number(input->retry_after_ms, 0.001);
    if (wait < 0) {
        wait = read_number(input->retry_after, 1);
    }
    if (wait < 0 && input->retry_after != NULL) {
        time_t date = curl_getdate(input->retry_after, NULL);
        /* A date that has passed means "now". */
        wait = date == -1 ? -1 : MAX(0.0, (double)date - (double)input->now);
    }
    return wait;
}

double retry_wait(const RetryInput *input)
{
    if (!may_pass(input) || input->attempt >= input->retries_max) {
        return -1;
    }
    double wait = asked_wait(input);
    if (wait > RETRY_AFTER_MAX) {
        return -1;
    }
    if (wait >= 0) {
        return wait;
    }
    double backoff = MIN(RETRY_FIRST_WAIT * pow(2, input->attempt), RETRY_LONGEST_WAIT);
    return backoff * (1 - 0.25 * CLAMP(input->random, 0.0, 1.0));
}

gboolean retry_is_final(const char *body, gsize length, const char *const *words)
{
    static const char *const places[] = {"code", "type", "status"};
    json_t *reply = words == NULL ? NULL : json_loadb(body, length, 0, NULL);
    const json_t *failure = json_object_get(reply, "error");
    gboolean final = FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(places) && !final; i++) {
        const char *word = json_string_value(json_object_get(failure, places[i]));
        final = word != NULL && g_strv_contains(words, word);
    }
    json_decref(reply);
    return final;
}
