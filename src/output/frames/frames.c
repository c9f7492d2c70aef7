/* SPDX-License-Identifier: MIT */
/* Frames of all clumps for ParaView: points and the arrays on them, values of the whole, and the
   module that writes them (frames.h). */
#include "output/frames/frames.h"
#include "matter/pebbles.h"
#include "motion/prescribed/wall_motion.h"
#include "output/checkpoint/columns.h"
#include "output/table/table.h"
#include "space/cell/cell.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* Texts of vtk_tables; the points are the first of the computed arrays. */
static const char *const grid_texts[] = {
  [VTK_N_POINTS] = "number of pebbles",
  [VTK_N_CELLS]  = "number of cells: one for every point",
  [VTK_N_IDS]    = "number of entries of Connectivity: one for every vertex, two for every line",
  [VTK_STEP]     = "number of the time step",
  [VTK_TIME]     = "simulated time",
  [VTK_IDS]      = "points of the cells: of a vertex its own, of a line the two ends of a capsule",
  [VTK_OFFSETS] =
    "first entry of each cell in Connectivity, and the end: one row more than pebbles",
  [VTK_TYPES] =
    "kind of each cell: 1, VTK_VERTEX; 3, VTK_LINE, in the row of the middle of a capsule",
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

/* Fillers: an expression of the scene s, the row a and the member gives the row of an array. Box
   lengths to the wrapped centre are added to the image of the clump: between rebuilds a centre may
   be outside the box. */
/* clang-format off */
#define FILLER(of, Type, value) \
  static void fill_##of(const ArrayRows *r, PetscInt a, int member, void *row) \
  { \
    const FrameScene *s = r->scene; \
\
    (void)s, (void)a, (void)member; \
    *(Type *)row = value; \
  }
FILLER(point, Vec3, vec3_add(domain_wrapped(s->domain, s->clumps->pose[a].x), arm_of(s, a, member)))
FILLER(radius, double, s->clumps->scale[a] * template_of(s, a)->radius[member])
FILLER(member, int32_t, member)
FILLER(material, int32_t, template_of(s, a)->material[member])
FILLER(velocity, Vec3, velocity_of(s, a, member))
FILLER(speed, double, vec3_norm(velocity_of(s, a, member)))
FILLER(clump_position, Vec3, domain_wrapped(s->domain, s->clumps->pose[a].x))
FILLER(clump_image, Image, domain_reduced(s->domain,
  image_add(s->clumps->image[a], domain_boxes(s->domain, s->clumps->pose[a].x))))
FILLER(clump_attitude, Quat,
  quat_mul(s->clumps->pose[a].q, quat_conjugate(template_of(s, a)->mass.axes)))
FILLER(part, double,
  pebble_part(template_of(s, a), r->quantity, member, s->clumps->quantity[r->quantity].value[a]))
FILLER(group, int32_t, groups_place(s->groups, r->slot,
  r->of_clump ? s->clumps->group[a] : template_of(s, a)->group[member]))

#define ARRAY(path, type, numbers, unit, of, filler, says) \
  {FRAME_ARRAY(path, type, numbers, unit, of, says), filler}

static const struct {
  FrameArray array;
  Filler     fill;
} computed[] = {
  ARRAY("/VTKHDF/Points", REAL, 3, "m", PEBBLE, fill_point,
    "centre of the pebble; a clump is not split at a periodic face: its pebbles may lie outside "
    "the box"),
  ARRAY(VTK_OF_POINTS "radius", REAL, 0, "m", PEBBLE, fill_radius, "radius of the pebble"),
  ARRAY(VTK_OF_POINTS "member", INT32, 0, "1", PEBBLE, fill_member,
    "index of the pebble in its template, from 0"),
  ARRAY(VTK_OF_POINTS "material", INT32, 0, "1", PEBBLE, fill_material,
    "index of the material in the scenario, from 0"),
  ARRAY(VTK_OF_POINTS "velocity", REAL, 3, "m s-1", PEBBLE, fill_velocity,
    "velocity of the pebble's centre"),
  ARRAY(VTK_OF_POINTS "speed", REAL, 0, "m s-1", PEBBLE, fill_speed, "magnitude of velocity"),
  ARRAY(VTK_OF_POINTS "clump_position", REAL, 3, "m", CLUMP, fill_clump_position,
    "centre of mass of the clump, in the box along periodic axes"),
  ARRAY(VTK_OF_POINTS "clump_image", INT32, 3, "1", CLUMP, fill_clump_image,
    "number of times the clump has crossed the periodic box: clump_position + clump_image x box "
    "lengths (the edges of a cell) is its unwrapped path"),
  ARRAY(VTK_OF_POINTS "clump_attitude", REAL, 4, "1", CLUMP, fill_clump_attitude,
    "unit quaternion w, x, y, z that turns the template's axes as given in the scenario into the "
    "lab frame (as qw, qx, qy, qz of `clumps: file`)"),
};

/* clang-format on */

/* ---- arrays on points, copied from the fields of clumps ---- */

static bool is_shown(const Field *field)
{
  return field->travels & (SHOWN | SHARED);
}

static FrameArray array_of_field(const Field *field)
{
  FrameArray array = {.of = FRAME_OF_CLUMP, .text = field->text};

  field_table(field, field->travels & SHOWN ? VTK_OF_POINTS "clump_" : VTK_OF_POINTS, &array.table);
  return array;
}

static FrameArray array_of_parts(int q)
{
  FrameArray array = {.of = FRAME_OF_PEBBLE, .text = quantities[q]->of_pebble.text};

  field_table(&quantities[q]->of_pebble, VTK_OF_POINTS, &array.table);
  return array;
}

/* ---- groups ---- */

/* Viewers colour by numbers: each slot is written as an array of indices into the table of
   groups. */
enum { CLUMP_GROUP, CLUMP_SLOT, PEBBLE_GROUP, PEBBLE_SLOT };

/* clang-format off */
static const FrameArray group_arrays[] = {
  [CLUMP_GROUP] = FRAME_ARRAY(VTK_OF_POINTS "group", INT32, 0, "1", CLUMP,
    "number of the group of the clump in the slot Default, -1: none. This and the next three "
    "arrays exist if the scenario has such groups"),
  [CLUMP_SLOT] = FRAME_ARRAY(VTK_OF_POINTS "group_<slot>", INT32, 0, "1", CLUMP,
    "number of the group of the clump in this slot, for groups written slot=name"),
  [PEBBLE_GROUP] = FRAME_ARRAY(VTK_OF_POINTS "pebble_group", INT32, 0, "1", PEBBLE,
    "number of the group of the pebble in the slot Default, -1: none"),
  [PEBBLE_SLOT] = FRAME_ARRAY(VTK_OF_POINTS "pebble_group_<slot>", INT32, 0, "1", PEBBLE,
    "number of the group of the pebble in this slot, for groups written slot=name"),
};
/* clang-format on */

/* True if group k is the first of its slot among the groups that clumps or pebbles (`used`)
   have. */
static bool opens_slot(const Groups *groups, int k, int32_t used)
{
  if (!(groups->list[k].used & used)) return false;
  for (int j = 0; j < k; j++)
    if ((groups->list[j].used & used) && strcmp(groups->list[j].slot, groups->list[k].slot) == 0)
      return false;
  return true;
}

/* ---- values of the whole ---- */

enum { PLACE, WALL, CELL, WHOLE };

/* <slot> and <name> in paths stand for those of a group or wall. */
/* clang-format off */
static const FrameArray whole_arrays[WHOLE] = {
  [PLACE] = FRAME_ARRAY(VTK_OF_WHOLE "<slot>=<name>", INT32, 0, "1", FILE,
    "number of this group; <slot> is Default for a group without one"),
  [WALL] = FRAME_ARRAY(VTK_OF_WHOLE "wall_<name>", REAL, 7, NULL, FILE,
    "in runs with walls that move: where this wall is: x, y, z (m) and a unit quaternion w, x, y, "
    "z. A point p of the wall as the scenario has it is at (x, y, z) + turned p"),
  [CELL] = FRAME_ARRAY(VTK_OF_WHOLE "cell", REAL, 12, "m", FILE,
    "in runs with vectors or a deformation: the corner lo of the cell and its edges a, b, c, in "
    "which clump_image is counted"),
};
/* clang-format on */

/* ---- the list ---- */

bool frame_array(int k, FrameArray *array)
{
  const int t = k < VTK_POINTS ? k : k + 1;
  Field     f;

  if (t < VTK_TABLES) {
    *array =
      (FrameArray){vtk_tables[t], t <= VTK_TIME ? FRAME_OF_FILE : FRAME_OF_CELLS, grid_texts[t]};
    return true;
  }
  k -= VTK_TABLES - 1;
  if (k < COUNT(computed)) return *array = computed[k].array, true;
  k -= COUNT(computed);
  for (int i = 0; clump_field(i, &f); i++)
    if (is_shown(&f) && k-- == 0) return *array = array_of_field(&f), true;
  for (int q = 0; q < QUANTITIES; q++)
    if (quantities[q]->of_pebbles && k-- == 0) return *array = array_of_parts(q), true;
  if (k < COUNT(group_arrays)) return *array = group_arrays[k], true;
  k -= COUNT(group_arrays);
  if (k < WHOLE) return *array = whole_arrays[k], true;
  return false;
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
    const int  own   = r->of_clump ? (int)min_int(1, now) : now; /* the others are copies */

    for (int i = 0; i < own; i++) r->fill(r, r->a, r->member + i, row + (size_t)i * r->size);
    for (int i = own; i < now; i++) copy_row(row + (size_t)i * r->size, row, r->size);
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
  rows.scene    = s;
  rows.of_clump = array->of == FRAME_OF_CLUMP;
  rows.size     = hdf5_row_size(&array->table);
  return hdf5_write_rows(file, &array->table, s->n, (Hdf5Rows){.make = make_rows, .source = &rows});
}

static PetscErrorCode arrays_write(const FrameScene *s, Hdf5 *file)
{
  PetscFunctionBeginUser;
  for (int k = 1; k < COUNT(computed); k++) /* points are there */
    PetscCall(array_write(s, file, &computed[k].array, (ArrayRows){.fill = computed[k].fill}));
  for (const Field *f = s->clumps->fields; f->name; f++) {
    const FrameArray array = array_of_field(f);

    if (!is_shown(f)) continue;
    PetscCall(array_write(s, file, &array, (ArrayRows){.fill = fill_field, .field = f}));
  }
  for (int q = 0; q < QUANTITIES; q++) {
    const FrameArray array = array_of_parts(q);

    if (!quantities[q]->of_pebbles || !(s->clumps->uses >> q & 1)) continue;
    PetscCall(array_write(s, file, &array, (ArrayRows){.fill = fill_part, .quantity = q}));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the array of each slot of groups of clumps, then of pebbles. */
static PetscErrorCode groups_write(const FrameScene *s, Hdf5 *file)
{
  const Groups *groups = s->groups;

  PetscFunctionBeginUser;
  for (int32_t used = GROUP_CLUMPS; used <= GROUP_PEBBLES; used++)
    for (int k = 0; k < groups->n; k++) {
      const bool  of_pebbles = used == GROUP_PEBBLES;
      FrameArray  array      = group_arrays[of_pebbles ? PEBBLE_GROUP : CLUMP_GROUP];
      const char *slot       = groups->list[k].slot;

      if (!opens_slot(groups, k, used)) continue;
      if (strcmp(slot, "Default") != 0)
        snprintf(array.table.path, sizeof array.table.path, VTK_OF_POINTS "%s_%s",
                 of_pebbles ? "pebble_group" : "group", slot);
      PetscCall(array_write(s, file, &array, (ArrayRows){.fill = fill_group, .slot = slot}));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the index of a group as an array named after the group: VTK's reader (up to 9.7 at least)
   fails on strings of fixed length. */
static PetscErrorCode place_write(const Parallel *par, const Groups *groups, int place, Hdf5 *file)
{
  const int32_t value = place;
  Hdf5Table     table = whole_arrays[PLACE].table;

  snprintf(table.path, sizeof table.path, VTK_OF_WHOLE "%s=%s", groups->list[place].slot,
           groups->list[place].name);
  return hdf5_write(file, &table, par->rank == 0, &value);
}

static PetscErrorCode walls_write(const Parallel *par, const FrameScene *s, Hdf5 *file)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < s->n_walls; k++) {
    const Displacement *d      = &s->walls[k].at;
    const Vec3          origin = displaced_point(d, (Vec3){0, 0, 0});
    const double row[] = {origin.x, origin.y, origin.z, d->turn.w, d->turn.x, d->turn.y, d->turn.z};
    Hdf5Table    table = whole_arrays[WALL].table;

    snprintf(table.path, sizeof table.path, VTK_OF_WHOLE "wall_%s", s->walls[k].name);
    PetscCall(hdf5_write(file, &table, par->rank == 0, row));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points and cells ---- */

/* Cells of a frame without capsules are made while they are written. */
static void make_types(void *source, int64_t n, void *rows)
{
  (void)source;
  memset(rows, VTK_VERTEX, (size_t)n);
}

/* Cells of a frame with capsules: a vertex for each ball and each end, and in the row of a shaft the line
   between its ends, which ParaView draws as a tube. */
typedef struct {
  int64_t  n_ids;
  int64_t *id, *offset; /* [n_ids], [n + 1] */
  uint8_t *type;        /* [n] */
} FrameCells;

/* before: number of points of lower ranks */
static void cells_find(const FrameScene *s, int64_t before, FrameCells *cells)
{
  int64_t n = 0;

  *cells = (FrameCells){0};
  array_create(&cells->id, sizeof *cells->id, 2 * s->n);
  array_create(&cells->offset, sizeof *cells->offset, s->n + 1);
  array_create(&cells->type, sizeof *cells->type, s->n);
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    const Template *t = template_of(s, a);

    for (int i = 0; clump_is_among(s->clumps, a, s->only) && i < t->n; i++, n++) {
      const bool line = template_role(t, i) == PEBBLE_SHAFT;

      cells->type[n]            = line ? VTK_LINE : VTK_VERTEX;
      cells->offset[n]          = cells->n_ids;
      cells->id[cells->n_ids++] = before + n + line;
      if (line) cells->id[cells->n_ids++] = before + n + 2;
    }
  }
  cells->offset[n] = cells->n_ids;
}

static void cells_free(FrameCells *cells)
{
  array_free(&cells->id);
  array_free(&cells->offset);
  array_free(&cells->type);
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file)
{
  const FrameScene *s       = file->scene;
  Vec3              cell[4] = {s->domain->lo};
  ArrayRows         points  = {.scene = s, .fill = fill_point, .size = sizeof(Vec3)};
  int64_t           id = hdf5_rows_before(hdf5, vtk_tables[VTK_POINTS].path), offset = 0;
  FrameCells        cells = {0};
  VtkGrid           grid  = {.n_points = s->n,
                             .n_ids    = s->n,
                             .n_cells  = s->n,
                             .ends     = par->rank == par->size - 1,
                             .point    = {.make = make_rows, .source = &points},
                             .id       = {.make = make_numbers, .source = &id},
                             .offset   = {.make = make_numbers, .source = &offset},
                             .type     = {.make = make_types}};

  PetscFunctionBeginUser;
  if (templates_capsules(s->templates)) {
    cells_find(s, id, &cells);
    grid.n_ids  = cells.n_ids;
    grid.id     = (Hdf5Rows){.rows = cells.id};
    grid.offset = (Hdf5Rows){.rows = cells.offset};
    grid.type   = (Hdf5Rows){.rows = cells.type};
  }
  PetscCall(vtk_grid_write(par, hdf5, file, &grid));
  cells_free(&cells);
  PetscCall(arrays_write(s, hdf5));
  PetscCall(groups_write(s, hdf5));
  for (int k = 0; k < s->groups->n; k++)
    if (s->groups->list[k].used) PetscCall(place_write(par, s->groups, k, hdf5));
  PetscCall(walls_write(par, s, hdf5));
  cell_periods(s->domain, cell + 1);
  if (s->domain->cell.used)
    PetscCall(hdf5_write(hdf5, &whole_arrays[CELL].table, par->rank == 0, cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode frames_write(const Parallel *par, const char *dir, FrameScene *scene, int pack,
                            bool *written, char *why)
{
  const Clumps    *c    = scene->clumps;
  const SeriesFile file = {
    .step = scene->step, .time = scene->time, .pack = pack, .scene = scene, .write = write_scene};

  PetscFunctionBeginUser;
  scene->n = 0;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (clump_is_among(c, a, scene->only)) scene->n += scene->templates->list[c->template[a]].n;
  PetscCall(series_write(par, dir, "frames", &file, written, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module ---- */

PetscErrorCode frames_module_write(FramesState *own, World *w, Output *out, const char *series,
                                   const char *what,
                                   PetscErrorCode (*write)(World *w, const char *dir, bool *written,
                                                           char *why))
{
  char why[SERIES_WHY];
  bool written = true;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN)
    PetscCall(series_cut(w->par, out->dir, series, "hdf",
                         out->goes_on ? clock_reached(w->clock) : -HUGE_VAL));
  else if (out->call == OUTPUT_FRAME && write) PetscCall(write(w, out->dir, &written, why));
  file_count(written, &own->lost, why, w, out, "no %s", what);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_now(World *w, const char *dir, bool *written, char *why)
{
  const WallMotions *motions = w->motions;
  const int          pack    = (int)option_int(w->options, "output", NULL, "frames_compress");
  FrameScene         scene   = {.step      = w->clock->step,
                                .time      = clock_time(w->clock),
                                .clumps    = w->clumps,
                                .templates = w->templates,
                                .groups    = w->groups,
                                .domain    = w->domain,
                                .n_walls   = motions->n};
  FrameWall         *walls;

  PetscFunctionBeginUser;
  groups_selected(w->options, "output", NULL, "frames_groups", w->groups, &scene.only);
  array_create(&walls, sizeof *walls, motions->n);
  for (int k = 0; k < motions->n; k++)
    walls[k] = (FrameWall){w->walls->list[motions->list[k].wall].name, motions->list[k].now};
  scene.walls = walls;
  PetscCall(world_show(w));
  PetscCall(frames_write(w->par, dir, &scene, pack, written, why));
  world_hide(w);
  array_free(&walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  return frames_module_write(self, w, out, "frames", "frame", write_now);
}

extern const Module frames_module;
const Module        frames_module = {.name = "frames", .size = sizeof(FramesState), .write = write};
