program brook
end program
