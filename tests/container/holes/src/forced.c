int forced(void) { return VALUE_IS; }
