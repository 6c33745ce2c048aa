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

/// Adds the products of `count` units of a panel with `width` vectors (a constant where it is called) to their totals.
///
/// `unit` is the number of the first of these units in its row. Beyond `vector_count` the first vector stands for one that
/// is missing.
VNNI_INLINE void add_products(
    trellis_weight_type type, const int width, panel_part panel, size_t unit, size_t count, size_t columns,
    size_t vector_count, const int8_t *values, const float *scales, const float *sums, __m512 *total) {
    const size_t unit_count = columns / BLOCK;
    const int half_count = has_half_factors(type) ? 2 : 1, group_count = 8 / half_count;
    for (size_t u = 0; u < count; u++) {
        const uint8_t *bytes = panel.bytes + u * PANEL_ROWS * BLOCK;
#pragma clang loop unroll(full)
        for (int half = 0; half < half_count; half++) {
            __m512i wide[WIDEST];
#pragma clang loop unroll(full)
            for (int v = 0; v < width; v++) wide[v] = _mm512_setzero_si512();
#pragma clang loop unroll(full)
            for (int g = half * group_count; g < (half + 1) * group_count; g++) {
                __m512i w = _mm512_loadu_si512(bytes + PANEL_ROWS * 4 * g);
#pragma clang loop unroll(full)
                for (int v = 0; v < width; v++) {
                    const int8_t *x = values + ((size_t)v < vector_count ? (size_t)v : 0) * columns + (unit + u) * BLOCK;
                    wide[v] = _mm512_dpbusd_epi32(wide[v], w, _mm512_set1_epi32(load_int(x + 4 * g)));
                }
            }
            __m512 f = _mm512_loadu_ps(panel.factors + (u * 2 + (size_t)half) * PANEL_ROWS);
            __m512 o = _mm512_loadu_ps(panel.offsets + (u * 2 + (size_t)half) * PANEL_ROWS);
#pragma clang loop unroll(full)
            for (int v = 0; v < width; v++) {
                const size_t place = ((size_t)v < vector_count ? (size_t)v : 0) * unit_count + unit + u;
                const float *sum = sums + place + ((size_t)v < vector_count ? (size_t)v : 0) * unit_count;
                float correction = half_count == 1 ? sum[0] : half == 0 ? sum[unit_count] : sum[0] - sum[unit_count];
                __m512 scaled = _mm512_mul_ps(f, _mm512_set1_ps(scales[place]));
                total[v] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(wide[v]), scaled, total[v]);
                total[v] = _mm512_fmadd_ps(o, _mm512_set1_ps(correction), total[v]);
            }
        }
    }
}

/// Unpacks eight units of up to sixteen rows.
VNNI_INLINE void fill_both_parts(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t row_count, size_t first, size_t count,
    panel_part panel) {
    const panel_part second = {panel.bytes + 32, panel.factors + 8, panel.offsets + 8};
    fill_units(type, rows, row_stride, row_count < 8 ? row_count : 8, first, count, SHIFT, panel, PANEL_ROWS);
    if (row_count <= 8) return;
    fill_units(type, rows + 8 * row_stride, row_stride, row_count - 8, first, count, SHIFT, second, PANEL_ROWS);
}

/// The part of a panel in the scratch that begins with a unit.
static inline panel_part part_of(void *scratch, size_t unit, size_t unit_count) {
    float *factors = scratch, *offsets = factors + unit_count * 2 * PANEL_ROWS;
    uint8_t *bytes = (uint8_t *)(offsets + unit_count * 2 * PANEL_ROWS);
    return (panel_part){
        bytes + unit * PANEL_ROWS * BLOCK, factors + unit * 2 * PANEL_ROWS, offsets + unit * 2 * PANEL_ROWS};
}

/// Multiplies up to sixteen rows by up to `width` vectors.
///
/// With `is_filled` the panel of the rows is there; else each eight units of it are unpacked where they are used and forgotten,
/// so that they never leave the nearest cache.
VNNI_INLINE void multiply_panel(
    trellis_weight_type type, const int width, const bool is_filled, const uint8_t *rows, size_t row_stride,
    size_t row_count, size_t columns, size_t vector_count, const int8_t *values, const float *scales, const float *sums,
    float *output, size_t output_stride, void *scratch) {
    const size_t unit_count = columns / BLOCK;
    __m512 total[WIDEST];
#pragma clang loop unroll(full)
    for (int v = 0; v < width; v++) total[v] = _mm512_setzero_ps();
    if (is_filled) {
        add_products(
            type, width, part_of(scratch, 0, unit_count), 0, unit_count, columns, vector_count, values, scales, sums,
            total);
    } else {
        const panel_part panel = part_of(scratch, 0, SUPERBLOCK);
        for (size_t first = 0; first < unit_count; first += SUPERBLOCK) {
            size_t count = units_from(first, unit_count);
            fill_both_parts(type, rows, row_stride, row_count, first, count, panel);
            add_products(type, width, panel, first, count, columns, vector_count, values, scales, sums, total);
        }
    }
    const __mmask16 stored = (__mmask16)((1u << row_count) - 1);
#pragma clang loop unroll(full)
    for (int v = 0; v < width; v++) {
        if ((size_t)v < vector_count) _mm512_mask_storeu_ps(output + (size_t)v * output_stride, stored, total[v]);
    }
}

#define MULTIPLY_PANEL(width, is_filled)                                                                               \
    multiply_panel(                                                                                                    \
        type, width, is_filled, first_row, row_stride, count, columns, rest, x, scale, sum, destination, output_stride, \
        scratch)

VNNI_INLINE void multiply_rows(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns,
    size_t vector_count, const int8_t *values, const float *scales, const float *sums, float *output,
    size_t output_stride, void *scratch) {
    const size_t unit_count = columns / BLOCK;
    for (size_t r = 0; r < row_count; r += PANEL_ROWS) {
        const uint8_t *first_row = rows + r * row_stride;
        size_t count = row_count - r < PANEL_ROWS ? row_count - r : PANEL_ROWS;
        if (vector_count > WIDEST) {
            for (size_t first = 0; first < unit_count; first += SUPERBLOCK) {
                fill_both_parts(
                    type, first_row, row_stride, count, first, units_from(first, unit_count),
                    part_of(scratch, first, unit_count));
            }
        }
        for (size_t v = 0; v < vector_count; v += WIDEST) {
            const int8_t *x = values + v * columns;
            const float *scale = scales + v * unit_count, *sum = sums + v * 2 * unit_count;
            float *destination = output + v * output_stride + r;
            size_t rest = vector_count - v < WIDEST ? vector_count - v : WIDEST;
            if (vector_count > WIDEST) {
                MULTIPLY_PANEL(WIDEST, true);
            } else if (rest > 4) {
                MULTIPLY_PANEL(WIDEST, false);
            } else if (rest > 2) {
                MULTIPLY_PANEL(4, false);
            } else {
                MULTIPLY_PANEL(2, false);
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
