/* SPDX-License-Identifier: MIT */
/* Writing a checkpoint: write to a temporary name, sync to disk, read back, rename. If the program
   is killed on the way, the older checkpoints remain, plus at most a file *.h5.tmp, which is never
   read as a checkpoint. */
#include "output/checkpoint/columns.h"
#include "output/checkpoint/heading.h"
#include "output/files.h"
#include <stdio.h>

enum { KEEP_MOST = 1 << 20 };

/* ---- content ---- */

static PetscErrorCode column_write(const Parallel *par, Hdf5 *file, const Column *column)
{
  const int64_t n = column->rows == ROWS_COMMON && par->rank > 0 ? 0 : column->n;
  char         *packed;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(hdf5_row_size(&column->table) * (size_t)n, &packed));
  column_pack(column, 0, n, packed);
  PetscCall(hdf5_write(file, &column->table, n, packed));
  PetscCall(hdf5_set(file, column->table.path, "digest", HDF5_BITS, 0, &column->digest));
  PetscCall(PetscFree(packed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Create the folders of contact lists that have one of their own, with the width of their
   memory. */
static PetscErrorCode contacts_prepare(Hdf5 *file, const ContactRecords *contacts)
{
  PetscFunctionBeginUser;
  for (int g = 0; g < contacts->n; g++) {
    const LawRecords *list = &contacts->law[g];
    char              folder[CONTACTS_FOLDER];

    if (!list->name[0]) continue;
    contacts_folder(list, folder);
    PetscCall(hdf5_group(file, folder));
    PetscCall(hdf5_set(file, folder, "memory", HDF5_INT32, 0, &list->columns));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Create the folders of the kinds of links in use. */
static PetscErrorCode links_prepare(Hdf5 *file, const Checkpoint *c)
{
  bool some = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < LINK_KINDS; k++) {
    char folder[NAME_LENGTH + 16];

    if (c->links[k].total == 0) continue;
    if (!some) PetscCall(hdf5_group(file, "/clast/links"));
    some = true;
    snprintf(folder, sizeof folder, "/clast/links/%s", c->links[k].kind->head.name);
    PetscCall(hdf5_group(file, folder));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if a value before the k-th has the same first n characters. */
static bool is_known(const State *state, int k, size_t n)
{
  for (int j = 0; j < k; j++)
    if (strncmp(state->list[j].path, state->list[k].path, n) == 0) return true;
  return false;
}

/* Create the groups of the state of plug-ins, each once. */
static PetscErrorCode folders_write(Hdf5 *file, const State *state)
{
  const size_t root = strlen(STATE_FOLDER);

  PetscFunctionBeginUser;
  for (int k = 0; k < state->n; k++) {
    const char *path = state->list[k].path;

    if (strncmp(path, STATE_FOLDER "/", root + 1) != 0) continue;
    for (const char *at = path + root; at; at = strchr(at + 1, '/')) {
      char folder[STATE_PATH];

      snprintf(folder, sizeof folder, "%.*s", (int)(at - path), path);
      if (!is_known(state, k, (size_t)(at - path) + 1)) PetscCall(hdf5_group(file, folder));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode content_write(const Parallel *par, Hdf5 *file, const Checkpoint *c,
                                    const Columns *columns, uint64_t digest)
{
  PetscFunctionBeginUser;
  PetscCall(heading_prepare(file));
  PetscCall(contacts_prepare(file, c->contacts));
  PetscCall(links_prepare(file, c));
  PetscCall(folders_write(file, &c->state));
  for (int k = 0; k < columns->attributes.n; k++) {
    const StateValue *v = &columns->attributes.list[k];

    PetscCall(hdf5_set(file, "/clast", v->path, value_type(v->type), v->count, v->bytes));
  }
  for (PetscInt k = 0; k < columns->n; k++) PetscCall(column_write(par, file, &columns->list[k]));
  PetscCall(heading_write(par, file, c, digest));
  PetscCall(hdf5_flush(file));
  PetscCall(heading_complete(file));
  PetscCall(hdf5_flush(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode digest_all(const Parallel *par, const Checkpoint *c, Columns *columns,
                                 uint64_t *digest)
{
  PetscFunctionBeginUser;
  PetscCall(columns_digest_all(columns, c));
  PetscCall(columns_reduce(par, columns, digest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_digest(const Parallel *par, const Checkpoint *checkpoint,
                                 uint64_t *digest)
{
  Columns columns;

  PetscFunctionBeginUser;
  PetscCall(columns_create(checkpoint, &columns));
  PetscCall(digest_all(par, checkpoint, &columns, digest));
  columns_free(&columns);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the folder ---- */

/* Outcome on rank 0, broadcast to all ranks. */
typedef struct {
  bool good;
  char why[CHECKPOINT_WHY];
} Outcome;

static PetscErrorCode outcome_share(const Parallel *par, const Outcome *outcome, bool *good,
                                    char *why)
{
  Outcome shared = *outcome;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &shared, sizeof shared, 0));
  *good = shared.good;
  snprintf(why, CHECKPOINT_WHY, "%s", shared.why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode folder_prepare(const Parallel *par, const char *folder, bool *good, char *why)
{
  Outcome outcome = {.good = true};

  PetscFunctionBeginUser;
  if (par->rank == 0) outcome.good = folder_create(folder, outcome.why, sizeof outcome.why);
  PetscCall(outcome_share(par, &outcome, good, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void set_aside(const char *folder, const char *name)
{
  char from[2 * CHECKPOINT_PATH], to[2 * CHECKPOINT_PATH];

  snprintf(from, sizeof from, "%s/%s", folder, name);
  snprintf(to, sizeof to, "%s/%s.old", folder, name);
  (void)rename(from, to);
}

/* Tell in `why` (CHECKPOINT_WHY bytes) which of the files, newest first, have been set aside. */
static void tell_aside(const char *folder, PetscInt n, const NumberedFile *list, char *why)
{
  snprintf(why, CHECKPOINT_WHY, "%.700s: %s is now %s.old", folder, list[0].name, list[0].name);
  if (n > 1)
    snprintf(why + strlen(why), CHECKPOINT_WHY - strlen(why),
             ", and so are %" PetscInt_FMT " others, down to %s", n - 1, list[n - 1].name);
}

/* Rename checkpoints later than `step` to *.old, which `aside` tells, remove all but the newest
   `keep` of the others, and remove unfinished files. Rank 0 only. */
static PetscErrorCode folder_clean(const char *folder, int64_t step, int keep, char *aside)
{
  NumberedFile *list;
  PetscInt      n, later = 0;
  char          path[2 * CHECKPOINT_PATH];

  PetscFunctionBeginUser;
  PetscCall(files_numbered(folder, "clast-", ".h5", &n, &list));
  for (PetscInt i = 0; i < n; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, list[i].name);
    if (list[i].number > step) set_aside(folder, list[later++].name);
    else if (i - later >= keep) file_remove(path);
  }
  if (later > 0) tell_aside(folder, later, list, aside);
  array_free(&list);
  PetscCall(files_numbered(folder, "clast-", ".h5.tmp", &n, &list));
  for (PetscInt i = 0; i < n; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, list[i].name);
    file_remove(path);
  }
  array_free(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_cut(const Parallel *par, const char *dir, int64_t step, char *aside)
{
  char folder[CHECKPOINT_PATH];

  PetscFunctionBeginUser;
  memset(aside, 0, CHECKPOINT_WHY);
  snprintf(folder, sizeof folder, "%s/restart", dir);
  if (par->rank == 0) PetscCall(folder_clean(folder, step, KEEP_MOST, aside));
  PetscCall(parallel_bcast(par, aside, CHECKPOINT_WHY, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode commit(const Parallel *par, const char *folder, const char *unfinished,
                             const char *path, int64_t step, int keep, bool *good, char *why)
{
  Outcome outcome = {.good = true};

  PetscFunctionBeginUser;
  if (par->rank == 0) {
    outcome.good = file_commit(unfinished, path, outcome.why, sizeof outcome.why);
    if (outcome.good) PetscCall(folder_clean(folder, step, keep, outcome.why));
  }
  PetscCall(outcome_share(par, &outcome, good, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check the unfinished file as a restart would, and compare its digest with that of the state in
   memory. */
static PetscErrorCode read_back(const Parallel *par, const char *unfinished, uint64_t digest,
                                bool *good, char *why)
{
  CheckpointSummary summary;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_check(par, unfinished, &summary, good, why));
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  if (summary.digest != digest) {
    snprintf(why, CHECKPOINT_WHY, "%.900s: the data read back differ from those written",
             unfinished);
    *good = false;
  }
  array_free(&summary.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode bytes_count(const Parallel *par, const Columns *columns, int64_t *bytes)
{
  PetscFunctionBeginUser;
  *bytes = 0;
  for (PetscInt k = 0; k < columns->n; k++) {
    const Column *column = &columns->list[k];

    if (column->rows != ROWS_COMMON || par->rank == 0)
      *bytes += column->n * (int64_t)hdf5_row_size(&column->table);
  }
  PetscCall(parallel_sum_int(par, bytes, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode file_write(const Parallel *par, const char *unfinished, const Checkpoint *c,
                                 Columns *columns, bool *good, char *why)
{
  Hdf5    *file;
  uint64_t digest;
  int64_t  bytes;

  PetscFunctionBeginUser;
  PetscCall(digest_all(par, c, columns, &digest));
  PetscCall(bytes_count(par, columns, &bytes));
  PetscCall(hdf5_create(par, unfinished, bytes, &file));
  PetscCall(content_write(par, file, c, columns, digest));
  PetscCall(hdf5_close(&file, good, why));
  if (*good) PetscCall(read_back(par, unfinished, digest, good, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_write(const Parallel *par, const char *dir, const Checkpoint *checkpoint,
                                int keep, char *path, bool *written, char *why)
{
  Checkpoint c = *checkpoint;
  Columns    columns;
  char       folder[CHECKPOINT_PATH], final[CHECKPOINT_PATH], unfinished[CHECKPOINT_PATH + 8];
  int        length;

  PetscFunctionBeginUser;
  why[0]  = 0;
  c.ranks = par->size;
  snprintf(folder, sizeof folder, "%s/restart", dir);
  length = snprintf(final, sizeof final, "%s/restart/clast-%lld.h5", dir, (long long)c.clock.step);
  PetscCheck(length < CHECKPOINT_PATH, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s: the name of the folder is too long", dir);
  snprintf(unfinished, sizeof unfinished, "%s.tmp", final);
  PetscCall(columns_create(&c, &columns));
  PetscCall(folder_prepare(par, folder, written, why));
  if (*written) {
    PetscCall(file_write(par, unfinished, &c, &columns, written, why));
    if (*written)
      PetscCall(commit(par, folder, unfinished, final, c.clock.step, keep, written, why));
    if (!*written && par->rank == 0) file_remove(unfinished);
  }
  columns_free(&columns);
  if (path) snprintf(path, CHECKPOINT_PATH, "%s", final);
  PetscCall(parallel_barrier(par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- finding a checkpoint ---- */

PetscErrorCode checkpoint_is_there(const Parallel *par, const char *dir, int64_t step, bool *there)
{
  char path[CHECKPOINT_PATH];

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/restart/clast-%lld.h5", dir, (long long)step);
  *there = par->rank == 0 && file_exists(path);
  PetscCall(parallel_bcast(par, there, sizeof *there, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Path of the i-th newest checkpoint; *found false: there are fewer. */
static PetscErrorCode candidate(const Parallel *par, const char *dir, PetscInt i,
                                char path[CHECKPOINT_PATH], bool *found)
{
  struct {
    bool found;
    char path[CHECKPOINT_PATH];
  } of = {false, ""};
  NumberedFile *list;
  PetscInt      n;
  char          folder[CHECKPOINT_PATH];

  PetscFunctionBeginUser;
  if (par->rank == 0) {
    snprintf(folder, sizeof folder, "%s/restart", dir);
    if (!folder_exists(folder)) snprintf(folder, sizeof folder, "%s", dir);
    PetscCall(files_numbered(folder, "clast-", ".h5", &n, &list));
    of.found = i < n && snprintf(of.path, sizeof of.path, "%s/%s", folder, list[i].name) <
                          (int)sizeof of.path;
    array_free(&list);
  }
  PetscCall(parallel_bcast(par, &of, sizeof of, 0));
  *found = of.found;
  memcpy(path, of.path, sizeof of.path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_newest(const Parallel *par, const char *dir, char path[CHECKPOINT_PATH],
                                 bool *found, char *why)
{
  char reason[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  why[0] = 0;
  for (PetscInt i = 0;; i++) {
    const size_t told = strlen(why);
    bool         good;

    PetscCall(candidate(par, dir, i, path, found));
    if (!*found) break;
    PetscCall(checkpoint_check(par, path, NULL, &good, reason));
    if (good) PetscFunctionReturn(PETSC_SUCCESS);
    snprintf(why + told, CHECKPOINT_WHY - told, "%s%s", told ? "; " : "", reason);
  }
  if (!why[0])
    snprintf(why, CHECKPOINT_WHY,
             "%s: no checkpoint (clast-<step>.h5) here or in restart/ below it", dir);
  PetscFunctionReturn(PETSC_SUCCESS);
}
