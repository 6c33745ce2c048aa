// AVX2 building blocks: units of 32 weights as unsigned bytes, the factors of eight units at once, sums over lanes.

#pragma once

#include "blocks.h"

#if HAS_VECTOR_FORMS

#include <immintrin.h>

VECTOR_INLINE float sum_lanes(__m256 x) {
    __m128 sum = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
    sum = _mm_add_ss(sum, _mm_movehdup_ps(sum));
    return _mm_cvtss_f32(sum);
}

VECTOR_INLINE float largest_lane(__m256 x) {
    __m128 largest = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    largest = _mm_max_ps(largest, _mm_movehl_ps(largest, largest));
    largest = _mm_max_ss(largest, _mm_movehdup_ps(largest));
    return _mm_cvtss_f32(largest);
}

/// exp(x), to about one unit in the last place: 2^n times a polynomial over [-ln 2 / 2, ln 2 / 2].
VECTOR_INLINE __m256 exponential(__m256 x) {
    x = _mm256_max_ps(_mm256_min_ps(x, _mm256_set1_ps(88.3f)), _mm256_set1_ps(-87.3f));
    __m256 n = _mm256_round_ps(_mm256_mul_ps(x, _mm256_set1_ps(1.44269504089f)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    // x - n ln 2, with ln 2 in two parts
    __m256 r = _mm256_fnmadd_ps(n, _mm256_set1_ps(0.693359375f), x);
    r = _mm256_fnmadd_ps(n, _mm256_set1_ps(-2.12194440e-4f), r);
    __m256 p = _mm256_set1_ps(1.0f / 5040);
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f / 720));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f / 120));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f / 24));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f / 6));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(0.5f));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f));
    __m256i power = _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23);
    return _mm256_mul_ps(p, _mm256_castsi256_ps(power));
}

VECTOR_INLINE __m256 load_half8(const uint16_t *p) {
    return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p));
}

VECTOR_INLINE float load_half(const void *p) {
    uint16_t half;
    memcpy(&half, p, 2);
    return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(half)));
}

VECTOR_INLINE int load_int(const void *p) {
    int value;
    memcpy(&value, p, 4);
    return value;
}

/// 16 bytes of two nibbles each: the low nibbles in the low lane, the high ones in the high lane.
VECTOR_INLINE __m256i split_nibbles(const uint8_t *p) {
    __m256i bytes = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
    bytes = _mm256_srlv_epi64(bytes, _mm256_set_epi64x(4, 4, 0, 0));
    return _mm256_and_si256(bytes, _mm256_set1_epi8(15));
}

/// 32 bits as 32 bytes of 16 or 0.
VECTOR_INLINE __m256i spread_bits(const uint8_t *p) {
    __m256i bits = _mm256_set1_epi32(load_int(p));
    bits = _mm256_shuffle_epi8(
        bits, _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0));
    __m256i one = _mm256_set1_epi64x((long long)0x8040201008040201);
    return _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_and_si256(bits, one), one), _mm256_set1_epi8(16));
}

/// The integers of a unit as bytes: unsigned, but for Q8_0, where they are signed.
///
/// `block` is the unit's block, and `part` the unit's number in it (0 unless a K-quant).
VECTOR_INLINE __m256i unit_bytes(trellis_weight_type type, const uint8_t *block, int part) {
    const __m256i nibble = _mm256_set1_epi8(15);
    switch (type) {
    case TRELLIS_Q4_0:
        return split_nibbles(((const block_q4_0 *)block)->low);
    case TRELLIS_Q4_1:
        return split_nibbles(((const block_q4_1 *)block)->low);
    case TRELLIS_Q5_0:
        return _mm256_or_si256(
            split_nibbles(((const block_q5_0 *)block)->low), spread_bits(((const block_q5_0 *)block)->high));
    case TRELLIS_Q5_1:
        return _mm256_or_si256(
            split_nibbles(((const block_q5_1 *)block)->low), spread_bits(((const block_q5_1 *)block)->high));
    case TRELLIS_Q4_K: {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(((const block_q4_k *)block)->low + part / 2 * 32));
        return _mm256_and_si256(part % 2 ? _mm256_srli_epi16(bytes, 4) : bytes, nibble);
    }
    case TRELLIS_Q5_K: {
        const block_q5_k *b = (const block_q5_k *)block;
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(b->low + part / 2 * 32));
        bytes = _mm256_and_si256(part % 2 ? _mm256_srli_epi16(bytes, 4) : bytes, nibble);
        __m256i high = _mm256_loadu_si256((const __m256i *)b->high);
        high = part < 4 ? _mm256_slli_epi16(high, 4 - part) : _mm256_srli_epi16(high, part - 4);
        return _mm256_or_si256(bytes, _mm256_and_si256(high, _mm256_set1_epi8(16)));
    }
    case TRELLIS_Q6_K: {
        const block_q6_k *b = (const block_q6_k *)block;
        int half = part / 4, quarter = part % 4;
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(b->low + half * 64 + quarter % 2 * 32));
        bytes = _mm256_and_si256(quarter < 2 ? bytes : _mm256_srli_epi16(bytes, 4), nibble);
        __m256i high = _mm256_loadu_si256((const __m256i *)(b->high + half * 32));
        high = quarter < 2 ? _mm256_slli_epi16(high, 4 - 2 * quarter) : _mm256_srli_epi16(high, 2 * quarter - 4);
        return _mm256_or_si256(bytes, _mm256_and_si256(high, _mm256_set1_epi8(48)));
    }
    default: // Q8_0
        return _mm256_loadu_si256((const __m256i *)((const block_q8_0 *)block)->values);
    }
}

