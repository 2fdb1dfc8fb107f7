int forge_anvil(int blows);
int forge_kernel(int blows);
int forge_low(int blows);
int forge_ring(int blows);
