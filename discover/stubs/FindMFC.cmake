# Microsoft Foundation Classes: a part of Visual Studio.
if(MSVC)
  xaas_flag(MFC_FOUND PACKAGE MFC)
else()
  set(MFC_FOUND NO)
endif()
