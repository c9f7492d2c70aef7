/* SPDX-License-Identifier: MIT */
/* Bounds on the content of a cut cube: at least the largest content of a single part, at most the
   sum over its parts. */
#include "shape/mass/boxes.h"

static const double most_finer = 4e6; /* largest number of cubes visited for the bounds */

bool boxes_reserve(void *pointer, size_t size, size_t n, size_t *room)
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

/* ---- sums ---- */

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

void boxes_add(const Boxes *boxes, Vec3 centre, Vec3 half, double density, BoxSum *sum)
{
  const double volume = 4 * half.x * half.y * (half.z > 0 ? 2 * half.z : 1),
               mass   = density * volume;

  if (!(density > 0)) return;
  sum->volume += volume;
  point_add(vec3_sub(centre, boxes->about), mass, sum);
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

/* ---- bounds ---- */

/* Bounds for a cube of density `sure` throughout, with denser parts. */
typedef struct {
  BoxShare filled; /* share of its volume */
  /* density above `sure`: bounds on its mean, and its largest value */
  double least, most, densest;
} Bounds;

static Bounds bounds_of(const Boxes *b, Vec3 centre, double edge, double sure, int n,
                        const int *list)
{
  Bounds bounds = {.densest = 0};

  for (int k = 0; k < n; k++) {
    const BoxShare share = b->parts->share(b, list[k], centre, edge);
    const double   more  = b->density[list[k]] - sure;

    bounds.filled.least = max_real(bounds.filled.least, share.least);
    bounds.filled.most += share.most;
    bounds.least   = max_real(bounds.least, more * share.least);
    bounds.densest = max_real(bounds.densest, more);
    bounds.most += more * share.most;
  }
  bounds.most        = min_real(bounds.most, bounds.densest);
  bounds.filled.most = min_real(bounds.filled.most, 1);
  if (sure > 0) bounds.filled = (BoxShare){1, 1};
  return bounds;
}

/* Add the mean of the bounds. */
static void middle_add(const Boxes *b, Vec3 centre, double edge, double sure, const Bounds *bounds,
                       BoxSum *middle)
{
  const double volume = boxes_cell(b, edge), more = (bounds->least + bounds->most) / 2,
               filled = volume * (bounds->filled.least + bounds->filled.most) / 2;

  if (b->parts->spread) {
    boxes_add(b, centre, boxes_half(b, edge), sure + more, middle);
    if (sure + more > 0) middle->volume -= volume; /* added by boxes_add */
    middle->volume += filled;
  } else {
    boxes_add(b, centre, boxes_half(b, edge), sure, middle);
    if (!(sure > 0)) middle->volume += filled;
    point_add(vec3_sub(centre, b->about), volume * more, middle);
  }
}

/* Bound the moments of a cut cube. Errors by Cauchy-Schwarz: the unknown density is the largest one
   times a weight in [0, 1], which differs from 1/2 by at most 1/2. */
static void bound(const Boxes *b, Vec3 centre, double edge, double sure, int n, const int *list,
                  BoxFound *found)
{
  const Bounds bounds = bounds_of(b, centre, edge, sure, n, list);
  const double volume = boxes_cell(b, edge), far = vec3_norm(vec3_sub(centre, b->about)),
               mass        = volume * (bounds.most - bounds.least) / 2,
               off         = volume * bounds.densest * edge / sqrt(48);
  MassErrors *const errors = &found->errors;

  middle_add(b, centre, edge, sure, &bounds, &found->middle);
  errors->volume += volume * (bounds.filled.most - bounds.filled.least) / 2;
  errors->mass += mass;
  errors->first += mass * far + off;
  errors->inertia += mass * far * far + 2 * far * off + volume * bounds.densest * edge * edge / 6;
  found->cut++;
}

void boxes_bound(const Boxes *b, Vec3 centre, double edge, double sure, int n, int *list, int finer,
                 BoxFound *found)
{
  const Vec3 half = boxes_half(b, edge / 2);

  if (finer == 0) {
    bound(b, centre, edge, sure, n, list, found);
    return;
  }
  for (int k = 0; k < boxes_parts(b); k++) {
    const Vec3   part = boxes_part(b, centre, edge / 4, k);
    int          kept;
    const double surely = b->parts->sift(b, part, half, sure, n, list, &kept, list + n);

    if (kept > 0) boxes_bound(b, part, edge / 2, surely, kept, list + n, finer - 1, found);
    else boxes_add(b, part, half, surely, &found->middle);
    found->cut++;
  }
}

int boxes_finer(const Boxes *boxes, double cubes)
{
  int finer = 0;

  while (finer < boxes->parts->finer && cubes * pow(boxes_parts(boxes), finer + 1) <= most_finer)
    finer++;
  return finer;
}

/* ---- errors ---- */

MassErrors box_found_apart(const BoxFound *found)
{
  BoxSum apart = found->sum;

  box_sum_axpy(&apart, -1, &found->middle);
  return (MassErrors){fabs(apart.volume), fabs(apart.mass), vec3_norm(apart.first),
                      sym3_norm(inertia_of_seconds(apart.second))};
}

double boxes_rounding(int64_t n)
{
  return 16.0 * (double)(n + 64) * 0x1p-53;
}
