/* The preprocessor leaves WIDTH as it is; the compiler replaces it. */
#pragma pack(push, WIDTH)
struct Packed {
    char small;
    double wide;
};
#pragma pack(pop)
unsigned long packed(void) { return sizeof(struct Packed); }
