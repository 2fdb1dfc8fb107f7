/* What a script of the shell writes into the makefile of the folder in which it is started, and
 * whether that is about the sources of a tree. */
#pragma once

#include "discover/tree.h"

/* The texts behind "cat > Makefile <<EOF", and the commands of one line with "> Makefile" or "> $X"
 * where X=Makefile, without comments. A makefile of another folder, "> runs/Makefile", is that of
 * what the script makes there. The caller frees it; NULL when the script writes none. */
char *written_makefile(const char *script);

/* How a makefile names the sources of a tree. */
typedef struct WrittenNames WrittenNames;
WrittenNames *written_names_of(const Tree *tree);
void written_names_free(WrittenNames *self);
/* Whether the text names one, "main.c", its object, "main.o", or all of a kind, ".F.f:", "%.c". */
gboolean written_names_sources(const WrittenNames *self, const char *text);
