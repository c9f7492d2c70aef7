/* SPDX-License-Identifier: MIT */
/* Mass properties of the union of spheres by the divergence theorem: the volume integral of a polynomial p, homogeneous
   of degree k, is the integral of p x . n / (k + 3) over the surface, and the surface is what shows of each sphere
   (patch.h). With x = c + R n it takes no more of a sphere than the moments of its bare directions up to degree 3.
   Where materials overlap the densest wins: with densities d1 > d2 > .. > dm > 0 the body is the sum over k of
   (dk - dk+1) times the union of all spheres of density >= dk. */
#include "matter/mass.h"
#include "matter/patch.h"

/* Of the sums over patches, beside that of each, sr: some ten operations each and 30 levels of halves, times 4 pi. */
static const double rounding = 4 * PETSC_PI * 40 * 0x1p-53;

/* Integrals of 1, x, x x over a body about `origin`, and bounds on the error of each entry. */
typedef struct {
  double volume;
  Vec3   first;
  Sym3   second;
  double volume_error, first_error, second_error;
} Moments;

typedef struct {
  double low; /* of its shadow on the axis x */
  int    i;
} Shadow;

/* The spheres of one union, and who overlaps whom. */
typedef struct {
  const PebbleSet *set;
  int              n;
  Shadow          *shadow; /* [n], by low */
  size_t          *start;  /* [set->n + 1], where the neighbours of a pebble start in the list */
  int             *list;
} Union;

static int compare_shadows(const void *a, const void *b)
{
  const Shadow *p = a, *q = b;

  return p->low != q->low ? (p->low < q->low ? -1 : 1) : p->i - q->i;
}

static bool spheres_overlap(const PebbleSet *set, int i, int j)
{
  const Vec3   d     = vec3_sub(set->x[j], set->x[i]);
  const double reach = set->r[i] + set->r[j];

  return vec3_dot(d, d) < reach * reach;
}

/* Count (list NULL) or note the neighbours of each; start[i + 1] is where the next neighbour of i goes. */
static void neighbours_sweep(Union *u)
{
  for (int p = 0; p < u->n; p++) {
    const int    i    = u->shadow[p].i;
    const double high = u->set->x[i].x + u->set->r[i];

    for (int q = p + 1; q < u->n && u->shadow[q].low <= high; q++) {
      const int j = u->shadow[q].i;

      if (!spheres_overlap(u->set, i, j)) continue;
      if (u->list) {
        u->list[u->start[i + 1]] = j;
        u->list[u->start[j + 1]] = i;
      }
      u->start[i + 1]++;
      u->start[j + 1]++;
    }
  }
}

/* After counting: start[i + 1] becomes where the neighbours of i start. */
static bool list_create(Union *u)
{
  size_t total = 0;

  for (int i = 0; i < u->set->n; i++) {
    const size_t count = u->start[i + 1];

    u->start[i + 1] = total;
    total += count;
  }
  u->list = calloc(total + 1, sizeof *u->list);
  return u->list != NULL;
}

static bool neighbours_find(Union *u)
{
  sort_items(u->shadow, u->n, sizeof *u->shadow, compare_shadows);
  neighbours_sweep(u);
  if (!list_create(u)) return false;
  neighbours_sweep(u);
  return true;
}

/* How much of i is inside j: 0 nothing, 1 a cap, 2 all of it. Of pebbles that coincide the first one shows. The
   products of differences keep the cap sharp for spheres that almost coincide. */
static int cap_of(const PebbleSet *set, int i, int j, Cap *cap)
{
  const Vec3   d = vec3_sub(set->x[j], set->x[i]);
  const double a = set->r[i], b = set->r[j], square = vec3_dot(d, d), distance = sqrt(square);

  if (square == 0) return a < b || (a == b && j < i) ? 2 : 0;
  *cap = (Cap){vec3_scale(1 / distance, d), (square + (a - b) * (a + b)) / (2 * distance * a)};
  return cap->cosine >= 1 ? 0 : cap->cosine <= -1 ? 2 : 1;
}

