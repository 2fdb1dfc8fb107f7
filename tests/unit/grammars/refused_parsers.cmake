# cmake -D SOURCE=GRAMMARS_FOLDER -D WORK=FOLDER -P refused_parsers.cmake
#
# Configures grammars/ with parsers that it must refuse, and looks for the reason and the remedy in the
# message. Each case starts from the same small stand-in for node_modules, which is in order.

function(write_tree)
  file(REMOVE_RECURSE "${WORK}")
  file(COPY "${SOURCE}/CMakeLists.txt" "${SOURCE}/package.json" "${SOURCE}/cmake"
       DESTINATION "${WORK}/grammars")
  file(READ "${SOURCE}/package.json" pins)
  foreach(package tree-sitter-c tree-sitter-cpp)
    string(JSON version GET "${pins}" dependencies "${package}")
    set(folder "${WORK}/grammars/node_modules/${package}")
    file(WRITE "${folder}/package.json" "{\"version\": \"${version}\"}")
    file(WRITE "${folder}/src/parser.c" "#define LANGUAGE_VERSION 14\n")
  endforeach()
  file(WRITE "${WORK}/include/tree_sitter/api.h"
       "#define TREE_SITTER_LANGUAGE_VERSION 14\n"
       "#define TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION 13\n")
  file(WRITE "${WORK}/CMakeLists.txt"
       "cmake_minimum_required(VERSION 3.25)\nproject(refused LANGUAGES NONE)\n"
       "set(TREE_SITTER_INCLUDE_DIRS \"${WORK}/include\")\n"
       "set(XAAS_TREE_SITTER_HEADER \"${WORK}/include\")\n"
       "function(xaas_library)\nendfunction()\nfunction(target_link_libraries)\nendfunction()\n"
       "add_subdirectory(grammars)\nmessage(FATAL_ERROR \"parsers accepted\")\n")
endfunction()

# expect(CASE WORDS...): configuring must fail with a message that has all the words, in this order.
function(expect case)
  execute_process(COMMAND "${CMAKE_COMMAND}" -G Ninja -S "${WORK}" -B "${WORK}/build"
                  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE message)
  string(REGEX REPLACE "[ \n]+" " " message "${message}")
  list(JOIN ARGN ".*" pattern)
  if(status EQUAL 0 OR NOT message MATCHES "${pattern}")
    message(SEND_ERROR "${case}: expected a message with ${ARGN}, got status ${status}: ${message}")
  endif()
endfunction()

set(modules "${WORK}/grammars/node_modules")

write_tree()
expect("all in order" "parsers accepted")

file(REMOVE_RECURSE "${modules}")
expect("no node_modules" "tree-sitter-c is missing" "npm ci --ignore-scripts")

write_tree()
file(WRITE "${modules}/tree-sitter-cpp/package.json" "{\"version\": \"0.1.0\"}")
expect("another version" "tree-sitter-cpp 0.1.0, package.json asks for" "npm ci --ignore-scripts")

write_tree()
file(WRITE "${modules}/tree-sitter-c/src/parser.c" "#define LANGUAGE_VERSION 15\n")
expect("a newer ABI" "tree-sitter-c/src/parser.c has ABI 15" "only 13 to 14" "npm ci")

write_tree()
file(WRITE "${modules}/tree-sitter-cpp/src/parser.c" "#define LANGUAGE_VERSION 12\n")
expect("an older ABI" "tree-sitter-cpp/src/parser.c has ABI 12" "only 13 to 14" "npm ci")

write_tree()
file(WRITE "${modules}/tree-sitter-c/src/parser.c" "int none;\n")
expect("no ABI" "tree-sitter-c/src/parser.c: no line '#define LANGUAGE_VERSION NUMBER'")

write_tree()
file(WRITE "${WORK}/include/tree_sitter/api.h" "\n")
expect("no header" "api.h: no line '#define TREE_SITTER_LANGUAGE_VERSION NUMBER'")
