/* np: 1 2 3 */
/* SPDX-License-Identifier: MIT */
/* Checkpoints: data read equal data written, on any number of ranks; every defect of a file or
   folder is reported as an error. */
#define _POSIX_C_SOURCE 200809L
#include "output/checkpoint.h"
#include "output/compare.h"
#include "output/digest.h"
#include "output/files.h"
#include "state.h"

#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { N_CLUMPS = 53, N_CONTACTS = 41, PATH = 2 * CHECKPOINT_PATH };

static char work[CHECKPOINT_PATH];

/* ---- helpers ---- */

static void write_state(const Parallel *par, const char *dir, const Checkpoint *c, int keep,
                        char *path)
{
  bool written;
  char why[CHECKPOINT_WHY];

  CALL(checkpoint_write(par, dir, c, keep, path, &written, why));
  CHECK(written);
  CHECK_TEXT(why, "");
}

static void write_refused(const Parallel *par, const char *dir, const Checkpoint *c,
                          const char *word)
{
  bool written;
  char why[CHECKPOINT_WHY];

  CALL(checkpoint_write(par, dir, c, 2, NULL, &written, why));
  CHECK(!written);
  if (!strstr(why, word)) test_fail(__FILE__, __LINE__, "\"%s\" does not say \"%s\"", why, word);
}

/* Reading fails on all ranks with one line that contains the file and this word. */
static void read_refused(const Parallel *par, const char *path, const char *word)
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

static bool file_digest(const Parallel *par, const char *path, uint64_t *digest)
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

static bool clump_is_made(const Clumps *c, PetscInt a, const Clumps *made, PetscInt b)
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

static int64_t index_of_id(Id id)
{
  for (int64_t k = 0; k < N_CLUMPS; k++) {
    if (state_id(k) == id) return k;
  }
  return -1;
}

static void check_clumps(const Parallel *par, const Checkpoint *c)
{
  Clumps *made;
  int64_t n = c->clumps->n_owned, sum = 0;

  CALL(clumps_create(&made));
  for (int64_t k = 0; k < N_CLUMPS; k++) state_clump(made, c->templates, k);
  for (PetscInt a = 0; a < c->clumps->n_owned; a++) {
    const int64_t k = index_of_id(c->clumps->id[a]);

    CHECK(k >= 0);
    if (k < 0) continue;
    CHECK(clump_is_made(c->clumps, a, made, (PetscInt)k));
    sum += k;
  }
  CHECK(n <= N_CLUMPS / par->size + 1); /* an even share */
  CALL(parallel_sum_int(par, &n, 1));
  CALL(parallel_sum_int(par, &sum, 1));
  CHECK_INT(n, N_CLUMPS);
  CHECK_INT(sum, N_CLUMPS * (N_CLUMPS - 1) / 2); /* each clump exactly once */
  CALL(clumps_destroy(&made));
}

static void check_contacts(const Parallel *par, const Checkpoint *c)
{
  int64_t n = 0;

  for (PetscInt i = 0; i < c->contacts->n; i++) {
    for (int64_t k = 0; k < N_CONTACTS; k++) {
      const ContactRecord made = state_contact(k);
      double              memory[STATE_MEMORY];

      state_memory(k, memory);
      n += memcmp(&made, &c->contacts->list[i], sizeof made) == 0 &&
           memcmp(memory, record_memory(c->contacts, i), sizeof memory) == 0;
    }
  }
  CHECK_INT(n, c->contacts->n);
  CALL(parallel_sum_int(par, &n, 1));
  CHECK_INT(n, N_CONTACTS);
}

