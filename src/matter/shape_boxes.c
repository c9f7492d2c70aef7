/* SPDX-License-Identifier: MIT */
/* Cubes that shapes cut are bounded as those of pebbles: near the surface a shape lies between two parallel planes, and how much
   of a cube is below a plane is known in closed form. */
#include "matter/shape_boxes.h"

static const double most_finer = 4e6; /* cubes looked at for the bounds */

/* Normals are kept off the axes by this, as the closed form divides by their components; planes move apart for it. */
static const double least_component = 1e-4;

/* Rounding of the share below a plane: 2^-53 over 6 least_component^2. */
static const double share_rounding = 1e-8;

bool shape_list_grow(void *pointer, size_t size, size_t n, size_t *room)
{
  void *old, *more;

  if (n <= *room) return true;
  memcpy(&old, pointer, sizeof old);
  more = realloc(old, (n + n / 2) * size);
  if (!more) return false;
  memcpy(pointer, &more, sizeof more);
  *room = n + n / 2;
  return true;
}

bool shape_body_create(const ShapeSet *set, const Materials *materials, ShapeBody *body)
{
  *body         = (ShapeBody){.set = set};
  body->density = malloc((size_t)set->n * sizeof *body->density);
  if (!body->density) return false;
  for (int i = 0; i < set->n; i++) body->density[i] = shape_density(set, materials, i);
  shapes_bounds(set, &body->lo, &body->hi);
  body->origin = vec3_scale(0.5, vec3_add(body->lo, body->hi));
  return true;
}

void shape_body_free(ShapeBody *body)
{
  free(body->density);
  *body = (ShapeBody){.set = NULL};
}

double shape_sift(const ShapeBody *b, Vec3 centre, Vec3 half, double sure, int n, const int *in, int *n_out, int *out)
{
  int cut = 0, kept = 0;

  for (int k = 0; k < n; k++) {
    const int       i    = in[k];
    const ShapeSide side = b->density[i] > sure ? shape_side(&b->set->list[i], centre, half) : SHAPE_MISSES;

    if (side == SHAPE_HOLDS) sure = b->density[i];
    if (side == SHAPE_CUTS) out[cut++] = i;
  }
  for (int k = 0; k < cut; k++) {
    if (b->density[out[k]] > sure) out[kept++] = out[k];
  }
  *n_out = kept;
  return sure;
}

double shape_density_at(const ShapeBody *b, Vec3 x, double sure, int n, const int *list)
{
  for (int k = 0; k < n; k++) {
    if (b->density[list[k]] > sure && shape_is_inside(&b->set->list[list[k]], x)) sure = b->density[list[k]];
  }
  return sure;
}

void shape_box_add(const ShapeBody *b, Vec3 centre, Vec3 half, double density, BoxSum *sum)
{
  box_add(vec3_sub(centre, b->origin), half, density, sum);
}

/* ---- bounds ---- */

static double cube_of(double a)
{
  return a > 0 ? a * a * a : 0;
}

/* Share of the unit cube around 0 with n . u < t, for |n| = 1 (Scardovelli & Zaleski 2000, J. Comput. Phys. 164, 228). */
static double share_below(Vec3 n, double t)
{
  const double a = max_real(fabs(n.x), least_component), b = max_real(fabs(n.y), least_component),
               c = max_real(fabs(n.z), least_component), all = a + b + c;
  const double s     = min_real(t, -t) + all / 2; /* from the nearer corner, where less cancels */
  const double below = s <= 0 ? 0
                              : (cube_of(s) - cube_of(s - a) - cube_of(s - b) - cube_of(s - c) + cube_of(s - a - b) +
                                 cube_of(s - a - c) + cube_of(s - b - c)) /
                                  (6 * a * b * c);

  return t <= 0 ? below : 1 - below;
}

typedef struct {
  double least, most; /* of the volume of the cube */
} Share;

static Share share_of(const Shape *s, Vec3 centre, double edge)
{
  Share       share = {0, min_real(1, s->moments.volume / (edge * edge * edge))};
  ShapePlanes planes;
  Vec3        n;

  if (!s->kind->planes || !s->kind->planes(s, shape_inward(s, centre), edge * sqrt(0.75), &planes)) return share;
  n           = quat_turn(s->q, planes.normal);
  share.least = max_real(0, share_below(n, planes.inner / edge - least_component) - share_rounding);
  share.most  = min_real(share.most, share_below(n, planes.outer / edge + least_component) + share_rounding);
  return share;
}

