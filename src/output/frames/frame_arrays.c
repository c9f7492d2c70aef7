/* SPDX-License-Identifier: MIT */
/* Arrays of a frame: VTKHDF 1.0, UnstructuredGrid in one partition. */
#include "output/frames/frame_arrays.h"
#include "matter/pebbles.h"
#include "output/checkpoint/columns.h"
#include "output/table/series.h"
#include "space/cell/cell.h"
#include <stdio.h>

#define POINTS       "/VTKHDF/PointData/"
#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* ---- single numbers and cells ---- */

enum { N_POINTS, N_CELLS, N_IDS, STEP, TIME, CONNECTIVITY, OFFSETS, TYPES };

static const FrameArray frame_numbers[] = {
  [N_POINTS]     = {{"/VTKHDF/NumberOfPoints", HDF5_INT64, 0, NULL},
                    FRAME_OF_FILE,
                    "number of pebbles"},
  [N_CELLS]      = {{"/VTKHDF/NumberOfCells", HDF5_INT64, 0, NULL},
                    FRAME_OF_FILE,
                    "number of cells: one for every point"},
  [N_IDS]        = {{"/VTKHDF/NumberOfConnectivityIds", HDF5_INT64, 0, NULL},
                    FRAME_OF_FILE,
                    "number of entries of Connectivity: one for every cell"},
  [STEP]         = {{"/VTKHDF/FieldData/step", HDF5_INT64, 0, NULL},
                    FRAME_OF_FILE,
                    "number of the time step"},
  [TIME]         = {{"/VTKHDF/FieldData/time", HDF5_REAL, 0, "s"}, FRAME_OF_FILE, "simulated time"},
  [CONNECTIVITY] = {{"/VTKHDF/Connectivity", HDF5_INT64, 0, NULL},
                    FRAME_OF_CELLS,
                    "point of each cell: 0, 1, 2, ..."},
  [OFFSETS]      = {{"/VTKHDF/Offsets", HDF5_INT64, 0, NULL},
                    FRAME_OF_CELLS,
                    "first entry of each cell in Connectivity, and the end: one row more than pebbles"},
  [TYPES]        = {{"/VTKHDF/Types", HDF5_BYTE, 0, NULL},
                    FRAME_OF_CELLS,
                    "kind of each cell: 1, VTK_VERTEX"},
};

/* ---- arrays on points, computed ---- */

/* Rows of an array on points, made for one pebble after the other. */
typedef struct ArrayRows ArrayRows;

/* Make the row of pebble `member` of the clump in row `a`. */
typedef void (*Filler)(const ArrayRows *rows, PetscInt a, int member, void *row);

struct ArrayRows {
  const FrameScene *scene;
  Filler            fill;
  bool              of_clump; /* the same for all pebbles of a clump */
  size_t            size;     /* of a row, bytes */
  const Field      *field;    /* of fill_field */
  const char       *slot;     /* of fill_group */
  int               quantity; /* of fill_part */
  PetscInt          a;        /* clump of the next row */
  int               member;   /* pebble of the next row */
};

static const Template *template_of(const FrameScene *s, PetscInt a)
{
  return &s->templates->list[s->clumps->template[a]];
}

static Vec3 arm_of(const FrameScene *s, PetscInt a, int member)
{
  return pebble_arm(s->clumps->pose[a].q,
                    vec3_scale(s->clumps->scale[a], template_of(s, a)->offset[member]),
                    s->domain->magic);
}

static Vec3 velocity_of(const FrameScene *s, PetscInt a, int member)
{
  return vec3_add(s->clumps->motion[a].v, vec3_cross(s->clumps->w[a], arm_of(s, a, member)));
}

static void fill_point(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  *(Vec3 *)row = vec3_add(domain_wrapped(s->domain, s->clumps->pose[a].x), arm_of(s, a, member));
}

static void fill_radius(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  *(double *)row = s->clumps->scale[a] * template_of(s, a)->radius[member];
}

static void fill_member(const ArrayRows *r, PetscInt a, int member, void *row)
{
  (void)r, (void)a;
  *(int32_t *)row = member;
}

static void fill_material(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  *(int32_t *)row = template_of(s, a)->material[member];
}

static void fill_velocity(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  *(Vec3 *)row = velocity_of(s, a, member);
}