/* Waiting clumps are unchanged, with their times of entry. */
static void check_waiting(const Parallel *par, const Checkpoint *c)
{
  const Clumps *w = c->waiting->clumps;
  Waiting      *made;
  int64_t       n = 0;

  CALL(waiting_create(&made));
  for (int64_t k = 0; k < N_CLUMPS / 4; k++) state_waiting(made, c->templates, k);
  for (PetscInt a = 0; a < w->n_owned; a++) {
    for (PetscInt b = 0; b < made->clumps->n_owned; b++) {
      if (w->id[a] != made->clumps->id[b]) continue;
      CHECK(clump_is_made(w, a, made->clumps, b));
      CHECK_BITS(c->waiting->time[a], made->time[b]);
      n++;
    }
  }
  CALL(parallel_sum_int(par, &n, 1));
  CHECK_INT(n, N_CLUMPS / 4);
  CALL(waiting_destroy(&made));
}

static void check_rest(const Checkpoint *c, const Checkpoint *made)
{
  const Extra *extra = extras_find(&c->extras, "inlet_feed-1");

  CHECK_INT(c->step, made->step);
  CHECK_INT(c->n0, made->n0);
  CHECK_BITS(c->time, made->time);
  CHECK_BITS(c->dt, made->dt);
  CHECK(memcmp(c->boundary, made->boundary, sizeof c->boundary) == 0);
  CHECK_BITS(c->quantum, made->quantum);
  CHECK_INT(c->torque, made->torque);
  CHECK(memcmp(c->dissipated.limb, made->dissipated.limb, sizeof c->dissipated.limb) == 0);
  CHECK_INT(c->next_id, made->next_id);
  CHECK(extra && extra->n == 3 && extra->integers && extra->integers[2] == INT64_MAX);
  CHECK(extras_find(&c->extras, "potential") && extras_find(&c->extras, "potential")->reals);
  CHECK_TEXT(c->scenario, made->scenario);
  CHECK_TEXT(c->creator, made->creator);
  CHECK_INT(c->ranks, test_size());
  CHECK(memcmp(&c->groups, &made->groups, sizeof c->groups) == 0);
  CHECK_INT(c->materials->n, 2);
  CHECK_TEXT(c->materials->list[1].name, "steel");
  CHECK_INT(c->templates->n, 3);
  for (int t = 0; t < c->templates->n; t++) {
    const Template *p = &c->templates->list[t], *q = &made->templates->list[t];

    CHECK_TEXT(p->name, q->name);
    CHECK(p->n == q->n && memcmp(p->offset, q->offset, sizeof(Vec3) * (size_t)p->n) == 0);
    CHECK(memcmp(p->material, q->material, sizeof(int) * (size_t)p->n) == 0);
    CHECK(memcmp(p->group, q->group, sizeof(uint64_t) * (size_t)p->n) == 0);
    CHECK_BITS(p->mass.inertia.zz, q->mass.inertia.zz);
    CHECK_BITS(p->mass.centre_error, q->mass.centre_error);
    CHECK_BITS(p->density, q->density);
    CHECK_INT(p->inertia_given, q->inertia_given);
    CHECK_BITS(p->bound, q->bound);
    CHECK_BITS(p->extent, q->extent);
    CHECK_BITS(p->smallest, q->smallest);
    CHECK_BITS(p->largest, q->largest);
  }
}

static void what_is_written_is_read(const Parallel *par)
{
  Checkpoint made = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS), c;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool       good;

  write_state(par, work, &made, 3, path);
  CALL(checkpoint_read(par, path, &c, &good, why));
  CHECK(good);
  if (good) {
    check_clumps(par, &c);
    check_waiting(par, &c);
    check_contacts(par, &c);
    check_rest(&c, &made);
    checkpoint_free(&c);
  } else test_note("%s", why);
  checkpoint_free(&made);
  test_end("a checkpoint comes back bit for bit, in even shares");
}

static void nothing_is_a_state_too(const Parallel *par)
{
  Checkpoint made = state_create(DEAL_ROUND, 0, 0), c;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool       good;

  extras_free(&made.extras);
  array_free(&made.scenario);
  made.materials->n = 0;
  templates_free(made.templates);
  made.memory = 0;
  write_state(par, work, &made, 3, path);
  CALL(checkpoint_read(par, path, &c, &good, why));
  CHECK(good);
  CHECK(good && c.clumps->n_owned == 0 && c.contacts->n == 0 && c.templates->n == 0 && !c.scenario);
  if (good) checkpoint_free(&c);
  checkpoint_free(&made);
  test_end("a checkpoint without clumps, contacts and templates is one");
}

