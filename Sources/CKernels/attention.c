// Attention of one query head over the cached keys and values, in 32-bit floats.

#include "avx2.h"

#if HAS_VECTOR_FORMS

VECTOR_INLINE __m256 load_cached(bool halves, const void *p, size_t index) {
    return halves ? load_half8((const uint16_t *)p + index) : _mm256_loadu_ps((const float *)p + index);
}

/// `dimension` is a multiple of 8.
VECTOR_INLINE void attend(
    bool halves, const float *query, const void *keys, const void *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output) {
    size_t p = 0;
    for (; p + 4 <= length; p += 4) {
        __m256 sums[4] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
        for (size_t i = 0; i < dimension; i += 8) {
            __m256 q = _mm256_loadu_ps(query + i);
#pragma clang loop unroll(full)
            for (int k = 0; k < 4; k++) {
                sums[k] = _mm256_fmadd_ps(q, load_cached(halves, keys, (p + (size_t)k) * dimension + i), sums[k]);
            }
        }
        __m256 pairs = _mm256_hadd_ps(_mm256_hadd_ps(sums[0], sums[1]), _mm256_hadd_ps(sums[2], sums[3]));
        _mm_storeu_ps(scores + p, _mm_add_ps(_mm256_castps256_ps128(pairs), _mm256_extractf128_ps(pairs, 1)));
    }
    for (; p < length; p++) {
        __m256 sum = _mm256_setzero_ps();
        for (size_t i = 0; i < dimension; i += 8) {
            sum = _mm256_fmadd_ps(_mm256_loadu_ps(query + i), load_cached(halves, keys, p * dimension + i), sum);
        }
        scores[p] = sum_lanes(sum);
    }
    trellis_softmax(scores, length, rule);
    size_t i = 0;
    for (; i + 64 <= dimension; i += 64) { // 64 elements of the output stay in registers
        __m256 sums[8];
        for (int k = 0; k < 8; k++) sums[k] = _mm256_setzero_ps();
        for (p = 0; p < length; p++) {
            __m256 weight = _mm256_broadcast_ss(scores + p);
#pragma clang loop unroll(full)
            for (int k = 0; k < 8; k++) {
                sums[k] = _mm256_fmadd_ps(weight, load_cached(halves, values, p * dimension + i + 8 * (size_t)k), sums[k]);
            }
        }
        for (int k = 0; k < 8; k++) _mm256_storeu_ps(output + i + 8 * k, sums[k]);
    }
    for (; i < dimension; i += 8) {
        __m256 sum = _mm256_setzero_ps();
        for (p = 0; p < length; p++) {
            sum = _mm256_fmadd_ps(_mm256_broadcast_ss(scores + p), load_cached(halves, values, p * dimension + i), sum);
        }
        _mm256_storeu_ps(output + i, sum);
    }
}

VECTOR_TARGET static void attend_f16(
    const float *query, const uint16_t *keys, const uint16_t *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output) {
    attend(true, query, keys, values, length, dimension, rule, scores, output);
}

VECTOR_TARGET static void attend_f32(
    const float *query, const float *keys, const float *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output) {
    attend(false, query, keys, values, length, dimension, rule, scores, output);
}

/// The 32 values of a block as floats, without its scale.
VECTOR_INLINE void load_block(const block_q8_0 *block, __m256 values[4]) {
    for (int k = 0; k < 4; k++) {
        __m128i eight = _mm_loadl_epi64((const __m128i *)(block->values + 8 * k));
        values[k] = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(eight));
    }
}

VECTOR_TARGET static void attend_q8_0(
    const float *query, const block_q8_0 *keys, const block_q8_0 *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output) {
    const size_t block_count = dimension / BLOCK;
    for (size_t p = 0; p < length; p++) {
        __m256 sum = _mm256_setzero_ps();
        for (size_t b = 0; b < block_count; b++) {
            const block_q8_0 *block = keys + p * block_count + b;
            __m256 key[4];
            load_block(block, key);
            __m256 products = _mm256_mul_ps(key[0], _mm256_loadu_ps(query + b * BLOCK));
            for (int k = 1; k < 4; k++) {
                products = _mm256_fmadd_ps(key[k], _mm256_loadu_ps(query + b * BLOCK + 8 * (size_t)k), products);
            }
            sum = _mm256_fmadd_ps(products, _mm256_set1_ps(load_half(&block->scale)), sum);
        }
        scores[p] = sum_lanes(sum);
    }
    trellis_softmax(scores, length, rule);
    for (size_t b = 0; b < block_count; b++) { // 32 elements of the output stay in registers
        __m256 sums[4];
        for (int k = 0; k < 4; k++) sums[k] = _mm256_setzero_ps();
        for (size_t p = 0; p < length; p++) {
            const block_q8_0 *block = values + p * block_count + b;
            __m256 weight = _mm256_set1_ps(scores[p] * load_half(&block->scale)), value[4];
            load_block(block, value);
            for (int k = 0; k < 4; k++) sums[k] = _mm256_fmadd_ps(weight, value[k], sums[k]);
        }
        for (int k = 0; k < 4; k++) _mm256_storeu_ps(output + b * BLOCK + 8 * (size_t)k, sums[k]);
    }
}

#endif

void trellis_attention_q8_0(
    const float *query, const void *keys, const void *values, size_t length, size_t dimension, trellis_score_rule rule,
    float *scores, float *output) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vector_kernels()) {
        attend_q8_0(query, keys, values, length, dimension, rule, scores, output);
        return;
    }
#endif
    trellis_attention_q8_0_plain(query, keys, values, length, dimension, rule, scores, output);
}

void trellis_attention_f16(
    const float *query, const uint16_t *keys, const uint16_t *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vector_kernels() && dimension % 8 == 0) {
        attend_f16(query, keys, values, length, dimension, rule, scores, output);
        return;
    }
#endif
    trellis_attention_f16_plain(query, keys, values, length, dimension, rule, scores, output);
}

void trellis_attention_f32(
    const float *query, const float *keys, const float *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vector_kernels() && dimension % 8 == 0) {
        attend_f32(query, keys, values, length, dimension, rule, scores, output);
        return;
    }
#endif
    trellis_attention_f32_plain(query, keys, values, length, dimension, rule, scores, output);
}
