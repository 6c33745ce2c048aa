// Panels: rows unpacked once to be used for all vectors of a batch.
//
// A panel interleaves its rows four bytes at a time, so that one load of four activations, broadcast, feeds all rows, and
// no sum over lanes is ever needed:
//
//     panel bytes    [unit][group of four columns: 8][row][column: 4]
//     panel factors  [unit][half: 2][row]
//     panel offsets  [unit][half: 2][row]
//
// Rows are filled in eight at a time; a panel has eight of them or sixteen.

#pragma once

#include "avx2.h"

/// The most rows of a panel.
#define MOST_PANEL_ROWS 16

#if HAS_VECTOR_FORMS

/// Where eight rows of a panel are written.
typedef struct {
    uint8_t *bytes;
    float *factors, *offsets;
} panel_part;

/// Writes eight rows of eight 32-bit groups as eight groups of eight rows, each `stride` bytes after the last.
VECTOR_INLINE void transpose_groups(const __m256i rows[8], uint8_t *output, size_t stride) {
    __m256i a[8], b[8];
#pragma clang loop unroll(full)
    for (int i = 0; i < 8; i += 2) {
        a[i] = _mm256_unpacklo_epi32(rows[i], rows[i + 1]);
        a[i + 1] = _mm256_unpackhi_epi32(rows[i], rows[i + 1]);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 8; i += 4) {
        b[i] = _mm256_unpacklo_epi64(a[i], a[i + 2]);
        b[i + 1] = _mm256_unpackhi_epi64(a[i], a[i + 2]);
        b[i + 2] = _mm256_unpacklo_epi64(a[i + 1], a[i + 3]);
        b[i + 3] = _mm256_unpackhi_epi64(a[i + 1], a[i + 3]);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_si256((__m256i *)(output + stride * (size_t)i), _mm256_permute2x128_si256(b[i], b[i + 4], 0x20));
        _mm256_storeu_si256((__m256i *)(output + stride * (size_t)(i + 4)), _mm256_permute2x128_si256(b[i], b[i + 4], 0x31));
    }
}

/// One of up to eight rows; the first again in place of a missing one, whose products nobody looks at.
VECTOR_INLINE const uint8_t *row_or_first(const uint8_t *rows, size_t row_stride, size_t row_count, size_t row) {
    return rows + (row < row_count ? row : 0) * row_stride;
}

/// Asks for a part of the rows `ahead` behind these: as many bytes as eight units of eight rows have.
///
/// Rows follow each other, and the processor does not see by itself that eight streams are one. Past the last row this asks
/// for bytes that nobody reads, which is harmless: it can't fault.
VECTOR_INLINE void prefetch_next_rows(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t unit, size_t ahead) {
    const size_t chunk = 8 * (is_superblock_type(type) ? 1 : SUPERBLOCK) * block_size(type);
    const char *start = (const char *)rows + ahead * row_stride + unit / SUPERBLOCK * chunk;
#pragma clang loop unroll(full)
    for (size_t offset = 0; offset < chunk; offset += 64) _mm_prefetch(start + offset, _MM_HINT_T1);
}