/// Eight units' two-byte fields, `stride` bytes apart, as floats.
VECTOR_INLINE __m256 gather_halves(const uint8_t *p, size_t stride) {
    uint16_t halves[8];
    for (int i = 0; i < 8; i++) memcpy(halves + i, p + (size_t)i * stride, 2);
    return load_half8(halves);
}

/// The two-byte pairs that eight units begin with, `stride` bytes apart, as two vectors of floats.
VECTOR_INLINE void gather_pairs(const uint8_t *p, size_t stride, __m256 *first, __m256 *second) {
    __m128i a = _mm_setr_epi32(load_int(p), load_int(p + stride), load_int(p + 2 * stride), load_int(p + 3 * stride));
    p += 4 * stride;
    __m128i b = _mm_setr_epi32(load_int(p), load_int(p + stride), load_int(p + 2 * stride), load_int(p + 3 * stride));
    const __m128i low = _mm_set1_epi32(0xffff);
    *first = _mm256_cvtph_ps(_mm_packus_epi32(_mm_and_si128(a, low), _mm_and_si128(b, low)));
    *second = _mm256_cvtph_ps(_mm_packus_epi32(_mm_srli_epi32(a, 16), _mm_srli_epi32(b, 16)));
}

/// The factors and offsets of the eight units of a Q4_K or Q5_K block, whose first 16 bytes are the same.
VECTOR_INLINE void superblock_factors(const uint8_t *block, __m256 *factors, __m256 *offsets) {
    // Eight 6-bit factors, then eight 6-bit minimums, in 12 bytes: the low 4 or 6 bits of each lie in 32-bit words.
    uint32_t packed[3], unpacked[4];
    memcpy(packed, block + 4, 12);
    unpacked[0] = packed[0] & 0x3f3f3f3f;
    unpacked[1] = (packed[2] & 0x0f0f0f0f) | (packed[0] >> 6 & 0x03030303) << 4;
    unpacked[2] = packed[1] & 0x3f3f3f3f;
    unpacked[3] = (packed[2] >> 4 & 0x0f0f0f0f) | (packed[1] >> 6 & 0x03030303) << 4;
    __m128i bytes = _mm_loadu_si128((const __m128i *)unpacked);
    __m256 f = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
    __m256 m = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_unpackhi_epi64(bytes, bytes)));
    *factors = _mm256_mul_ps(_mm256_set1_ps(load_half(block)), f);
    *offsets = _mm256_mul_ps(_mm256_set1_ps(-load_half(block + 2)), m);
}

/// The factors and offsets of eight units of any type but Q6_K, whose factors belong to halves of units.
VECTOR_INLINE void unit_factors(trellis_weight_type type, const uint8_t *block, __m256 *factors, __m256 *offsets) {
    switch (type) {
    case TRELLIS_Q4_0:
        *factors = gather_halves(block, sizeof(block_q4_0));
        *offsets = _mm256_mul_ps(*factors, _mm256_set1_ps(-8));
        break;
    case TRELLIS_Q5_0:
        *factors = gather_halves(block, sizeof(block_q5_0));
        *offsets = _mm256_mul_ps(*factors, _mm256_set1_ps(-16));
        break;
    case TRELLIS_Q4_1:
        gather_pairs(block, sizeof(block_q4_1), factors, offsets);
        break;
    case TRELLIS_Q5_1:
        gather_pairs(block, sizeof(block_q5_1), factors, offsets);
        break;
    case TRELLIS_Q4_K:
    case TRELLIS_Q5_K:
        superblock_factors(block, factors, offsets);
        break;
    default: // Q8_0
        *factors = gather_halves(block, sizeof(block_q8_0));
        *offsets = _mm256_setzero_ps();
        break;
    }
}

/// The factor and offset of one unit of a type whose blocks are units.
VECTOR_INLINE void single_factors(trellis_weight_type type, const uint8_t *block, float *factor, float *offset) {
    *factor = load_half(block);
    switch (type) {
    case TRELLIS_Q4_0: *offset = -8 * *factor; break;
    case TRELLIS_Q5_0: *offset = -16 * *factor; break;
    case TRELLIS_Q4_1:
    case TRELLIS_Q5_1: *offset = load_half(block + 2); break;
    default: *offset = 0; break; // Q8_0
    }
}

/// The bytes from one block of a type to the next.
VECTOR_INLINE size_t block_size(trellis_weight_type type) {
    switch (type) {
    case TRELLIS_Q4_0: return sizeof(block_q4_0);
    case TRELLIS_Q4_1: return sizeof(block_q4_1);
    case TRELLIS_Q5_0: return sizeof(block_q5_0);
    case TRELLIS_Q5_1: return sizeof(block_q5_1);
    case TRELLIS_Q4_K: return sizeof(block_q4_k);
    case TRELLIS_Q5_K: return sizeof(block_q5_k);
    case TRELLIS_Q6_K: return sizeof(block_q6_k);
    default: return sizeof(block_q8_0);
    }
}

VECTOR_INLINE bool is_superblock_type(trellis_weight_type type) {
    return type == TRELLIS_Q4_K || type == TRELLIS_Q5_K || type == TRELLIS_Q6_K;
}

#endif
