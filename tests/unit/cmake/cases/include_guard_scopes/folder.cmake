include_guard(DIRECTORY)
set(FOLDER "${FOLDER}x")
