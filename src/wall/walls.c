/* SPDX-License-Identifier: MIT */
/* Walls: reading, files and state, division among ranks, those that clumps carry, and distances. */
#include "wall/walls.h"
#include "base/bounds.h"
#include "matter/module.h"
#include "matter/pebbles.h"
#include "matter/waiting.h"
#include "options/rows.h"
#include "space/decomposition.h"
#include "space/domain.h"
#include "wall/ridges.h"

/* ---- of the scenario ---- */

/* clang-format off */
static const Option wall_options[] = {
  PLUGIN(KEY_IN("shape", Wall, surface), REQUIRED, surface_table, "shape of its surface"),
  NAME(KEY("material"),                  REQUIRED, "material",    "material of the wall"),
  {0},
};
/* clang-format on */

static const Option *const more_options[] = {QUANTITY_LIST(QUANTITY_WALL) NULL};

const OptionKind wall_kind = {.name    = "wall",
                              .named   = true,
                              .options = wall_options,
                              .more    = more_options,
                              .text =
                                "bodies of infinite mass, at rest or with a prescribed motion"};

static void wall_free(Wall *wall)
{
  if (wall->constants && wall->surface->release) wall->surface->release(wall->constants);
  array_free(&wall->constants);
}

/* Read a wall. Returns true if it can be used. */
static bool wall_read(Options *options, const char *name, const Materials *materials, Wall *wall)
{
  *wall =
    (Wall){.material = materials_find(materials, option_word(options, "wall", name, "material"))};
  options_read_into(options, "wall", name, wall_options, wall);
  quantities_read(options, "wall", name, &wall->quantity);
  snprintf(wall->name, sizeof wall->name, "%s", name);
  if (strlen(name) >= NAME_LENGTH)
    option_mistake(options, "wall", name, NULL, "the name is longer than %d characters",
                   NAME_LENGTH - 1);
  if (!wall->surface) return false;
  wall->carried   = wall->surface->carriage && option_bool(options, "wall", name, "free");
  wall->constants = wall->surface->read(options, name);
  if (wall->constants && wall->material >= 0) return true;
  wall_free(wall);
  return false;
}

void walls_read(Options *options, const Materials *materials, Walls *walls)
{
  const char *const *names;
  const int          n = options_objects(options, "wall", &names);

  array_create(&walls->list, sizeof *walls->list, n);
  for (int k = 0; k < n; k++) {
    if (!wall_read(options, names[k], materials, &walls->list[walls->n])) continue;
    walls->n_carried += walls->list[walls->n].carried;
    walls->n++;
  }
}

void walls_check_periods(Options *options, const Walls *walls, const bool periodic[3])
{
  for (int w = 0; w < walls->n; w++) {
    const Wall *wall = &walls->list[w];

    if (wall->surface->check_period)
      wall->surface->check_period(options, wall->name, wall->constants, periodic);
  }
}

void wall_say_cure(const Options *options, const Wall *wall, Text *text)
{
  const char *const shape = option_word(options, "wall", wall->name, "shape");
  const char *const side  = option_applies(options, "wall", wall->name, "side") &&
                               option_has_value(options, "wall", wall->name, "side")
                              ? option_word(options, "wall", wall->name, "side")
                              : "";
  char              where[OPTION_WHERE];

  text_add(text, "wall %s%s", wall->name,
           option_where(options, "wall", wall->name, "shape", where));
  if (strcmp(shape, "plane") == 0)
    text_add(text, ", a plane behind which they lie: turn its normal, or move it");
  else if (strcmp(shape, "mesh") == 0) text_add(text, ", a mesh: move it");
  else if (strcmp(side, "outside") == 0)
    text_add(text, ", which keeps clumps outside (side: outside): give side: inside, or move it");
  else if (strcmp(side, "both") == 0) text_add(text, ", a sheet: move it");
  else
    text_add(text,
             ", a %s that keeps clumps inside (side: inside%s): move it around them, or give side: "
             "outside",
             shape, side[0] ? "" : ", the default");
}

void walls_free(Walls *walls)
{
  walls_free_ridges(walls);
  for (int w = 0; w < walls->n; w++) wall_free(&walls->list[w]);
  array_free(&walls->list);
  walls->n = walls->n_carried = 0;
}

/* ---- files ---- */

