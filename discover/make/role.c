/* What each variable is: one that a person is meant to give, one of the machine, or one that the
 * build works out. */
#include "core/word_list.h"
#include "discover/make/reading.h"
#include <string.h>

/* Makefiles that set a variable for one that is not in the tree. */
#define HANDED_ON_MIN 2u
/* Lines that add a definition each, of which people choose those that they want. */
#define COLLECTED_MIN 2u

/* Variables that make sets or reads itself: GNU make manual, appendix "Quick Reference". */
static const char *const builtins[] = {
    "CURDIR",        "GNUMAKEFLAGS", "MAKE",          "MAKECMDGOALS",  "MAKEFILES",
    "MAKEFILE_LIST", "MAKEFLAGS",    "MAKELEVEL",     "MAKEOVERRIDES", "MAKESHELL",
    "MAKE_COMMAND",  "MAKE_HOST",    "MAKE_RESTARTS", "MAKE_TERMERR",  "MAKE_TERMOUT",
    "MAKE_VERSION",  "MFLAGS",       "PWD",           "SHELL",         "SUFFIXES",
    MAKE_SEARCH,
};

/* Programs of the implicit rules, which always have a value. */
static const char *const program_names[] = {
    "AR", "AS", "CC", "CPP", "CXX", "F77", "FC", "LD", "LEX", "RM", "YACC",
};

/* What the implicit rules give to these programs. */
static const char *const flag_names[] = {
    "ASFLAGS", "CFLAGS", "CPPFLAGS", "CXXFLAGS", "FCFLAGS", "FFLAGS", "LDFLAGS",
};

