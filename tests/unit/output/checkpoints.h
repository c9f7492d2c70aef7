/* SPDX-License-Identifier: MIT */
/* For tests of checkpoints: writing and reading made states, what must be refused, and files with
   changed bytes. */
#ifndef CHECKPOINTS_H
#define CHECKPOINTS_H

#include <hdf5.h>
#include <sys/stat.h>

#include "state.h"

#include "output/checkpoint/checkpoint.h"

enum { N_CLUMPS = 53, N_CONTACTS = 41, PATH = 2 * CHECKPOINT_PATH };

static char work[CHECKPOINT_PATH];

/* ---- helpers ---- */

static inline void write_state(const Parallel *par, const char *dir, const Checkpoint *c, int keep,
                               char *path)
{
  bool written;
  char why[CHECKPOINT_WHY];

  CALL(checkpoint_write(par, dir, c, keep, path, &written, why));
  CHECK(written);
  CHECK_TEXT(why, "");
}

/* Reading fails on all ranks with one line that contains the file and this word. */
static inline void read_refused(const Parallel *par, const char *path, const char *word)
{
  Checkpoint c;
  bool       good;
  char       why[CHECKPOINT_WHY];

  CALL(checkpoint_read(par, path, &c, &good, why));
  CHECK(!good);
  if (good) checkpoint_free(&c);
  if (!strstr(why, word) || !strstr(why, path) || strchr(why, '\n'))
    test_fail(__FILE__, __LINE__, "\"%s\" does not say \"%s\"", why, word);
  CHECK(!c.clumps && !c.templates && !c.scenario);
}

static inline bool file_digest(const Parallel *par, const char *path, uint64_t *digest)
{
  CheckpointSummary summary;
  bool              good;
  char              why[CHECKPOINT_WHY];

  CALL(checkpoint_check(par, path, &summary, &good, why));
  if (!good) return false;
  *digest = summary.digest;
  array_free(&summary.list);
  return true;
}

/* ---- the same bits ---- */

static inline bool clump_is_made(const Clumps *c, PetscInt a, const Clumps *made, PetscInt b)
{
  for (const Field *f = made->fields; f->name; f++) {
    const size_t size = field_size(f);

    if ((f->travels & SAVED) && memcmp(field_item(f, c, a), field_item(f, made, b), size) != 0) {
      test_fail(__FILE__, __LINE__, "clump %lld: %s came back with other bits", (long long)c->id[a],
                f->name);
      return false;
    }
  }
  return true;
}

static inline int64_t index_of_id(Id id)
{
  for (int64_t k = 0; k < N_CLUMPS; k++) {
    if (state_id(k) == id) return k;
  }
  return -1;
}

/* The clumps are the first `all` of the state; so are the contacts. */
static inline void check_clumps(const Parallel *par, const Checkpoint *c, int64_t all)
{
  Clumps *made;
  int64_t n = c->clumps->n_owned, sum = 0;

  CALL(clumps_create(&made));
  for (int64_t k = 0; k < all; k++) state_clump(made, c->templates, k);
  for (PetscInt a = 0; a < c->clumps->n_owned; a++) {
    const int64_t k = index_of_id(c->clumps->id[a]);

    CHECK(k >= 0 && k < all);
    if (k < 0 || k >= all) continue;
    CHECK(clump_is_made(c->clumps, a, made, (PetscInt)k));
    sum += k;
  }
  CHECK(n <= all / par->size + 1); /* an even share */
  CALL(parallel_sum_int(par, &n, 1));
  CALL(parallel_sum_int(par, &sum, 1));
  CHECK_INT(n, all);
  CHECK_INT(sum, all * (all - 1) / 2); /* each clump exactly once */
  clumps_destroy(&made);
}

static inline void check_contacts(const Parallel *par, const Checkpoint *c, int64_t all)
{
  int64_t n = 0;

  for (PetscInt i = 0; i < c->contacts->law[0].n; i++) {
    for (int64_t k = 0; k < all; k++) {
      const ContactRecord made = state_contact(k);
      double              memory[STATE_MEMORY];

      state_memory(k, memory);
      n += memcmp(&made, &c->contacts->law[0].list[i], sizeof made) == 0 &&
           memcmp(memory, record_memory(&c->contacts->law[0], i), sizeof memory) == 0;
    }
  }
  CHECK_INT(n, c->contacts->law[0].n);
  CALL(parallel_sum_int(par, &n, 1));
  CHECK_INT(n, all);
}

/* ---- damage ---- */

static inline PetscErrorCode bytes_read(const char *path, char **bytes, size_t *n)
{
  FILE       *file = fopen(path, "rb");
  struct stat s;

  PetscFunctionBeginUser;
  PetscCheck(file && stat(path, &s) == 0, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s", path);
  *n = (size_t)s.st_size;
  array_create(bytes, 1, (PetscInt)*n);
  PetscCheck(fread(*bytes, 1, *n, file) == *n, PETSC_COMM_SELF, PETSC_ERR_FILE_READ, "%s", path);
  fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static inline void bytes_write(const Parallel *par, const char *path, const char *bytes, size_t n)
{
  if (par->rank == 0) {
    FILE *file = fopen(path, "wb");

    CHECK(file && fwrite(bytes, 1, n, file) == n);
    if (file) fclose(file);
  }
  CALL(parallel_barrier(par));
}

/* ---- valid HDF5 files with wrong contents ---- */

static inline void replace_attribute(hid_t file, const char *object, const char *name, hid_t type,
                                     hsize_t n, const void *values)
{
  const hid_t space = n > 0 ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
  hid_t       attribute;

  if (H5Aexists_by_name(file, object, name, H5P_DEFAULT) > 0)
    H5Adelete_by_name(file, object, name, H5P_DEFAULT);
  attribute =
    H5Acreate_by_name(file, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  CHECK(attribute >= 0 && H5Awrite(attribute, type, values) >= 0);
  H5Aclose(attribute);
  H5Sclose(space);
}

#endif
