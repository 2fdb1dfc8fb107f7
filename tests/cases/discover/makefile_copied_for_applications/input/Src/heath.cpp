int heath;
