#include "tests/unit/cmake/random_commands.h"

const char *const random_commands[] = {
    "list(FILTER @1 INCLUDE REGEX \"a|x\")\n", "list(FILTER @1 EXCLUDE REGEX \"^b\")\n",
    "if(DEFINED @1)\nlist(SORT @1)\nendif()\n", "if(DEFINED @1)\nlist(REVERSE @1)\nendif()\n",
    "if(DEFINED @1)\nlist(REMOVE_DUPLICATES @1)\nendif()\n", "list(TRANSFORM @1 PREPEND p)\n",
    "list(TRANSFORM @1 TOUPPER OUTPUT_VARIABLE @2)\n",
    "list(TRANSFORM @1 REPLACE \"(a)\" \"\\\\1q\")\n", "list(PREPEND @1 \"${@2}\")\n",
    "list(LENGTH @1 n)\n", "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(GET @1 0 @2)\nendif()\n",
    "list(LENGTH @1 n)\nif(n GREATER 1)\nlist(REMOVE_AT @1 -1)\nendif()\n", "list(FIND @1 a n)\n",
    "list(JOIN @1 - @2)\n", "list(POP_FRONT @1 @2)\n", "list(POP_BACK @1)\n",
    "string(REPLACE a q @1 \"${@2}\")\n",
    "string(REGEX REPLACE \"([ab])x?\" \"<\\\\1>\" @1 \"${@2}\")\n",
    "string(REGEX MATCH \"a|x.\" @1 \"${@2}\")\n",
    "string(REGEX MATCHALL \"[a-c]\" @1 \"${@2}\")\n", "string(TOUPPER \"${@2}\" @1)\n",
    "string(LENGTH \"${@2}\" n)\n", "string(CONCAT @1 \"${@2}\" \"${n}\")\n",
    "string(PREPEND @1 \"${@2}\")\n", "string(JOIN \"-\" @1 ${@2} z)\n",
    "string(COMPARE EQUAL \"${@1}\" \"${@2}\" @1)\n", "string(CONFIGURE \"@w@\" @1 @ONLY)\n",
    "math(EXPR n \"${n} * 2 + 1\")\n",
    "cmake_path(APPEND p@n \"${@2}\" a.b)\ncmake_path(GET p@n STEM @1)\n",
    "get_filename_component(@1 \"d/${@2}.c\" NAME_WE)\n", "cmake_language(CALL set @1 ${@2})\n",
    "cmake_language(EVAL CODE \"set(@1 \\${@2})\")\n", "set(c \"${@1}\" CACHE INTERNAL \"\")\n",
    "set(@1 \"${@2}\" CACHE INTERNAL \"\")\n", "unset(@1 CACHE)\n", "set(@1 ${c})\n", "set(D ON)\n",
    "option(D \"\" OFF)\n",
    "set_property(GLOBAL APPEND PROPERTY P ${@1})\nget_property(@2 GLOBAL PROPERTY P)\n",
    "get_property(@1 GLOBAL PROPERTY P SET)\n", "set(ENV{XAAS_TEST} \"${@1}\")\n",
    "set(@1 \"$ENV{XAAS_TEST}\")\n", "if(COMMAND g)\ng(${@1})\nendif()\n",
    "macro(g)\nset(@1 \"g${ARGN}\")\nendmacro()\n",
    "separate_arguments(@1 UNIX_COMMAND \"${@2} b\")\n", "separate_arguments(@1)\n",
    "list(APPEND @1)\n",
    "if(DEFINED @1)\nlist(SORT @1 COMPARE NATURAL ORDER DESCENDING)\nendif()\n",
    "if(DEFINED @1)\nlist(SORT @1 CASE INSENSITIVE)\nendif()\n",
    "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(SUBLIST @1 0 1 @2)\nendif()\n",
    "list(LENGTH @1 n)\nif(n GREATER 1)\nlist(SUBLIST @1 1 -1 @2)\nendif()\n",
    "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(TRANSFORM @1 APPEND s AT 0)\nendif()\n",
    "list(LENGTH @1 n)\nif(n GREATER 1)\nlist(TRANSFORM @1 TOUPPER FOR 0 1)\nendif()\n",
    "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(INSERT @1 -1 q \"${@2}\")\nendif()\n",
    "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(GET @1 -1 0 @2)\nendif()\n",
    "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(REMOVE_AT @1 0 -1)\nendif()\n",
    "list(TRANSFORM @1 TOLOWER REGEX \"[AX]\")\n", "list(TRANSFORM @1 STRIP)\n",
    "list(TRANSFORM @1 REPLACE \"^a\" \"z\" REGEX \"a|b\" OUTPUT_VARIABLE @2)\n",
    "list(REMOVE_ITEM @1 a ${@2})\n",
    "list(FILTER @1 INCLUDE REGEX \"(a)(.)?$\")\nset(@2 \"${CMAKE_MATCH_1}\")\n",
    "list(POP_BACK @1 @2 t)\nset(@1 \"${t}${@1}\")\n",
    "string(REGEX MATCHALL \"(a|b)+\" @1 \"${@2}\")\n",
    "string(REGEX REPLACE \"^(.)(.*)$\" \"\\\\2\\\\1\" @1 \"${@2}\")\n",
    "string(REGEX REPLACE \"b+\" \"-\" @1 \"${@2}z\")\n",
    "string(REGEX REPLACE \"^a\" \"\" @1 \"${@2}\")\n",
    "string(REGEX REPLACE \"[^;a]+\" \"n\" @1 ${@2} \"x\")\n",
    "string(REGEX MATCH \"([^a]+)(a)?\" @1 \"${@2}\")\nset(@2 "
    "\"${CMAKE_MATCH_COUNT}${CMAKE_MATCH_2}\")\n",
    "if(\"${@1}\" MATCHES \"(.)(x)?\")\nset(@2 "
    "\"${CMAKE_MATCH_1}-${CMAKE_MATCH_2}-${CMAKE_MATCH_COUNT}\")\nendif()\n",
    "if(@1 MATCHES \"^(${@2})\")\nset(@2 \"<${CMAKE_MATCH_1}>\")\nendif()\n",
    "string(FIND \"${@1}\" \"a\" n)\n", "string(FIND \"${@1}\" \";\" n REVERSE)\n",
    "string(STRIP \" ${@1} \" @2)\n", "string(REPEAT \"${@1}\" 2 @2)\n",
    "string(HEX \"${@1}\" @2)\n", "string(MAKE_C_IDENTIFIER \"${@1}-${n}\" @2)\n",
    "string(GENEX_STRIP \"${@1}$<1:${@2}>b\" @2)\n",
    "string(MD5 t \"${@1}\")\nstring(SUBSTRING \"${t}\" 0 3 @2)\n",
    "string(SUBSTRING \"${@1}ab\" 1 -1 @2)\n", "string(COMPARE LESS \"${@1}\" \"${@2}\" @1)\n",
    "string(REPLACE \"${@1}b\" \"\" @2 \"${@2}b\" ${@1})\n",
    "string(TOLOWER \"${@2}\" @1)\nstring(ASCII 65 59 66 t)\nlist(APPEND @1 ${t})\n",
    "string(JSON @1 ERROR_VARIABLE t GET [[{\"a\": [1, \"b;c\"], \"x\": {\"y\": true}}]] ${@2} "
    "a 1)\n",
    "string(JSON @1 ERROR_VARIABLE t MEMBER [[{\"a\": [1, \"b\"], \"x\": 2}]] 1)\n",
    "string(JSON t SET [[{\"a\": []}]] a 0 \"\\\"${@1}\\\"\")\nstring(JSON n LENGTH \"${t}\" "
    "a)\n",
    "math(EXPR n \"(${n} << 2) % 7\")\n",
    "math(EXPR t \"${n} + 250\" OUTPUT_FORMAT HEXADECIMAL)\nset(@1 ${t})\n",
    "cmake_path(SET p@n NORMALIZE \"q/../${@2}/./r.s.t\")\ncmake_path(GET p@n EXTENSION "
    "LAST_ONLY @1)\nset(@2 ${p@n})\n",
    "cmake_path(SET p@n \"${@2}/r.s\")\ncmake_path(REPLACE_EXTENSION p@n \"${@1}.c\" "
    "OUTPUT_VARIABLE @1)\n",
    "get_filename_component(@1 \"/d/../${@2}.c.h\" NAME_WLE)\n",
    "get_filename_component(@1 \"/d/../e/${@2}\" DIRECTORY)\n",
    "set(c \"${@1}\" CACHE STRING \"\" FORCE)\n", "set(@1 \"$CACHE{c}${@2}\")\n",
    "set(@1 [==[${@2};]] \\;x]==])\nlist(LENGTH @1 n)\n",
    "set(@1 a\\;b \"c\\;${@2}\")\nlist(LENGTH @1 n)\n", "set(@1 \"${@2}\" PARENT_SCOPE)\n",
    "set(@1)\n", "unset(ENV{XAAS_TEST})\n", "get_property(@1 VARIABLE PROPERTY @2)\n",
    "set_property(GLOBAL APPEND_STRING PROPERTY P \"${@1}\")\nget_property(@2 GLOBAL PROPERTY "
    "P)\n",
    "set_property(GLOBAL PROPERTY P)\n",
    "cmake_language(EVAL CODE \"list(APPEND @1 [===[${@2}]===])\n\" \"set(t "
    "[===[\\${@1}]===])\")\n",
    "set(q@n cmake_language)\ncmake_language(CALL \"${q@n}\" CALL string APPEND @1 "
    "\"${@2}\")\n",
    /* What a macro does with the names of its arguments. */
    "macro(h@n p)\nset(@1 \"${p}-${ARGC}-${ARGV0}-${ARGN}\")\nif(DEFINED p)\nset(@2 "
    "d)\nendif()\n"
    "endmacro()\nh@n(${@2} 7)\n",
    "macro(h@n)\nset(t)\nforeach(x IN LISTS ARGN)\nlist(APPEND t \"<${x}>\")\nendforeach()\n"
    "set(@1 ${t})\nendmacro()\nh@n(a ${@2})\n",
    "macro(h@n)\nset(t)\nforeach(x ${ARGN})\nlist(APPEND t \"<${x}>\")\nendforeach()\n"
    "set(@1 ${t})\nendmacro()\nh@n(a \"${@2}\" \"\")\n",
    "macro(h@n a)\nmacro(k@n b)\nset(@1 \"${a}+${b}+${ARGV0}\")\nendmacro()\nk@n(\"${@2}\" 5)\n"
    "endmacro()\nh@n(\"x${@1}\")\n",
    "macro(h@n a)\nset(${a} \"${${a}}2\" c)\nendmacro()\nh@n(@1)\n",
    "macro(h@n a)\nif(\"${a}\" STREQUAL \"${@2}\" AND ARGC)\nset(@1 "
    "same)\nendif()\nendmacro()\n"
    "h@n(\"${@1}\")\n",
    "function(k@n a)\nset(ARGV0 q)\nset(@1 \"${a}${ARGV0}${ARGV1}|${ARGV}|${ARGC}\" "
    "PARENT_SCOPE)\n"
    "endfunction()\nk@n(\"${@2}\" ${@1} [[;]])\n",
    "function(k@n)\ncmake_parse_arguments(PARSE_ARGV 1 P \"F;G\" \"ONE\" \"MANY\")\n"
    "set(@1 \"${P_F}/${P_ONE}/${P_MANY}/${P_UNPARSED_ARGUMENTS}/${P_KEYWORDS_MISSING_VALUES}\""
    " PARENT_SCOPE)\nif(DEFINED P_ONE)\nset(@2 o PARENT_SCOPE)\nendif()\nendfunction()\n"
    "k@n(z G \"${@2}\" MANY ${@1} \"p;q\" ONE)\n",
    "function(k@n)\ncmake_parse_arguments(P \"F\" \"ONE\" \"MANY\" ${ARGN})\n"
    "set(@1 \"${P_F}/${P_ONE}/${P_MANY}/${P_UNPARSED_ARGUMENTS}\" "
    "PARENT_SCOPE)\nendfunction()\n"
    "k@n(${@2} MANY \"${@1}\" 3 ONE \"\" F z)\n",
    "function(k@n a b)\nset(@1 \"${a}/${b}/${ARGN}\" PARENT_SCOPE)\nendfunction()\n"
    "k@n(${@2} 7 ${@1} 8)\n",
    "macro(h@n a)\nset(@1 \"${a}/${ARGV1}\")\nendmacro()\nh@n(${@2} ${@1} z)\n",
    "set(ENV{XAAS_TEST} \"${@1}\")\nset(@2 \"<$ENV{XAAS_TEST}>\")\n",
    "if(EXISTS @f)\nfile(STRINGS @f @1 LENGTH_MINIMUM 2)\nfile(READ @f @2 OFFSET 1 LIMIT 2)\n"
    "file(READ @f t HEX)\nfile(SIZE @f n)\nset(@2 \"${@2}${t}\")\nendif()\n",
    "file(GLOB_RECURSE t LIST_DIRECTORIES true RELATIVE \"${CMAKE_CURRENT_BINARY_DIR}/d\" "
    "\"${CMAKE_CURRENT_BINARY_DIR}/[a-d]*\")\nset(@1 \"${t}\")\n",
    "cmake_policy(PUSH)\ncmake_policy(SET CMP0054 OLD)\nif(\"${@2}\" STREQUAL \"a\" OR "
    "\"@1\")\n"
    "set(@1 old)\nendif()\ncmake_policy(POP)\n",
    "if(\"${@1}\" LESS 2 OR \"4.8.${n}\" EQUAL 4.8)\nset(@2 \"${n}l\")\nendif()\n",
    "function(k@n)\nset(@1 \"${@2}k\")\nset(@2)\nreturn(PROPAGATE @1 "
    "@2)\nendfunction()\nk@n()\n",
    /* Files that the program writes itself. */
    "file(WRITE @f \"${@1}\")\n", "file(WRITE @f ${@1} \"\\n${@2}\\n\\nz\")\n",
    "file(APPEND @f \"${@2};z\\n\")\n", "file(TOUCH ${CMAKE_CURRENT_BINARY_DIR}/a.txt)\n",
    "file(REMOVE @f)\n", "file(MAKE_DIRECTORY \"${CMAKE_CURRENT_BINARY_DIR}/d\")\n",
    "file(REMOVE_RECURSE \"${CMAKE_CURRENT_BINARY_DIR}/d\")\n",
    "if(EXISTS @f)\nfile(READ @f @1)\nelse()\nset(@1 none)\nendif()\n",
    "if(EXISTS @f)\nfile(STRINGS @f @1)\nlist(LENGTH @1 n)\nendif()\n",
    "if(EXISTS @f)\nfile(STRINGS @f @1 REGEX \"a|z\")\nendif()\n",
    "if(EXISTS @f)\nfile(RENAME @f \"${CMAKE_CURRENT_BINARY_DIR}/e.txt\")\n"
    "file(READ \"${CMAKE_CURRENT_BINARY_DIR}/e.txt\" @1)\nendif()\n",
    "if(EXISTS @f)\nconfigure_file(@f \"${CMAKE_CURRENT_BINARY_DIR}/h.txt\" "
    "COPYONLY)\nendif()\n"
    "if(EXISTS \"${CMAKE_CURRENT_BINARY_DIR}/h.txt\")\n"
    "file(READ \"${CMAKE_CURRENT_BINARY_DIR}/h.txt\" @1)\nendif()\n",
    "if(EXISTS @f)\nfile(COPY @f DESTINATION \"${CMAKE_CURRENT_BINARY_DIR}/copies\")\n"
    "file(GLOB t RELATIVE \"${CMAKE_CURRENT_BINARY_DIR}/copies\""
    " \"${CMAKE_CURRENT_BINARY_DIR}/copies/*.txt\")\nset(@1 ${t})\nendif()\n",
    "file(CONFIGURE OUTPUT \"${CMAKE_CURRENT_BINARY_DIR}/i@n.txt\" CONTENT \"<@w@${v}>\\n\" "
    "@ONLY)\n"
    "file(READ \"${CMAKE_CURRENT_BINARY_DIR}/i@n.txt\" @1)\n",
    "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/x@n.cmake\" \"set(@1 [===[${@2}]===])\\n\")\n"
    "include(\"${CMAKE_CURRENT_BINARY_DIR}/x@n.cmake\")\n",
    "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/y.cmake\" \"include_guard(GLOBAL)\\nlist(APPEND "
    "@1 guarded)\\n\")\n"
    "include(\"${CMAKE_CURRENT_BINARY_DIR}/y.cmake\")\n",
    "if(v)\nfile(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/z.cmake\" \"get_filename_component(@1 "
    "\\\"\\${CMAKE_CURRENT_LIST_FILE}\\\" NAME)\\nset(@2 [===[${@1}]===] "
    "PARENT_SCOPE)\\n\")\nendif()\n"
    "include(\"${CMAKE_CURRENT_BINARY_DIR}/z.cmake\" OPTIONAL RESULT_VARIABLE t)\n"
    "if(t)\nget_filename_component(@2 \"${t}\" NAME)\nendif()\n"};

const guint random_command_count = G_N_ELEMENTS(random_commands);
