// Quantised rows times one vector, the product of a decode step, compiled once for each form.
//
// Who includes this has defined, for its set of instructions, the attributes FORM_TARGET and FORM_INLINE, FORM(name), SHIFT
// (what signed integers are shifted by, or 0), and `dot_unit`, which sums the products of a unit's bytes with 32
// activations in eight integers, four products in each.
//
// Eight rows are multiplied together. The sums of their products with a unit are brought into the lanes of one vector, and
// from there on all is as in a panel: the same floats are added up in the same order. So a token's results are the same
// bits whether it runs alone or in a batch.

#include "panel.h"

/// The sums of the lanes of four vectors: those of the first halves, then those of the second halves.
VECTOR_INLINE __m256i sum_quads(const __m256i dots[4]) {
    __m256i pairs[2];
#pragma clang loop unroll(full)
    for (int i = 0; i < 2; i++) {
        __m256i a = dots[2 * i], b = dots[2 * i + 1];
        pairs[i] = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    }
    return _mm256_add_epi32(_mm256_unpacklo_epi64(pairs[0], pairs[1]), _mm256_unpackhi_epi64(pairs[0], pairs[1]));
}

/// The products of up to eight rows with a vector.
FORM_INLINE void multiply_eight_rows(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output) {
    const size_t unit_count = columns / BLOCK, size = block_size(type);
    const bool super = is_superblock_type(type), has_offsets = !has_signed_integers(type) || SHIFT != 0;
    const int half_count = has_half_factors(type) ? 2 : 1;
    __m256 total = _mm256_setzero_ps();
    for (size_t first = 0; first < unit_count; first += SUPERBLOCK) {
        size_t count = unit_count - first < SUPERBLOCK ? unit_count - first : SUPERBLOCK;
        const uint8_t *blocks = rows + (super ? first / SUPERBLOCK : first) * size;
        prefetch_next_rows(type, rows, row_stride, first, 8);
        float factors[SUPERBLOCK * 2 * 8], offsets[SUPERBLOCK * 2 * 8];
        fill_factors(type, blocks, row_stride, row_count, count, SHIFT, factors, offsets, 8);
#pragma clang loop unroll(full)
        for (int part = 0; part < 8; part++) {
            if ((size_t)part >= count) break;
            const size_t unit = first + (size_t)part;
            __m256i x = _mm256_loadu_si256((const __m256i *)(values + unit * BLOCK));
            __m256i dots[8];
#pragma clang loop unroll(full)
            for (size_t r = 0; r < 8; r++) {
                const uint8_t *block = row_or_first(blocks, row_stride, row_count, r) + (super ? 0 : (size_t)part * size);
                dots[r] = dot_unit(type, shifted_bytes(type, block, part, SHIFT), x);
            }
            __m256i low = sum_quads(dots), high = sum_quads(dots + 4);
            __m256i halves[2] = {
                _mm256_permute2x128_si256(low, high, 0x20), _mm256_permute2x128_si256(low, high, 0x31)};
            if (half_count == 1) halves[0] = _mm256_add_epi32(halves[0], halves[1]);
            const float sum = sums[unit], first_sum = sums[unit_count + unit];
            const float corrections[2] = {half_count == 1 ? sum : first_sum, sum - first_sum};
#pragma clang loop unroll(full)
            for (int half = 0; half < half_count; half++) {
                const int place = (part * 2 + half) * 8;
                __m256 scaled = _mm256_mul_ps(_mm256_loadu_ps(factors + place), _mm256_set1_ps(scales[unit]));
                total = _mm256_fmadd_ps(_mm256_cvtepi32_ps(halves[half]), scaled, total);
                if (!has_offsets) continue;
                total = _mm256_fmadd_ps(_mm256_loadu_ps(offsets + place), _mm256_set1_ps(corrections[half]), total);
            }
        }
    }
    if (row_count >= 8) {
        _mm256_storeu_ps(output, total);
    } else {
        float eight[8];
        _mm256_storeu_ps(eight, total);
        memcpy(output, eight, row_count * sizeof(float));
    }
}

#define MULTIPLY_ROWS(name, type)                                                                                      \
    FORM_TARGET static void multiply_##name(                                                                           \
        const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns, const int8_t *values,                \
        const float *scales, const float *sums, float *output) {                                                       \
        size_t r = 0;                                                                                                  \
        for (; r + 8 <= row_count; r += 8) {                                                                           \
            multiply_eight_rows(type, rows + r * row_stride, row_stride, 8, columns, values, scales, sums, output + r); \
        }                                                                                                              \
        if (r == row_count) return;                                                                                    \
        multiply_eight_rows(                                                                                           \
            type, rows + r * row_stride, row_stride, row_count - r, columns, values, scales, sums, output + r);        \
    }

BLOCK_TYPES(MULTIPLY_ROWS)

void FORM(multiply_vector)(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output) {
    switch (type) {
#define CASE(name, type)                                                                                               \
    case type: multiply_##name(rows, row_stride, row_count, columns, values, scales, sums, output); return;
        BLOCK_TYPES(CASE)
#undef CASE
    default: return; // not made of blocks: the callers' contract excludes them
    }
}
