/* SPDX-License-Identifier: MIT */
/* Templates and clumps of free walls (population.h). */
#include "base/bounds.h"
#include "matter/group.h"
#include "shape/mass/mass.h"
#include "space/halo.h"
#include "supply/population/population.h"
#include "supply/population/population_internal.h"
#include "supply/population/template_read.h"

/* A carried wall while its template is made. */
typedef struct {
  const WallBodies *all;
  Wall             *wall;
  const Carriage   *carriage;
  const char       *name;
  /* of its solid, as loaded; the same on all ranks */
  MassProperties mass;    /* at the density of the material */
  double         surface; /* area, m^2; in two dimensions length, m */
  bool           good;    /* else there is no such solid */
  char           why[256];
} Body;

static void mistake(const Body *b, const char *key, const char *text)
{
  option_mistake(b->all->options, "wall", b->name, key, "%s", text);
}

/* ---- the solid ---- */

/* Area of the surface, m^2; in two dimensions its length, m, where each segment is two triangles
   without area. */
static double surface_size(const Body *b)
{
  const bool flat = b->all->templates->dimension == 2;
  double     sum  = 0;
  Vec3       x[3];

  for (int f = 0; b->carriage->face(b->wall->constants, f, x); f++) {
    const Vec3 u = vec3_sub(x[1], x[0]), v = vec3_sub(x[2], x[0]);

    sum += flat ? max_real(vec3_norm(u), vec3_norm(v)) : vec3_norm(vec3_cross(u, v));
  }
  return sum / 2;
}