static gboolean is_listed(const char *const *names, gsize count, const char *name)
{
    for (gsize i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean make_is_builtin(const char *name)
{
    return *name == '.' || is_listed(builtins, G_N_ELEMENTS(builtins), name);
}

gboolean make_is_program(const MakeVariable *variable)
{
    return variable->runs || is_listed(program_names, G_N_ELEMENTS(program_names), variable->name);
}

gboolean make_is_called_like_program(const MakeVariable *variable)
{
    for (guint i = 0; i < G_N_ELEMENTS(program_names); i++) {
        if (g_str_has_suffix(variable->name, program_names[i])) {
            return TRUE;
        }
    }
    return make_is_program(variable);
}

gboolean make_is_set_alike(const MakeVariable *self)
{
    gboolean several =
        self->assigned == self->assigning && self->assigned == self->central_assigned;
    return self->assigned > 0 && self->assigned == self->always && !self->varied &&
           self->constant != NULL && (self->assigned == 1 || several);
}

/* A default that the file tests for something else: that can only come from a person. */
static gboolean waits_for_other(const MakeVariable *self)
{
    gboolean once = self->assigned == 1 && !self->varied && self->constant != NULL;
    if ((!once && !make_is_set_alike(self)) || self->tests == 0) {
        return FALSE;
    }
    GHashTableIter iterator;
    gpointer value = NULL;
    g_hash_table_iter_init(&iterator, self->tested);
    while (g_hash_table_iter_next(&iterator, &value, NULL)) {
        if (strcmp(value, self->constant) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean make_is_set_once(const MakeVariable *self)
{
    return self->central_assigned == 1 && self->setting != NULL &&
           self->defaults + self->edited == 0;
}

/* Whether a value of the build depends on it other than by tests. */
static gboolean is_used(const MakeVariable *self)
{
    return self->uses > self->shown;
}

gboolean make_is_only_turned_off(const MakeVariable *self)
{
    return self->block != 0 && self->always == 1 && self->turned_off > 0 &&
           self->assigned == 1 + self->turned_off && self->defaults + self->edited == 0;
}

/* "USE_X = yes" at the top, once, and tests for it: they would be decided for good unless a person
 * changed it. Parts of the build may say otherwise for themselves. */
static gboolean is_settled_switch(const MakeVariable *self)
{
    return self->settled &&
           (self->assigned == 1 || make_is_set_once(self) || make_is_only_turned_off(self)) &&
           self->central_tests + self->exported_tests > 0 && !is_used(self) && !self->passed &&
           !self->written;
}

/* The same in a block of such switches, one of which the makefile sets again to what it is where
 * another one needs it: "OPENMP = yes", and "ifeq ($(PAPI),yes)", "OPENMP = yes", which makes a
 * difference only when a person has changed the first. Another value, or a switch alone, would be a
 * note that the makefile leaves for itself. */
static gboolean is_settled_beside(const MakeVariable *self, GHashTable *blocks)
{
    return self->settled && self->always == 1 && self->constant != NULL && !self->varied &&
           self->central_tests > 0 && !is_used(self) && !self->passed && !self->written &&
           self->block != 0 && g_hash_table_contains(blocks, GUINT_TO_POINTER(self->block));
}

/* "USE_X", "WITH_X": by custom whoever builds is asked for it; "HAVE_X", "X_FOUND" are answers. */
static gboolean asks_by_name(const char *name)
{
    static const char *const words[] = {"USE_", "ENABLE_", "WITH_"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_ascii_strncasecmp(name, words[i], strlen(words[i])) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "USE_MPI = TRUE" for the makefile of a framework, as its name says, or that others set it as
 * well, or a document that tells people to. Whatever else stands above an include may be anything.
 */
static gboolean is_handed_on(const MakeReading *reading, const MakeVariable *self)
{
    gboolean theirs = self->handed_on >= HANDED_ON_MIN || self->asked || asks_by_name(self->name);
    return self->handed_on > 0 && theirs && !make_is_of_few_samples(reading, self) &&
           !is_used(self) && self->tests == 0 && !self->passed && !self->written;
}

/* Flags that say how the machine is used, or what the program is made for; not where things are,
 * what is linked and what a compiler says. */
static gboolean chooses_code(const char *word)
{
    static const char *const kinds[] = {"-D", "-O",    "-f",        "-m", "-x",
                                        "-g", "-arch", "--offload", "-q", NULL};
    return word_list_begins(kinds, word);
}

/* One word that is no file's name, or flags. */
static gboolean is_setting_value(const char *value)
{
    g_auto(GStrv) words = g_strsplit_set(value, " \t", -1);
    guint count = 0;
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] == '\0') {
            continue;
        }
        count++;
        if (*words[i] == '-' ? !chooses_code(words[i])
                             : count > 1 || strpbrk(words[i], "/.,:%*") != NULL) {
            return FALSE;
        }
    }
    return count > 0;
}

/* "OPTFLAGS = -O3", "CUDA_ARCH = -arch=sm_60": how far the compiler goes, and for which machine,
 * says itself what it is for. */
gboolean make_explains_itself(const char *value)
{
    g_auto(GStrv) words = g_strsplit_set(value, " \t", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if ((g_str_has_prefix(words[i], "-O") && words[i][2] != '\0') ||
            make_machine_flag(words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "60 70 80": names of machines, or numbers of them. */
static gboolean is_list_of_names(const char *value)
{
    return *value != '\0' &&
           value[strspn(value, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_ \t")] == '\0';
}

/* "# Size of vectors", "NVECTOR = 32", and "-DNVECTOR=$(NVECTOR)" further down: settings at the top
 * of the makefile that people are to change there, or stand in a block with such switches. */
static gboolean is_setting(const MakeVariable *self, GHashTable *blocks)
{
    gboolean told =
        self->documented || self->among_settings || self->machine_flag != NULL ||
        g_hash_table_contains(blocks, GUINT_TO_POINTER(self->block)) ||
        (self->setting != NULL && !self->one_of_machines && make_explains_itself(self->setting) &&
         !is_listed(flag_names, G_N_ELEMENTS(flag_names), self->name));
    const char *value = self->setting != NULL && *self->setting == '\0' && self->spelled != NULL
                            ? self->spelled
                            : self->setting;
    return told && self->block != 0 && make_is_set_once(self) && self->uses > 0 && !self->runs &&
           !self->passed && !self->written &&
           (is_setting_value(value) ||
            (self->machine_flag != NULL && is_list_of_names(self->setting)));
}

/* "MODE = opt" at the top, and "ifeq ($(MODE),opt)": the other branch is there for whoever changes
 * the line. */
static gboolean is_settled_word(const MakeVariable *self)
{
    return self->block != 0 && make_is_set_alike(self) &&
           g_hash_table_contains(self->tested, self->constant) && self->central_tests > 0 &&
           self->defined_tests == 0 && !is_used(self) && !self->passed && !self->written &&
           is_setting_value(self->constant);
}

/* A person chooses among files when nothing else decides which one it is. */
static gboolean is_chooser(const MakeVariable *self)
{
    gboolean fixed =
        !self->from_environment && (self->assigned > 1 || (self->assigned == 1 && self->varied));
    return self->chooses && !self->passed && !self->written && !fixed;
}

/* A switch that the build sets in some cases, and that nothing sets in all others: "ifeq
 * ($(OS),X)", "USE_Y = 1". Whoever asks whether it is set takes what a person gives as well; a
 * comparison with the very text that the build assigns is a note that it leaves for itself. */
static gboolean is_left_open(const MakeVariable *self)
{
    return self->central_tests > 0 && self->assigned > 0 && self->always == 0 && !self->varied &&
           self->constant != NULL && self->uses == 0 && *self->constant != '\0' &&
           !g_hash_table_contains(self->tested, self->constant);
}

/* "ifdef X", "ifneq ($(X),a)" above the only lines that assign it, each of them in some cases, and
 * all in the same file: whether it is set, or to what, can only be for people to say. */
static gboolean is_asked_first(const MakeReading *reading, const MakeVariable *self)
{
    return self->asked_first != NULL && self->assigned > 0 && self->always == 0 &&
           self->assigning == 1 && self->assigned_by == self->asked_first &&
           self->defaults + self->edited == 0 && !reading->exports;
}

/* "override X = b", and never otherwise than in some cases: that is for what people give, who else
 * would have to be overridden? */
static gboolean is_overridden_at_times(const MakeVariable *self)
{
    return self->overrides > 0 && self->overrides == self->assigned && self->central_tests > 0 &&
           !self->passed && !self->written;
}

/* "ifdef X" above the only lines that assign it, "override X := $(if ...)": by then people have
 * been heard, and who else would have to be overridden? */
static gboolean is_heard_first(const MakeVariable *self)
{
    return self->asked_first != NULL && self->replaced > 0 && self->replaced == self->assigned &&
           self->assigning == 1 && self->assigned_by == self->asked_first &&
           self->defaults + self->edited == 0 && self->central_tests > 0 && !self->passed &&
           !self->written;
}

gboolean make_is_asked_switch(const MakeVariable *self)
{
    /* Blank is no, beside a yes. */
    gboolean answered = self->answers > 0 && self->answers + self->blank ==
                                                 self->assigned + self->edited + self->defaults;
    return self->asked && self->central_tests > 0 && self->always == 0 && answered &&
           !self->passed && !self->written;
}

/* "DEVICES = OpenMP" at the top, which documents tell people to give as "make DEVICES=Cuda": what
 * reads it may be no part of the tree. */
static gboolean is_asked_setting(const MakeVariable *self)
{
    return self->asked && self->block != 0 && make_is_set_alike(self) && !self->runs &&
           !self->passed && !self->written && is_setting_value(self->constant);
}

/* Which of its own files the build compiles is for nobody else to say. */
static gboolean names_file(const MakeVariable *self)
{
    const char *value = self->constant;
    if (value == NULL || strpbrk(value, " \t") != NULL) {
        return FALSE;
    }
    return tree_kind_is_source(tree_kind_of(value));
}

/* A part of the build tests whether it is set, or, where documents tell people to give it, the
 * makefile offers such switches, or is called by the first one, what it is: parts that nobody
 * speaks of may be tests and copies with switches of their own. */
static gboolean is_tested_aside(const MakeVariable *self)
{
    return self->defined_tests > 0 || self->offered_tests > 0 || self->called_tests > 0 ||
           (self->asked && self->tests > 0);
}

/* "MKLROOT =" at the top, and "ifneq ($(MKLROOT),)" around what needs it: whoever has the thing
 * fills the line. */
static gboolean waits_to_be_filled(const MakeVariable *self)
{
    gboolean alike = make_is_set_alike(self) || (make_is_only_turned_off(self) && !is_used(self));
    return self->block != 0 && alike && self->blank == self->assigned && self->central_tests > 0 &&
           self->edited + self->defaults == 0 && !self->passed && !self->written && !self->runs;
}

/* Only files for some of many machines speak of it: it is what one of them needs,
 * "HILLTOP_FFTW_DIR". What people give to the build, most such files ask for, or something that
 * they all share. */
#define MACHINES_SHARE 4u

static gboolean is_of_machines(const MakeVariable *self)
{
    return self->known_by > 0 && self->known_elsewhere == 0 && !self->asked && !self->chooses &&
           self->explicit == 0 && self->known_by * MACHINES_SHARE <= self->machines->files->len;
}

/* "ifdef X", "CC_SET ?= $(X)", "FC_SET ?= $(X)", and nothing assigns it: in one word people give
 * several. */
static gboolean gives_several(const MakeVariable *self)
{
    return self->defined_tests > 0 && self->default_for > 1 &&
           self->assigned + self->edited + self->defaults == 0;
}

/* Nothing is done with it but to give another one, which people give, its value. */
static gboolean is_only_default(const MakeVariable *self)
{
    return self->default_for > 0 && !gives_several(self) && self->uses == self->default_for &&
           self->tests == self->defined_tests && self->explicit == 0 && self->commented == 0 &&
           !self->asked;
}

/* "EMPTY =", "ifneq ($(FOUND),$(EMPTY))": a name for nothing, or "$(NULL)" without that. */
static gboolean is_name_for_nothing(const MakeVariable *self)
{
    gboolean never = self->assigned + self->edited + self->defaults == 0;
    if (never && strcmp(self->name, "NULL") == 0 && self->uses > 0) {
        return !self->asked && self->commented == 0;
    }
    return self->blank > 0 && self->blank == self->assigned + self->edited + self->defaults &&
           self->explicit == 0 && self->tests > 0 && self->beside_tests == self->tests &&
           self->commented == 0 && !self->asked;
}

/* A file that people edit works some things out as well: what functions give where something else
 * was chosen, yes in one case and no in another, and in any case what they make of another's words.
 */
static gboolean is_left_to_file(const MakeVariable *self)
{
    /* What a template fills in is what the file has said. */
    guint edited = self->edited - MIN(self->edited, self->filled_lines);
    gboolean noted = self->noted == edited && self->varied;
    gboolean parts = edited > 0 && self->within == edited && (self->worked_out || noted);
    return (parts || self->derived == self->edited) && self->commented == 0 &&
           self->defaults == 0 && !self->asked && !asks_by_name(self->name);
}

/* "LAST_MPI ?= $(MPI)", "ifneq ($(LAST_MPI),$(MPI))", and what was chosen is written to a file: the
 * build remembers it, to say that it has changed. */
static gboolean is_remembered(const MakeVariable *self)
{
    return self->written && self->defaults > 0 && self->tests > 0 && self->defined_tests == 0 &&
           g_hash_table_size(self->tested) == 0 && !is_used(self) && self->commented == 0 &&
           !self->asked;
}

/* "CONFIG_FLAGS ?= -O2", and all that begins with "CONFIG_" is written to a file that the build
 * goes by: what it is made of, nobody is asked for. */
static gboolean is_collected(const MakeVariable *self)
{
    return self->collected && !self->asked;
}

/* "OPT = -DPERIODIC", "OPT += -DDOUBLE", "OPT += -DOPENMP", and tests that look for one of them:
 * each line is for people, and no text for all of it. */
static gboolean holds_definitions(const MakeVariable *self)
{
    return self->collects >= COLLECTED_MIN && self->looked_for != NULL && self->explicit == 0 &&
           !self->asked;
}

/* Of those that hang on how often it is given. */
static gboolean is_settled_by_count(const MakeVariable *self, MakeRole *role)
{
    guint given = self->assigned + self->edited + self->defaults;
    if (self->filled > 0 && self->commented == 0 && !self->asked &&
        self->filled + self->blank >= given) {
        *role = ROLE_COMPUTED;
        return TRUE;
    }
    /* How a compiler is told of definitions and places: "PP = -D". */
    *role = ROLE_PLAIN;
    return self->bare > 0 && self->bare + self->blank >= given;
}

/* What its name and the way it is given its value settle, whoever may be told of it. */
static gboolean is_settled_by_form(const MakeVariable *self, MakeRole *role)
{
    /* By custom a name that begins with '_' is nobody else's business. */
    if (is_of_machines(self) || is_only_default(self) || is_name_for_nothing(self) ||
        *self->name == '_' || is_collected(self) || holds_definitions(self)) {
        *role = ROLE_PLAIN;
        return TRUE;
    }
    if (self->encloses != ENCLOSES_NOTHING) {
        *role = self->encloses == ENCLOSES_MAKEFILE ? ROLE_PLAIN : ROLE_COMPUTED;
        return TRUE;
    }
    /* Whoever builds may say otherwise, but what it tells is the machine. */
    if (self->machine && self->commented + self->edited == 0) {
        *role = ROLE_PLATFORM;
        return TRUE;
    }
    if (is_settled_by_count(self, role)) {
        return TRUE;
    }
    /* "override X := 0": whatever people give, it is that, and what the build works out. */
    *role = ROLE_COMPUTED;
    return (self->overridden && !is_heard_first(self)) || is_remembered(self);
}

/* Whether nothing but an include guard's own test asks for it. */
static gboolean is_guard(const MakeVariable *self)
{
    return self->uses == 0 && self->guard_tests > 0 && self->tests <= self->guard_tests &&
           self->assigned + self->defaults > 0;
}

/* Whether the makefiles, by what they say or do, tell people that they may give it. */
static gboolean is_told(const MakeReading *reading, const MakeVariable *self, GHashTable *blocks)
{
    gboolean read = self->uses + self->tests > 0;
    return is_handed_on(reading, self) || (self->commented > 0 && (read || self->assigned > 0)) ||
           self->offered > 0 || (self->edited > 0 && read && !is_left_to_file(self)) ||
           (self->defaults > self->otherwise && (read || self->explicit > 0) && !is_guard(self) &&
            !names_file(self)) ||
           is_chooser(self) || is_settled_switch(self) || is_settled_beside(self, blocks) ||
           is_setting(self, blocks) || is_settled_word(self) || make_is_asked_switch(self) ||
           is_asked_setting(self) || is_overridden_at_times(self) || is_heard_first(self);
}

/* Whether its words are for people to choose. One that the makefiles begin whatever is given, or
 * all of whose words they add, is their own. */
static gboolean is_list_of_options(const MakeVariable *self)
{
    gboolean own = self->always > 0 ||
                   (self->list_filled && !self->asked && self->edited + self->defaults == 0);
    return self->list_words != NULL && !self->passed && !self->written && !own;
}

static MakeRole role_of(const MakeReading *reading, const MakeVariable *self, GHashTable *blocks)
{
    MakeRole role;
    if (is_settled_by_form(self, &role)) {
        return role;
    }
    gboolean others = self->passed || self->written;
    if (is_told(reading, self, blocks) || is_list_of_options(self) || waits_to_be_filled(self) ||
        (waits_for_other(self) && !others)) {
        return ROLE_OPTION;
    }
    if (machine_variables_have(reading->options->machine_variables, self->name) ||
        is_listed(program_names, G_N_ELEMENTS(program_names), self->name)) {
        return ROLE_PLATFORM;
    }
    gboolean only_tested =
        (self->central_tests > 0 ||
         (is_tested_aside(self) && (self->uses == 0 || self->asked || asks_by_name(self->name)))) &&
        self->assigned + self->edited + self->defaults == 0;
    /* A makefile that calls itself once for each value takes it from people, too. */
    gboolean asked = self->asked && only_tested && !self->written;
    if (others && !asked) {
        return ROLE_COMPUTED;
    }
    return !is_guard(self) && (only_tested || is_left_open(self) || is_asked_first(reading, self))
               ? ROLE_OPTION
               : ROLE_PLAIN;
}

/* "ARCH = ${MYCODE_ARCH}", which nothing assigns: what a person gives by another name. */
static gboolean is_from_environment(MakeReading *self, const MakeVariable *variable)
{
    const MakeVariable *other =
        variable->copied != NULL ? g_hash_table_lookup(self->variables, variable->copied) : NULL;
    return other != NULL && other != variable && variable->copies == variable->assigned &&
           !make_is_builtin(other->name) &&
           !machine_variables_have(self->options->machine_variables, other->name) &&
           other->assigned + other->edited + other->defaults == 0 && !other->passed &&
           !other->written;
}

/* "ifeq ($(LAPACK),internal)", "LAPACK_INTERNAL = 1", and "ifdef LAPACK_INTERNAL" further down:
 * what people give is LAPACK. */
static gboolean is_note(MakeReading *self, const MakeVariable *variable)
{
    return is_left_open(variable) && variable->notes > 0 &&
           variable->notes + variable->notes_of_machine == variable->assigned &&
           variable->defaults + variable->edited + variable->commented + variable->overrides == 0 &&
           !variable->asked && !asks_by_name(variable->name) &&
           make_variable(self, variable->noted_for)->role == ROLE_OPTION;
}

/* "ifeq ($(COMPILER),intel)", "FORTRAN ?= ifort", and so on for other compilers: what a choice that
 * people make brings along, of which nothing is said to them. */
static gboolean is_brought_along(MakeReading *self, const MakeVariable *variable)
{
    gboolean brought = variable->chosen > 1 && variable->chosen == variable->explicit &&
                       variable->chosen_varied && variable->edited + variable->commented == 0 &&
                       !variable->asked && !variable->documented && !variable->chooses &&
                       !asks_by_name(variable->name);
    if (!brought) {
        return FALSE;
    }
    const MakeVariable *choice = make_variable(self, variable->chosen_for);
    const MakeVariable *behind =
        choice->copied != NULL ? make_variable(self, choice->copied) : choice;
    return choice->role == ROLE_OPTION || behind->role == ROLE_OPTION;
}

/* "ifdef mpi", "USE_MPI = $(mpi)", "else", "USE_MPI ?= 0": what people give is mpi, and where
 * nobody says anything of the other one, that is the makefile's own. */
static gboolean is_handed(MakeReading *self, const MakeVariable *variable)
{
    if (variable->handed == NULL || variable->asked || variable->documented ||
        variable->edited + variable->commented > 0) {
        return FALSE;
    }
    const MakeVariable *given = make_variable(self, variable->handed);
    return given->role == ROLE_OPTION && given->handed == NULL && given->central_tests > 0 &&
           given->assigned + given->edited + given->defaults == 0;
}

void make_decide_roles(MakeReading *self)
{
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        variable->from_environment = is_from_environment(self, variable);
    }
    make_find_machines(self);
    /* Blocks of lines with a switch that people are to change. */
    g_autoptr(GHashTable) blocks = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < self->names->len; i++) {
        const MakeVariable *variable = self->names->pdata[i];
        if (variable->block != 0 && is_settled_switch(variable)) {
            g_hash_table_add(blocks, GUINT_TO_POINTER(variable->block));
        }
    }
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        variable->role =
            make_is_builtin(variable->name) ? ROLE_PLAIN : role_of(self, variable, blocks);
    }
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        gboolean follows = is_note(self, variable) || is_brought_along(self, variable) ||
                           is_handed(self, variable);
        variable->role = follows ? ROLE_PLAIN : variable->role;
    }
}
