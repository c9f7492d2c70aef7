/* SPDX-License-Identifier: MIT */
/* Rows of four are gathered and transposed to columns; the rest are short branch-free loops over
   columns. One long loop was 20-30 % slower. */
#include "contact/geometry.h"
#include "contact/gather.h"

/* ---- columns of a tile (batch.h) ---- */

/* Whole columns need no loop over a length that is not known: a store for four contacts. */
KERNEL static void fill_column(double value, double column[TILE])
{
#pragma omp simd
  for (int k = 0; k < TILE; k++) column[k] = value;
}

void batch_fill(const ContactBatch *b, double value, double column[TILE])
{
  if (b->n > 0) fill_column(value, column);
}

/* ---- two pebbles ---- */

/* The pebbles of a tile: rows, and radii, m. */
typedef struct {
  int32_t i[TILE], j[TILE];
  _Alignas(64) double ra[TILE], rb[TILE];
} Spheres;

/* Geometry of sphere-sphere contacts. On entry nx ny nz: vector between the centres, arm: pebble
   centre from body centre, unless they are the same (centred). */
ALWAYS_INLINE void find_spheres(const double *ra, const double *rb, bool centred, Tile *t,
                                ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3   way = batch_normal(b, k), none = {0, 0, 0};
    const Vec3   oa = centred ? none : tile_arm(&t->a, k), ob = centred ? none : tile_arm(&t->b, k);
    const double d = vec3_norm(way), inverse = d > 0 ? 1 / d : 0;
    /* centres coincide: x, in the plane of a 2D run too and the same on all ranks */
    const Vec3 n = {d > 0 ? way.x * inverse : 1, way.y * inverse, way.z * inverse};

    columns_put(b->nx, b->ny, b->nz, k, n);
    b->gap[k]              = d - (ra[k] + rb[k]);
    t->inverse_distance[k] = inverse;
    t->a.lever[k]          = ra[k] + 0.5 * b->gap[k];
    t->b.lever[k]          = rb[k] + 0.5 * b->gap[k];
    t->smaller[k]          = ra[k] < rb[k] ? ra[k] : rb[k];
    columns_put(t->a.arm_x, t->a.arm_y, t->a.arm_z, k, vec3_axpy(oa, t->a.lever[k], n));
    columns_put(t->b.arm_x, t->b.arm_y, t->b.arm_z, k, vec3_sub(ob, vec3_scale(t->b.lever[k], n)));
  }
}

KERNEL static void sphere_contacts(const Spheres *s, bool centred, Tile *t, ContactBatch *b)
{
  if (centred) find_spheres(s->ra, s->rb, true, t, b);
  else find_spheres(s->ra, s->rb, false, t, b);
}

KERNEL static void reduced_radii(const Spheres *s, int n, double *radius)
{
#pragma omp simd
  for (int k = 0; k < n; k++) radius[k] = s->ra[k] * s->rb[k] / (s->ra[k] + s->rb[k]);
}

/* Gather pebbles and bodies of n contacts, a multiple of four, to columns. */
ALWAYS_INLINE void gather_spheres(const double *ball, const double *pose, bool centred, int n,
                                  Spheres *s, Tile *t, ContactBatch *b)
{
  enum { BALL = sizeof(Ball) / sizeof(double) };

  for (int k = 0; k < n; k += 4) {
    Four a[4], z[4];

    four_gather(ball, BALL, s->i + k, a);
    four_gather(ball, BALL, s->j + k, z);
    four_put(s->ra + k, a[3]);
    four_put(s->rb + k, z[3]);
    four_put(b->nx + k, z[0] - a[0]);
    four_put(b->ny + k, z[1] - a[1]);
    four_put(b->nz + k, z[2] - a[2]);
    gather_bodies(pose, a, centred, k, &t->a);
    gather_bodies(pose, z, centred, k, &t->b);
  }
}

KERNEL static void gather_contacts(const Pebbles *p, const Pose *pose, bool centred, int n,
                                   Spheres *s, Tile *t, ContactBatch *b)
{
  if (centred) gather_spheres(&p->at->x, &pose->x.x, true, n, s, t, b);
  else gather_spheres(&p->at->x, &pose->x.x, false, n, s, t, b);
}

/* Pebble and clump rows of pair hits[k]. */
ALWAYS_INLINE void find_row(const PairList *list, const int32_t *clump, const int32_t *hits, int k,
                            Spheres *s, Tile *t)
{
  s->i[k]     = list->a[hits[k]];
  s->j[k]     = list->b[hits[k]];
  t->a.row[k] = clump[s->i[k]];
  t->b.row[k] = clump[s->j[k]];
}

/* Those of the n pairs in hits, padded to a multiple of four with the last; returns the padded
   n. */
