# The commands (FetchContent_Declare, ...) are the evaluator's own: it records what would be
# downloaded. Here is what a person can set.
option(FETCHCONTENT_FULLY_DISCONNECTED "Download nothing; sources are there already")
option(FETCHCONTENT_UPDATES_DISCONNECTED "Do not update what was downloaded before")
option(FETCHCONTENT_QUIET "Hide the output of downloads" ON)
set(FETCHCONTENT_BASE_DIR "${CMAKE_BINARY_DIR}/_deps" CACHE PATH
    "Where downloaded content is collected")
