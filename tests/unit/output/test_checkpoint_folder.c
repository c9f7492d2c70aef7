/* SPDX-License-Identifier: MIT */
/* The folder of checkpoints: which are kept, which is the newest sound one, and a full disk. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "checkpoints.h"

#include "output/files.h"

static void write_refused(const Parallel *par, const char *dir, const Checkpoint *c,
                          const char *word)
{
  bool written;
  char why[CHECKPOINT_WHY];

  CALL(checkpoint_write(par, dir, c, 2, NULL, &written, why));
  CHECK(!written);
  if (!strstr(why, word)) test_fail(__FILE__, __LINE__, "\"%s\" does not say \"%s\"", why, word);
}

static bool has_step(const char *dir, int64_t step, const char *suffix)
{
  char path[PATH + 64];

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
  char       dir[PATH], path[CHECKPOINT_PATH], leftover[PATH + 64], why[CHECKPOINT_WHY],
    aside[CHECKPOINT_WHY];
  bool found, written;

  snprintf(dir, sizeof dir, "%s/kept/deep", work);
  for (int64_t step = 9; step <= 12; step++) {
    state_step(&c, step);
    write_state(par, dir, &c, 2, path);
  }
  CALL(parallel_barrier(par)); /* old files are removed by rank 0 alone */
  CHECK(!has_step(dir, 9, "") && !has_step(dir, 10, "") && has_step(dir, 11, "") &&
        has_step(dir, 12, ""));
  CALL(checkpoint_newest(par, dir, NULL, path, &found, why));
  CHECK(found && strstr(path, "clast-12.h5"));
  CHECK_TEXT(why, "");

  /* after a restart from step 11 later checkpoints of the former run are renamed, not removed */
  snprintf(leftover, sizeof leftover, "%s/restart/clast-4.h5.tmp", dir);
  touch(par, leftover, "cut off");
  state_step(&c, 11);
  CALL(checkpoint_write(par, dir, &c, 2, path, &written, why));
  CHECK(written && strstr(why, "restart: clast-12.h5 is now clast-12.h5.old"));
  CALL(parallel_barrier(par));
  CHECK(has_step(dir, 11, "") && !has_step(dir, 12, "") && has_step(dir, 12, ".old") &&
        !has_step(dir, 4, ".tmp"));
  CALL(parallel_barrier(par));
  CALL(checkpoint_cut(par, dir, -1, aside));
  CHECK(strstr(aside, dir) && strstr(aside, "clast-11.h5 is now clast-11.h5.old"));
  CALL(checkpoint_cut(par, dir, -1, aside));
  CHECK_TEXT(aside, "");
  CALL(checkpoint_newest(par, dir, NULL, path, &found, why));
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
  Checkpoint back;

  snprintf(dir, sizeof dir, "%s/fallback", work);
  state_step(&c, 7);
  write_state(par, dir, &c, 5, path);
  state_step(&c, 8);
  write_state(par, dir, &c, 5, newest);
  if (par->rank == 0) CHECK(truncate(newest, 3000) == 0);
  CALL(parallel_barrier(par));
  CALL(checkpoint_newest(par, dir, NULL, path, &found, why));
  CHECK(found && strstr(path, "clast-7.h5"));
  CHECK(strstr(why, newest));
  snprintf(dir, sizeof dir, "%s/fallback/restart", work);
  CALL(checkpoint_newest(par, dir, NULL, path, &found, why));
  CHECK(found && strstr(path, "clast-7.h5"));
  CALL(checkpoint_newest(par, dir, &back, path, &found, why));
  CHECK(found && strstr(path, "clast-7.h5") && strstr(why, newest));
  CHECK_INT(back.clock.step, 7); /* nothing is left of what was read of the damaged one */
  check_clumps(par, &back, 5);
  check_contacts(par, &back, 2);
  checkpoint_free(&back);
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
  CHECK(!has_step(dir, c.clock.step, "") && !has_step(dir, c.clock.step, ".tmp"));
  checkpoint_free(&c);
  test_end("no folder, and numbers that are none: nothing is written");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  the_newest_are_kept(&par);
  a_damaged_newest_is_passed_over(&par);
  bad_places_and_states_are_refused(&par);
  a_full_disk_costs_nothing(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
