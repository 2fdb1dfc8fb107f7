#include "container/program/deploy_options.h"
#include "container/deploy/deploy.h"
#include "container/program/setup.h"
#include <stddef.h>

#define FIELD(member) offsetof(DeployOptions, member)

const char *const deploy_audit_choices[] = {
#define X(id, text) text,
    DEPLOY_AUDITS(X)
#undef X
        NULL};

const char *const deploy_lto_choices[] = {
#define X(id, text) text,
    WHOLE_PROGRAMS(X)
#undef X
        NULL};

static const OptionRow rows[] = {
    {"prefix", 'p', TAKES_FOLDER, "DIR", "install to DIR",
     "With --output, DIR is in the image; default there: /usr/local.", FIELD(prefix), NULL},
    {"output", 'o', TAKES_TEXT, "oci:DIR:TAG", "write an image that runs, with its libraries", NULL,
     FIELD(output), NULL},
    {"target", 't', TAKES_TEXT, "CPU", "the CPU to make code for; default: native",
     "native is this machine as LLVM sees it, recorded is what each unit was compiled for when the "
     "image was built; else a CPU as LLVM calls it, with features behind: znver3, x86-64-v3, "
     "skylake-avx512, neoverse-v1, x86-64-v2+avx. A configuration that may use what the target "
     "lacks is refused.",
     FIELD(target), NULL},
    {"keep-unit-targets", 0, TAKES_NOTHING, NULL,
     "let units that the target has too little for keep their own target",
     "For programs that choose among their units while they run, by what the machine has: only "
     "they "
     "make it right, and nothing here can prove that they do. The target that most units were "
     "compiled for has to be there, and that of the others may only add to one that is.",
     FIELD(keep_unit_targets), NULL},
    {"configuration", 'c', TAKES_TEXT, "NAME", "the configuration to deploy",
     "Without it, and without --set, the best one that fits the machine, as select says it.",
     FIELD(configuration), NULL},
    {"system", 0, TAKES_FILE, "FILE", "the machine to deploy for, as system describes it",
     "Chooses the configuration and, without --target, the CPU. Default: this machine.",
     FIELD(system), NULL},
    {"prefer", 0, TAKES_FILE, "FILE", "what to prefer and to refuse", NULL, FIELD(prefer), NULL},
    {"set", 0, TAKES_TEXTS, "POINT=V", "deploy the configuration with this setting", NULL,
     FIELD(set), NULL},
    {"argument", 0, TAKES_TEXTS, "WORD", "source container: an argument of the configure script",
     "Or of make where there is none: for what is no option with a value, as in plan. May be given "
     "several times; the order is kept.",
     FIELD(arguments), NULL},
    {"make-argument", 0, TAKES_TEXTS, "WORD", "source container: an argument of make",
     "What it is to make where its first rule is not that, or a variable as NAME=VALUE, which is "
     "also given when it installs. May be given several times; the order is kept.",
     FIELD(make_arguments), NULL},
    {"cache", 0, TAKES_FOLDER, "DIR", "keep generated code in DIR for later deployments",
     "Default: xaas/objects in the user's cache folder.", FIELD(cache), NULL},
    {"audit", 0, TAKES_CHOICE, "WHAT",
     "code that exceeds the target: refuse (default), report, none",
     "refuse (default): nothing is installed when a binary holds instructions that the target "
     "lacks, outside of functions that the project itself gave a target, or when a library that it "
     "needs is missing or too old. report: it is said. none: nobody looks.",
     FIELD(audit), deploy_audit_choices},
    {"lto", 0, TAKES_CHOICE, "KIND", "optimise each program and library as a whole: thin, full",
     "none (default), thin: units take over from others what helps, full: all become one, which "
     "takes more time and memory. LLVM's linker does it in place of the recorded links' own.",
     FIELD(lto), deploy_lto_choices},
    {"linker", 0, TAKES_TEXT, "PROGRAM", "link with PROGRAM in place of the recorded one", NULL,
     FIELD(linker), NULL},
    {"everything", 0, TAKES_NOTHING, NULL, "also make what is built only on request",
     "Tests, for instance: what the build tool does not make when nothing is named.",
     FIELD(everything), NULL},
    {"check", 0, TAKES_NOTHING, NULL, "run the project's own tests before anything is installed",
     "Makes everything, as --everything does. Of an image that was built with --tests. When a test "
     "fails nothing is installed, and the status is 1.",
     FIELD(check), NULL},
    {"keep-build", 0, TAKES_FOLDER, "DIR", "leave the build tree at DIR",
     "Also where a step or a test has failed. What is made meanwhile lies beside DIR.", FIELD(keep),
     NULL},
    {"root", 0, TAKES_FOLDER, "DIR", "link within the root file system in DIR", NULL, FIELD(root),
     NULL},
    {"isolation", 0, TAKES_CHOICE, "KIND", "bubblewrap (default) or none",
     "none lets the recorded steps run with all rights of the user.", FIELD(isolation),
     isolation_choices},
    {"jobs", 'j', TAKES_NUMBER, "N", "run N jobs at once; default, or 0: one a processor", NULL,
     FIELD(jobs), NULL},
    COMMON_ROWS,
};

static const char *const description[] = {
    "Rebuilds the modules of one configuration, gives the functions that carried their unit's "
    "default target the chosen CPU, optimises each module as its own command said, generates code "
    "within this process, and replays the recorded archive, link and install steps. Nothing is "
    "compiled from source.",
    "A source container is built by this machine's compilers, with the flags that select chooses.",
    "The prefix appears when it is whole, or not at all. Generated code is kept, so that a second "
    "deployment only links and installs.",
    NULL};
static const ManualEntry environment[] = {
    {"XDG_CACHE_HOME", "The user's cache folder; default: ~/.cache."},
    {"TMPDIR", "Where the build tree is while it is needed; default: /tmp."},
    SUBCOMMAND_READS_DATA,
    {.subject = NULL}};
static const ManualEntry examples[] = {
    {"xaas-container deploy oci:app:1.0 -c avx2 --prefix ~/app", "Deploy for this machine."},
    {"xaas-container deploy oci:app:1.0 --set SIMD=AVX2 -t znver3 -p app",
     "Deploy for another one."},
    {.subject = NULL}};

const CommandLine deploy_command_line = {
    .program = "xaas-container deploy",
    .purpose = "make native code of an IR container",
    .summary = "Makes native code for one CPU from an image and installs it.",
    .arguments = "oci:DIR:TAG",
    .argument_takes = TAKES_TEXT,
    .rows = rows,
    .statuses = COMMON_STATUSES("a step, a test or the audit of the code failed"),
    .description = description,
    .environment = environment,
    .examples = examples,
};
