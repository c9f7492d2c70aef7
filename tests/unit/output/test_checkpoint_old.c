/* SPDX-License-Identifier: MIT */
/* Checkpoints of all former versions are read. */
#define _POSIX_C_SOURCE 200809L

#include "checkpoints.h"

#include "output/checkpoint/columns.h"

/* Tables of the present version that a version did not have. */
static const struct {
  int         since; /* minor version */
  const char *path;
} tables[] = {{1, "/clast/groups"},
              {1, "/clast/waiting"},
              {1, "/clast/templates/pebble_group"},
              {1, "/clast/templates/centre_error"}, /* not state */
              {1, "/clast/templates/density"},
              {1, "/clast/templates/inertia_given"},
              {3, "/clast/state"}};

enum { TABLES = sizeof tables / sizeof *tables };

static bool is_new(const char *path, int minor)
{
  for (int k = 0; k < TABLES; k++)
    if (tables[k].since > minor && strncmp(path, tables[k].path, strlen(tables[k].path)) == 0)
      return true;
  return false;
}

/* Make a file of an older version of this one: remove tables, and their contributions to the
   digest. */
static void age(const Parallel *par, const char *path, int minor, uint64_t *digest)
{
  CheckpointSummary summary;
  char              why[CHECKPOINT_WHY];
  bool              good;

  CALL(checkpoint_check(par, path, &summary, &good, why));
  CHECK(good);
  *digest = summary.digest;
  for (int k = 0; k < summary.n; k++)
    if (is_new(summary.list[k].path, minor) && summary.list[k].state)
      *digest -= digest_item(summary.list[k].path, summary.list[k].digest);
  array_free(&summary.list);
  if (par->rank == 0) {
    const hid_t f = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);

    for (int k = 0; k < TABLES; k++)
      if (tables[k].since > minor) CHECK(H5Ldelete(f, tables[k].path, H5P_DEFAULT) >= 0);
    replace_attribute(f, "/clast", "format_version", H5T_NATIVE_INT, 2, (const int[]){1, minor});
    replace_attribute(f, "/clast", "digest_state", H5T_NATIVE_UINT64, 0, digest);
    CHECK(H5Fclose(f) >= 0);
  }
  CALL(parallel_barrier(par));
}

static void check_old(const Checkpoint *old, int minor)
{
  StateFurther further[3] = {{0}};
  StateParts   parts      = state_parts(further);

  CHECK((old->groups.n == 0) == (minor < 1));
  CHECK((old->templates->list[2].group[4] == 0) == (minor < 1));
  CHECK((old->templates->list[1].density == 0) == (minor < 1));
  CHECK((old->templates->list[2].inertia_given == 0) == (minor < 1));
  CHECK(state_has_part(&old->state, &parts.list[0])); /* extras are as old as the format */
  CHECK(state_has_part(&old->state, &parts.list[1]) == (minor >= 3));
  array_free(&parts.list);
}

static void an_old_file_is_read(const Parallel *par, int minor)
{
  Checkpoint c = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS), old;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  uint64_t   digest, found = 0;
  int64_t    waiting;
  bool       good;

  for (PetscInt a = 0; a < c.clumps->n_owned && minor < 1; a++) c.clumps->group[a] = 0;
  write_state(par, work, &c, 3, path);
  age(par, path, minor, &digest);
  CHECK(file_digest(par, path, &found) && found == digest);
  CALL(checkpoint_read(par, path, &old, &good, why));
  CHECK(good);
  if (good) {
    waiting = old.waiting->clumps->n_owned;
    CALL(parallel_sum_int(par, &waiting, 1));
    CHECK_INT(waiting, minor < 1 ? 0 : N_CLUMPS / 4);
    check_old(&old, minor);
    checkpoint_free(&old);
  } else test_note("%s", why);
  checkpoint_free(&c);
  test_note("version 1.%d", minor);
  test_end("a file of a former version is read: what it lacks is not there");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  for (int minor = 0; minor < CHECKPOINT_MINOR; minor++) an_old_file_is_read(&par, minor);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
