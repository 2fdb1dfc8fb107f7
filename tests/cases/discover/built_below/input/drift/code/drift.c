int drift;
