/* SPDX-License-Identifier: MIT */
/* Mass properties of the union of spheres by the divergence theorem: the volume integral of a
   polynomial p, homogeneous of degree k, is the integral of p x . n / (k + 3) over the surface,
   which consists of the bare part of each sphere (patch.h). With x = c + R n it needs only the
   moments of the bare directions of each sphere up to degree 3. Discs likewise by Green's theorem:
   the integral over the edge, with k + 2 and the bare arcs of each circle (arcs.h).

   With capsules (bare.h) the surface of each is that of its caps and its side.

   Where materials overlap the densest wins: with densities d1 > d2 > .. > dm > 0 the body is the
   sum over k of (dk - dk+1) times the union of all spheres of density >= dk. */
#include "geometry/arcs.h"
#include "geometry/sphere_tree.h"
#include "shape/mass/bare.h"
#include "shape/shape_mass.h"

/* Rounding of the sums over patches, apart from that of each patch, sr: some ten operations each
   and 30 levels of halves, times 4 pi. */
static const double rounding = 4 * PETSC_PI * 40 * 0x1p-53;

/* Discs: error by one touch that is not cut, rad; r^2 / 2 times it is the area. */
static const double touch = 4 * ARC_TOUCH;

/* Integrals of 1, x and x x^T over a body about `origin`, and bounds on the error of each entry. */
typedef struct {
  double volume;
  Vec3   first;
  Sym3   second;
  double volume_error, first_error, second_error;
} Moments;

/* Pebbles of one union, sorted by the lower end of their projection on the x axis. */
typedef struct {
  int        n, dimension;
  Vec3       origin; /* origin of the moments */
  Vec3      *x;      /* as given, so that differences are exact for nearly coincident pebbles */
  double    *r;
  Neighbours near;
  Cap       *caps; /* [n] caps of one sphere, as the arcs of one disc */
  Arc       *arcs;
  /* [n] discs inside another one: skipped, so that crossings are visible on both circles or on
     none */
  bool   *hidden;
  double *depth; /* [n] discs: depth of the deepest touch that is not cut, m */
  /* discs: true if the end of an arc bounds a bare part; neighbour entry e: [2 e] start, [2 e + 1]
     end */
  bool *shows;
} Union;

typedef struct {
  double low; /* lower end of the projection, m */
  int    i;
} Shadow;

static int compare_shadows(const void *a, const void *b)
{
  const Shadow *p = a, *q = b;

  return p->low != q->low ? (p->low < q->low ? -1 : 1) : p->i - q->i;
}

/* Part of sphere i inside sphere j: 0 nothing, 1 a cap, 2 all of it. Of coincident pebbles only
   the first has a bare part. Products of differences keep the cap accurate for nearly coincident
   spheres. */
static int cap_of(const Union *u, int i, int j, Cap *cap)
{
  const Vec3   d = vec3_sub(u->x[j], u->x[i]);
  const double a = u->r[i], b = u->r[j], square = vec3_dot(d, d), distance = sqrt(square);

  if (square == 0) return a < b || (a == b && j < i) ? 2 : 0;
  *cap = (Cap){vec3_scale(1 / distance, d), (square + (a - b) * (a + b)) / (2 * distance * a)};
  return cap->cosine >= 1 ? 0 : cap->cosine <= -1 ? 2 : 1;
}

/* Find the moments of the bare part of sphere i. */
static void sphere_find(Union *u, int i, Patch *patch)
{
  int n = 0;

  for (size_t k = u->near.start[i]; k < u->near.start[i + 1]; k++) {
    const int covers = cap_of(u, i, u->near.list[k], &u->caps[n]);

    if (covers == 2) {
      *patch = (Patch){.error = 0};
      return;
    }
    n += covers;
  }
  patch_find(n, u->caps, patch);
}

