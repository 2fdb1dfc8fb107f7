#include "container/ir/canonical.h"
#include "container/ir/module_llvm.h"
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
    return parse(LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, "module"), "the text",
                 error);
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

static char *target_of(LLVMValueRef function)
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
        g_autofree char *own = target_of(function);
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

void module_set_target(Module *self, const char *target)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(self->module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        if (string_attribute(function, MODULE_DEFAULT_TARGET) == NULL) {
            continue;
        }
        remove_attribute(function, MODULE_DEFAULT_TARGET);
        for (gsize i = 0; i < G_N_ELEMENTS(target_names); i++) {
            g_autofree char *prefix = g_strdup_printf("\"%s\"=\"", target_names[i]);
            const char *value = strstr(target, prefix);
            if (value != NULL) {
                value += strlen(prefix);
                set_attribute(self, function, target_names[i], value, strcspn(value, "\""));
            }
        }
    }
}

#define VECTOR_BITS_EVERYWHERE 128u
#define TYPE_DEPTH_MAX 16u

static guint vector_bits(LLVMTypeRef vector)
{
    LLVMTypeRef element = LLVMGetElementType(vector);
    guint bits = 64;
    switch (LLVMGetTypeKind(element)) {
    case LLVMIntegerTypeKind:
        bits = LLVMGetIntTypeWidth(element);
        break;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        bits = 16;
        break;
    case LLVMFloatTypeKind:
        bits = 32;
        break;
    case LLVMVoidTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
    case LLVMLabelTypeKind:
    case LLVMFunctionTypeKind:
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMPointerTypeKind:
    case LLVMVectorTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMX86_MMXTypeKind:
    case LLVMTokenTypeKind:
    case LLVMScalableVectorTypeKind:
    case LLVMX86_AMXTypeKind:
    case LLVMTargetExtTypeKind:
        break;
    }
    return bits * LLVMGetVectorSize(vector);
}

/* How a type is passed, or computed with, may depend on the target's features. */
static const char *type_dependence(LLVMTypeRef type, guint depth)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        return "16-bit floating point, which some targets compute with and others widen";
    case LLVMVectorTypeKind:
        if (type_dependence(LLVMGetElementType(type), depth) != NULL) {
            return type_dependence(LLVMGetElementType(type), depth);
        }
        return vector_bits(type) > VECTOR_BITS_EVERYWHERE
                   ? "vectors of more than 128 bits, which are passed as the target can"
                   : NULL;
    case LLVMScalableVectorTypeKind:
    case LLVMX86_AMXTypeKind:
    case LLVMX86_MMXTypeKind:
    case LLVMTargetExtTypeKind:
        return "types of one target only";
    case LLVMArrayTypeKind:
        return depth == 0 ? NULL : type_dependence(LLVMGetElementType(type), depth - 1);
    case LLVMStructTypeKind:
        for (unsigned i = 0; depth > 0 && i < LLVMCountStructElementTypes(type); i++) {
            const char *found = type_dependence(LLVMStructGetTypeAtIndex(type, i), depth - 1);
            if (found != NULL) {
                return found;
            }
        }
        return NULL;
    case LLVMFunctionTypeKind: {
        unsigned count = LLVMCountParamTypes(type);
        g_autofree LLVMTypeRef *parameters = g_new(LLVMTypeRef, count + 1);
        LLVMGetParamTypes(type, parameters);
        const char *found = type_dependence(LLVMGetReturnType(type), depth);
        for (unsigned i = 0; found == NULL && i < count; i++) {
            found = type_dependence(parameters[i], depth);
        }
        return found;
    }
    case LLVMVoidTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
    case LLVMLabelTypeKind:
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMTokenTypeKind:
        return NULL;
    }
    return "a type that is not known here";
}

static gboolean is_wide_atomic(LLVMValueRef instruction)
{
    LLVMTypeRef type = NULL;
    if (LLVMIsAAtomicRMWInst(instruction) != NULL ||
        LLVMIsAAtomicCmpXchgInst(instruction) != NULL) {
        type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
    } else if ((LLVMIsALoadInst(instruction) != NULL || LLVMIsAStoreInst(instruction) != NULL) &&
               LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic) {
        type = LLVMIsALoadInst(instruction) != NULL ? LLVMTypeOf(instruction)
                                                    : LLVMTypeOf(LLVMGetOperand(instruction, 0));
    }
    return type != NULL && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) > 64;
}