/// Writes the factors and offsets of `count` units, eight at most, of eight rows that begin with the units' blocks.
///
/// Signed integers that are shifted by some number to become unsigned have offsets that undo it. Second halves are written
/// only for types that have factors of their own for them, and only then read.
VECTOR_INLINE void fill_factors(
    trellis_weight_type type, const uint8_t *blocks, size_t row_stride, size_t row_count, size_t count, const int shift,
    float *factors, float *offsets, const size_t panel_rows) {
    const int half_count = has_half_factors(type) ? 2 : 1;
    const bool shifts = has_signed_integers(type) && shift != 0;
    if (count < SUPERBLOCK) {
#pragma clang loop unroll(disable)
        for (size_t r = 0; r < 8; r++) {
            const uint8_t *block = row_or_first(blocks, row_stride, row_count, r);
#pragma clang loop unroll(disable)
            for (size_t i = 0; i < count; i++) {
                float *factor = factors + i * 2 * panel_rows + r, *offset = offsets + i * 2 * panel_rows + r;
                single_factors(type, block + i * block_size(type), factor, offset);
                if (shifts) *offset = *factor * (float)-shift;
            }
        }
        return;
    }
    __m256i f[2][8], o[2][8];
#pragma clang loop unroll(full)
    for (size_t r = 0; r < 8; r++) {
        const uint8_t *block = row_or_first(blocks, row_stride, row_count, r);
        __m256 eight_factors[2], eight_offsets[2];
        if (half_count == 2) {
            half_factors halves = load_half_factors(type, block);
            split_halves(halves.factors, &eight_factors[0], &eight_factors[1]);
            split_halves(halves.minimums, &eight_offsets[0], &eight_offsets[1]);
            for (int half = 0; half < 2; half++) {
                eight_factors[half] = _mm256_mul_ps(_mm256_set1_ps(halves.scale), eight_factors[half]);
                eight_offsets[half] = _mm256_mul_ps(_mm256_set1_ps(halves.minimum), eight_offsets[half]);
            }
        } else {
            unit_factors(type, block, &eight_factors[0], &eight_offsets[0]);
            if (shifts) eight_offsets[0] = _mm256_mul_ps(eight_factors[0], _mm256_set1_ps((float)-shift));
        }
        for (int half = 0; half < half_count; half++) {
            f[half][r] = _mm256_castps_si256(eight_factors[half]);
            o[half][r] = _mm256_castps_si256(eight_offsets[half]);
        }
    }
    const size_t stride = 2 * panel_rows * sizeof(float);
    for (int half = 0; half < half_count; half++) {
        transpose_groups(f[half], (uint8_t *)(factors + (size_t)half * panel_rows), stride);
        transpose_groups(o[half], (uint8_t *)(offsets + (size_t)half * panel_rows), stride);
    }
}

/// The integers of a unit as bytes, those of signed types shifted.
VECTOR_INLINE __m256i shifted_bytes(trellis_weight_type type, const uint8_t *block, int part, const int shift) {
    __m256i bytes = unit_bytes(type, block, part);
    const bool shifts = has_signed_integers(type) && shift != 0;
    return shifts ? _mm256_xor_si256(bytes, _mm256_set1_epi8((char)shift)) : bytes;
}

/// Unpacks `count` units, eight at most, of up to eight rows into their part of a panel.
///
/// Signed integers are shifted by 128, or by 0 to stay as they are.
VECTOR_INLINE void fill_units(
    trellis_weight_type type, const uint8_t *rows, size_t row_stride, size_t row_count, size_t first, size_t count,
    const int shift, panel_part panel, const size_t panel_rows) {
    const size_t size = block_size(type);
    const bool super = is_superblock_type(type);
    const uint8_t *blocks = rows + (super ? first / SUPERBLOCK : first) * size;
    prefetch_next_rows(type, rows, row_stride, first, panel_rows);
    fill_factors(type, blocks, row_stride, row_count, count, shift, panel.factors, panel.offsets, panel_rows);
#pragma clang loop unroll(full)
    for (int part = 0; part < 8; part++) {
        if ((size_t)part >= count) break;
        __m256i unpacked[8];
#pragma clang loop unroll(full)
        for (size_t r = 0; r < 8; r++) {
            const uint8_t *block = row_or_first(blocks, row_stride, row_count, r) + (super ? 0 : (size_t)part * size);
            unpacked[r] = shifted_bytes(type, block, part, shift);
        }
        transpose_groups(unpacked, panel.bytes + (size_t)part * panel_rows * BLOCK, panel_rows * 4);
    }
}

/// The number of units that are unpacked together from a number on.
static inline size_t units_from(size_t first, size_t unit_count) {
    return unit_count - first < SUPERBLOCK ? unit_count - first : SUPERBLOCK;
}

#endif
