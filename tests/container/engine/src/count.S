    .text
    .globl numbers_count
    .type numbers_count, @function
numbers_count:
    leaq 1(%rdi), %rax
    ret
    .size numbers_count, .-numbers_count
    .section .rodata
    .globl numbers_data_text
numbers_data_text:
    .asciz ENGINE_DATA
    .section .note.GNU-stack,"",@progbits
