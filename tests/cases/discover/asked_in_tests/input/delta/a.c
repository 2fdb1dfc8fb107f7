int a = TILE;