static void fill_speed(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  *(double *)row = vec3_norm(velocity_of(s, a, member));
}

static void fill_clump_position(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  (void)member;
  *(Vec3 *)row = domain_wrapped(s->domain, s->clumps->pose[a].x);
}

/* Between rebuilds a centre may be outside the box: the box lengths to its wrapped position are
   added to the image of the clump. */
static void fill_clump_image(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  (void)member;
  *(Image *)row = domain_reduced(
    s->domain, image_add(s->clumps->image[a], domain_boxes(s->domain, s->clumps->pose[a].x)));
}

static void fill_clump_attitude(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  (void)member;
  *(Quat *)row = quat_mul(s->clumps->pose[a].q, quat_conjugate(template_of(s, a)->mass.axes));
}

static const struct {
  FrameArray array;
  Filler     fill;
} computed[] = {
  {{{"/VTKHDF/Points", HDF5_REAL, 3, "m"},
    FRAME_OF_PEBBLE,
    "centre of the pebble; a clump is not split at a periodic face: its pebbles may lie outside "
    "the box"},
   fill_point},
  {{{POINTS "radius", HDF5_REAL, 0, "m"}, FRAME_OF_PEBBLE, "radius of the pebble"}, fill_radius},
  {{{POINTS "member", HDF5_INT32, 0, "1"},
    FRAME_OF_PEBBLE,
    "index of the pebble in its template, from 0"},
   fill_member},
  {{{POINTS "material", HDF5_INT32, 0, "1"},
    FRAME_OF_PEBBLE,
    "index of the material in the scenario, from 0"},
   fill_material},
  {{{POINTS "velocity", HDF5_REAL, 3, "m s-1"}, FRAME_OF_PEBBLE, "velocity of the pebble's centre"},
   fill_velocity},
  {{{POINTS "speed", HDF5_REAL, 0, "m s-1"}, FRAME_OF_PEBBLE, "magnitude of velocity"}, fill_speed},
  {{{POINTS "clump_position", HDF5_REAL, 3, "m"},
    FRAME_OF_CLUMP,
    "centre of mass of the clump, in the box along periodic axes"},
   fill_clump_position},
  {{{POINTS "clump_image", HDF5_INT32, 3, "1"},
    FRAME_OF_CLUMP,
    "number of times the clump has crossed the periodic box: clump_position + clump_image x box "
    "lengths (the edges of a cell) is its unwrapped path"},
   fill_clump_image},
  {{{POINTS "clump_attitude", HDF5_REAL, 4, "1"},
    FRAME_OF_CLUMP,
    "unit quaternion w, x, y, z that turns the template's axes as given in the scenario into the "
    "lab frame (as qw, qx, qy, qz of "
    "`clumps: file`)"},
   fill_clump_attitude},
};

/* ---- arrays on points, copied from the fields of clumps ---- */

static bool is_shown(const Field *field)
{
  return field->travels & (SHOWN | SHARED);
}

static FrameArray array_of_field(const Field *field)
{
  FrameArray array = {.of = FRAME_OF_CLUMP, .text = field->text};

  field_table(field, field->travels & SHOWN ? POINTS "clump_" : POINTS, &array.table);
  return array;
}

/* ---- quantities of pebbles ---- */

static FrameArray array_of_parts(int q)
{
  FrameArray array = {.of = FRAME_OF_PEBBLE, .text = quantities[q]->of_pebble.text};

  field_table(&quantities[q]->of_pebble, POINTS, &array.table);
  return array;
}

/* The quantity of pebbles number k, from 0 on; -1: there are no more. */
static int parted(int k)
{
  for (int q = 0; q < QUANTITIES; q++)
    if (quantities[q]->of_pebbles && k-- == 0) return q;
  return -1;
}

/* ---- groups ---- */

/* Viewers colour by numbers: each slot is written as an array of indices into the table of
   groups. */
enum { CLUMP_GROUP, CLUMP_SLOT, PEBBLE_GROUP, PEBBLE_SLOT, PLACE };

