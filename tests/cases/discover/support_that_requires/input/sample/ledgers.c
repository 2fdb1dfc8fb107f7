int ledgers(void);
