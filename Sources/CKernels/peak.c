// The most that the integer kernels could reach: their inner step over and over on registers.

#include "avx512.h"

#if HAS_VECTOR_FORMS

#define CHAINS 12

VECTOR_TARGET static int dots_avx2(size_t rounds, int seed) {
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i x = _mm256_set1_epi8((char)(seed & 15)), sums[CHAINS];
#pragma clang loop unroll(full)
    for (int i = 0; i < CHAINS; i++) sums[i] = _mm256_set1_epi32(seed + i);
    for (size_t r = 0; r < rounds; r++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < CHAINS; i++) {
            __asm__("" : "+x"(x)); // as if it had changed, so that no product is left out
            __m256i products = _mm256_madd_epi16(_mm256_maddubs_epi16(x, x), ones);
            sums[i] = _mm256_add_epi32(sums[i], products);
        }
    }
    for (int i = 1; i < CHAINS; i++) sums[0] = _mm256_add_epi32(sums[0], sums[i]);
    return _mm256_extract_epi32(sums[0], 0);
}

VNNI_TARGET static int dots_vnni(size_t rounds, int seed) {
    __m512i x = _mm512_set1_epi8((char)(seed & 15)), sums[CHAINS];
#pragma clang loop unroll(full)
    for (int i = 0; i < CHAINS; i++) sums[i] = _mm512_set1_epi32(seed + i);
    for (size_t r = 0; r < rounds; r++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < CHAINS; i++) sums[i] = _mm512_dpbusd_epi32(sums[i], x, x);
    }
    for (int i = 1; i < CHAINS; i++) sums[0] = _mm512_add_epi32(sums[0], sums[i]);
    return _mm512_cvtsi512_si32(sums[0]);
}

#endif

size_t trellis_run_peak(size_t rounds, int seed, int *result) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vnni_kernels()) {
        *result = dots_vnni(rounds, seed);
        return rounds * CHAINS * 64 * 2;
    }
    if (trellis_has_vector_kernels()) {
        *result = dots_avx2(rounds, seed);
        return rounds * CHAINS * 32 * 2;
    }
#endif
    *result = seed;
    return 0;
}
