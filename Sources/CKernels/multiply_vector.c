// Quantised rows times one vector: the product of a decode step.

#include "avx2.h"

#if HAS_VECTOR_FORMS

/// Sums of pairs of products of a unit's bytes with 32 activations: 16 integers of 16 bits.
///
/// None overflows: 2 * 63 * 127 for unsigned weights, 2 * 128 * 127 for signed ones.
VECTOR_INLINE __m256i pair_products(trellis_weight_type type, __m256i weights, __m256i values) {
    if (has_signed_integers(type)) {
        return _mm256_maddubs_epi16(_mm256_abs_epi8(weights), _mm256_sign_epi8(values, weights));
    }
    return _mm256_maddubs_epi16(weights, values);
}

VECTOR_INLINE float multiply_row(
    trellis_weight_type type, const uint8_t *row, size_t columns, const int8_t *values, const float *scales,
    const float *sums) {
    const size_t block_count = columns / BLOCK, size = block_size(type);
    const __m256i ones = _mm256_set1_epi16(1);
    __m256 even = _mm256_setzero_ps(), odd = _mm256_setzero_ps(), offset_sum = _mm256_setzero_ps();
    size_t b = 0;
    for (; b + 8 <= block_count; b += 8) {
        __m256 factors, offsets;
        unit_factors(type, row, &factors, &offsets);
        if (!has_signed_integers(type)) offset_sum = _mm256_fmadd_ps(offsets, _mm256_loadu_ps(sums + b), offset_sum);
        float factor[8];
        _mm256_storeu_ps(factor, _mm256_mul_ps(factors, _mm256_loadu_ps(scales + b)));
#pragma clang loop unroll(full)
        for (int part = 0; part < 8; part++) {
            const uint8_t *block = is_superblock_type(type) ? row : row + (size_t)part * size;
            __m256i x = _mm256_loadu_si256((const __m256i *)(values + (b + (size_t)part) * BLOCK));
            __m256i pairs = pair_products(type, unit_bytes(type, block, part), x);
            __m256 products = _mm256_cvtepi32_ps(_mm256_madd_epi16(pairs, ones));
            if (part % 2) {
                odd = _mm256_fmadd_ps(products, _mm256_broadcast_ss(factor + part), odd);
            } else {
                even = _mm256_fmadd_ps(products, _mm256_broadcast_ss(factor + part), even);
            }
        }
        row += is_superblock_type(type) ? size : 8 * size;
    }
    float tail = 0;
    for (; b < block_count; b++) {
        float factor, offset;
        single_factors(type, row, &factor, &offset);
        __m256i x = _mm256_loadu_si256((const __m256i *)(values + b * BLOCK));
        __m256i pairs = pair_products(type, unit_bytes(type, row, 0), x);
        __m256 products = _mm256_cvtepi32_ps(_mm256_madd_epi16(pairs, ones));
        even = _mm256_fmadd_ps(products, _mm256_set1_ps(factor * scales[b]), even);
        tail += offset * sums[b];
        row += size;
    }
    return sum_lanes(_mm256_add_ps(_mm256_add_ps(even, odd), offset_sum)) + tail;
}

/// The product of a row of a type whose halves of units have factors of their own: those multiply the 16-bit pairs.
VECTOR_INLINE float multiply_row_of_halves(
    trellis_weight_type type, const uint8_t *row, size_t columns, const int8_t *values, const float *scales,
    const float *sums) {
    const size_t block_count = columns / BLOCK;
    __m256 total = _mm256_setzero_ps(), offset_sum = _mm256_setzero_ps();
    for (size_t b = 0; b < block_count; b += SUPERBLOCK) {
        half_factors halves = load_half_factors(type, row);
        __m256 first, second;
        split_halves(halves.minimums, &first, &second);
        __m256 both_sums = _mm256_loadu_ps(sums + b), first_sums = _mm256_loadu_ps(sums + block_count + b);
        __m256 offsets = _mm256_fmadd_ps(
            first, first_sums, _mm256_mul_ps(second, _mm256_sub_ps(both_sums, first_sums)));
        offset_sum = _mm256_fmadd_ps(_mm256_set1_ps(halves.minimum), offsets, offset_sum);
        float factor[8];
        _mm256_storeu_ps(factor, _mm256_mul_ps(_mm256_set1_ps(halves.scale), _mm256_loadu_ps(scales + b)));
        int16_t integers[16];
        _mm256_storeu_si256((__m256i *)integers, halves.factors);
#pragma clang loop unroll(full)
        for (int part = 0; part < 8; part++) {
            __m256i x = _mm256_loadu_si256((const __m256i *)(values + (b + (size_t)part) * BLOCK));
            __m256i pairs = _mm256_maddubs_epi16(unit_bytes(type, row, part), x);
            __m256i f = _mm256_set_m128i(_mm_set1_epi16(integers[2 * part + 1]), _mm_set1_epi16(integers[2 * part]));
            __m256 products = _mm256_cvtepi32_ps(_mm256_madd_epi16(pairs, f));
            total = _mm256_fmadd_ps(products, _mm256_broadcast_ss(factor + part), total);
        }
        row += block_size(type);
    }
    return sum_lanes(_mm256_add_ps(total, offset_sum));
}

#define MULTIPLY_ROWS(name, type)                                                                                      \
    VECTOR_TARGET static void multiply_##name(                                                                         \
        const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns, const int8_t *values,                \
        const float *scales, const float *sums, float *output) {                                                       \
        for (size_t r = 0; r < row_count; r++) {                                                                       \
            const uint8_t *row = rows + r * row_stride;                                                                \
            output[r] = has_half_factors(type) ? multiply_row_of_halves(type, row, columns, values, scales, sums)      \
                                               : multiply_row(type, row, columns, values, scales, sums);               \
        }                                                                                                              \
    }

BLOCK_TYPES(MULTIPLY_ROWS)

#endif

void trellis_multiply_vector(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vector_kernels()) {
        switch (type) {
#define CASE(name, type)                                                                                               \
    case type: multiply_##name(rows, row_stride, row_count, columns, values, scales, sums, output); return;
        BLOCK_TYPES(CASE)
#undef CASE
        default: break;
        }
    }
#endif
    trellis_multiply_vector_plain(type, rows, row_stride, row_count, columns, values, scales, sums, output);
}
