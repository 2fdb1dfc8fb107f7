# The commands (ExternalProject_Add, ...) are the evaluator's own: it records what would be
# downloaded.
