/* Whatever a model's server sends: the providers' readers, the labels and the forms of whole-file
 * replies. Nothing may come out that was not asked for. */
#include "discover/llm/labels.h"
#include "discover/llm/provider.h"
#include "discover/llm/reply_form.h"
#include <string.h>

#define CANDIDATES 5u

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static void read_text(const char *text)
{
    Label *labels = g_new0(Label, CANDIDATES);
    LabelCounts counts = labels_read(text, labels, CANDIDATES);
    g_assert_cmpuint(counts.missing, <=, CANDIDATES);
    for (guint i = 0; i < CANDIDATES; i++) {
        g_assert_true(!labels[i].given || labels[i].category < CATEGORY_COUNT);
        g_assert_true(labels[i].confidence >= 0 && labels[i].confidence <= 1);
        g_assert_true(labels[i].name == NULL || strchr(labels[i].name, '\n') == NULL);
    }
    labels_free(labels, CANDIDATES);
    json_decref(reply_form_read(text));
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const char *const names[] = {"openai", "anthropic", "gemini", "ollama"};
    g_autofree char *text = g_strndup((const char *)data, size);
    json_t *reply = json_loadb((const char *)data, size, 0, NULL);
    for (gsize i = 0; reply != NULL && i < G_N_ELEMENTS(names); i++) {
        g_auto(Answer) answer = {0};
        g_autoptr(GError) error = NULL;
        if (provider_find(names[i])->read(reply, &answer, &error)) {
            read_text(answer.text);
        } else {
            g_assert_nonnull(error);
        }
    }
    json_decref(reply);
    read_text(text);
    g_autofree char *failure = provider_failure_text(text, strlen(text));
    g_assert_null(strchr(failure, '\n'));
    return 0;
}