/* What is more than sure in a cube, as the share of its volume times density: at least what one shape has, at most what all have
   together. The moments of the part that is not known: Cauchy-Schwarz with a weight in [0, 1] less 1/2. */
static void add_unknown(const ShapeBody *b, Vec3 centre, double edge, double sure, int n, const int *list, BoxSum *middle,
                        BoxDoubt *doubt)
{
  const Vec3   half   = {edge / 2, edge / 2, edge / 2};
  const double volume = edge * edge * edge, far = vec3_norm(vec3_sub(centre, b->origin));
  double       densest = sure, least = 0, most = 0, mass, off;
  Share        filled = {0, 0};

  for (int k = 0; k < n; k++) {
    const Share  share = share_of(&b->set->list[list[k]], centre, edge);
    const double more  = b->density[list[k]] - sure;

    filled.least = max_real(filled.least, share.least);
    filled.most  = min_real(1, filled.most + share.most);
    least        = max_real(least, more * share.least);
    most += more * share.most;
    densest = max_real(densest, b->density[list[k]]);
  }
  most = min_real(most, densest - sure);
  shape_box_add(b, centre, half, sure + (least + most) / 2, middle);
  if (sure + (least + most) / 2 > 0) middle->volume -= volume; /* which box_add has added */
  middle->volume += volume * (sure > 0 ? 1 : (filled.least + filled.most) / 2);
  doubt->volume += volume * (sure > 0 ? 0 : (filled.most - filled.least) / 2);
  mass = volume * (most - least) / 2;
  off  = volume * (densest - sure) * edge / sqrt(48);
  doubt->mass += mass;
  doubt->first += mass * far + off;
  doubt->inertia += mass * far * far + 2 * far * off + volume * (densest - sure) * edge * edge / 6;
  doubt->n++;
}

void shape_cube_doubt(const ShapeBody *b, Vec3 centre, double edge, double sure, int n, int *list, int finer, BoxSum *middle,
                      BoxDoubt *doubt)
{
  const double q = edge / 4;

  if (finer == 0) {
    add_unknown(b, centre, edge, sure, n, list, middle, doubt);
    return;
  }
  for (int k = 0; k < 8; k++) {
    const Vec3   part = {centre.x + (k & 1 ? q : -q), centre.y + (k & 2 ? q : -q), centre.z + (k & 4 ? q : -q)};
    int          kept;
    const double surely = shape_sift(b, part, vec3(q, q, q), sure, n, list, &kept, list + n);

    if (kept > 0) shape_cube_doubt(b, part, edge / 2, surely, kept, list + n, finer - 1, middle, doubt);
    else shape_box_add(b, part, vec3(q, q, q), surely, middle);
    doubt->n++;
  }
}

int shape_finer(double cubes)
{
  int finer = 0;

  while (finer < SHAPE_FINER_AT_MOST && cubes * pow(8, finer + 1) <= most_finer) finer++;
  return finer;
}

static Sym3 inertia_of(Sym3 s)
{
  return (Sym3){s.yy + s.zz, s.xx + s.zz, s.xx + s.yy, -s.xy, -s.xz, -s.yz};
}

static double norm_of(Sym3 s)
{
  return sqrt(s.xx * s.xx + s.yy * s.yy + s.zz * s.zz + 2 * (s.xy * s.xy + s.xz * s.xz + s.yz * s.yz));
}

void shape_box_properties(const ShapeBody *b, const Materials *materials, const BoxSum *found, const BoxSum *middle,
                          BoxDoubt doubt, MassProperties *out)
{
  const double rounding = 16.0 * (double)(doubt.n + 64) * 0x1p-53, far = vec3_norm(found->first) / found->mass;
  BoxSum       apart = *found;

  *out = (MassProperties){.volume = found->volume, .mass = found->mass, .inertia = inertia_of(found->second)};
  shapes_centre(b->origin, found->first, out);
  box_sum_axpy(&apart, -1, middle);
  doubt.volume += fabs(apart.volume) + rounding * found->volume;
  doubt.mass += fabs(apart.mass) + rounding * found->mass;
  doubt.first += vec3_norm(apart.first) + rounding * found->mass * vec3_norm(vec3_sub(b->hi, b->lo));
  doubt.inertia += norm_of(inertia_of(apart.second)) + rounding * norm_of(found->second);
  /* to the centre */
  doubt.inertia += 2 * far * doubt.first + far * far * doubt.mass;
  doubt.first += far * doubt.mass;
  shapes_error_set(b->set, materials, &doubt, out);
}