/* Find the moments of the bare arcs of disc i. */
static void disc_find(Union *u, int i, Patch *patch)
{
  int n = 0, touches = 0;

  *patch = (Patch){.error = touch};
  if (u->hidden[i]) return;
  for (size_t k = u->near.start[i]; k < u->near.start[i + 1]; k++) {
    const int j = u->near.list[k];

    if (u->hidden[j]) continue;
    if (arc_of(u->r[i], u->r[j], vec3_sub(u->x[j], u->x[i]), &u->arcs[n])) u->arcs[n++].entry = k;
    else touches++;
  }
  arcs_find(n, u->arcs, patch);
  patch->error += touches * touch;
  for (int k = 0; k < n; k++) {
    u->shows[2 * u->arcs[k].entry]     = u->arcs[k].start_shows;
    u->shows[2 * u->arcs[k].entry + 1] = u->arcs[k].end_shows;
  }
}

/* Sum over k of S_abk c_k, S the moments of degree 3. */
static Sym3 third_mul(const double *s, Vec3 c)
{
  return (Sym3){.xx = s[0] * c.x + s[1] * c.y + s[2] * c.z,
                .xy = s[1] * c.x + s[3] * c.y + s[4] * c.z,
                .xz = s[2] * c.x + s[4] * c.y + s[5] * c.z,
                .yy = s[3] * c.x + s[6] * c.y + s[7] * c.z,
                .yz = s[4] * c.x + s[7] * c.y + s[8] * c.z,
                .zz = s[5] * c.x + s[8] * c.y + s[9] * c.z};
}

/* Add error bounds: if the moments of a patch are off by at most e, an entry of degree k is off
   by at most R^2 (R + 2 |c|)^(k + 1) e / (k + 3); for discs, R (R + 2 |c|)^(k + 1) e / (k + 2). */
static void errors_add(Moments *m, int dimension, double c, double r, double e)
{
  const double h = r + 2 * c, flux = (dimension == 2 ? r : r * r) * h * e;

  m->volume_error += flux / dimension;
  m->first_error += flux * h / (dimension + 1);
  m->second_error += flux * h * h / (dimension + 2);
}

/* Add the integrals over the patch of x . n, x x . n and x x x . n with x = c + R n. */
static void patch_add(Moments *m, int dimension, const Patch *patch, Vec3 c, double r)
{
  const double *s   = patch->moment;
  const Vec3    s1  = {s[1], s[2], s[3]};
  const Sym3    s2  = {.xx = s[4], .xy = s[5], .xz = s[6], .yy = s[7], .yz = s[8], .zz = s[9]},
             s3     = third_mul(s + 10, c);
  const double area = dimension == 2 ? r : r * r; /* R^(dimension - 1) */
  const double flux = vec3_dot(c, s1) + r * s[0], scale = area / (dimension + 2);
  const Vec3   turn = vec3_scale(r, vec3_axpy(sym3_mul(s2, c), r, s1)); /* r (n) (c . n + r) */

  m->volume += area / dimension * flux;
  m->first = vec3_axpy(m->first, area / (dimension + 1), vec3_axpy(turn, flux, c));
  m->second.xx += scale * (flux * c.x * c.x + 2 * c.x * turn.x + r * r * (s3.xx + r * s2.xx));
  m->second.yy += scale * (flux * c.y * c.y + 2 * c.y * turn.y + r * r * (s3.yy + r * s2.yy));
  m->second.zz += scale * (flux * c.z * c.z + 2 * c.z * turn.z + r * r * (s3.zz + r * s2.zz));
  m->second.xy +=
    scale * (flux * c.x * c.y + c.x * turn.y + c.y * turn.x + r * r * (s3.xy + r * s2.xy));
  m->second.xz +=
    scale * (flux * c.x * c.z + c.x * turn.z + c.z * turn.x + r * r * (s3.xz + r * s2.xz));
  m->second.yz +=
    scale * (flux * c.y * c.z + c.y * turn.z + c.z * turn.y + r * r * (s3.yz + r * s2.yz));
}