static int find_rows(const PairList *list, const Pebbles *p, const int32_t *hits, int n, Spheres *s,
                     Tile *t)
{
  int k = 0;

  for (; k + 4 <= n; k += 4)
    for (int m = 0; m < 4; m++) find_row(list, p->clump, hits, k + m, s, t);
  for (; k < n; k++) find_row(list, p->clump, hits, k, s, t);
  rows_pad(s->i, n);
  rows_pad(s->j, n);
  rows_pad(t->a.row, n);
  return rows_pad(t->b.row, n);
}

void tile_of_pebbles(const ContactScene *s, unsigned needs, const int32_t *hits, int n, Tile *t,
                     ContactBatch *b)
{
  const Pebbles *p = s->pebbles;
  Spheres        spheres;
  const int      full = find_rows(&s->pairs->pebbles, p, hits, n, &spheres, t);

  b->n = n;
  gather_contacts(p, s->clumps->pose, p->all_centred, full, &spheres, t, b);
  sphere_contacts(&spheres, p->all_centred, t, b);
  if (needs & NEEDS_RADIUS) reduced_radii(&spheres, n, b->radius);
}

/* ---- walls ---- */

void tile_of_walls(const ContactScene *s, const int32_t *hits, int n, const WallPlace *places,
                   Tile *t, ContactBatch *b)
{
  const Pebbles  *p    = s->pebbles;
  const Pose     *pose = s->clumps->pose;
  const WallPairs all  = contact_wall_pairs(s);
  const PairList *list = all.list;
  Nearest         near;

  b->n = n;
  for (int k = 0; k < n; k++) lines_ahead(&pose[p->clump[list->a[hits[k]]]], sizeof *pose);
  if (places) wall_pairs_recall(&all, hits, n, places, &near);
  else wall_pairs_nearest(&all, hits, n, &near);
  for (int k = 0; k < n; k++) {
    const int32_t i = list->a[hits[k]], ca = p->clump[i];
    const Wall   *wall = &s->walls->list[list->b[hits[k]]];
    const double  r    = p->at[i].r;
    const Vec3    x = pebble_centre(p, i), normal = nearest_way(&near, k);

    columns_put(b->nx, b->ny, b->nz, k, normal);
    b->gap[k]     = near.distance[k] - r;
    b->radius[k]  = r;
    t->smaller[k] = r;
    t->a.lever[k] = r + 0.5 * b->gap[k];
    t->b.lever[k] = t->inverse_distance[k] = 0;
    tile_put_body(&t->a, k, ca, &pose[ca],
                  vec3_axpy(vec3_sub(x, pose[ca].x), t->a.lever[k], normal));
    if (wall->surface->geometry.gives_facet) t->facet[k] = near.facet[k];
    if (wall->carried)
      tile_put_body(&t->b, k, wall->row, &pose[wall->row],
                    arm_of_carrier(s->domain, vec3_sub(x, pose[wall->row].x),
                                   vec3_scale(t->a.lever[k], normal)));
    else
      tile_put_body(
        &t->b, k, -1, &(Pose){.v = wall->velocity, .w = wall->spin},
        vec3_sub(vec3_axpy(nearest_point(&near, k), t->a.lever[k], normal), wall->pivot));
    if (s->walls->slide) tile_slide(wall, k, t, b);
  }
  rows_pad(t->a.row, n);
}

/* ---- motion ---- */

/* Angular velocity of the contact frame: of the line of centres, plus the mean of the bodies' spins
   about the normal. */
KERNEL static void frame_rates(const Tile *t, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3 n = batch_normal(b, k), wa = tile_spin(&t->a, k), wb = tile_spin(&t->b, k),
               s = vec3_add(vec3_scale(t->a.lever[k], wa), vec3_scale(t->b.lever[k], wb)),
               /* velocity of a's pebble centre relative to b's: that at the contact point less the
                  part of the spins */
      c               = vec3_sub(batch_velocity(b, k), vec3_cross(s, n));
    const double spin = 0.5 * vec3_dot(vec3_add(wa, wb), n);

    columns_put(
      b->turn_x, b->turn_y, b->turn_z, k,
      vec3_sub(vec3_scale(spin, n), vec3_scale(t->inverse_distance[k], vec3_cross(n, c))));
  }
}

/* Relative velocity at the contact point, and with `spins` relative spin; clears the forces, and
   with `spins` the couples. The velocities of the centres are subtracted first: so images of both
   bodies that move alike, in a cell that deforms, have the same bits of it (space/cell/cell.h). */
ALWAYS_INLINE void find_motion(const Tile *t, bool spins, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3 wa = tile_spin(&t->a, k), wb = tile_spin(&t->b, k),
               v = vec3_add(
                 vec3_sub(tile_velocity(&t->a, k), tile_velocity(&t->b, k)),
                 vec3_sub(vec3_cross(wa, tile_arm(&t->a, k)), vec3_cross(wb, tile_arm(&t->b, k))));

    columns_put(b->vx, b->vy, b->vz, k, v);
    b->approach[k] = vec3_dot(v, batch_normal(b, k));
    b->push[k] = b->fx[k] = b->fy[k] = b->fz[k] = 0;
    if (!spins) continue;
    columns_put(b->wx, b->wy, b->wz, k, vec3_sub(wa, wb));
    b->cx[k] = b->cy[k] = b->cz[k] = 0;
  }
}

