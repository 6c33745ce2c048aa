// The steps between the matrix products: activations to integers, norms, gates, softmax, half precision.

#include "avx2.h"
#include <math.h>

bool trellis_has_vector_kernels(void) {
#if HAS_VECTOR_FORMS
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
#else
    return false;
#endif
}

bool trellis_has_vnni_kernels(void) {
#if HAS_VECTOR_FORMS
    return trellis_has_vector_kernels() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512vnni");
#else
    return false;
#endif
}

#if HAS_VECTOR_FORMS

VECTOR_TARGET static void quantize(const float *input, size_t count, int8_t *values, float *scales, float *block_sums, float *half_sums) {
    const size_t block_count = count / BLOCK;
    const __m256 sign = _mm256_set1_ps(-0.0f), limit = _mm256_set1_ps(127.5f);
    const __m256i ones8 = _mm256_set1_epi8(1), ones16 = _mm256_set1_epi16(1);
    for (size_t b = 0; b < block_count; b++) {
        __m256 x[4], largest = _mm256_setzero_ps();
        for (int i = 0; i < 4; i++) {
            x[i] = _mm256_loadu_ps(input + b * BLOCK + 8 * (size_t)i);
            // The second operand is the result when the first is not a number.
            largest = _mm256_max_ps(_mm256_andnot_ps(sign, x[i]), largest);
        }
        float magnitude = largest_lane(largest);
        float scale = magnitude / 127;
        __m256 inverse = _mm256_set1_ps(magnitude > 0 ? 127 / magnitude : 0);
        __m256i rounded[4];
        for (int i = 0; i < 4; i++) {
            __m256 scaled = _mm256_mul_ps(x[i], inverse);
            __m256 valid = _mm256_cmp_ps(_mm256_andnot_ps(sign, scaled), limit, _CMP_LE_OQ);
            rounded[i] = _mm256_cvtps_epi32(_mm256_and_ps(scaled, valid));
        }
        __m256i low = _mm256_packs_epi32(rounded[0], rounded[1]), high = _mm256_packs_epi32(rounded[2], rounded[3]);
        __m256i bytes = _mm256_packs_epi16(low, high); // 4-byte groups in the order 0 2 4 6, 1 3 5 7
        bytes = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
        _mm256_storeu_si256((__m256i *)(values + b * BLOCK), bytes);
        __m256i partial = _mm256_madd_epi16(_mm256_maddubs_epi16(ones8, bytes), ones16); // first half in the low lane
        int32_t eight[8];
        _mm256_storeu_si256((__m256i *)eight, partial);
        int first = eight[0] + eight[1] + eight[2] + eight[3], second = eight[4] + eight[5] + eight[6] + eight[7];
        scales[b] = scale;
        block_sums[b] = scale * (float)(first + second);
        half_sums[b] = scale * (float)first;
    }
}

VECTOR_TARGET static void to_q8_0(const float *input, size_t count, void *output) {
    for (size_t b = 0; b < count / BLOCK; b++) {
        block_q8_0 *block = (block_q8_0 *)output + b;
        float scale, block_sum, half_sum;
        quantize(input + b * BLOCK, BLOCK, block->values, &scale, &block_sum, &half_sum);
        block->scale = (uint16_t)_cvtss_sh(scale, _MM_FROUND_TO_NEAREST_INT);
    }
}

VECTOR_TARGET static void rms_norm(const float *input, const float *weights, size_t count, float epsilon, float *output) {
    __m256 squares = _mm256_setzero_ps();
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256 x = _mm256_loadu_ps(input + i);
        squares = _mm256_fmadd_ps(x, x, squares);
    }
    float sum = sum_lanes(squares);
    for (; i < count; i++) sum += input[i] * input[i];
    float scale = 1 / sqrtf(sum / (float)count + epsilon);
    __m256 scales = _mm256_set1_ps(scale);
    for (i = 0; i + 8 <= count; i += 8) {
        __m256 x = _mm256_mul_ps(_mm256_loadu_ps(input + i), scales);
        _mm256_storeu_ps(output + i, _mm256_mul_ps(x, _mm256_loadu_ps(weights + i)));
    }
    for (; i < count; i++) output[i] = input[i] * scale * weights[i];
}

VECTOR_TARGET static void silu_gate(float *gate, const float *up, size_t count) {
    const __m256 one = _mm256_set1_ps(1);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256 x = _mm256_loadu_ps(gate + i);
        __m256 denominator = _mm256_add_ps(one, exponential(_mm256_sub_ps(_mm256_setzero_ps(), x)));
        _mm256_storeu_ps(gate + i, _mm256_mul_ps(_mm256_div_ps(x, denominator), _mm256_loadu_ps(up + i)));
    }
    trellis_silu_gate_plain(gate + i, up + i, count - i);
}

VECTOR_TARGET static void gelu_gate(float *gate, const float *up, size_t count) {
    const __m256 one = _mm256_set1_ps(1);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256 x = _mm256_loadu_ps(gate + i);
        // (1 + tanh z) / 2 = 1 / (1 + exp(-2 z)), with z = sqrt(2 / pi) (x + 0.044715 x^3)
        __m256 cubic = _mm256_fmadd_ps(_mm256_mul_ps(x, x), _mm256_set1_ps(0.044715f), one);
        __m256 exponent = _mm256_mul_ps(_mm256_mul_ps(x, cubic), _mm256_set1_ps(-2 * 0.7978845608f));
        __m256 value = _mm256_div_ps(x, _mm256_add_ps(one, exponential(exponent)));
        _mm256_storeu_ps(gate + i, _mm256_mul_ps(value, _mm256_loadu_ps(up + i)));
    }
    trellis_gelu_gate_plain(gate + i, up + i, count - i);
}

