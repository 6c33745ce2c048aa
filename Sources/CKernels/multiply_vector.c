// Quantised rows times one vector: the choice of the form.

#include "blocks.h"

void trellis_multiply_vector(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns,
    const int8_t *values, const float *scales, const float *sums, float *output) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vnni_kernels()) {
        trellis_multiply_vector_vnni(type, rows, row_stride, row_count, columns, values, scales, sums, output);
        return;
    }
    if (trellis_has_vector_kernels()) {
        trellis_multiply_vector_avx2(type, rows, row_stride, row_count, columns, values, scales, sums, output);
        return;
    }
#endif
    trellis_multiply_vector_plain(type, rows, row_stride, row_count, columns, values, scales, sums, output);
}
