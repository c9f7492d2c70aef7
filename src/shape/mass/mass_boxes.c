/* SPDX-License-Identifier: MIT */
/* Grid and octree for pebbles and for shapes. Within a small cube, the surface of a sphere lies
   between two planes normal to the direction to its centre: the tangent plane, and one lower by the
   sagitta of the cube's half diagonal. So each cell has bounds whose distance is of the order
   edge^4 / radius. The same holds for a disc and a square, and with the planes of a shape
   (ShapeKind.planes) for a shape. */
#include "options/rows.h"
#include "shape/mass/boxes.h"
#include "shape/shape_mass.h"

/* ---- pebbles ---- */

/* Pebbles relative to `origin`, which is near their centre; the boxes are relative to it, too. */
typedef struct {
  const PebbleSet *set;
  Vec3             origin;
  Vec3            *x; /* [n] m */
} Pebbles;

static double square(double a)
{
  return a * a;
}

static ShapeSide pebbles_side(const Boxes *boxes, int i, Vec3 centre, Vec3 half)
{
  const Pebbles *p = boxes->set;
  const Vec3     d = vec3_sub(centre, p->x[i]);
  const double   r = p->set->r[i];

  if (square(fabs(d.x) + half.x) + square(fabs(d.y) + half.y) + square(fabs(d.z) + half.z) <=
      square(r))
    return SHAPE_HOLDS;
  return square(max_real(0, fabs(d.x) - half.x)) + square(max_real(0, fabs(d.y) - half.y)) +
               square(max_real(0, fabs(d.z) - half.z)) <
             square(r)
           ? SHAPE_CUTS
           : SHAPE_MISSES;
}

static bool pebbles_is_inside(const Boxes *boxes, int i, Vec3 x)
{
  const Pebbles *p = boxes->set;
  const Vec3     d = vec3_sub(x, p->x[i]);

  return vec3_dot(d, d) < square(p->set->r[i]);
}

static BoxShare pebbles_share(const Boxes *boxes, int i, Vec3 centre, double edge)
{
  const Pebbles *p = boxes->set;
  const Vec3     d = vec3_sub(centre, p->x[i]);
  const double   r = p->set->r[i], distance = vec3_norm(d),
               reach = edge / 2 * sqrt(boxes->dimension == 2 ? 2 : 3);
  double sagitta;

  /* A sphere that is small compared with the cube may also end within it on the other side. */
  if (r < 1.5 * reach || distance == 0)
    return (BoxShare){0, min_real(1, pebble_volume(p->set, i) / boxes_cell(boxes, edge))};
  sagitta = reach * reach / (r + sqrt((r - reach) * (r + reach)));
  return box_share(boxes->dimension, vec3_scale(1 / distance, d), (r - distance - sagitta) / edge,
                   (r - distance) / edge);
}

/* Estimate of the number of cells cut: 1.5 for each cell face (edge) that fits on the surface. */
static double pebbles_cells_cut(const Boxes *boxes, double edge)
{
  const Pebbles *p     = boxes->set;
  double         cells = 0;

  for (int i = 0; i < boxes->n; i++) {
    const double r = p->set->r[i] / edge;

    cells += 1.5 * (boxes->dimension == 2 ? 2 * PETSC_PI * r : 4 * PETSC_PI * r * r);
  }
  return cells;
}

static const BoxParts pebble_parts = {.side      = pebbles_side,
                                      .is_inside = pebbles_is_inside,
                                      .share     = pebbles_share,
                                      .cells_cut = pebbles_cells_cut,
                                      .most_cut  = 2e8,
                                      .finer     = 0,
                                      .spread    = false};

static Boxes pebbles_boxes_of(const Pebbles *p, const double *density)
{
  const int n = p->set->n;
  Boxes     b = {.parts     = &pebble_parts,
                 .set       = p,
                 .n         = n,
                 .dimension = p->set->dimension == 2 ? 2 : 3,
                 .lo        = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                 .hi        = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
                 .density   = density,
                 .smallest  = HUGE_VAL};

  for (int i = 0; i < n; i++) {
    const Vec3   x = p->x[i];
    const double r = p->set->r[i];

    b.smallest = min_real(b.smallest, r);
    b.lo       = vec3_least(b.lo, vec3_sub(x, vec3(r, r, r)));
    b.hi       = vec3_most(b.hi, vec3_add(x, vec3(r, r, r)));
  }
  return b;
}

