%.o: %.f
	$(FC) $(FFLAGS) -c $<
