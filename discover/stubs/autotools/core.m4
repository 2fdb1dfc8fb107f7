dnl What the macros of Autoconf, Automake, Libtool and pkg-config mean for a reader that runs nothing.
dnl
dnl A macro here expands to the part of a configure script that decides something: assignments, tests
dnl and calls of the xaas_ macros, which tell the reader what happens (discover/autotools/marks.c):
dnl   xaas_option(KIND, NAME, HELP)     an option; KIND is enable or with
dnl   xaas_given(KIND, NAME)            a test: a person gave it
dnl   xaas_option_end(KIND, NAME)       both arms of the option are read
dnl   xaas_precious(NAME, HELP)         a variable of the environment
dnl   xaas_check(SUBJECT, NAME)         a test whose outcome is not known; SUBJECT as in conditions
dnl   xaas_value(VAR, SUBJECT, NAME)    the variable's value is not known
dnl   xaas_effect(KIND, NAME, DETAIL)   what happens in the build; KIND as in docs/facts-format.md
dnl   xaas_holds(NAME)                  a test: the condition of AM_CONDITIONAL holds
dnl   xaas_define, xaas_subst, xaas_conditional, xaas_error, xaas_header, xaas_subfolders,
dnl   xaas_project, xaas_minimum_version
dnl   xaas_configured(ARGUMENTS)         stands in front of macros of a project that start the configure
dnl                                     script of a folder with what its own was given
dnl A project cannot define these names again: what it ships of them are copies of the tools' own.

