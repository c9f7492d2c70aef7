/* SPDX-License-Identifier: MIT */
/* Hard contacts of lone spheres without friction: impulses along the line of centres, which turn
   nothing, in tiles for kernels. The formulas are those of hard_correct. */
#include "base/rows.h"
#include "constraint/hard/hard.h"

enum { SPHERES_TILE = 64 };

/* A tile of contacts of one law. */
typedef struct {
  int     n;
  double *column[SPHERES_COLUMNS];    /* columns of the list, from the first contact on */
  double  way[3][SPHERES_TILE];       /* from a to b, m, or the velocity of b relative to a, m/s */
  int64_t push[3][SPHERES_TILE];      /* impulse on b, quanta */
  double  momentum, largest, inverse; /* of Constraints.move */
} SpheresTile;

void hard_spheres_reserve(HardSpheres *l, PetscInt n)
{
  ArrayPart parts[3 + SPHERES_COLUMNS] = {ARRAY_PART(l->a), ARRAY_PART(l->b), ARRAY_PART(l->law)};

  for (int k = 0; k < SPHERES_COLUMNS; k++) parts[3 + k] = (ArrayPart)ARRAY_PART(l->column[k]);
  arrays_reserve(n, &l->capacity, 3 + SPHERES_COLUMNS, parts);
}

void hard_spheres_free(HardSpheres *l)
{
  for (int k = 0; k < SPHERES_COLUMNS; k++) array_free(&l->column[k]);
  array_free(&l->a);
  array_free(&l->b);
  array_free(&l->law);
}

void hard_spheres_add(Hard *h, const ConstraintScene *s, const HardContact *found)
{
  HardSpheres   *l  = &h->spheres;
  const PetscInt k  = l->n++;
  const double   ra = s->pebbles->at[found->i].r, rb = s->pebbles->at[found->j].r;

  l->a[k]                       = found->a;
  l->b[k]                       = found->b;
  l->law[k]                     = found->law;
  l->column[SPHERES_REACH][k]   = ra + rb;
  l->column[SPHERES_SMALLER][k] = min_real(ra, rb);
}

void hard_spheres_begin(const Hard *h, const ConstraintScene *s)
{
  const HardSpheres *l = &h->spheres;
  const Pose        *p = s->clumps->pose;

  for (PetscInt k = 0; k < l->n; k++) {
    const int32_t a = l->a[k], b = l->b[k];
    const double  soft = h->laws[l->law[k]].compliance / (s->dt * s->dt);

    l->column[SPHERES_SOFT][k] = soft;
    l->column[SPHERES_YIELD][k] =
      1 / (h->shares[a] * p[a].inverse_mass + h->shares[b] * p[b].inverse_mass + soft);
    l->column[SPHERES_LAMBDA][k] = l->column[SPHERES_BEFORE][k] = 0;
  }
}

/* ---- tiles ---- */

/* The next contacts of one law, from k on. */
static void tile_at(const HardSpheres *l, PetscInt k, SpheresTile *t)
{
  for (t->n = 1; t->n < SPHERES_TILE && k + t->n < l->n && l->law[k + t->n] == l->law[k];) t->n++;
  for (int m = 0; m < SPHERES_COLUMNS; m++) t->column[m] = l->column[m] + k;
}

/* Differences of three numbers of the poses of b and a; first: those of the pose of row 0. */
static void gather(const HardSpheres *l, const double *first, PetscInt from, SpheresTile *t)
{
  for (int k = 0; k < t->n; k++) {
    const double *a = first + (size_t)l->a[from + k] * POSE_REALS,
                 *b = first + (size_t)l->b[from + k] * POSE_REALS;

    for (int d = 0; d < 3; d++) t->way[d][k] = b[d] - a[d];
  }
}

