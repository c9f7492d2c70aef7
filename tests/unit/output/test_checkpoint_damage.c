/* SPDX-License-Identifier: MIT */
/* Checkpoints that are cut off, foreign or have flipped bits are refused. */
#define _POSIX_C_SOURCE 200809L

#include "checkpoints.h"

static void cut_and_foreign_files_are_refused(const Parallel *par)
{
  static const double kept[] = {0.999, 0.9, 0.5, 0.1, 0.01};
  Checkpoint          c      = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char                path[CHECKPOINT_PATH], bad[PATH], *bytes;
  size_t              n = 0;

  write_state(par, work, &c, 3, path);
  snprintf(bad, sizeof bad, "%s/bad.h5", work);
  read_refused(par, bad, "no such file");
  read_refused(par, work, "is a folder");
  CALL(bytes_read(path, &bytes, &n));
  for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
    bytes_write(par, bad, bytes, (size_t)(kept[k] * (double)n));
    read_refused(par, bad, "damaged or cut off");
  }
  bytes_write(par, bad, bytes, 0);
  read_refused(par, bad, "not an HDF5 file");
  bytes_write(par, bad, "step,time\n1,2\n", 14);
  read_refused(par, bad, "not an HDF5 file");
  array_free(&bytes);
  checkpoint_free(&c);
  test_end("files that are cut off, empty, foreign or not there are refused");
}

/* Each flipped bit either makes reading fail, or is outside of the state: then the digest is
   unchanged. */
static void flipped_bits_are_found(const Parallel *par)
{
  enum { FLIPS = 256 };
  Checkpoint c = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char       path[CHECKPOINT_PATH], bad[PATH], *bytes;
  size_t     n        = 0;
  uint64_t   expected = 0;
  int        refused = 0, flips = 0;

  write_state(par, work, &c, 3, path);
  CHECK(file_digest(par, path, &expected));
  snprintf(bad, sizeof bad, "%s/flipped.h5", work);
  CALL(bytes_read(path, &bytes, &n));
  for (int k = 0; k < FLIPS; k++) {
    const uint64_t draw = mix_bits((uint64_t)k + 1);
    const size_t   at = k < 64 ? (size_t)k : draw % n; /* first the superblock, then random bytes */
    const char     flip  = (char)(1 << (draw >> 61));
    uint64_t       found = 0;

    if (test_size() > 1 && k % 8 != test_size()) continue; /* an eighth of them on more ranks */
    flips++;
    bytes[at] ^= flip;
    bytes_write(par, bad, bytes, n);
    if (!file_digest(par, bad, &found)) refused++;
    else if (found != expected)
      test_fail(__FILE__, __LINE__, "byte %zu of %zu: damage goes unnoticed", at, n);
    bytes[at] ^= flip;
    CALL(parallel_barrier(par));
  }
  test_note("%d of %d flipped bits refused, the others are in unused bytes", refused, flips);
  CHECK(refused > flips / 2); /* most of the file is state */
  array_free(&bytes);
  checkpoint_free(&c);
  test_end("a flipped bit is found, or is in a byte that says nothing");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  cut_and_foreign_files_are_refused(&par);
  flipped_bits_are_found(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
