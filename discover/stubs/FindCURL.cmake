# The library that transfers files by URL.
xaas_simple_package(CURL CURL_INCLUDE_DIRS CURL_LIBRARIES CURL_LIBRARY
                    ENTRIES CURL_LIBRARY_RELEASE CURL_INCLUDE_DIR
                    VERSION CURL_VERSION CURL_VERSION_STRING
                    TARGETS CURL::libcurl)
xaas_components(CURL)
