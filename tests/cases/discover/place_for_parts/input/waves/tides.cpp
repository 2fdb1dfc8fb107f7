int tides;
