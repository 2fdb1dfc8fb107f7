#include <curl/curl.h>
int send;
