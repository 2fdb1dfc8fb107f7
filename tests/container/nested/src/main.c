#include <stdio.h>

#define TEXT(...) TEXT_OF(__VA_ARGS__)
#define TEXT_OF(...) #__VA_ARGS__

int main(void)
{
    return puts(TEXT(PAIR)) < 0;
}
