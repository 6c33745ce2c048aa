#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Vector kernels of the transformer.
//
// Everything crosses this header as plain pointers and counts: never a vector type. Counts are numbers of elements,
// strides of weights are in bytes, other strides in elements. Pointers need no alignment beyond that of their type;
// inputs and outputs do not overlap unless a comment says so.
//
// Each kernel `f` chooses its form at run time: AVX2 with FMA and F16C where the processor has them, for integer products
// AVX-512 with VNNI, else the plain twin `f_plain`, which is the specification and which the tests compare with. Integer parts of the two agree bit
// for bit; sums of floats differ in their order.

/// How the weights of a row are stored; the values are those of the GGUF format.
typedef enum {
    TRELLIS_F32 = 0,
    TRELLIS_F16 = 1,
    TRELLIS_Q4_0 = 2,
    TRELLIS_Q4_1 = 3,
    TRELLIS_Q5_0 = 6,
    TRELLIS_Q5_1 = 7,
    TRELLIS_Q8_0 = 8,
    TRELLIS_Q2_K = 10,
    TRELLIS_Q3_K = 11,
    TRELLIS_Q4_K = 12,
    TRELLIS_Q5_K = 13,
    TRELLIS_Q6_K = 14,
    TRELLIS_IQ4_NL = 20,
    TRELLIS_IQ4_XS = 23,
    TRELLIS_BF16 = 30,
    TRELLIS_MXFP4 = 39,
} trellis_weight_type;

/// Whether the processor runs the vector forms.
bool trellis_has_vector_kernels(void);

/// Whether the processor runs the AVX-512 VNNI forms of the integer products.
bool trellis_has_vnni_kernels(void);

/// Multiplies and adds 8-bit integers in registers, as the integer products do at best, for benchmarks to compare with.
///
/// Returns the number of operations, two for each product; 0 where there are no vector forms. `result` depends on all.
size_t trellis_run_peak(size_t rounds, int seed, int *result);

/// Tells the processor that the caller spins.
static inline void trellis_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

// Activations as 8-bit integers
//
// A vector of `count` floats (a multiple of 32) becomes blocks of 32 integers from -127 to 127 with one scale a block:
//   values  [count]      round(x / scale)
//   scales  [count / 32] largest magnitude of the block / 127
//   sums    [2 * count / 32] first, for each block, its scale times the sum of its values;
//                            then, for each block, its scale times the sum of its first 16 values

/// Quantises `count` floats into the arrays above, the two parts of `sums` given apart, so that a vector can be
/// quantised piece by piece.
void trellis_quantize(
    const float *input, size_t count, int8_t *values, float *scales, float *block_sums, float *half_sums);
void trellis_quantize_plain(
    const float *input, size_t count, int8_t *values, float *scales, float *block_sums, float *half_sums);

// Rows of weights

/// Unpacks a row of `count` weights, a multiple of the type's block length, into floats, with the reference's roundings.
void trellis_dequantize(trellis_weight_type type, const void *row, size_t count, float *output);
void trellis_dequantize_plain(trellis_weight_type type, const void *row, size_t count, float *output);

/// Multiplies quantised rows by one vector of 8-bit activations: output[r] = row r · activation.
///
/// `columns` is a multiple of the type's block length; the type is not one of the float types.
void trellis_multiply_vector(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output);
void trellis_multiply_vector_plain(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output);

/// Multiplies quantised rows by a batch of activation vectors: output[v * output_stride + r] = row r · activation v.
///
/// The vectors lie one after the other in `values`, `scales` and `sums`. A panel of rows at a time is unpacked into
/// `scratch` (`trellis_batch_scratch_size(columns)` bytes) and used for all vectors. In the vector forms a vector's results
/// are the same bits as those of `trellis_multiply_vector`.
void trellis_multiply_batch(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,
    const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride, void *scratch);
void trellis_multiply_batch_plain(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,
    const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride);

#if defined(__x86_64__)
// The forms of the two products, for processors that run them.
void trellis_multiply_vector_avx2(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output);
void trellis_multiply_vector_vnni(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output);
void trellis_multiply_batch_avx2(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,
    const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride, void *scratch);
void trellis_multiply_batch_vnni(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,
    const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride, void *scratch);
#endif

