    .text
    .globl entry_value
    .type entry_value, @function
entry_value:
    subq $8, %rsp
    movl $21, %edi
    call called_back
    addq $8, %rsp
    ret
    .size entry_value, .-entry_value
    .section .note.GNU-stack,"",@progbits
