#pragma once

#include <stddef.h>
#include <stdint.h>

/// The driver of libFuzzer, which the sanitizer links.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
