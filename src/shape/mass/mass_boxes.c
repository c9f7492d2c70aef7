/* SPDX-License-Identifier: MIT */
/* Grid and octree for pebbles. Within a small cube, the surface of a sphere lies between two
   planes normal to the direction to its centre: the tangent plane, and one lower by the sagitta
   of the cube's half diagonal. So each cell has bounds whose distance is of the order edge^4 /
   radius. The same for a disc and a square. */
#include "options/rows.h"
#include "shape/mass/boxes.h"
#include "shape/shape_mass.h"

/* Pebbles relative to `origin`, which is near their centre; the boxes are relative to it, too. */
typedef struct {
  const PebbleSet *set;
  Vec3             origin;
  Vec3            *x;       /* [n] m */
  double          *density; /* [n] kg/m^3 */
} Pebbles;

static double square(double a)
{
  return a * a;
}

/* ---- a pebble and a box ---- */

static bool holds(const Pebbles *p, int i, Vec3 centre, Vec3 half)
{
  const Vec3 d = vec3_sub(centre, p->x[i]);

  return square(fabs(d.x) + half.x) + square(fabs(d.y) + half.y) + square(fabs(d.z) + half.z) <=
         square(p->set->r[i]);
}

static bool reaches(const Pebbles *p, int i, Vec3 centre, Vec3 half)
{
  const Vec3 d = vec3_sub(centre, p->x[i]);

  return square(max_real(0, fabs(d.x) - half.x)) + square(max_real(0, fabs(d.y) - half.y)) +
           square(max_real(0, fabs(d.z) - half.z)) <
         square(p->set->r[i]);
}

static double sift(const Boxes *boxes, Vec3 centre, Vec3 half, double sure, int n, const int *in,
                   int *n_out, int *out)
{
  const Pebbles *p    = boxes->set;
  int            kept = 0;

  for (int k = 0; k < n; k++) {
    if (p->density[in[k]] > sure && holds(p, in[k], centre, half)) sure = p->density[in[k]];
  }
  for (int k = 0; k < n; k++) {
    if (p->density[in[k]] > sure && reaches(p, in[k], centre, half)) out[kept++] = in[k];
  }
  *n_out = kept;
  return sure;
}

static double density_at(const Boxes *boxes, Vec3 x, double sure, int n, const int *list)
{
  const Pebbles *p = boxes->set;

  for (int k = 0; k < n; k++) {
    const int  i = list[k];
    const Vec3 d = vec3_sub(x, p->x[i]);

    if (p->density[i] > sure && vec3_dot(d, d) < square(p->set->r[i])) sure = p->density[i];
  }
  return sure;
}

static BoxShare share(const Boxes *boxes, int i, Vec3 centre, double edge)
{
  const Pebbles *p = boxes->set;
  const Vec3     d = vec3_sub(centre, p->x[i]);
  const double   r = p->set->r[i], distance = vec3_norm(d),
               reach = edge / 2 * sqrt(boxes->dimension == 2 ? 2 : 3);
  double sagitta;

  /* a sphere that is small compared with the cube may also end within it on the other side */
  if (r < 1.5 * reach || distance == 0)
    return (BoxShare){0, min_real(1, pebble_volume(p->set, i) / boxes_cell(boxes, edge))};
  sagitta = reach * reach / (r + sqrt((r - reach) * (r + reach)));
  return box_share(boxes->dimension, vec3_scale(1 / distance, d), (r - distance - sagitta) / edge,
                   (r - distance) / edge);
}

/* Estimate of the number of cells cut: 1.5 for each cell face (edge) that fits on the surface. */
static double cells_cut(const Boxes *boxes, double edge)
{
  const Pebbles *p     = boxes->set;
  double         cells = 0;

  for (int i = 0; i < boxes->n; i++) {
    const double r = p->set->r[i] / edge;

    cells += 1.5 * (boxes->dimension == 2 ? 2 * PETSC_PI * r : 4 * PETSC_PI * r * r);
  }
  return cells;
}

static const BoxParts parts = {.sift       = sift,
                               .density_at = density_at,
                               .share      = share,
                               .cells_cut  = cells_cut,
                               .most_cut   = 2e8,
                               .finer      = 0,
                               .spread     = false};

/* ---- the set ---- */

static bool pebbles_take(const PebbleSet *set, const Materials *materials, Pebbles *p, char *why)
{
  *p = (Pebbles){.set = set};
  if (!pebbles_are_sound(set, materials, why)) return false;
  p->origin  = pebbles_centre(set, materials);
  p->x       = calloc((size_t)set->n, sizeof *p->x);
  p->density = calloc((size_t)set->n, sizeof *p->density);
  if (!p->x || !p->density) {
    strcpy(why, "no memory for the pebbles");
    return false;
  }
  for (int i = 0; i < set->n; i++) {
    p->x[i]       = vec3_sub(set->x[i], p->origin);
    p->density[i] = materials->list[set->material[i]].density;
  }
  return true;
}

