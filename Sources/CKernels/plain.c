// The plain twins: what each kernel computes, in the shortest C.

#include "unpack.h"
#include <math.h>

void trellis_quantize_plain(const float *input, size_t count, int8_t *values, float *scales, float *block_sums, float *half_sums) {
    size_t block_count = count / BLOCK;
    for (size_t b = 0; b < block_count; b++) {
        const float *x = input + b * BLOCK;
        float largest = 0;
        for (size_t i = 0; i < BLOCK; i++) largest = fmaxf(largest, fabsf(x[i]));
        float scale = largest / 127;
        float inverse = largest > 0 ? 127 / largest : 0;
        int total = 0, first = 0;
        for (size_t i = 0; i < BLOCK; i++) {
            float scaled = x[i] * inverse;
            // A value that is not a number, or an infinite scale, becomes 0 rather than an undefined conversion.
            int value = scaled >= -127.5f && scaled <= 127.5f ? (int)rintf(scaled) : 0;
            values[b * BLOCK + i] = (int8_t)value;
            total += value;
            if (i < 16) first += value;
        }
        scales[b] = scale;
        block_sums[b] = scale * (float)total;
        half_sums[b] = scale * (float)first;
    }
}

void trellis_dequantize_plain(trellis_weight_type type, const void *row, size_t count, float *output) {
    switch (type) {
    case TRELLIS_F32:
        memcpy(output, row, count * sizeof(float));
        return;
    case TRELLIS_F16:
        trellis_from_f16_plain(row, count, output);
        return;
    case TRELLIS_BF16:
        for (size_t i = 0; i < count; i++) output[i] = bfloat_to_float(((const uint16_t *)row)[i]);
        return;
    default:
        break;
    }
    // Symmetric types are rounded once, as scale * (q - zero); the others twice, as the formats define them.
    int zero = zero_point(type);
    for (size_t b = 0; b < count / BLOCK; b++) {
        unpacked_unit unit;
        unpack_unit(type, row, b, &unit);
        for (size_t i = 0; i < BLOCK; i++) {
            float factor = unit.factors[i / 16], offset = zero ? 0 : unit.offsets[i / 16];
            float product = factor * (float)(unit.integers[i] - zero);
            output[b * BLOCK + i] = product + offset;
        }
    }
}

void trellis_multiply_vector_plain(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output) {
    size_t block_count = columns / BLOCK;
    for (size_t r = 0; r < row_count; r++) {
        const void *row = (const uint8_t *)rows + r * row_stride;
        float sum = 0;
        for (size_t b = 0; b < block_count; b++) {
            unpacked_unit unit;
            unpack_unit(type, row, b, &unit);
            int products[2] = {0, 0};
            for (size_t i = 0; i < BLOCK; i++) products[i / 16] += unit.integers[i] * values[b * BLOCK + i];
            float first = sums[block_count + b];
            sum += scales[b] * (unit.factors[0] * (float)products[0] + unit.factors[1] * (float)products[1]);
            sum += unit.offsets[0] * first + unit.offsets[1] * (sums[b] - first);
        }
        output[r] = sum;
    }
}

void trellis_multiply_batch_plain(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,
    const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride) {
    for (size_t v = 0; v < vector_count; v++) {
        trellis_multiply_vector_plain(
            type, rows, row_stride, row_count, columns, values + v * columns, scales + v * (columns / BLOCK),
            sums + v * (columns / BLOCK * 2), output + v * output_stride);
    }
}

void trellis_multiply_float_plain(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const float *input, float *output) {
    for (size_t r = 0; r < row_count; r++) {
        const uint8_t *row = (const uint8_t *)rows + r * row_stride;
        double sum = 0;
        for (size_t i = 0; i < columns; i++) {
            float weight;
            uint16_t bits;
            if (type == TRELLIS_F32) {
                memcpy(&weight, row + i * 4, 4);
            } else {
                memcpy(&bits, row + i * 2, 2);
                weight = type == TRELLIS_F16 ? half_to_float(bits) : bfloat_to_float(bits);
            }
            sum += (double)weight * input[i];
        }
        output[r] = (float)sum;
    }
}

void trellis_add(float *values, const float *addend, size_t count, float factor) {
    for (size_t i = 0; i < count; i++) values[i] += factor * addend[i];
}

void trellis_rms_norm_plain(const float *input, const float *weights, size_t count, float epsilon, float *output) {
    double squares = 0;
    for (size_t i = 0; i < count; i++) squares += (double)input[i] * input[i];
    float scale = 1 / sqrtf((float)(squares / (double)count) + epsilon);
    for (size_t i = 0; i < count; i++) output[i] = input[i] * scale * weights[i];
}

void trellis_rope(float *head, const float *cosines, const float *sines, size_t pair_count, bool halves) {
    for (size_t i = 0; i < pair_count; i++) {
        float *first = halves ? head + i : head + 2 * i;
        float *second = halves ? head + i + pair_count : head + 2 * i + 1;
        float a = *first, b = *second;
        *first = a * cosines[i] - b * sines[i];
        *second = b * cosines[i] + a * sines[i];
    }
}

