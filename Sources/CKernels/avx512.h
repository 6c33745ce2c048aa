// What the AVX-512 VNNI forms are compiled for.

#pragma once

#include "avx2.h"

#if HAS_VECTOR_FORMS

#define VNNI_FEATURES "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"
#define VNNI_TARGET __attribute__((target(VNNI_FEATURES)))
#define VNNI_INLINE static inline __attribute__((always_inline, target(VNNI_FEATURES)))

#endif
