#include "container/audit/extensions.h"
#include "container/lower/target.h"
#include "core/yaml.h"
#include <llvm-c/Disassembler.h>
#include <string.h>

G_DEFINE_QUARK(xaas - extensions - error, extensions_error)

#define TEXT_BYTES 256u

typedef enum { ENCODING_LEGACY, ENCODING_VEX, ENCODING_EVEX } Encoding;

static const char *const encoding_names[] = {
    [ENCODING_LEGACY] = "legacy", [ENCODING_VEX] = "vex", [ENCODING_EVEX] = "evex"};

typedef struct {
    const char *encoding; /* NULL: any */
    GRegex *mnemonic;     /* NULL: any */
    const json_t *widths; /* NULL: any */
    const json_t *features;
} Row;

struct Extensions {
    YamlDocument *document;
    char *triple;
    GRegex *code;
    GPtrArray *rows;            /* Row *; NULL where the decoder tells */
    TargetNames *names;         /* where it does */
    LLVMDisasmContextRef all;   /* with every feature */
    LLVMDisasmContextRef plain; /* with none; NULL where the decoder does not tell */
    GHashTable *features;       /* feature -> LLVMDisasmContextRef with only that */
    GHashTable *answers;        /* what tells instructions apart -> GPtrArray of features */
};

static void row_free(gpointer data)
{
    Row *row = data;
    g_clear_pointer(&row->mnemonic, g_regex_unref);
    g_free(row);
}

static void context_free(gpointer data)
{
    if (data != NULL) {
        LLVMDisasmDispose(data);
    }
}

static LLVMDisasmContextRef context_new(const char *triple, const char *features)
{
    return LLVMCreateDisasmCPUFeatures(triple, "", features, NULL, 0, NULL, NULL);
}

static GRegex *whole(const char *pattern)
{
    g_autofree char *text = g_strdup_printf("^(?:%s)$", pattern);
    return g_regex_new(text, G_REGEX_OPTIMIZE, 0, NULL);
}

static gboolean malformed(const Extensions *self, const json_t *object, const char *key,
                          GError **error)
{
    g_autofree char *fault = yaml_member_fault(self->document, object, key);
    g_set_error_literal(error, EXTENSIONS_ERROR, EXTENSIONS_ERROR_KNOWLEDGE, fault);
    return FALSE;
}

static gboolean read_rows(Extensions *self, const json_t *list, GError **error)
{
    self->rows = g_ptr_array_new_with_free_func(row_free);
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        Row *row = g_new0(Row, 1);
        g_ptr_array_add(self->rows, row);
        const char *pattern = json_string_value(json_object_get(item, "mnemonic"));
        row->encoding = json_string_value(json_object_get(item, "encoding"));
        row->widths = json_object_get(item, "width");
        row->features = json_object_get(item, "features");
        row->mnemonic = pattern == NULL ? NULL : whole(pattern);
        if (pattern != NULL && row->mnemonic == NULL) {
            return malformed(self, item, "mnemonic", error);
        }
        if (!json_is_array(row->features)) {
            return malformed(self, item, "features", error);
        }
    }
    return TRUE;
}

static gboolean read_knowledge(Extensions *self, GError **error)
{
    const json_t *root = yaml_root(self->document);
    const char *code = json_string_value(json_object_get(root, "code"));
    self->code = code == NULL ? NULL : whole(code);
    if (self->code == NULL) {
        return malformed(self, root, "code", error);
    }
    g_autofree char *architecture = g_strndup(self->triple, strcspn(self->triple, "-"));
    const json_t *list = json_object_get(root, architecture);
    if (list != NULL) {
        return read_rows(self, list, error);
    }
    self->names = target_names_new(self->triple, error);
    return self->names != NULL;
}

