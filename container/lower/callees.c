#include "container/lower/callees.h"
#include "core/yaml.h"
#include <llvm-c/Target.h>

G_DEFINE_QUARK(xaas - callees - error, callees_error)

struct Callees {
    GHashTable *names; /* char * -> bits of the arguments that are functions */
    char *digest;
};

/* The lists of the file, whose functions call nothing that counts there: what others were given
 * before counts where it was given. */
static const char *const lists[] = {"registered", "none"};

#define GIVEN "given"
#define ARGUMENT_MAX 30

/* ---- the file -------------------------------------------------------------------------------- */

static gboolean malformed(Span place, const char *what, GError **error)
{
    g_set_error(error, CALLEES_ERROR, CALLEES_ERROR_MALFORMED,
                "%s:%u: %s; restore the file that came with this version", place.path, place.line,
                what);
    return FALSE;
}

/* `given`: bits of the arguments that are functions; 0: none of them is looked at. */
static gboolean add_name(Callees *self, const char *name, guint given, Span place,
                         GChecksum *checksum, GError **error)
{
    if (!g_hash_table_insert(self->names, g_strdup(name), GUINT_TO_POINTER(given))) {
        g_autofree char *what = g_strdup_printf("%s stands there twice", name);
        return malformed(place, what, error);
    }
    g_autofree char *line = g_strdup_printf("%u %s\n", given, name);
    g_checksum_update(checksum, (const guchar *)line, -1);
    return TRUE;
}

static gboolean read_list(Callees *self, const YamlDocument *document, const char *key,
                          GChecksum *checksum, GError **error)
{
    const json_t *list = json_object_get(yaml_root(document), key);
    if (!json_is_array(list)) {
        g_autofree char *what = g_strdup_printf("\"%s\" is missing or no list of names", key);
        return malformed(yaml_member_place(document, yaml_root(document), key), what, error);
    }
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        const char *name = json_string_value(item);
        Span place = yaml_item_place(document, list, index);
        if (name == NULL || *name == '\0') {
            return malformed(place, "a name has to be a text", error);
        }
        if (!add_name(self, name, 0, place, checksum, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_given(Callees *self, const YamlDocument *document, GChecksum *checksum,
                           GError **error)
{
    json_t *members = json_object_get(yaml_root(document), GIVEN);
    if (!json_is_object(members)) {
        return malformed(yaml_member_place(document, yaml_root(document), GIVEN),
                         "\"" GIVEN "\" is missing or does not map names to numbers", error);
    }
    const char *name;
    json_t *numbers;
    json_object_foreach(members, name, numbers)
    {
        Span place = yaml_member_place(document, members, name);
        guint given = 0;
        gsize index;
        const json_t *number;
        json_array_foreach(numbers, index, number)
        {
            json_int_t value = json_is_integer(number) ? json_integer_value(number) : -1;
            if (value < 0 || value > ARGUMENT_MAX) {
                return malformed(place, "an argument has to be a small number", error);
            }
            given |= 1u << value;
        }
        if (given == 0) {
            return malformed(place, "it has to say which arguments are functions", error);
        }
        if (!add_name(self, name, given, place, checksum, error)) {
            return FALSE;
        }
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
    if (!read_given(self, document, checksum, error)) {
        return NULL;
    }
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        if (!read_list(self, document, lists[i], checksum, error)) {
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

gboolean callees_names(const Callees *self, const char *name)
{
    return g_hash_table_contains(self->names, name);
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
    gpointer given = NULL;
    if (g_hash_table_lookup_extended(self->names, name, NULL, &given)) {
        return given == NULL ? CALLEE_CALLS_NONE : CALLEE_CALLS_OWN;
    }
    return can_be_given(function, signature) ? CALLEE_CALLS_ANY : CALLEE_CALLS_NONE;
}

gboolean callees_takes(const Callees *self, LLVMValueRef function, guint argument)
{
    gsize length = 0;
    const char *name = LLVMGetValueName2(function, &length);
    guint given = GPOINTER_TO_UINT(g_hash_table_lookup(self->names, name));
    return argument <= ARGUMENT_MAX && (given & 1u << argument) != 0;
}