/* ---- shapes, in the frame of the set ---- */

static const Shape *shape_at(const Boxes *boxes, int i)
{
  const ShapeSet *set = boxes->set;

  return &set->list[i];
}

static ShapeSide shapes_side(const Boxes *b, int i, Vec3 centre, Vec3 half)
{
  return shape_side(shape_at(b, i), centre, half);
}

static bool shapes_is_inside(const Boxes *b, int i, Vec3 x)
{
  return shape_is_inside(shape_at(b, i), x);
}

static BoxShare shapes_share(const Boxes *b, int i, Vec3 centre, double edge)
{
  const Shape *s     = shape_at(b, i);
  BoxShare     share = {0, min_real(1, s->moments.volume / boxes_cell(b, edge))}, between;
  ShapePlanes  planes;

  if (!s->kind->planes || !s->kind->planes(s, shape_inward(s, centre), edge * sqrt(0.75), &planes))
    return share;
  between = box_share(b->dimension, quat_turn(s->q, planes.normal), planes.inner / edge,
                      planes.outer / edge);
  return (BoxShare){between.least, min_real(share.most, between.most)};
}

/* 1.5 cubes for each square of this edge on the faces of the shapes' boxes. */
static double shapes_cells_cut(const Boxes *b, double edge)
{
  double cells = 0;

  for (int i = 0; i < b->n; i++) {
    const Vec3 s = vec3_scale(1 / edge, vec3_sub(shape_at(b, i)->hi, shape_at(b, i)->lo));

    cells += 1.5 * 2 * ((s.x + 1) * (s.y + 1) + (s.y + 1) * (s.z + 1) + (s.z + 1) * (s.x + 1));
  }
  return cells;
}

static const BoxParts shape_parts = {.side      = shapes_side,
                                     .is_inside = shapes_is_inside,
                                     .share     = shapes_share,
                                     .cells_cut = shapes_cells_cut,
                                     .most_cut  = 2e7,
                                     .finer     = BOXES_MOST_FINER,
                                     .spread    = true};

static Boxes shapes_boxes_of(const ShapeSet *set, const double *density)
{
  Boxes b = {.parts     = &shape_parts,
             .set       = set,
             .n         = set->n,
             .dimension = 3,
             .density   = density,
             .smallest  = HUGE_VAL};

  shapes_bounds(set, &b.lo, &b.hi);
  b.about = vec3_scale(0.5, vec3_add(b.lo, b.hi));
  for (int i = 0; i < set->n; i++)
    b.smallest = min_real(b.smallest, cbrt(3 * set->list[i].moments.volume / (4 * PETSC_PI)));
  return b;
}

/* ---- both ---- */

/* Set the properties, with the origin of the sums in the frame of the set; returns their errors. */
static MassErrors properties_set(const BoxFound *found, Vec3 origin, MassProperties *out)
{
  const BoxSum *const sum      = &found->sum;
  const double        rounding = boxes_rounding(found->added + found->cut);
  MassErrors          errors   = box_found_apart(found);

  errors.volume = errors.volume + found->errors.volume + rounding * sum->volume;
  errors.mass   = errors.mass + found->errors.mass + rounding * sum->mass;
  errors.first  = errors.first + found->errors.first +
                 rounding * sqrt(sum->mass * sym3_trace(sum->second)); /* Cauchy-Schwarz */
  errors.inertia = errors.inertia + found->errors.inertia + rounding * sym3_norm(sum->second);
  mass_errors_move(vec3_norm(vec3_scale(1 / sum->mass, sum->first)), &errors);
  *out        = mass_of_moments(sum->mass, sum->first, sum->second, origin);
  out->volume = sum->volume;
  return errors;
}