static const FrameArray group_arrays[] = {
  [CLUMP_GROUP]  = {{POINTS "group", HDF5_INT32, 0, "1"},
                    FRAME_OF_CLUMP,
                    "number of the group of the clump in the slot Default, -1: none. This and the "
                     "next three arrays exist if the "
                     "scenario has such groups"},
  [CLUMP_SLOT]   = {{POINTS "group_<slot>", HDF5_INT32, 0, "1"},
                    FRAME_OF_CLUMP,
                    "number of the group of the clump in this slot, for groups written slot=name"},
  [PEBBLE_GROUP] = {{POINTS "pebble_group", HDF5_INT32, 0, "1"},
                    FRAME_OF_PEBBLE,
                    "number of the group of the pebble in the slot Default, -1: none"},
  [PEBBLE_SLOT]  = {{POINTS "pebble_group_<slot>", HDF5_INT32, 0, "1"},
                    FRAME_OF_PEBBLE,
                    "number of the group of the pebble in this slot, for groups written slot=name"},
  [PLACE]        = {{"/VTKHDF/FieldData/<slot>=<name>", HDF5_INT32, 0, "1"},
                    FRAME_OF_FILE,
                    "number of this group; <slot> is Default for a group without one"},
};

/* True if group k is the first of its slot among the groups that clumps or pebbles (`used`)
   have. */
static bool opens_slot(const Groups *groups, int k, int32_t used)
{
  if (!(groups->list[k].used & used)) return false;
  for (int j = 0; j < k; j++) {
    if ((groups->list[j].used & used) && strcmp(groups->list[j].slot, groups->list[k].slot) == 0)
      return false;
  }
  return true;
}

/* ---- walls ---- */

/* <name> in the path stands for the name of the wall. */
static const FrameArray wall_array = {{"/VTKHDF/FieldData/wall_<name>", HDF5_REAL, 7, NULL},
                                      FRAME_OF_FILE,
                                      "in runs with walls that move: where this wall is: x, y, z "
                                      "(m) and a unit quaternion w, x, y, z. A point p of the wall "
                                      "as the scenario has it is at (x, y, z) + turned p"};