/* Rank 0 has every surface before it is prepared, others may have none. */
static PetscErrorCode find_solid(Body *b)
{
  const double density = b->all->materials->list[b->wall->material].density;

  PetscFunctionBeginUser;
  if (b->all->par->rank == 0) {
    b->good    = b->carriage->mass(b->wall->constants, density, &b->mass, b->why);
    b->surface = surface_size(b);
  }
  PetscCall(parallel_bcast(b->all->par, &b->good, sizeof b->good, 0));
  PetscCall(parallel_bcast(b->all->par, b->why, sizeof b->why, 0));
  PetscCall(parallel_bcast(b->all->par, &b->mass, sizeof b->mass, 0));
  PetscCall(parallel_bcast(b->all->par, &b->surface, sizeof b->surface, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Size of a body, m: dimension times volume over surface, which is the radius of a ball or disc,
   and half the side of a cube. */
static double inner_radius(const Body *b)
{
  return (b->all->templates->dimension == 2 ? 2 : 3) * b->mass.volume / b->surface;
}

/* Blocked degrees of freedom; false: other letters. */
static bool find_blocked(const Body *b, uint64_t *blocked)
{
  return blocked_parse(option_word(b->all->options, "wall", b->name, "blocked"),
                       b->all->templates->dimension, blocked);
}

/* A body of mass 0 can only follow motions. Its centre is its pivot, and it gets the least mass
   allowed as a placeholder. False: a mistake was noted. */
static bool leave_out_mass(Body *b)
{
  const double least = 4 * max_real(MASS_LEAST, INERTIA_LEAST),
               polar = (b->all->templates->dimension == 2 ? 2 : 1) * least;
  uint64_t blocked;

  if (!find_blocked(b, &blocked) || blocked != BLOCK_ALL ||
      !option_is_set(b->all->options, "wall", b->name, "pivot")) {
    mistake(
      b, "mass",
      "a body without mass can only be driven: give it a pivot, its reference point, blocked: "
      "xyzXYZ, and a group for a motion; or leave out mass, for that of its volume");
    return false;
  }
  for (int q = 0; q < QUANTITIES; q++)
    if (quantities[q]->capacity &&
        b->all->materials->list[b->wall->material].quantity.capacity[q] > 0) {
      mistake(b, "mass", "its material has a heat capacity, which needs a mass: leave out mass");
      return false;
    }
  b->mass.mass    = least;
  b->mass.centre  = option_vec3(b->all->options, "wall", b->name, "pivot");
  b->mass.inertia = (Sym3){.xx = least, .yy = least, .zz = polar};
  mass_principal(&b->mass);
  return true;
}

/* False: a mistake was noted. */
static bool find_mass(Body *b)
{
  const double given = option_real_or(b->all->options, "wall", b->name, "mass", -1);
  char         what[2 * NAME_LENGTH];

  if (!b->good) {
    mistake(b, "file", b->why);
    return false;
  }
  if (given == 0 && !leave_out_mass(b)) return false;
  if (given > 0) mass_bring(&b->mass, given);
  if (given < 0) {
    snprintf(what, sizeof what, "the mass of wall %s", b->name);
    density_need(b->all->options, b->all->materials, b->wall->material, what);
  }
  if (mass_is_possible(b->mass.mass, b->mass.principal)) return true;
  snprintf(
    b->why, sizeof b->why,
    "a mass of %.3g kg with moments of inertia of %.3g to %.3g kg m^2 is out of range: check "
    "scale and density, or use other units",
    b->mass.mass, b->mass.principal.x, b->mass.principal.z);
  mistake(b, NULL, b->why);
  return false;
}

/* ---- pebbles ---- */

static double corner_radius(const Body *b)
{
  const double given = option_real(b->all->options, "wall", b->name, "corner_radius");

  return isnan(given) ? 0.1 * inner_radius(b) : given;
}

/* list: [n], owned by the caller. */
static PetscErrorCode find_corners(const Body *b, double radius, int *n, Vec3 **list)
{
  PetscFunctionBeginUser;
  if (b->all->par->rank == 0) *n = b->carriage->corners(b->wall->constants, radius, list);
  PetscCall(parallel_bcast(b->all->par, n, sizeof *n, 0));
  if (b->all->par->rank > 0) array_create(list, sizeof **list, *n);
  PetscCall(parallel_bcast(b->all->par, *list, (size_t)*n * sizeof **list, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Corners, then the pebbles of the keys. */
static PetscErrorCode find_pebbles(const Body *b, PebbleSet *set)
{
  const double  radius = corner_radius(b);
  Vec3         *corner;
  int           n_corners, n;
  const double *x = option_reals(b->all->options, "wall", b->name, "pebbles", &n);

  PetscFunctionBeginUser;
  n /= 4;
  PetscCall(find_corners(b, radius, &n_corners, &corner));
  pebble_set_create(n_corners + n, set);
  for (int i = 0; i < n_corners + n; i++) {
    const double *p = i < n_corners ? NULL : x + 4 * (i - n_corners);

    set->x[i]        = p ? vec3(p[0], p[1], p[2]) : corner[i];
    set->r[i]        = p ? p[3] : radius;
    set->material[i] = b->wall->material;
    if (!(set->r[i] > 0))
      mistake(b, "pebbles", "a radius is not above 0: each pebble is x, y, z, r");
  }
  array_free(&corner);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the clump ---- */

static void add_clump(WallBodies *all, const Body *b)
{
  const Template *t     = &all->templates->list[b->wall->template];
  const bool      flat  = all->templates->dimension == 2;
  Start           start = {.v = option_vec3(all->options, "wall", b->name, "velocity"),
                           .w = option_vec3(all->options, "wall", b->name, "spin")};
  const Id        id    = all->next_id++;
  uint64_t        groups;
  PetscInt        row;

  if (!find_blocked(b, &start.blocked))
    mistake(b, "blocked", "may have the letters x y z (moving) and X Y Z (turning), or be -");
  if (flat && (start.w.x != 0 || start.w.y != 0))
    mistake(b, "spin", "does not turn about z: in two dimensions (run: dimension: 2) x = y = 0");
  groups_of_option(all->options, "wall", b->name, "group", all->groups, GROUP_CLUMPS, &groups);
  if (all->par->rank > 0) return;
  row = clumps_add(all->clumps, all->templates, id, b->wall->template, 1);
  population_place(all->clumps, row, t->mass.centre, t->mass.axes, start);
  all->clumps->group[row] = groups;
}

/* ---- the template ---- */

static PetscErrorCode add_template(WallBodies *all, Body *b, bool *good)
{
  PebbleSet set;
  Template *t;

  PetscFunctionBeginUser;
  *good = find_mass(b);
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_pebbles(b, &set));
  *good = set.n > 0 && !options_has_mistakes(all->options);
  PetscCall(parallel_bcast(all->par, good, sizeof *good, 0));
  if (*good) {
    if (all->templates->dimension == 2) set.dimension = 2;
    b->wall->template = all->templates->n;
    PetscCall(templates_add(all->templates, b->name, &set, &b->mass));
    t = &all->templates->list[b->wall->template];
    if (option_real_or(all->options, "wall", b->name, "mass", 0) > 0)
      t->density = b->mass.mass / b->mass.volume;
    t->quantity = b->wall->quantity; /* at the start; capacities follow from the material */
    add_clump(all, b);
  }
  pebble_set_free(&set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode find_template(WallBodies *all, Body *b, bool *good)
{
  const int t = templates_find(all->templates, b->name);

  PetscFunctionBeginUser;
  if (all->restart) {
    *good = t >= 0;
    if (!*good)
      mistake(b, "free",
              "the checkpoint has no such body: free walls cannot be added at a restart");
    b->wall->template = t;
  } else if (t >= 0 || options_object(all->options, "template", b->name) >= 0) {
    *good = false;
    mistake(b, NULL,
            "this name is taken by a template: a free wall has one of its own; choose another");
  } else PetscCall(add_template(all, b, good));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Enlarge the bounds of the template to enclose the surface. `smallest` is that of the body's size
   and its pebbles; corners do not count, as their radius may be arbitrarily small. */
static PetscErrorCode enclose(const Body *b, Template *t)
{
  double smallest = inner_radius(b);
  Vec3  *corner, box;
  double far;

  PetscFunctionBeginUser;
  PetscCall(find_corners(b, smallest, &b->wall->corners, &corner));
  array_free(&corner);
  far = b->carriage->carry(b->wall->constants, t->mass.centre, t->mass.axes, &box);
  PetscCall(parallel_bcast(b->all->par, &far, sizeof far, 0));
  PetscCall(parallel_bcast(b->all->par, &box, sizeof box, 0));
  t->half   = vec3_most(t->half, box);
  t->extent = max_real(t->extent, far);
  t->bound  = max_real(t->bound, far);
  for (int i = b->wall->corners; i < t->n; i++) smallest = min_real(smallest, t->radius[i]);
  t->smallest = smallest;
  t->carries  = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_bodies_make(WallBodies *all)
{
  PetscFunctionBeginUser;
  if (all->walls->n_carried == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (all->walls->n_carried > HALO_WIDE_MOST)
    options_mistake(all->options, "wall: %d free meshes; allowed: at most %d",
                    all->walls->n_carried, HALO_WIDE_MOST);
  for (int w = 0; w < all->walls->n; w++) {
    Wall *wall = &all->walls->list[w];
    Body  b = {.all = all, .wall = wall, .carriage = wall->surface->carriage, .name = wall->name};
    const Template *t;
    bool            good;

    if (!wall->carried) continue;
    PetscCall(find_solid(&b));
    PetscCall(find_template(all, &b, &good));
    if (!good) continue;
    PetscCall(enclose(&b, &all->templates->list[wall->template]));
    t = &all->templates->list[wall->template];
    wall->surface->place(wall->constants,
                         &(Displacement){.shift = t->mass.centre, .turn = t->mass.axes});
  }
  all->walls->turn = all->walls->turn || all->walls->n_carried > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
