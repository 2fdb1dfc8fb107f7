#include "discover/llm/endpoint.h"
#include "core/file.h"
#include <string.h>

/* A server that echoes a shorter credential cannot be told from ordinary text. */
#define REDACTED_LENGTH_MIN 6u

GQuark endpoint_error_quark(void)
{
    return g_quark_from_static_string("xaas-endpoint-error");
}

static void secret_free(gpointer text)
{
    explicit_bzero(text, strlen(text));
    g_free(text);
}

void endpoint_free(Endpoint *self)
{
    if (self == NULL) {
        return;
    }
    g_free(self->model);
    g_free(self->url);
    g_ptr_array_unref(self->headers);
    g_ptr_array_unref(self->secrets);
    g_free(self);
}

char *endpoint_model_text(const Endpoint *self)
{
    return g_strdup_printf("%s:%s", self->provider->name, self->model);
}

char *endpoint_redact(const Endpoint *self, const char *text)
{
    g_autoptr(GString) clean = g_string_new(text);
    for (guint i = 0; i < self->secrets->len; i++) {
        const char *secret = self->secrets->pdata[i];
        if (strlen(secret) >= REDACTED_LENGTH_MIN) {
            g_string_replace(clean, secret, "[key]", 0);
        }
    }
    return g_strdup(clean->str);
}

static gboolean fail(GError **error, EndpointError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static gboolean fail(GError **error, EndpointError code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(error, ENDPOINT_ERROR, (int)code, message);
    return FALSE;
}

static gboolean choose_model(Endpoint *self, const char *text, GError **error)
{
    g_autofree char *names = provider_names();
    const char *colon = strchr(text, ':');
    if (colon == NULL || colon[1] == '\0') {
        return fail(error, ENDPOINT_ERROR_USAGE,
                    "--llm takes PROVIDER:MODEL, where PROVIDER is one of %s", names);
    }
    g_autofree char *name = g_strndup(text, (gsize)(colon - text));
    self->provider = provider_find(name);
    if (self->provider == NULL) {
        return fail(error, ENDPOINT_ERROR_USAGE, "--llm: %s is no provider; there are %s", name,
                    names);
    }
    self->model = g_strdup(colon + 1);
    return TRUE;
}

/* "host" and "host:port" are what people write into variables of servers on their own machine. */
static char *complete_base(const Provider *provider, const char *base)
{
    if (strstr(base, "://") != NULL) {
        return g_strdup(base);
    }
    if (strchr(base, ':') != NULL) {
        return g_strconcat("http://", base, NULL);
    }
    g_autoptr(GUri) usual = g_uri_parse(provider->default_base, G_URI_FLAGS_NONE, NULL);
    int port = g_uri_get_port(usual);
    return port > 0 ? g_strdup_printf("http://%s:%d", base, port)
                    : g_strconcat("http://", base, NULL);
}

static gboolean is_loopback(const char *host)
{
    /* A name may begin like an address. */
    gboolean is_number = host[strspn(host, "0123456789.")] == '\0';
    return g_ascii_strcasecmp(host, "localhost") == 0 ||
           (is_number && g_str_has_prefix(host, "127.")) || strcmp(host, "::1") == 0;
}

static gboolean choose_url(Endpoint *self, const EndpointOptions *options, gboolean *own,
                           GError **error)
{
    const char *variable = g_getenv(self->provider->base_variable);
    gboolean from_variable = options->url == NULL && variable != NULL && *variable != '\0';
    const char *where = from_variable ? self->provider->base_variable : "--llm-url";
    *own = options->url != NULL || from_variable;
    g_autofree char *base =
        complete_base(self->provider, options->url != NULL ? options->url
                                      : from_variable      ? variable
                                                           : self->provider->default_base);
    g_autoptr(GUri) uri = g_uri_parse(base, G_URI_FLAGS_HAS_PASSWORD, NULL);
    if (uri == NULL || g_uri_get_host(uri) == NULL || *g_uri_get_host(uri) == '\0' ||
        (strcmp(g_uri_get_scheme(uri), "http") != 0 &&
         strcmp(g_uri_get_scheme(uri), "https") != 0)) {
        return fail(error, ENDPOINT_ERROR_USAGE,
                    "%s takes the base of a URL with http or https, as in %s", where,
                    self->provider->default_base);
    }
    if (g_uri_get_userinfo(uri) != NULL || g_uri_get_query(uri) != NULL ||
        g_uri_get_fragment(uri) != NULL) {
        return fail(error, ENDPOINT_ERROR_USAGE,
                    "%s takes no user, password or parameters; keys belong into %s or a file "
                    "named by --llm-key-file",
                    where, self->provider->credentials[0].variable);
    }
    self->unprotected =
        strcmp(g_uri_get_scheme(uri), "http") == 0 && !is_loopback(g_uri_get_host(uri));
    g_autofree char *path = self->provider->path(self->model);
    while (g_str_has_suffix(base, "/")) {
        base[strlen(base) - 1] = '\0';
    }
    self->url = g_strconcat(base, path, NULL);
    return TRUE;
}

/* What a header can hold without becoming two. */
static gboolean is_header_text(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (*at <= ' ' || *at > '~') {
            return FALSE;
        }
    }
    return *text != '\0';
}

