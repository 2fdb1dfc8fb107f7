#include "container/audit/binary.h"
#include "container/audit/audit.h"
#include "container/ir/work.h"
#include <elf.h>
#include <llvm-c/Core.h>
#include <llvm-c/Object.h>
#include <string.h>

struct Binary {
    LLVMMemoryBufferRef buffer;
    LLVMBinaryRef binary;
    const char *triple;
    GArray *sections;
    GArray *symbols;
};

static void symbol_clear(gpointer data)
{
    g_free(((BinarySymbol *)data)->name);
}

void binary_close(Binary *self)
{
    if (self != NULL) {
        g_clear_pointer(&self->sections, g_array_unref);
        g_clear_pointer(&self->symbols, g_array_unref);
        g_clear_pointer(&self->binary, LLVMDisposeBinary);
        g_clear_pointer(&self->buffer, LLVMDisposeMemoryBuffer);
        g_free(self);
    }
}

/* LLVM's C API tells the class of an ELF file, but not its machine, which both classes have at the
 * same place (System V ABI, "ELF Header"). */
static const char *triple_of(const char *bytes, gsize length)
{
    static const struct {
        guint16 machine;
        const char *triple;
    } known[] = {{EM_X86_64, "x86_64-pc-linux-gnu"},
                 {EM_AARCH64, "aarch64-linux-gnu"},
                 {EM_PPC64, "powerpc64le-linux-gnu"},
                 {EM_RISCV, "riscv64-linux-gnu"}};
    const gsize at = G_STRUCT_OFFSET(Elf64_Ehdr, e_machine);
    guint16 machine = 0;
    if (length < sizeof(Elf32_Ehdr) || memcmp(bytes, ELFMAG, SELFMAG) != 0 ||
        bytes[EI_DATA] != ELFDATA2LSB) {
        return NULL;
    }
    memcpy(&machine, bytes + at, sizeof machine);
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        if (known[i].machine == GUINT16_FROM_LE(machine)) {
            return known[i].triple;
        }
    }
    return NULL;
}

/* What is in the file of the section; NULL where that is nothing: of one that has a size in memory
 * only (SHT_NOBITS; all of a program's in a file with its debug information), LLVM gives the
 * beginning of the file. */
static const guint8 *contents_of(const Binary *self, LLVMSectionIteratorRef section)
{
    const char *begin = LLVMGetBufferStart(self->buffer);
    const char *end = begin + LLVMGetBufferSize(self->buffer);
    const char *bytes = LLVMGetSectionContents(section);
    gboolean is_there =
        bytes > begin && bytes <= end && LLVMGetSectionSize(section) <= (guint64)(end - bytes);
    return is_there ? (const guint8 *)bytes : NULL;
}

/* A file without any has no iterator either. */
static void read_sections(Binary *self)
{
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(self->binary);
    for (; section != NULL && !LLVMObjectFileIsSectionIteratorAtEnd(self->binary, section);
         LLVMMoveToNextSection(section)) {
        const char *name = LLVMGetSectionName(section);
        const guint8 *bytes = contents_of(self, section);
        const BinarySection item = {.name = name == NULL ? "" : name,
                                    .address = LLVMGetSectionAddress(section),
                                    .bytes = bytes,
                                    .length = bytes == NULL ? 0 : LLVMGetSectionSize(section)};
        g_array_append_val(self->sections, item);
    }
    g_clear_pointer(&section, LLVMDisposeSectionIterator);
}

static int symbols_compare(gconstpointer a, gconstpointer b)
{
    const BinarySymbol *left = a, *right = b;
    if (left->section != right->section) {
        return left->section < right->section ? -1 : 1;
    }
    if (left->address != right->address) {
        return left->address < right->address ? -1 : 1;
    }
    return strcmp(left->name, right->name);
}

