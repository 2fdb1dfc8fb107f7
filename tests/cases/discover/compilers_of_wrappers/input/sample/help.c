int help;
