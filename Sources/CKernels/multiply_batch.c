// Quantised rows times a batch of vectors: the product of prefill and of forced tokens.
//
// Eight rows are unpacked once into a panel and then used for every vector. A panel interleaves its rows four bytes at
// a time, so that one load of four activations, broadcast, feeds eight rows, and no sum over lanes is ever needed:
//
//     panel bytes    [unit][group of four columns: 8][row: 8][column: 4]
//     panel factors  [unit][half: 2][row: 8]
//     panel offsets  [unit][half: 2][row: 8]
//
// Weights stay unsigned and the sums of the activations correct for it, so 16-bit sums hold several products before
// they must be widened: eight groups of 4-bit weights (16 * 2 * 15 * 127 < 2^15), four of 5 bits, two of 6 bits.
// Signed 8-bit weights use the magnitude as the unsigned operand and widen each product. Where halves of units have
// factors of their own, a sum ends with its half.

#include "avx2.h"

#define PANEL_ROWS 8

size_t trellis_batch_scratch_size(size_t columns) {
    size_t units = (columns + BLOCK - 1) / BLOCK;
    return units * (PANEL_ROWS * BLOCK + 2 * 2 * PANEL_ROWS * sizeof(float)) + 64;
}

#if HAS_VECTOR_FORMS

/// Writes eight rows of eight 32-bit groups as eight groups of eight rows, each `stride` bytes after the last.
VECTOR_INLINE void transpose_groups(const __m256i rows[8], uint8_t *output, size_t stride) {
    __m256i a[8], b[8];
#pragma clang loop unroll(full)
    for (int i = 0; i < 8; i += 2) {
        a[i] = _mm256_unpacklo_epi32(rows[i], rows[i + 1]);
        a[i + 1] = _mm256_unpackhi_epi32(rows[i], rows[i + 1]);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 8; i += 4) {
        b[i] = _mm256_unpacklo_epi64(a[i], a[i + 2]);
        b[i + 1] = _mm256_unpackhi_epi64(a[i], a[i + 2]);
        b[i + 2] = _mm256_unpacklo_epi64(a[i + 1], a[i + 3]);
        b[i + 3] = _mm256_unpackhi_epi64(a[i + 1], a[i + 3]);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_si256((__m256i *)(output + stride * (size_t)i), _mm256_permute2x128_si256(b[i], b[i + 4], 0x20));
        _mm256_storeu_si256((__m256i *)(output + stride * (size_t)(i + 4)), _mm256_permute2x128_si256(b[i], b[i + 4], 0x31));
    }
}

/// Writes the factors and offsets of eight units of up to eight rows; those of missing rows become zeros.
///
/// Second halves are written only for types that have factors of their own for them, and only then read.
VECTOR_INLINE void fill_factors(
    trellis_weight_type type, const uint8_t *blocks, size_t row_stride, size_t row_count, float *factors,
    float *offsets) {
    const int half_count = has_half_factors(type) ? 2 : 1;
    __m256i f[2][8], o[2][8];
    for (size_t r = 0; r < PANEL_ROWS; r++) {
        for (int half = 0; half < 2; half++) f[half][r] = o[half][r] = _mm256_setzero_si256();
        if (r >= row_count) continue;
        const uint8_t *block = blocks + r * row_stride;
        __m256 eight_factors[2], eight_offsets[2];
        if (half_count == 2) {
            half_factors halves = load_half_factors(type, block);
            split_halves(halves.factors, &eight_factors[0], &eight_factors[1]);
            split_halves(halves.minimums, &eight_offsets[0], &eight_offsets[1]);
            for (int half = 0; half < 2; half++) {
                eight_factors[half] = _mm256_mul_ps(_mm256_set1_ps(halves.scale), eight_factors[half]);
                eight_offsets[half] = _mm256_mul_ps(_mm256_set1_ps(halves.minimum), eight_offsets[half]);
            }
        } else {
            unit_factors(type, block, &eight_factors[0], &eight_offsets[0]);
        }
        for (int half = 0; half < half_count; half++) {
            f[half][r] = _mm256_castps_si256(eight_factors[half]);
            o[half][r] = _mm256_castps_si256(eight_offsets[half]);
        }
    }
    const size_t stride = 2 * PANEL_ROWS * sizeof(float);
    for (int half = 0; half < half_count; half++) {
        transpose_groups(f[half], (uint8_t *)(factors + half * PANEL_ROWS), stride);
        transpose_groups(o[half], (uint8_t *)(offsets + half * PANEL_ROWS), stride);
    }
}

/// Unpacks up to eight rows into a panel; missing rows become zeros.
VECTOR_INLINE void fill_panel(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns, uint8_t *bytes,
    float *factors, float *offsets) {
    const size_t unit_count = columns / BLOCK, size = block_size(type);
    const bool super = is_superblock_type(type);
    for (size_t first = 0; first < unit_count; first += SUPERBLOCK) {
        size_t count = unit_count - first < SUPERBLOCK ? unit_count - first : SUPERBLOCK;
        size_t start = super ? first / SUPERBLOCK * size : first * size;
        float *unit_factors = factors + first * 2 * PANEL_ROWS, *unit_offsets = offsets + first * 2 * PANEL_ROWS;
        if (count == SUPERBLOCK) {
            fill_factors(type, rows + start, row_stride, row_count, unit_factors, unit_offsets);
        } else {
            for (size_t i = 0; i < count * 2 * PANEL_ROWS; i++) unit_factors[i] = unit_offsets[i] = 0;
            for (size_t r = 0; r < row_count; r++) {
                for (size_t i = 0; i < count; i++) {
                    size_t place = i * 2 * PANEL_ROWS + r;
                    const uint8_t *block = rows + r * row_stride + start + i * size;
                    single_factors(type, block, unit_factors + place, unit_offsets + place);
                }
            }
        }
#pragma clang loop unroll(full)
        for (int part = 0; part < 8; part++) {
            if ((size_t)part >= count) break;
            __m256i unpacked[8];
            for (size_t r = 0; r < PANEL_ROWS; r++) {
                const uint8_t *block = rows + r * row_stride + start + (super ? 0 : (size_t)part * size);
                unpacked[r] = r < row_count ? unit_bytes(type, block, part) : _mm256_setzero_si256();
            }
            transpose_groups(unpacked, bytes + (first + (size_t)part) * PANEL_ROWS * BLOCK, PANEL_ROWS * 4);
        }
    }
}

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
        fill_panel(type, rows + r * row_stride, row_stride, count, columns, bytes, factors, offsets);
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

#endif

void trellis_multiply_batch(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,
    const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride, void *scratch) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vector_kernels()) {
        switch (type) {
#define CASE(name, type)                                                                                               \
    case type:                                                                                                         \
        batch_##name(                                                                                                  \
            rows, row_stride, row_count, columns, vector_count, values, scales, sums, output, output_stride, scratch); \
        return;
        BLOCK_TYPES(CASE)
#undef CASE
        default: break;
        }
    }
#endif
    (void)scratch;
    trellis_multiply_batch_plain(
        type, rows, row_stride, row_count, columns, vector_count, values, scales, sums, output, output_stride);
}
