/* SPDX-License-Identifier: MIT */
/* Digests of tables that depend neither on the order of the rows nor on the ranks that hold them:
   the sum modulo 2^64 over rows of a hash of (path of the table, key of the row, numbers of the
   row). The key identifies the row: a clump's id, the ends of a contact, or the index. Numbers are
   hashed as 64-bit words, so that the digest does not depend on the byte order of the machine.

   For detection of damage and comparison of states; not cryptographic. */
#ifndef OUTPUT_CHECKPOINT_DIGEST_H
#define OUTPUT_CHECKPOINT_DIGEST_H

#include "output/hdf5.h"

/* Digest of n packed rows. keys NULL: the key is the index, from `first` on. Digests of parts of a
   table add up to that of the whole. */
uint64_t digest_rows(const Hdf5Table *table, int64_t n, const uint64_t *keys, int64_t first,
                     const void *rows);
/* Key of a row that n numbers identify. */
uint64_t digest_key(int n, const int64_t *values);
/* Contribution of a table or attribute with this name and digest to the digest of all state, which
   is the sum of the contributions. */
uint64_t digest_item(const char *name, uint64_t digest);

#endif
