# The targets Nightly, Experimental and Continuous, which CTest makes.