/* ---- digests ---- */

static uint64_t digest_of(const Parallel *par, Deal deal)
{
  Checkpoint c = state_create(deal, N_CLUMPS, N_CONTACTS);
  uint64_t   digest;

  CALL(checkpoint_digest(par, &c, &digest));
  checkpoint_free(&c);
  return digest;
}

/* Written by all ranks, read by one. */
static void check_alone(const char *path, uint64_t expected)
{
  Parallel   self;
  Checkpoint c;
  bool       good;
  uint64_t   digest = 0;
  char       why[CHECKPOINT_WHY];

  CALL(parallel_create(PETSC_COMM_SELF, &self));
  CALL(checkpoint_read(&self, path, &c, &good, why));
  CHECK(good);
  if (good) {
    check_clumps(&self, &c);
    check_contacts(&self, &c);
    CALL(checkpoint_digest(&self, &c, &digest));
    CHECK(digest == expected);
    checkpoint_free(&c);
  }
  CALL(parallel_destroy(&self));
}

static void digests_do_not_see_ranks(const Parallel *par)
{
  const uint64_t expected = digest_of(par, DEAL_FIRST);
  Checkpoint     c        = state_create(DEAL_BLOCKS_REVERSED, N_CLUMPS, N_CONTACTS);
  uint64_t       in_file  = 0;
  char           path[CHECKPOINT_PATH];

  CHECK(digest_of(par, DEAL_ROUND) == expected);
  CHECK(digest_of(par, DEAL_BLOCKS_REVERSED) == expected);
  write_state(par, work, &c, 3, path);
  CHECK(file_digest(par, path, &in_file));
  CHECK(in_file == expected);
  if (par->rank == 0) check_alone(path, expected);
  test_note("digest %016llx", (unsigned long long)expected); /* the same for every np */
  checkpoint_free(&c);
  test_end("a digest is the same however rows are dealt to ranks, in memory and in the file");
}

/* Flip the lowest bit of one byte of the state on one rank. True if the digest changes. */
static void check_noticed(const Parallel *par, const Checkpoint *c, void *byte, const char *name)
{
  unsigned char *b = byte;
  uint64_t       before, after;

  CALL(checkpoint_digest(par, c, &before));
  if (b) *b ^= 1;
  CALL(checkpoint_digest(par, c, &after));
  if (b) *b ^= 1;
  if (before == after) test_fail(__FILE__, __LINE__, "%s: another bit, the same digest", name);
}

static void digests_see_every_part(const Parallel *par)
{
  Checkpoint c     = state_create(DEAL_FIRST, N_CLUMPS, N_CONTACTS);
  const bool owner = par->rank == 0;

  for (const Field *f = c.clumps->fields; f->name; f++)
    if (f->travels & SAVED)
      check_noticed(par, &c, owner ? field_item(f, c.clumps, 9) : NULL, f->name);
  check_noticed(par, &c, owner ? &record_memory(c.contacts, 3)[STATE_MEMORY - 1] : NULL, "memory");
  check_noticed(par, &c, owner ? &c.contacts->list[3].point.z : NULL, "point");
  check_noticed(par, &c, owner ? &c.contacts->list[3].image.z : NULL, "image of a contact");
  check_noticed(par, &c, &c.time, "time");
  check_noticed(par, &c, &c.dt, "dt");
  check_noticed(par, &c, &c.force, "exponent");
  check_noticed(par, &c, &c.dissipated.limb[40], "dissipated");
  check_noticed(par, &c, &c.extras.list[0].integers[1], "extra");
  check_noticed(par, &c, &c.materials->list[1].young, "young");
  check_noticed(par, &c, &c.templates->list[2].offset[4].y, "pebble");
  checkpoint_free(&c);
  test_end("a digest sees one bit in every part of the state");
}

