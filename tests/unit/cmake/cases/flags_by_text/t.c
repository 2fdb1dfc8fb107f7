int t;
