int reeve(void);
