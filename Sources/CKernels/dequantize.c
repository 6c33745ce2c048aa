// Rows of weights to floats: for embeddings, and for the products that are computed in floats.

#include "avx2.h"

#if HAS_VECTOR_FORMS

VECTOR_INLINE void dequantize_row(trellis_weight_type type, const uint8_t *row, size_t count, float *output) {
    const size_t unit_count = count / BLOCK, size = block_size(type);
    const bool super = is_superblock_type(type);
    const __m256i zero = _mm256_set1_epi32(zero_point(type));
    for (size_t u = 0; u < unit_count; u += SUPERBLOCK) {
        size_t units = unit_count - u < SUPERBLOCK ? unit_count - u : SUPERBLOCK;
        const uint8_t *start = row + (super ? u / SUPERBLOCK : u) * size;
        float factors[2][8], offsets[2][8]; // of first and second halves; alike unless the type tells them apart
        if (has_half_factors(type)) {
            half_factors halves = load_half_factors(type, start);
            __m256 first, second;
            split_halves(halves.factors, &first, &second);
            _mm256_storeu_ps(factors[0], _mm256_mul_ps(first, _mm256_set1_ps(halves.scale)));
            _mm256_storeu_ps(factors[1], _mm256_mul_ps(second, _mm256_set1_ps(halves.scale)));
            split_halves(halves.minimums, &first, &second);
            _mm256_storeu_ps(offsets[0], _mm256_mul_ps(first, _mm256_set1_ps(halves.minimum)));
            _mm256_storeu_ps(offsets[1], _mm256_mul_ps(second, _mm256_set1_ps(halves.minimum)));
        } else if (super) {
            __m256 f, o;
            unit_factors(type, start, &f, &o);
            for (int half = 0; half < 2; half++) {
                _mm256_storeu_ps(factors[half], f);
                _mm256_storeu_ps(offsets[half], o);
            }
        } else {
            for (size_t i = 0; i < units; i++) {
                single_factors(type, start + i * size, &factors[0][i], &offsets[0][i]);
                factors[1][i] = factors[0][i];
                offsets[1][i] = offsets[0][i];
            }
        }
#pragma clang loop unroll(full)
        for (int part = 0; part < SUPERBLOCK; part++) {
            if ((size_t)part >= units) break;
            uint8_t bytes[BLOCK];
            _mm256_storeu_si256((__m256i *)bytes, unit_bytes(type, super ? start : start + (size_t)part * size, part));
#pragma clang loop unroll(full)
            for (int eight = 0; eight < 4; eight++) {
                __m128i packed = _mm_loadl_epi64((const __m128i *)(bytes + 8 * eight));
                __m256i integers =
                    has_signed_integers(type) ? _mm256_cvtepi8_epi32(packed) : _mm256_cvtepu8_epi32(packed);
                __m256 values = _mm256_cvtepi32_ps(_mm256_sub_epi32(integers, zero));
                values = _mm256_mul_ps(values, _mm256_set1_ps(factors[eight / 2][part]));
                if (!zero_point(type)) values = _mm256_add_ps(values, _mm256_set1_ps(offsets[eight / 2][part]));
                _mm256_storeu_ps(output + (u + (size_t)part) * BLOCK + 8 * eight, values);
            }
        }
    }
}

#define DEQUANTIZE(name, type)                                                                                         \
    VECTOR_TARGET static void dequantize_##name(const uint8_t *row, size_t count, float *output) {                     \
        dequantize_row(type, row, count, output);                                                                      \
    }

BLOCK_TYPES(DEQUANTIZE)

#endif

void trellis_dequantize(trellis_weight_type type, const void *row, size_t count, float *output) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vector_kernels()) {
        switch (type) {
        case TRELLIS_F16: trellis_from_f16(row, count, output); return;
#define CASE(name, type) case type: dequantize_##name(row, count, output); return;
        BLOCK_TYPES(CASE)
#undef CASE
        default: break;
        }
    }
#endif
    trellis_dequantize_plain(type, row, count, output);
}
