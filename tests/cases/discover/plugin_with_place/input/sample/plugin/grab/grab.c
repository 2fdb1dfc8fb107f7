int grab(void);
