# Images.
xaas_simple_package(DevIL
                    ENTRIES IL_LIBRARIES ILU_LIBRARIES ILUT_LIBRARIES IL_INCLUDE_DIR
                    TARGETS DevIL::IL DevIL::ILU DevIL::ILUT)
