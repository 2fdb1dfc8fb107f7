# The Google test framework.
xaas_simple_package(GTest GTEST_INCLUDE_DIRS GTEST_LIBRARIES GTEST_MAIN_LIBRARIES
                    GTEST_BOTH_LIBRARIES
                    ENTRIES GTEST_LIBRARY GTEST_MAIN_LIBRARY GTEST_INCLUDE_DIR
                    VERSION GTest_VERSION GTest_VERSION_MAJOR GTest_VERSION_MINOR
                            GTest_VERSION_PATCH
                    TARGETS GTest::gtest GTest::gtest_main GTest::GTest GTest::Main GTest::gmock
                            GTest::gmock_main)

include(GoogleTest)