static void moments_axpy(Moments *sum, double s, const Moments *m)
{
  sum->volume += s * m->volume;
  sum->first  = vec3_axpy(sum->first, s, m->first);
  sum->second = sym3_axpy(sum->second, s, m->second);
  sum->volume_error += s * m->volume_error;
  sum->first_error += s * m->first_error;
  sum->second_error += s * m->second_error;
}

/* Add patches from .. to - 1 of the union by pairwise summation: rounding grows with the
   logarithm of their number. */
static void patches_add(Union *u, int from, int to, Moments *sum)
{
  const int middle = from + (to - from) / 2;
  Moments   half   = {.volume = 0};

  if (to - from > 1) {
    patches_add(u, from, middle, sum);
    patches_add(u, middle, to, &half);
    moments_axpy(sum, 1, &half);
  } else {
    const Vec3 c = vec3_sub(u->x[from], u->origin);
    Patch      patch;

    if (u->dimension == 2) disc_find(u, from, &patch);
    else sphere_find(u, from, &patch);
    patch_add(sum, u->dimension, &patch, c, u->r[from]);
    errors_add(sum, u->dimension, vec3_norm(c), u->r[from], patch.error + rounding);
  }
}

/* Add the error of crossings that are visible on one circle only. Where two circles cross,
   normally both arcs end or neither does; then the arcs close to a curve, and a slip of the
   point along nearly tangent circles has no effect. By rounding, or by a touch that is not cut,
   a third circle may hide the point on one of them alone: then the whole slip counts, on both. */
static void open_ends_errors(const Union *u, Moments *sum)
{
  for (int i = 0; i < u->n; i++) {
    for (size_t e = u->near.start[i]; e < u->near.start[i + 1]; e++) {
      const int    j = u->near.list[e];
      const size_t t = u->near.twin[e];
      const int    open =
        (u->shows[2 * e] != u->shows[2 * t + 1]) + (u->shows[2 * e + 1] != u->shows[2 * t]);
      const double a = u->r[i], b = u->r[j];

      if (open > 0)
        errors_add(sum, 2, vec3_norm(vec3_sub(u->x[i], u->origin)), a,
                   open * arc_slip(a, b, vec3_sub(u->x[j], u->x[i]), u->depth[i] + u->depth[j]));
    }
  }
}

/* Mark the discs inside others, and find the deepest touches of each. */
static void discs_prepare(Union *u)
{
  const size_t room = (size_t)u->n;

  u->arcs   = memory_zero(room, sizeof *u->arcs);
  u->hidden = memory_zero(room, sizeof *u->hidden);
  u->shows  = memory_zero(2 * u->near.start[u->n], sizeof *u->shows);
  u->depth  = memory_zero(room, sizeof *u->depth);
  for (int i = 0; i < u->n; i++)
    for (size_t k = u->near.start[i]; k < u->near.start[i + 1]; k++) {
      const int  j = u->near.list[k];
      const Vec3 d = vec3_sub(u->x[j], u->x[i]);

      /* The first of coincident discs is not hidden. */
      u->hidden[i] =
        u->hidden[i] || (circle_is_inside(u->r[i], u->r[j], d) && (u->r[j] > u->r[i] || j < i));
      u->depth[i] = max_real(u->depth[i], arc_touch(u->r[i], u->r[j], d));
    }
}

/* Set up the union of the pebbles at least as dense as `density`. */
static void union_create(const PebbleSet *set, const Materials *materials, double density,
                         Vec3 origin, Union *u)
{
  const size_t  room   = (size_t)set->n;
  Shadow *const shadow = memory_zero(room, sizeof *shadow);

  *u = (Union){.dimension = set->dimension == 2 ? 2 : 3,
               .origin    = origin,
               .x         = memory_zero(room, sizeof *u->x),
               .r         = memory_zero(room, sizeof *u->r)};
  for (int i = 0; i < set->n; i++) {
    if (pebble_density(set, materials, i) >= density)
      shadow[u->n++] = (Shadow){set->x[i].x - set->r[i], i};
  }
  sort_items(shadow, u->n, sizeof *shadow, compare_shadows);
  for (int k = 0; k < u->n; k++) {
    u->x[k] = set->x[shadow[k].i];
    u->r[k] = set->r[shadow[k].i];
  }
  free(shadow);
  neighbours_create(u->n, u->x, u->r, &u->near);
  if (u->dimension == 2) discs_prepare(u);
  else u->caps = memory_zero((size_t)u->n, sizeof *u->caps);
}