PetscErrorCode walls_load(World *w)
{
  Nodes nodes;

  PetscFunctionBeginUser;
  PetscCall(nodes_open(w->par, &nodes));
  for (int k = 0; k < w->walls->n; k++) {
    Wall *wall = &w->walls->list[k];
    bool  stored, good;

    if (!wall->surface->load) continue;
    stored =
      wall->surface->state && world_take(w, state_part(STATE_FOLDER, "wall", wall->name,
                                                       wall->surface->state, wall->constants));
    PetscCall(
      wall->surface->load(w->par, &nodes, w->options, wall->name, wall->constants, stored, &good));
  }
  PetscCall(nodes_close(&nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn of a mesh that is much larger than the domain, as one whose file is in millimetres, or nearly
   as long as a period, as lifters of a drum may be: it was probably meant to reach its image. */
static void check_size(World *w, const Wall *wall)
{
  enum { MOST = 50 };
  static const double nearly = 0.75, rounding = 1e-6;
  const double        longest = domain_longest(w->domain);
  double              most;
  Vec3                lo, hi, size;

  if (!wall->surface->geometry.box || !wall->surface->geometry.box(wall->constants, &lo, &hi))
    return;
  size = vec3_sub(hi, lo);
  most = max_real(size.x, max_real(size.y, size.z));
  if (most > MOST * longest)
    option_warning(w->options, w->warnings, "wall", wall->name, NULL,
                   "its mesh is %.3g m long, %.3g times as long as the domain. Is its file in "
                   "millimetres? Then give scale: 0.001",
                   most, most / longest);
  for (int k = 0; k < w->dimension && !wall->carried; k++) {
    const double period = vec3_axis(w->domain->length, k), gap = period - vec3_axis(size, k);

    if (boundary_wraps(w->domain->boundary[k]) && gap > rounding * period &&
        gap < (1 - nearly) * period)
      option_warning(
        w->options, w->warnings, "wall", wall->name, NULL,
        "there is a gap of %.3g m between its mesh and the image of it along %c, which is "
        "periodic: the mesh is repeated every %g m",
        gap, "xyz"[k], period);
  }
}

PetscErrorCode walls_prepare(World *w, double smallest)
{
  Vec3  period = {0, 0, 0};
  Nodes nodes;

  PetscFunctionBeginUser;
  PetscCall(nodes_open(w->par, &nodes));
  for (int k = 0; k < 3; k++)
    if (boundary_wraps(w->domain->boundary[k]))
      vec3_set(&period, k, vec3_axis(w->domain->length, k));
  for (int i = 0; i < w->walls->n; i++) {
    Wall *wall = &w->walls->list[i];

    if (wall->surface->prepare)
      PetscCall(wall->surface->prepare(&nodes, wall->constants, smallest, period));
    check_size(w, wall);
  }
  PetscCall(nodes_close(&nodes));
  if (templates_capsules(w->templates)) walls_find_ridges(w->walls, period);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)self;
  for (const Plugin *const *kind = surface_table; !w && *kind; kind++)
    state_list(parts, STATE_FOLDER, "wall", "<name>", ((const Surface *)*kind)->state, NULL);
  for (int k = 0; w && k < w->walls->n; k++) {
    const Wall *wall = &w->walls->list[k];

    state_list(parts, STATE_FOLDER, "wall", wall->name, wall->surface->state, wall->constants);
  }
  return PETSC_SUCCESS;
}

extern const Module walls_module;
const Module        walls_module = {.name = "walls", .list = list};

/* ---- division ---- */

PetscErrorCode walls_divide(World *w)
{
  Walls *walls = w->walls;
  Nodes  nodes;

  PetscFunctionBeginUser;
  PetscCall(nodes_open(w->par, &nodes));
  for (int k = 0; k < walls->n; k++) {
    Wall           *wall     = &walls->list[k];
    const Division *division = wall->surface->division;

    if (division) PetscCall(division->divide(w->par, &nodes, wall->constants, &wall->divided));
    walls->n_divided += wall->divided;
  }
  PetscCall(nodes_close(&nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode walls_renew(World *w, double skin, double reach, double depth)
{
  const Box    *box      = &w->decomposition->mine;
  const Clumps *entering = w->extremes; /* one rank has the rows */
  double        size     = 0, around, sure;

  PetscFunctionBeginUser;
  if (w->walls->n_divided == 0) PetscFunctionReturn(PETSC_SUCCESS);
  /* Clumps that enter are tested where their centre is, up to their bounding radius. */
  for (PetscInt a = 0; a < entering->n_owned; a++)
    size =
      max_real(size, 1.001 * entering->scale[a] * w->templates->list[entering->template[a]].bound);
  PetscCall(parallel_max(w->par, &size, 1));
  for (PetscInt i = 0; i < w->pebbles->n; i++) size = max_real(size, w->pebbles->at[i].r);
  /* Clumps that enter may have pebbles outside the box; others leave it by up to the skin. */
  around = max_real(2 * skin, size);
  sure   = max_real(size + reach + 2 * skin, 1.000001 * depth);
  for (int k = 0; k < w->walls->n; k++) {
    const Wall *wall = &w->walls->list[k];

    if (wall->divided)
      PetscCall(
        wall->surface->division->renew(w->par, wall->constants, box->lo, box->hi, around, sure));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode walls_gather(const Walls *walls, const Parallel *par)
{
  PetscFunctionBeginUser;
  for (int w = 0; w < walls->n; w++)
    if (walls->list[w].divided)
      PetscCall(walls->list[w].surface->division->gather(par, walls->list[w].constants));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void walls_disperse(const Walls *walls)
{
  for (int w = 0; w < walls->n; w++)
    if (walls->list[w].divided)
      walls->list[w].surface->division->disperse(walls->list[w].constants);
}

/* ---- carried ---- */

/* Note a body that is too large for a period. */
static void check_period(World *w, const Wall *wall)
{
  const double extent = w->templates->list[wall->template].extent;

  for (int k = 0; k < w->domain->dimension; k++) {
    const double length = vec3_axis(w->domain->length, k);

    if (boundary_wraps(w->domain->boundary[k]) && !(extent < 0.45 * length))
      option_mistake(
        w->options, "wall", wall->name, "free",
        "the body reaches %g m from its centre of mass; allowed: less than 0.45 of the "
        "period along %c, %g m",
        extent, "xyz"[k], length);
  }
}

/* Find the number of clumps of a template, present and waiting, over all ranks, and the pose of the
   only one if there is one. */
static PetscErrorCode find_only_clump(const World *w, int template, int64_t *n, Pose *pose)
{
  enum { NUMBERS = sizeof(Pose) / sizeof(int64_t) };
  const Clumps *all[2] = {w->clumps, w->waiting->clumps};
  int64_t       sums[NUMBERS + 1];

  PetscFunctionBeginUser;
  memset(sums, 0, sizeof sums);
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++)
      if (all[k]->template[a] == template) {
        sums[NUMBERS]++;
        memcpy(sums, &all[k]->pose[a], sizeof(Pose));
      }
  PetscCall(parallel_sum_int(w->par, sums, NUMBERS + 1));
  *n = sums[NUMBERS];
  memcpy(pose, sums, sizeof(Pose));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode walls_begin_carried(World *w)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < w->walls->n; k++) {
    Wall   *wall = &w->walls->list[k];
    Pose    pose;
    int64_t n = 0;

    if (!wall->carried) continue;
    check_period(w, wall);
    PetscCall(find_only_clump(w, wall->template, &n, &pose));
    if (n > 1)
      option_mistake(w->options, "wall", wall->name, NULL,
                     "%" PRId64 " clumps have its template; it is of one body alone", n);
    wall->gone = n == 0;
    if (n == 1)
      wall->surface->place(wall->constants, &(Displacement){.shift = pose.x, .turn = pose.q});
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void walls_find_carried(Walls *walls, const Templates *templates, const Clumps *c)
{
  if (walls->n_carried == 0) return;
  for (int w = 0; w < walls->n; w++) {
    Wall *wall = &walls->list[w];

    wall->row  = -1;
    wall->gone = wall->carried;
  }
  for (PetscInt a = 0; a < c->n; a++) {
    if (!templates->list[c->template[a]].carries || image_sign(c->shift[a]) != 0) continue;
    for (int w = 0; w < walls->n; w++) {
      Wall *wall = &walls->list[w];

      if (!wall->carried || wall->template != c->template[a]) continue;
      wall->row  = (int32_t)a;
      wall->gone = false;
    }
  }
}

/* ---- distances ---- */

void walls_nearest(const Walls *walls, const int32_t *wall, bool lists, Nearest *t)
{
  int from = 0;

  for (int k = 0; k < t->n; k++) t->constants[k] = walls->list[wall[k]].constants;
  while (from < t->n) {
    const Surface *surface = walls->list[wall[from]].surface;
    int            to      = from + 1;

    while (to < t->n && walls->list[wall[to]].surface == surface) to++;
    if (lists && surface->geometry.bound) surface->geometry.bound(t, from, to);
    else surface->geometry.nearest(t, from, to);
    from = to;
  }
  for (int k = 0; walls->n_carried > 0 && k < t->n; k++)
    if (walls->list[wall[k]].gone) t->distance[k] = INFINITY;
}

double wall_distance(const Wall *wall, Vec3 x, double reach, Features *space)
{
  Nearest near;
  double  distance = reach;

  space->n = 0;
  if (wall->gone) return reach;
  wall->surface->geometry.seek(wall->constants, x, x, reach, space);
  for (PetscInt k = 0; k < space->n; k++) {
    nearest_one(wall->surface, wall->constants, space->list[k], x, reach, &near);
    distance = min_real(distance, near.distance[0]);
  }
  return distance;
}

bool walls_give_facets(const Walls *walls)
{
  for (int w = 0; w < walls->n; w++)
    if (walls->list[w].surface->geometry.gives_facet) return true;
  return false;
}

bool walls_meet(const Walls *walls, bool divided, Vec3 x, double r, Features *space)
{
  for (int w = 0; w < walls->n; w++)
    if (walls->list[w].divided == divided && wall_distance(&walls->list[w], x, r, space) < r)
      return true;
  return false;
}

void walls_carry(Walls *walls, const Clumps *clumps)
{
  for (int w = 0; walls->n_carried > 0 && w < walls->n; w++) {
    Wall       *wall = &walls->list[w];
    const Pose *pose;

    if (!wall->carried || wall->gone) continue;
    pose       = &clumps->pose[wall->row];
    wall->gone = isnan(pose->x.x); /* clump_drop */
    if (wall->gone) continue;
    wall->pivot    = pose->x;
    wall->velocity = pose->v;
    wall->spin     = pose->w;
    wall->surface->place(wall->constants, &(Displacement){.shift = pose->x, .turn = pose->q});
  }
}
