// A style is what its file is called.
