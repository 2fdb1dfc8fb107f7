# Messages about the platform.
