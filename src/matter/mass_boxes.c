/* SPDX-License-Identifier: MIT */
/* A sphere that cuts a small cube lies, within the cube, between two planes across the direction to its centre: the one that
   touches it, and one that is lower by the sagitta of the cube's half diagonal. How much of the cube is below a plane
   is known in closed form, so each cell has bounds whose width is of the order edge^4 / radius. A disc and a square likewise. */
#include "matter/mass_boxes.h"

/* Normals are kept off the axes by this, as the closed form divides by their components; planes move apart for it. */
static const double least_component = 1e-4;

/* Rounding of the share below a plane: 2^-53 over 6 least_component^2. */
static const double share_rounding = 1e-8;

bool boxes_create(const PebbleSet *set, const Materials *materials, Boxes *boxes, char *why)
{
  *boxes = (Boxes){.set = set, .materials = materials, .smallest = HUGE_VAL};
  if (!pebbles_are_sound(set, materials, why)) return false;
  boxes->origin  = pebbles_centre(set, materials);
  boxes->x       = calloc((size_t)set->n, sizeof *boxes->x);
  boxes->density = calloc((size_t)set->n, sizeof *boxes->density);
  if (!boxes->x || !boxes->density) {
    strcpy(why, "no memory for the pebbles");
    return false;
  }
  boxes->lo = vec3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
  boxes->hi = vec3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
  for (int i = 0; i < set->n; i++) {
    const Vec3   x = vec3_sub(set->x[i], boxes->origin);
    const double r = set->r[i];

    boxes->x[i]       = x;
    boxes->density[i] = materials->list[set->material[i]].density;
    boxes->smallest   = min_real(boxes->smallest, r);
    boxes->lo         = vec3(min_real(boxes->lo.x, x.x - r), min_real(boxes->lo.y, x.y - r), min_real(boxes->lo.z, x.z - r));
    boxes->hi         = vec3(max_real(boxes->hi.x, x.x + r), max_real(boxes->hi.y, x.y + r), max_real(boxes->hi.z, x.z + r));
  }
  return true;
}

void boxes_free(Boxes *boxes)
{
  free(boxes->x);
  free(boxes->density);
  *boxes = (Boxes){.set = NULL};
}

static double square(double a)
{
  return a * a;
}

static bool holds(const Boxes *b, int i, Vec3 centre, Vec3 half)
{
  const Vec3 d = vec3_sub(centre, b->x[i]);

  return square(fabs(d.x) + half.x) + square(fabs(d.y) + half.y) + square(fabs(d.z) + half.z) <= square(b->set->r[i]);
}

static bool reaches(const Boxes *b, int i, Vec3 centre, Vec3 half)
{
  const Vec3 d = vec3_sub(centre, b->x[i]);

  return square(max_real(0, fabs(d.x) - half.x)) + square(max_real(0, fabs(d.y) - half.y)) +
           square(max_real(0, fabs(d.z) - half.z)) <
         square(b->set->r[i]);
}

double box_sift(const Boxes *boxes, Vec3 centre, Vec3 half, double sure, int n, const int *in, int *n_out, int *out)
{
  int kept = 0;

  for (int k = 0; k < n; k++) {
    if (boxes->density[in[k]] > sure && holds(boxes, in[k], centre, half)) sure = boxes->density[in[k]];
  }
  for (int k = 0; k < n; k++) {
    if (boxes->density[in[k]] > sure && reaches(boxes, in[k], centre, half)) out[kept++] = in[k];
  }
  *n_out = kept;
  return sure;
}

double box_density(const Boxes *boxes, Vec3 x, double sure, int n, const int *list)
{
  for (int k = 0; k < n; k++) {
    const int  i = list[k];
    const Vec3 d = vec3_sub(x, boxes->x[i]);

    if (boxes->density[i] > sure && vec3_dot(d, d) < square(boxes->set->r[i])) sure = boxes->density[i];
  }
  return sure;
}

