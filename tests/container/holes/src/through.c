/* Behind a link ".." leads elsewhere than the text says. */
#include "linked/inner.h"
int through = THROUGH;
