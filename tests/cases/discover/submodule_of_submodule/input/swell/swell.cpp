int swell;
