#include "container/deploy/kept_units.h"
#include "container/ir/symbol_text.h"
#include "core/file.h"
#include <elf.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <string.h>

G_DEFINE_QUARK(xaas - kept - error, kept_error)

#define OBJECT_BYTES_MAX ((gsize)1024 * 1024 * 1024)

typedef struct {
    const KeptUnit *unit;
    gboolean weak; /* a linker may take another one */
} Exposed;

typedef struct {
    const KeptUnit *unit; /* the one that is looked at */
    GHashTable *shared;   /* const char *: the names that others could take from it, a set */
    GHashTable *exposed;  /* char * -> Exposed *: of all units that keep targets */
    const Callees *callees;
    gboolean collects; /* into that; else it is compared with it */
    GError **error;
} Checking;

/* ---- what an object defines -------------------------------------------------------------------
 */

/* Code that runs early was followed as though all functions of these names were the runtimes'.
 * Copies of templates of the standard library (Itanium C++ ABI, "St") are. */
static gboolean may_stand(const Checking *self, const char *name, gboolean weak)
{
    gboolean copied = weak && (g_str_has_prefix(name, "_ZNSt") || g_str_has_prefix(name, "_ZSt") ||
                               g_str_has_prefix(name, "_ZNKSt"));
    if (copied || !callees_names(self->callees, name)) {
        return TRUE;
    }
    g_autofree char *text = symbol_text(name);
    g_set_error(self->error, KEPT_ERROR, KEPT_ERROR_RUNTIME,
                "%s has a function %s of its own in place of the runtime's, so that nobody knows "
                "what runs before units that keep their targets can choose; name another target, "
                "or have all units keep theirs (--target recorded)",
                self->unit->source, text);
    return FALSE;
}

/* Two that are no copies cannot stand in one program. */
static gboolean take_symbol(const Checking *self, const char *name, gboolean weak)
{
    const Exposed *other = g_hash_table_lookup(self->exposed, name);
    if (self->collects) {
        if (other == NULL && g_hash_table_contains(self->shared, name)) {
            Exposed *one = g_new(Exposed, 1);
            *one = (Exposed){.unit = self->unit, .weak = weak};
            g_hash_table_insert(self->exposed, g_strdup(name), one);
        }
        return TRUE;
    }
    if (!may_stand(self, name, weak)) {
        return FALSE;
    }
    if (other == NULL || g_strcmp0(other->unit->target, self->unit->target) == 0 ||
        (!other->weak && !weak)) {
        return TRUE;
    }
    g_autofree char *text = symbol_text(name);
    g_set_error(self->error, KEPT_ERROR, KEPT_ERROR_SHARED,
                "%s keeps a target of its own, but %s has %s, too, and a linker may take the first "
                "one's for both; name another target, or have all units keep theirs (--target "
                "recorded)",
                other->unit->source, self->unit->source, text);
    return FALSE;
}

static gboolean unreadable(const Checking *self)
{
    g_set_error(self->error, KEPT_ERROR, KEPT_ERROR_READ,
                "the object of %s (%s) cannot be read, so that nobody knows what it shares with "
                "units that keep targets of their own",
                self->unit->source, self->unit->path);
    return FALSE;
}

/* Records of an ELF file that lie within it; NULL: they do not. */
static const void *records_at(const char *bytes, gsize length, guint64 offset, guint64 size)
{
    return offset <= length && size <= length - offset ? bytes + offset : NULL;
}

