#define VALUE_IS 2