/* What the instruction calls; NULL when it calls nothing. */
static LLVMValueRef callee_of(LLVMValueRef instruction)
{
    return LLVMIsACallInst(instruction) != NULL || LLVMIsAInvokeInst(instruction) != NULL ||
                   LLVMIsACallBrInst(instruction) != NULL
               ? LLVMGetCalledValue(instruction)
               : NULL;
}

/* An alignment that is assumed: OpenMP's aligned() without a number takes the target's. Which it
 * was does not show any more, but it is a number; one that is worked out is the program's. */
static gboolean assumes_alignment(LLVMValueRef call)
{
    for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
        LLVMOperandBundleRef bundle = LLVMGetOperandBundleAtIndex(call, i);
        size_t length = 0;
        const char *tag = LLVMGetOperandBundleTag(bundle, &length);
        gboolean aligns = length == strlen("align") && strncmp(tag, "align", length) == 0 &&
                          LLVMGetNumOperandBundleArgs(bundle) > 1 &&
                          LLVMIsAConstantInt(LLVMGetOperandBundleArgAtIndex(bundle, 1)) != NULL;
        LLVMDisposeOperandBundle(bundle);
        if (aligns) {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *instruction_dependence(LLVMValueRef instruction)
{
    const char *found = type_dependence(LLVMTypeOf(instruction), TYPE_DEPTH_MAX);
    if (found != NULL) {
        return found;
    }
    if (is_wide_atomic(instruction)) {
        return "atomic operations of 16 bytes, which some targets do by a call";
    }
    LLVMValueRef callee = callee_of(instruction);
    if (callee == NULL) {
        return NULL;
    }
    if (assumes_alignment(instruction)) {
        return "an assumed alignment, which may be the target's for vectors";
    }
    return LLVMIsAInlineAsm(callee) != NULL
               ? "inline assembly"
               : type_dependence(LLVMGetCalledFunctionType(instruction), TYPE_DEPTH_MAX);
}

/* Intrinsics of one architecture's instructions exist only where the features are; those of
 * everybody have their names without one. */
static gboolean is_target_intrinsic(const char *name)
{
    static const char *const prefixes[] = {
        "llvm.x86.",  "llvm.aarch64.", "llvm.arm.",       "llvm.ppc.",  "llvm.riscv.", "llvm.s390.",
        "llvm.nvvm.", "llvm.amdgcn.",  "llvm.loongarch.", "llvm.mips.", "llvm.wasm.",  "llvm.ve.",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        if (g_str_has_prefix(name, prefixes[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a function has vector variants (OpenMP's declare simd), which are named by attributes.
 * For x86 clang names those of all its vector sets; elsewhere the features decide. */
static gboolean has_chosen_variants(LLVMValueRef function)
{
    const char *triple = LLVMGetTarget(LLVMGetGlobalParent(function));
    unsigned count =
        LLVMGetAttributeCountAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
    if (count == 0 || g_str_has_prefix(triple, "x86_64") || g_str_has_prefix(triple, "i386") ||
        g_str_has_prefix(triple, "i686")) {
        return FALSE;
    }
    g_autofree LLVMAttributeRef *attributes = g_new(LLVMAttributeRef, count);
    LLVMGetAttributesAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attributes);
    for (unsigned i = 0; i < count; i++) {
        unsigned length = 0;
        const char *kind = LLVMIsStringAttribute(attributes[i])
                               ? LLVMGetStringAttributeKind(attributes[i], &length)
                               : NULL;
        if (kind != NULL && length > strlen("_ZGV") && g_str_has_prefix(kind, "_ZGV")) {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *function_dependence(LLVMValueRef function)
{
    g_autofree char *target = target_of(function);
    if (*target != '\0') {
        return "functions with a target of their own, which adds to the default's features";
    }
    gsize length = 0;
    const char *name = LLVMGetValueName2(function, &length);
    if (is_target_intrinsic(name)) {
        return "instructions of one target only";
    }
    if (has_chosen_variants(function)) {
        return "vector variants of a function, which the target chooses";
    }
    if (g_str_has_prefix(name, "__atomic_")) {
        return "atomic operations by a call, which some targets do themselves";
    }
    const char *found = type_dependence(LLVMGlobalGetValueType(function), TYPE_DEPTH_MAX);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); found == NULL && block != NULL;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef instruction = LLVMGetFirstInstruction(block);
             found == NULL && instruction != NULL;
             instruction = LLVMGetNextInstruction(instruction)) {
            found = instruction_dependence(instruction);
        }
    }
    return found;
}

const char *module_target_dependence(Module *self)
{
    gsize length = 0;
    if (*LLVMGetModuleInlineAsm(self->module, &length) != '\0') {
        return "assembly of the module";
    }
    for (LLVMValueRef function = LLVMGetFirstFunction(self->module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        const char *found = function_dependence(function);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

/* The directives of LLVM's assembler that open a file, and those whose text could come out as one
 * of them; it takes capitals as well. */
static const char *const reading_directives[] = {".incbin", ".include", ".macro", ".irp"};

/* Whether an operand stands within the name of a directive, as in ".${0:c}": it can be any name. */
static gboolean completes_directive(const char *text)
{
    for (const char *dot = strchr(text, '.'); dot != NULL; dot = strchr(dot + 1, '.')) {
        const char *end = dot + 1;
        while (g_ascii_isalnum(*end) || *end == '_') {
            end++;
        }
        if (*end == '$' && end[1] != '$') {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *assembly_reads(const char *assembly, gsize length)
{
    g_autofree char *text = g_ascii_strdown(assembly, (gssize)length);
    for (gsize i = 0; i < G_N_ELEMENTS(reading_directives); i++) {
        if (strstr(text, reading_directives[i]) != NULL) {
            return reading_directives[i];
        }
    }
    return completes_directive(text) ? "a directive that an operand completes" : NULL;
}

static const char *function_assembly_reads(LLVMValueRef function, gboolean *has_assembly)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction != NULL;
             instruction = LLVMGetNextInstruction(instruction)) {
            LLVMValueRef callee = callee_of(instruction);
            if (callee == NULL || LLVMIsAInlineAsm(callee) == NULL) {
                continue;
            }
            gsize length = 0;
            const char *assembly = LLVMGetInlineAsmAsmString(callee, &length);
            const char *found = assembly_reads(assembly, length);
            *has_assembly = TRUE;
            if (found != NULL) {
                return found;
            }
        }
    }
    return NULL;
}

/* An operand is printed by its symbol's name, which may be a directive that reads, or the beginning
 * of one that the text goes on. OpenMP's locks, ".gomp_critical_user_", are none. */
static gboolean is_called_like_directive(LLVMValueRef value)
{
    gsize length = 0;
    const char *name = LLVMGetValueName2(value, &length);
    if (*name != '.' || LLVMGetLinkage(value) == LLVMPrivateLinkage) {
        return FALSE;
    }
    g_autofree char *text = g_ascii_strdown(name, (gssize)length);
    for (gsize i = 0; i < G_N_ELEMENTS(reading_directives); i++) {
        if (g_str_has_prefix(text, reading_directives[i]) ||
            g_str_has_prefix(reading_directives[i], text)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean has_symbol_like_directive(Module *self)
{
    for (LLVMValueRef value = LLVMGetFirstFunction(self->module); value != NULL;
         value = LLVMGetNextFunction(value)) {
        if (is_called_like_directive(value)) {
            return TRUE;
        }
    }
    for (LLVMValueRef value = LLVMGetFirstGlobal(self->module); value != NULL;
         value = LLVMGetNextGlobal(value)) {
        if (is_called_like_directive(value)) {
            return TRUE;
        }
    }
    for (LLVMValueRef value = LLVMGetFirstGlobalAlias(self->module); value != NULL;
         value = LLVMGetNextGlobalAlias(value)) {
        if (is_called_like_directive(value)) {
            return TRUE;
        }
    }
    return FALSE;
}

const char *module_assembly_reads(Module *self)
{
    gsize length = 0;
    const char *assembly = LLVMGetModuleInlineAsm(self->module, &length);
    const char *found = assembly_reads(assembly, length);
    gboolean has_assembly = FALSE;
    for (LLVMValueRef function = LLVMGetFirstFunction(self->module);
         found == NULL && function != NULL; function = LLVMGetNextFunction(function)) {
        found = function_assembly_reads(function, &has_assembly);
    }
    return found == NULL && has_assembly && has_symbol_like_directive(self)
               ? "a symbol that is called like a directive"
               : found;
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