static void scatter(const HardSpheres *l, const Loads *loads, PetscInt from, const SpheresTile *t)
{
  for (int k = 0; k < t->n; k++) {
    int64_t *a = loads->sum + (size_t)l->a[from + k] * LOAD_PARTS,
            *b = loads->sum + (size_t)l->b[from + k] * LOAD_PARTS;

    for (int d = 0; d < 3; d++) {
      loads_add(a + d, -t->push[d][k]);
      loads_add(b + d, t->push[d][k]);
    }
  }
}

/* ---- kernels ---- */

/* Gaps and normals at ways; spheres in the same place part along x. */
KERNEL static void find_gaps(SpheresTile *t)
{
  const double *reach = t->column[SPHERES_REACH];
  double *gap = t->column[SPHERES_GAP], *nx = t->column[SPHERES_NX], *ny = t->column[SPHERES_NY],
         *nz = t->column[SPHERES_NZ];

#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const double x = t->way[0][k], y = t->way[1][k], z = t->way[2][k];
    const double d = sqrt(x * x + y * y + z * z), over = 1 / (d > 0 ? d : 1);

    gap[k] = d - reach[k];
    nx[k]  = d > 0 ? over * x : 1;
    ny[k]  = over * y;
    nz[k]  = over * z;
  }
}

/* The change of lambda, cut at the largest correction; 0 if it is no number. */
ALWAYS_INLINE double change_of(double change, double largest)
{
  const double most = change > 0 ? largest : change < 0 ? -largest : 0;

  return fabs(change) <= largest ? change : isinf(change) ? 0 : most;
}

ALWAYS_INLINE void push_along(SpheresTile *t, int k, double change)
{
  t->push[0][k] = quanta(change * t->column[SPHERES_NX][k], t->inverse);
  t->push[1][k] = quanta(change * t->column[SPHERES_NY][k], t->inverse);
  t->push[2][k] = quanta(change * t->column[SPHERES_NZ][k], t->inverse);
}

KERNEL static void push_apart(SpheresTile *t)
{
  const double *gap = t->column[SPHERES_GAP], *yield = t->column[SPHERES_YIELD],
               *soft = t->column[SPHERES_SOFT];
  double *lambda = t->column[SPHERES_LAMBDA], *before = t->column[SPHERES_BEFORE];

#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const double now   = lambda[k] + yield[k] * (-gap[k] - soft[k] * lambda[k]),
                 found = now > 0 ? now : 0,
                 change =
                   change_of(found + t->momentum * (found - before[k]) - lambda[k], t->largest);

    push_along(t, k, change);
    before[k] = found;
    lambda[k] += change;
  }
}

KERNEL static void push_velocities(SpheresTile *t, double dt)
{
  const double *yield = t->column[SPHERES_YIELD], *to = t->column[SPHERES_TO],
               *on = t->column[SPHERES_ON], *nx = t->column[SPHERES_NX],
               *ny = t->column[SPHERES_NY], *nz = t->column[SPHERES_NZ];
  double *lambda = t->column[SPHERES_LAMBDA], *before = t->column[SPHERES_BEFORE];

#pragma omp simd
  for (int k = 0; k < t->n; k++) {
    const double vn  = t->way[0][k] * nx[k] + t->way[1][k] * ny[k] + t->way[2][k] * nz[k],
                 now = lambda[k] + yield[k] * dt * (to[k] - vn), found = now > 0 ? now : 0,
                 change = on[k] * change_of(found + t->momentum * (found - before[k]) - lambda[k],
                                            t->largest);

    push_along(t, k, change);
    before[k] = on[k] > 0 ? found : before[k];
    lambda[k] += change;
  }
}

/* ---- sweeps ---- */

/* Normal velocities of b relative to a. */
static void find_approach(const HardSpheres *l, const Pose *pose, PetscInt from, SpheresTile *t)
{
  gather(l, &pose->v.x, from, t);
  for (int k = 0; k < t->n; k++)
    t->column[SPHERES_APPROACH][k] = t->way[0][k] * t->column[SPHERES_NX][k] +
                                     t->way[1][k] * t->column[SPHERES_NY][k] +
                                     t->way[2][k] * t->column[SPHERES_NZ][k];
}

