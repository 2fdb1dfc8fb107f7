# Cross builds for the eCos system.
macro(ecos_add_include_directories)
endmacro()

macro(ecos_add_executable name)
  add_executable(${name} ${ARGN})
endmacro()

macro(ecos_adjust_directory result)
  set(${result} ${ARGN})
endmacro()

macro(ecos_use_arm_elf_tools)
endmacro()

macro(ecos_use_i386_elf_tools)
endmacro()

macro(ecos_use_ppc_eabi_tools)
endmacro()