/* What shows of pebble i; caps has room for all neighbours. */
static bool exposed_find(const Union *u, int i, Cap *caps, Patch *patch)
{
  int n = 0;

  for (size_t k = u->start[i]; k < u->start[i + 1]; k++) {
    const int covers = cap_of(u->set, i, u->list[k], &caps[n]);

    if (covers == 2) {
      *patch = (Patch){.error = 0};
      return true;
    }
    n += covers;
  }
  return patch_find(n, caps, patch);
}

/* x -> sum of S_abk x_k over the third index of the moments of degree 3 */
static Sym3 third_mul(const double *s, Vec3 c)
{
  return (Sym3){.xx = s[0] * c.x + s[1] * c.y + s[2] * c.z,
                .xy = s[1] * c.x + s[3] * c.y + s[4] * c.z,
                .xz = s[2] * c.x + s[4] * c.y + s[5] * c.z,
                .yy = s[3] * c.x + s[6] * c.y + s[7] * c.z,
                .yz = s[4] * c.x + s[7] * c.y + s[8] * c.z,
                .zz = s[5] * c.x + s[8] * c.y + s[9] * c.z};
}

/* Errors: with |patch moments| off by e, an entry of degree k is off by at most R^2 (R + 2 |c|)^(k + 1) e / (k + 3). */
static void errors_add(Moments *m, double c, double r, double e)
{
  const double h = r + 2 * c, flux = r * r * h * e;

  m->volume_error += flux / 3;
  m->first_error += flux * h / 4;
  m->second_error += flux * h * h / 5;
}

/* Integrals over the patch of x . n, x x . n and x x x . n with x = c + R n. */
static void patch_add(Moments *m, const Patch *patch, Vec3 c, double r)
{
  const double *s  = patch->moment;
  const Vec3    s1 = {s[1], s[2], s[3]};
  const Sym3    s2 = {.xx = s[4], .xy = s[5], .xz = s[6], .yy = s[7], .yz = s[8], .zz = s[9]}, s3 = third_mul(s + 10, c);
  const double  flux = vec3_dot(c, s1) + r * s[0], scale = r * r / 5;
  const Vec3    turn = vec3_scale(r, vec3_axpy(sym3_mul(s2, c), r, s1)); /* r (n) (c . n + r) */

  m->volume += r * r / 3 * flux;
  m->first = vec3_axpy(m->first, r * r / 4, vec3_axpy(turn, flux, c));
  m->second.xx += scale * (flux * c.x * c.x + 2 * c.x * turn.x + r * r * (s3.xx + r * s2.xx));
  m->second.yy += scale * (flux * c.y * c.y + 2 * c.y * turn.y + r * r * (s3.yy + r * s2.yy));
  m->second.zz += scale * (flux * c.z * c.z + 2 * c.z * turn.z + r * r * (s3.zz + r * s2.zz));
  m->second.xy += scale * (flux * c.x * c.y + c.x * turn.y + c.y * turn.x + r * r * (s3.xy + r * s2.xy));
  m->second.xz += scale * (flux * c.x * c.z + c.x * turn.z + c.z * turn.x + r * r * (s3.xz + r * s2.xz));
  m->second.yz += scale * (flux * c.y * c.z + c.y * turn.z + c.z * turn.y + r * r * (s3.yz + r * s2.yz));
}

static void moments_axpy(Moments *sum, double s, const Moments *m)
{
  sum->volume += s * m->volume;
  sum->first = vec3_axpy(sum->first, s, m->first);
  sum->second.xx += s * m->second.xx;
  sum->second.yy += s * m->second.yy;
  sum->second.zz += s * m->second.zz;
  sum->second.xy += s * m->second.xy;
  sum->second.xz += s * m->second.xz;
  sum->second.yz += s * m->second.yz;
  sum->volume_error += s * m->volume_error;
  sum->first_error += s * m->first_error;
  sum->second_error += s * m->second_error;
}

