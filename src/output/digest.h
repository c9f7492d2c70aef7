/* SPDX-License-Identifier: MIT */
/* Digests of tables that depend on neither the order of the rows nor the ranks that hold them: the sum modulo 2^64 of a
   hash of (name of the table, key of the row, numbers of the row). The key says which row it is: a clump's id, the ends of
   a contact, or the index. Numbers are hashed by value of their bits, so the byte order of the machine does not matter.

   They find damage and compare states; they are no protection against somebody who means harm. */
#ifndef OUTPUT_DIGEST_H
#define OUTPUT_DIGEST_H

#include "output/hdf5.h"

/* Of n rows, packed; keys NULL: their index from `first` on. Digests of parts add up to that of the whole. */
uint64_t digest_rows(const Hdf5Table *table, int64_t n, const uint64_t *keys, int64_t first, const void *rows);
uint64_t digest_key(int n, const int64_t *values);
/* What a named thing with this digest contributes to the digest of all state: a sum again. */
uint64_t digest_item(const char *name, uint64_t digest);

#endif
