// Rows of F32, F16 or BF16 weights times one vector of floats.

#include "avx2.h"

#if HAS_VECTOR_FORMS

VECTOR_INLINE __m256 load_weights(trellis_weight_type type, const uint8_t *row, size_t index) {
    switch (type) {
    case TRELLIS_F32:
        return _mm256_loadu_ps((const float *)(const void *)row + index);
    case TRELLIS_F16:
        return load_half8((const uint16_t *)(const void *)row + index);
    default: { // BF16
        __m128i bits = _mm_loadu_si128((const __m128i *)(const void *)(row + index * 2));
        return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
    }
    }
}

VECTOR_INLINE void multiply_rows(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns,
    const float *input, float *output) {
    for (size_t r = 0; r < row_count; r++) {
        const uint8_t *row = rows + r * row_stride;
        __m256 sums[4] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
        size_t i = 0;
        for (; i + 32 <= columns; i += 32) {
#pragma clang loop unroll(full)
            for (int k = 0; k < 4; k++) {
                size_t at = i + 8 * (size_t)k;
                sums[k] = _mm256_fmadd_ps(load_weights(type, row, at), _mm256_loadu_ps(input + at), sums[k]);
            }
        }
        float tail = 0;
        if (i < columns) {
            trellis_multiply_float_plain(
                type, row + i * (type == TRELLIS_F32 ? 4 : 2), row_stride, 1, columns - i, input + i, &tail);
        }
        output[r] = sum_lanes(_mm256_add_ps(_mm256_add_ps(sums[0], sums[1]), _mm256_add_ps(sums[2], sums[3]))) + tail;
    }
}

#define MULTIPLY(name, type)                                                                                           \
    VECTOR_TARGET static void name(                                                                                    \
        const uint8_t *rows, size_t row_stride, size_t row_count, size_t columns, const float *input, float *output) { \
        multiply_rows(type, rows, row_stride, row_count, columns, input, output);                                      \
    }

MULTIPLY(multiply_f32, TRELLIS_F32)
MULTIPLY(multiply_f16, TRELLIS_F16)
MULTIPLY(multiply_bf16, TRELLIS_BF16)

#endif

void trellis_multiply_float(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const float *input, float *output) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vector_kernels()) {
        switch (type) {
        case TRELLIS_F32: multiply_f32(rows, row_stride, row_count, columns, input, output); return;
        case TRELLIS_F16: multiply_f16(rows, row_stride, row_count, columns, input, output); return;
        case TRELLIS_BF16: multiply_bf16(rows, row_stride, row_count, columns, input, output); return;
        default: break;
        }
    }
#endif
    trellis_multiply_float_plain(type, rows, row_stride, row_count, columns, input, output);
}