/* Patches from .. to - 1 of the union, by halves: rounding grows with the logarithm of their number. */
static bool patches_add(const Union *u, int from, int to, Vec3 origin, Cap *caps, Moments *sum)
{
  const int middle = from + (to - from) / 2;
  Moments   half   = {.volume = 0};
  bool      done;

  if (to - from > 1) {
    done = patches_add(u, from, middle, origin, caps, sum) && patches_add(u, middle, to, origin, caps, &half);
    moments_axpy(sum, 1, &half);
  } else {
    const int  i = u->shadow[from].i;
    const Vec3 c = vec3_sub(u->set->x[i], origin);
    Patch      patch;

    done = exposed_find(u, i, caps, &patch);
    patch_add(sum, &patch, c, u->set->r[i]);
    errors_add(sum, vec3_norm(c), u->set->r[i], patch.error + rounding);
  }
  return done;
}

/* Moments of the union of pebbles at least as dense as `density`. Returns false when there is no memory. */
static bool union_find(const PebbleSet *set, const Materials *materials, double density, Vec3 origin, Moments *out)
{
  const size_t room = (size_t)set->n + 1;
  Union        u    = {.set = set, .shadow = calloc(room, sizeof *u.shadow), .start = calloc(room, sizeof *u.start)};
  Cap         *caps = calloc(room, sizeof *caps);
  bool         done = u.shadow && u.start && caps;

  *out = (Moments){.volume = 0};
  if (done) {
    for (int i = 0; i < set->n; i++) {
      if (materials->list[set->material[i]].density >= density) u.shadow[u.n++] = (Shadow){set->x[i].x - set->r[i], i};
    }
    done = neighbours_find(&u) && patches_add(&u, 0, u.n, origin, caps, out);
  }
  free(u.shadow);
  free(u.start);
  free(u.list);
  free(caps);
  return done;
}

/* The largest density in the set that is below `limit`, or 0. */
static double next_density(const PebbleSet *set, const Materials *materials, double limit)
{
  double next = 0;

  for (int i = 0; i < set->n; i++) {
    const double density = materials->list[set->material[i]].density;

    if (density < limit) next = max_real(next, density);
  }
  return next;
}

/* m: weighted with density, about origin */
static void properties_set(const Moments *m, Vec3 origin, MassProperties *out)
{
  const Vec3   c        = vec3_scale(1 / m->volume, m->first);
  const double distance = vec3_norm(c), xx = m->second.xx - c.x * m->first.x, yy = m->second.yy - c.y * m->first.y,
               zz = m->second.zz - c.z * m->first.z;
  /* an entry of the second moments about the centre is off by this; inertia, as an operator, by at most 6 times it */
  const double off = m->second_error + distance * (2 * m->first_error + distance * m->volume_error);

  out->mass    = m->volume;
  out->centre  = vec3_add(origin, c);
  out->inertia = (Sym3){.xx = yy + zz,
                        .yy = xx + zz,
                        .zz = xx + yy,
                        .xy = c.x * m->first.y - m->second.xy,
                        .xz = c.x * m->first.z - m->second.xz,
                        .yz = c.y * m->first.z - m->second.yz};
  out->error =
    max_real(m->volume_error / m->volume, 6 * off / max_real(out->inertia.xx, max_real(out->inertia.yy, out->inertia.zz)));
}

static bool exact_find(const PebbleSet *set, const Materials *materials, const MassOptions *options, MassProperties *out,
                       char *why)
{
  Moments body = {.volume = 0}, part = {.volume = 0};
  Vec3    origin;

  /* near the centre, where the integrals over the surface cancel least */
  if (!mass_sum.find(set, materials, options, out, why)) return false;
  origin = out->centre;
  *out   = (MassProperties){.volume = 0};
  for (double density = next_density(set, materials, HUGE_VAL); density > 0;) {
    const double next = next_density(set, materials, density);

    if (!union_find(set, materials, density, origin, &part)) {
      strcpy(why, "no memory for the union of the pebbles");
      return false;
    }
    moments_axpy(&body, density - next, &part);
    density = next;
  }
  out->volume = part.volume;
  properties_set(&body, origin, out);
  out->error = max_real(out->error, part.volume_error / part.volume);
  return true;
}

const MassMethod mass_exact = {
  .name   = "exact",
  .text   = "The union of the pebbles, overlaps counted once; the densest material wins.",
  .source = "Divergence theorem over the bare part of each sphere.",
  .find   = exact_find,
};
