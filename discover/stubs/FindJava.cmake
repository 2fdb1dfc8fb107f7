# The Java programs.
xaas_simple_package(Java
                    ENTRIES Java_JAVA_EXECUTABLE Java_JAVAC_EXECUTABLE Java_JAR_EXECUTABLE
                            Java_JAVADOC_EXECUTABLE Java_JAVAH_EXECUTABLE Java_IDLJ_EXECUTABLE
                            Java_JARSIGNER_EXECUTABLE
                    VERSION Java_VERSION Java_VERSION_STRING Java_VERSION_MAJOR Java_VERSION_MINOR
                            Java_VERSION_PATCH Java_VERSION_TWEAK)

xaas_components(Java)
# Old names.
set(JAVA_RUNTIME "${Java_JAVA_EXECUTABLE}")
set(JAVA_ARCHIVE "${Java_JAR_EXECUTABLE}")
set(JAVA_COMPILE "${Java_JAVAC_EXECUTABLE}")
