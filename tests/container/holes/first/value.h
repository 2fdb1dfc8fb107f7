#define VALUE_IS 1
