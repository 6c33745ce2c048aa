// How a unit of 32 weights is read from a row of any type: the specification of the formats.

#pragma once

#include "blocks.h"

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
    case TRELLIS_IQ4_NL: {
        const block_iq4_nl *block = (const block_iq4_nl *)row + index;
        factor = half_to_float(block->scale);
        for (size_t i = 0; i < 16; i++) {
            unit->integers[i] = iq4_values[block->low[i] & 15];
            unit->integers[i + 16] = iq4_values[block->low[i] >> 4];
        }
        break;
    }
    case TRELLIS_MXFP4: {
        const block_mxfp4 *block = (const block_mxfp4 *)row + index;
        factor = exponent_to_float(block->exponent);
        offset = -12 * factor;
        for (size_t i = 0; i < 16; i++) {
            unit->integers[i] = mxfp4_values[block->low[i] & 15];
            unit->integers[i + 16] = mxfp4_values[block->low[i] >> 4];
        }
        break;
    }
    case TRELLIS_Q2_K: {
        const block_q2_k *block = (const block_q2_k *)row + index / SUPERBLOCK;
        size_t part = index % SUPERBLOCK, half = part / 4, quarter = part % 4;
        for (size_t i = 0; i < BLOCK; i++) unit->integers[i] = (block->low[half * 32 + i] >> (2 * quarter)) & 3;
        for (size_t h = 0; h < 2; h++) {
            unit->factors[h] = half_to_float(block->scale) * (block->factors[2 * part + h] & 15);
            unit->offsets[h] = -half_to_float(block->minimum) * (block->factors[2 * part + h] >> 4);
        }
        return;
    }
    case TRELLIS_Q3_K: {
        const block_q3_k *block = (const block_q3_k *)row + index / SUPERBLOCK;
        size_t part = index % SUPERBLOCK, half = part / 4, quarter = part % 4;
        for (size_t i = 0; i < BLOCK; i++) {
            int low = (block->low[half * 32 + i] >> (2 * quarter)) & 3;
            unit->integers[i] = (int16_t)(low | ((block->high[i] >> part) & 1) << 2);
        }
        for (size_t h = 0; h < 2; h++) {
            size_t place = 2 * part + h;
            int low = place < 8 ? block->factors[place] & 15 : block->factors[place - 8] >> 4;
            int high = (block->factors[8 + place % 4] >> (2 * (place / 4))) & 3;
            unit->factors[h] = half_to_float(block->scale) * (float)((low | high << 4) - 32);
            unit->offsets[h] = -4 * unit->factors[h];
        }
        return;
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
    case TRELLIS_IQ4_XS: {
        const block_iq4_xs *block = (const block_iq4_xs *)row + index / SUPERBLOCK;
        size_t part = index % SUPERBLOCK;
        int low = (block->factors[part / 2] >> (4 * (part % 2))) & 15, high = (block->high >> (2 * part)) & 3;
        factor = half_to_float(block->scale) * (float)((low | high << 4) - 32);
        for (size_t i = 0; i < 16; i++) {
            unit->integers[i] = iq4_values[block->low[part * 16 + i] & 15];
            unit->integers[i + 16] = iq4_values[block->low[part * 16 + i] >> 4];
        }
        break;
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
