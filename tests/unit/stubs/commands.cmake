# Every command that CMake documents for a module is defined by the module's stub, or is one of the
# evaluator's.
set(WORLD found)
include("${CMAKE_CURRENT_LIST_DIR}/world.cmake")
include("${STUBS}/prelude.cmake")
set(native fetchcontent_declare fetchcontent_makeavailable fetchcontent_populate
    fetchcontent_getproperties fetchcontent_setpopulated externalproject_add
    externalproject_add_step externalproject_add_steptargets externalproject_add_stepdependencies
    externalproject_get_property)
# On Windows only, through its registry.
set(left_out matlab_extract_all_installed_versions_from_registry
    matlab_get_all_valid_matlab_roots_from_registry)

file(GLOB files "${STUBS}/*.cmake")
foreach(file IN LISTS files)
  get_filename_component(subject "${file}" NAME_WE)
  if(subject MATCHES "^[A-Z]")
    include("${file}")
    execute_process(COMMAND ${CMAKE_COMMAND} --help-module ${subject} OUTPUT_VARIABLE help
                    ERROR_QUIET)
    string(REGEX MATCHALL "\\.\\. command:: [A-Za-z0-9_]+" commands "${help}")
    foreach(command IN LISTS commands)
      string(REGEX REPLACE ".* " "" command "${command}")
      string(TOLOWER "${command}" command)
      if(NOT command IN_LIST native AND NOT command IN_LIST left_out)
        expect(COMMAND ${command})
      endif()
    endforeach()
  endif()
endforeach()
