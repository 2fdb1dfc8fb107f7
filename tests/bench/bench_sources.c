/* bench_sources FOLDER [JOBS [ROUNDS]]: how fast the walk and the source scan are, with a set of
 * patterns of about the size of the knowledge files. The best round of each is told. */
#include "discover/sources/source_index.h"
#include <stdio.h>
#include <stdlib.h>

/* Sample patterns that occur in HPC sources; what they are called does not matter here. */
static const char *const headers[] = {"mpi.h",  "omp.h", "cuda*",  "hip/",       "CL/",
                                      "fftw3*", "mkl*",  "cblas*", "immintrin.h"};
static const char *const pragmas[] = {"omp", "acc", "omp target", "ivdep", "unroll"};
static const char *const identifiers[] = {
    "_mm_*",       "_mm256_*",      "_mm512_*",
    "vld1q_*",     "vaddq_*",       "svadd_*",
    "vec_ld",      "vec_xl",        "cblas_*",
    "LAPACKE_*",   "dgemm_",        "sgemm_",
    "MPI_Init*",   "MPI_Send*",     "MPI_Recv*",
    "MPI_Bcast",   "MPI_Allreduce", "MPI_Comm_*",
    "omp_get_*",   "omp_set_*",     "cudaMalloc*",
    "cudaMemcpy*", "cudaStream_t",  "cublas*",
    "cufft*",      "cusparse*",     "cusolver*",
    "hipMalloc*",  "hipMemcpy*",    "hipLaunch*",
    "rocblas_*",   "rocfft_*",      "hipfft*",
    "clCreate*",   "clEnqueue*",    "sycl*",
    "fftw_*",      "fftwf_*",       "Dfti*",
    "mkl_*",       "pthread_*",     "tbb*",
    "H5F*",        "H5D*",          "nc_open*",
    "ncmpi_*",     "adios2_*",      "hwloc_*",
    "numa_*",      "__rdtsc*",      "__builtin_prefetch",
    "ncclAll*",    "nvtx*",         "papi_*",
};

static GHashTable *table_of(const char *const *texts, gsize count)
{
    GHashTable *table = g_hash_table_new(g_str_hash, g_str_equal);
    for (gsize i = 0; i < count; i++) {
        g_hash_table_insert(table, (gpointer)texts[i], (gpointer)texts[i]);
    }
    return table;
}

static double seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static int bench(const char *folder, guint jobs, guint rounds)
{
    g_autoptr(GHashTable) header_table = table_of(headers, G_N_ELEMENTS(headers));
    g_autoptr(GHashTable) pragma_table = table_of(pragmas, G_N_ELEMENTS(pragmas));
    g_autoptr(GHashTable) word_table = table_of(identifiers, G_N_ELEMENTS(identifiers));
    const SourcePatterns patterns = {header_table, pragma_table, word_table};
    const SourceScanOptions options = {.jobs = jobs, .patterns = &patterns};
    double walk = G_MAXDOUBLE;
    double scan = G_MAXDOUBLE;
    for (guint round = 0; round < rounds; round++) {
        g_autoptr(Diagnostics) diagnostics = diagnostics_new();
        g_autoptr(GError) error = NULL;
        gint64 start = g_get_monotonic_time();
        g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
        if (tree == NULL) {
            fprintf(stderr, "bench_sources: %s\n", error->message);
            return EXIT_FAILURE;
        }
        walk = MIN(walk, seconds_since(start));
        start = g_get_monotonic_time();
        g_autoptr(SourceIndex) index = source_index_scan(tree, &options, diagnostics);
        scan = MIN(scan, seconds_since(start));
        if (round + 1 < rounds) {
            continue;
        }
        double bytes = 0;
        guint64 lines = 0;
        const GPtrArray *files = source_index_files(index);
        for (guint i = 0; i < files->len; i++) {
            bytes += (double)((const TreeFile *)g_ptr_array_index(files, i))->size;
            lines += source_index_lines(index, i);
        }
        g_autoptr(GPtrArray) macros = source_index_macros(index);
        printf("walk %6.1f ms  %u files\n", walk * 1e3, tree_files(tree)->len);
        printf("scan %6.1f ms  %u sources, %.1f MB, %" G_GUINT64_FORMAT
               " lines: %.0f MB/s; %u macros, %u hits, %u diagnostics\n",
               scan * 1e3, files->len, bytes / 1e6, lines, bytes / 1e6 / scan, macros->len,
               source_index_hits(index)->len, diagnostics_list(diagnostics)->len);
    }
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: bench_sources FOLDER [JOBS [ROUNDS]]\n");
        return 2;
    }
    guint jobs = argc > 2 ? (guint)strtoul(argv[2], NULL, 10) : 0;
    guint rounds = argc > 3 ? (guint)strtoul(argv[3], NULL, 10) : 5;
    return bench(argv[1], jobs, MAX(rounds, 1));
}
