int tide(void);