static gboolean take_table(const Checking *self, const Elf64_Sym *symbols, gsize count,
                           const char *names, gsize names_length)
{
    for (gsize i = 0; i < count; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, symbols + i, sizeof symbol);
        guint binding = ELF64_ST_BIND(symbol.st_info);
        if (symbol.st_shndx == SHN_UNDEF || binding == STB_LOCAL) {
            continue;
        }
        if (symbol.st_name >= names_length ||
            memchr(names + symbol.st_name, '\0', names_length - symbol.st_name) == NULL) {
            return unreadable(self);
        }
        gboolean weak = binding != STB_GLOBAL || symbol.st_shndx == SHN_COMMON;
        if (!take_symbol(self, names + symbol.st_name, weak)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* More than the header can tell stand in the first section (System V ABI, "ELF Header"). */
static guint64 section_count(const Elf64_Ehdr *header, const char *bytes, gsize length)
{
    Elf64_Shdr first;
    const void *at = records_at(bytes, length, header->e_shoff, sizeof first);
    if (header->e_shnum != 0 || at == NULL) {
        return header->e_shnum;
    }
    memcpy(&first, at, sizeof first);
    return MIN(first.sh_size, length / sizeof first);
}

static gboolean take_elf(const Checking *self, const char *bytes, gsize length)
{
    Elf64_Ehdr header;
    if (length < sizeof header || bytes[EI_CLASS] != ELFCLASS64 || bytes[EI_DATA] != ELFDATA2LSB ||
        G_BYTE_ORDER != G_LITTLE_ENDIAN) {
        return unreadable(self);
    }
    memcpy(&header, bytes, sizeof header);
    guint64 count = section_count(&header, bytes, length);
    const char *at = records_at(bytes, length, header.e_shoff, count * sizeof(Elf64_Shdr));
    if (at == NULL || header.e_shentsize != sizeof(Elf64_Shdr) || count == 0) {
        return unreadable(self);
    }
    g_autofree Elf64_Shdr *sections = g_memdup2(at, count * sizeof(Elf64_Shdr));
    for (guint64 i = 0; i < count; i++) {
        const Elf64_Shdr *table = &sections[i];
        if (table->sh_type != SHT_SYMTAB) {
            continue;
        }
        const Elf64_Shdr *strings = table->sh_link < count ? &sections[table->sh_link] : NULL;
        const void *symbols = records_at(bytes, length, table->sh_offset, table->sh_size);
        const char *names = strings == NULL
                                ? NULL
                                : records_at(bytes, length, strings->sh_offset, strings->sh_size);
        if (symbols == NULL || names == NULL ||
            !take_table(self, symbols, table->sh_size / sizeof(Elf64_Sym), names,
                        strings->sh_size)) {
            return self->error != NULL && *self->error != NULL ? FALSE : unreadable(self);
        }
    }
    return TRUE;
}

static gboolean take_value(const Checking *self, LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    gsize length = 0;
    return LLVMIsDeclaration(value) || linkage == LLVMInternalLinkage ||
           linkage == LLVMPrivateLinkage || linkage == LLVMAvailableExternallyLinkage ||
           linkage == LLVMAppendingLinkage ||
           take_symbol(self, LLVMGetValueName2(value, &length), linkage != LLVMExternalLinkage);
}

static gboolean take_module(const Checking *self, LLVMModuleRef module)
{
    gboolean good = TRUE;
    LLVMValueRef value = LLVMGetFirstFunction(module);
    for (; good && value != NULL; value = LLVMGetNextFunction(value)) {
        good = take_value(self, value);
    }
    value = good ? LLVMGetFirstGlobal(module) : NULL;
    for (; good && value != NULL; value = LLVMGetNextGlobal(value)) {
        good = take_value(self, value);
    }
    value = good ? LLVMGetFirstGlobalAlias(module) : NULL;
    for (; good && value != NULL; value = LLVMGetNextGlobalAlias(value)) {
        good = take_value(self, value);
    }
    return good;
}

/* LLVM ends the process for what it cannot read, unless somebody listens. */
static void listen(LLVMDiagnosticInfoRef info, void *data)
{
    (void)info;
    (void)data;
}

/* Bodies of functions are not read. */
static gboolean take_bitcode(const Checking *self, const char *bytes, gsize length)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = NULL;
    gboolean good = FALSE;
    LLVMContextSetDiagnosticHandler(context, listen, NULL);
    if (LLVMGetBitcodeModuleInContext2(
            context, LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, length, "object"), &module)) {
        unreadable(self);
    } else {
        good = take_module(self, module);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    return good;
}

static gboolean take_object(const Checking *self)
{
    gsize length = 0;
    g_autofree char *bytes = file_read(self->unit->path, OBJECT_BYTES_MAX, &length, NULL);
    if (bytes == NULL) {
        return unreadable(self);
    }
    return length >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0
               ? take_elf(self, bytes, length)
               : take_bitcode(self, bytes, length);
}

/* The caller frees it. */
static GHashTable *shared_names(const KeptUnit *unit)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; unit->exposed != NULL && i < unit->exposed->len; i++) {
        g_hash_table_add(names, unit->exposed->pdata[i]);
    }
    return names;
}

gboolean kept_units_check(const GArray *units, const Callees *callees, GError **error)
{
    g_autoptr(GHashTable) exposed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    GError *failure = NULL;
    for (guint turn = 0; turn < 2; turn++) {
        for (guint i = 0; failure == NULL && i < units->len; i++) {
            const KeptUnit *unit = &g_array_index(units, KeptUnit, i);
            g_autoptr(GHashTable) shared = shared_names(unit);
            const Checking self = {.unit = unit,
                                   .shared = shared,
                                   .exposed = exposed,
                                   .callees = callees,
                                   .collects = turn == 0,
                                   .error = &failure};
            if (self.unit->exposed != NULL || !self.collects) {
                take_object(&self);
            }
        }
    }
    if (failure != NULL) {
        g_propagate_error(error, failure);
        return FALSE;
    }
    return TRUE;
}
