program main; end program
