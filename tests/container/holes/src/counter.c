int numbers[] = {__COUNTER__, __COUNTER__, __LINE__};
const char *texts[] = {__FILE__, __DATE__, __TIME__};
