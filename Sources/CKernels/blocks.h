// The layouts of quantised blocks, and how one block of 32 weights is read from them.
//
// Every type is seen the same way: 32 integers with one factor and one offset, weight = factor * integer + offset.
// (Q6_K has a factor for each half of the 32.)

#pragma once

#include "CKernels.h"
#include <string.h>

#define BLOCK 32 // weights in the unit that all kernels work on
#define SUPERBLOCK 8 // units in a K-quant block

#if defined(__x86_64__)
#define HAS_VECTOR_FORMS 1
#define VECTOR_TARGET __attribute__((target("avx2,fma,f16c")))
#define VECTOR_INLINE static inline __attribute__((always_inline, target("avx2,fma,f16c")))
#else
#define HAS_VECTOR_FORMS 0
#endif

typedef struct { uint16_t scale; uint8_t low[16]; } block_q4_0; // weight = scale * (q - 8)
typedef struct { uint16_t scale, offset; uint8_t low[16]; } block_q4_1; // weight = scale * q + offset
typedef struct { uint16_t scale; uint8_t high[4]; uint8_t low[16]; } block_q5_0; // weight = scale * (q - 16)
typedef struct { uint16_t scale, offset; uint8_t high[4]; uint8_t low[16]; } block_q5_1; // weight = scale * q + offset
typedef struct { uint16_t scale; int8_t values[32]; } block_q8_0; // weight = scale * q
// K-quants: 256 weights; each 32 have 6-bit factor f and minimum m: weight = scale * f * q - minimum * m
typedef struct { uint16_t scale, minimum; uint8_t factors[12]; uint8_t low[128]; } block_q4_k;
typedef struct { uint16_t scale, minimum; uint8_t factors[12]; uint8_t high[32]; uint8_t low[128]; } block_q5_k;
// each 16 have an 8-bit factor f: weight = scale * f * (q - 32)
typedef struct { uint8_t low[128]; uint8_t high[64]; int8_t factors[16]; uint16_t scale; } block_q6_k;

_Static_assert(sizeof(block_q4_0) == 18, "Q4_0");
_Static_assert(sizeof(block_q4_1) == 20, "Q4_1");
_Static_assert(sizeof(block_q5_0) == 22, "Q5_0");
_Static_assert(sizeof(block_q5_1) == 24, "Q5_1");
_Static_assert(sizeof(block_q8_0) == 34, "Q8_0");
_Static_assert(sizeof(block_q4_k) == 144, "Q4_K");
_Static_assert(sizeof(block_q5_k) == 176, "Q5_K");
_Static_assert(sizeof(block_q6_k) == 210, "Q6_K");

/// The value of a half-precision number.
static inline float half_to_float(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t exponent = (half >> 10) & 0x1f, fraction = half & 0x3ff, bits;
    if (exponent == 0x1f) {
        bits = sign | 0x7f800000 | fraction << 13;
    } else if (exponent != 0) {
        bits = sign | (exponent + 112) << 23 | fraction << 13;
    } else { // zero or subnormal: fraction * 2^-24
        float value = (float)fraction * 0x1p-24f;
        memcpy(&bits, &value, 4);
        bits |= sign;
    }
    float result;
    memcpy(&result, &bits, 4);
    return result;
}

/// The value of a bfloat16 number.
static inline float bfloat_to_float(uint16_t value) {
    uint32_t bits = (uint32_t)value << 16;
    float result;
    memcpy(&result, &bits, 4);
    return result;
}

/// The 6-bit factor and minimum of the 32 weights with this number in a K-quant block.
static inline void unpack_factors(const uint8_t packed[12], size_t index, uint8_t *factor, uint8_t *minimum) {
    if (index < 4) {
        *factor = packed[index] & 63;
        *minimum = packed[index + 4] & 63;
    } else {
        *factor = (packed[index + 4] & 15) | (packed[index - 4] >> 6) << 4;
        *minimum = packed[index + 4] >> 4 | (packed[index] >> 6) << 4;
    }
}

/// The 32 weights of a unit as integers with a factor and an offset for each half.
typedef struct {
    int16_t integers[BLOCK];
    float factors[2];
    float offsets[2];
} unpacked_unit;