static void union_free(Union *u)
{
  neighbours_free(&u->near);
  free(u->x);
  free(u->r);
  free(u->caps);
  free(u->arcs);
  free(u->hidden);
  free(u->depth);
  free(u->shows);
}

/* The largest density in the set that is below `limit`, or 0. */
static double next_density(const PebbleSet *set, const Materials *materials, double limit)
{
  double next = 0;

  for (int i = 0; i < set->n; i++)
    if (pebble_density(set, materials, i) < limit)
      next = max_real(next, pebble_density(set, materials, i));
  return next;
}

/* Set all properties. m: moments weighted with density; volume: without; both about origin. */
static void properties_set(const PebbleSet *set, const Materials *materials, const Moments *m,
                           const Moments *volume, Vec3 origin, MassProperties *out)
{
  const double distance = vec3_norm(vec3_scale(1 / m->volume, m->first));
  /* Bounds on the entries of the moments about the centre; the first moment as a vector is off
     by at most twice, the inertia as an operator by at most 6 times that. */
  const double first  = m->first_error + distance * m->volume_error,
               second = m->second_error + distance * (m->first_error + first);

  *out        = mass_of_moments(m->volume, m->first, m->second, origin);
  out->volume = volume->volume;
  pebbles_error_set(set, materials,
                    &(MassErrors){volume->volume_error, m->volume_error, 2 * first, 6 * second},
                    out);
}

/* ---- with capsules ---- */

static Capsule capsule_of(const PebbleSet *set, int i, double r)
{
  const Vec3 axis = pebble_set_axis(set, i);

  return (Capsule){{vec3_sub(set->x[i], axis), vec3_add(set->x[i], axis)}, r};
}

/* Pebbles of a set with capsules, and who may cover one of them. */
typedef struct {
  const PebbleSet *set;
  const Materials *materials;
  double           density; /* pebbles that are less dense do not count */
  double          *reach;   /* [n] radius of a ball around each pebble, m */
  SphereTree       tree;
  Capsule         *list; /* [n] workspace */
} CapsuleUnion;

static Covers covers_of(const CapsuleUnion *u, int i)
{
  const PebbleSet *set  = u->set;
  Covers           by   = {0, u->list};
  SphereWalk       walk = sphere_tree_walk(&u->tree, set->x[i], u->reach[i], false);

  for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk)) {
    const Capsule own   = capsule_of(set, i, set->r[i]),
                  other = capsule_of(set, j, set->r[j] * (j < i ? 1 + BARE_FIRST : 1 - BARE_FIRST));
    const double reach  = own.r + other.r;

    if (j != i && pebble_density(set, u->materials, j) >= u->density &&
        capsules_distance2(&own, &other) < reach * reach)
      u->list[by.n++] = other;
  }
  return by;
}

/* Add the bare part of a sphere, or of half of it. */
static void add_sphere(const Covers *by, Vec3 centre, double r, Vec3 axis, bool half, Vec3 origin,
                       Moments *sum)
{
  const Vec3 c = vec3_sub(centre, origin);
  Patch      patch;

  if (by->n == 0 && !half) patch_find(0, NULL, &patch);
  else bare_sphere(by, centre, r, axis, half, &patch);
  patch_add(sum, 3, &patch, c, r);
  errors_add(sum, 3, vec3_norm(c), r, patch.error + rounding + BARE_FIRST);
}