static Boxes boxes_of(const Pebbles *p)
{
  const int n = p->set->n;
  Boxes     b = {.parts     = &parts,
                 .set       = p,
                 .n         = n,
                 .dimension = p->set->dimension == 2 ? 2 : 3,
                 .lo        = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                 .hi        = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
                 .density   = p->density,
                 .smallest  = HUGE_VAL};

  for (int i = 0; i < n; i++) {
    const Vec3   x = p->x[i];
    const double r = p->set->r[i];

    b.smallest = min_real(b.smallest, r);
    b.lo = vec3(min_real(b.lo.x, x.x - r), min_real(b.lo.y, x.y - r), min_real(b.lo.z, x.z - r));
    b.hi = vec3(max_real(b.hi.x, x.x + r), max_real(b.hi.y, x.y + r), max_real(b.hi.z, x.z + r));
  }
  return b;
}

/* Errors of the moments about the origin, converted to those about the centre c. */
static MassErrors errors_at(const BoxFound *found, Vec3 c)
{
  const BoxSum *const sum      = &found->sum;
  const double        rounding = boxes_rounding(found->added + found->cut);
  MassErrors          d        = box_found_apart(found);

  d.volume = d.volume + found->errors.volume + rounding * sum->volume;
  d.mass   = d.mass + found->errors.mass + rounding * sum->mass;
  d.first  = d.first + found->errors.first +
            rounding * sqrt(sum->mass * sym3_trace(sum->second)); /* Cauchy-Schwarz */
  d.inertia = d.inertia + found->errors.inertia + rounding * sym3_norm(sum->second);
  mass_errors_move(vec3_norm(c), &d);
  return d;
}

static void properties_set(const Pebbles *p, const Materials *materials, const BoxFound *found,
                           MassProperties *out)
{
  const Vec3       f = found->sum.first, c = vec3_scale(1 / found->sum.mass, f);
  const MassErrors errors = errors_at(found, c);
  Sym3             s      = found->sum.second;

  s    = (Sym3){s.xx - c.x * f.x, s.yy - c.y * f.y, s.zz - c.z * f.z,
                s.xy - c.x * f.y, s.xz - c.x * f.z, s.yz - c.y * f.z};
  *out = (MassProperties){.volume  = found->sum.volume,
                          .mass    = found->sum.mass,
                          .centre  = vec3_add(p->origin, c),
                          .inertia = inertia_of_seconds(s)};
  pebbles_error_set(p->set, materials, &errors, out);
}

static bool find(const PebbleSet *set, const Materials *materials, BoxMethod *method,
                 const MassOptions *options, MassProperties *out, char *why)
{
  BoxFound found = {.cut = 0};
  Pebbles  p;
  Boxes    boxes;
  bool     done = pebbles_take(set, materials, &p, why);

  if (done) {
    boxes = boxes_of(&p);
    done  = method(&boxes, options, &found, why);
  }
  if (done) properties_set(&p, materials, &found, out);
  free(p.x);
  free(p.density);
  return done;
}

static bool grid_find(const PebbleSet *set, const Materials *materials, const MassOptions *options,
                      MassProperties *out, char *why)
{
  return find(set, materials, boxes_grid, options, out, why);
}

static bool octree_find(const PebbleSet *set, const Materials *materials,
                        const MassOptions *options, MassProperties *out, char *why)
{
  return find(set, materials, boxes_octree, options, out, why);
}

/* clang-format off */
static const Option mass_div_options[] = {
  INT(KEY("mass_div"), "10", WITHIN(1, 10000), "cells per smallest radius"),
  {NULL},
};
/* clang-format on */

const MassMethod mass_grid = {
  .head        = {.name    = "grid",
                  .text    = "Regular sampling of the union, div cells per smallest radius.",
                  .source  = "Midpoint rule; bounds from planes around each sphere within each cell.",
                  .options = {mass_div_options}},
  .find        = grid_find,
  .find_shapes = shapes_grid,
};

/* clang-format off */
const Option mass_tolerance_options[] = {
  REAL(KEY("mass_tolerance"), "1", "0.01", BELOW(MASS_LEAST_TOLERANCE, 1),
      "allowed relative difference between the volume found and the extrapolated one; at most a "
      "million boxes; mass_properties must be given, even where shapes is the default"),
  {NULL},
};
/* clang-format on */

const MassMethod mass_octree = {
  .head        = {.name    = "octree",
                  .text    = "Boxes fully inside, halved until within the tolerance, and extrapolated.",
                  .source  = "Itasca PFC, clump create, keyword calculate.",
                  .options = {mass_tolerance_options}},
  .find        = octree_find,
  .find_shapes = shapes_octree,
};
