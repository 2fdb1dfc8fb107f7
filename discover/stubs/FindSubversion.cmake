# The svn program.
xaas_simple_package(Subversion ENTRIES Subversion_SVN_EXECUTABLE VERSION Subversion_VERSION_SVN)

# Facts about a checked-out folder: <prefix>_WC_REVISION and the like.
macro(subversion_wc_info folder prefix)
  foreach(_xaas_part URL ROOT REVISION INFO LAST_CHANGED_AUTHOR LAST_CHANGED_DATE LAST_CHANGED_REV)
    xaas_output_text(${prefix}_WC_${_xaas_part})
  endforeach()
endmacro()

macro(subversion_wc_log folder prefix)
  xaas_output_text(${prefix}_LAST_CHANGED_LOG)
endmacro()
