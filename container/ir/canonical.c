#include "container/ir/canonical.h"
#include "container/ir/module_llvm.h"
#include "container/ir/phi_flags.h"
#include "core/file.h"
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <string.h>

G_DEFINE_QUARK(xaas - module - error, module_error)

struct Module {
    LLVMContextRef context;
    LLVMModuleRef module;
    char *complaint; /* the last error that LLVM reported */
};

/* In the order in which LLVM prints them. */
static const char *const target_names[] = {"target-cpu", "target-features", "tune-cpu"};

static void keep_complaint(LLVMDiagnosticInfoRef info, void *data)
{
    Module *self = data;
    if (LLVMGetDiagInfoSeverity(info) == LLVMDSError) {
        char *text = LLVMGetDiagInfoDescription(info);
        g_free(self->complaint);
        self->complaint = g_strdup(text);
        LLVMDisposeMessage(text);
    }
}

static Module *parse(LLVMMemoryBufferRef buffer, const char *name, GError **error)
{
    g_autoptr(Module) self = g_new0(Module, 1);
    self->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(self->context, keep_complaint, self);
    char *message = NULL;
    /* Takes the buffer, whatever happens. */
    if (LLVMParseIRInContext(self->context, buffer, &self->module, &message)) {
        g_set_error(error, MODULE_ERROR, MODULE_ERROR_READ,
                    "%s is no module that this LLVM reads: %s", name,
                    message != NULL           ? message
                    : self->complaint != NULL ? self->complaint
                                              : "no reason given");
        LLVMDisposeMessage(message);
        self->module = NULL;
        return NULL;
    }
    return g_steal_pointer(&self);
}

Module *module_load(const char *path, GError **error)
{
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        g_set_error(error, MODULE_ERROR, MODULE_ERROR_READ, "%s cannot be read: %s", path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return parse(buffer, path, error);
}

Module *module_parse(const char *text, gsize length, GError **error)
{
    Module *self =
        parse(LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, "module"), "the text", error);
    if (self != NULL) {
        phi_flags_restore(self->module, text, length);
    }
    return self;
}

void module_free(Module *self)
{
    if (self != NULL) {
        if (self->module != NULL) {
            LLVMDisposeModule(self->module);
        }
        LLVMContextDispose(self->context);
        g_free(self->complaint);
        g_free(self);
    }
}

LLVMModuleRef module_llvm(const Module *self)
{
    return self->module;
}

const char *module_complaint(const Module *self)
{
    return self->complaint;
}

static LLVMAttributeRef string_attribute(LLVMValueRef function, const char *name)
{
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         name, (unsigned)strlen(name));
}

char *module_target_of(LLVMValueRef function)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(target_names); i++) {
        LLVMAttributeRef attribute = string_attribute(function, target_names[i]);
        if (attribute != NULL) {
            unsigned length = 0;
            const char *value = LLVMGetStringAttributeValue(attribute, &length);
            g_string_append_printf(text, "%s\"%s\"=\"%.*s\"", text->len > 0 ? " " : "",
                                   target_names[i], (int)length, value);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

LLVMValueRef module_callee(LLVMValueRef instruction)
{
    return LLVMIsACallInst(instruction) != NULL || LLVMIsAInvokeInst(instruction) != NULL ||
                   LLVMIsACallBrInst(instruction) != NULL
               ? LLVMGetCalledValue(instruction)
               : NULL;
}

static void set_attribute(const Module *self, LLVMValueRef function, const char *name,
                          const char *value, gsize length)
{
    LLVMAttributeRef attribute = LLVMCreateStringAttribute(
        self->context, name, (unsigned)strlen(name), value, (unsigned)length);
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

static void remove_attribute(LLVMValueRef function, const char *name)
{
    LLVMRemoveStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                     (unsigned)strlen(name));
}

/* Inline assembly remembers where it stood, as an offset into everything that was read before it,
 * system headers included; only messages about it ever use that. */
static void remove_places(const Module *self, LLVMValueRef function)
{
    static const char place[] = "srcloc";
    unsigned kind = LLVMGetMDKindIDInContext(self->context, place, strlen(place));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction != NULL;
             instruction = LLVMGetNextInstruction(instruction)) {
            if (LLVMHasMetadata(instruction) && LLVMGetMetadata(instruction, kind) != NULL) {
                LLVMSetMetadata(instruction, kind, NULL);
            }
        }
    }
}

