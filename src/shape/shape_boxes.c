/* SPDX-License-Identifier: MIT */
/* Mass of shapes by counting boxes, in the frame of the set. Cubes cut by a surface are bounded as
   for pebbles: near the surface a shape lies between two parallel planes. */
#include "shape/mass/boxes.h"
#include "shape/shape_mass.h"

#include <stdio.h>

static const Shape *shape_at(const Boxes *boxes, int i)
{
  const ShapeSet *set = boxes->set;

  return &set->list[i];
}

static double sift(const Boxes *b, Vec3 centre, Vec3 half, double sure, int n, const int *in,
                   int *n_out, int *out)
{
  int cut = 0, kept = 0;

  for (int k = 0; k < n; k++) {
    const int       i = in[k];
    const ShapeSide side =
      b->density[i] > sure ? shape_side(shape_at(b, i), centre, half) : SHAPE_MISSES;

    if (side == SHAPE_HOLDS) sure = b->density[i];
    if (side == SHAPE_CUTS) out[cut++] = i;
  }
  for (int k = 0; k < cut; k++) {
    if (b->density[out[k]] > sure) out[kept++] = out[k];
  }
  *n_out = kept;
  return sure;
}

static double density_at(const Boxes *b, Vec3 x, double sure, int n, const int *list)
{
  for (int k = 0; k < n; k++) {
    if (b->density[list[k]] > sure && shape_is_inside(shape_at(b, list[k]), x))
      sure = b->density[list[k]];
  }
  return sure;
}

static BoxShare share(const Boxes *b, int i, Vec3 centre, double edge)
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
static double cells_cut(const Boxes *b, double edge)
{
  double cells = 0;

  for (int i = 0; i < b->n; i++) {
    const Vec3 s = vec3_scale(1 / edge, vec3_sub(shape_at(b, i)->hi, shape_at(b, i)->lo));

    cells += 1.5 * 2 * ((s.x + 1) * (s.y + 1) + (s.y + 1) * (s.z + 1) + (s.z + 1) * (s.x + 1));
  }
  return cells;
}

static const BoxParts parts = {.sift       = sift,
                               .density_at = density_at,
                               .share      = share,
                               .cells_cut  = cells_cut,
                               .most_cut   = 2e7,
                               .finer      = BOXES_MOST_FINER,
                               .spread     = true};

static Boxes boxes_of(const ShapeSet *set, const double *density)
{
  Boxes b = {.parts     = &parts,
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

static void properties_set(const Boxes *b, const Materials *materials, const BoxFound *found,
                           MassProperties *out)
{
  const BoxSum *const sum      = &found->sum;
  const double        rounding = boxes_rounding(found->looked + found->cut);
  const MassErrors    apart    = box_found_apart(found);
  MassErrors          d        = found->errors;

  *out = (MassProperties){
    .volume = sum->volume, .mass = sum->mass, .inertia = inertia_of_seconds(sum->second)};
  shapes_centre(b->about, sum->first, out);
  d.volume += apart.volume + rounding * sum->volume;
  d.mass += apart.mass + rounding * sum->mass;
  d.first += apart.first + rounding * sum->mass * vec3_norm(vec3_sub(b->hi, b->lo));
  d.inertia += apart.inertia + rounding * sym3_norm(sum->second);
  mass_errors_move(vec3_norm(sum->first) / sum->mass, &d);
  shapes_error_set(b->set, materials, &d, out);
}

static bool find(const ShapeSet *set, const Materials *materials, BoxMethod *method,
                 const MassOptions *options, MassProperties *out, char *why)
{
  double  *density = malloc((size_t)set->n * sizeof *density);
  BoxFound found   = {.cut = 0};
  Boxes    boxes;
  bool     done;

  if (!density) {
    strcpy(why, "no memory for the shapes");
    return false;
  }
  for (int i = 0; i < set->n; i++) density[i] = shape_density(set, materials, i);
  boxes = boxes_of(set, density);
  done  = method(&boxes, options, &found, why);
  if (done && !(found.sum.mass > 0)) {
    snprintf(why, 256, "div %d: no cell has its centre in a shape: take a larger one",
             options->div);
    done = false;
  }
  if (done) properties_set(&boxes, materials, &found, out);
  free(density);
  return done;
}

bool shapes_grid(const ShapeSet *set, const Materials *materials, const MassOptions *options,
                 MassProperties *out, char *why)
{
  return find(set, materials, boxes_grid, options, out, why);
}

bool shapes_octree(const ShapeSet *set, const Materials *materials, const MassOptions *options,
                   MassProperties *out, char *why)
{
  return find(set, materials, boxes_octree, options, out, why);
}