static void point_add(Vec3 x, double mass, BoxSum *sum)
{
  sum->mass += mass;
  sum->first = vec3_axpy(sum->first, mass, x);
  sum->second.xx += mass * x.x * x.x;
  sum->second.yy += mass * x.y * x.y;
  sum->second.zz += mass * x.z * x.z;
  sum->second.xy += mass * x.x * x.y;
  sum->second.xz += mass * x.x * x.z;
  sum->second.yz += mass * x.y * x.z;
}

void box_add(Vec3 centre, Vec3 half, double density, BoxSum *sum)
{
  const double volume = 4 * half.x * half.y * (half.z > 0 ? 2 * half.z : 1), mass = density * volume;

  if (!(density > 0)) return;
  sum->volume += volume;
  point_add(centre, mass, sum);
  sum->second.xx += mass * half.x * half.x / 3;
  sum->second.yy += mass * half.y * half.y / 3;
  sum->second.zz += mass * half.z * half.z / 3;
}

void box_sum_axpy(BoxSum *sum, double s, const BoxSum *other)
{
  sum->volume += s * other->volume;
  sum->mass += s * other->mass;
  sum->first = vec3_axpy(sum->first, s, other->first);
  sum->second.xx += s * other->second.xx;
  sum->second.yy += s * other->second.yy;
  sum->second.zz += s * other->second.zz;
  sum->second.xy += s * other->second.xy;
  sum->second.xz += s * other->second.xz;
  sum->second.yz += s * other->second.yz;
}

double boxes_cell(const Boxes *boxes, double edge)
{
  return boxes->set->dimension == 2 ? edge * edge : edge * edge * edge;
}

Vec3 boxes_half(const Boxes *boxes, double edge)
{
  return vec3(edge / 2, edge / 2, boxes->set->dimension == 2 ? 0 : edge / 2);
}

static double cube_of(double a)
{
  return a > 0 ? a * a * a : 0;
}

static double square_of(double a)
{
  return a > 0 ? a * a : 0;
}

/* Share of the unit square around 0 with n . u < t, for |n| = 1. */
static double square_below(Vec3 n, double t)
{
  const double a = max_real(fabs(n.x), least_component), b = max_real(fabs(n.y), least_component);
  const double s     = min_real(t, -t) + (a + b) / 2; /* as below */
  const double below = s <= 0 ? 0 : (square_of(s) - square_of(s - a) - square_of(s - b)) / (2 * a * b);

  return t <= 0 ? below : 1 - below;
}

/* Share of the unit cube around 0 with n . u < t, for |n| = 1 (Scardovelli & Zaleski 2000, J. Comput. Phys. 164, 228). */
static double cube_below(Vec3 n, double t)
{
  const double a = max_real(fabs(n.x), least_component), b = max_real(fabs(n.y), least_component),
               c = max_real(fabs(n.z), least_component), all = a + b + c;
  /* from the corner, and from the nearer of the two, where less cancels */
  const double s     = min_real(t, -t) + all / 2;
  const double below = s <= 0 ? 0
                              : (cube_of(s) - cube_of(s - a) - cube_of(s - b) - cube_of(s - c) + cube_of(s - a - b) +
                                 cube_of(s - a - c) + cube_of(s - b - c)) /
                                  (6 * a * b * c);

  return t <= 0 ? below : 1 - below;
}

typedef struct {
  double least, most; /* of the volume of the cube, share */
} Share;

static Share share_of(const Boxes *b, int i, Vec3 centre, double edge)
{
  double (*const below)(Vec3, double) = b->set->dimension == 2 ? square_below : cube_below;
  const Vec3   d                      = vec3_sub(centre, b->x[i]);
  const double r = b->set->r[i], distance = vec3_norm(d), reach = edge / 2 * sqrt(b->set->dimension == 2 ? 2 : 3);
  double       sagitta;
  Share        share = {0, min_real(1, pebble_volume(b->set, i) / boxes_cell(b, edge))};

  /* a sphere that is small beside the cube may end within it on the other side, too */
  if (r < 1.5 * reach || distance == 0) return share;
  sagitta     = reach * reach / (r + sqrt((r - reach) * (r + reach)));
  share.least = below(vec3_scale(1 / distance, d), (r - distance - sagitta) / edge - least_component) - share_rounding;
  share.most  = below(vec3_scale(1 / distance, d), (r - distance) / edge + least_component) + share_rounding;
  return (Share){max_real(0, share.least), min_real(1, share.most)};
}