guint module_canonicalise(Module *self, const char *target)
{
    static const char name[] = "module";
    LLVMSetModuleIdentifier(self->module, name, strlen(name));
    LLVMSetSourceFileName(self->module, name, strlen(name));
    guint explicit_targets = 0;
    for (LLVMValueRef function = LLVMGetFirstFunction(self->module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        remove_places(self, function);
        g_autofree char *own = module_target_of(function);
        if (*own == '\0') {
            continue;
        }
        if (!g_str_equal(own, target)) {
            explicit_targets++;
            continue;
        }
        for (gsize i = 0; i < G_N_ELEMENTS(target_names); i++) {
            remove_attribute(function, target_names[i]);
        }
        set_attribute(self, function, MODULE_DEFAULT_TARGET, "", 0);
    }
    return explicit_targets;
}

void module_replace_target(Module *self, LLVMValueRef function, const char *target)
{
    remove_attribute(function, MODULE_DEFAULT_TARGET);
    for (gsize i = 0; i < G_N_ELEMENTS(target_names); i++) {
        g_autofree char *prefix = g_strdup_printf("\"%s\"=\"", target_names[i]);
        const char *value = strstr(target, prefix);
        if (value != NULL) {
            value += strlen(prefix);
            set_attribute(self, function, target_names[i], value, strcspn(value, "\""));
        } else {
            remove_attribute(function, target_names[i]);
        }
    }
}

void module_give_target(Module *self, LLVMValueRef function, const char *target)
{
    g_autofree char *own = module_target_of(function);
    if (*own == '\0') {
        module_replace_target(self, function, target);
    }
}

void module_set_target(Module *self, const char *target)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(self->module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        if (string_attribute(function, MODULE_DEFAULT_TARGET) != NULL) {
            module_give_target(self, function, target);
        }
    }
}

/* The printer explains in comments what follows from the rest: they go, as do the blanks before
 * them. A ';' within quotes is none. */
static void append_line(GString *out, const char *line, gsize length)
{
    gboolean quoted = FALSE;
    for (gsize i = 0; i < length; i++) {
        quoted = line[i] == '"' ? !quoted : quoted;
        if (line[i] == ';' && !quoted) {
            while (i > 0 && line[i - 1] == ' ') {
                i--;
            }
            if (i == 0) {
                return;
            }
            length = i;
            break;
        }
    }
    g_string_append_len(out, line, (gssize)length);
    g_string_append_c(out, '\n');
}

char *module_text(Module *self)
{
    char *printed = LLVMPrintModuleToString(self->module);
    gsize size = strlen(printed);
    g_autoptr(GString) text = g_string_sized_new(size);
    for (const char *line = printed; *line != '\0';) {
        gsize length = strcspn(line, "\n");
        /* Most lines have no comment. */
        if (memchr(line, ';', length) == NULL) {
            g_string_append_len(text, line, (gssize)length);
            g_string_append_c(text, '\n');
        } else {
            append_line(text, line, length);
        }
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    LLVMDisposeMessage(printed);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *module_digest(const char *text)
{
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

gboolean module_write(Module *self, const char *path, GError **error)
{
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(self->module);
    gboolean written =
        file_write(path, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), error);
    LLVMDisposeMemoryBuffer(buffer);
    return written;
}

char *module_llvm_version(void)
{
    unsigned major = 0, minor = 0, patch = 0;
    LLVMGetVersion(&major, &minor, &patch);
    return g_strdup_printf("%u.%u.%u", major, minor, patch);
}
