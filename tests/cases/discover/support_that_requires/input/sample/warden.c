int warden(void);