/// Unpacks the unit with this number in a row: the specification of all formats.
static inline void unpack_unit(trellis_weight_type type, const void *row, size_t index, unpacked_unit *unit) {
    float factor = 0, offset = 0;
    switch (type) {
    case TRELLIS_Q4_0: {
        const block_q4_0 *block = (const block_q4_0 *)row + index;
        factor = half_to_float(block->scale);
        offset = -8 * factor;
        for (size_t i = 0; i < 16; i++) {
            unit->integers[i] = block->low[i] & 15;
            unit->integers[i + 16] = block->low[i] >> 4;
        }
        break;
    }
    case TRELLIS_Q4_1: {
        const block_q4_1 *block = (const block_q4_1 *)row + index;
        factor = half_to_float(block->scale);
        offset = half_to_float(block->offset);
        for (size_t i = 0; i < 16; i++) {
            unit->integers[i] = block->low[i] & 15;
            unit->integers[i + 16] = block->low[i] >> 4;
        }
        break;
    }
    case TRELLIS_Q5_0:
    case TRELLIS_Q5_1: {
        const uint8_t *high, *low;
        if (type == TRELLIS_Q5_0) {
            const block_q5_0 *block = (const block_q5_0 *)row + index;
            factor = half_to_float(block->scale);
            offset = -16 * factor;
            high = block->high;
            low = block->low;
        } else {
            const block_q5_1 *block = (const block_q5_1 *)row + index;
            factor = half_to_float(block->scale);
            offset = half_to_float(block->offset);
            high = block->high;
            low = block->low;
        }
        for (size_t i = 0; i < 16; i++) {
            unit->integers[i] = (low[i] & 15) | ((high[i / 8] >> (i % 8)) & 1) << 4;
            unit->integers[i + 16] = low[i] >> 4 | ((high[2 + i / 8] >> (i % 8)) & 1) << 4;
        }
        break;
    }
    case TRELLIS_Q8_0: {
        const block_q8_0 *block = (const block_q8_0 *)row + index;
        factor = half_to_float(block->scale);
        for (size_t i = 0; i < BLOCK; i++) unit->integers[i] = block->values[i];
        break;
    }
    case TRELLIS_Q4_K:
    case TRELLIS_Q5_K: {
        size_t part = index % SUPERBLOCK;
        const uint8_t *low, *high = NULL, *packed;
        float scale, minimum;
        if (type == TRELLIS_Q4_K) {
            const block_q4_k *block = (const block_q4_k *)row + index / SUPERBLOCK;
            scale = half_to_float(block->scale);
            minimum = half_to_float(block->minimum);
            packed = block->factors;
            low = block->low;
        } else {
            const block_q5_k *block = (const block_q5_k *)row + index / SUPERBLOCK;
            scale = half_to_float(block->scale);
            minimum = half_to_float(block->minimum);
            packed = block->factors;
            low = block->low;
            high = block->high;
        }
        uint8_t f, m;
        unpack_factors(packed, part, &f, &m);
        factor = scale * f;
        offset = -minimum * m;
        for (size_t i = 0; i < BLOCK; i++) {
            uint8_t byte = low[part / 2 * 32 + i];
            unit->integers[i] = part % 2 == 0 ? byte & 15 : byte >> 4;
            if (high) unit->integers[i] |= ((high[i] >> part) & 1) << 4;
        }
        break;
    }
    case TRELLIS_Q6_K: {
        const block_q6_k *block = (const block_q6_k *)row + index / SUPERBLOCK;
        size_t part = index % SUPERBLOCK, half = part / 4, quarter = part % 4;
        const uint8_t *low = block->low + half * 64 + quarter % 2 * 32, *high = block->high + half * 32;
        for (size_t i = 0; i < BLOCK; i++) {
            uint8_t nibble = quarter < 2 ? low[i] & 15 : low[i] >> 4;
            unit->integers[i] = nibble | ((high[i] >> (2 * quarter)) & 3) << 4;
        }
        float scale = half_to_float(block->scale);
        for (size_t h = 0; h < 2; h++) {
            unit->factors[h] = scale * block->factors[2 * part + h];
            unit->offsets[h] = -32 * unit->factors[h];
        }
        return;
    }
    case TRELLIS_F32:
    case TRELLIS_F16:
    case TRELLIS_BF16:
        // Not made of blocks: the callers' contract excludes them, and zeros are the harmless answer.
        memset(unit->integers, 0, sizeof unit->integers);
        break;
    }
    unit->factors[0] = unit->factors[1] = factor;
    unit->offsets[0] = unit->offsets[1] = offset;
}