static bool pebbles_find(const PebbleSet *set, const Materials *materials, BoxMethod *method,
                         const MassOptions *options, MassProperties *out, char *why)
{
  BoxFound found = {.cut = 0};
  Pebbles  p     = {.set = set};
  double  *density;
  Boxes    boxes;
  bool     done;

  if (!pebbles_are_sound(set, materials, why)) return false;
  p.origin = pebbles_centre(set, materials);
  p.x      = memory_zero((size_t)set->n, sizeof *p.x);
  density  = memory_zero((size_t)set->n, sizeof *density);
  for (int i = 0; i < set->n; i++) {
    p.x[i]     = vec3_sub(set->x[i], p.origin);
    density[i] = pebble_density(set, materials, i);
  }
  boxes = pebbles_boxes_of(&p, density);
  done  = method(&boxes, options, &found, why);
  if (done) {
    const MassErrors errors = properties_set(&found, p.origin, out);

    pebbles_error_set(set, materials, &errors, out);
  }
  free(p.x);
  free(density);
  return done;
}

static bool shapes_find(const ShapeSet *set, const Materials *materials, BoxMethod *method,
                        const MassOptions *options, MassProperties *out, char *why)
{
  double  *density = memory_zero((size_t)set->n, sizeof *density);
  BoxFound found   = {.cut = 0};
  Boxes    boxes;
  bool     done;

  for (int i = 0; i < set->n; i++) density[i] = shape_density(set, materials, i);
  boxes = shapes_boxes_of(set, density);
  done  = method(&boxes, options, &found, why);
  if (done && !(found.sum.mass > 0))
    done =
      why_not(why, "div %d: no cell has its centre in a shape: take a larger one", options->div);
  if (done) {
    const MassErrors errors = properties_set(&found, boxes.about, out);

    shapes_error_set(set, materials, &errors, out);
  }
  free(density);
  return done;
}

static bool grid_find(const PebbleSet *set, const Materials *materials, const MassOptions *options,
                      MassProperties *out, char *why)
{
  return pebbles_find(set, materials, boxes_grid, options, out, why);
}

static bool grid_find_shapes(const ShapeSet *set, const Materials *materials,
                             const MassOptions *options, MassProperties *out, char *why)
{
  return shapes_find(set, materials, boxes_grid, options, out, why);
}

static bool octree_find(const PebbleSet *set, const Materials *materials,
                        const MassOptions *options, MassProperties *out, char *why)
{
  return pebbles_find(set, materials, boxes_octree, options, out, why);
}

static bool octree_find_shapes(const ShapeSet *set, const Materials *materials,
                               const MassOptions *options, MassProperties *out, char *why)
{
  return shapes_find(set, materials, boxes_octree, options, out, why);
}

/* clang-format off */
static const Option mass_div_options[] = {
  INT(KEY_IN("mass_div", MassOptions, div), "10", WITHIN(1, 10000), "cells per smallest radius"),
  {0},
};
/* clang-format on */

const MassMethod mass_grid = {
  .head        = {.name    = "grid",
                  .text    = "Regular sampling of the union, div cells per smallest radius.",
                  .source  = "Midpoint rule; bounds from planes around each sphere within each cell.",
                  .options = {mass_div_options}},
  .find        = grid_find,
  .find_shapes = grid_find_shapes,
};

/* clang-format off */
const Option mass_tolerance_options[] = {
  REAL(KEY_IN("mass_tolerance", MassOptions, tolerance), "1", "0.01", BELOW(MASS_LEAST_TOLERANCE, 1),
      "allowed relative difference between the volume found and the extrapolated one; at most a "
      "million boxes; mass_properties must be given, even where shapes is the default"),
  {0},
};
/* clang-format on */

const MassMethod mass_octree = {
  .head        = {.name    = "octree",
                  .text    = "Boxes fully inside, halved until within the tolerance, and extrapolated.",
                  .source  = "Itasca PFC, clump create, keyword calculate.",
                  .options = {mass_tolerance_options}},
  .find        = octree_find,
  .find_shapes = octree_find_shapes,
};