/* ---- the folder ---- */

static bool has_step(const char *dir, int64_t step, const char *suffix)
{
  char path[PATH];

  snprintf(path, sizeof path, "%s/restart/clast-%lld.h5%s", dir, (long long)step, suffix);
  return file_exists(path);
}

static void touch(const Parallel *par, const char *path, const char *text)
{
  if (par->rank == 0) {
    FILE *file = fopen(path, "w");

    CHECK(file != NULL);
    if (file) {
      fputs(text, file);
      fclose(file);
    }
  }
  CALL(parallel_barrier(par));
}

static void the_newest_are_kept(const Parallel *par)
{
  Checkpoint c = state_create(DEAL_ROUND, 5, 2);
  char       dir[PATH], path[CHECKPOINT_PATH], leftover[PATH + 64], why[CHECKPOINT_WHY];
  bool       found;

  snprintf(dir, sizeof dir, "%s/kept/deep", work);
  for (int64_t step = 9; step <= 12; step++) {
    state_step(&c, step);
    write_state(par, dir, &c, 2, path);
  }
  CALL(parallel_barrier(par)); /* old files are removed by rank 0 alone */
  CHECK(!has_step(dir, 9, "") && !has_step(dir, 10, "") && has_step(dir, 11, "") &&
        has_step(dir, 12, ""));
  CALL(checkpoint_newest(par, dir, path, &found, why));
  CHECK(found && strstr(path, "clast-12.h5"));
  CHECK_TEXT(why, "");

  /* after a restart from step 11 later checkpoints of the former run are renamed, not removed */
  snprintf(leftover, sizeof leftover, "%s/restart/clast-4.h5.tmp", dir);
  touch(par, leftover, "cut off");
  state_step(&c, 11);
  write_state(par, dir, &c, 2, path);
  CALL(parallel_barrier(par));
  CHECK(has_step(dir, 11, "") && !has_step(dir, 12, "") && has_step(dir, 12, ".old") &&
        !has_step(dir, 4, ".tmp"));
  CALL(parallel_barrier(par));
  CALL(checkpoint_cut(par, dir, -1));
  CALL(checkpoint_newest(par, dir, path, &found, why));
  CHECK(!found);
  CHECK(strstr(why, dir));
  checkpoint_free(&c);
  test_end("the newest checkpoints are kept, later ones of another history are set aside");
}

static void a_damaged_newest_is_passed_over(const Parallel *par)
{
  Checkpoint c = state_create(DEAL_ROUND, 5, 2);
  char       dir[PATH], newest[CHECKPOINT_PATH], path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool       found;

  snprintf(dir, sizeof dir, "%s/fallback", work);
  state_step(&c, 7);
  write_state(par, dir, &c, 5, path);
  state_step(&c, 8);
  write_state(par, dir, &c, 5, newest);
  if (par->rank == 0) CHECK(truncate(newest, 3000) == 0);
  CALL(parallel_barrier(par));
  CALL(checkpoint_newest(par, dir, path, &found, why));
  CHECK(found && strstr(path, "clast-7.h5"));
  CHECK(strstr(why, newest));
  snprintf(dir, sizeof dir, "%s/fallback/restart", work);
  CALL(checkpoint_newest(par, dir, path, &found, why));
  CHECK(found && strstr(path, "clast-7.h5"));
  checkpoint_free(&c);
  test_end("a damaged newest checkpoint is passed over with a warning");
}

