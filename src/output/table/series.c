/* SPDX-License-Identifier: MIT */
#include "output/table/series.h"
#include "output/files.h"
#include "output/run_folder.h"

enum { PATH_ROOM = 1024, NAME_ROOM = 256 };

/* ---- the index ---- */

typedef struct {
  char   name[NAME_ROOM]; /* relative to the index */
  double time;
} Entry;

typedef struct {
  PetscInt n, capacity;
  Entry   *list;
} Index;

static void index_add(Index *index, const char *name, double time)
{
  array_reserve(&index->list, sizeof *index->list, index->n + 1, &index->capacity);
  snprintf(index->list[index->n].name, NAME_ROOM, "%s", name);
  index->list[index->n++].time = time;
}

/* Read an index as index_write writes it, one entry per line; other lines are ignored. */
static void index_read(const char *path, Index *index)
{
  FILE *file = fopen(path, "r");
  char  line[2 * NAME_ROOM], name[NAME_ROOM];

  *index = (Index){.n = 0};
  if (!file) return;
  while (fgets(line, sizeof line, file)) {
    double time;

    if (sscanf(line, " { \"name\": \"%255[^\"]\", \"time\": %lf", name, &time) == 2)
      index_add(index, name, time);
  }
  fclose(file);
}

/* Write to a temporary name and rename, as a viewer may read the index at any time. */
static bool index_write(const Index *index, const char *path, char *why)
{
  char  fresh[PATH_ROOM + 8];
  FILE *file;
  bool  good;

  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  file = file_create(fresh);
  if (file) {
    fprintf(file, "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n");
    for (PetscInt i = 0; i < index->n; i++)
      fprintf(file, "    {\"name\": \"%s\", \"time\": %.17g}%s\n", index->list[i].name,
              index->list[i].time, i + 1 < index->n ? "," : "");
    fprintf(file, "  ]\n}\n");
  }
  good = file && !ferror(file);
  if (file && fclose(file) != 0) good = false;
  if (!good) snprintf(why, SERIES_WHY, "%.900s: cannot be written; is the disk full?", fresh);
  good = good && file_commit(fresh, path, why, SERIES_WHY);
  if (!good) file_remove(fresh);
  return good;
}

/* Keep the entries up to `time` whose file exists, except `name`. */
static void index_cut(const char *dir, double time, const char *name, Index *index)
{
  PetscInt n = 0;
  char     path[PATH_ROOM + NAME_ROOM];

  for (PetscInt i = 0; i < index->n; i++) {
    const Entry e = index->list[i];

    snprintf(path, sizeof path, "%s/%s", dir, e.name);
    if (e.time <= time && file_exists(path) && (!name || strcmp(e.name, name) != 0))
      index->list[n++] = e;
  }
  index->n = n;
}

void series_index(const char *dir, const char *series, const char *name, double time, bool *good,
                  char *why)
{
  char  path[PATH_ROOM];
  Index index;

  snprintf(path, sizeof path, "%s/%s.series", dir, series);
  index_read(path, &index);
  index_cut(dir, time, name, &index);
  if (name) index_add(&index, name, time);
  if (index.n > 0) *good = index_write(&index, path, why);
  else file_remove(path);
  array_free(&index.list);
}

/* As series_index, for HDF5 files. */
static void index_update(const char *dir, const char *series, const char *name, double time,
                         bool *good, char *why)
{
  char of_files[NAME_ROOM];

  snprintf(of_files, sizeof of_files, "%s.hdf", series);
  series_index(dir, of_files, name, time, good, why);
}

/* ---- files ---- */

PetscErrorCode series_write(const Parallel *par, const char *dir, const char *series,
                            const SeriesFile *file, bool *written, char *why)
{
  char folder[PATH_ROOM], name[NAME_ROOM], path[PATH_ROOM + NAME_ROOM],
    unfinished[PATH_ROOM + NAME_ROOM + 8];
  Hdf5 *hdf5;

  PetscFunctionBeginUser;
  memset(why, 0, SERIES_WHY);
  PetscCheck(strlen(dir) < PATH_ROOM - NAME_ROOM, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s: the name of the folder is too long", dir);
  snprintf(folder, sizeof folder, "%s/%s", dir, series);
  snprintf(name, sizeof name, "%s/clast-%lld.hdf", series, (long long)file->step);
  snprintf(path, sizeof path, "%s/%s", dir, name);
  snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
  if (par->rank == 0) *written = folder_create(folder, why, SERIES_WHY);
  PetscCall(outcome_share(par, written, why, SERIES_WHY));
  if (*written) {
    PetscCall(hdf5_create(par, unfinished, file->bytes, &hdf5));
    hdf5_pack(hdf5, file->pack);
    PetscCall(file->write(par, hdf5, file->scene));
    PetscCall(hdf5_close(&hdf5, written, why));
  }
  if (*written && par->rank == 0) {
    *written = file_commit(unfinished, path, why, SERIES_WHY);
    if (*written) index_update(dir, series, name, file->time, written, why);
  }
  if (!*written && par->rank == 0) file_remove(unfinished);
  PetscCall(outcome_share(par, written, why, SERIES_WHY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode series_cut(const Parallel *par, const char *dir, const char *series, double time)
{
  char why[SERIES_WHY] = "";
  bool good            = true;

  PetscFunctionBeginUser;
  if (par->rank == 0) index_update(dir, series, NULL, time, &good, why);
  PetscCall(outcome_share(par, &good, why, SERIES_WHY));
  PetscCheck(good, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}
