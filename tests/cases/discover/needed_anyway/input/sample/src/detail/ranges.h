#include <boost/range.hpp>
