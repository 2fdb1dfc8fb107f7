int reef_here;
