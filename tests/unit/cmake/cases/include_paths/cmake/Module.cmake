option(FROM_MODULE "" OFF)
include(nested/inner)
