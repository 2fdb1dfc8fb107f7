#include "detail/ranges.h"
