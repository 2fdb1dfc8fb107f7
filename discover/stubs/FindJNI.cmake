# C code for Java.
include("${CMAKE_CURRENT_LIST_DIR}/CheckSourceCompiles.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CMakePushCheckState.cmake")
xaas_simple_package(JNI JNI_INCLUDE_DIRS JNI_LIBRARIES
                    ENTRIES JAVA_AWT_LIBRARY JAVA_JVM_LIBRARY JAVA_INCLUDE_PATH JAVA_INCLUDE_PATH2
                            JAVA_AWT_INCLUDE_PATH
                    TARGETS JNI::JNI)
xaas_components(JNI TARGETS)
