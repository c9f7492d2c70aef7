/* np: 1 2 3 */
/* SPDX-License-Identifier: MIT */
/* Checkpoints of version 1.0 are read. */
#define _POSIX_C_SOURCE 200809L

#include "checkpoints.h"

#include "output/digest.h"

static bool is_new(const char *path)
{
  return strncmp(path, "/clast/groups", 13) == 0 || strncmp(path, "/clast/waiting", 14) == 0 ||
         strcmp(path, "/clast/templates/pebble_group") == 0 ||
         strcmp(path, "/clast/templates/density") == 0 ||
         strcmp(path, "/clast/templates/inertia_given") == 0;
}

/* Version 1.0 had no groups, no waiting clumps and no given inertia: remove these tables, and their
   contributions to the digest. */
static void an_old_file_is_read(const Parallel *par)
{
  Checkpoint        c = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS), old;
  CheckpointSummary summary;
  char              path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  uint64_t          digest, found = 0;
  bool              good;

  for (PetscInt a = 0; a < c.clumps->n_owned; a++) c.clumps->group[a] = 0;
  write_state(par, work, &c, 3, path);
  CALL(checkpoint_check(par, path, &summary, &good, why));
  CHECK(good);
  digest = summary.digest;
  for (int k = 0; k < summary.n; k++)
    if (is_new(summary.list[k].path))
      digest -= digest_item(summary.list[k].path, summary.list[k].digest);
  array_free(&summary.list);
  if (par->rank == 0) {
    const hid_t f = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);

    H5Ldelete(f, "/clast/groups", H5P_DEFAULT);
    H5Ldelete(f, "/clast/waiting", H5P_DEFAULT);
    H5Ldelete(f, "/clast/templates/pebble_group", H5P_DEFAULT);
    H5Ldelete(f, "/clast/templates/centre_error", H5P_DEFAULT); /* not state */
    H5Ldelete(f, "/clast/templates/density", H5P_DEFAULT);
    H5Ldelete(f, "/clast/templates/inertia_given", H5P_DEFAULT);
    replace_attribute(f, "/clast", "format_version", H5T_NATIVE_INT, 2, (const int[]){1, 0});
    replace_attribute(f, "/clast", "digest_state", H5T_NATIVE_UINT64, 0, &digest);
    CHECK(H5Fclose(f) >= 0);
  }
  CALL(parallel_barrier(par));
  CHECK(file_digest(par, path, &found) && found == digest);
  CALL(checkpoint_read(par, path, &old, &good, why));
  CHECK(good);
  if (good) {
    CHECK_INT(old.groups.n, 0);
    CHECK_INT(old.waiting->clumps->n_owned, 0);
    CHECK(old.templates->list[2].group[4] == 0);
    CHECK(old.templates->list[1].density == 0 && old.templates->list[2].inertia_given == 0);
    checkpoint_free(&old);
  } else test_note("%s", why);
  checkpoint_free(&c);
  test_end("a file of version 1.0 is read: nobody is in a group, nobody waits");
}

int main(int argc, char **argv)
{
  Parallel par;

  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  an_old_file_is_read(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
  return test_finish();
}
