/* SPDX-License-Identifier: MIT */
/* The module of frames of walls, with loads and wear (contact/wall_wear.h) of facets. Loads are
   summed exactly on rank 0, which writes files, so that frames are the same on any number of
   ranks. */
#include "contact/contacts.h"
#include "contact/wall_loads.h"
#include "contact/wall_wear.h"
#include "output/frames/frames.h"
#include "output/table/table.h"
#include "wall/walls.h"

/* ---- files ---- */

/* A facet in a frame. */
typedef struct {
  int32_t wall;     /* index in the scenario */
  Vec3    force;    /* of the clumps on it, N */
  double  pressure; /* normal part of it over the area, Pa; of a segment over the length, N/m */
  double  volume;   /* worn off, m^3 */
  double  depth;    /* volume over the area, m; of a segment over the length, m^2 */
} FacetRow;

/* clang-format off */
static const CellColumn columns[] = {
  CELL_COLUMN("wall", INT32, 0, "1", FacetRow, wall, false,
    "number of the wall in the scenario, from 0"),
  CELL_COLUMN("force", REAL, 3, "N", FacetRow, force, false,
    "force of the clumps on the facet now, each contact on the facet where it is nearest; not a "
    "number on walls other than meshes"),
  CELL_COLUMN("pressure", REAL, 0, "Pa", FacetRow, pressure, false,
    "sum of the normal forces of these contacts over the facet's area (in two dimensions its "
    "length, N/m)"),
  /* in files of runs in which some wall wears */
  CELL_COLUMN("wear_volume", REAL, 0, "m3", FacetRow, volume, true,
    "in runs with walls that wear: volume that the facet has lost since the first step"),
  CELL_COLUMN("wear_depth", REAL, 0, "m", FacetRow, depth, true,
    "likewise: this volume over the facet's area (in two dimensions its length, m^2)"),
};
/* clang-format on */

const CellKind frame_facets = {
  .cells        = "number of facets",
  .points       = "corners of facets, where the walls stand at this time",
  .connectivity = "points of each facet",
  .offsets   = "first entry of each facet in Connectivity, and the end: one row more than facets",
  .types     = "kind of each facet: 3 segment, 5 triangle, 9 quadrilateral",
  .key       = "wall",
  .name      = "number of this wall",
  .n_columns = sizeof columns / sizeof *columns,
  .column    = columns,
};

/* A frame that is being written; rank 0 has the facets of all walls. */
typedef struct {
  const World *world;
  const char **name; /* [walls] */
  Facets       facets;
  FacetRow    *row;   /* [facets.n] */
  PetscInt    *first; /* [walls + 1] the first facet of each wall, and the end */
  bool         wears; /* with volume and depth */
} Show;

static int64_t corners_count(const Facets *f)
{
  int64_t n = 0;

  for (PetscInt k = 0; k < f->n; k++) n += f->list[k].n;
  return n;
}