void cell_doubt(const Boxes *boxes, Vec3 centre, double edge, double sure, int n, const int *list, BoxSum *middle,
                BoxDoubt *doubt)
{
  const double volume = boxes_cell(boxes, edge), far = vec3_norm(centre);
  double       densest = sure, least = 0, most = 0, mass, half, off;
  Share        filled = {0, 0};

  for (int k = 0; k < n; k++) {
    const Share  share = share_of(boxes, list[k], centre, edge);
    const double more  = boxes->density[list[k]] - sure;

    filled.least = max_real(filled.least, share.least);
    filled.most += share.most;
    least   = max_real(least, more * share.least);
    densest = max_real(densest, boxes->density[list[k]]);
    most += more * share.most;
  }
  most        = min_real(most, densest - sure);
  filled.most = min_real(filled.most, 1);
  box_add(centre, boxes_half(boxes, edge), sure, middle);
  if (!(sure > 0)) {
    middle->volume += volume * (filled.least + filled.most) / 2;
    doubt->volume += volume * (filled.most - filled.least) / 2;
  }
  mass = volume * (most + least) / 2;
  half = volume * (most - least) / 2;
  /* what is more than sure is off the centre by no more, times its mass: Cauchy-Schwarz with a weight in [0, 1] less 1/2 */
  off = volume * (densest - sure) * edge / sqrt(48);
  point_add(centre, mass, middle);
  doubt->mass += half;
  doubt->first += half * far + off;
  doubt->inertia += half * far * far + 2 * far * off + volume * (densest - sure) * edge * edge / 6;
  doubt->n++;
}

static double sym3_norm(Sym3 s)
{
  return sqrt(s.xx * s.xx + s.yy * s.yy + s.zz * s.zz + 2 * (s.xy * s.xy + s.xz * s.xz + s.yz * s.yz));
}

/* Errors of moments about the origin, moved to the centre found, where the first moment found is zero. */
static void error_set(const Boxes *b, const BoxSum *found, const BoxSum *middle, const BoxDoubt *doubt, Vec3 centre,
                      MassProperties *out)
{
  const double rounding = 16.0 * (double)(doubt->n + 64) * 0x1p-53, far = vec3_norm(centre);
  BoxSum       apart = *found;
  MassDoubt    d;

  box_sum_axpy(&apart, -1, middle);
  d.volume = fabs(apart.volume) + doubt->volume + rounding * found->volume;
  d.mass   = fabs(apart.mass) + doubt->mass + rounding * found->mass;
  d.first = vec3_norm(apart.first) + doubt->first + rounding * sqrt(found->mass * sym3_trace(found->second)); /* Cauchy-Schwarz */
  d.inertia = sym3_norm(inertia_of_seconds(apart.second)) + doubt->inertia + rounding * sym3_norm(found->second);
  d.inertia += 2 * far * d.first + far * far * d.mass;
  d.first += far * d.mass;
  mass_error_set(b->set, b->materials, &d, out);
}

void boxes_properties(const Boxes *boxes, const BoxSum *found, const BoxSum *middle, const BoxDoubt *doubt, MassProperties *out)
{
  const Vec3 f = found->first, c = vec3_scale(1 / found->mass, f);
  Sym3       s = found->second;

  s    = (Sym3){s.xx - c.x * f.x, s.yy - c.y * f.y, s.zz - c.z * f.z, s.xy - c.x * f.y, s.xz - c.x * f.z, s.yz - c.y * f.z};
  *out = (MassProperties){
    .volume = found->volume, .mass = found->mass, .centre = vec3_add(boxes->origin, c), .inertia = inertia_of_seconds(s)};
  error_set(boxes, found, middle, doubt, c, out);
}