dnl --- M4sugar ---------------------------------------------------------------------------------------
m4_define([m4_ifval], [m4_if([$1], [], [$3], [$2])])
m4_define([m4_ifvaln], [m4_if([$1], [], [m4_n([$3])], [m4_n([$2])])])
m4_define([m4_default], [m4_if([$1], [], [$2], [$1])])
m4_define([m4_default_quoted], [m4_if([$1], [], [[$2]], [[$1]])])
m4_define([m4_default_nblank], [m4_ifblank([$1], [$2], [$1])])
m4_define([m4_ifnblank], [m4_ifblank([$1], [$3], [$2])])
m4_define([m4_ifset], [m4_ifdef([$1], [m4_ifval(m4_defn([$1]), [$2], [$3])], [$3])])
m4_define([m4_ifndef], [m4_ifdef([$1], [$3], [$2])])
m4_define([m4_define_default], [m4_ifndef([$1], [m4_define($@)])])
m4_define([m4_init])
m4_define([m4_quote], [[$*]])
m4_define([m4_dquote], [[$@]])
m4_define([m4_expand], [$1])
m4_define([m4_ignore])
m4_define([m4_unquote], [$*])
m4_define([m4_do], [m4_if([$#], [0], [], [$#], [1], [$1], [$1[]m4_do(m4_shift($@))])])
m4_define([m4_car], [[$1]])
m4_define([m4_cdr], [m4_if([$#], [0], [], [$#], [1], [], [m4_dquote(m4_shift($@))])])
m4_define([m4_shift2], [m4_shift(m4_shift($@))])
m4_define([m4_shift3], [m4_shift(m4_shift(m4_shift($@)))])
m4_define([m4_count], [$#])
m4_define([m4_n], [m4_if([$1], [], [], [$1
])])
m4_define([m4_cond], [m4_if($1, [$2], [$3], [m4_if(m4_eval([$# > 3]), [1], [m4_cond(m4_shift3($@))], [$4])])])
m4_define([m4_chomp], [$1])
m4_define([m4_text_wrap], [$1])
m4_define([m4_re_escape], [$1])
m4_define([m4_version_prereq], [$2])
m4_define([m4_pattern_allow])
m4_define([m4_pattern_forbid])
m4_define([m4_warn])
m4_define([m4_warning])
m4_define([m4_fatal])
m4_define([m4_assert])
m4_define([m4_divert_text], [$2])
m4_define([m4_divert_once], [$2])
m4_define([m4_divert_push])
m4_define([m4_divert_pop])
m4_define([m4_wrap])
m4_define([m4_exit])
m4_define([m4_apply], [m4_if([$2], [], [$1], [$1($2)])])
m4_define([m4_set_add], [$3])
m4_define([m4_set_remove], [$3])
m4_define([m4_set_delete])
m4_define([m4_traceon])
m4_define([m4_traceoff])

dnl A test with both arms; an empty one is left out.
m4_define([xaas_arms], [if $1
then
$2
m4_ifval([$3], [else
$3
])fi
])

dnl --- Options ---------------------------------------------------------------------------------------
m4_define([AC_ARG_ENABLE], [
xaas_option([enable], [$1], [$2])
if xaas_given([enable], [$1])
then
$3
m4_ifval([$4], [else
$4
])fi
xaas_option_end([enable], [$1])
])
m4_define([AC_ARG_WITH], [
xaas_option([with], [$1], [$2])
if xaas_given([with], [$1])
then
$3
m4_ifval([$4], [else
$4
])fi
xaas_option_end([with], [$1])
])
m4_define([AC_ENABLE], [AC_ARG_ENABLE([$1], [  --enable-$1], [$2], [$3])])
m4_define([AC_WITH], [AC_ARG_WITH([$1], [  --with-$1], [$2], [$3])])
m4_define([AC_ARG_VAR], [
xaas_precious([$1], [$2])
xaas_subst([$1])
])
m4_define([AC_DISABLE_OPTION_CHECKING])
m4_define([AC_LANG_DEFINE])
m4_define([_AC_FORTRAN_ASSERT])
m4_define([_LT_TAGVAR], [m4_if([$2], [], [$1], [$1_$2])])
m4_define([AC_PRESERVE_HELP_ORDER])

dnl --- The project -----------------------------------------------------------------------------------
m4_define([AC_INIT], [m4_define([AC_PACKAGE_NAME], [$1])m4_define([AC_PACKAGE_VERSION], [$2])dnl
m4_define([AC_PACKAGE_TARNAME], [m4_default([$4], [$1])])m4_define([AC_PACKAGE_BUGREPORT], [$3])dnl
m4_define([AC_PACKAGE_URL], [$5])m4_define([AC_PACKAGE_STRING], [$1 $2])dnl
m4_foreach_w([xaas_name], [prefix exec_prefix bindir sbindir libexecdir datarootdir datadir sysconfdir sharedstatedir
localstatedir runstatedir includedir oldincludedir docdir infodir htmldir dvidir pdfdir psdir libdir localedir mandir
host build target host_alias build_alias target_alias cross_compiling srcdir top_srcdir builddir silent verbose cache_file
program_prefix program_suffix program_transform_name no_create no_recursion
enable_option_checking enable_largefile enable_year2038 enable_openmp enable_nls enable_rpath enable_silent_rules
enable_dependency_tracking enable_maintainer_mode enable_shared enable_static enable_pic enable_fast_install
enable_aix_soname enable_libtool_lock with_x with_pic with_aix_soname with_gnu_ld with_sysroot with_tags], [xaas_value(xaas_name, [probe], xaas_name)
])m4_if([$#], [1], [], [xaas_project([$1], [$2])
PACKAGE_NAME='$1'
PACKAGE_VERSION='$2'
])])
m4_define([AM_INIT_AUTOMAKE], [m4_if([$2], [], [], [xaas_project([$1], [$2])
PACKAGE='$1'
VERSION='$2'
])])
m4_define([AC_PREREQ], [xaas_minimum_version([$1])
])
m4_define([AC_CONFIG_HEADERS], [xaas_header([$1])
])
m4_define([AC_CONFIG_HEADER], [xaas_header([$1])
])
m4_define([AM_CONFIG_HEADER], [xaas_header([$1])
])
m4_define([AC_CONFIG_SUBDIRS], [xaas_subfolders([$1])
])
dnl What it says for the header is no script: it may well name the macro that it stands in.
m4_define([AC_DEFINE], [xaas_define([$1], m4_if([$#], [1], [[1]], [[$2]]))
])
m4_define([AC_DEFINE_UNQUOTED], [xaas_define([$1], m4_if([$#], [1], [[1]], [[$2]]))
])
m4_define([AC_SUBST], [m4_if([$#], [1], [xaas_subst([$1])], [$2], [], [xaas_subst([$1])], [xaas_subst([$1], [$2])])
])
m4_define([AC_SUBST_FILE], [xaas_subst([$1])
])
m4_define([AM_SUBST_NOTMAKE])
m4_define([AM_CONDITIONAL], [xaas_conditional([$1], [anew])
if $2
then
xaas_conditional([$1])
fi
xaas_conditional([$1], [declared])
])
m4_define([AM_COND_IF], [xaas_arms([xaas_holds([$1])], [$2], [$3])])

dnl --- Messages --------------------------------------------------------------------------------------
m4_define([AC_MSG_ERROR], [xaas_error([$1])
])
m4_define([AC_MSG_FAILURE], [xaas_error([$1])
])
m4_define([AS_ERROR], [xaas_error([$1])
])
m4_define([AC_ERROR], [xaas_error([$1])
])
m4_define([AC_MSG_CHECKING])
m4_define([AC_MSG_RESULT])
m4_define([AC_MSG_RESULT_UNQUOTED])
m4_define([AC_MSG_WARN])
m4_define([AC_MSG_NOTICE])
m4_define([AC_CHECKING])
m4_define([AC_WARN])
m4_define([AC_VERBOSE])
m4_define([AS_MESSAGE])
m4_define([AC_DIAGNOSE])
m4_define([AC_FATAL])
m4_define([AC_WARNING])
m4_define([AS_ECHO], [echo $1
])
m4_define([AS_ECHO_N], [echo $1
])
m4_define([AS_BOX])
m4_define([AS_EXIT], [exit $1
])
m4_define([AS_MESSAGE_FD], [6])
m4_define([AS_MESSAGE_LOG_FD], [5])
m4_define([AS_ORIGINAL_STDIN_FD], [0])
m4_define([AC_FD_CC], [5])
m4_define([AC_FD_MSG], [6])

dnl --- M4sh ------------------------------------------------------------------------------------------
m4_define([AS_VAR_SET], [$1=$2
])
m4_define([AS_VAR_COPY], [$1=[$]$2
])
m4_define([AS_VAR_GET], [[$]$1])
m4_define([AS_VAR_APPEND], [$1="[$]$1"$2
])
m4_define([AS_VAR_IF], [xaas_arms([test "[$]$1" = "$2"], [$3], [$4])])
m4_define([AS_EXECUTABLE_P], [test -x $1])
m4_define([AS_VAR_TEST_SET], [test "[$]{$1+set}" = set])
m4_define([AS_VAR_SET_IF], [xaas_arms([test "[$]{$1+set}" = set], [$2], [$3])])
m4_define([AS_VAR_PUSHDEF], [m4_pushdef([$1], AS_TR_SH([$2]))])
m4_define([AS_VAR_POPDEF], [m4_popdef([$1])])
m4_define([AS_VAR_ARITH], [xaas_value([$1], [probe], [])
])
m4_define([AS_UNSET], [unset $1
])
m4_define([AS_LITERAL_IF], [$2])
m4_define([AS_LITERAL_WORD_IF], [$2])
m4_define([AS_DIRNAME], [`dirname $1`])
m4_define([AS_BASENAME], [`basename $1`])
m4_define([AS_MKDIR_P])
m4_define([AS_SET_CATFILE], [$1=$2/$3
])
m4_define([AS_FOR], [for $2 in $3; do
m4_pushdef([$1], [[$]$2])$4[]m4_popdef([$1])
done
])
m4_define([AS_INIT])
m4_define([AS_SHELL_SANITIZE])
m4_define([AS_REQUIRE_SHELL_FN])
m4_define([AS_VERSION_COMPARE], [if xaas_check([probe], [version $1 against $2])
then
$3
elif xaas_check([probe], [version $1 is $2])
then
$4
else
$5
fi
])

dnl --- Checks whose outcome is not known -------------------------------------------------------------
m4_define([AC_CACHE_CHECK], [$3
])
m4_define([AC_CACHE_VAL], [$2
])
m4_define([AC_CACHE_LOAD])
m4_define([AC_CACHE_SAVE])
m4_define([AC_COMPILE_IFELSE], [xaas_arms([xaas_check([probe])], [$2], [$3])])
m4_define([AC_LINK_IFELSE], [xaas_arms([xaas_check([probe])], [$2], [$3])])
m4_define([AC_PREPROC_IFELSE], [xaas_arms([xaas_check([probe])], [$2], [$3])])
m4_define([AC_RUN_IFELSE], [xaas_arms([xaas_check([probe])], [$2], [$3])])
m4_define([AC_COMPUTE_INT], [xaas_value([$1], [probe], [$2])
])
m4_define([AC_TRY_COMPILE], [xaas_arms([xaas_check([probe])], [$3], [$4])])
m4_define([AC_TRY_LINK], [xaas_arms([xaas_check([probe])], [$3], [$4])])
m4_define([AC_TRY_LINK_FUNC], [xaas_arms([xaas_check([probe], [function $1])], [$2], [$3])])
m4_define([AC_TRY_RUN], [xaas_arms([xaas_check([probe])], [$2], [$3])])
m4_define([AC_TRY_CPP], [xaas_arms([xaas_check([probe])], [$2], [$3])])
m4_define([AC_TRY_EVAL], [xaas_check([probe], [$1])
])
m4_define([AC_TRY_COMMAND], [xaas_check([probe], [$1])
])
m4_define([AC_RUN_LOG], [xaas_check([probe], [$1])])
m4_define([AM_RUN_LOG], [xaas_check([probe], [$1])
])
m4_define([AC_EGREP_CPP], [xaas_arms([xaas_check([probe], [text $1])], [$3], [$4])])
m4_define([AC_EGREP_HEADER], [xaas_arms([xaas_check([probe], [text $1 in $2])], [$3], [$4])])
m4_define([AC_LANG_PROGRAM])
m4_define([AC_LANG_SOURCE])
m4_define([AC_LANG_CALL])
m4_define([AC_LANG_FUNC_LINK_TRY])
m4_define([AC_LANG_CONFTEST])
m4_define([AC_LANG_DEFINES_PROVIDED])
dnl Programs in a language of the project's own need its compiler, which is looked for ahead of them.
m4_define([AC_LANG_PUSH], [m4_ifdef([AC_LANG_COMPILER($1)],
[m4_define([xaas_compiler_of_$1], m4_defn([AC_LANG_COMPILER($1)]))AC_REQUIRE([xaas_compiler_of_$1])])])
m4_define([AC_LANG_POP])
m4_define([AC_LANG])
m4_define([AC_LANG_C])
m4_define([AC_LANG_CPLUSPLUS])
m4_define([AC_LANG_FORTRAN77])
m4_define([AC_LANG_SAVE])
m4_define([AC_LANG_RESTORE])
m4_define([AC_LANG_CASE], [$2])
m4_define([AC_LANG_ASSERT])
m4_define([AC_LANG_WERROR])
m4_define([AC_INCLUDES_DEFAULT])
m4_define([AC_REQUIRE_CPP])
m4_define([AC_NO_EXECUTABLES])

m4_define([xaas_defining_arms], [if $1
then
$2
m4_default([$3], [:])
m4_ifval([$4], [else
$4
])fi
])
m4_define([AC_CHECK_LIB], [if xaas_check([package], [$1])
then
ac_cv_lib_[]AS_TR_SH([$1_$2])=yes
xaas_effect([link], [$1])
m4_default([$3], [xaas_define(AS_TR_CPP([HAVE_LIB$1]), [1])
LIBS="-l$1 $LIBS"])
else
ac_cv_lib_[]AS_TR_SH([$1_$2])=no
$4
fi
])
m4_define([AC_HAVE_LIBRARY], [AC_CHECK_LIB([$1], [main], [$2], [$3])])
m4_define([AC_SEARCH_LIBS], [if xaas_check([probe], [function $1])
then
ac_cv_search_[]AS_TR_SH([$1])="-l$2"
$3
else
ac_cv_search_[]AS_TR_SH([$1])=no
$4
fi
m4_foreach_w([xaas_library], [$2], [if xaas_check([package], xaas_library)
then
xaas_effect([link], xaas_library)
fi
])])
m4_define([AC_CHECK_HEADER], [if xaas_check([probe], [header $1])
then
ac_cv_header_[]AS_TR_SH([$1])=yes
$2
else
ac_cv_header_[]AS_TR_SH([$1])=no
$3
fi
])
m4_define([AC_CHECK_HEADERS], [m4_foreach_w([xaas_header_name], [$1], [if xaas_check([probe], [header ]xaas_header_name)
then
AS_TR_SH([ac_cv_header_]xaas_header_name)=yes
xaas_define(AS_TR_CPP([HAVE_]xaas_header_name), [1])
else
AS_TR_SH([ac_cv_header_]xaas_header_name)=no
fi
])m4_ifval([$2$3], [for ac_header in m4_normalize([$1])
do
xaas_arms([xaas_check([probe], [header $ac_header])], [$2], [$3])
done
])])
m4_define([AC_CHECK_HEADERS_ONCE], [AC_CHECK_HEADERS([$1])])
m4_define([AC_HEADER_STDC])
m4_define([AC_CHECK_FUNC], [if xaas_check([probe], [function $1])
then
ac_cv_func_[]AS_TR_SH([$1])=yes
$2
else
ac_cv_func_[]AS_TR_SH([$1])=no
$3
fi
])
m4_define([AC_CHECK_FUNCS], [m4_foreach_w([xaas_function_name], [$1], [if xaas_check([probe], [function ]xaas_function_name)
then
AS_TR_SH([ac_cv_func_]xaas_function_name)=yes
xaas_define(AS_TR_CPP([HAVE_]xaas_function_name), [1])
else
AS_TR_SH([ac_cv_func_]xaas_function_name)=no
fi
])m4_ifval([$2$3], [for ac_func in m4_normalize([$1])
do
xaas_arms([xaas_check([probe], [function $ac_func])], [$2], [$3])
done
])])
m4_define([AC_CHECK_FUNCS_ONCE], [AC_CHECK_FUNCS([$1])])
m4_define([AC_REPLACE_FUNCS], [AC_CHECK_FUNCS([$1])])
m4_define([AC_LIBOBJ])
m4_define([AC_LIBSOURCES])
m4_define([AC_LIBSOURCE])
m4_define([AC_CHECK_DECL], [xaas_arms([xaas_check([probe], [declaration $1])], [$2], [$3])])
m4_define([AC_CHECK_DECLS], [xaas_arms([xaas_check([probe], [declaration $1])], [$2], [$3])])
m4_define([AC_CHECK_TYPE], [xaas_arms([xaas_check([probe], [type $1])], [$2], [$3])])
m4_define([AC_CHECK_TYPES], [xaas_arms([xaas_check([probe], [type $1])], [$2], [$3])])
m4_define([AC_CHECK_MEMBER], [xaas_arms([xaas_check([probe], [member $1])], [$2], [$3])])
m4_define([AC_CHECK_MEMBERS], [xaas_arms([xaas_check([probe], [member $1])], [$2], [$3])])
m4_define([AC_CHECK_SIZEOF], [xaas_value(AS_TR_SH([ac_cv_sizeof_$1]), [probe], [size of $1])
])
m4_define([AC_CHECK_ALIGNOF], [xaas_value(AS_TR_SH([ac_cv_alignof_$1]), [probe], [alignment of $1])
])
m4_define([AC_CHECK_FILE], [xaas_arms([xaas_check([probe], [file $1])], [$2], [$3])])
m4_define([AC_CHECK_FILES], [xaas_arms([xaas_check([probe], [file $1])], [$2], [$3])])
m4_define([xaas_program], [if xaas_check([probe], [program $2])
then
$1="m4_default([$3], [$2])"
xaas_effect([program], [$2], [$1])
m4_ifval([$4], [else
$1="$4"
])fi
xaas_subst([$1])
])
dnl Which of them is there decides.
m4_define([xaas_programs], [xaas_value([$1], [probe], [$1])
m4_foreach_w([xaas_program_name], [$2], [xaas_effect([program], xaas_program_name, [$1])
])xaas_subst([$1])
])
m4_define([AC_CHECK_PROG], [xaas_program([$1], [$2], [$3], [$4])])
m4_define([AC_CHECK_PROGS], [xaas_programs([$1], [$2])])
m4_define([AC_CHECK_TOOL], [xaas_program([$1], [$2], [], [$3])])
m4_define([AC_CHECK_TOOLS], [xaas_programs([$1], [$2])])
m4_define([AC_CHECK_TARGET_TOOL], [xaas_program([$1], [$2], [], [$3])])
m4_define([AC_PATH_PROG], [xaas_program([$1], [$2], [], [$3])])
m4_define([AC_PATH_PROGS], [xaas_programs([$1], [$2])])
m4_define([AC_PATH_TOOL], [xaas_program([$1], [$2], [], [$3])])
m4_define([AC_PATH_TARGET_TOOL], [xaas_program([$1], [$2], [], [$3])])
m4_define([AC_PATH_PROGS_FEATURE_CHECK], [xaas_value([$1], [probe], [$1])
])
m4_define([AM_MISSING_PROG])
AC_DEFUN_ONCE([AC_PATH_X], [
AC_ARG_WITH([x], [AS_HELP_STRING([--with-x], [use the X Window System])])
if test "x$with_x" != xno
then
xaas_effect([package], [X11])
if xaas_check([package], [X11])
then
no_x=
else
no_x=yes
fi
else
no_x=yes
fi
])
AC_DEFUN([AC_PATH_XTRA], [
AC_REQUIRE([AC_PATH_X])
if test "x$no_x" = xyes
then
AC_DEFINE([X_DISPLAY_MISSING], [1])
else
AC_CHECK_LIB([ICE], [IceConnectionNumber], [X_PRE_LIBS="$X_PRE_LIBS -lSM -lICE"])
fi
xaas_subst([X_CFLAGS])
xaas_subst([X_PRE_LIBS])
xaas_subst([X_LIBS])
xaas_subst([X_EXTRA_LIBS])
])

dnl --- pkg-config ------------------------------------------------------------------------------------
m4_define([PKG_PROG_PKG_CONFIG], [xaas_value([PKG_CONFIG], [probe], [pkg-config])
])
m4_define([xaas_modules], [m4_bpatsubst([$1], [ *[<>=]+ *[0-9.]+], [])])
m4_define([PKG_CHECK_MODULES], [
xaas_precious([$1_CFLAGS], [C compiler flags for $1, overriding pkg-config])
xaas_precious([$1_LIBS], [linker flags for $1, overriding pkg-config])
m4_foreach_w([xaas_module], xaas_modules([$2]), [xaas_effect([package], xaas_module)
])if xaas_check([package], m4_normalize(xaas_modules([$2])))
then
pkg_failed=no
$3
else
pkg_failed=yes
m4_default([$4], [xaas_error([Package requirements ($2) were not met])])
fi
])
m4_define([PKG_CHECK_EXISTS], [xaas_arms([xaas_check([package], [$1])], [$2], [$3])])
m4_define([PKG_CHECK_VAR], [xaas_precious([$1], [value of $3 for $2, overriding pkg-config])
xaas_arms([xaas_check([package], [$2])], [$4], [$5])])
dnl --with-x, which asks pkg-config when it says yes or auto, its default; x is the prefix in small letters.
m4_define([xaas_with_modules], [
AC_ARG_WITH([$1], [AS_HELP_STRING([--with-$1], m4_default([$6], [build with $1 support]))], [], [AS_TR_SH([with_$1])=m4_default([$7], [auto])])
AS_CASE([$AS_TR_SH([with_$1])],
    [yes], [PKG_CHECK_MODULES([$2], [$3], [$4], [$5])],
    [auto], [PKG_CHECK_MODULES([$2], [$3], [AS_TR_SH([with_$1])=yes
$4], [AS_TR_SH([with_$1])=no
$5])])
])
m4_define([PKG_WITH_MODULES], [xaas_with_modules(m4_tolower([$1]), $@)])
m4_define([PKG_HAVE_WITH_MODULES], [PKG_WITH_MODULES([$1], [$2], [], [], [$3], [$4])
AM_CONDITIONAL([HAVE_][$1], [test "$AS_TR_SH([with_]m4_tolower([$1]))" = yes])
])
m4_define([PKG_HAVE_DEFINE_WITH_MODULES], [PKG_HAVE_WITH_MODULES($@)
AS_IF([test "$AS_TR_SH([with_]m4_tolower([$1]))" = yes], [AC_DEFINE([HAVE_][$1], 1, [Enable ]m4_tolower([$1])[ support])])
])
m4_define([PKG_INSTALLDIR])
m4_define([PKG_NOARCH_INSTALLDIR])

dnl --- Compilers, machine, tools ---------------------------------------------------------------------
m4_define([xaas_compiler], [xaas_effect([language], [$1])
m4_foreach_w([xaas_variable], [$2], [xaas_value(xaas_variable, [platform], xaas_variable)
xaas_subst(xaas_variable)
])])
m4_define([AC_PROG_CC], [xaas_effect([language], [C])
xaas_value([CC], [platform], [C compiler])
xaas_value([GCC], [platform], [GNU C compiler])
xaas_value([ac_cv_c_compiler_gnu], [platform], [GNU C compiler])
xaas_subst([CC])
xaas_subst([CFLAGS])
])
AC_DEFUN([AC_PROG_CC_STDC])
m4_define([AC_PROG_CC_C99])
m4_define([AC_PROG_CC_C89])
m4_define([AC_PROG_CC_C_O])
m4_define([AM_PROG_CC_C_O])
m4_define([AC_PROG_CPP])
m4_define([AC_PROG_CXXCPP])
m4_define([AC_PROG_CXX], [xaas_effect([language], [CXX])
xaas_value([CXX], [platform], [C++ compiler])
xaas_value([GXX], [platform], [GNU C++ compiler])
xaas_subst([CXX])
xaas_subst([CXXFLAGS])
])
m4_define([AC_PROG_CXX_C_O])
m4_define([AC_PROG_F77], [xaas_effect([language], [Fortran])
xaas_value([F77], [platform], [Fortran compiler])
xaas_value([G77], [platform], [GNU Fortran compiler])
xaas_subst([F77])
xaas_subst([FFLAGS])
])
m4_define([AC_PROG_FC], [xaas_effect([language], [Fortran])
xaas_value([FC], [platform], [Fortran compiler])
xaas_value([GFC], [platform], [GNU Fortran compiler])
xaas_subst([FC])
xaas_subst([FCFLAGS])
])
m4_define([AC_PROG_OBJC], [xaas_effect([language], [OBJC])
])
m4_define([AC_PROG_OBJCXX], [xaas_effect([language], [OBJCXX])
])
m4_define([AM_PROG_AS], [xaas_effect([language], [ASM])
])
m4_define([AC_PROG_GO])
m4_define([AM_PROG_AR])
m4_define([AM_PROG_LEX])
m4_define([AC_PROG_LEX])
m4_define([AC_PROG_YACC])
m4_define([AC_PROG_RANLIB])
m4_define([AC_PROG_INSTALL])
m4_define([AC_PROG_LN_S])
m4_define([AC_PROG_MAKE_SET])
m4_define([AC_PROG_MKDIR_P])
m4_define([AC_PROG_SED])
m4_define([AC_PROG_GREP])
m4_define([AC_PROG_EGREP])
m4_define([AC_PROG_FGREP])
m4_define([AC_PROG_AWK])
m4_define([AC_CANONICAL_BUILD], [xaas_machine([build])])
m4_define([AC_CANONICAL_HOST], [xaas_machine([host])])
m4_define([AC_CANONICAL_TARGET], [xaas_machine([target])])
m4_define([AC_CANONICAL_SYSTEM], [xaas_machine([build])xaas_machine([host])xaas_machine([target])])
m4_define([xaas_machine], [xaas_value([$1], [platform], [$1])
xaas_value([$1_cpu], [platform], [$1 processor])
xaas_value([$1_vendor], [platform], [$1 vendor])
xaas_value([$1_os], [platform], [$1 operating system])
])
m4_define([AC_FC_SRCEXT], [m4_default([$2], [:])
])
m4_define([AC_FC_PP_SRCEXT], [m4_default([$2], [:])
])
m4_define([AC_FC_FREEFORM], [m4_default([$1], [:])
])
m4_define([AC_FC_FIXEDFORM], [m4_default([$1], [:])
])
m4_define([AC_FC_LINE_LENGTH])
m4_define([AC_FC_MODULE_FLAG])
m4_define([AC_FC_MODULE_OUTPUT_FLAG])
m4_define([AC_FC_MODULE_EXTENSION])
m4_define([AC_FC_LIBRARY_LDFLAGS])
m4_define([AC_F77_LIBRARY_LDFLAGS])
m4_define([AC_FC_DUMMY_MAIN])
m4_define([AC_F77_DUMMY_MAIN])
m4_define([AC_FC_MAIN])
m4_define([AC_F77_MAIN])
m4_define([AC_FC_WRAPPERS])
m4_define([AC_F77_WRAPPERS])
m4_define([AC_FC_FUNC], [m4_default([$2], [$1])="$1"
])
m4_define([AC_F77_FUNC], [m4_default([$2], [$1])="$1"
])
m4_define([AC_FC_PP_DEFINE])
m4_define([AC_OPENMP], [
xaas_option([enable], [openmp], [AS_HELP_STRING([--disable-openmp], [do not use OpenMP])])
xaas_option_end([enable], [openmp])
if test "$enable_openmp" != no
then
xaas_effect([package], [OpenMP])
if xaas_check([package], [OpenMP])
then
ac_cv_prog_c_openmp="OpenMP's flags"
fi
fi
xaas_value([OPENMP_CFLAGS], [probe], [OpenMP's flags])
xaas_subst([OPENMP_CFLAGS])
])
m4_define([AC_C_BIGENDIAN], [xaas_arms([xaas_check([platform], [big-endian])], [$1], [$2])])
m4_foreach_w([xaas_quiet], [AC_C_CONST AC_C_INLINE AC_C_RESTRICT AC_C_VOLATILE AC_C_LONG_DOUBLE
AC_C_CHAR_UNSIGNED AC_C_FLEXIBLE_ARRAY_MEMBER AC_C_TYPEOF AC_C_PROTOTYPES AC_C_STRINGIZE AC_C_BACKSLASH_A
AC_TYPE_SIZE_T AC_TYPE_SSIZE_T AC_TYPE_OFF_T AC_TYPE_PID_T AC_TYPE_MODE_T AC_TYPE_UID_T AC_TYPE_SIGNAL
AC_TYPE_INT8_T AC_TYPE_INT16_T AC_TYPE_INT32_T AC_TYPE_INT64_T AC_TYPE_UINT8_T AC_TYPE_UINT16_T
AC_TYPE_UINT32_T AC_TYPE_UINT64_T AC_TYPE_LONG_LONG_INT AC_TYPE_UNSIGNED_LONG_LONG_INT AC_TYPE_LONG_DOUBLE
AC_TYPE_INTMAX_T AC_TYPE_UINTMAX_T AC_TYPE_INTPTR_T AC_TYPE_UINTPTR_T AC_TYPE_MBSTATE_T AC_TYPE_LONG_DOUBLE_WIDER
AC_FUNC_ALLOCA AC_FUNC_MALLOC AC_FUNC_REALLOC AC_FUNC_MEMCMP AC_FUNC_MKTIME AC_FUNC_MMAP AC_FUNC_STAT
AC_FUNC_STRTOD AC_FUNC_STRCOLL AC_FUNC_STRERROR_R AC_FUNC_STRFTIME AC_FUNC_VPRINTF AC_FUNC_FORK AC_FUNC_FSEEKO
AC_FUNC_CLOSEDIR_VOID AC_FUNC_ERROR_AT_LINE AC_FUNC_GETLOADAVG AC_FUNC_LSTAT AC_FUNC_CHOWN AC_FUNC_GETMNTENT
AC_FUNC_SELECT_ARGTYPES AC_FUNC_SETPGRP AC_FUNC_UTIME_NULL AC_FUNC_WAIT3 AC_FUNC_OBSTACK AC_FUNC_STRNLEN
AC_HEADER_TIME AC_HEADER_SYS_WAIT AC_HEADER_DIRENT AC_HEADER_STAT AC_HEADER_ASSERT AC_HEADER_STDBOOL
AC_HEADER_MAJOR AC_HEADER_RESOLV AC_HEADER_TIOCGWINSZ AC_STRUCT_TM AC_STRUCT_TIMEZONE AC_STRUCT_ST_BLOCKS
AC_STRUCT_DIRENT_D_INO AC_STRUCT_DIRENT_D_TYPE AC_SYS_LARGEFILE AC_SYS_YEAR2038 AC_SYS_LONG_FILE_NAMES
AC_SYS_INTERPRETER AC_SYS_POSIX_TERMIOS AC_USE_SYSTEM_EXTENSIONS AC_GNU_SOURCE AC_AIX AC_ISC_POSIX AC_MINIX
AC_EXEEXT AC_OBJEXT AC_CHECK_HEADER_STDBOOL AC_DECL_SYS_SIGLIST AC_ARG_PROGRAM AC_DECL_YYTEXT],
[m4_define(xaas_quiet, [])])

dnl --- Output, bookkeeping ---------------------------------------------------------------------------
m4_foreach_w([xaas_quiet], [AC_OUTPUT AC_CONFIG_FILES AC_CONFIG_LINKS AC_CONFIG_COMMANDS AC_CONFIG_COMMANDS_PRE
AC_CONFIG_COMMANDS_POST AC_CONFIG_LIBOBJ_DIR AC_CONFIG_MACRO_DIR AC_CONFIG_MACRO_DIRS AC_CONFIG_MACRO_DIR_TRACE
AC_CONFIG_AUX_DIR AC_CONFIG_AUX_DIRS AC_CONFIG_AUX_DIR_DEFAULT AC_CONFIG_SRCDIR AC_REQUIRE_AUX_FILE AC_COPYRIGHT
AC_REVISION AC_PREFIX_DEFAULT AC_PREFIX_PROGRAM AC_BEFORE AC_OBSOLETE AC_PRESERVE AH_TEMPLATE AH_VERBATIM AH_TOP
AH_BOTTOM AH_CHECK_HEADERS AC_PRESUME AC_SITE_LOAD AC_LINK_FILES AC_OUTPUT_COMMANDS AC_AUTOCONF_VERSION
AM_SILENT_RULES AM_MAINTAINER_MODE AM_SANITY_CHECK AM_AUX_DIR_EXPAND AM_SET_DEPDIR AM_DEP_TRACK AM_MAKE_INCLUDE
AM_OUTPUT_DEPENDENCY_COMMANDS AM_PROG_INSTALL_STRIP AM_PROG_INSTALL_SH AM_SET_LEADING_DOT AM_AUTOMAKE_VERSION
AM_SET_CURRENT_AUTOMAKE_VERSION AM_EXTRA_RECURSIVE_TARGETS AM_PROG_MKDIR_P AM_WITH_DMALLOC AM_MISSING_HAS_RUN
AM_PROG_VALAC AM_PATH_LISPDIR AM_GNU_GETTEXT AM_GNU_GETTEXT_VERSION AM_ICONV AM_NLS AM_PROG_UPC AM_PROG_GCJ
LT_PREREQ LT_INIT LT_OUTPUT LT_LANG LT_LIB_M LT_PATH_LD LT_PATH_NM LT_PROG_RC LT_PROG_GCJ LT_PROG_GO
LT_CONFIG_LTDL_DIR LTDL_INIT AC_LIB_LTDL AC_PROG_LIBTOOL AM_PROG_LIBTOOL AC_LIBTOOL_WIN32_DLL AC_LIBTOOL_DLOPEN
AC_LIBTOOL_SETUP AC_DISABLE_SHARED AC_DISABLE_STATIC AC_ENABLE_SHARED AC_ENABLE_STATIC AC_DISABLE_FAST_INSTALL
AC_ENABLE_FAST_INSTALL AM_DISABLE_SHARED AM_DISABLE_STATIC AM_ENABLE_SHARED AM_ENABLE_STATIC AC_PROG_LD AC_PROG_NM
AC_PATH_TOOL_PREFIX AC_CHECK_LIBM AC_LIBTOOL_CXX AC_LIBTOOL_F77 AC_LIBTOOL_FC AM_PROG_LD AM_PROG_NM],
[m4_define(xaas_quiet, [])])
m4_define([AM_PATH_PYTHON], [xaas_arms([xaas_check([probe], [program python])], [m4_default([$2], [xaas_value([PYTHON], [probe], [python])
])], [m4_default([$3], [xaas_error([no suitable Python interpreter found])])])])