void hard_spheres_sweep(const Constraints *c, const ConstraintScene *s, int count)
{
  const HardSpheres *l    = &c->hard->spheres;
  const Pose        *pose = s->clumps->pose;
  SpheresTile        t    = {.largest = c->move.largest, .inverse = c->move.inverse};

  for (PetscInt k = 0; k < l->n; k += t.n) {
    const HardLaw *law = &c->hard->laws[l->law[k]];

    tile_at(l, k, &t);
    if (count >= law->sweeps) continue;
    t.momentum = sweep_momentum(count, law->sweeps);
    gather(l, &pose->x.x, k, &t);
    find_gaps(&t);
    push_apart(&t);
    scatter(l, s->loads, k, &t);
    if (count == 0) find_approach(l, pose, k, &t);
  }
}

/* Gaps and normals at the present places. */
static void find_places(const HardSpheres *l, const ConstraintScene *s)
{
  SpheresTile t = {0};

  for (PetscInt k = 0; k < l->n; k += t.n) {
    tile_at(l, k, &t);
    gather(l, &s->clumps->pose->x.x, k, &t);
    find_gaps(&t);
  }
}

void hard_spheres_choose(Hard *h, const ConstraintScene *s)
{
  HardSpheres *l    = &h->spheres;
  SpheresTile  t    = {0};
  PetscInt     left = 0;

  find_places(l, s);
  for (PetscInt k = 0; k < l->n; k += t.n) {
    tile_at(l, k, &t);
    find_approach(l, s->clumps->pose, k, &t);
  }
  for (PetscInt k = 0; k < l->n; k++) {
    if (fabs(l->column[SPHERES_APPROACH][k]) > hard_rest(h, l->a[k], l->b[k])) continue;
    l->a[left]   = l->a[k];
    l->b[left]   = l->b[k];
    l->law[left] = l->law[k];
    for (int m = 0; m < SPHERES_COLUMNS; m++) l->column[m][left] = l->column[m][k];
    left++;
  }
  l->n = left;
}

void hard_spheres_answer(const Hard *h, const ConstraintScene *s)
{
  const HardSpheres *l = &h->spheres;

  find_places(l, s);
  for (PetscInt k = 0; k < l->n; k++) {
    l->column[SPHERES_ON][k] = 1;
    l->column[SPHERES_TO][k] = 0;
  }
}

void hard_spheres_release(const Hard *h, const ConstraintScene *s)
{
  const HardSpheres *l = &h->spheres;

  find_places(l, s);
  for (PetscInt k = 0; k < l->n; k++) {
    const HardLaw *law  = &h->laws[l->law[k]];
    const double   came = l->column[SPHERES_APPROACH][k];

    l->column[SPHERES_ON][k] = l->column[SPHERES_LAMBDA][k] > 0 && !(law->compliance > 0);
    l->column[SPHERES_TO][k] =
      came < -hard_rest(h, l->a[k], l->b[k]) ? -law->restitution * came : 0;
  }
}

void hard_spheres_bounce(const Constraints *c, const ConstraintScene *s, int count)
{
  const HardSpheres *l = &c->hard->spheres;
  SpheresTile        t = {.largest = c->move.largest, .inverse = c->move.inverse};

  for (PetscInt k = 0; k < l->n; k += t.n) {
    const HardLaw *law = &c->hard->laws[l->law[k]];

    tile_at(l, k, &t);
    if (count >= law->velocity_sweeps) continue;
    t.momentum = sweep_momentum(count, law->velocity_sweeps);
    gather(l, &s->clumps->pose->v.x, k, &t);
    push_velocities(&t, s->dt);
    scatter(l, s->loads, k, &t);
  }
}
