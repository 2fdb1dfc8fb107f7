/* What is a comment depends on the language, which is an old one here. */
int comments = 8 //* */ VALUE
;
