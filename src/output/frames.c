/* SPDX-License-Identifier: MIT */
/* Frames as VTKHDF 1.0 UnstructuredGrid in one partition, the only form of VTKHDF that ParaView 5.11 reads with times (from
   the index beside it). One file a frame: a crash costs one picture. */
#include "output/frames.h"
#include "matter/pebbles.h"
#include "output/files.h"
#include "output/hdf5.h"
#include <stdio.h>

enum { PATH_ROOM = 1024, NAME_ROOM = 256 };

typedef struct {
  const Clumps    *clumps;
  const Templates *templates;
  const Groups    *groups;
  const Domain    *domain;
  int64_t          n, first; /* pebbles of this rank, and before it */
} Scene;

/* Fill the row of pebble `member` of the clump in row `a`. */
typedef void (*Filler)(const Scene *scene, PetscInt a, int member, void *row);

/* ---- what a point carries ---- */

static Vec3 arm_of(const Scene *s, PetscInt a, int member)
{
  const Template *t = &s->templates->list[s->clumps->shape[a]];

  return pebble_arm(s->clumps->pose[a].q, vec3_scale(s->clumps->scale[a], t->offset[member]), s->domain->magic);
}

static Vec3 velocity_of(const Scene *s, PetscInt a, int member)
{
  return vec3_add(s->clumps->motion[a].v, vec3_cross(s->clumps->w[a], arm_of(s, a, member)));
}

static void fill_position(const Scene *s, PetscInt a, int member, void *row)
{
  *(Vec3 *)row = vec3_add(domain_wrapped(s->domain, s->clumps->pose[a].x), arm_of(s, a, member));
}

static void fill_radius(const Scene *s, PetscInt a, int member, void *row)
{
  *(double *)row = s->clumps->scale[a] * s->templates->list[s->clumps->shape[a]].radius[member];
}

static void fill_member(const Scene *s, PetscInt a, int member, void *row)
{
  (void)s, (void)a;
  *(int32_t *)row = member;
}

static void fill_material(const Scene *s, PetscInt a, int member, void *row)
{
  *(int32_t *)row = s->templates->list[s->clumps->shape[a]].material[member];
}

static void fill_velocity(const Scene *s, PetscInt a, int member, void *row)
{
  *(Vec3 *)row = velocity_of(s, a, member);
}

static void fill_speed(const Scene *s, PetscInt a, int member, void *row)
{
  *(double *)row = vec3_norm(velocity_of(s, a, member));
}

static const struct {
  Hdf5Table table;
  Filler    fill;
} arrays[] = {
  {{"/VTKHDF/Points", HDF5_REAL, 3, NULL}, fill_position},
  {{"/VTKHDF/PointData/radius", HDF5_REAL, 0, NULL}, fill_radius},
  {{"/VTKHDF/PointData/member", HDF5_INT32, 0, NULL}, fill_member},
  {{"/VTKHDF/PointData/material", HDF5_INT32, 0, NULL}, fill_material},
  {{"/VTKHDF/PointData/velocity", HDF5_REAL, 3, NULL}, fill_velocity},
  {{"/VTKHDF/PointData/speed", HDF5_REAL, 0, NULL}, fill_speed},
};

/* ---- one file ---- */

static PetscErrorCode array_write(const Scene *s, Hdf5 *file, const Hdf5Table *table, Filler fill)
{
  const size_t size = hdf5_row_size(table);
  char        *rows, *row;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(size * (size_t)s->n, &rows));
  row = rows;
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    for (int i = 0; i < s->templates->list[s->clumps->shape[a]].n; i++, row += size) fill(s, a, i, row);
  }
  PetscCall(hdf5_write(file, table, s->n, rows));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A column of the clumps, repeated for every pebble; velocity is told of the pebbles instead. */
