// Quantised rows times a batch of vectors: the choice of the form.

#include "panel.h"

size_t trellis_batch_scratch_size(size_t columns) {
    // Whole groups of eight units, which is what small batches unpack at a time even of shorter rows.
    size_t units = (columns + SUPERBLOCK * BLOCK - 1) / (SUPERBLOCK * BLOCK) * SUPERBLOCK;
    return units * MOST_PANEL_ROWS * (BLOCK + 2 * 2 * sizeof(float)) + 64;
}

void trellis_multiply_batch(
    trellis_weight_type type, const void *rows, size_t row_stride, size_t row_count, size_t columns, size_t vector_count,
    const int8_t *values, const float *scales, const float *sums, float *output, size_t output_stride, void *scratch) {
#if HAS_VECTOR_FORMS
    if (trellis_has_vnni_kernels()) {
        trellis_multiply_batch_vnni(
            type, rows, row_stride, row_count, columns, vector_count, values, scales, sums, output, output_stride, scratch);
        return;
    }
    if (trellis_has_vector_kernels()) {
        trellis_multiply_batch_avx2(
            type, rows, row_stride, row_count, columns, vector_count, values, scales, sums, output, output_stride, scratch);
        return;
    }
#endif
    (void)scratch;
    trellis_multiply_batch_plain(
        type, rows, row_stride, row_count, columns, vector_count, values, scales, sums, output, output_stride);
}
