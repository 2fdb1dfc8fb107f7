    .text
    no_such_instruction