void trellis_silu_gate_plain(float *gate, const float *up, size_t count) {
    for (size_t i = 0; i < count; i++) gate[i] = gate[i] / (1 + expf(-gate[i])) * up[i];
}

void trellis_gelu_gate_plain(float *gate, const float *up, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float x = gate[i];
        float inner = 0.7978845608f * (x + 0.044715f * x * x * x); // sqrt(2 / pi)
        gate[i] = 0.5f * x * (1 + tanhf(inner)) * up[i];
    }
}

void trellis_clamped_gate_plain(float *gate, const float *up, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float g = fminf(gate[i], 7), u = fminf(fmaxf(up[i], -7), 7);
        gate[i] = g / (1 + expf(-1.702f * g)) * (u + 1);
    }
}

void trellis_soft_cap_plain(float *values, size_t count, float scale, float cap) {
    for (size_t i = 0; i < count; i++) values[i] = cap * tanhf(scale * values[i] / cap);
}

void trellis_softmax_plain(float *scores, size_t count, trellis_score_rule rule) {
    if (rule.cap > 0) {
        trellis_soft_cap_plain(scores, count, rule.scale, rule.cap);
        rule.scale = 1;
    }
    float sink = rule.sink / rule.scale, largest = sink;
    for (size_t i = 0; i < count; i++) largest = fmaxf(largest, scores[i]);
    double sum = sink > -INFINITY ? expf(rule.scale * (sink - largest)) : 0;
    for (size_t i = 0; i < count; i++) {
        scores[i] = expf(rule.scale * (scores[i] - largest));
        sum += scores[i];
    }
    float inverse = (float)(1 / sum);
    for (size_t i = 0; i < count; i++) scores[i] *= inverse;
}

void trellis_attention_f32_plain(
    const float *query, const float *keys, const float *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output) {
    for (size_t p = 0; p < length; p++) {
        float sum = 0;
        for (size_t i = 0; i < dimension; i++) sum += query[i] * keys[p * dimension + i];
        scores[p] = sum;
    }
    trellis_softmax_plain(scores, length, rule);
    for (size_t i = 0; i < dimension; i++) output[i] = 0;
    for (size_t p = 0; p < length; p++) {
        for (size_t i = 0; i < dimension; i++) output[i] += scores[p] * values[p * dimension + i];
    }
}

void trellis_attention_f16_plain(
    const float *query, const uint16_t *keys, const uint16_t *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output) {
    for (size_t p = 0; p < length; p++) {
        float sum = 0;
        for (size_t i = 0; i < dimension; i++) sum += query[i] * half_to_float(keys[p * dimension + i]);
        scores[p] = sum;
    }
    trellis_softmax_plain(scores, length, rule);
    for (size_t i = 0; i < dimension; i++) output[i] = 0;
    for (size_t p = 0; p < length; p++) {
        for (size_t i = 0; i < dimension; i++) output[i] += scores[p] * half_to_float(values[p * dimension + i]);
    }
}

void trellis_attention_q8_0_plain(
    const float *query, const void *keys, const void *values, size_t length, size_t dimension, trellis_score_rule rule,
    float *scores, float *output) {
    const block_q8_0 *key = keys, *value = values;
    const size_t block_count = dimension / BLOCK;
    for (size_t p = 0; p < length; p++) {
        float sum = 0;
        for (size_t i = 0; i < dimension; i++) {
            const block_q8_0 *block = key + p * block_count + i / BLOCK;
            sum += query[i] * (half_to_float(block->scale) * block->values[i % BLOCK]);
        }
        scores[p] = sum;
    }
    trellis_softmax_plain(scores, length, rule);
    for (size_t i = 0; i < dimension; i++) output[i] = 0;
    for (size_t p = 0; p < length; p++) {
        for (size_t i = 0; i < dimension; i++) {
            const block_q8_0 *block = value + p * block_count + i / BLOCK;
            output[i] += scores[p] * (half_to_float(block->scale) * block->values[i % BLOCK]);
        }
    }
}

void trellis_to_q8_0_plain(const float *input, size_t count, void *output) {
    for (size_t b = 0; b < count / BLOCK; b++) {
        block_q8_0 *block = (block_q8_0 *)output + b;
        float scale, block_sum, half_sum;
        trellis_quantize_plain(input + b * BLOCK, BLOCK, block->values, &scale, &block_sum, &half_sum);
        trellis_to_f16_plain(&scale, 1, &block->scale);
    }
}

void trellis_to_f16_plain(const float *input, size_t count, uint16_t *output) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, input + i, 4);
        uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff, half;
        if (magnitude > 0x7f800000) {
            half = 0x7e00 | (magnitude >> 13 & 0x3ff); // not a number
        } else if (magnitude >= 0x477ff000) {
            half = 0x7c00; // rounds to infinity
        } else if (magnitude >= 0x38800000) {
            half = (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13;
        } else { // subnormal: in units of 2^-24
            float value;
            memcpy(&value, &magnitude, 4);
            half = (uint32_t)rintf(value * 0x1p24f);
        }
        output[i] = (uint16_t)(sign | half);
    }
}

void trellis_from_f16_plain(const uint16_t *input, size_t count, float *output) {
    for (size_t i = 0; i < count; i++) output[i] = half_to_float(input[i]);
}
