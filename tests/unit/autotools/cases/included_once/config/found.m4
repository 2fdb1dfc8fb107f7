dnl The name is not quoted: read a second time, it would be the value that is defined.
m4_define(part_mode, STOP_AT_FIRST)
m4_if(part_mode, [STOP_AT_FIRST], [m4_define([part_word], [first])], [m4_define([part_word], [any])])
