int demo;
