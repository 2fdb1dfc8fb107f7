int waves;
