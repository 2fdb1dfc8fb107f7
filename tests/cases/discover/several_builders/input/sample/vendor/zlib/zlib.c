int zlib;
