// The layouts of quantised blocks, and what kernels have to know of each type.
//
// Every type is seen the same way: units of 32 integers with one factor and one offset, weight = factor * integer +
// offset. (Some K-quants have a factor and an offset for each half of the 32.)

#pragma once

#include "CKernels.h"
#include <string.h>

#define BLOCK 32 // weights in the unit that all kernels work on
#define SUPERBLOCK 8 // units in a block of 256

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
typedef struct { uint16_t scale; uint8_t low[16]; } block_iq4_nl; // weight = scale * iq4_values[q]
typedef struct { uint8_t exponent; uint8_t low[16]; } block_mxfp4; // weight = 2^(exponent - 128) * (mxfp4_values[q] - 12)
// K-quants: 256 weights; each 32 have 6-bit factor f and minimum m: weight = scale * f * q - minimum * m
typedef struct { uint16_t scale, minimum; uint8_t factors[12]; uint8_t low[128]; } block_q4_k;
typedef struct { uint16_t scale, minimum; uint8_t factors[12]; uint8_t high[32]; uint8_t low[128]; } block_q5_k;
// each 16 have a 4-bit factor f and minimum m: weight = scale * f * q - minimum * m
typedef struct { uint8_t factors[16]; uint8_t low[64]; uint16_t scale, minimum; } block_q2_k;
// each 16 have a 6-bit factor f: weight = scale * (f - 32) * (q - 4)
typedef struct { uint8_t high[32]; uint8_t low[64]; uint8_t factors[12]; uint16_t scale; } block_q3_k;
// each 16 have an 8-bit factor f: weight = scale * f * (q - 32)
typedef struct { uint8_t low[128]; uint8_t high[64]; int8_t factors[16]; uint16_t scale; } block_q6_k;
// each 32 have a 6-bit factor f: weight = scale * (f - 32) * iq4_values[q]
typedef struct { uint16_t scale, high; uint8_t factors[4]; uint8_t low[128]; } block_iq4_xs;

_Static_assert(sizeof(block_q4_0) == 18, "Q4_0");
_Static_assert(sizeof(block_q4_1) == 20, "Q4_1");
_Static_assert(sizeof(block_q5_0) == 22, "Q5_0");
_Static_assert(sizeof(block_q5_1) == 24, "Q5_1");
_Static_assert(sizeof(block_q8_0) == 34, "Q8_0");
_Static_assert(sizeof(block_iq4_nl) == 18, "IQ4_NL");
_Static_assert(sizeof(block_mxfp4) == 17, "MXFP4");
_Static_assert(sizeof(block_q2_k) == 84, "Q2_K");
_Static_assert(sizeof(block_q3_k) == 110, "Q3_K");
_Static_assert(sizeof(block_q4_k) == 144, "Q4_K");
_Static_assert(sizeof(block_q5_k) == 176, "Q5_K");
_Static_assert(sizeof(block_q6_k) == 210, "Q6_K");
_Static_assert(sizeof(block_iq4_xs) == 136, "IQ4_XS");

/// All types that are made of blocks, as macro(name, type).
#define BLOCK_TYPES(macro)                                                                                             \
    macro(q4_0, TRELLIS_Q4_0) macro(q4_1, TRELLIS_Q4_1) macro(q5_0, TRELLIS_Q5_0) macro(q5_1, TRELLIS_Q5_1)            \
    macro(q8_0, TRELLIS_Q8_0) macro(iq4_nl, TRELLIS_IQ4_NL) macro(mxfp4, TRELLIS_MXFP4) macro(q2_k, TRELLIS_Q2_K)      \
    macro(q3_k, TRELLIS_Q3_K) macro(q4_k, TRELLIS_Q4_K) macro(q5_k, TRELLIS_Q5_K) macro(q6_k, TRELLIS_Q6_K)            \
    macro(iq4_xs, TRELLIS_IQ4_XS)

// What sets the types apart. Kernels are compiled once a type, so all of this is constant in them.

/// The bytes from one block to the next.
static inline size_t block_size(trellis_weight_type type) {
    switch (type) {
#define SIZE(name, type) case type: return sizeof(block_##name);
    BLOCK_TYPES(SIZE)
#undef SIZE
    default: return 0;
    }
}

/// Whether a block has 256 weights, eight units; else it is one unit.
static inline bool is_superblock_type(trellis_weight_type type) {
    return type == TRELLIS_Q2_K || type == TRELLIS_Q3_K || type == TRELLIS_Q4_K || type == TRELLIS_Q5_K
        || type == TRELLIS_Q6_K || type == TRELLIS_IQ4_XS;
}

/// Whether each half of a unit has a factor and an offset of its own.
static inline bool has_half_factors(trellis_weight_type type) {
    return type == TRELLIS_Q2_K || type == TRELLIS_Q3_K || type == TRELLIS_Q6_K;
}

/// Whether the integers are signed 8-bit numbers, with no offset; else they are unsigned.
static inline bool has_signed_integers(trellis_weight_type type) {
    return type == TRELLIS_Q8_0 || type == TRELLIS_IQ4_NL || type == TRELLIS_IQ4_XS;
}

/// The integer that stands for zero where the offset is a multiple of the factor; 0 for the other types.
static inline int zero_point(trellis_weight_type type) {
    switch (type) {
    case TRELLIS_Q3_K: return 4;
    case TRELLIS_Q4_0: return 8;
    case TRELLIS_MXFP4: return 12;
    case TRELLIS_Q5_0: return 16;
    case TRELLIS_Q6_K: return 32;
    default: return 0;
    }
}

/// The weights that the 4-bit integers of IQ4_NL and IQ4_XS stand for.
static const int8_t iq4_values[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

/// The weights that the 4-bit floats of MXFP4 stand for, doubled, above the zero point.
static const int8_t mxfp4_values[16] = {12, 13, 14, 15, 16, 18, 20, 24, 12, 11, 10, 9, 8, 6, 4, 0};

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

/// 2^(exponent - 128): the scale of MXFP4, half of what the exponent says because the values are doubled.
static inline float exponent_to_float(uint8_t exponent) {
    uint32_t bits = exponent < 2 ? 0x00200000u << exponent : (uint32_t)(exponent - 1) << 23;
    float result;
    memcpy(&result, &bits, 4);
    return result;
}
