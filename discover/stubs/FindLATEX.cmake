# The TeX programs.
xaas_simple_package(LATEX LATEX_COMPILER ENTRIES LATEX_COMPILER)

# Each component is a program with a variable of its own.
foreach(_xaas_entry PDFLATEX:PDFLATEX_COMPILER XELATEX:XELATEX_COMPILER LUALATEX:LUALATEX_COMPILER
        BIBTEX:BIBTEX_COMPILER BIBER:BIBER_COMPILER MAKEINDEX:MAKEINDEX_COMPILER
        XINDY:XINDY_COMPILER DVIPS:DVIPS_CONVERTER DVIPDF:DVIPDF_CONVERTER PS2PDF:PS2PDF_CONVERTER
        PDFTOPS:PDFTOPS_CONVERTER LATEX2HTML:LATEX2HTML_CONVERTER HTLATEX:HTLATEX_COMPILER)
  string(REPLACE ":" ";" _xaas_entry "${_xaas_entry}")
  list(GET _xaas_entry 0 _xaas_component)
  list(GET _xaas_entry 1 _xaas_variable)
  xaas_flag(LATEX_${_xaas_component}_FOUND PACKAGE LATEX::${_xaas_component})
  if(LATEX_${_xaas_component}_FOUND)
    xaas_found_entry(LATEX::${_xaas_component} ${_xaas_variable})
  else()
    xaas_missing_entry(${_xaas_variable})
  endif()
endforeach()
xaas_require_components(LATEX ${LATEX_FIND_COMPONENTS})
