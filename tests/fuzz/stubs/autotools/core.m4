dnl A few of the macros of discover/stubs/autotools/core.m4, so that one input takes little time.
m4_define([m4_ifval], [m4_if([$1], [], [$3], [$2])])
m4_define([m4_default], [m4_if([$1], [], [$2], [$1])])
m4_define([xaas_arms], [if $1
then
$2
m4_ifval([$3], [else
$3
])fi
])
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
m4_define([AC_ARG_VAR], [
xaas_precious([$1], [$2])
xaas_subst([$1])
])
m4_define([AC_INIT], [m4_define([AC_PACKAGE_NAME], [$1])m4_define([AC_PACKAGE_VERSION], [$2])dnl
m4_define([AC_PACKAGE_TARNAME], [m4_default([$4], [$1])])m4_define([AC_PACKAGE_BUGREPORT], [$3])dnl
m4_define([AC_PACKAGE_URL], [$5])m4_define([AC_PACKAGE_STRING], [$1 $2])dnl
m4_if([$#], [1], [], [xaas_project([$1], [$2])
PACKAGE_NAME='$1'
PACKAGE_VERSION='$2'
])])
m4_define([AC_DEFINE], [xaas_define([$1], m4_if([$#], [1], [[1]], [[$2]]), [$3])
])
m4_define([AC_SUBST], [m4_if([$#], [1], [xaas_subst([$1])], [$2], [], [xaas_subst([$1])], [xaas_subst([$1], [$2])])
])
m4_define([AM_CONDITIONAL], [if $2
then
xaas_conditional([$1])
fi
xaas_conditional([$1], [declared])
])
m4_define([AC_MSG_ERROR], [xaas_error([$1])
])
m4_define([AC_CONFIG_HEADERS], [xaas_header([$1])
])
m4_define([AC_CONFIG_SUBDIRS], [xaas_subfolders([$1])
])
m4_define([AC_COMPILE_IFELSE], [xaas_arms([xaas_check([probe])], [$2], [$3])])
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
m4_define([AS_VAR_SET], [$1=$2
])
m4_define([AS_VAR_IF], [xaas_arms([test "[$]$1" = "$2"], [$3], [$4])])
m4_define([AC_PROG_CC], [xaas_effect([language], [C])
xaas_value([CC], [platform], [C compiler])
xaas_value([GCC], [platform], [GNU C compiler])
xaas_value([ac_cv_c_compiler_gnu], [platform], [GNU C compiler])
xaas_subst([CC])
xaas_subst([CFLAGS])
])
