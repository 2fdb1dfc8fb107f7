/* The CPU that code is generated for, in LLVM's words.
 *
 * LLVM's C API does not tell which features a processor has. It does decide, with its own tables,
 * whether a function may be inlined into another: when the caller has all features of the callee.
 * Two small functions and the inliner answer every question about features here, for every
 * architecture, without a table of ours. */
#pragma once

#include <glib.h>

/* clang-format off */
#define TARGET_NATIVE   "native"   /* this machine, as LLVM sees it */
#define TARGET_RECORDED "recorded" /* what each unit's own command said */
/* clang-format on */

typedef struct {
    char *name;      /* as asked for */
    char *triple;    /* of the code */
    char *cpu;       /* NULL for TARGET_RECORDED, as is `features` */
    char *features;  /* "+a,-b" */
    char *unneeded;  /* features that no machine lacks, "+a,+b"; NULL: none */
    GStrv choices;   /* names of features, "*" stands for anything; may be NULL */
    GPtrArray *kept; /* char *: recorded attributes that stay; NULL: none */
} Target;

/* `text` is TARGET_NATIVE, TARGET_RECORDED or CPU[+FEATURE...][-FEATURE...]: a CPU as LLVM calls it
 * for the triple; '-' begins a feature where LLVM knows no CPU of the longer name. NULL and an
 * error when LLVM does not know it, or this machine is of another architecture than the triple. */
Target *target_new(const char *text, const char *triple, GError **error);
void target_free(Target *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Target, target_free)

/* Features that every CPU of the architecture has, although LLVM's own tables leave them out. */
void target_add_baseline(Target *self, const char *features);
/* Features that say what the compiler chose (how atomic operations are called, for instance), not
 * what a CPU can do. Takes them. */
void target_set_choices(Target *self, GStrv choices);
/* Features that code does not need, for target_machine(). */
void target_set_unneeded(Target *self, const char *features);
/* The attributes of a machine, as it is asked whether it lacks something: with what code does not
 * need. The caller frees it. */
char *target_machine(const Target *self, const char *attributes);
/* The attributes of functions that carried the default `recorded` ("target-cpu"="..." and so on, as
 * LLVM prints them): the target's, without what the unit's own command switched off, and with the
 * choices of the compiler that it made. The caller frees it. */
char *target_attributes(const Target *self, const char *recorded);
/* Lets functions that carried the default `recorded` keep it: they are for machines that this one
 * need not be. */
void target_keep(Target *self, const char *recorded);
gboolean target_keeps(const Target *self, const char *recorded);
/* As target_attributes() without what is kept. The caller frees it. */
char *target_given(const Target *self, const char *recorded);
/* What the attributes ask of a machine: all but choices of the compiler, whose code runs anywhere.
 * The caller frees it. */
char *target_asks(const Target *self, const char *attributes);
/* One value of such a text, "target-cpu" for instance; "" when it is not there. The caller frees
 * it. */
char *target_value(const char *attributes, const char *name);

/* Whether a CPU with the attributes `outer` can run everything that one with `inner` can. */
gboolean target_covers(const char *triple, const char *outer, const char *inner);
/* The features that `inner` names and `outer` lacks, char *; empty when it lacks none. The caller
 * unrefs it. */
GPtrArray *target_lacking(const char *triple, const char *outer, const char *inner);
/* The same for people: what a processor that `inner` names has counts as named. It may start a
 * process, so call it while there is one thread. */
GPtrArray *target_lacking_all(const char *triple, const char *outer, const char *inner);
/* The attributes of this machine; NULL when it is of another architecture. The caller frees it. */
char *target_host(const char *triple);
/* The attributes of a CPU with extra features, as above. The caller frees it. */
char *target_text(const char *cpu, const char *features);
/* LLVM's targets, made ready once; safe for several threads. */
void target_prepare(void);

#define TARGET_ERROR target_error_quark()
GQuark target_error_quark(void);
typedef enum { TARGET_ERROR_UNKNOWN, TARGET_ERROR_ARCHITECTURE, TARGET_ERROR_LACKS } TargetError;