static gboolean add_credential(Endpoint *self, const CredentialSource *source, const char *secret,
                               const char *where, GError **error)
{
    if (!is_header_text(secret)) {
        return fail(error, ENDPOINT_ERROR_CREDENTIAL,
                    "%s holds no key: one word of printable ASCII characters is expected", where);
    }
    g_ptr_array_add(self->secrets, g_strdup(secret));
    g_ptr_array_add(self->headers,
                    g_strdup_printf("%s: %s%s", source->header, source->prefix, secret));
    return TRUE;
}

static gboolean read_key_file(Endpoint *self, const char *path, GError **error)
{
    GError *local = NULL;
    char *text = file_read(path, ENDPOINT_KEY_BYTES_MAX, NULL, &local);
    if (text == NULL) {
        g_set_error(error, ENDPOINT_ERROR, ENDPOINT_ERROR_CREDENTIAL, "--llm-key-file: %s",
                    local->message);
        g_error_free(local);
        return FALSE;
    }
    g_autofree char *shown = g_filename_display_name(path);
    gboolean added =
        add_credential(self, self->provider->credentials, g_strstrip(text), shown, error);
    secret_free(text);
    return added;
}

static gboolean read_variables(Endpoint *self, gboolean own_url, GError **error)
{
    for (const CredentialSource *extra = self->provider->extras; extra->variable != NULL; extra++) {
        const char *text = g_getenv(extra->variable);
        if (text != NULL && *text != '\0' &&
            !add_credential(self, extra, text, extra->variable, error)) {
            return FALSE;
        }
    }
    for (const CredentialSource *source = self->provider->credentials; source->variable != NULL;
         source++) {
        const char *text = g_getenv(source->variable);
        if (text != NULL && *text != '\0') {
            return add_credential(self, source, text, source->variable, error);
        }
    }
    if (self->provider->needs_key && !own_url) {
        return fail(error, ENDPOINT_ERROR_CREDENTIAL,
                    "no key for %s; set %s or name a file that holds it with --llm-key-file",
                    self->provider->name, self->provider->credentials[0].variable);
    }
    return TRUE;
}

Endpoint *endpoint_new(const EndpointOptions *options, GError **error)
{
    g_autoptr(Endpoint) self = g_new0(Endpoint, 1);
    self->headers = g_ptr_array_new_with_free_func(secret_free);
    self->secrets = g_ptr_array_new_with_free_func(secret_free);
    gboolean own_url = FALSE;
    if (!choose_model(self, options->model, error) || !choose_url(self, options, &own_url, error)) {
        return NULL;
    }
    if (options->offline) {
        self->unprotected = FALSE;
        return g_steal_pointer(&self);
    }
    gboolean read = options->key_file != NULL ? read_key_file(self, options->key_file, error)
                                              : read_variables(self, own_url, error);
    if (!read) {
        return NULL;
    }
    self->unprotected = self->unprotected && self->secrets->len > 0;
    g_ptr_array_add(self->headers, g_strdup("Content-Type: application/json"));
    g_ptr_array_add(self->headers, g_strdup("Accept: application/json"));
    for (guint i = 0; self->provider->fixed_headers[i] != NULL; i++) {
        g_ptr_array_add(self->headers, g_strdup(self->provider->fixed_headers[i]));
    }
    return g_steal_pointer(&self);
}
