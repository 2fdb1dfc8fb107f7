void coral(void);
