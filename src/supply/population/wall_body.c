/* SPDX-License-Identifier: MIT */
/* Templates and clumps of free walls (population.h). */
#include "base/bounds.h"
#include "matter/group.h"
#include "measure/energy/ledger.h"
#include "shape/mass/mass.h"
#include "space/halo.h"
#include "supply/population/population.h"
#include "supply/population/population_internal.h"
#include "supply/population/template_read.h"

/* A carried wall while its template is made. */
typedef struct {
  World     *w;
  Templates *templates;
  Wall      *wall;
  /* of its solid, as loaded; the same on all ranks */
  MassProperties mass;    /* at the density of the material */
  double         surface; /* area, m^2; in two dimensions length, m */
  bool           good;    /* else there is no such solid */
  char           why[256];
} Body;

static void mistake(const Body *b, const char *key, const char *text)
{
  option_mistake(b->w->options, "wall", b->wall->name, key, "%s", text);
}

/* ---- the solid ---- */

/* Area of the surface, m^2; in two dimensions its length, m, where each segment is two triangles
   without area. */
static double surface_size(const Body *b)
{
  const bool flat = b->templates->dimension == 2;
  double     sum  = 0;
  Vec3       x[3];

  for (int f = 0; b->wall->surface->carriage->face(b->wall->constants, f, x); f++) {
    const Vec3 u = vec3_sub(x[1], x[0]), v = vec3_sub(x[2], x[0]);

    sum += flat ? max_real(vec3_norm(u), vec3_norm(v)) : vec3_norm(vec3_cross(u, v));
  }
  return sum / 2;
}

