/* The same tokens; what goes through memory for one CPU, where no vector is named any more, goes
 * through registers for another. */
typedef float Wide __attribute__((vector_size(32)));
struct Holder {
    Wide wide;
};
struct Holder turn(struct Holder given);
void memory(struct Holder *held) { *held = turn(*held); }
