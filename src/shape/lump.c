/* SPDX-License-Identifier: MIT */
/* Lumps mass and inertia of shapes to nodes. A corner's share of a simplex is the part where its
   barycentric coordinate is the largest. It is divided by the midpoints of edges, faces and the
   body into simplices with a corner at the node; with the other coordinates as axes each of them
   has the mean products (sum over corners of x y + (sum of x) (sum of y)) / (d + 1) (d + 2) (Tonon
   2004 for d = 3). Averages over the simplices are the constants below. */
#include "shape/lump.h"

/* Mean square of another coordinate, and mean product of two others. */
static const double facet_square = 23.0 / 432, facet_product = 7.0 / 216;
static const double tetrahedron_square = 161.0 / 4320, tetrahedron_product = 97.0 / 4320;

/* Products of inertia below this fraction of the largest moment count as rounding. */
static const double straight = 1e-9;

static void second_add(Vec3 a, Vec3 b, double weight, Sym3 *second)
{
  second->xx += weight * a.x * b.x;
  second->yy += weight * a.y * b.y;
  second->zz += weight * a.z * b.z;
  second->xy += weight * (a.x * b.y + a.y * b.x) / 2;
  second->xz += weight * (a.x * b.z + a.z * b.x) / 2;
  second->yz += weight * (a.y * b.z + a.z * b.y) / 2;
}

/* Add the share of corner k of a facet or tetrahedron. */
static void corner_add(const Shape *s, double density, int k, Lump *out)
{
  const int    n      = s->kind->n_corners;
  const double mass   = density * s->moments.volume / n;
  const double square = mass * (n == 3 ? facet_square : tetrahedron_square);
  const double cross  = mass * (n == 3 ? facet_product : tetrahedron_product);
  Vec3         edge[SHAPE_CORNERS];
  Sym3         second = {0};

  for (int j = 0; j < n; j++) edge[j] = quat_turn(s->q, vec3_sub(s->corner[j], s->corner[k]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) second_add(edge[i], edge[j], i == j ? square : cross, &second);
  if (n == 3) { /* moment across the thickness */
    const Vec3 normal = vec3_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);

    second_add(normal, normal, mass * s->size[0] * s->size[0] / (12 * vec3_dot(normal, normal)),
               &second);
  }
  out->inertia = sym3_axpy(out->inertia, 1, inertia_of_seconds(second));
  out->mass += mass;
}

/* Add all shapes attached to the node. Returns the first one with an orientation, or NULL. */
static const Shape *shapes_add(const ShapeSet *set, const Materials *materials, int node, Lump *out)
{
  const Shape *turned = NULL;

  for (int i = 0; i < set->n; i++) {
    const Shape *s       = &set->list[i];
    const double density = materials->list[s->material].density;
    bool         hangs   = false;

    for (int k = 0; k < max_int(1, s->kind->n_corners); k++) {
      if (s->node[k] != node) continue;
      hangs = true;
      if (s->kind->n_corners > 0) corner_add(s, density, k, out);
      else {
        out->mass += density * s->moments.volume;
        out->inertia = sym3_axpy(out->inertia, density, shape_moments(s).inertia);
      }
      if (s->kind->is_turned && !turned) turned = s;
    }
    out->n += hangs;
  }
  return turned;
}

/* Take the axes of the node from the shape; false if they are not principal axes of the lump. */
static bool take_attitude(const ShapeSet *set, int node, const Shape *turned, Lump *out, char *why)
{
  const Sym3   i    = sym3_seen_from(out->inertia, turned->q);
  const double most = max_real(i.xx, max_real(i.yy, i.zz)),
               off  = max_real(fabs(i.xy), max_real(fabs(i.xz), fabs(i.yz)));

  out->principal = vec3(i.xx, i.yy, i.zz);
  out->axes      = turned->q;
  for (int k = 0; k < set->n; k++) {
    const Shape *s = &set->list[k];
    const Quat   a = s->q, b = turned->q;

    if (s->node[0] != node || s->kind->n_corners > 0 || !s->kind->is_turned ||
        fabs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z) > 1 - straight)
      continue;
    return why_not(why,
                   "node %s: the %s (line %" PRId64 ") and the %s (line %" PRId64
                   ") have different orientations, but a node has one",
                   set->nodes.names[node], turned->kind->head.name, turned->line,
                   s->kind->head.name, s->line);
  }
  if (off <= straight * most) return true;
  return why_not(
    why,
    "node %s takes the orientation of the %s (line %" PRId64
    "), but its axes are not principal axes of the mass lumped to the node; attach the %s "
    "to a node of its own",
    set->nodes.names[node], turned->kind->head.name, turned->line, turned->kind->head.name);
}

bool lump(const ShapeSet *set, const Materials *materials, int node, Lump *out, char *why)
{
  MassProperties p = {.volume = 0};
  const Shape   *turned;

  *out = (Lump){.axes = quat_identity()};
  if (node < 0 || node >= set->nodes.n)
    return why_not(why, "node %d: there are %d", node, set->nodes.n);
  turned = shapes_add(set, materials, node, out);
  if (!(out->mass > 0))
    return why_not(why, "node %s: no shape is attached to it", set->nodes.names[node]);
  if (turned) return take_attitude(set, node, turned, out, why);
  p.inertia = out->inertia;
  mass_principal(&p);
  out->principal = p.principal;
  out->axes      = p.axes;
  return true;
}