/* Rank 0 has every surface before it is prepared, others may have none. */
static PetscErrorCode find_solid(Body *b)
{
  const double density = b->w->materials->list[b->wall->material].density;

  PetscFunctionBeginUser;
  if (b->w->par->rank == 0) {
    b->good    = b->wall->surface->carriage->mass(b->wall->constants, density, &b->mass, b->why);
    b->surface = surface_size(b);
  }
  PetscCall(parallel_bcast(b->w->par, &b->good, sizeof b->good, 0));
  PetscCall(parallel_bcast(b->w->par, b->why, sizeof b->why, 0));
  PetscCall(parallel_bcast(b->w->par, &b->mass, sizeof b->mass, 0));
  PetscCall(parallel_bcast(b->w->par, &b->surface, sizeof b->surface, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Size of a body, m: dimension times volume over surface, which is the radius of a ball or disc,
   and half the side of a cube. */
static double inner_radius(const Body *b)
{
  return (b->templates->dimension == 2 ? 2 : 3) * b->mass.volume / b->surface;
}

/* Blocked degrees of freedom; false: other letters. */
static bool find_blocked(const Body *b, uint64_t *blocked)
{
  return blocked_parse(option_word(b->w->options, "wall", b->wall->name, "blocked"),
                       b->templates->dimension, blocked);
}

/* A body of mass 0 can only follow motions. Its centre is its pivot, and it gets the least mass
   allowed as a placeholder. False: a mistake was noted. */
static bool leave_out_mass(Body *b)
{
  const double least = 4 * max_real(MASS_LEAST, INERTIA_LEAST),
               polar = (b->templates->dimension == 2 ? 2 : 1) * least;
  uint64_t blocked;

  if (!find_blocked(b, &blocked) || blocked != BLOCK_ALL ||
      !option_is_set(b->w->options, "wall", b->wall->name, "pivot")) {
    mistake(
      b, "mass",
      "a body without mass can only be driven: give it a pivot, its reference point, blocked: "
      "xyzXYZ, and a group for a motion; or leave out mass, for that of its volume");
    return false;
  }
  for (int q = 0; q < QUANTITIES; q++)
    if (quantities[q]->capacity &&
        b->w->materials->list[b->wall->material].quantity.capacity[q] > 0) {
      mistake(b, "mass", "its material has a heat capacity, which needs a mass: leave out mass");
      return false;
    }
  b->mass.mass    = least;
  b->mass.centre  = option_vec3(b->w->options, "wall", b->wall->name, "pivot");
  b->mass.inertia = (Sym3){.xx = least, .yy = least, .zz = polar};
  mass_principal(&b->mass);
  return true;
}

/* False: a mistake was noted. */
static bool find_mass(Body *b)
{
  const double given = option_real_or(b->w->options, "wall", b->wall->name, "mass", -1);
  char         what[2 * NAME_LENGTH];

  if (!b->good) {
    mistake(b, "file", b->why);
    return false;
  }
  if (given == 0 && !leave_out_mass(b)) return false;
  if (given > 0) mass_bring(&b->mass, given);
  if (given < 0) {
    snprintf(what, sizeof what, "the mass of wall %s", b->wall->name);
    density_need(b->w->options, b->w->materials, b->wall->material, what);
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
  const double given = option_real(b->w->options, "wall", b->wall->name, "corner_radius");

  return isnan(given) ? 0.1 * inner_radius(b) : given;
}

/* list: [n], owned by the caller. */
static PetscErrorCode find_corners(const Body *b, double radius, int *n, Vec3 **list)
{
  PetscFunctionBeginUser;
  if (b->w->par->rank == 0)
    *n = b->wall->surface->carriage->corners(b->wall->constants, radius, list);
  PetscCall(parallel_bcast(b->w->par, n, sizeof *n, 0));
  if (b->w->par->rank > 0) array_create(list, sizeof **list, *n);
  PetscCall(parallel_bcast(b->w->par, *list, (size_t)*n * sizeof **list, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Corners, then the pebbles of the keys. */
static PetscErrorCode find_pebbles(const Body *b, PebbleSet *set)
{
  const double  radius = corner_radius(b);
  Vec3         *corner;
  int           n_corners, n;
  const double *x = option_reals(b->w->options, "wall", b->wall->name, "pebbles", &n);

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

static void add_clump(const Body *b)
{
  const Template *t     = &b->templates->list[b->wall->template];
  const bool      flat  = b->templates->dimension == 2;
  Start           start = {.v = option_vec3(b->w->options, "wall", b->wall->name, "velocity"),
                           .w = option_vec3(b->w->options, "wall", b->wall->name, "spin")};
  const Id        id    = b->w->account->next_id++;
  uint64_t        groups;
  PetscInt        row;

  if (!find_blocked(b, &start.blocked))
    mistake(b, "blocked", "may have the letters x y z (moving) and X Y Z (turning), or be -");
  if (flat && (start.w.x != 0 || start.w.y != 0))
    mistake(b, "spin", "does not turn about z: in two dimensions (run: dimension: 2) x = y = 0");
  groups_of_option(b->w->options, "wall", b->wall->name, "group", b->w->groups, GROUP_CLUMPS,
                   &groups);
  if (b->w->par->rank > 0) return;
  row = clumps_add(b->w->clumps, b->templates, id, b->wall->template, 1);
  population_place(b->w->clumps, row, t->mass.centre, t->mass.axes, start);
  b->w->clumps->group[row] = groups;
}

/* ---- the template ---- */

static PetscErrorCode add_template(Body *b, bool *good)
{
  PebbleSet set;
  Template *t;

  PetscFunctionBeginUser;
  *good = find_mass(b);
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_pebbles(b, &set));
  *good = set.n > 0 && !options_has_mistakes(b->w->options);
  PetscCall(parallel_bcast(b->w->par, good, sizeof *good, 0));
  if (*good) {
    if (b->templates->dimension == 2) set.dimension = 2;
    b->wall->template = b->templates->n;
    PetscCall(templates_add(b->templates, b->wall->name, &set, &b->mass));
    t = &b->templates->list[b->wall->template];
    if (option_real_or(b->w->options, "wall", b->wall->name, "mass", 0) > 0)
      t->density = b->mass.mass / b->mass.volume;
    t->quantity = b->wall->quantity; /* at the start; capacities follow from the material */
    add_clump(b);
  }
  pebble_set_free(&set);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode find_template(Body *b, bool *good)
{
  const int t = templates_find(b->templates, b->wall->name);

  PetscFunctionBeginUser;
  if (b->w->saved) {
    *good = t >= 0;
    if (!*good)
      mistake(b, "free",
              "the checkpoint has no such body: free walls cannot be added at a restart");
    b->wall->template = t;
  } else if (t >= 0 || options_object(b->w->options, "template", b->wall->name) >= 0) {
    *good = false;
    mistake(b, NULL,
            "this name is taken by a template: a free wall has one of its own; choose another");
  } else PetscCall(add_template(b, good));
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
  far = b->wall->surface->carriage->carry(b->wall->constants, t->mass.centre, t->mass.axes, &box);
  PetscCall(parallel_bcast(b->w->par, &far, sizeof far, 0));
  PetscCall(parallel_bcast(b->w->par, &box, sizeof box, 0));
  t->half   = vec3_most(t->half, box);
  t->extent = max_real(t->extent, far);
  t->bound  = max_real(t->bound, far);
  for (int i = b->wall->corners; i < t->n; i++) smallest = min_real(smallest, t->radius[i]);
  t->smallest = smallest;
  t->carries  = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_bodies_make(World *w, Templates *templates)
{
  PetscFunctionBeginUser;
  if (w->walls->n_carried == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (w->walls->n_carried > HALO_WIDE_MOST)
    options_mistake(w->options,
                    "wall: %d free meshes; allowed: at most %d, as every rank has all of them",
                    w->walls->n_carried, HALO_WIDE_MOST);
  for (int k = 0; k < w->walls->n; k++) {
    Wall           *wall = &w->walls->list[k];
    Body            b    = {.w = w, .templates = templates, .wall = wall};
    const Template *t;
    bool            good;

    if (!wall->carried) continue;
    PetscCall(find_solid(&b));
    PetscCall(find_template(&b, &good));
    if (!good) continue;
    PetscCall(enclose(&b, &templates->list[wall->template]));
    t = &templates->list[wall->template];
    wall->surface->place(wall->constants,
                         &(Displacement){.shift = t->mass.centre, .turn = t->mass.axes});
  }
  w->walls->turn = w->walls->turn || w->walls->n_carried > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
