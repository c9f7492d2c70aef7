/* SPDX-License-Identifier: MIT */
/* The folder of a run, its status, and texts that are written at once; the sections output and
   checkpoint. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "output/run_folder.h"
#include "options/rows.h"
#include "output/checkpoint/checkpoint.h"
#include "output/files.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

/* ---- status and texts ---- */

PetscErrorCode text_agree(const Parallel *par, int code, const char *what, const char *path)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &code, sizeof code, 0));
  PetscCheck(code == 0, par->comm, PETSC_ERR_FILE_OPEN, "cannot %s %s: %s", what, path,
             strerror(code));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode outcome_share(const Parallel *par, bool *good, char *why, size_t size)
{
  char *both; /* one message */

  PetscFunctionBeginUser;
  array_create(&both, 1, size + 1);
  memcpy(both, why, size);
  both[size] = par->rank == 0 && *good;
  PetscCall(parallel_bcast(par, both, size + 1, 0));
  memcpy(why, both, size);
  *good = both[size] != 0;
  array_free(&both);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode outcome_demand(const Parallel *par, bool good, char *why, size_t size,
                              PetscErrorCode error)
{
  PetscFunctionBeginUser;
  PetscCall(outcome_share(par, &good, why, size));
  PetscCheck(good, par->comm, error, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Put the option in front of why the run's folder cannot be used, and the cure, by errno, behind it. */
static void say_cure(char *why, size_t size)
{
  const bool file = errno == ENOTDIR || errno == EEXIST, room = errno == ENOSPC;
  char       fault[512];

  snprintf(fault, sizeof fault, "%s", why);
  snprintf(why, size, "-output_dir: %s; %s", fault,
           file   ? "a file stands where the folder would be: give another folder"
           : room ? "give a folder on another disk"
                  : "give a folder in a place where you may write");
}

PetscErrorCode folder_create_shared(const Parallel *par, const char *dir)
{
  char       why[512] = "";
  const bool good     = par->rank > 0 || folder_create(dir, why, sizeof why);

  return outcome_demand(par, good, why, sizeof why, PETSC_ERR_FILE_OPEN);
}

PetscErrorCode run_folder_try(const Parallel *par, const char *dir)
{
  char       why[640] = "";
  const bool good     = par->rank > 0 || folder_may_be_written(dir, why, 512);

  if (!good) say_cure(why, sizeof why);
  return outcome_demand(par, good, why, sizeof why, PETSC_ERR_FILE_OPEN);
}

int text_replace(const char *path, const char *text)
{
  char  fresh[PETSC_MAX_PATH_LEN + 4];
  int   code = 0;
  FILE *f;

  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  f = file_create(fresh);
  if (!f) return errno;
  if (fputs(text, f) < 0 || fflush(f) != 0) code = errno;
  if (fclose(f) != 0 && code == 0) code = errno;
  if (code == 0 && rename(fresh, path) != 0) code = errno;
  if (code != 0) remove(fresh);
  return code;
}

/* Overwrite an open file of a few bytes: on a full disk its blocks can still be written. Returns 0,
   or errno with the former bytes in their place, as with a limit on the size of files. */
static int text_overwrite(int file, const char *text)
{
  const int64_t n = (int64_t)strlen(text);
  char          former[64];
  const ssize_t kept = pread(file, former, sizeof former, 0);
  int           code;

  if (kept < 0) return errno;
  if (file_write_at(file, text, n, 0) && ftruncate(file, (off_t)n) == 0) return 0;
  code = errno;
  /* bytes that cannot be written now have not been overwritten above either */
  (void)file_write_at(file, former, kept, 0);
  return ftruncate(file, (off_t)kept) == 0 ? code : errno;
}

PetscErrorCode text_write(const Parallel *par, const char *dir, const char *name, const char *text)
{
  char path[PETSC_MAX_PATH_LEN];

  snprintf(path, sizeof path, "%s/%s", dir, name);
  return text_agree(par, par->rank == 0 ? text_replace(path, text) : 0, "write", path);
}

bool text_is(const char *dir, const char *name, const char *text)
{
  char  path[PETSC_MAX_PATH_LEN];
  FILE *f;
  int   c = 0;

  snprintf(path, sizeof path, "%s/%s", dir, name);
  f = fopen(path, "r");
  if (!f) return false;
  while (*text && (c = getc(f)) == (unsigned char)*text) text++;
  if (!*text) c = getc(f);
  (void)fclose(f);
  return !*text && c == EOF;
}

/* Replace the file by rename; if that fails, overwrite it through the descriptor *kept, or one
   opened now. Returns 0 or errno. */
static int status_replace(const char *path, const char *line, int *kept)
{
  const int code = text_replace(path, line);
  int       file;

  if (code != 0 && *kept >= 0 && file_is_at(*kept, path)) return text_overwrite(*kept, line);
  file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return code;
  status_close(kept);
  *kept = file;
  return code != 0 ? text_overwrite(file, line) : 0;
}

PetscErrorCode status_write(const Parallel *par, const char *dir, const char *word, int *kept)
{
  char path[PETSC_MAX_PATH_LEN], line[64];

  snprintf(path, sizeof path, "%s/status", dir);
  snprintf(line, sizeof line, "%s\n", word);
  return text_agree(par, par->rank == 0 ? status_replace(path, line, kept) : 0, "write", path);
}

void status_close(int *kept)
{
  if (*kept >= 0) close(*kept);
  *kept = -1;
}

/* ---- the lock ---- */

/* The folder of a run with checkpoints in `dir`/restart, or in `dir` if that is itself
   named restart. */
static void run_of(const char *dir, char folder[FILE_PATH])
{
  static const char name[] = "restart";
  size_t            n      = strlen(dir);

  while (n > 1 && dir[n - 1] == '/') n--;
  snprintf(folder, FILE_PATH, "%.4000s/%s", dir, name);
  if (folder_exists(folder) || n < strlen(name) ||
      strncmp(dir + n - strlen(name), name, strlen(name)) != 0)
    snprintf(folder, FILE_PATH, "%.4000s", dir);
  else snprintf(folder, FILE_PATH, "%.4000s/..", dir);
}

PetscErrorCode run_folder_choose(RunFolder *f, const Parallel *par, const char *dir, bool *taken)
{
  char folder[FILE_PATH];

  PetscFunctionBeginUser;
  *taken     = false;
  f->chooses = true;
  if (par->rank == 0 && folder_exists(dir)) {
    run_of(dir, folder);
    *taken = !folder_lock(folder, false, &f->lock);
  }
  PetscCall(parallel_any(par, taken));
  if (*taken) run_folder_release(f);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void run_folder_settle(RunFolder *f, const char *dir)
{
  if (f->lock >= 0 && !file_is_at(f->lock, dir)) run_folder_release(f);
}

void run_folder_release(RunFolder *f)
{
  folder_unlock(f->lock);
  f->lock = -1;
}

/* True if the checkpoint that the run continues is in its folder, or it continues none. */
static bool is_here(const RunFolder *f)
{
  char from[FILE_PATH], restart[FILE_PATH];

  if (!f->source[0]) return true;
  file_folder(f->source, from);
  snprintf(restart, sizeof restart, "%.4000s/restart", f->dir);
  return file_is(from, f->dir) || file_is(from, restart);
}

/* Refuse a folder in which a newer checkpoint has appeared since one was chosen. */
static PetscErrorCode look_again(const RunFolder *f, const Parallel *par)
{
  bool here = par->rank == 0 && is_here(f), found;
  char path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &here, sizeof here, 0));
  if (!here) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(checkpoint_newest(par, f->dir, NULL, path, &found, why));
  if (!found) PetscFunctionReturn(PETSC_SUCCESS);
  here = par->rank == 0 && f->source[0] && file_is(path, f->source);
  PetscCall(parallel_bcast(par, &here, sizeof here, 0));
  PetscCheck(
    here, par->comm, PETSC_ERR_FILE_OPEN,
    "%s has been written by another run while this one was set up: start this one again, which "
    "goes on from there",
    path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode run_folder_take(RunFolder *f, const Parallel *par, const char *dir)
{
  char why[640] = "";
  bool good, held, taken = false;

  PetscFunctionBeginUser;
  snprintf(f->dir, sizeof f->dir, "%s", dir);
  PetscCheck(
    strlen(f->dir) + 4 * NAME_LENGTH < CHECKPOINT_PATH, par->comm, PETSC_ERR_FILE_OPEN,
    "output: dir: the name of the folder is too long: %zu characters with those above it, of %d",
    strlen(f->dir), CHECKPOINT_PATH - 4 * NAME_LENGTH);
  good = par->rank > 0 || folder_create(f->dir, why, 512);
  if (!good) say_cure(why, sizeof why);
  PetscCall(outcome_demand(par, good, why, sizeof why, PETSC_ERR_FILE_OPEN));
  run_folder_settle(f, f->dir);
  held = f->lock >= 0;
  if (par->rank == 0 && !held) taken = !folder_lock(f->dir, false, &f->lock);
  PetscCall(parallel_any(par, &taken));
  if (taken) run_folder_release(f);
  PetscCheck(!taken, par->comm, PETSC_ERR_FILE_OPEN,
             "%s: another run is writing into this folder: wait until it has ended, or give "
             "another -output_dir",
             f->dir);
  PetscCall(parallel_any(par, &held));
  if (f->chooses && !held) PetscCall(look_again(f, par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- files that the user names ---- */

enum { WHY = 512 };

/* True if the file was read as input, is the checkpoint read, or lies in the folder of that
   checkpoint. */
static bool is_input(const RunFolder *f, const Options *options, const char *path,
                     const char *folder)
{
  const char *input;
  char        source[FILE_PATH];

  for (int k = 0; (input = options_input(options, k)) != NULL; k++)
    if (file_is(path, input)) return true;
  if (!f->source[0]) return false;
  file_folder(f->source, source);
  return file_is(path, f->source) || file_is(folder, source);
}

/* True if the run itself writes this file or this folder. */
static bool is_kept(const RunFolder *f, const char *path, const char *folder)
{
  static const char *const names[] = {"restart",    "frames",        "log.csv", "balance.csv",
                                      "walls.csv",  "resolved.yaml", "status",  "frames.hdf.series",
                                      "stages.csv", "warnings.txt"};
  const char              *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const bool               beside = file_is(folder, f->dir);
  char                     kept[FILE_PATH + 32];

  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    snprintf(kept, sizeof kept, "%s/%s", f->dir, names[k]);
    if (file_is(path, kept) || file_is(folder, kept) || (beside && strcmp(name, names[k]) == 0))
      return true;
  }
  return false;
}

/* On rank 0: find the reason why the file cannot be written; empty if it can. */
static void look(const RunFolder *f, const Options *options, const char *said, bool runs,
                 char why[WHY])
{
  char       folder[FILE_PATH];
  FileTarget target; /* with links resolved */

  why[0] = 0;
  if (folder_exists(said) || said[strlen(said) - 1] == '/') {
    snprintf(why, WHY, "%s is a folder: give the name of a file", said);
    return;
  }
  file_folder(said, folder);
  if (runs && !folder_create(folder, why, WHY)) return;
  if (!file_target(said, &target, why, WHY)) return;
  file_folder(target.path, folder);
  if (is_input(f, options, target.path, folder))
    snprintf(
      why, WHY,
      "%s is an input file, or in the folder of the checkpoint that is read: give another name",
      said);
  else if (runs && is_kept(f, target.path, folder))
    snprintf(why, WHY, "%s is a file that the run itself keeps: give another name", said);
  else (void)file_may_be_written(target.path, why, WHY);
}

/* Cut `name` off the end of a path, with the slash before it; false: it does not end with it. */
static bool cut_name(char *path, const char *name)
{
  const size_t n = strlen(path), m = strlen(name);

  if (n <= m || path[n - m - 1] != '/' || strcmp(path + n - m, name) != 0) return false;
  path[n - m - 1] = '\0';
  return true;
}

void run_folder_of(const char *checkpoint, char *dir, size_t size)
{
  const char *file = strrchr(checkpoint, '/');
  char        folder[PETSC_MAX_PATH_LEN], whole[PATH_MAX];

  dir[0] = '\0';
  if (!file || (size_t)(file - checkpoint) >= sizeof folder) return;
  snprintf(folder, sizeof folder, "%.*s", (int)(file - checkpoint), checkpoint);
  if (!realpath(folder, whole) || !cut_name(whole, "restart")) return;
  (void)cut_name(whole, "failed");
  if (strlen(whole) < size) memcpy(dir, whole, strlen(whole) + 1);
}

void failed_folder(const char *dir, char *path, size_t size)
{
  snprintf(path, size, "%s/failed", dir);
}

PetscErrorCode run_folder_check_file(const RunFolder *f, const Parallel *par,
                                     const Options *options, const char *kind, const char *key,
                                     bool runs)
{
  const char *path     = option_word(options, kind, NULL, key);
  char        why[WHY] = "";

  PetscFunctionBeginUser;
  if (!path[0]) PetscFunctionReturn(PETSC_SUCCESS);
  if (par->rank == 0) look(f, options, path, runs, why);
  PetscCall(parallel_bcast(par, why, sizeof why, 0));
  if (kind[0]) {
    PetscCheck(!why[0], par->comm, PETSC_ERR_FILE_OPEN, "%s: %s: %s", kind, key, why);
  } else {
    PetscCheck(!why[0], par->comm, PETSC_ERR_FILE_OPEN, "-%s: %s", key, why);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the sections output and checkpoint ---- */

/* clang-format off */
static const Option output_options[] = {
  PATH(KEY("dir"),               OPTIONAL,
      "folder of the run's files, relative to the scenario file (on the command line, and the "
      "default: to the working directory); default out/<scenario name>"),
  REAL_OR_WORD(KEY("log_every"), "s", "auto", "auto", POSITIVE,
      "time between rows of log.csv; auto: a hundredth of end_time", .flags = WRITES_ROWS),
  BOOL(KEY("energies"),          "false",
      "columns of log.csv with the stored and lost energies of each kind: normal, cohesion, "
      "tangential ...; laws are evaluated up to twice for it"),
  REAL(KEY("frames_every"),      "s", "0", NOT_NEGATIVE, "time between frames (0: none)",
      .flags = WRITES_FILES),
  BOOL(KEY("frames_walls"), "yes", "with frames of walls, and of the loads on facets of meshes"),
  BOOL(KEY("frames_links"),      "yes",
      "with frames of links, lines with the force of each spring, bond and constraint"),
  INT(KEY("frames_compress"), "0", UP_TO(9), "level of compression of all frames (0: none)"),
  REAL(KEY("walls_every"),       "s", "0", NOT_NEGATIVE,
      "time between rows of walls.csv, the loads on walls and their work (0: none)",
      .flags = WRITES_ROWS),
  REAL(KEY("bodies_every"),      "s", "0", NOT_NEGATIVE,
      "time between rows of bodies.csv, force and torque on single clumps (0: none)",
      .flags = WRITES_ROWS),
  INTS(KEY("bodies"), OPTIONAL, ANY_NUMBER, "ids of the clumps that bodies.csv has rows of"),
  WORDS(KEY("bodies_groups"),    OPTIONAL, "and groups of clumps: name or slot=name"),
  BOOL(KEY("bodies_pebbles"),    "false",
      "rows of pebbles.csv at these times: force and torque of contacts on each pebble of them"),
  WORDS(KEY("frames_groups"),    OPTIONAL,
      "groups of clumps that frames have: name or slot=name; without it all"),
  WORDS(KEY("final_groups"),     OPTIONAL,
      "groups of clumps that the file of the state at the end has, likewise"),
  PATH(KEY("final"),             OPTIONAL,
      "file for the state at the end, relative to the scenario file (on the command line: to the "
      "working directory)"),
  {0},
};

static const Option checkpoint_options[] = {
  REAL_OR_WORD(KEY("every_wall"), "s", "1800", "auto", NOT_NEGATIVE,
      "wall time between checkpoints, of which the first comes after two minutes at most (0: only "
      "at the start and at the end); auto: what loses least time to checkpoints, whose cost is "
      "measured, and to failures, see mtbf"),
  REAL(KEY("mtbf"),  "s", "86400", POSITIVE,
      "mean time between failures of the job, for every_wall: auto"),
  REAL(KEY("every"), "s", "0",     NOT_NEGATIVE,
      "simulated time between checkpoints (0: by wall time only)", .flags = WRITES_FILES),
  INT(KEY("keep"),   "3", WITHIN(1, 1e6), "number of newest ones kept"),
  {0},
};
/* clang-format on */

const OptionKind output_kind     = {.name    = "output",
                                    .options = output_options,
                                    .text    = "files that a run writes: folder and intervals"};
const OptionKind checkpoint_kind = {
  .name = "checkpoint", .options = checkpoint_options, .text = "when the whole state is kept"};
