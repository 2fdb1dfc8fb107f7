#include "container/audit/audit.h"
#include "container/audit/archive.h"
#include "container/audit/binary.h"
#include "core/json.h"
#include <elf.h>
#include <string.h>

G_DEFINE_QUARK(xaas - audit - error, audit_error)

static void use_free(gpointer data)
{
    ExtensionUse *use = data;
    g_free(use->function);
    g_free(use);
}

void audit_report_free(AuditReport *self)
{
    if (self != NULL) {
        g_free(self->path);
        g_free(self->triple);
        g_clear_pointer(&self->by_feature, g_hash_table_unref);
        g_clear_pointer(&self->uses, g_ptr_array_unref);
        g_clear_pointer(&self->exceeding, g_ptr_array_unref);
        g_free(self);
    }
}

typedef struct {
    const AuditRequest *request;
    const Binary *binary;
    Extensions *extensions;
    AuditReport *report;
} Auditing;

/* A feature is compared with the target once, when it is first seen. */
static ExtensionUse *use_of(const Auditing *self, const char *feature)
{
    ExtensionUse *use = g_hash_table_lookup(self->report->by_feature, feature);
    if (use == NULL) {
        use = g_new0(ExtensionUse, 1);
        use->feature = g_intern_string(feature);
        if (self->request->attributes != NULL) {
            g_autofree char *inner = g_strdup_printf("\"target-features\"=\"+%s\"", feature);
            use->lacking = !target_covers(self->report->triple, self->request->attributes, inner);
        }
        g_hash_table_insert(self->report->by_feature, (gpointer)use->feature, use);
        g_ptr_array_add(self->report->uses, use);
    }
    return use;
}

static void count_width(AuditReport *report, const Instruction *instruction)
{
    report->scalable += instruction->scalable ? 1 : 0;
    switch (instruction->width) {
    case 128:
        report->width_128++;
        break;
    case 256:
        report->width_256++;
        break;
    case 512:
        report->width_512++;
        break;
    default:
        break;
    }
}

/* Clones carry the name of what they were made from in front of a point: a function that
 * optimising whole programs took out of its unit is called "name.llvm.NUMBER". */
static gboolean has_own_target(const AuditRequest *request, const char *function)
{
    if (request->own_targets == NULL || function == NULL) {
        return FALSE;
    }
    g_autofree char *name = g_strdup(function);
    while (!g_hash_table_contains(request->own_targets, name)) {
        char *point = strrchr(name, '.');
        if (point == NULL || point == name) {
            return FALSE;
        }
        *point = '\0';
    }
    return TRUE;
}

static void count_needs(const Auditing *self, const BinarySection *section, guint64 address,
                        const Instruction *instruction)
{
    gboolean exceeds = FALSE;
    const char *function = binary_symbol_at(self->binary, section, address);
    gboolean allowed = has_own_target(self->request, function);
    for (guint i = 0; i < instruction->needed->len; i++) {
        ExtensionUse *use = use_of(self, instruction->needed->pdata[i]);
        use->instructions++;
        use->allowed += allowed ? 1 : 0;
        use->function = use->function == NULL ? g_strdup(function) : use->function;
        exceeds = exceeds || (use->lacking && !allowed);
    }
    if (!exceeds) {
        return;
    }
    AuditReport *report = self->report;
    const char *name = function != NULL ? function : "code without a symbol";
    report->exceeding_instructions++;
    if (report->exceeding->len < AUDIT_FUNCTIONS_MAX &&
        !g_ptr_array_find_with_equal_func(report->exceeding, name, g_str_equal, NULL)) {
        g_ptr_array_add(report->exceeding, g_strdup(name));
    }
}

static void audit_section(const Auditing *self, const BinarySection *section)
{
    for (gsize at = 0; at < section->length;) {
        Instruction instruction;
        extensions_decode(self->extensions, section->bytes + at, section->length - at,
                          &instruction);
        if (instruction.length == 0) {
            self->report->undecoded++;
            at++;
            continue;
        }
        self->report->instructions++;
        count_width(self->report, &instruction);
        if (instruction.needed->len > 0) {
            count_needs(self, section, section->address + at, &instruction);
        }
        at += instruction.length;
    }
}

static int uses_compare(gconstpointer a, gconstpointer b)
{
    return strcmp((*(const ExtensionUse *const *)a)->feature,
                  (*(const ExtensionUse *const *)b)->feature);
}

/* ---- files ----------------------------------------------------------------------------------- */

typedef struct {
    AuditRequest request; /* with the attributes, once the machine is known */
    char *attributes;
    Extensions *extensions; /* NULL: no binary was read yet */
    AuditReport *report;
} FileAudit;