VECTOR_TARGET static void clamped_gate(float *gate, const float *up, size_t count) {
    const __m256 one = _mm256_set1_ps(1), limit = _mm256_set1_ps(7), lower = _mm256_set1_ps(-7);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256 g = _mm256_min_ps(_mm256_loadu_ps(gate + i), limit);
        __m256 u = _mm256_min_ps(_mm256_max_ps(_mm256_loadu_ps(up + i), lower), limit);
        __m256 denominator = _mm256_add_ps(one, exponential(_mm256_mul_ps(g, _mm256_set1_ps(-1.702f))));
        _mm256_storeu_ps(gate + i, _mm256_mul_ps(_mm256_div_ps(g, denominator), _mm256_add_ps(u, one)));
    }
    trellis_clamped_gate_plain(gate + i, up + i, count - i);
}

VECTOR_TARGET static void soft_cap(float *values, size_t count, float scale, float cap) {
    const __m256 one = _mm256_set1_ps(1), doubled = _mm256_set1_ps(2 * scale / cap);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        // tanh z = 1 - 2 / (1 + exp(2 z))
        __m256 e = exponential(_mm256_mul_ps(_mm256_loadu_ps(values + i), doubled));
        __m256 tanh = _mm256_sub_ps(one, _mm256_div_ps(_mm256_set1_ps(2), _mm256_add_ps(one, e)));
        _mm256_storeu_ps(values + i, _mm256_mul_ps(tanh, _mm256_set1_ps(cap)));
    }
    trellis_soft_cap_plain(values + i, count - i, scale, cap);
}

VECTOR_TARGET static void softmax(float *scores, size_t count, trellis_score_rule rule) {
    if (rule.cap > 0) {
        soft_cap(scores, count, rule.scale, rule.cap);
        rule.scale = 1;
    }
    const float scale = rule.scale, sink = rule.sink / scale;
    __m256 largest8 = _mm256_set1_ps(sink);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) largest8 = _mm256_max_ps(_mm256_loadu_ps(scores + i), largest8);
    float largest = largest_lane(largest8);
    for (; i < count; i++) largest = fmaxf(largest, scores[i]);
    const __m256 maximum = _mm256_set1_ps(largest), factor = _mm256_set1_ps(scale);
    __m256 sum8 = _mm256_setzero_ps();
    for (i = 0; i + 8 <= count; i += 8) {
        __m256 e = exponential(_mm256_mul_ps(factor, _mm256_sub_ps(_mm256_loadu_ps(scores + i), maximum)));
        _mm256_storeu_ps(scores + i, e);
        sum8 = _mm256_add_ps(sum8, e);
    }
    float sum = sum_lanes(sum8);
    if (sink > -INFINITY) sum += expf(scale * (sink - largest));
    for (; i < count; i++) {
        scores[i] = expf(scale * (scores[i] - largest));
        sum += scores[i];
    }
    const float inverse = 1 / sum;
    const __m256 inverse8 = _mm256_set1_ps(inverse);
    for (i = 0; i + 8 <= count; i += 8) _mm256_storeu_ps(scores + i, _mm256_mul_ps(_mm256_loadu_ps(scores + i), inverse8));
    for (; i < count; i++) scores[i] *= inverse;
}

VECTOR_TARGET static void to_f16(const float *input, size_t count, uint16_t *output) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(input + i), _MM_FROUND_TO_NEAREST_INT);
        _mm_storeu_si128((__m128i *)(output + i), halves);
    }
    trellis_to_f16_plain(input + i, count - i, output + i);
}

VECTOR_TARGET static void from_f16(const uint16_t *input, size_t count, float *output) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) _mm256_storeu_ps(output + i, load_half8(input + i));
    trellis_from_f16_plain(input + i, count - i, output + i);
}

#define CHOOSE(name, ...) return trellis_has_vector_kernels() ? name(__VA_ARGS__) : trellis_##name##_plain(__VA_ARGS__)
#else
#define CHOOSE(name, ...) trellis_##name##_plain(__VA_ARGS__)
#endif

void trellis_quantize(const float *input, size_t count, int8_t *values, float *scales, float *block_sums, float *half_sums) {
    CHOOSE(quantize, input, count, values, scales, block_sums, half_sums);
}

void trellis_rms_norm(const float *input, const float *weights, size_t count, float epsilon, float *output) {
    CHOOSE(rms_norm, input, weights, count, epsilon, output);
}

void trellis_silu_gate(float *gate, const float *up, size_t count) { CHOOSE(silu_gate, gate, up, count); }

void trellis_gelu_gate(float *gate, const float *up, size_t count) { CHOOSE(gelu_gate, gate, up, count); }

void trellis_clamped_gate(float *gate, const float *up, size_t count) { CHOOSE(clamped_gate, gate, up, count); }

void trellis_soft_cap(float *values, size_t count, float scale, float cap) {
    CHOOSE(soft_cap, values, count, scale, cap);
}

void trellis_softmax(float *scores, size_t count, trellis_score_rule rule) { CHOOSE(softmax, scores, count, rule); }

void trellis_to_q8_0(const float *input, size_t count, void *output) { CHOOSE(to_q8_0, input, count, output); }

void trellis_to_f16(const float *input, size_t count, uint16_t *output) { CHOOSE(to_f16, input, count, output); }

void trellis_from_f16(const uint16_t *input, size_t count, float *output) { CHOOSE(from_f16, input, count, output); }