static PetscErrorCode field_write(const Scene *s, Hdf5 *file, const Field *field)
{
  static const Hdf5Type types[] = {
    [FIELD_REAL] = HDF5_REAL,   [FIELD_VEC3] = HDF5_REAL, [FIELD_QUAT] = HDF5_REAL, [FIELD_INT32] = HDF5_INT32,
    [FIELD_IMAGE] = HDF5_INT32, [FIELD_ID] = HDF5_INT64,  [FIELD_BITS] = HDF5_BITS};
  const size_t size  = field_size(field);
  Hdf5Table    table = {.type = types[field->type], .width = field_components(field) > 1 ? field_components(field) : 0};
  char        *rows, *row;

  PetscFunctionBeginUser;
  if (strcmp(field->name, "velocity") == 0) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(table.path, sizeof table.path, "/VTKHDF/PointData/%s", strcmp(field->name, "id") == 0 ? "clump_id" : field->name);
  PetscCall(PetscMalloc1(size * (size_t)s->n, &rows));
  row = rows;
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    for (int i = 0; i < s->templates->list[s->clumps->shape[a]].n; i++, row += size)
      memcpy(row, field_item(field, s->clumps, a), size);
  }
  PetscCall(hdf5_write(file, &table, s->n, rows));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A cell of one vertex for every point: Offsets has one number more than there are cells. */