static PetscErrorCode write_scene(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file)
{
  static const uint8_t types[] = {[2] = VTK_LINE, [3] = VTK_TRIANGLE, [4] = VTK_QUAD};
  const Show          *s       = file->scene;
  const Facets        *f       = &s->facets;
  CellParts            p       = {0};
  int64_t              at      = 0;
  CellFile             cells   = {.n_names  = s->world->walls->n,
                                  .name     = s->name,
                                  .row      = s->row,
                                  .row_size = sizeof *s->row,
                                  .extra    = s->wears};

  PetscFunctionBeginUser;
  array_create(&p.id, sizeof *p.id, corners_count(f));
  array_create(&p.offset, sizeof *p.offset, f->n + 1);
  array_create(&p.type, sizeof *p.type, f->n);
  for (PetscInt k = 0; k < f->n; k++) {
    p.type[k] = types[f->list[k].n];
    for (int i = 0; i < f->list[k].n; i++) p.id[at++] = f->list[k].v[i];
    p.offset[k + 1] = at;
  }
  cells.grid = (VtkGrid){.n_points = f->n_points,
                         .n_ids    = at,
                         .n_cells  = f->n,
                         .point    = {.rows = f->point},
                         .id       = {.rows = p.id},
                         .offset   = {.rows = p.offset},
                         .ends     = par->rank == 0,
                         .type     = {.rows = p.type}};
  PetscCall(cell_file_write(par, hdf5, file, &frame_facets, &cells));
  cell_parts_free(&p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool are_shown(const World *w)
{
  return option_bool(w->options, "output", NULL, "frames_walls") && w->walls->n > 0;
}

static PetscErrorCode open(void *self, World *world)
{
  const bool         frames = option_real(world->options, "output", NULL, "frames_every") > 0;
  const char *const *names;
  const int          events = options_objects(world->options, "event", &names);

  (void)self;
  /* events may begin frames */
  if (are_shown(world) && walls_give_facets(world->walls) && (frames || events > 0))
    facet_hits_create(world->contacts);
  return PETSC_SUCCESS;
}

/* ---- frames: rows of facets ---- */

static int compare_hits(const void *a, const void *b)
{
  const FacetHit *p = a, *q = b;

  if (p->wall != q->wall) return p->wall < q->wall ? -1 : 1;
  return p->facet < q->facet ? -1 : p->facet > q->facet;
}

/* Write the sums of n hits on one facet to its row. */
static void hits_sum(const FacetHit *hit, PetscInt n, double area, FacetRow *row)
{
  enum { PUSH = 3, SUMS };
  Sum sums[SUMS];

  for (int k = 0; k < SUMS; k++) sum_clear(&sums[k]);
  for (PetscInt k = 0; k < n; k++) {
    sum_add(&sums[0], hit[k].force.x);
    sum_add(&sums[1], hit[k].force.y);
    sum_add(&sums[2], hit[k].force.z);
    sum_add(&sums[PUSH], hit[k].push);
  }
  row->force    = sum_vec3(sums);
  row->pressure = sum_value(&sums[PUSH]) / area;
}

/* Set the facets and their rows, as yet without loads and wear. */
static void show_create(const World *world, Show *show)
{
  const FacetBox box = {
    .lo = world->domain->lo, .hi = world->domain->hi, .planar = world->dimension == 2};

  array_create(&show->first, sizeof *show->first, world->walls->n + 1);
  for (int w = 0; world->par->rank == 0 && w < world->walls->n; w++) {
    const Wall *wall = &world->walls->list[w];

    wall->surface->geometry.facets(wall->constants, &box, &show->facets);
    show->first[w + 1] = show->facets.n;
  }
  array_create(&show->row, sizeof *show->row, show->facets.n);
  for (int w = 0; w < world->walls->n; w++)
    for (PetscInt k = show->first[w]; k < show->first[w + 1]; k++) {
      const double none = world->walls->list[w].surface->geometry.gives_facet ? 0 : NAN;
      const double worn = wall_wears(world, w) ? 0 : NAN;

      show->row[k] = (FacetRow){
        .wall = w, .force = {none, none, none}, .pressure = none, .volume = worn, .depth = worn};
    }
}

static PetscErrorCode fill_loads(const World *world, Show *show)
{
  const FacetHits *mine = world->contacts->on_facets;
  FacetHit        *hit;
  PetscInt         n;

  PetscFunctionBeginUser;
  PetscCall(table_gather(world->par, sizeof *hit, compare_hits, mine ? mine->n : 0,
                         mine ? mine->list : NULL, &n, &hit));
  for (PetscInt k = 0, end; k < n; k = end) {
    const PetscInt at = show->first[hit[k].wall] + hit[k].facet;

    for (end = k + 1; end < n && compare_hits(&hit[k], &hit[end]) == 0;) end++;
    hits_sum(hit + k, end - k, facet_area(&show->facets, &show->facets.list[at]), &show->row[at]);
  }
  array_free(&hit);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode fill_wear(const World *world, Show *show)
{
  WornFacet *worn;
  PetscInt   n;

  PetscFunctionBeginUser;
  PetscCall(worn_facets_gather(world, &n, &worn));
  for (PetscInt k = 0; world->par->rank == 0 && k < n; k++) {
    const PetscInt at = show->first[worn[k].wall] + worn[k].facet;

    if (at >= show->first[worn[k].wall + 1]) continue; /* the checkpoint had another mesh */
    show->row[at].volume = worn[k].volume;
    show->row[at].depth  = worn[k].volume / facet_area(&show->facets, &show->facets.list[at]);
  }
  array_free(&worn);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_now(World *world, const char *dir, bool *written, char *why)
{
  Show             show = {.world = world, .wears = wear_is_used(world)};
  const SeriesFile file = {.step = world->clock->step,
                           .time = clock_time(world->clock),
                           .pack =
                             (int)option_int(world->options, "output", NULL, "frames_compress"),
                           .scene = &show,
                           .write = write_scene};

  PetscFunctionBeginUser;
  array_create(&show.name, sizeof *show.name, world->walls->n);
  for (int w = 0; w < world->walls->n; w++) show.name[w] = world->walls->list[w].name;
  PetscCall(walls_gather(world->walls, world->par));
  show_create(world, &show);
  walls_disperse(world->walls);
  PetscCall(fill_loads(world, &show));
  if (show.wears) PetscCall(fill_wear(world, &show));
  PetscCall(series_write(world->par, dir, "walls", &file, written, why));
  facets_free(&show.facets);
  array_free(&show.row);
  array_free(&show.first);
  array_free(&show.name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *world, Output *out)
{
  return frames_module_write(self, world, out, "walls", "frame of walls",
                             are_shown(world) ? write_now : NULL);
}

extern const Module wall_facets_module;
const Module        wall_facets_module = {
         .name = "wall_facets", .size = sizeof(FramesState), .setup = {.open = open}, .write = write};