static PetscErrorCode walls_write(const Parallel *par, const FrameScene *s, Hdf5 *file)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < s->n_walls; k++) {
    const Displacement *d      = &s->walls[k].at;
    const Vec3          origin = displaced_point(d, (Vec3){0, 0, 0});
    const double row[] = {origin.x, origin.y, origin.z, d->turn.w, d->turn.x, d->turn.y, d->turn.z};
    Hdf5Table    table = wall_array.table;

    snprintf(table.path, sizeof table.path, "/VTKHDF/FieldData/wall_%s", s->walls[k].name);
    PetscCall(hdf5_write(file, &table, par->rank == 0, row));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the cell ---- */

static const FrameArray cell_array = {{"/VTKHDF/FieldData/cell", HDF5_REAL, 12, "m"},
                                      FRAME_OF_FILE,
                                      "in runs with vectors or a deformation: the corner lo of the "
                                      "cell and its edges a, b, c, in which "
                                      "clump_image is counted"};

static PetscErrorCode cell_write(const Parallel *par, const FrameScene *s, Hdf5 *file)
{
  Vec3 row[4];

  PetscFunctionBeginUser;
  if (!s->domain->cell.used) PetscFunctionReturn(PETSC_SUCCESS);
  row[0] = s->domain->lo;
  cell_periods(s->domain, row + 1);
  PetscCall(hdf5_write(file, &cell_array.table, par->rank == 0, row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the list ---- */

static int shown_count(void)
{
  Field f;
  int   n = 0;

  for (int k = 0; clump_field(k, &f); k++) n += is_shown(&f);
  return n;
}

static FrameArray shown_array(int k)
{
  Field f;

  for (int i = 0; clump_field(i, &f) && (!is_shown(&f) || k-- > 0); i++) continue;
  return array_of_field(&f);
}

bool frame_array(int k, FrameArray *array)
{
  const int n_shown = shown_count();
  int       parts   = 0; /* number of quantities of pebbles */

  while (parted(parts) >= 0) parts++;
  if (k < COUNT(frame_numbers)) *array = frame_numbers[k];
  else if ((k -= COUNT(frame_numbers)) < COUNT(computed)) *array = computed[k].array;
  else if ((k -= COUNT(computed)) < n_shown) *array = shown_array(k);
  else if (parted(k -= n_shown) >= 0) *array = array_of_parts(parted(k));
  else if (k -= parts, k < COUNT(group_arrays)) *array = group_arrays[k];
  else if (k == COUNT(group_arrays)) *array = wall_array;
  else if (k == COUNT(group_arrays) + 1) *array = cell_array;
  else return false;
  return true;
}

int64_t frame_point_size(const Groups *groups, const Field *fields)
{
  size_t size = 0;

  for (int k = CONNECTIVITY; k <= TYPES; k++) size += hdf5_row_size(&frame_numbers[k].table);
  for (int k = 0; k < COUNT(computed); k++) size += hdf5_row_size(&computed[k].array.table);
  for (int k = 0; k < groups->n; k++)
    size += sizeof(int32_t) * ((size_t)opens_slot(groups, k, GROUP_CLUMPS) +
                               (size_t)opens_slot(groups, k, GROUP_PEBBLES));
  for (int k = 0; parted(k) >= 0; k++)
    if (field_find(fields, quantities[parted(k)]->name)) size += sizeof(double);
  return (int64_t)(size + fields_size(fields, SHOWN | SHARED));
}

/* ---- writing ---- */

/* memcpy of few bytes, without a call for the usual ones. */
static void copy_row(char *to, const char *from, size_t size)
{
  switch (size) {
  case sizeof(int32_t): memcpy(to, from, sizeof(int32_t)); return;
  case sizeof(double): memcpy(to, from, sizeof(double)); return;
  case sizeof(Vec3): memcpy(to, from, sizeof(Vec3)); return;
  case sizeof(Quat): memcpy(to, from, sizeof(Quat)); return;
  default: memcpy(to, from, size);
  }
}

static void fill_field(const ArrayRows *r, PetscInt a, int member, void *row)
{
  (void)member;
  copy_row(row, field_item(r->field, r->scene->clumps, a), r->size);
}

static void fill_part(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  *(double *)row =
    pebble_part(template_of(s, a), r->quantity, member, s->clumps->quantity[r->quantity].value[a]);
}

static void fill_group(const ArrayRows *r, PetscInt a, int member, void *row)
{
  const FrameScene *s = r->scene;

  *(int32_t *)row = groups_place(
    s->groups, r->slot, r->of_clump ? s->clumps->group[a] : template_of(s, a)->group[member]);
}

/* Make the rows of the next n pebbles of this clump. */
static void fill_rows(const ArrayRows *r, int n, char *row)
{
  const int own = r->of_clump ? 1 : n;

  for (int i = 0; i < own; i++) r->fill(r, r->a, r->member + i, row + (size_t)i * r->size);
  for (int i = own; i < n; i++) copy_row(row + (size_t)i * r->size, row, r->size);
}

/* Hdf5Maker of an array of pebbles. */
static void make_rows(void *source, int64_t n, void *rows)
{
  ArrayRows        *r   = source;
  const FrameScene *s   = r->scene;
  char             *row = rows;

  while (n > 0) {
    const bool is_in = clump_is_among(s->clumps, r->a, s->only);
    const int  left  = is_in ? template_of(s, r->a)->n - r->member : 0;
    const int  now   = (int)min_int(n, left);

    if (now > 0) fill_rows(r, now, row);
    row += (size_t)now * r->size;
    n -= now;
    r->member += now;
    if (now < left) continue;
    r->a++;
    r->member = 0;
  }
}

/* Write an array. rows: scene, of_clump and size are set here. */
static PetscErrorCode array_write(const FrameScene *s, Hdf5 *file, const FrameArray *array,
                                  ArrayRows rows)
{
  PetscFunctionBeginUser;
  rows.scene    = s;
  rows.of_clump = array->of == FRAME_OF_CLUMP;
  rows.size     = hdf5_row_size(&array->table);
  PetscCall(hdf5_write_made(file, &array->table, s->n, make_rows, &rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode arrays_write(const FrameScene *s, Hdf5 *file)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < COUNT(computed); k++)
    PetscCall(array_write(s, file, &computed[k].array, (ArrayRows){.fill = computed[k].fill}));
  for (const Field *f = s->clumps->fields; f->name; f++) {
    const FrameArray array = array_of_field(f);

    if (!is_shown(f)) continue;
    PetscCall(array_write(s, file, &array, (ArrayRows){.fill = fill_field, .field = f}));
  }
  for (int k = 0; parted(k) >= 0; k++) {
    const int        q     = parted(k);
    const FrameArray array = array_of_parts(q);

    if (!(s->clumps->uses >> q & 1)) continue;
    PetscCall(array_write(s, file, &array, (ArrayRows){.fill = fill_part, .quantity = q}));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode slot_write(const FrameScene *s, Hdf5 *file, const char *slot, int32_t used)
{
  const bool of_pebbles = used == GROUP_PEBBLES;
  FrameArray array      = group_arrays[of_pebbles ? PEBBLE_GROUP : CLUMP_GROUP];

  PetscFunctionBeginUser;
  if (strcmp(slot, "Default") != 0)
    snprintf(array.table.path, sizeof array.table.path, POINTS "%s_%s",
             of_pebbles ? "pebble_group" : "group", slot);
  PetscCall(array_write(s, file, &array, (ArrayRows){.fill = fill_group, .slot = slot}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the index of a group as an array named after the group: VTK's reader (up to 9.7 at least)
   fails on strings of fixed length. */
static PetscErrorCode place_write(const Parallel *par, const Groups *groups, int place, Hdf5 *file)
{
  const int32_t value = place;
  Hdf5Table     table = group_arrays[PLACE].table;

  PetscFunctionBeginUser;
  snprintf(table.path, sizeof table.path, "/VTKHDF/FieldData/%s=%s", groups->list[place].slot,
           groups->list[place].name);
  PetscCall(hdf5_write(file, &table, par->rank == 0, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode groups_write(const Parallel *par, const FrameScene *s, Hdf5 *file)
{
  const Groups *groups = s->groups;

  PetscFunctionBeginUser;
  for (int k = 0; k < groups->n; k++) PetscCall(place_write(par, groups, k, file));
  for (int32_t used = GROUP_CLUMPS; used <= GROUP_PEBBLES; used++) {
    for (int k = 0; k < groups->n; k++) {
      if (opens_slot(groups, k, used)) PetscCall(slot_write(s, file, groups->list[k].slot, used));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- cells ---- */

/* Hdf5Maker of consecutive numbers, from *source on. */
static void make_numbers(void *source, int64_t n, void *rows)
{
  int64_t *next = source, *row = rows;

  for (int64_t i = 0; i < n; i++) row[i] = (*next)++;
}

static void make_kinds(void *source, int64_t n, void *rows)
{
  const uint8_t vertex = 1;

  (void)source;
  memset(rows, vertex, (size_t)n);
}

/* Write one cell of one vertex per point. Offsets has one entry more than there are cells. */
static PetscErrorCode cells_write(const Parallel *par, const FrameScene *s, Hdf5 *file)
{
  const int64_t n_offsets = s->n + (par->rank == par->size - 1);
  int64_t       id = s->first, offset = s->first;

  PetscFunctionBeginUser;
  PetscCall(hdf5_write_made(file, &frame_numbers[CONNECTIVITY].table, s->n, make_numbers, &id));
  PetscCall(hdf5_write_made(file, &frame_numbers[OFFSETS].table, n_offsets, make_numbers, &offset));
  PetscCall(hdf5_write_made(file, &frame_numbers[TYPES].table, s->n, make_kinds, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write each single number as an array of length 1, as the format requires. */
static PetscErrorCode numbers_write(const Parallel *par, const FrameScene *s, Hdf5 *file)
{
  const void *values[] = {[N_POINTS] = &s->n_points,
                          [N_CELLS]  = &s->n_points,
                          [N_IDS]    = &s->n_points,
                          [STEP]     = &s->step,
                          [TIME]     = &s->time};

  PetscFunctionBeginUser;
  for (int k = N_POINTS; k <= TIME; k++)
    PetscCall(hdf5_write(file, &frame_numbers[k].table, par->rank == 0, values[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode frame_write(const Parallel *par, Hdf5 *file, const FrameScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(series_begin_grid(file));
  PetscCall(numbers_write(par, s, file));
  PetscCall(cells_write(par, s, file));
  PetscCall(arrays_write(s, file));
  PetscCall(groups_write(par, s, file));
  PetscCall(walls_write(par, s, file));
  PetscCall(cell_write(par, s, file));
  PetscFunctionReturn(PETSC_SUCCESS);
}