KERNEL static void relative_motion(const Tile *t, bool spins, ContactBatch *b)
{
  if (spins) find_motion(t, true, b);
  else find_motion(t, false, b);
}

KERNEL static void reduced_masses(const Tile *t, int n, double *mass)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double inverse = t->a.inverse[k] + t->b.inverse[k];

    mass[k] = inverse > 0 ? 1 / inverse : 0;
  }
}

/* Indices of the contacts that are events, ascending; returns their number. after: dt, s; fresh:
   new contacts are events; since: s, those that touched within twice this time before are, too.
   Columns are read up to a multiple of four; values past n are masked out. */
KERNEL static int find_events(const ContactBatch *b, double after, bool fresh, double since,
                              int32_t *event)
{
  int n = 0;

  for (int k = 0; k < b->n; k += 4) {
    Four     gap, approach, known;
    FourInts yes;
    unsigned mask;

    four_get(&gap, b->gap + k);
    four_get(&approach, b->approach + k);
    four_get(&known, b->known + k);
    yes = (FourInts)(-gap < 2 * (-approach * after));
    if (fresh) yes = yes | ~(FourInts)(known > 0);
    if (since > 0) yes = yes | (FourInts)(-gap < 2 * (approach * since));
    mask = four_mask(&yes) & (b->n - k < 4 ? (1U << (b->n - k)) - 1 : 15U);
    four_pick_places(mask, k, event + n); /* n <= k: fits */
    n += four_counts[mask];
  }
  return n;
}

/* Steps since touching (entered) and until parting (leaving). entered is at least 2^-40, also for
   an overlap that is zero by rounding: laws divide by its roots. */
static void time_parts(double before, double after, ContactBatch *b)
{
  const double just_now = 0x1p-40;

  batch_fill(b, 0.5, b->entered);
  batch_fill(b, 2, b->leaving);
  b->n_events = find_events(b, after, before > 0, b->bend > 0 ? before : 0, b->event);
  for (int e = 0; e < b->n_events; e++) {
    const int    k     = b->event[e];
    const double depth = -b->gap[k], closing = b->approach[k] * before,
                 opening = -b->approach[k] * after;

    if (batch_is_new(b, k) && closing > 0)
      b->entered[k] = depth < closing ? max_real(depth / closing, just_now) : 1;
    if (depth < 2 * opening) b->leaving[k] = depth / opening;
  }
}

void tile_motion(const ContactScene *s, const Law *law, bool walls, bool capsules, const Tile *t,
                 ContactBatch *b)
{
  const bool     carried = walls && s->walls->n_carried > 0;
  const unsigned needs   = law ? law->needs : 0;
  Turnings       turnings;

  b->dt        = s->dt;
  b->dt_before = s->dt_before;
  b->bend      = carried ? 1. / 12 : 0;
  relative_motion(t, capsules || needs & (NEEDS_SPIN | NEEDS_INERTIA | NEEDS_POINT_INERTIA), b);
  if (capsules && t->several) tile_close_capsules(t, b);
  time_parts(s->dt_before, s->dt, b);
  if (needs & NEEDS_MASS) reduced_masses(t, b->n, b->mass);
  b->slip_mass = b->point_mass;
  b->elastic   = b->radius;
  if (needs & NEEDS_POINT_MASS)
    tile_masses(s, walls, t, b, needs & NEEDS_POINT_INERTIA ? &turnings : NULL);
  if (capsules && t->several && needs & NEEDS_POINT_MASS) tile_masses_of_capsules(s, t, b);
  if (law && law->fastest * b->dt > DASHPOT_SLOW) tile_bound_masses(s, law, walls, t, b);
  if (needs & NEEDS_FRAME) frame_rates(t, b);
  /* normals of walls turn with the wall; the part of its spin about the normal is in frame_rates */
  for (int k = 0; needs & NEEDS_FRAME && walls && s->walls->turn && k < b->n; k++)
    tile_turn_frame(b, k, tile_spin(&t->b, k));
  for (int k = 0; needs & NEEDS_FRAME && capsules && k < b->n; k++)
    tile_turn_frame(b, k, vec3(t->turn_x[k], t->turn_y[k], t->turn_z[k]));
  if (needs & NEEDS_INERTIA) tile_inertias(s, walls, false, t, NULL, b);
  if (needs & NEEDS_POINT_INERTIA)
    tile_inertias(s, walls, true, t, needs & NEEDS_POINT_MASS ? &turnings : NULL, b);
  if (needs & NEEDS_TWIST) tile_twists(s->clumps, t, b);
}
