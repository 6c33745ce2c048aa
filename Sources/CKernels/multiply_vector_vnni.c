// Quantised rows times one vector: the AVX-512 VNNI form.

#include "avx512.h"

#if HAS_VECTOR_FORMS

#define FORM(name) trellis_##name##_vnni
#define FORM_TARGET VNNI_TARGET
#define FORM_INLINE VNNI_INLINE
#define SHIFT 128

/// Sums of products of a unit's bytes with 32 activations, four to each.
VNNI_INLINE __m256i dot_unit(trellis_weight_type type, __m256i weights, __m256i values) {
    (void)type; // all are unsigned by now
    return _mm256_dpbusd_epi32(_mm256_setzero_si256(), weights, values);
}

#include "multiply_vector.h"

#endif
