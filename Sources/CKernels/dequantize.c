// Rows of weights to floats: for embeddings, and for the products that are computed in floats.

#include "avx2.h"

#if HAS_VECTOR_FORMS

/// What is subtracted from the integers of symmetric types before they are multiplied, so that they are rounded once.
VECTOR_INLINE int zero_point(trellis_weight_type type) {
    return type == TRELLIS_Q4_0 ? 8 : type == TRELLIS_Q5_0 ? 16 : type == TRELLIS_Q6_K ? 32 : 0;
}

VECTOR_INLINE void dequantize_row(trellis_weight_type type, const uint8_t *row, size_t count, float *output) {
    const size_t unit_count = count / BLOCK, size = block_size(type);
    const bool super = is_superblock_type(type);
    const __m256i zero = _mm256_set1_epi32(zero_point(type));
    for (size_t u = 0; u < unit_count; u += SUPERBLOCK) {
        size_t units = unit_count - u < SUPERBLOCK ? unit_count - u : SUPERBLOCK;
        const uint8_t *start = row + (super ? u / SUPERBLOCK : u) * size;
        float factors[8] = {0}, offsets[8] = {0};
        if (type == TRELLIS_Q4_K || type == TRELLIS_Q5_K) {
            __m256 f, o;
            unit_factors(type, start, &f, &o);
            _mm256_storeu_ps(factors, f);
            _mm256_storeu_ps(offsets, o);
        } else if (type != TRELLIS_Q6_K) {
            for (size_t i = 0; i < units; i++) single_factors(type, start + i * size, &factors[i], &offsets[i]);
        }
#pragma clang loop unroll(full)
        for (int part = 0; part < SUPERBLOCK; part++) {
            if ((size_t)part >= units) break;
            uint8_t bytes[BLOCK];
            _mm256_storeu_si256((__m256i *)bytes, unit_bytes(type, super ? start : start + (size_t)part * size, part));
#pragma clang loop unroll(full)
            for (int eight = 0; eight < 4; eight++) {
                __m128i packed = _mm_loadl_epi64((const __m128i *)(bytes + 8 * eight));
                __m256i integers = type == TRELLIS_Q8_0 ? _mm256_cvtepi8_epi32(packed) : _mm256_cvtepu8_epi32(packed);
                __m256 values = _mm256_cvtepi32_ps(_mm256_sub_epi32(integers, zero));
                if (type == TRELLIS_Q6_K) {
                    const block_q6_k *block = (const block_q6_k *)start;
                    float factor = load_half(&block->scale) * block->factors[2 * part + eight / 2];
                    values = _mm256_mul_ps(values, _mm256_set1_ps(factor));
                } else {
                    values = _mm256_mul_ps(values, _mm256_set1_ps(factors[part]));
                    if (!zero_point(type)) values = _mm256_add_ps(values, _mm256_set1_ps(offsets[part]));
                }
                _mm256_storeu_ps(output + (u + (size_t)part) * BLOCK + 8 * eight, values);
            }
        }
    }
}

#define DEQUANTIZE(name, type)                                                                                         \
    VECTOR_TARGET static void name(const uint8_t *row, size_t count, float *output) {                                  \
        dequantize_row(type, row, count, output);                                                                      \
    }

DEQUANTIZE(dequantize_q4_0, TRELLIS_Q4_0)
DEQUANTIZE(dequantize_q4_1, TRELLIS_Q4_1)
DEQUANTIZE(dequantize_q5_0, TRELLIS_Q5_0)
DEQUANTIZE(dequantize_q5_1, TRELLIS_Q5_1)
DEQUANTIZE(dequantize_q8_0, TRELLIS_Q8_0)
DEQUANTIZE(dequantize_q4_k, TRELLIS_Q4_K)
DEQUANTIZE(dequantize_q5_k, TRELLIS_Q5_K)
DEQUANTIZE(dequantize_q6_k, TRELLIS_Q6_K)

#endif

void trellis_dequantize(trellis_weight_type type, const void *row, size_t count, float *output) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vector_kernels()) {
        switch (type) {
        case TRELLIS_F16: trellis_from_f16(row, count, output); return;
        case TRELLIS_Q4_0: dequantize_q4_0(row, count, output); return;
        case TRELLIS_Q4_1: dequantize_q4_1(row, count, output); return;
        case TRELLIS_Q5_0: dequantize_q5_0(row, count, output); return;
        case TRELLIS_Q5_1: dequantize_q5_1(row, count, output); return;
        case TRELLIS_Q8_0: dequantize_q8_0(row, count, output); return;
        case TRELLIS_Q4_K: dequantize_q4_k(row, count, output); return;
        case TRELLIS_Q5_K: dequantize_q5_k(row, count, output); return;
        case TRELLIS_Q6_K: dequantize_q6_k(row, count, output); return;
        default: break;
        }
    }
#endif
    trellis_dequantize_plain(type, row, count, output);
}
