/* A raw text in some languages; a name and a text in this one, and another name behind them. */
#define R "r"
const char *rawless = R"(" VERSION ")";
