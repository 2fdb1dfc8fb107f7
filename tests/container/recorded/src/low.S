    .text
    .globl forge_low
    .type forge_low, @function
forge_low:
#if defined __x86_64__
    leal 10(%rdi), %eax
    ret
#elif defined __aarch64__
    add w0, w0, #10
    ret
#endif
    .size forge_low, .-forge_low
    .section .note.GNU-stack,"",@progbits
