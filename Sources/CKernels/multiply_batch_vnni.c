// Quantised rows times a batch of vectors, the product of prefill: the AVX-512 VNNI form.
//
// Sixteen rows are unpacked once into a panel. Products are summed in 32 bits at once, so nothing can overflow; signed
// weights are shifted by 128 to be unsigned, and the sums of the activations correct for it.

#include "avx512.h"
#include "panel.h"

#if HAS_VECTOR_FORMS

#define PANEL_ROWS 16
#define SHIFT 128
#define WIDEST 8

/// Multiplies a panel by `width` vectors (a constant where it is called).
VNNI_INLINE void multiply_panel(
    trellis_weight_type type, const int width, panel_part panel, size_t columns, const int8_t *values,
    const float *scales, const float *sums, size_t row_count, float *output, size_t output_stride) {
    const size_t unit_count = columns / BLOCK;
    const int half_count = has_half_factors(type) ? 2 : 1, group_count = 8 / half_count;
    __m512 total[WIDEST];
#pragma clang loop unroll(full)
    for (int v = 0; v < width; v++) total[v] = _mm512_setzero_ps();
    for (size_t u = 0; u < unit_count; u++) {
        const uint8_t *unit = panel.bytes + u * PANEL_ROWS * BLOCK;
        const int8_t *x = values + u * BLOCK;
#pragma clang loop unroll(full)
        for (int half = 0; half < half_count; half++) {
            __m512i wide[WIDEST];
#pragma clang loop unroll(full)
            for (int v = 0; v < width; v++) wide[v] = _mm512_setzero_si512();
#pragma clang loop unroll(full)
            for (int g = half * group_count; g < (half + 1) * group_count; g++) {
                __m512i w = _mm512_loadu_si512(unit + PANEL_ROWS * 4 * g);
#pragma clang loop unroll(full)
                for (int v = 0; v < width; v++) {
                    __m512i four = _mm512_set1_epi32(load_int(x + (size_t)v * columns + 4 * g));
                    wide[v] = _mm512_dpbusd_epi32(wide[v], w, four);
                }
            }
            __m512 f = _mm512_loadu_ps(panel.factors + (u * 2 + (size_t)half) * PANEL_ROWS);
            __m512 o = _mm512_loadu_ps(panel.offsets + (u * 2 + (size_t)half) * PANEL_ROWS);
#pragma clang loop unroll(full)
            for (int v = 0; v < width; v++) {
                const float *sum = sums + (size_t)v * 2 * unit_count + u;
                float correction = half_count == 1 ? sum[0] : half == 0 ? sum[unit_count] : sum[0] - sum[unit_count];
                __m512 scaled = _mm512_mul_ps(f, _mm512_set1_ps(scales[(size_t)v * unit_count + u]));
                total[v] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(wide[v]), scaled, total[v]);
                total[v] = _mm512_fmadd_ps(o, _mm512_set1_ps(correction), total[v]);
            }
        }
    }
    const __mmask16 rows = (__mmask16)((1u << row_count) - 1);
#pragma clang loop unroll(full)
    for (int v = 0; v < width; v++) _mm512_mask_storeu_ps(output + (size_t)v * output_stride, rows, total[v]);
}

#define MULTIPLY_PANEL(width)                                                                                          \
    {                                                                                                                  \
        multiply_panel(type, width, panel, columns, x, scale, sum, count, destination, output_stride);                 \
        v += width;                                                                                                    \
    }

VNNI_INLINE void multiply_rows(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns,
    size_t vector_count, const int8_t *values, const float *scales, const float *sums, float *output,
    size_t output_stride, void *scratch) {
    const size_t unit_count = columns / BLOCK;
    float *factors = scratch, *offsets = factors + unit_count * 2 * PANEL_ROWS;
    const panel_part panel = {(uint8_t *)(offsets + unit_count * 2 * PANEL_ROWS), factors, offsets};
    const panel_part second = {panel.bytes + 32, factors + 8, offsets + 8};
    for (size_t r = 0; r < row_count; r += PANEL_ROWS) {
        const uint8_t *first_row = rows + r * row_stride;
        size_t count = row_count - r < PANEL_ROWS ? row_count - r : PANEL_ROWS;
        fill_panel(type, first_row, row_stride, count < 8 ? count : 8, columns, SHIFT, panel, PANEL_ROWS);
        if (count > 8) {
            fill_panel(type, first_row + 8 * row_stride, row_stride, count - 8, columns, SHIFT, second, PANEL_ROWS);
        }
        for (size_t v = 0; v < vector_count;) {
            const int8_t *x = values + v * columns;
            const float *scale = scales + v * unit_count, *sum = sums + v * 2 * unit_count;
            float *destination = output + v * output_stride + r;
            size_t rest = vector_count - v;
            if (rest >= WIDEST) {
                MULTIPLY_PANEL(WIDEST)
            } else if (rest >= 4) {
                MULTIPLY_PANEL(4)
            } else if (rest >= 2) {
                MULTIPLY_PANEL(2)
            } else {
                MULTIPLY_PANEL(1)
            }
        }
    }
}

#define BATCH(name, type)                                                                                              \
    VNNI_TARGET static void batch_##name(                                                                              \
        const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,                 \
        const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride,             \
        void *scratch) {                                                                                               \
        multiply_rows(                                                                                                 \
            type, rows, row_stride, row_count, columns, vector_count, values, scales, sums, output, output_stride,     \
            scratch);                                                                                                  \
    }

BLOCK_TYPES(BATCH)

void trellis_multiply_batch_vnni(
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