/* With everything on, whatever there is decodes. */
static char *every_feature(const TargetNames *names)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; names != NULL && i < names->features->len; i++) {
        g_string_append_printf(text, "%s+%s", i > 0 ? "," : "", (char *)names->features->pdata[i]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

Extensions *extensions_new(const char *folder, const char *triple, GError **error)
{
    target_prepare();
    g_autoptr(Extensions) self = g_new0(Extensions, 1);
    self->triple = g_strdup(triple);
    self->features = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, context_free);
    self->answers =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    g_autofree char *path = g_build_filename(folder, "instructions.yaml", NULL);
    self->document = yaml_load(path, error);
    if (self->document == NULL || !read_knowledge(self, error)) {
        return NULL;
    }
    g_autofree char *every = every_feature(self->names);
    self->all = context_new(triple, every);
    self->plain = self->names == NULL ? NULL : context_new(triple, "");
    if (self->all == NULL || (self->names != NULL && self->plain == NULL)) {
        g_set_error(error, EXTENSIONS_ERROR, EXTENSIONS_ERROR_TRIPLE,
                    "this LLVM does not disassemble code of %s", triple);
        return NULL;
    }
    return g_steal_pointer(&self);
}

void extensions_free(Extensions *self)
{
    if (self != NULL) {
        g_clear_pointer(&self->document, yaml_document_free);
        g_clear_pointer(&self->code, g_regex_unref);
        g_clear_pointer(&self->rows, g_ptr_array_unref);
        g_clear_pointer(&self->names, target_names_free);
        context_free(self->all);
        context_free(self->plain);
        g_hash_table_unref(self->features);
        g_hash_table_unref(self->answers);
        g_free(self->triple);
        g_free(self);
    }
}

gboolean extensions_is_code(const Extensions *self, const char *section)
{
    return g_regex_match(self->code, section, 0, NULL);
}

/* ---- x86: by encoding and name --------------------------------------------------------------- */

/* Prefixes of before 64 bits, and REX, come first. */
static Encoding encoding_of(const guint8 *bytes, gsize length)
{
    static const guint8 prefixes[] = {0x66, 0xf2, 0xf3, 0x2e, 0x36, 0x3e,
                                      0x26, 0x64, 0x65, 0x67, 0xf0};
    gsize at = 0;
    while (at < length && memchr(prefixes, bytes[at], sizeof prefixes) != NULL) {
        at++;
    }
    if (at < length && bytes[at] == 0x62) {
        return ENCODING_EVEX;
    }
    return at < length && (bytes[at] == 0xc4 || bytes[at] == 0xc5) ? ENCODING_VEX : ENCODING_LEGACY;
}

static gboolean has_width(const json_t *widths, guint width)
{
    gsize index;
    const json_t *item;
    json_array_foreach(widths, index, item)
    {
        if (json_integer_value(item) == (json_int_t)width) {
            return TRUE;
        }
    }
    return FALSE;
}

static void ask_rows(const Extensions *self, const char *encoding, const char *mnemonic,
                     guint width, GPtrArray *needed)
{
    for (guint i = 0; i < self->rows->len; i++) {
        const Row *row = self->rows->pdata[i];
        if ((row->encoding != NULL && !g_str_equal(row->encoding, encoding)) ||
            (row->widths != NULL && !has_width(row->widths, width)) ||
            (row->mnemonic != NULL && !g_regex_match(row->mnemonic, mnemonic, 0, NULL))) {
            continue;
        }
        gsize index;
        const json_t *feature;
        json_array_foreach(row->features, index, feature)
        {
            g_ptr_array_add(needed, (gpointer)json_string_value(feature));
        }
    }
}

/* ---- others: by trying ----------------------------------------------------------------------- */

static gboolean decodes(LLVMDisasmContextRef context, const guint8 *bytes, gsize length)
{
    char text[TEXT_BYTES];
    return context != NULL && LLVMDisasmInstruction(context, (uint8_t *)(guintptr)bytes, length, 0,
                                                    text, sizeof text) > 0;
}

static LLVMDisasmContextRef context_with(Extensions *self, const char *feature)
{
    gpointer context = NULL;
    if (!g_hash_table_lookup_extended(self->features, feature, NULL, &context)) {
        g_autofree char *text = g_strconcat("+", feature, NULL);
        context = context_new(self->triple, text);
        g_hash_table_insert(self->features, (gpointer)feature, context);
    }
    return context;
}

static gboolean is_collective(const Extensions *self, const char *feature)
{
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(yaml_root(self->document), "collective"), index, item)
    {
        if (g_strcmp0(json_string_value(item), feature) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Features bring others along: the one that all the others bring is what is needed. */
static void ask_decoder(Extensions *self, const guint8 *bytes, gsize length, GPtrArray *needed)
{
    const char *best = NULL;
    for (guint i = 0; i < self->names->features->len; i++) {
        const char *feature = self->names->features->pdata[i];
        if (is_collective(self, feature) || !decodes(context_with(self, feature), bytes, length)) {
            continue;
        }
        g_autofree char *outer = best == NULL ? NULL : g_strconcat("+", best, NULL);
        g_autofree char *inner = g_strconcat("+", feature, NULL);
        g_autofree char *with = outer == NULL ? NULL : target_text("generic", outer);
        g_autofree char *without = target_text("generic", inner);
        if (best == NULL || target_covers(self->triple, with, without)) {
            best = feature;
        }
    }
    g_ptr_array_add(needed, (gpointer)(best != NULL ? best : "a combination of features"));
}

/* ---------------------------------------------------------------------------------------------- */

/* The name without what stands before it: "rep", "lock" and the like. */
static const char *mnemonic_of(char *text)
{
    static const char *const prefixes[] = {"rep",     "repe", "repne",  "lock", "data16",
                                           "notrack", "bnd",  "{evex}", "{vex}"};
    char *word = text;
    for (;;) {
        word += strspn(word, " \t");
        gsize length = strcspn(word, " \t");
        gboolean is_prefix = FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(prefixes); i++) {
            is_prefix = is_prefix ||
                        (strlen(prefixes[i]) == length && strncmp(prefixes[i], word, length) == 0);
        }
        if (!is_prefix || word[length] == '\0') {
            return word;
        }
        word += length;
    }
}

static gboolean names_register(const char *operands, const char *prefix)
{
    gsize length = strlen(prefix);
    for (const char *c = operands; (c = strstr(c, prefix)) != NULL; c += length) {
        if (g_ascii_isdigit(c[length]) &&
            (c == operands || (!g_ascii_isalnum(c[-1]) && c[-1] != '_'))) {
            return TRUE;
        }
    }
    return FALSE;
}

static void look_at_registers(const char *operands, Instruction *result)
{
    static const struct {
        const char *prefix;
        guint width;
    } kinds[] = {{"zmm", 512}, {"ymm", 256}, {"xmm", 128}, {"v", 128}, {"q", 128}};
    result->scalable = names_register(operands, "z");
    for (gsize i = 0; i < G_N_ELEMENTS(kinds) && result->width == 0; i++) {
        result->width = names_register(operands, kinds[i].prefix) ? kinds[i].width : 0;
    }
}

void extensions_decode(Extensions *self, const guint8 *bytes, gsize length, Instruction *result)
{
    char text[TEXT_BYTES];
    *result = (Instruction){0};
    result->length =
        LLVMDisasmInstruction(self->all, (uint8_t *)(guintptr)bytes, length, 0, text, sizeof text);
    if (result->length == 0) {
        return;
    }
    char *mnemonic = (char *)(guintptr)mnemonic_of(text);
    gsize end = strcspn(mnemonic, " \t");
    const char *operands = mnemonic[end] == '\0' ? "" : mnemonic + end + 1;
    mnemonic[end] = '\0';
    look_at_registers(operands, result);
    gboolean by_rows = self->rows != NULL;
    const char *encoding = by_rows ? encoding_names[encoding_of(bytes, length)] : "";
    gboolean is_plain = !by_rows && decodes(self->plain, bytes, length);
    char key[TEXT_BYTES + 32];
    g_snprintf(key, sizeof key, "%s %s %u %d %d", encoding, mnemonic, result->width,
               result->scalable ? 1 : 0, is_plain ? 1 : 0);
    GPtrArray *needed = g_hash_table_lookup(self->answers, key);
    if (needed == NULL) {
        needed = g_ptr_array_new();
        if (by_rows) {
            ask_rows(self, encoding, mnemonic, result->width, needed);
        } else if (!is_plain) {
            ask_decoder(self, bytes, result->length, needed);
        }
        g_hash_table_insert(self->answers, g_strdup(key), needed);
    }
    result->needed = needed;
}