/* A limit on the file size has the effect of a disk that becomes full during writing. */
static void a_full_disk_costs_nothing(const Parallel *par)
{
  Checkpoint    c = state_create(DEAL_ROUND, 4000, 100);
  struct rlimit old, little = {.rlim_cur = 200 * 1024};
  char          dir[PATH], path[CHECKPOINT_PATH];
  uint64_t      digest;

  snprintf(dir, sizeof dir, "%s/full", work);
  state_step(&c, 1);
  write_state(par, dir, &c, 2, path);
  signal(SIGXFSZ, SIG_IGN);
  CHECK(getrlimit(RLIMIT_FSIZE, &old) == 0);
  little.rlim_max = old.rlim_max;
  CHECK(setrlimit(RLIMIT_FSIZE, &little) == 0);
  state_step(&c, 2);
  write_refused(par, dir, &c, "of disk space: File too large");
  CHECK(setrlimit(RLIMIT_FSIZE, &old) == 0);
  CALL(parallel_barrier(par));
  CHECK(has_step(dir, 1, "") && !has_step(dir, 2, "") && !has_step(dir, 2, ".tmp"));
  CHECK(file_digest(par, path, &digest));
  write_state(par, dir, &c, 2, path);
  checkpoint_free(&c);
  test_end("a disk that fills up costs no older checkpoint, and the next one is written");
}

static void bad_places_and_states_are_refused(const Parallel *par)
{
  Checkpoint c = state_create(DEAL_ROUND, 5, 2);
  char       file[PATH], dir[PATH + 16];

  snprintf(file, sizeof file, "%s/file", work);
  touch(par, file, "");
  write_refused(par, file, &c, "cannot make the folder");
  snprintf(dir, sizeof dir, "%s/nan", work);
  if (par->rank == 0) c.clumps->motion[0].v.y = NAN;
  write_refused(par, dir, &c, "velocity");
  CALL(parallel_barrier(par));
  CHECK(!has_step(dir, c.step, "") && !has_step(dir, c.step, ".tmp"));
  checkpoint_free(&c);
  test_end("no folder, and numbers that are none: nothing is written");
}

/* ---- damage ---- */

