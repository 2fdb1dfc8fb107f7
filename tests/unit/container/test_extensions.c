/* Which features instructions of x86 need: the knowledge that LLVM's decoder does not have. What is
 * expected was checked with an assembler that refuses what a processor lacks. */
#include "container/audit/extensions.h"
#include <string.h>

static const struct {
    const char *bytes;
    const char *needed; /* in the order of the rows */
} instructions[] = {
    /* vmovshdup, which is not vmovsh */
    {"\x62\xf1\x7e\x48\x16\xd1", "avx512f"},
    {"\x62\xb5\x6e\x08\x10\xd9", "avx512f avx512fp16"},
    /* vcvtps2ph, which is not vcvtps2phx */
    {"\x62\xf3\x7d\x48\x1d\xca\x04", "avx512f"},
    {"\x62\xe3\x7d\x08\x1d\xca\x04", "avx512f avx512vl"},
    {"\x62\xf5\x7d\x48\x1d\xd1", "avx512f avx512fp16"},
    /* vcvtsi2sh, vaddph */
    {"\x62\xf5\xf6\x08\x2a\xd0", "avx512f avx512fp16"},
    {"\x62\xf5\x6c\x48\x58\xd9", "avx512f avx512fp16"},
    /* vmovlhps has one width; vaddps has several */
    {"\x62\xb1\x6c\x08\x16\xd9", "avx512f"},
    {"\x62\xb1\x6c\x08\x58\xd9", "avx512f avx512vl"},
    /* vcvtph2qq, vcvtqq2ps */
    {"\x62\xf5\x7d\x48\x7b\xd1", "avx512f avx512fp16"},
    {"\x62\xf1\xfc\x48\x5b\xd1", "avx512f avx512dq"},
    /* multiply and add with three operands, and with four */
    {"\xc4\xe2\x6d\xb8\xd9", "avx fma"},
    {"\xc4\xe3\xe1\x68\xe1\x20", "avx fma4"},
    /* vphaddwq, vpmadd52luq without AVX-512 */
    {"\x8f\xe9\x78\xc7\xd1", "xop"},
    {"\xc4\xe2\xe9\xb4\xd9", "avx avxifma"},
};

static void test_x86(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Extensions) extensions =
        extensions_new(XAAS_SOURCE_ROOT "/container/knowledge", "x86_64-pc-linux-gnu", &error);
    g_assert_no_error(error);
    for (gsize i = 0; i < G_N_ELEMENTS(instructions); i++) {
        const guint8 *bytes = (const guint8 *)instructions[i].bytes;
        gsize length = strlen(instructions[i].bytes);
        Instruction result;
        extensions_decode(extensions, bytes, length, &result);
        g_assert_cmpuint(result.length, ==, length);
        g_autoptr(GString) needed = g_string_new(NULL);
        for (guint k = 0; k < result.needed->len; k++) {
            g_string_append_printf(needed, "%s%s", k > 0 ? " " : "",
                                   (const char *)result.needed->pdata[k]);
        }
        g_test_message("instruction %" G_GSIZE_FORMAT, i);
        g_assert_cmpstr(needed->str, ==, instructions[i].needed);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/extensions/x86", test_x86);
    return g_test_run();
}
