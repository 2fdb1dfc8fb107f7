/* The same tokens; how the vectors are passed depends on the CPU. */
typedef float Wide __attribute__((vector_size(32)));
Wide wide(Wide a, Wide b) { return a + b; }