/// The scratch bytes that a batch product over rows of `columns` weights needs.
size_t trellis_batch_scratch_size(size_t columns);

/// Multiplies F32, F16 or BF16 rows by one vector of floats: output[r] = row r · input.
void trellis_multiply_float(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const float *input, float *output);
void trellis_multiply_float_plain(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const float *input, float *output);

// Steps of a block

/// Adds `factor` times `addend` to `values`.
void trellis_add(float *values, const float *addend, size_t count, float factor);

/// Scales to a root mean square of one, then multiplies by the weights; `output` may be `input`.
void trellis_rms_norm(const float *input, const float *weights, size_t count, float epsilon, float *output);
void trellis_rms_norm_plain(const float *input, const float *weights, size_t count, float epsilon, float *output);

/// Turns pairs of a head's elements by the angles whose cosines and sines are given (`pair_count` each), in place.
///
/// With `halves`, element i is paired with element i + pair_count; else element 2i with element 2i + 1.
void trellis_rope(float *head, const float *cosines, const float *sines, size_t pair_count, bool halves);

/// gate[i] = silu(gate[i]) * up[i]
void trellis_silu_gate(float *gate, const float *up, size_t count);
void trellis_silu_gate_plain(float *gate, const float *up, size_t count);

/// gate[i] = gelu(gate[i]) * up[i], with the approximation through tanh.
void trellis_gelu_gate(float *gate, const float *up, size_t count);
void trellis_gelu_gate_plain(float *gate, const float *up, size_t count);

/// gate[i] = g sigmoid(1.702 g) (u + 1), with g the gate cut off above 7 and u the `up` cut off beyond -7 and 7.
void trellis_clamped_gate(float *gate, const float *up, size_t count);
void trellis_clamped_gate_plain(float *gate, const float *up, size_t count);

/// values[i] = cap * tanh(scale * values[i] / cap), in place.
void trellis_soft_cap(float *values, size_t count, float scale, float cap);
void trellis_soft_cap_plain(float *values, size_t count, float scale, float cap);

/// How scores become attention weights.
typedef struct {
    float scale; ///< What scores are multiplied by; positive.
    float cap;   ///< What scaled scores are softly capped at; 0 when they aren't.
    float sink;  ///< A scaled score that takes part but gets no weight; negative infinity when there is none.
} trellis_score_rule;

/// exp(s[i]) / (exp(sink) + sum of all exp(s[j])), with s the scaled and capped scores, in place.
void trellis_softmax(float *scores, size_t count, trellis_score_rule rule);
void trellis_softmax_plain(float *scores, size_t count, trellis_score_rule rule);

// Attention of one query head over a cache of keys and values
//
// Position p's key is keys[p * dimension ...] and its value is values[p * dimension ...], for p < length.
// scores (`length` floats) is scratch and holds the attention weights afterwards; output has `dimension` floats.

void trellis_attention_f16(
    const float *query, const uint16_t *keys, const uint16_t *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output);
void trellis_attention_f16_plain(
    const float *query, const uint16_t *keys, const uint16_t *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output);
/// The same over rows of Q8_0 blocks; `dimension` is a multiple of 32.
void trellis_attention_q8_0(
    const float *query, const void *keys, const void *values, size_t length, size_t dimension, trellis_score_rule rule,
    float *scores, float *output);
void trellis_attention_q8_0_plain(
    const float *query, const void *keys, const void *values, size_t length, size_t dimension, trellis_score_rule rule,
    float *scores, float *output);
void trellis_attention_f32(
    const float *query, const float *keys, const float *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output);
void trellis_attention_f32_plain(
    const float *query, const float *keys, const float *values, size_t length, size_t dimension,
    trellis_score_rule rule, float *scores, float *output);

/// Converts `count` floats, a multiple of 32, to Q8_0 blocks.
void trellis_to_q8_0(const float *input, size_t count, void *output);
void trellis_to_q8_0_plain(const float *input, size_t count, void *output);

/// Converts floats to half precision (round to nearest even) and back.
void trellis_to_f16(const float *input, size_t count, uint16_t *output);
void trellis_to_f16_plain(const float *input, size_t count, uint16_t *output);
void trellis_from_f16(const uint16_t *input, size_t count, float *output);
void trellis_from_f16_plain(const uint16_t *input, size_t count, float *output);
