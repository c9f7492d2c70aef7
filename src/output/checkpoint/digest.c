/* SPDX-License-Identifier: MIT */
/* Hashes of rows: one mixing step per number. */
#include "output/checkpoint/digest.h"
#include "base/random.h"

#define GOLDEN 0x9e3779b97f4a7c15ULL

static uint64_t stir(uint64_t hash, uint64_t word)
{
  return mix_bits((hash ^ word) + GOLDEN);
}

static uint64_t name_hash(const char *name)
{
  uint64_t hash = GOLDEN;

  for (const char *c = name; *c; c++) hash = stir(hash, (unsigned char)*c);
  return hash;
}

uint64_t digest_key(int n, const int64_t *values)
{
  uint64_t hash = GOLDEN;

  for (int i = 0; i < n; i++) hash = stir(hash, (uint64_t)values[i]);
  return hash;
}

uint64_t digest_item(const char *name, uint64_t digest)
{
  return stir(name_hash(name), digest);
}

static uint64_t stir_words(uint64_t hash, int n, const char *row)
{
  for (int i = 0; i < n; i++) {
    uint64_t word;

    memcpy(&word, row + 8 * (size_t)i, 8);
    hash = stir(hash, word);
  }
  return hash;
}

static uint64_t stir_halves(uint64_t hash, int n, const char *row)
{
  for (int i = 0; i < n; i++) {
    int32_t half;

    memcpy(&half, row + 4 * (size_t)i, 4);
    hash = stir(hash, (uint64_t)(int64_t)half);
  }
  return hash;
}

static uint64_t stir_bytes(uint64_t hash, int n, const char *row)
{
  for (int i = 0; i < n; i++) hash = stir(hash, (unsigned char)row[i]);
  return hash;
}

uint64_t digest_rows(const Hdf5Table *table, int64_t n, const uint64_t *keys, int64_t first,
                     const void *rows)
{
  const size_t   size  = hdf5_row_size(table);
  const uint64_t name  = name_hash(table->path);
  const int      width = table->width > 0 ? table->width : 1;
  uint64_t       sum   = 0;

  for (int64_t i = 0; i < n; i++) {
    const char    *row  = (const char *)rows + size * (size_t)i;
    const uint64_t hash = stir(name, keys ? keys[i] : (uint64_t)(first + i));

    if (table->type == HDF5_INT32) sum += stir_halves(hash, width, row);
    else if (table->type == HDF5_BYTE || table->type == HDF5_TEXT)
      sum += stir_bytes(hash, width, row);
    else sum += stir_words(hash, width, row);
  }
  return sum;
}
