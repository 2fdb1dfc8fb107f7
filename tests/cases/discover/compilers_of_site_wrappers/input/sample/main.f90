program main
end program
