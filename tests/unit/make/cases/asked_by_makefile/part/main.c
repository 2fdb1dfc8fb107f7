int main(void) { return WIDTH + RCP; }
