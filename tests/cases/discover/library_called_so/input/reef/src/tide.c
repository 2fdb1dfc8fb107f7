int tide_here;
