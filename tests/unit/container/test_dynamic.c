/* What a hostile library says of the versions that it needs: chains of records that never end. */
#include "container/audit/dynamic.h"
#include <elf.h>
#include <glib/gstdio.h>
#include <string.h>

#define STRINGS "\0libbase.so.1\0BASE_1.0"
#define LIBRARY 1
#define VERSION 14 /* places of the two texts */
#define NAMES "\0.dynstr\0.gnu.version_r\0.shstrtab"

typedef struct {
    Elf64_Ehdr header;
    Elf64_Shdr sections[4];
    char strings[sizeof STRINGS];
    char names[sizeof NAMES];
    /* Behind each other, so that a chain can lead over all of them. */
    Elf64_Verneed need;
    Elf64_Vernaux versions[2];
} Library;

static Elf64_Shdr section(Elf64_Word name, Elf64_Word type, gsize offset, gsize size)
{
    return (Elf64_Shdr){.sh_name = name,
                        .sh_type = type,
                        .sh_offset = offset,
                        .sh_size = size,
                        .sh_link = 1,
                        .sh_info = 1,
                        .sh_addralign = 1};
}

/* Two versions that are needed of one library. */
static Library *library_new(void)
{
    Library *self = g_new0(Library, 1);
    memcpy(self->header.e_ident, ELFMAG, SELFMAG);
    self->header.e_ident[EI_CLASS] = ELFCLASS64;
    self->header.e_ident[EI_DATA] = ELFDATA2LSB;
    self->header.e_ident[EI_VERSION] = EV_CURRENT;
    self->header.e_type = ET_DYN;
    self->header.e_machine = EM_X86_64;
    self->header.e_version = EV_CURRENT;
    self->header.e_ehsize = sizeof self->header;
    self->header.e_shoff = G_STRUCT_OFFSET(Library, sections);
    self->header.e_shentsize = sizeof(Elf64_Shdr);
    self->header.e_shnum = G_N_ELEMENTS(self->sections);
    self->header.e_shstrndx = 3;
    memcpy(self->strings, STRINGS, sizeof STRINGS);
    memcpy(self->names, NAMES, sizeof NAMES);
    self->sections[1] =
        section(1, SHT_STRTAB, G_STRUCT_OFFSET(Library, strings), sizeof self->strings);
    self->sections[2] = section(9, SHT_GNU_verneed, G_STRUCT_OFFSET(Library, need),
                                sizeof self->need + sizeof self->versions);
    self->sections[3] =
        section(24, SHT_STRTAB, G_STRUCT_OFFSET(Library, names), sizeof self->names);
    self->need = (Elf64_Verneed){
        .vn_version = 1, .vn_cnt = 2, .vn_file = LIBRARY, .vn_aux = sizeof self->need};
    self->versions[0] = (Elf64_Vernaux){.vna_name = VERSION, .vna_next = sizeof self->versions[0]};
    self->versions[1] = (Elf64_Vernaux){.vna_name = VERSION};
    return self;
}

static void check(const Library *library, gsize size, guint expected)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("xaas-dynamic-XXXXXX", &error);
    g_autofree char *path = g_build_filename(folder, "libhostile.so", NULL);
    g_assert_true(g_file_set_contents(path, (const char *)library, (gssize)size, &error));
    g_autoptr(Binary) binary = binary_open(path, &error);
    g_assert_no_error(error);
    g_autoptr(Dynamic) dynamic = dynamic_read(binary);
    g_assert_cmpuint(dynamic->versions->len, ==, expected);
    const NeededVersion *first = &g_array_index(dynamic->versions, NeededVersion, 0);
    g_assert_cmpstr(first->library, ==, "libbase.so.1");
    g_unlink(path);
    g_rmdir(folder);
}

/* What lies in memory only, as all of a program does in a file with its debug information, has a
 * size, but no bytes. */
static void test_no_bits(void)
{
    g_autofree Library *library = library_new();
    g_autoptr(GError) error = NULL;
    library->sections[2].sh_type = SHT_NOBITS;
    library->sections[2].sh_size = G_MAXUINT32;
    g_autoptr(Binary) binary =
        binary_open_bytes("libhostile.so", (const char *)library, sizeof *library, &error);
    g_assert_no_error(error);
    const GArray *sections = binary_sections(binary);
    const BinarySection *section = &g_array_index(sections, BinarySection, sections->len - 2);
    g_assert_cmpstr(section->name, ==, ".gnu.version_r");
    g_assert_null(section->bytes);
    g_assert_cmpuint(section->length, ==, 0);
    g_autoptr(Dynamic) dynamic = dynamic_read(binary);
    g_assert_cmpuint(dynamic->versions->len, ==, 0);
}

static void test_plain(void)
{
    g_autofree Library *library = library_new();
    check(library, sizeof *library, 2);
}

/* The count says more than the chain has. */
static void test_short_chain(void)
{
    g_autofree Library *library = library_new();
    library->need.vn_cnt = G_MAXUINT16;
    check(library, sizeof *library, 2);
}

/* A chain over overlapping records: 65535 versions for each of the records that need them. */
static void test_endless(void)
{
    gsize count = 2048;
    gsize size = sizeof(Library) + count * sizeof(Elf64_Verneed);
    g_autofree Library *library = g_realloc(library_new(), size);
    memset(library + 1, 0, size - sizeof(Library));
    library->sections[2].sh_size += count * sizeof(Elf64_Verneed);
    Elf64_Verneed *needs = &library->need;
    for (gsize i = 0; i < count; i++) {
        /* What follows a record are its versions: each is the next record, read as one. */
        needs[i] = (Elf64_Verneed){.vn_version = 1,
                                   .vn_cnt = G_MAXUINT16,
                                   .vn_file = LIBRARY,
                                   .vn_aux = sizeof *needs,
                                   .vn_next = sizeof *needs};
    }
    check(library, size, DYNAMIC_ENTRIES_MAX);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/dynamic/plain", test_plain);
    g_test_add_func("/container/dynamic/no-bits", test_no_bits);
    g_test_add_func("/container/dynamic/short-chain", test_short_chain);
    g_test_add_func("/container/dynamic/endless", test_endless);
    return g_test_run();
}
