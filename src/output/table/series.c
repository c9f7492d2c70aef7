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

/* Read an index as index_print writes it, one entry per line; other lines are ignored. */
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

static void index_print(FILE *file, const void *context)
{
  const Index *index = context;

  fprintf(file, "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n");
  for (PetscInt i = 0; i < index->n; i++)
    fprintf(file, "    {\"name\": \"%s\", \"time\": %.17g}%s\n", index->list[i].name,
            index->list[i].time, i + 1 < index->n ? "," : "");
  fprintf(file, "  ]\n}\n");
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

/* Drop entries later than `time` or without a file, append `name` unless NULL, and write the index,
   under a temporary name, as a viewer may read it at any time; an empty one is removed. Returns
   false if it was not written. Rank 0. */
static bool index_update(const char *dir, const char *series, const char *ending, const char *name,
                         double time, char *why)
{
  char  path[PATH_ROOM + NAME_ROOM];
  Index index;
  bool  good = true;

  snprintf(path, sizeof path, "%s/%s.%s.series", dir, series, ending);
  index_read(path, &index);
  index_cut(dir, time, name, &index);
  if (name) index_add(&index, name, time);
  if (index.n > 0) good = file_print(path, index_print, &index, why, SERIES_WHY);
  else file_remove(path);
  array_free(&index.list);
  return good;
}

/* ---- files ---- */

typedef struct {
  const Parallel   *par;
  const SeriesFile *file;
} Content;

static PetscErrorCode content_write(Hdf5 *hdf5, const void *context)
{
  const Content *content = context;

  return content->file->write(content->par, hdf5, content->file);
}

PetscErrorCode series_write(const Parallel *par, const char *dir, const char *series,
                            const SeriesFile *file, bool *written, char *why)
{
  const char *ending = file->print ? "vtp" : "hdf";
  char        folder[PATH_ROOM], name[NAME_ROOM], path[PATH_ROOM + NAME_ROOM],
    unfinished[PATH_ROOM + NAME_ROOM + 8];
  const Content     content = {par, file};
  const Hdf5Writing writing = {
    .path = unfinished, .level = file->pack, .content = content_write, .context = &content};

  PetscFunctionBeginUser;
  memset(why, 0, SERIES_WHY);
  PetscCheck(strlen(dir) < PATH_ROOM - NAME_ROOM, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s: the name of the folder is too long", dir);
  snprintf(folder, sizeof folder, "%s/%s", dir, series);
  snprintf(name, sizeof name, "%s/clast-%" PRId64 ".%s", series, file->step, ending);
  snprintf(path, sizeof path, "%s/%s", dir, name);
  snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
  if (par->rank == 0) *written = folder_create(folder, why, SERIES_WHY);
  PetscCall(outcome_share(par, written, why, SERIES_WHY));
  if (*written && !file->print) PetscCall(hdf5_write_file(par, &writing, written, why));
  if (*written && par->rank == 0)
    *written = (file->print ? file_print(path, file->print, file->scene, why, SERIES_WHY)
                            : file_commit(unfinished, path, why, SERIES_WHY)) &&
               index_update(dir, series, ending, name, file->time, why);
  if (!*written && par->rank == 0) file_remove(unfinished);
  PetscCall(outcome_share(par, written, why, SERIES_WHY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode series_cut(const Parallel *par, const char *dir, const char *series,
                          const char *ending, double time)
{
  char       why[SERIES_WHY] = "";
  const bool good            = par->rank > 0 || index_update(dir, series, ending, NULL, time, why);

  return outcome_demand(par, good, why, sizeof why, PETSC_ERR_FILE_WRITE);
}
