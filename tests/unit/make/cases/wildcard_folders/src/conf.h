#define CONF