static PetscErrorCode bytes_read(const char *path, char **bytes, size_t *n)
{
  FILE       *file = fopen(path, "rb");
  struct stat s;

  PetscFunctionBeginUser;
  PetscCheck(file && stat(path, &s) == 0, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s", path);
  *n = (size_t)s.st_size;
  PetscCall(array_create(bytes, 1, (PetscInt)*n));
  PetscCheck(fread(*bytes, 1, *n, file) == *n, PETSC_COMM_SELF, PETSC_ERR_FILE_READ, "%s", path);
  fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void bytes_write(const Parallel *par, const char *path, const char *bytes, size_t n)
{
  if (par->rank == 0) {
    FILE *file = fopen(path, "wb");

    CHECK(file && fwrite(bytes, 1, n, file) == n);
    if (file) fclose(file);
  }
  CALL(parallel_barrier(par));
}

static void cut_and_foreign_files_are_refused(const Parallel *par)
{
  static const double kept[] = {0.999, 0.9, 0.5, 0.1, 0.01};
  Checkpoint          c      = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char                path[CHECKPOINT_PATH], bad[PATH], *bytes;
  size_t              n;

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
  enum { FLIPS = 400 };
  Checkpoint c = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char       path[CHECKPOINT_PATH], bad[PATH], *bytes;
  size_t     n;
  uint64_t   expected = 0;
  int        refused  = 0;

  write_state(par, work, &c, 3, path);
  CHECK(file_digest(par, path, &expected));
  snprintf(bad, sizeof bad, "%s/flipped.h5", work);
  CALL(bytes_read(path, &bytes, &n));
  for (int k = 0; k < FLIPS; k++) {
    const uint64_t draw = mix_bits((uint64_t)k + 1);
    const size_t   at = k < 64 ? (size_t)k : draw % n; /* first the superblock, then random bytes */
    const char     flip  = (char)(1 << (draw >> 61));
    uint64_t       found = 0;

    bytes[at] ^= flip;
    bytes_write(par, bad, bytes, n);
    if (!file_digest(par, bad, &found)) refused++;
    else if (found != expected)
      test_fail(__FILE__, __LINE__, "byte %zu of %zu: damage goes unnoticed", at, n);
    bytes[at] ^= flip;
    CALL(parallel_barrier(par));
  }
  test_note("%d of %d flipped bits refused, the others are in unused bytes", refused, FLIPS);
  CHECK(refused > FLIPS / 2); /* most of the file is state */
  array_free(&bytes);
  checkpoint_free(&c);
  test_end("a flipped bit is found, or is in a byte that says nothing");
}

/* ---- valid HDF5 files with wrong contents ---- */

static void replace_attribute(hid_t file, const char *object, const char *name, hid_t type,
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

/* Replace a table by one of n x width zeros (width 0: n zeros). */
static void replace_table(hid_t file, const char *path, hid_t type, hsize_t n, hsize_t width)
{
  const hsize_t  size[] = {n, width};
  const hid_t    space  = H5Screate_simple(width > 0 ? 2 : 1, size, NULL);
  const uint64_t digest = 0;
  hid_t          table;

  if (H5Lexists(file, path, H5P_DEFAULT) > 0) H5Ldelete(file, path, H5P_DEFAULT);
  table = H5Dcreate2(file, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  CHECK(table >= 0);
  H5Dclose(table);
  H5Sclose(space);
  replace_attribute(file, path, "digest", H5T_NATIVE_UINT64, 0, &digest);
}

typedef struct {
  const char *name, *word; /* NULL: must be read */
  void (*change)(hid_t file);
} Change;

static void change_major(hid_t f)
{
  replace_attribute(f, "/clast", "format_version", H5T_NATIVE_INT, 2, (const int[]){2, 0});
}

static void change_minor(hid_t f)
{
  replace_attribute(f, "/clast", "format_version", H5T_NATIVE_INT, 2, (const int[]){1, 7});
  replace_table(f, "/clast/later", H5T_NATIVE_FLOAT, 3, 0);
}

static void change_before(hid_t f)
{
  replace_attribute(f, "/clast", "format_version", H5T_NATIVE_INT, 2, (const int[]){1, 0});
  H5Ldelete(f, "/clast/templates/centre_error", H5P_DEFAULT);
}

static void change_short(hid_t f)
{
  H5Ldelete(f, "/clast/templates/centre_error", H5P_DEFAULT);
}

static void change_complete(hid_t f)
{
  replace_attribute(f, "/clast", "complete", H5T_NATIVE_INT, 0, (const int[]){0});
}

static void change_missing(hid_t f)
{
  H5Ldelete(f, "/particles/clumps/velocity", H5P_DEFAULT);
}

static void change_type(hid_t f)
{
  replace_table(f, "/particles/clumps/velocity", H5T_NATIVE_FLOAT, N_CLUMPS, 3);
}

static void change_sign(hid_t f)
{
  replace_table(f, "/particles/clumps/id", H5T_NATIVE_UINT64, N_CLUMPS, 0);
}

static void change_rows(hid_t f)
{
  replace_table(f, "/particles/clumps/velocity", H5T_NATIVE_DOUBLE, N_CLUMPS - 1, 3);
}

static void change_width(hid_t f)
{
  replace_table(f, "/clast/contacts/memory", H5T_NATIVE_DOUBLE, N_CONTACTS, STATE_MEMORY + 1);
}

/* A table whose rows are not written needs no disk space, so it can have any length. */
static void change_absurd(hid_t f)
{
  replace_table(f, "/particles/clumps/id", H5T_NATIVE_INT64, (hsize_t)1 << 40, 0);
}

static void change_data(hid_t f)
{
  replace_table(f, "/particles/clumps/velocity", H5T_NATIVE_DOUBLE, N_CLUMPS, 3);
}

static void change_group(hid_t f)
{
  H5Ldelete(f, "/clast/contacts", H5P_DEFAULT);
}

static void change_names(hid_t f)
{
  const char  names[5][GROUP_LENGTH] = {"red", "red", "blue", "north",
                                        "left"}; /* the first two are of the same slot */
  const hid_t text                   = H5Tcopy(H5T_C_S1);
  hid_t       table;

  H5Tset_size(text, GROUP_LENGTH);
  H5Tset_strpad(text, H5T_STR_NULLPAD);
  replace_table(f, "/clast/groups/name", text, 5, 0);
  table = H5Dopen2(f, "/clast/groups/name", H5P_DEFAULT);
  CHECK(H5Dwrite(table, text, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
  H5Dclose(table);
  H5Tclose(text);
}

static void change_masks(hid_t f)
{
  const uint64_t bits[N_CLUMPS / 4] = {32}; /* bit 5, but there are five groups, 0 to 4 */
  hid_t          table;

  replace_table(f, "/clast/waiting/group", H5T_NATIVE_UINT64, N_CLUMPS / 4, 0);
  table = H5Dopen2(f, "/clast/waiting/group", H5P_DEFAULT);
  CHECK(H5Dwrite(table, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, bits) >= 0);
  H5Dclose(table);
}

static void change_times(hid_t f)
{
  H5Ldelete(f, "/clast/waiting/time", H5P_DEFAULT);
}

static void change_digest(hid_t f)
{
  H5Adelete_by_name(f, "/clast/templates/axes", "digest", H5P_DEFAULT);
}

static void change_time(hid_t f)
{
  replace_attribute(f, "/clast", "time", H5T_NATIVE_DOUBLE, 0, (const double[]){0.25});
}

static void change_removed(hid_t f)
{
  const int64_t four = 4;

  replace_attribute(f, "/clast", "removed", H5T_NATIVE_INT64, 0, &four);
}

static void change_memory(hid_t f)
{
  replace_attribute(f, "/clast", "memory", H5T_NATIVE_INT, 0, (const int[]){-1});
}

static void change_dt(hid_t f)
{
  replace_attribute(f, "/clast", "dt", H5T_NATIVE_DOUBLE, 0, (const double[]){NAN});
}

static void change_pebbles(hid_t f)
{
  replace_table(f, "/clast/templates/pebbles", H5T_NATIVE_INT, 3, 0);
}

static void change_folder(hid_t f)
{
  H5Ldelete(f, "/clast", H5P_DEFAULT);
}

static const Change changes[] = {
  {"a newer format", "format version 2.0", change_major},
  {"a later minor version with more in it", NULL, change_minor},
  {"the minor version before, without errors of centres", NULL, change_before},
  {"this version, without errors of centres", "centre_error: is missing", change_short},
  {"not complete", "is not complete", change_complete},
  {"a table missing", "velocity: is missing", change_missing},
  {"32-bit reals", "velocity: not a table of 64-bit reals", change_type},
  {"unsigned ids", "id: not a table of 64-bit integers", change_sign},
  {"a row missing", "velocity: 52 rows", change_rows},
  {"a column too many", "memory: rows of 4 numbers", change_width},
  {"rows without end", "but the file has no data of this size", change_absurd},
  {"other data", "velocity: ", change_data},
  {"a group missing", "/clast/contacts/id_a: is missing", change_group},
  {"two groups of one name", "/clast/groups: invalid or repeated names", change_names},
  {"groups that nobody named", "/clast/waiting: clump", change_masks},
  {"waiting until nobody knows when", "/clast/waiting/time: is missing", change_times},
  {"a digest missing", "/clast/templates/axes: attribute digest is missing", change_digest},
  {"another time", "attribute time", change_time},
  {"another count", "the digest of all state", change_removed},
  {"memory of less than nothing", "attribute memory", change_memory},
  {"a time step that is none", "attribute dt", change_dt},
  {"templates without pebbles", "/clast/templates/pebbles", change_pebbles},
  {"not ours", "attribute format_version is missing", change_folder},
};

static void change_file(const Parallel *par, const char *path, void (*change)(hid_t file))
{
  if (par->rank == 0) {
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);

    CHECK(file >= 0);
    change(file);
    CHECK(H5Fclose(file) >= 0);
  }
  CALL(parallel_barrier(par));
}

static void wrong_content_is_refused(const Parallel *par)
{
  Checkpoint c = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char       path[CHECKPOINT_PATH], bad[CHECKPOINT_PATH + 16], *bytes;
  size_t     n;
  uint64_t   digest;

  write_state(par, work, &c, 3, path);
  CALL(bytes_read(path, &bytes, &n));
  for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
    snprintf(bad, sizeof bad, "%s/changed.h5", work);
    bytes_write(par, bad, bytes, n);
    change_file(par, bad, changes[k].change);
    if (changes[k].word) read_refused(par, bad, changes[k].word);
    else CHECK(file_digest(par, bad, &digest));
  }
  array_free(&bytes);
  checkpoint_free(&c);
  test_end("sound files with wrong content are refused, and say what it is");
}

/* ---- files of older versions ---- */

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

/* ---- comparison ---- */

static bool compare_says(const Checkpoint *a, const Checkpoint *b, const char *word)
{
  FILE *out = tmpfile();
  char  text[4096];
  bool  same = true, says;

  CALL(checkpoint_compare(a, b, out, &same));
  rewind(out);
  text[fread(text, 1, sizeof text - 1, out)] = 0;
  fclose(out);
  says = word ? !same && strstr(text, word) : same && !text[0];
  if (!says) test_fail(__FILE__, __LINE__, "\"%s\" does not say \"%s\"", text, word ? word : "");
  return says;
}

static void differences_are_told(const Parallel *par)
{
  Checkpoint a = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS),
             b = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char word[256];

  CHECK(compare_says(&a, &b, NULL));
  b.clumps->motion[2].v.z = nextafter(nextafter(b.clumps->motion[2].v.z, 2), 2);
  snprintf(word, sizeof word,
           "/particles/clumps/velocity: 1 row differs; the first: clump %lld, component 2",
           (long long)b.clumps->id[2]);
  CHECK(compare_says(&a, &b, word));
  CHECK(compare_says(&a, &b, "or 2 ulp"));
  b.clumps->motion[2].v.z = a.clumps->motion[2].v.z;
  record_memory(b.contacts, 1)[0] += 1;
  CHECK(compare_says(&a, &b, "/clast/contacts/memory: 1 row differs"));
  CHECK(compare_says(&a, &b, "largest 1 "));
  b.contacts->n--;
  CHECK(compare_says(&a, &b, "only in the first: 1 contacts"));
  b.waiting->time[1] = 7;
  CHECK(compare_says(&a, &b, "/clast/waiting/time: 1 row differs; the first: waiting clump "));
  b.waiting->clumps->n_owned--;
  CHECK(compare_says(&a, &b, "only in the first: 1 waiting clumps, the first is waiting clump "));
  strcpy(b.groups.list[1].name, "black");
  CHECK(compare_says(
    &a, &b, "/clast/groups/name: 1 row differs; the first: row 1, \"green\" and \"black\""));
  b.time = 1;
  CHECK(compare_says(&a, &b, "time: "));
  (void)par;
  checkpoint_free(&a);
  checkpoint_free(&b);
  test_end("two states that differ are told apart by table, id, number and size");
}

int main(int argc, char **argv)
{
  Parallel par;

  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  what_is_written_is_read(&par);
  nothing_is_a_state_too(&par);
  digests_do_not_see_ranks(&par);
  digests_see_every_part(&par);
  the_newest_are_kept(&par);
  a_damaged_newest_is_passed_over(&par);
  bad_places_and_states_are_refused(&par);
  cut_and_foreign_files_are_refused(&par);
  flipped_bits_are_found(&par);
  wrong_content_is_refused(&par);
  an_old_file_is_read(&par);
  differences_are_told(&par);
  a_full_disk_costs_nothing(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
  return test_finish();
}
