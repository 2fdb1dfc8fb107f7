subroutine force
