int tide;
