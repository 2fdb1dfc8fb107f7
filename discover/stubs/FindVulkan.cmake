# Vulkan headers and loader.
xaas_simple_package(Vulkan Vulkan_INCLUDE_DIRS Vulkan_LIBRARIES
                    ENTRIES Vulkan_LIBRARY Vulkan_INCLUDE_DIR
                    VERSION Vulkan_VERSION
                    TARGETS Vulkan::Vulkan Vulkan::Headers)

xaas_program(Vulkan_GLSLC_EXECUTABLE Vulkan)
xaas_program(Vulkan_GLSLANG_VALIDATOR_EXECUTABLE Vulkan)
xaas_components(Vulkan TARGETS)
