// Quantised rows times one vector: the AVX2 form.

#include "avx2.h"

#if HAS_VECTOR_FORMS

#define FORM(name) trellis_##name##_avx2
#define FORM_TARGET VECTOR_TARGET
#define FORM_INLINE VECTOR_INLINE
#define SHIFT 0

/// Sums of products of a unit's bytes with 32 activations, four to each.
///
/// No pair of products overflows 16 bits: 2 * 63 * 127 for unsigned weights, 2 * 128 * 127 for signed ones.
VECTOR_INLINE __m256i dot_unit(trellis_weight_type type, __m256i weights, __m256i values) {
    __m256i pairs = has_signed_integers(type)
        ? _mm256_maddubs_epi16(_mm256_abs_epi8(weights), _mm256_sign_epi8(values, weights))
        : _mm256_maddubs_epi16(weights, values);
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

#include "multiply_vector.h"

#endif
