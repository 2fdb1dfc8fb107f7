int bus_here;
