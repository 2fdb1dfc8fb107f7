int hook(void);
