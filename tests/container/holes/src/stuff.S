    .text
    .globl stuff
stuff:
    ret
    .section .note.GNU-stack,"",@progbits