static PetscErrorCode cells_write(const Parallel *par, const Scene *s, Hdf5 *file)
{
  const Hdf5Table connectivity = {"/VTKHDF/Connectivity", HDF5_INT64, 0, NULL},
                  offsets = {"/VTKHDF/Offsets", HDF5_INT64, 0, NULL}, types = {"/VTKHDF/Types", HDF5_BYTE, 0, NULL};
  const int64_t n_offsets = s->n + (par->rank == par->size - 1);
  const uint8_t vertex    = 1;
  int64_t      *numbers;
  uint8_t      *kinds;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(s->n + 1, &numbers, s->n, &kinds));
  for (int64_t i = 0; i <= s->n; i++) numbers[i] = s->first + i;
  if (s->n > 0) memset(kinds, vertex, (size_t)s->n);
  PetscCall(hdf5_write(file, &connectivity, s->n, numbers));
  PetscCall(hdf5_write(file, &offsets, n_offsets, numbers));
  PetscCall(hdf5_write(file, &types, s->n, kinds));
  PetscCall(PetscFree2(numbers, kinds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One number in an array of one, as the format has it; rank 0 gives it. */
static PetscErrorCode number_write(const Parallel *par, Hdf5 *file, const char *path, Hdf5Type type, const void *value)
{
  Hdf5Table table = {.type = type};

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, "/VTKHDF/%s", path);
  PetscCall(hdf5_write(file, &table, par->rank == 0, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- groups ---- */

/* Is place k the first of its slot among those used for this? */
static bool opens_slot(const Groups *groups, int k, int32_t used)
{
  if (!(groups->list[k].used & used)) return false;
  for (int j = 0; j < k; j++) {
    if ((groups->list[j].used & used) && strcmp(groups->list[j].slot, groups->list[k].slot) == 0) return false;
  }
  return true;
}

/* Viewers colour by numbers, so a slot becomes one array of places in the table. */
static PetscErrorCode slot_write(const Scene *s, Hdf5 *file, const char *slot, int32_t used)
{
  const bool  is_default = strcmp(slot, "Default") == 0;
  const char *what       = used == GROUP_PEBBLES ? "pebble_group" : "group";
  Hdf5Table   table      = {.type = HDF5_INT32};
  int32_t    *rows, *row;

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, "/VTKHDF/PointData/%s%s%s", what, is_default ? "" : "_", is_default ? "" : slot);
  PetscCall(PetscMalloc1(s->n, &rows));
  row = rows;
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    const Template *t = &s->templates->list[s->clumps->shape[a]];

    for (int i = 0; i < t->n; i++)
      *row++ = groups_place(s->groups, slot, used == GROUP_PEBBLES ? t->group[i] : s->clumps->group[a]);
  }
  PetscCall(hdf5_write(file, &table, s->n, rows));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What a place means, as a number with the group's name: the reader of VTK (to 9.7 at least) breaks on texts of fixed length. */
static PetscErrorCode place_write(const Parallel *par, const Groups *groups, int place, Hdf5 *file)
{
  const int32_t value = place;
  char          path[2 * GROUP_LENGTH + 16];

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "FieldData/%s=%s", groups->list[place].slot, groups->list[place].name);
  PetscCall(number_write(par, file, path, HDF5_INT32, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode groups_write(const Parallel *par, const Scene *s, Hdf5 *file)
{
  const Groups *groups = s->groups;

  PetscFunctionBeginUser;
  if (groups->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < groups->n; k++) PetscCall(place_write(par, groups, k, file));
  for (int32_t used = GROUP_CLUMPS; used <= GROUP_PEBBLES; used++) {
    for (int k = 0; k < groups->n; k++) {
      if (opens_slot(groups, k, used)) PetscCall(slot_write(s, file, groups->list[k].slot, used));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode content_write(const Parallel *par, Hdf5 *file, const Scene *s, int64_t n_points, int64_t step, double time)
{
  const int64_t version[2] = {1, 0};

  PetscFunctionBeginUser;
  PetscCall(hdf5_group(file, "/VTKHDF"));
  PetscCall(hdf5_set(file, "/VTKHDF", "Version", HDF5_INT64, 2, version));
  PetscCall(hdf5_set(file, "/VTKHDF", "Type", HDF5_TEXT, 0, "UnstructuredGrid"));
  PetscCall(hdf5_group(file, "/VTKHDF/PointData"));
  PetscCall(hdf5_group(file, "/VTKHDF/CellData"));
  PetscCall(hdf5_group(file, "/VTKHDF/FieldData"));
  PetscCall(number_write(par, file, "NumberOfPoints", HDF5_INT64, &n_points));
  PetscCall(number_write(par, file, "NumberOfCells", HDF5_INT64, &n_points));
  PetscCall(number_write(par, file, "NumberOfConnectivityIds", HDF5_INT64, &n_points));
  PetscCall(number_write(par, file, "FieldData/step", HDF5_INT64, &step));
  PetscCall(number_write(par, file, "FieldData/time", HDF5_REAL, &time));
  PetscCall(cells_write(par, s, file));
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) PetscCall(array_write(s, file, &arrays[k].table, arrays[k].fill));
  for (const Field *f = clump_fields; f->name; f++) {
    if (f->travels & SHOWN) PetscCall(field_write(s, file, f));
  }
  PetscCall(groups_write(par, s, file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the index ---- */

typedef struct {
  char   name[NAME_ROOM]; /* relative to the index */
  double time;
} Entry;

typedef struct {
  PetscInt n, capacity;
  Entry   *list;
} Index;

static PetscErrorCode index_add(Index *index, const char *name, double time)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&index->list, sizeof *index->list, index->n + 1, &index->capacity));
  snprintf(index->list[index->n].name, NAME_ROOM, "%s", name);
  index->list[index->n++].time = time;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* An index as index_write leaves it: an entry a line. Lines that are none are passed over. */
static PetscErrorCode index_read(const char *path, Index *index)
{
  FILE *file = fopen(path, "r");
  char  line[2 * NAME_ROOM], name[NAME_ROOM];

  PetscFunctionBeginUser;
  *index = (Index){.n = 0};
  if (!file) PetscFunctionReturn(PETSC_SUCCESS);
  while (fgets(line, sizeof line, file)) {
    double time;

    if (sscanf(line, " { \"name\": \"%255[^\"]\", \"time\": %lf", name, &time) == 2) PetscCall(index_add(index, name, time));
  }
  fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool index_print(const Index *index, FILE *file)
{
  bool good = fprintf(file, "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n") > 0;

  for (PetscInt i = 0; i < index->n; i++) {
    const Entry *e = &index->list[i];

    good =
      fprintf(file, "    {\"name\": \"%s\", \"time\": %.17g}%s\n", e->name, e->time, i + 1 < index->n ? "," : "") > 0 && good;
  }
  return fprintf(file, "  ]\n}\n") > 0 && good;
}

/* Under another name first: a viewer may read at any time. */
static bool index_write(const Index *index, const char *path, char *why)
{
  char  fresh[PATH_ROOM + 8];
  FILE *file;
  bool  good;

  snprintf(fresh, sizeof fresh, "%s.tmp", path);
  file = fopen(fresh, "w");
  good = file && index_print(index, file);
  if (file && fclose(file) != 0) good = false;
  if (!good) {
    snprintf(why, FRAMES_WHY, "%.900s: cannot be written; is the disk full?", fresh);
    file_remove(fresh);
    return false;
  }
  return file_commit(fresh, path, why, FRAMES_WHY);
}

/* Entries up to `time` whose file is there, and other than `name`. */
static void index_cut(const char *dir, double time, const char *name, Index *index)
{
  PetscInt n = 0;
  char     path[PATH_ROOM + NAME_ROOM];

  for (PetscInt i = 0; i < index->n; i++) {
    const Entry e = index->list[i];

    snprintf(path, sizeof path, "%s/%s", dir, e.name);
    if (e.time <= time && file_exists(path) && (!name || strcmp(e.name, name) != 0)) index->list[n++] = e;
  }
  index->n = n;
}

/* Rank 0. */
static PetscErrorCode index_update(const char *dir, const char *name, double time, bool *good, char *why)
{
  char  path[PATH_ROOM];
  Index index;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/frames.hdf.series", dir);
  PetscCall(index_read(path, &index));
  index_cut(dir, time, name, &index);
  if (name) PetscCall(index_add(&index, name, time));
  if (index.n > 0) *good = index_write(&index, path, why);
  else file_remove(path);
  array_free(&index.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the calls ---- */

/* What rank 0 found, told to all. */
static PetscErrorCode share(const Parallel *par, bool *good, char *why)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, good, sizeof *good, 0));
  PetscCall(parallel_bcast(par, why, FRAMES_WHY, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int64_t pebbles_count(const Clumps *clumps, const Templates *templates)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < clumps->n_owned; a++) n += templates->list[clumps->shape[a]].n;
  return n;
}

/* Bytes in the file. */
static int64_t point_size(const Groups *groups)
{
  size_t size = 8 + 8 + 1; /* connectivity, offset, cell type */

  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) size += hdf5_row_size(&arrays[k].table);
  for (int k = 0; k < groups->n; k++)
    size += 4 * ((size_t)opens_slot(groups, k, GROUP_CLUMPS) + (size_t)opens_slot(groups, k, GROUP_PEBBLES));
  return (int64_t)(size + fields_size(clump_fields, SHOWN));
}

/* The file under another name. */
static PetscErrorCode file_write(const Parallel *par, const char *unfinished, const Scene *s, int64_t n_points, int64_t step,
                                 double time, bool *good, char *why)
{
  Hdf5 *file;

  PetscFunctionBeginUser;
  PetscCall(hdf5_create(par, unfinished, n_points * point_size(s->groups), &file));
  PetscCall(content_write(par, file, s, n_points, step, time));
  PetscCall(hdf5_close(&file, good, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode frames_write(const Parallel *par, const char *dir, int64_t step, double time, const Clumps *clumps,
                            const Templates *templates, const Groups *groups, const Domain *domain, bool *written, char *why)
{
  Scene scene = {
    .clumps = clumps, .templates = templates, .groups = groups, .domain = domain, .n = pebbles_count(clumps, templates)};
  int64_t n_points;
  char    folder[PATH_ROOM], name[NAME_ROOM], path[PATH_ROOM + NAME_ROOM], unfinished[PATH_ROOM + NAME_ROOM + 8];

  PetscFunctionBeginUser;
  memset(why, 0, FRAMES_WHY);
  PetscCheck(strlen(dir) < PATH_ROOM - NAME_ROOM, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ, "%s: the name of the folder is too long",
             dir);
  snprintf(folder, sizeof folder, "%s/frames", dir);
  snprintf(name, sizeof name, "frames/clast-%lld.hdf", (long long)step);
  snprintf(path, sizeof path, "%s/%s", dir, name);
  snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
  PetscCall(parallel_offset(par, scene.n, &scene.first, &n_points));
  if (par->rank == 0) *written = folder_create(folder, why, FRAMES_WHY);
  PetscCall(share(par, written, why));
  if (*written) PetscCall(file_write(par, unfinished, &scene, n_points, step, time, written, why));
  if (*written && par->rank == 0) {
    *written = file_commit(unfinished, path, why, FRAMES_WHY);
    if (*written) PetscCall(index_update(dir, name, time, written, why));
  }
  if (!*written && par->rank == 0) file_remove(unfinished);
  PetscCall(share(par, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode frames_cut(const Parallel *par, const char *dir, double time)
{
  char why[FRAMES_WHY] = "";
  bool good            = true;

  PetscFunctionBeginUser;
  if (par->rank == 0) PetscCall(index_update(dir, NULL, time, &good, why));
  PetscCall(share(par, &good, why));
  PetscCheck(good, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}
