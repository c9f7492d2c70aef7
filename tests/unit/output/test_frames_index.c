/* SPDX-License-Identifier: MIT */
/* The index of frames, also on a full disk. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <sys/resource.h>

#include "frames_made.h"

static void check_index(const char *dir, const char *expected)
{
  char  path[PATH], text[4096];
  FILE *file;

  snprintf(path, sizeof path, "%s/frames.hdf.series", dir);
  file = fopen(path, "r");
  CHECK(file || !expected);
  if (!file) return;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  CHECK_TEXT(text, expected);
}

#define HEAD "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n"
#define TAIL "\n  ]\n}\n"

static void the_index_follows(const Parallel *par)
{
  Checkpoint c = state_create(DEAL_ROUND, 4, 0);
  char       dir[PATH], gone[PATH + 64];

  snprintf(dir, sizeof dir, "%s/series", work);
  write_frame(par, dir, 0, 0, &c);
  write_frame(par, dir, 10, 0.1, &c);
  write_frame(par, dir, 20, 0.2, &c);
  if (par->rank == 0) {
    check_index(dir,
                HEAD "    {\"name\": \"frames/clast-0.hdf\", \"time\": 0},\n"
                     "    {\"name\": \"frames/clast-10.hdf\", \"time\": 0.10000000000000001},\n"
                     "    {\"name\": \"frames/clast-20.hdf\", \"time\": 0.20000000000000001}" TAIL);
  }
  CALL(parallel_barrier(par));
  CALL(series_cut(par, dir, "frames", "hdf", 0.1)); /* restart at 0.1 */
  write_frame(par, dir, 10, 0.1, &c); /* the frame of the restart itself is not listed twice */
  write_frame(par, dir, 15, 0.15, &c);
  snprintf(gone, sizeof gone, "%s/frames/clast-0.hdf", dir);
  if (par->rank == 0) {
    file_remove(gone);
  }
  CALL(series_cut(par, dir, "frames", "hdf", HUGE_VAL));
  if (par->rank == 0) {
    check_index(dir,
                HEAD "    {\"name\": \"frames/clast-10.hdf\", \"time\": 0.10000000000000001},\n"
                     "    {\"name\": \"frames/clast-15.hdf\", \"time\": 0.14999999999999999}" TAIL);
  }
  CALL(parallel_barrier(par));
  CALL(series_cut(par, dir, "frames", "hdf", -HUGE_VAL));
  if (par->rank == 0) check_index(dir, NULL);
  checkpoint_free(&c);
  test_end("the index lists the frames that are there, in time, each once; later ones are cut");
}

static void a_full_disk_costs_one_frame(const Parallel *par)
{
  const Domain  domain = state_domain();
  Checkpoint    c      = state_create(DEAL_ROUND, 3000, 0);
  FrameScene    scene  = {.step      = 2,
                          .time      = 1,
                          .clumps    = c.clumps,
                          .templates = c.templates,
                          .groups    = &c.groups,
                          .domain    = &domain};
  struct rlimit old, little = {.rlim_cur = 100 * 1024};
  char          dir[PATH], why[SERIES_WHY], path[PATH + 64];
  bool          written;

  snprintf(dir, sizeof dir, "%s/full", work);
  write_frame(par, dir, 1, 0.5, &c);
  signal(SIGXFSZ, SIG_IGN);
  CHECK(getrlimit(RLIMIT_FSIZE, &old) == 0);
  little.rlim_max = old.rlim_max;
  CHECK(setrlimit(RLIMIT_FSIZE, &little) == 0);
  CALL(frames_write(par, dir, &scene, 0, &written, why));
  CHECK(setrlimit(RLIMIT_FSIZE, &old) == 0);
  CHECK(!written);
  CHECK(strstr(why, "cannot reserve"));
  snprintf(path, sizeof path, "%s/frames/clast-2.hdf.tmp", dir);
  CHECK(!file_exists(path));
  if (par->rank == 0)
    check_index(dir, HEAD "    {\"name\": \"frames/clast-1.hdf\", \"time\": 0.5}" TAIL);
  checkpoint_free(&c);
  test_end("a disk that fills up costs one frame, and is told");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  the_index_follows(&par);
  a_full_disk_costs_one_frame(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
