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

/// What 32 nibbles stand for in a table of 16.
VECTOR_INLINE __m256i look_up(const int8_t table[16], __m256i nibbles) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table)), nibbles);
}

/// The two bits of each of 32 bytes that belong to a quarter.
VECTOR_INLINE __m256i quarter_bits(const uint8_t *p, int quarter) {
    __m256i bytes = _mm256_srli_epi16(_mm256_loadu_si256((const __m256i *)p), 2 * quarter);
    return _mm256_and_si256(bytes, _mm256_set1_epi8(3));
}

/// The integers of a unit as bytes, signed or unsigned.
///
/// `block` is the unit's block, and `part` the unit's number in it (0 unless a block has several).
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
    case TRELLIS_IQ4_NL:
        return look_up(iq4_values, split_nibbles(((const block_iq4_nl *)block)->low));
    case TRELLIS_MXFP4:
        return look_up(mxfp4_values, split_nibbles(((const block_mxfp4 *)block)->low));
    case TRELLIS_IQ4_XS:
        return look_up(iq4_values, split_nibbles(((const block_iq4_xs *)block)->low + part * 16));
    case TRELLIS_Q2_K:
        return quarter_bits(((const block_q2_k *)block)->low + part / 4 * 32, part % 4);
    case TRELLIS_Q3_K: {
        const block_q3_k *b = (const block_q3_k *)block;
        __m256i high = _mm256_loadu_si256((const __m256i *)b->high);
        high = part < 2 ? _mm256_slli_epi16(high, 2 - part) : _mm256_srli_epi16(high, part - 2);
        return _mm256_or_si256(
            quarter_bits(b->low + part / 4 * 32, part % 4), _mm256_and_si256(high, _mm256_set1_epi8(4)));
    }
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

/// The factors of the eight units of an IQ4_XS block.
VECTOR_INLINE __m256 iq4_xs_factors(const block_iq4_xs *block) {
    const __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i low = _mm256_srlv_epi32(_mm256_set1_epi32(load_int(block->factors)), _mm256_slli_epi32(places, 2));
    __m256i high = _mm256_srlv_epi32(_mm256_set1_epi32(block->high), _mm256_slli_epi32(places, 1));
    low = _mm256_and_si256(low, _mm256_set1_epi32(15));
    high = _mm256_slli_epi32(_mm256_and_si256(high, _mm256_set1_epi32(3)), 4);
    __m256i factors = _mm256_sub_epi32(_mm256_or_si256(low, high), _mm256_set1_epi32(32));
    return _mm256_mul_ps(_mm256_set1_ps(load_half(&block->scale)), _mm256_cvtepi32_ps(factors));
}

/// The scales of eight MXFP4 blocks.
VECTOR_INLINE __m256 gather_exponents(const uint8_t *p) {
    const size_t stride = sizeof(block_mxfp4);
    __m256i e = _mm256_setr_epi32(
        p[0], p[stride], p[2 * stride], p[3 * stride], p[4 * stride], p[5 * stride], p[6 * stride], p[7 * stride]);
    __m256i normal = _mm256_slli_epi32(_mm256_sub_epi32(e, _mm256_set1_epi32(1)), 23);
    __m256i subnormal = _mm256_sllv_epi32(_mm256_set1_epi32(0x00200000), e);
    __m256i is_normal = _mm256_cmpgt_epi32(e, _mm256_set1_epi32(1));
    return _mm256_castsi256_ps(_mm256_blendv_epi8(subnormal, normal, is_normal));
}

/// What the 16 halves of units of a block have instead of factors and offsets: a half's factor is `scale` times its
/// integer of `factors`, its offset `minimum` times its integer of `minimums`.
typedef struct {
    __m256i factors, minimums; // 16 bits each
    float scale, minimum;
} half_factors;

VECTOR_INLINE half_factors load_half_factors(trellis_weight_type type, const uint8_t *block) {
    half_factors result;
    switch (type) {
    case TRELLIS_Q2_K: {
        const block_q2_k *b = (const block_q2_k *)block;
        __m256i both = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)b->factors));
        result.factors = _mm256_and_si256(both, _mm256_set1_epi16(15));
        result.minimums = _mm256_srli_epi16(both, 4);
        result.scale = load_half(&b->scale);
        result.minimum = -load_half(&b->minimum);
        return result;
    }
    case TRELLIS_Q3_K: {
        const block_q3_k *b = (const block_q3_k *)block;
        // Four low bits of 16 factors in 8 bytes; the two high bits of four factors in each of 4 words of bytes.
        __m128i low = _mm_loadl_epi64((const __m128i *)b->factors);
        low = _mm_and_si128(_mm_unpacklo_epi64(low, _mm_srli_epi16(low, 4)), _mm_set1_epi8(15));
        uint32_t packed;
        memcpy(&packed, b->factors + 8, 4);
        __m128i high = _mm_setr_epi32((int)packed, (int)(packed >> 2), (int)(packed >> 4), (int)(packed >> 6));
        high = _mm_slli_epi16(_mm_and_si128(high, _mm_set1_epi8(3)), 4);
        __m128i bytes = _mm_sub_epi8(_mm_or_si128(low, high), _mm_set1_epi8(32));
        result.factors = result.minimums = _mm256_cvtepi8_epi16(bytes);
        result.scale = load_half(&b->scale);
        break;
    }
    default: { // Q6_K
        const block_q6_k *b = (const block_q6_k *)block;
        result.factors = result.minimums = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)b->factors));
        result.scale = load_half(&b->scale);
        break;
    }
    }
    result.minimum = result.scale * (float)-zero_point(type);
    return result;
}

/// The integers of the first halves of eight units, and those of the second halves, as floats.
VECTOR_INLINE void split_halves(__m256i integers, __m256 *first, __m256 *second) {
    *first = _mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_slli_epi32(integers, 16), 16));
    *second = _mm256_cvtepi32_ps(_mm256_srai_epi32(integers, 16));
}

/// The factors and offsets of eight units of a type whose units have one of each.
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
    case TRELLIS_MXFP4:
        *factors = gather_exponents(block);
        *offsets = _mm256_mul_ps(*factors, _mm256_set1_ps(-12));
        break;
    case TRELLIS_IQ4_XS:
        *factors = iq4_xs_factors((const block_iq4_xs *)block);
        *offsets = _mm256_setzero_ps();
        break;
    default: // Q8_0, IQ4_NL
        *factors = gather_halves(block, block_size(type));
        *offsets = _mm256_setzero_ps();
        break;
    }
}

/// The factor and offset of one unit of a type whose blocks are units.
VECTOR_INLINE void single_factors(trellis_weight_type type, const uint8_t *block, float *factor, float *offset) {
    *factor = type == TRELLIS_MXFP4 ? exponent_to_float(block[0]) : load_half(block);
    *offset = type == TRELLIS_Q4_1 || type == TRELLIS_Q5_1 ? load_half(block + 2) : *factor * (float)-zero_point(type);
}

#endif
