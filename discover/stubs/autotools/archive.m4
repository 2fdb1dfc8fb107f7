dnl What macros of the Autoconf Archive and other widely copied ones mean, for projects that do not ship
dnl them. A project's own definition of one of these names goes first. See core.m4 for the xaas_ macros.

dnl A package that is looked for, with what happens when it is there and when not.
m4_define([xaas_library_arms], [xaas_effect([package], [$1])
if xaas_check([package], [$1])
then
$2
m4_ifval([$3], [else
$3
])fi
])

dnl pkg-config's own; some projects carry another one of this name.
AC_DEFUN([PKG_CHECK_MODULES_STATIC], [PKG_CHECK_MODULES($@)])

AC_DEFUN([AX_MPI], [
xaas_precious([MPICC], [MPI C compiler command])
xaas_value([MPILIBS], [probe], [MPI's libraries])
xaas_library_arms([MPI], [m4_default([$1], [xaas_define([HAVE_MPI], [1])])], [$2])
xaas_subst([MPILIBS])
])
AC_DEFUN([ACX_MPI], [AX_MPI($@)])
AC_DEFUN([AX_PROG_CC_MPI], [
xaas_precious([MPICC], [MPI C compiler command])
if m4_default([$1], [true])
then
xaas_library_arms([MPI], [$2], [$3])
fi
])
AC_DEFUN([AX_PROG_CXX_MPI], [
xaas_precious([MPICXX], [MPI C++ compiler command])
if m4_default([$1], [true])
then
xaas_library_arms([MPI], [$2], [$3])
fi
])
AC_DEFUN([AX_PROG_FC_MPI], [
xaas_precious([MPIFC], [MPI Fortran compiler command])
if m4_default([$1], [true])
then
xaas_library_arms([MPI], [$2], [$3])
fi
])
AC_DEFUN([LX_FIND_MPI], [xaas_library_arms([MPI], [have_C_mpi=yes], [have_C_mpi=no])])
dnl Of the macros that Open MPI's projects share as a submodule: package, prefix of variables, headers, libraries,
dnl function, what is done when it is found, and when not or when "no" was given.
AC_DEFUN([OAC_CHECK_PACKAGE], [
if test "x$with_$1" != xno
then
xaas_library_arms([$1], [$2_LIBS="-l$4"
$6], [$7])
else
$7
fi
])
AC_DEFUN([AX_OPENMP], [
xaas_value([OPENMP_CFLAGS], [probe], [OpenMP's flags])
xaas_library_arms([OpenMP], [m4_default([$1], [xaas_define([HAVE_OPENMP], [1])])], [$2])
])
AC_DEFUN([AX_PTHREAD], [
xaas_value([PTHREAD_CC], [probe], [compiler for threads])
xaas_value([PTHREAD_CFLAGS], [probe], [flags for threads])
xaas_value([PTHREAD_LIBS], [probe], [libraries for threads])
xaas_subst([PTHREAD_LIBS])
xaas_subst([PTHREAD_CFLAGS])
xaas_library_arms([Threads], [m4_default([$1], [xaas_define([HAVE_PTHREAD], [1])])], [$2])
])
AC_DEFUN([ACX_PTHREAD], [AX_PTHREAD($@)])
AC_DEFUN([AX_BLAS], [
AC_ARG_WITH([blas], [AS_HELP_STRING([--with-blas=<lib>], [use BLAS library <lib>])])
case $with_blas in
yes | "") ;;
no) ax_blas_ok=disable ;;
*) BLAS_LIBS="$with_blas" ;;
esac
if test "$with_blas" != no
then
xaas_library_arms([BLAS], [m4_default([$1], [xaas_define([HAVE_BLAS], [1])])], [$2])
fi
xaas_subst([BLAS_LIBS])
])
AC_DEFUN([ACX_BLAS], [AX_BLAS($@)])
AC_DEFUN([AX_LAPACK], [
AC_REQUIRE([AX_BLAS])
AC_ARG_WITH([lapack], [AS_HELP_STRING([--with-lapack=<lib>], [use LAPACK library <lib>])])
case $with_lapack in
yes | "") ;;
no) ax_lapack_ok=disable ;;
*) LAPACK_LIBS="$with_lapack" ;;
esac
if test "$with_lapack" != no
then
xaas_library_arms([LAPACK], [m4_default([$1], [xaas_define([HAVE_LAPACK], [1])])], [$2])
fi
xaas_subst([LAPACK_LIBS])
])
AC_DEFUN([ACX_LAPACK], [AX_LAPACK($@)])
AC_DEFUN([AX_LIB_HDF5], [
AC_ARG_WITH([hdf5], [AS_HELP_STRING([--with-hdf5=yes/no/PATH], [location of h5cc or h5pcc for HDF5 configuration])])
if test "$with_hdf5" = no
then
with_hdf5=no
else
xaas_library_arms([HDF5], [with_hdf5=yes
xaas_define([HAVE_HDF5], [1])], [with_hdf5=no])
fi
xaas_subst([HDF5_CFLAGS])
xaas_subst([HDF5_LIBS])
])
AC_DEFUN([AX_LIB_NETCDF4], [
AC_ARG_WITH([netcdf4], [AS_HELP_STRING([--with-netcdf4=yes/no/PATH], [location of nc-config for NetCDF4 configuration])])
if test "$with_netcdf4" = no
then
with_netcdf4=no
else
xaas_library_arms([NetCDF], [with_netcdf4=yes], [with_netcdf4=no])
fi
])
AC_DEFUN([AX_EXT], [
m4_foreach_w([xaas_extension], [MMX SSE SSE2 SSE3 SSSE3 SSE4_1 SSE4_2 AVX AVX2 AVX512_F FMA3 ALTIVEC VSX],
[if xaas_check([platform], xaas_extension)
then
ax_cv_have_[]m4_tolower(xaas_extension)_ext=yes
xaas_define([HAVE_]xaas_extension, [1])
fi
])xaas_value([SIMD_FLAGS], [platform], [flags of the processor])
xaas_subst([SIMD_FLAGS])
])
AC_DEFUN([AX_GCC_ARCHFLAG], [
AC_ARG_WITH([gcc-arch], [AS_HELP_STRING([--with-gcc-arch=<arch>], [use architecture <arch> for gcc -march/-mtune, instead of guessing])],
[ax_gcc_arch=$withval], [ax_gcc_arch=yes])
xaas_value([ax_cv_gcc_archflag], [platform], [flags of the processor])
m4_ifval([$2$3], [xaas_arms([xaas_check([probe], [flags of the processor])], [$2], [$3])])
])
AC_DEFUN([AX_CC_MAXOPT], [
AC_ARG_ENABLE([portable-binary], [AS_HELP_STRING([--enable-portable-binary], [disable compiler optimizations that would produce unportable binaries])],
[acx_maxopt_portable=$enableval], [acx_maxopt_portable=no])
])
AC_DEFUN([AX_CXX_MAXOPT], [AX_CC_MAXOPT])
AC_DEFUN([AX_COMPILER_VENDOR], [xaas_value([ax_cv_c_compiler_vendor], [platform], [vendor of the C compiler])
xaas_value([ax_cv_cxx_compiler_vendor], [platform], [vendor of the C++ compiler])
])
AC_DEFUN([AX_COMPILER_VERSION], [xaas_value([ax_cv_c_compiler_version], [platform], [version of the C compiler])
])
AC_DEFUN([AX_CXX_COMPILE_STDCXX], [xaas_arms([xaas_check([probe], [C++$1])], [HAVE_CXX$1=1
xaas_define([HAVE_CXX$1], [1])], [HAVE_CXX$1=0
m4_if([$3], [optional], [], [xaas_error([a compiler with support for C++$1 is required])])])
])
AC_DEFUN([AX_CXX_COMPILE_STDCXX_11], [AX_CXX_COMPILE_STDCXX([11], [$1], [$2])])
AC_DEFUN([AX_CXX_COMPILE_STDCXX_14], [AX_CXX_COMPILE_STDCXX([14], [$1], [$2])])
AC_DEFUN([AX_CXX_COMPILE_STDCXX_17], [AX_CXX_COMPILE_STDCXX([17], [$1], [$2])])
AC_DEFUN([AX_CHECK_COMPILE_FLAG], [xaas_arms([xaas_check([probe], [compiler flag $1])], [m4_default([$2], [:])], [$3])])
AC_DEFUN([AX_CHECK_COMPILER_FLAGS], [AX_CHECK_COMPILE_FLAG($@)])
AC_DEFUN([AX_CHECK_LINK_FLAG], [xaas_arms([xaas_check([probe], [linker flag $1])], [m4_default([$2], [:])], [$3])])
AC_DEFUN([AX_CHECK_PREPROC_FLAG], [xaas_arms([xaas_check([probe], [preprocessor flag $1])], [m4_default([$2], [:])], [$3])])
AC_DEFUN([AX_C_CHECK_FLAG], [xaas_arms([xaas_check([probe], [compiler flag $1])], [$4], [$5])])
AC_DEFUN([AX_CXX_CHECK_FLAG], [xaas_arms([xaas_check([probe], [compiler flag $1])], [$4], [$5])])
AC_DEFUN([AX_APPEND_FLAG], [m4_default([$2], [CFLAGS])="[$]m4_default([$2], [CFLAGS]) $1"
])
AC_DEFUN([AX_APPEND_COMPILE_FLAGS], [m4_foreach_w([xaas_flag], [$1], [if xaas_check([probe], [compiler flag ]xaas_flag)
then
m4_default([$2], [CFLAGS])="[$]m4_default([$2], [CFLAGS]) xaas_flag"
fi
])])
AC_DEFUN([AX_APPEND_LINK_FLAGS], [m4_foreach_w([xaas_flag], [$1], [if xaas_check([probe], [linker flag ]xaas_flag)
then
m4_default([$2], [LDFLAGS])="[$]m4_default([$2], [LDFLAGS]) xaas_flag"
fi
])])
AC_DEFUN([AX_ADD_AM_MACRO_STATIC])
AC_DEFUN([AX_AM_MACROS_STATIC])
AC_DEFUN([AX_CHECK_ENABLE_DEBUG], [
AC_ARG_ENABLE([debug], [AS_HELP_STRING([--enable-debug=]m4_ifval([$1], [[yes/info/profile/no]], [[yes/no]]), [compile with debugging])], [],
[enable_debug=m4_default([$1], [no])])
])
AC_DEFUN([AX_COMPARE_VERSION], [m4_ifval([$4$5], [xaas_arms([xaas_check([probe], [version $1 $2 $3])], [$4], [$5])],
[xaas_check([probe], [version $1 $2 $3])
])])
AC_DEFUN([AX_BOOST_BASE], [
AC_ARG_WITH([boost], [AS_HELP_STRING([--with-boost@<:@=ARG@:>@], [use Boost library from a standard location (ARG=yes), from the specified location (ARG=<path>), or disable it (ARG=no)])],
[want_boost=$withval], [want_boost=yes])
if test "$want_boost" != no
then
xaas_effect([package], [Boost], [$1])
if xaas_check([package], [Boost])
then
m4_default([$2], [:])
xaas_define([HAVE_BOOST], [1])
m4_ifval([$3], [else
$3
])fi
fi
])
m4_foreach_w([xaas_part], [SYSTEM FILESYSTEM THREAD REGEX PROGRAM_OPTIONS SERIALIZATION MPI TEST_EXEC_MONITOR UNIT_TEST_FRAMEWORK],
[AC_DEFUN([AX_BOOST_]xaas_part, [AC_REQUIRE([AX_BOOST_BASE])])])
AC_DEFUN([AX_CHECK_ZLIB], [
AC_ARG_WITH([zlib], [AS_HELP_STRING([--with-zlib=DIR], [root directory path of zlib installation])])
if test "$with_zlib" != no
then
xaas_library_arms([ZLIB], [$1], [$2])
fi
])
AC_DEFUN([AX_CUDA], [xaas_library_arms([CUDA], [$1], [$2])])
AC_DEFUN([AX_CHECK_CUDA], [
AC_ARG_WITH([cuda], [AS_HELP_STRING([--with-cuda=PATH], [prefix where CUDA is installed])])
xaas_library_arms([CUDA], [m4_default([$1], [xaas_define([HAVE_CUDA], [1])])], [$2])
])
AC_DEFUN([AX_CHECK_CL], [xaas_library_arms([OpenCL], [m4_default([$1], [xaas_define([HAVE_CL], [1])])], [$2])])
AC_DEFUN([AX_PATH_GSL], [xaas_library_arms([GSL], [$2], [$3])])
AC_DEFUN([AX_PYTHON_DEVEL], [xaas_library_arms([Python], [], [])])
AC_DEFUN([AX_SWIG_PYTHON])
AC_DEFUN([AX_PROG_DOXYGEN])
AC_DEFUN([DX_INIT_DOXYGEN])
AC_DEFUN([AX_CHECK_GNU_MAKE], [xaas_value([_cv_gnu_make_command], [probe], [GNU make])
])
AC_DEFUN([AX_BUILD_DATE_EPOCH], [xaas_value([$1], [probe], [time of the build])
])
AC_DEFUN([AX_SUBDIRS_CONFIGURE], [xaas_subfolders([$1])
])
AC_DEFUN([AX_CODE_COVERAGE], [
AC_ARG_ENABLE([code-coverage], [AS_HELP_STRING([--enable-code-coverage], [Whether to enable code coverage support])], [], [enable_code_coverage=no])
])
AC_DEFUN([AX_VALGRIND_CHECK], [
AC_ARG_ENABLE([valgrind], [AS_HELP_STRING([--enable-valgrind], [Whether to enable Valgrind on the unit tests])])
])
AC_DEFUN([AX_VALGRIND_DFLT], [m4_define([en_dflt_valgrind_$1], [$2])])

dnl GLib's own macro: what pkg-config says of it, and where its tools are.
AC_DEFUN([AM_PATH_GLIB_2_0], [
PKG_CHECK_MODULES([GLIB], [glib-2.0 gobject-2.0], [:], [:])
PKG_CHECK_VAR([GLIB_GENMARSHAL], [glib-2.0], [glib_genmarshal])
PKG_CHECK_VAR([GOBJECT_QUERY], [glib-2.0], [gobject_query])
PKG_CHECK_VAR([GLIB_MKENUMS], [glib-2.0], [glib_mkenums])
PKG_CHECK_VAR([GLIB_COMPILE_RESOURCES], [gio-2.0], [glib_compile_resources])
xaas_library_arms([glib-2.0], [$2], [$3])
])
