#include "container/lower/callees.h"
#include "core/yaml.h"
#include <llvm-c/Target.h>

G_DEFINE_QUARK(xaas - callees - error, callees_error)

struct Callees {
    GHashTable *names; /* char * -> CalleeCalls */
    char *digest;
};

/* The lists of the file, and what their functions call. What others were given before counts where
 * it was given, so that nothing is left to say of the calls of `registered`. */
static const struct {
    const char *key;
    CalleeCalls calls;
} lists[] = {
    {"given", CALLEE_CALLS_OWN}, {"registered", CALLEE_CALLS_NONE}, {"none", CALLEE_CALLS_NONE}};

/* ---- the file -------------------------------------------------------------------------------- */

static gboolean malformed(Span place, const char *what, GError **error)
{
    g_set_error(error, CALLEES_ERROR, CALLEES_ERROR_MALFORMED,
                "%s:%u: %s; restore the file that came with this version", place.path, place.line,
                what);
    return FALSE;
}

static gboolean read_list(Callees *self, const YamlDocument *document, guint number,
                          GChecksum *checksum, GError **error)
{
    const json_t *list = json_object_get(yaml_root(document), lists[number].key);
    if (!json_is_array(list)) {
        g_autofree char *what =
            g_strdup_printf("\"%s\" is missing or no list of names", lists[number].key);
        return malformed(yaml_member_place(document, yaml_root(document), lists[number].key), what,
                         error);
    }
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        const char *name = json_string_value(item);
        if (name == NULL || *name == '\0') {
            return malformed(yaml_item_place(document, list, index), "a name has to be a text",
                             error);
        }
        if (!g_hash_table_insert(self->names, g_strdup(name),
                                 GINT_TO_POINTER(lists[number].calls))) {
            g_autofree char *what = g_strdup_printf("%s stands there twice", name);
            return malformed(yaml_item_place(document, list, index), what, error);
        }
        g_autofree char *line = g_strdup_printf("%u %s\n", number, name);
        g_checksum_update(checksum, (const guchar *)line, -1);
    }
    return TRUE;
}

Callees *callees_load(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "callees.yaml", NULL);
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    if (document == NULL) {
        return NULL;
    }
    g_autoptr(Callees) self = g_new0(Callees, 1);
    self->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        if (!read_list(self, document, i, checksum, error)) {
            return NULL;
        }
    }
    self->digest = g_strdup(g_checksum_get_string(checksum));
    return g_steal_pointer(&self);
}

void callees_free(Callees *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->names);
        g_free(self->digest);
        g_free(self);
    }
}

const char *callees_digest(const Callees *self)
{
    return self->digest;
}

/* ---- what a call may call --------------------------------------------------------------------
 */

/* Some structures with pointers are passed as integers. */
static gboolean can_hold_address(LLVMTypeRef type, unsigned address_bits)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind) {
        return LLVMGetIntTypeWidth(type) >= address_bits;
    }
    return kind != LLVMHalfTypeKind && kind != LLVMBFloatTypeKind && kind != LLVMFloatTypeKind &&
           kind != LLVMDoubleTypeKind && kind != LLVMX86_FP80TypeKind;
}

static gboolean can_be_given(LLVMValueRef function, LLVMTypeRef signature)
{
    unsigned address_bits =
        8 * LLVMPointerSize(LLVMGetModuleDataLayout(LLVMGetGlobalParent(function)));
    unsigned count = LLVMCountParamTypes(signature);
    g_autofree LLVMTypeRef *types = g_new0(LLVMTypeRef, count + 1);
    LLVMGetParamTypes(signature, types);
    for (unsigned i = 0; i < count; i++) {
        if (can_hold_address(types[i], address_bits)) {
            return TRUE;
        }
    }
    return LLVMIsFunctionVarArg(signature) != 0;
}

CalleeCalls callees_calls(const Callees *self, LLVMValueRef function, LLVMTypeRef signature)
{
    gsize length = 0;
    const char *name = LLVMGetValueName2(function, &length);
    gpointer calls = NULL;
    if (g_hash_table_lookup_extended(self->names, name, NULL, &calls)) {
        return (CalleeCalls)GPOINTER_TO_INT(calls);
    }
    return can_be_given(function, signature) ? CALLEE_CALLS_ANY : CALLEE_CALLS_NONE;
}
