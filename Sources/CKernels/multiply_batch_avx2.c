// Quantised rows times a batch of vectors, the product of prefill: the AVX2 form.
//
// Eight rows are unpacked once into a panel and then used for every vector. Weights stay unsigned and the sums of the
// activations correct for it, so 16-bit sums hold several products before they must be widened: eight groups of 4-bit
// weights (16 * 2 * 15 * 127 < 2^15), four of 5 bits, two of 6 bits. Signed 8-bit weights use the magnitude as the
// unsigned operand and widen each product. Where halves of units have factors of their own, a sum ends with its half.

#include "panel.h"

#if HAS_VECTOR_FORMS

#define PANEL_ROWS 8

/// How many groups of four columns a 16-bit sum holds.
VECTOR_INLINE int groups_in_sum(trellis_weight_type type) {
    switch (type) {
    case TRELLIS_Q4_0:
    case TRELLIS_Q4_1:
    case TRELLIS_Q4_K: return 8;
    case TRELLIS_Q5_0:
    case TRELLIS_Q5_1:
    case TRELLIS_Q5_K:
    case TRELLIS_MXFP4: // up to 24
    case TRELLIS_Q2_K: // fewer bits, but only half a unit
    case TRELLIS_Q3_K: return 4;
    case TRELLIS_Q6_K: return 2;
    default: return 1; // signed
    }
}

/// Multiplies a panel by `width` vectors (a constant where it is called).
VECTOR_INLINE void multiply_panel(
    trellis_weight_type type, const int width, const uint8_t *bytes, const float *factors, const float *offsets,
    size_t columns, const int8_t *values, const float *scales, const float *sums, size_t row_count, float *output,
    size_t output_stride) {
    const size_t unit_count = columns / BLOCK;
    const __m256i ones = _mm256_set1_epi16(1);
    const int span = groups_in_sum(type);
    const int half_count = has_half_factors(type) ? 2 : 1;
    __m256 total[8];
#pragma clang loop unroll(full)
    for (int v = 0; v < width; v++) total[v] = _mm256_setzero_ps();
    for (size_t u = 0; u < unit_count; u++) {
        const uint8_t *unit = bytes + u * PANEL_ROWS * BLOCK;
        const int8_t *x = values + u * BLOCK;
#pragma clang loop unroll(full)
        for (int half = 0; half < half_count; half++) {
            __m256i wide[8], narrow[8];
#pragma clang loop unroll(full)
            for (int g = half * 4; g < (half_count == 2 ? half * 4 + 4 : 8); g++) {
                const bool starts = g % span == 0, ends = g % span == span - 1;
                const bool starts_unit = half_count == 2 ? g % 4 < span : g < span;
                __m256i w = _mm256_loadu_si256((const __m256i *)(unit + 32 * g));
                __m256i magnitude = has_signed_integers(type) ? _mm256_abs_epi8(w) : w;
#pragma clang loop unroll(full)
                for (int v = 0; v < width; v++) {
                    __m256i four = _mm256_set1_epi32(load_int(x + (size_t)v * columns + 4 * g));
                    if (has_signed_integers(type)) four = _mm256_sign_epi8(four, w);
                    __m256i pairs = _mm256_maddubs_epi16(magnitude, four);
                    narrow[v] = starts ? pairs : _mm256_add_epi16(narrow[v], pairs);
                    if (ends) {
                        __m256i sum = _mm256_madd_epi16(narrow[v], ones);
                        wide[v] = starts_unit ? sum : _mm256_add_epi32(wide[v], sum);
                    }
                }
            }
            __m256 f = _mm256_loadu_ps(factors + (u * 2 + (size_t)half) * PANEL_ROWS);
            __m256 o = _mm256_loadu_ps(offsets + (u * 2 + (size_t)half) * PANEL_ROWS);
#pragma clang loop unroll(full)
            for (int v = 0; v < width; v++) {
                __m256 scaled = _mm256_mul_ps(f, _mm256_broadcast_ss(scales + (size_t)v * unit_count + u));
                total[v] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(wide[v]), scaled, total[v]);
                if (has_signed_integers(type)) continue;
                const float *sum = sums + (size_t)v * 2 * unit_count + u;
                __m256 correction = half_count == 1 ? _mm256_broadcast_ss(sum)
                    : half == 0                     ? _mm256_broadcast_ss(sum + unit_count)
                                                    : _mm256_set1_ps(sum[0] - sum[unit_count]);
                total[v] = _mm256_fmadd_ps(o, correction, total[v]);
            }
        }
    }
#pragma clang loop unroll(full)
    for (int v = 0; v < width; v++) {
        float *destination = output + (size_t)v * output_stride;
        if (row_count == PANEL_ROWS) {
            _mm256_storeu_ps(destination, total[v]);
        } else {
            float eight[8];
            _mm256_storeu_ps(eight, total[v]);
            memcpy(destination, eight, row_count * sizeof(float));
        }
    }
}

#define MULTIPLY_PANEL(width)                                                                                          \
    multiply_panel(                                                                                                    \
        type, width, bytes, factors, offsets, columns, x, scale, sum, count, destination, output_stride)

VECTOR_INLINE void multiply_rows(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns,
    size_t vector_count, const int8_t *values, const float *scales, const float *sums, float *output,
    size_t output_stride, void *scratch) {
    const size_t unit_count = columns / BLOCK;
    float *factors = scratch;
    float *offsets = factors + unit_count * 2 * PANEL_ROWS;
    uint8_t *bytes = (uint8_t *)(offsets + unit_count * 2 * PANEL_ROWS);
    for (size_t r = 0; r < row_count; r += PANEL_ROWS) {
        size_t count = row_count - r < PANEL_ROWS ? row_count - r : PANEL_ROWS;
        for (size_t first = 0; first < unit_count; first += SUPERBLOCK) {
            const panel_part part = {
                bytes + first * PANEL_ROWS * BLOCK, factors + first * 2 * PANEL_ROWS, offsets + first * 2 * PANEL_ROWS};
            fill_units(
                type, rows + r * row_stride, row_stride, count, first, units_from(first, unit_count), 0, part, PANEL_ROWS);
        }
        for (size_t v = 0; v < vector_count; v += 4) {
            const int8_t *x = values + v * columns;
            const float *scale = scales + v * unit_count, *sum = sums + v * 2 * unit_count;
            float *destination = output + v * output_stride + r;
            switch (vector_count - v) {
            case 1: MULTIPLY_PANEL(1); break;
            case 2: MULTIPLY_PANEL(2); break;
            case 3: MULTIPLY_PANEL(3); break;
            default: MULTIPLY_PANEL(4); break;
            }
        }
    }
}

#define BATCH(name, type)                                                                                              \
    VECTOR_TARGET static void batch_##name(                                                                            \
        const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,                 \
        const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride,             \
        void *scratch) {                                                                                               \
        multiply_rows(                                                                                                 \
            type, rows, row_stride, row_count, columns, vector_count, values, scales, sums, output, output_stride,     \
            scratch);                                                                                                  \
    }

BLOCK_TYPES(BATCH)

void trellis_multiply_batch_avx2(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,
    const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride, void *scratch) {
    switch (type) {
#define CASE(name, type)                                                                                               \
    case type:                                                                                                         \
        batch_##name(                                                                                                  \
            rows, row_stride, row_count, columns, vector_count, values, scales, sums, output, output_stride, scratch); \
        return;
        BLOCK_TYPES(CASE)
#undef CASE
    default: return; // not made of blocks: the callers' contract excludes them
    }
}

#endif