static void file_audit_clear(FileAudit *self)
{
    g_free(self->attributes);
    g_clear_pointer(&self->extensions, extensions_free);
    g_clear_pointer(&self->report, audit_report_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FileAudit, file_audit_clear)

static AuditReport *report_new(const char *path)
{
    AuditReport *report = g_new0(AuditReport, 1);
    report->path = g_strdup(path);
    report->uses = g_ptr_array_new_with_free_func(use_free);
    report->by_feature = g_hash_table_new(g_str_hash, g_str_equal);
    report->exceeding = g_ptr_array_new_with_free_func(g_free);
    return report;
}

static gboolean take_target(FileAudit *self, GError **error)
{
    g_autoptr(Target) target = target_new(self->request.cpu, self->report->triple, error);
    if (target == NULL) {
        return FALSE;
    }
    self->attributes = target_text(target->cpu, target->features);
    self->request.attributes = self->attributes;
    return TRUE;
}

/* Whether the binary is for the machine that was asked for, or else for that of the first one. */
static gboolean is_wanted(const FileAudit *self, const Binary *binary)
{
    const char *triple = binary_triple(binary);
    const char *wanted = self->request.triple != NULL ? self->request.triple : self->report->triple;
    return triple != NULL &&
           (wanted == NULL || strncmp(triple, wanted, strcspn(wanted, "-") + 1) == 0);
}

/* What the file's first binary tells of the machine. */
static gboolean take_machine(FileAudit *self, const Binary *binary, GError **error)
{
    const char *triple = binary_triple(binary);
    self->report->triple = g_strdup(triple);
    self->extensions = extensions_new(self->request.knowledge, triple, error);
    return self->extensions != NULL && (self->request.cpu == NULL || take_target(self, error));
}

static gboolean audit_binary(FileAudit *self, const Binary *binary, GError **error)
{
    if (self->extensions == NULL && !take_machine(self, binary, error)) {
        return FALSE;
    }
    self->report->symbols += binary_symbols(binary)->len;
    const Auditing auditing = {&self->request, binary, self->extensions, self->report};
    const GArray *sections = binary_sections(binary);
    for (guint i = 0; i < sections->len; i++) {
        const BinarySection *section = &g_array_index(sections, BinarySection, i);
        if (section->bytes != NULL && extensions_is_code(self->extensions, section->name)) {
            audit_section(&auditing, section);
        }
    }
    return TRUE;
}

static gboolean audit_member(FileAudit *self, const ArchiveMember *member, GError **error)
{
    if (member->length < SELFMAG || memcmp(member->bytes, ELFMAG, SELFMAG) != 0) {
        return TRUE;
    }
    g_autoptr(Binary) binary =
        binary_open_bytes(self->request.path, member->bytes, member->length, error);
    if (binary == NULL) {
        return FALSE;
    }
    if (!is_wanted(self, binary)) {
        self->report->left_out++;
        return TRUE;
    }
    self->report->members++;
    return audit_binary(self, binary, error);
}

static gboolean audit_archive(FileAudit *self, const char *bytes, gsize length, GError **error)
{
    Archive archive = {bytes, length, 0};
    ArchiveMember member;
    while (archive_next(&archive, &member)) {
        if (!audit_member(self, &member, error)) {
            return FALSE;
        }
    }
    if (archive.at == length && self->report->members > 0) {
        return TRUE;
    }
    const char *empty = self->report->left_out > 0 ? "holds objects for other machines only"
                                                   : "holds no ELF object";
    g_set_error(error, AUDIT_ERROR, AUDIT_ERROR_KIND, "%s is an archive that %s",
                self->request.path, archive.at < length ? "is damaged" : empty);
    return FALSE;
}

static gboolean audit_plain(FileAudit *self, GError **error)
{
    g_autoptr(Binary) binary = binary_open(self->request.path, error);
    if (binary != NULL && !is_wanted(self, binary)) {
        g_set_error(error, AUDIT_ERROR, AUDIT_ERROR_KIND, "%s is for %s", self->request.path,
                    binary_triple(binary) == NULL ? "a machine that is not known"
                                                  : "another machine");
        return FALSE;
    }
    return binary != NULL && audit_binary(self, binary, error);
}

AuditReport *audit_file(const AuditRequest *request, GError **error)
{
    g_auto(FileAudit) self = {.request = *request, .report = report_new(request->path)};
    g_autoptr(GMappedFile) file = g_mapped_file_new(request->path, FALSE, NULL);
    const char *bytes = file == NULL ? NULL : g_mapped_file_get_contents(file);
    gsize length = bytes == NULL ? 0 : g_mapped_file_get_length(file);
    gboolean done = archive_is(bytes, length) ? audit_archive(&self, bytes, length, error)
                                              : audit_plain(&self, error);
    if (!done) {
        return NULL;
    }
    g_ptr_array_sort(self.report->uses, uses_compare);
    return g_steal_pointer(&self.report);
}

guint audit_width(const AuditReport *self)
{
    return self->width_512 > 0 ? 512 : self->width_256 > 0 ? 256 : self->width_128 > 0 ? 128 : 0;
}

json_t *audit_json(const AuditReport *self)
{
    json_t *uses = json_array();
    for (guint i = 0; i < self->uses->len; i++) {
        const ExtensionUse *use = self->uses->pdata[i];
        json_array_append_new(
            uses, json_pack("{s:s, s:I, s:I, s:o, s:b}", "feature", use->feature, "instructions",
                            (json_int_t)use->instructions, "in_functions_with_own_target",
                            (json_int_t)use->allowed, "first_function", json_of_text(use->function),
                            "exceeds_target", use->lacking));
    }
    return json_pack("{s:o, s:s, s:i, s:i, s:I, s:I, s:o, s:{s:I, s:I, s:I, s:I}, s:I, s:o}",
                     "file", json_of_text(self->path), "triple", self->triple, "members",
                     (int)self->members, "members_left_out", (int)self->left_out, "instructions",
                     (json_int_t)self->instructions, "undecoded_bytes", (json_int_t)self->undecoded,
                     "extensions", uses, "vector_instructions", "128", (json_int_t)self->width_128,
                     "256", (json_int_t)self->width_256, "512", (json_int_t)self->width_512,
                     "scalable", (json_int_t)self->scalable, "exceeding_instructions",
                     (json_int_t)self->exceeding_instructions, "exceeding_functions",
                     json_of_texts(self->exceeding));
}
