#if defined(__x86_64__)
    .globl answer
answer:
    movl $42, %eax
    ret
#elif defined(__aarch64__)
    .globl answer
answer:
    mov w0, #42
    ret
#endif
    .section .note.GNU-stack,"",%progbits
