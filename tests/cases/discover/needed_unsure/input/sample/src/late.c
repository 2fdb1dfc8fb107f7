#include <curl/curl.h>
int late;