/* Names that begin with '$' mark code and data on some machines. */
static void read_symbols(Binary *self)
{
    LLVMSymbolIteratorRef symbol = LLVMObjectFileCopySymbolIterator(self->binary);
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(self->binary);
    for (; symbol != NULL && section != NULL &&
           !LLVMObjectFileIsSymbolIteratorAtEnd(self->binary, symbol);
         LLVMMoveToNextSymbol(symbol)) {
        const char *name = LLVMGetSymbolName(symbol);
        LLVMMoveToContainingSection(section, symbol);
        if (name == NULL || *name == '\0' || *name == '$' ||
            LLVMObjectFileIsSectionIteratorAtEnd(self->binary, section)) {
            continue;
        }
        const BinarySymbol item = {.section = contents_of(self, section),
                                   .address = LLVMGetSymbolAddress(symbol),
                                   .name = g_strdup(name)};
        g_array_append_val(self->symbols, item);
    }
    g_clear_pointer(&section, LLVMDisposeSectionIterator);
    g_clear_pointer(&symbol, LLVMDisposeSymbolIterator);
    g_array_sort(self->symbols, symbols_compare);
}

static LLVMMemoryBufferRef read_file(const char *path, GError **error)
{
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        g_set_error(error, AUDIT_ERROR, AUDIT_ERROR_READ, "%s cannot be read: %s", path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return buffer;
}

/* Takes the buffer. */
static Binary *read_binary(const char *path, LLVMMemoryBufferRef buffer, GError **error)
{
    g_autoptr(Binary) self = g_new0(Binary, 1);
    self->buffer = buffer;
    self->sections = g_array_new(FALSE, FALSE, sizeof(BinarySection));
    self->symbols = g_array_new(FALSE, FALSE, sizeof(BinarySymbol));
    g_array_set_clear_func(self->symbols, symbol_clear);
    char *message = NULL;
    self->triple = triple_of(LLVMGetBufferStart(self->buffer), LLVMGetBufferSize(self->buffer));
    self->binary = LLVMCreateBinary(self->buffer, NULL, &message);
    gboolean known = self->binary != NULL;
    LLVMBinaryType type = known ? LLVMBinaryGetType(self->binary) : LLVMBinaryTypeArchive;
    if (!known || (type != LLVMBinaryTypeELF64L && type != LLVMBinaryTypeELF32L)) {
        g_set_error(error, AUDIT_ERROR, AUDIT_ERROR_KIND,
                    "%s is no ELF object, library or program%s%s", path,
                    message != NULL ? ": " : "", message != NULL ? message : "");
        LLVMDisposeMessage(message);
        return NULL;
    }
    read_sections(self);
    read_symbols(self);
    return g_steal_pointer(&self);
}

Binary *binary_open(const char *path, GError **error)
{
    work_begin(path);
    LLVMMemoryBufferRef buffer = read_file(path, error);
    Binary *self = buffer == NULL ? NULL : read_binary(path, buffer, error);
    work_end();
    return self;
}

/* A copy, for LLVM wants files at places that are aligned. */
Binary *binary_open_bytes(const char *path, const char *bytes, gsize length, GError **error)
{
    work_begin(path);
    Binary *self =
        read_binary(path, LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, length, path), error);
    work_end();
    return self;
}

const char *binary_triple(const Binary *self)
{
    return self->triple;
}

gboolean binary_is_64_bit(const Binary *self)
{
    return LLVMBinaryGetType(self->binary) == LLVMBinaryTypeELF64L;
}

const GArray *binary_sections(const Binary *self)
{
    return self->sections;
}

const GArray *binary_symbols(const Binary *self)
{
    return self->symbols;
}

const char *binary_symbol_at(const Binary *self, const BinarySection *section, guint64 address)
{
    guint low = 0, high = self->symbols->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        const BinarySymbol *symbol = &g_array_index(self->symbols, BinarySymbol, middle);
        if (symbol->section < section->bytes ||
            (symbol->section == section->bytes && symbol->address <= address)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const BinarySymbol *found =
        low == 0 ? NULL : &g_array_index(self->symbols, BinarySymbol, low - 1);
    return found != NULL && found->section == section->bytes ? found->name : NULL;
}
