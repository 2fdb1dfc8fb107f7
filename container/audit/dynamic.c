#include "container/audit/dynamic.h"
#include <elf.h>
#include <string.h>

void dynamic_free(Dynamic *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->needed);
        g_ptr_array_unref(self->paths);
        g_array_unref(self->versions);
        g_ptr_array_unref(self->defined);
        g_free(self);
    }
}

static const BinarySection *section_of(const Binary *binary, const char *name)
{
    const GArray *sections = binary_sections(binary);
    for (guint i = 0; i < sections->len; i++) {
        const BinarySection *section = &g_array_index(sections, BinarySection, i);
        if (g_str_equal(section->name, name) && section->bytes != NULL) {
            return section;
        }
    }
    return NULL;
}

/* A text that ends within its section; NULL when it does not. */
static const char *text_at(const BinarySection *strings, guint64 offset)
{
    if (strings == NULL || offset >= strings->length ||
        memchr(strings->bytes + offset, '\0', strings->length - offset) == NULL) {
        return NULL;
    }
    return (const char *)strings->bytes + offset;
}

/* A record that lies within its section; FALSE when it does not. */
static gboolean record_at(const BinarySection *section, guint64 offset, gpointer record, gsize size)
{
    if (section == NULL || offset > section->length || section->length - offset < size) {
        return FALSE;
    }
    memcpy(record, section->bytes + offset, size);
    return TRUE;
}

static void read_entries(Dynamic *self, const BinarySection *dynamic, const BinarySection *strings)
{
    Elf64_Dyn entry;
    for (guint64 i = 0;
         i < DYNAMIC_ENTRIES_MAX && record_at(dynamic, i * sizeof entry, &entry, sizeof entry);
         i++) {
        const char *text = text_at(strings, entry.d_un.d_val);
        if (entry.d_tag == DT_NULL) {
            return;
        }
        if (text != NULL && entry.d_tag == DT_NEEDED) {
            g_ptr_array_add(self->needed, (gpointer)text);
        } else if (text != NULL && (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH)) {
            g_ptr_array_add(self->paths, (gpointer)text);
        }
    }
}

/* The records are chains of distances, which a file can make as long as it likes, over the same
 * bytes again and again: the versions that come out are counted, too. */
static void read_needed_versions(Dynamic *self, const BinarySection *section,
                                 const BinarySection *strings)
{
    Elf64_Verneed need;
    guint64 at = 0;
    for (guint i = 0; i < DYNAMIC_ENTRIES_MAX && record_at(section, at, &need, sizeof need); i++) {
        const char *library = text_at(strings, need.vn_file);
        guint64 next = at + need.vn_aux;
        Elf64_Vernaux version;
        for (guint k = 0; k < need.vn_cnt && self->versions->len < DYNAMIC_ENTRIES_MAX &&
                          record_at(section, next, &version, sizeof version);
             k++) {
            const char *name = text_at(strings, version.vna_name);
            gboolean weak = (version.vna_flags & VER_FLG_WEAK) != 0;
            if (library != NULL && name != NULL && !weak) {
                g_array_append_val(self->versions, ((NeededVersion){library, name}));
            }
            if (version.vna_next == 0) {
                break;
            }
            next += version.vna_next;
        }
        if (need.vn_next == 0 || self->versions->len == DYNAMIC_ENTRIES_MAX) {
            return;
        }
        at += need.vn_next;
    }
}

static void read_defined_versions(Dynamic *self, const BinarySection *section,
                                  const BinarySection *strings)
{
    Elf64_Verdef definition;
    guint64 at = 0;
    for (guint i = 0;
         i < DYNAMIC_ENTRIES_MAX && record_at(section, at, &definition, sizeof definition); i++) {
        Elf64_Verdaux name;
        const char *text = record_at(section, at + definition.vd_aux, &name, sizeof name)
                               ? text_at(strings, name.vda_name)
                               : NULL;
        if (text != NULL) {
            g_ptr_array_add(self->defined, (gpointer)text);
        }
        if (definition.vd_next == 0) {
            return;
        }
        at += definition.vd_next;
    }
}

Dynamic *dynamic_read(const Binary *binary)
{
    Dynamic *self = g_new0(Dynamic, 1);
    self->needed = g_ptr_array_new();
    self->paths = g_ptr_array_new();
    self->versions = g_array_new(FALSE, FALSE, sizeof(NeededVersion));
    self->defined = g_ptr_array_new();
    if (G_BYTE_ORDER != G_LITTLE_ENDIAN || !binary_is_64_bit(binary)) {
        return self;
    }
    const BinarySection *strings = section_of(binary, ".dynstr");
    read_entries(self, section_of(binary, ".dynamic"), strings);
    read_needed_versions(self, section_of(binary, ".gnu.version_r"), strings);
    read_defined_versions(self, section_of(binary, ".gnu.version_d"), strings);
    self->interpreter = text_at(section_of(binary, ".interp"), 0);
    return self;
}
