int kelp;
