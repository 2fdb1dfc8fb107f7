install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        RENAME copyright)

# `cpack` in a build folder of the preset "release" makes one Debian package of all programs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME xaas)
# Who makes a package answers for it: DEBFULLNAME and DEBEMAIL, as for Debian's own tools.
set(CPACK_PACKAGE_CONTACT "Local build <nobody@localhost>")
if(NOT "$ENV{DEBEMAIL}" STREQUAL "")
  string(STRIP "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>" CPACK_PACKAGE_CONTACT)
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
    "xaas-discover reads the build description of an HPC program, without
running it, and writes the build options that choose hardware or
performance libraries as a specification that a maintainer can review:
each with category, values, defaults, and the file and line of every claim.
xaas-evaluate scores such specifications against labelled projects.
xaas-container compiles chosen configurations to LLVM bitcode, packs what
differs between them as an OCI image, and makes native code of it where it
is to run.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The dependencies are read from the programs (dpkg-shlibdeps, in the package dpkg-dev).
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What xaas-container runs.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-19, clang-tools-19, lld-19, cmake, ninja-build, bubblewrap, make")
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/PackageDebian.cmake")
include(CPack)