/* Add the bare surface of pebble i. */
static void add_pebble(const CapsuleUnion *u, int i, Vec3 origin, Moments *sum)
{
  const Capsule c    = capsule_of(u->set, i, u->set->r[i]);
  const Covers  by   = covers_of(u, i);
  Vec3          axis = pebble_set_axis(u->set, i);
  BareFlux      side;

  if (!vec3_normalize(&axis)) {
    add_sphere(&by, u->set->x[i], c.r, vec3(0, 0, 1), false, origin, sum);
    return;
  }
  add_sphere(&by, c.ends[0], c.r, vec3_scale(-1, axis), true, origin, sum);
  add_sphere(&by, c.ends[1], c.r, axis, true, origin, sum);
  bare_side(&by, &c, origin, &side);
  sum->volume += side.flux / 3;
  sum->first  = vec3_axpy(sum->first, 1. / 4, side.first);
  sum->second = sym3_axpy(sum->second, 1. / 5, side.second);
  sum->volume_error += side.error[0] / 3;
  sum->first_error += side.error[1] / 4;
  sum->second_error += side.error[2] / 5;
}

/* As patches_add. */
static void capsules_add(const CapsuleUnion *u, int from, int to, Vec3 origin, Moments *sum)
{
  const int middle = from + (to - from) / 2;
  Moments   half   = {.volume = 0};

  if (to - from > 1) {
    capsules_add(u, from, middle, origin, sum);
    capsules_add(u, middle, to, origin, &half);
    moments_axpy(sum, 1, &half);
  } else if (pebble_density(u->set, u->materials, from) >= u->density)
    add_pebble(u, from, origin, sum);
}

/* Moments of the union of the pebbles at least as dense as `density`. */
static void capsules_find_moments(const PebbleSet *set, const Materials *materials, double density,
                                  Vec3 origin, Moments *sum)
{
  const size_t room = (size_t)set->n;
  CapsuleUnion u    = {.set       = set,
                       .materials = materials,
                       .density   = density,
                       .reach     = memory_zero(room, sizeof *u.reach),
                       .list      = memory_zero(room, sizeof *u.list)};

  for (int i = 0; i < set->n; i++) u.reach[i] = set->r[i] + vec3_norm(pebble_set_axis(set, i));
  sphere_tree_create(set->n, set->x, u.reach, &u.tree);
  capsules_add(&u, 0, set->n, origin, sum);
  sphere_tree_free(&u.tree);
  free(u.reach);
  free(u.list);
}

static bool exact_find(const PebbleSet *set, const Materials *materials, const MassOptions *options,
                       MassProperties *out, char *why)
{
  const bool capsules = pebble_set_capsules(set) > 0;
  Moments    body = {.volume = 0}, part = {.volume = 0};
  Vec3       origin;

  (void)options;
  if (!pebbles_are_sound(set, materials, why)) return false;
  /* The origin is near the centre, where cancellation in the surface integrals is least. */
  origin = pebbles_centre(set, materials);
  for (double density = next_density(set, materials, HUGE_VAL); density > 0;) {
    const double next = next_density(set, materials, density);

    part = (Moments){.volume = 0};
    if (capsules) capsules_find_moments(set, materials, density, origin, &part);
    else {
      Union u;

      union_create(set, materials, density, origin, &u);
      patches_add(&u, 0, u.n, &part);
      if (u.dimension == 2) open_ends_errors(&u, &part);
      union_free(&u);
    }
    moments_axpy(&body, density - next, &part);
    density = next;
  }
  properties_set(set, materials, &body, &part, origin, out);
  return true;
}

const MassMethod mass_exact = {
  .head        = {.name   = "exact",
                  .text   = "The union of the pebbles, overlaps counted once; the densest material wins.",
                  .source = "Divergence theorem over the bare part of each sphere (disc)."},
  .find        = exact_find,
  .find_shapes = shapes_exact,
};
