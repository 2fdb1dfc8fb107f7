module interface_of_brook
end module
