/* SPDX-License-Identifier: MIT */
/* Rows of four are gathered and transposed to columns; the rest are short branch-free loops over
   columns. One long loop was 20-30 % slower. */
#include "contact/geometry.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/couples.h"
#include "contact/terms/dashpot.h"
#include "search/wall_pairs.h"

/* Velocity and angular velocity of a body. */
static inline void gather_motion(const Pose *pose, double *vx, double *vy, double *vz, double *wx,
                                 double *wy, double *wz)
{
  *vx = pose->v.x;
  *vy = pose->v.y;
  *vz = pose->v.z;
  *wx = pose->w.x;
  *wy = pose->w.y;
  *wz = pose->w.z;
}

/* Geometry of sphere-sphere contacts. On entry nx ny nz: vector between the centres, arm_*: pebble
   centre from body centre, unless they are the same (centred). */
ALWAYS_INLINE void find_spheres(const double *ra, const double *rb, bool centred, Tile *t,
                                ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const Vec3   oa = centred ? (Vec3){0, 0, 0} : (Vec3){t->arm_ax[k], t->arm_ay[k], t->arm_az[k]};
    const Vec3   ob = centred ? (Vec3){0, 0, 0} : (Vec3){t->arm_bx[k], t->arm_by[k], t->arm_bz[k]};
    const double d  = sqrt(b->nx[k] * b->nx[k] + b->ny[k] * b->ny[k] + b->nz[k] * b->nz[k]);
    const double inverse = d > 0 ? 1 / d : 0;

    b->nx[k] =
      d > 0 ? b->nx[k] * inverse
            : 1; /* centres coincide: x, in the plane of a 2D run too and the same on all ranks */
    b->ny[k] *= inverse;
    b->nz[k] *= inverse;
    b->gap[k]              = d - (ra[k] + rb[k]);
    t->inverse_distance[k] = inverse;
    t->lever_a[k]          = ra[k] + 0.5 * b->gap[k];
    t->lever_b[k]          = rb[k] + 0.5 * b->gap[k];
    t->smaller[k]          = ra[k] < rb[k] ? ra[k] : rb[k];
    t->arm_ax[k]           = oa.x + t->lever_a[k] * b->nx[k];
    t->arm_ay[k]           = oa.y + t->lever_a[k] * b->ny[k];
    t->arm_az[k]           = oa.z + t->lever_a[k] * b->nz[k];
    t->arm_bx[k]           = ob.x - t->lever_b[k] * b->nx[k];
    t->arm_by[k]           = ob.y - t->lever_b[k] * b->ny[k];
    t->arm_bz[k]           = ob.z - t->lever_b[k] * b->nz[k];
  }
}

KERNEL static void sphere_contacts(const double *ra, const double *rb, bool centred, Tile *t,
                                   ContactBatch *b)
{
  if (centred) find_spheres(ra, rb, true, t, b);
  else find_spheres(ra, rb, false, t, b);
}

KERNEL static void reduced_radii(const double *ra, const double *rb, int n, double *radius)
{
#pragma omp simd
  for (int k = 0; k < n; k++) radius[k] = ra[k] * rb[k] / (ra[k] + rb[k]);
}

/* Contacts k .. k+3 of the tile: gather pebbles and bodies to columns. i, j: pebble rows; ca, cb:
   clump rows; centred: pebbles are at the centres of the clumps. */
ALWAYS_INLINE void gather_four_contacts(const double *ball, const double *pose, const int32_t *i,
                                        const int32_t *j, const int32_t *ca, const int32_t *cb,
                                        bool centred, int k, double *ra, double *rb, Tile *t,
                                        ContactBatch *b)
{
  enum { BALL = sizeof(Ball) / sizeof(double) };
  Four a[4], z[4], c[4];

  four_gather(ball, BALL, i, a);
  four_gather(ball, BALL, j, z);
  four_put(ra + k, a[3]);
  four_put(rb + k, z[3]);
  four_put(b->nx + k, z[0] - a[0]);
  four_put(b->ny + k, z[1] - a[1]);
  four_put(b->nz + k, z[2] - a[2]);
  if (!centred) {
    four_gather(pose + POSE_X, POSE_REALS, ca, c); /* x y z, unused */
    four_put(t->arm_ax + k, a[0] - c[0]);
    four_put(t->arm_ay + k, a[1] - c[1]);
    four_put(t->arm_az + k, a[2] - c[2]);
    four_gather(pose + POSE_X, POSE_REALS, cb, c);
    four_put(t->arm_bx + k, z[0] - c[0]);
    four_put(t->arm_by + k, z[1] - c[1]);
    four_put(t->arm_bz + k, z[2] - c[2]);
  }
  four_gather(pose + POSE_V, POSE_REALS, ca, c);  /* vx vy vz wx */
  four_gather(pose + POSE_WY, POSE_REALS, ca, a); /* wy wz 1/m 1/arm */
  four_put(t->vax + k, c[0]);
  four_put(t->vay + k, c[1]);
  four_put(t->vaz + k, c[2]);
  four_put(t->wax + k, c[3]);
  four_put(t->way + k, a[0]);
  four_put(t->waz + k, a[1]);
  four_put(t->inverse_a + k, a[2]);
  four_put(t->per_arm_a + k, a[3]);
  four_gather(pose + POSE_V, POSE_REALS, cb, c);
  four_gather(pose + POSE_WY, POSE_REALS, cb, a);
  four_put(t->vbx + k, c[0]);
  four_put(t->vby + k, c[1]);
  four_put(t->vbz + k, c[2]);
  four_put(t->wbx + k, c[3]);
  four_put(t->wby + k, a[0]);
  four_put(t->wbz + k, a[1]);
  four_put(t->inverse_b + k, a[2]);
  four_put(t->per_arm_b + k, a[3]);
}

/* Pebble and clump rows of the n pairs in hits, padded to a multiple of four with the last; returns
   the padded n. */
static int find_rows(const PairList *list, const Pebbles *p, const int32_t *hits, int n, int32_t *i,
                     int32_t *j, Tile *t)
{
  for (int k = 0; k < n; k++) {
    i[k]    = list->a[hits[k]];
    j[k]    = list->b[hits[k]];
    t->a[k] = p->clump[i[k]];
    t->b[k] = p->clump[j[k]];
  }
  for (; n % 4 != 0; n++) {
    i[n]    = i[n - 1];
    j[n]    = j[n - 1];
    t->a[n] = t->a[n - 1];
    t->b[n] = t->b[n - 1];
  }
  return n;
}

KERNEL static void gather_contacts(const Pebbles *p, const Pose *pose, const int32_t *i,
                                   const int32_t *j, int n, double *ra, double *rb, Tile *t,
                                   ContactBatch *b)
{
  for (int k = 0; k < n; k += 4)
    gather_four_contacts(&p->at->x, &pose->x.x, i + k, j + k, t->a + k, t->b + k, false, k, ra, rb,
                         t, b);
}

KERNEL static void gather_centred(const Pebbles *p, const Pose *pose, const int32_t *i,
                                  const int32_t *j, int n, double *ra, double *rb, Tile *t,
                                  ContactBatch *b)
{
  for (int k = 0; k < n; k += 4)
    gather_four_contacts(&p->at->x, &pose->x.x, i + k, j + k, t->a + k, t->b + k, true, k, ra, rb,
                         t, b);
}

void tile_of_pebbles(const ContactScene *s, unsigned needs, const int32_t *hits, int n,
                     const WallPlace *places, Tile *t, ContactBatch *b)
{
  const Pebbles      *p = s->pebbles;
  _Alignas(64) double ra[TILE], rb[TILE];
  int32_t             i[TILE], j[TILE];
  const int           full = find_rows(&s->pairs->pebbles, p, hits, n, i, j, t);

  (void)places;
  b->n = n;
  if (p->all_centred) gather_centred(p, s->clumps->pose, i, j, full, ra, rb, t, b);
  else gather_contacts(p, s->clumps->pose, i, j, full, ra, rb, t, b);
  sphere_contacts(ra, rb, p->all_centred, t, b);
  if (needs & NEEDS_RADIUS) reduced_radii(ra, rb, n, b->radius);
}

/* Body b of the contact with a wall: of infinite mass, it moves as a whole. x: contact point,
   wrapped, m. */
static inline void put_wall(const Wall *wall, Vec3 x, int k, Tile *t)
{
  t->b[k]         = -1;
  t->arm_bx[k]    = x.x - wall->pivot.x;
  t->arm_by[k]    = x.y - wall->pivot.y;
  t->arm_bz[k]    = x.z - wall->pivot.z;
  t->vbx[k]       = wall->velocity.x;
  t->vby[k]       = wall->velocity.y;
  t->vbz[k]       = wall->velocity.z;
  t->wbx[k]       = wall->spin.x;
  t->wby[k]       = wall->spin.y;
  t->wbz[k]       = wall->spin.z;
  t->inverse_b[k] = t->per_arm_b[k] = 0;
  t->lever_b[k] = t->inverse_distance[k] = 0;
}

/* Body b of the contact with a surface that a clump carries. u: from the clump's centre to the contact
   point, in any image, m; add: part of it that is not on the grid. */
static void put_carrier(const ContactScene *s, const Wall *wall, Vec3 u, Vec3 add, int k, Tile *t)
{
  const Pose *pose = &s->clumps->pose[wall->row];

  u            = domain_shifted(s->domain, u, domain_nearest(s->domain, vec3_add(u, add)));
  u            = vec3_add(u, add);
  t->b[k]      = wall->row;
  t->arm_bx[k] = u.x;
  t->arm_by[k] = u.y;
  t->arm_bz[k] = u.z;
  gather_motion(pose, &t->vbx[k], &t->vby[k], &t->vbz[k], &t->wbx[k], &t->wby[k], &t->wbz[k]);
  t->inverse_b[k] = pose->inverse_mass;
  t->per_arm_b[k] = pose->per_arm;
  t->lever_b[k] = t->inverse_distance[k] = 0;
}

/* Add the velocities of surfaces relative to their shapes, along the surface. */
static void slide_walls(const ContactScene *s, const int32_t *hits, Tile *t, const ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Vec3   slide = s->walls->list[s->pairs->walls.b[hits[k]]].slide;
    const double along = slide.x * b->nx[k] + slide.y * b->ny[k] + slide.z * b->nz[k];

    t->vbx[k] += slide.x - along * b->nx[k];
    t->vby[k] += slide.y - along * b->ny[k];
    t->vbz[k] += slide.z - along * b->nz[k];
  }
}

void tile_of_walls(const ContactScene *s, unsigned needs, const int32_t *hits, int n,
                   const WallPlace *places, Tile *t, ContactBatch *b)
{
  const Pebbles  *p    = s->pebbles;
  const PairList *list = &s->pairs->walls;
  Nearest         near;

  (void)needs;
  b->n = n;
  if (places) wall_pairs_recall(s->domain, p, list, hits, n, places, &near);
  else wall_pairs_nearest(s->domain, p, s->walls, list, hits, n, &near);
  for (int k = 0; k < n; k++) {
    const int32_t i = list->a[hits[k]], ca = p->clump[i];
    const Wall   *wall = &s->walls->list[list->b[hits[k]]];
    const Pose   *pa   = &s->clumps->pose[ca];
    const Vec3    x    = {p->at[i].x, p->at[i].y, p->at[i].z};

    t->a[k]       = ca;
    b->nx[k]      = -near.nx[k];
    b->ny[k]      = -near.ny[k];
    b->nz[k]      = -near.nz[k];
    b->gap[k]     = near.distance[k] - p->at[i].r;
    b->radius[k]  = p->at[i].r;
    t->smaller[k] = p->at[i].r;
    t->lever_a[k] = p->at[i].r + 0.5 * b->gap[k];
    t->arm_ax[k]  = x.x - pa->x.x + t->lever_a[k] * b->nx[k];
    t->arm_ay[k]  = x.y - pa->x.y + t->lever_a[k] * b->ny[k];
    t->arm_az[k]  = x.z - pa->x.z + t->lever_a[k] * b->nz[k];
    gather_motion(pa, &t->vax[k], &t->vay[k], &t->vaz[k], &t->wax[k], &t->way[k], &t->waz[k]);
    t->inverse_a[k] = pa->inverse_mass;
    t->per_arm_a[k] = pa->per_arm;
    if (wall->surface->geometry.tells_facet) t->facet[k] = near.facet[k];
    if (wall->carried)
      put_carrier(s, wall, vec3_sub(x, s->clumps->pose[wall->row].x),
                  vec3_scale(t->lever_a[k], vec3(b->nx[k], b->ny[k], b->nz[k])), k, t);
    else
      put_wall(wall,
               (Vec3){near.x[k] + t->lever_a[k] * b->nx[k], near.y[k] + t->lever_a[k] * b->ny[k],
                      near.z[k] + t->lever_a[k] * b->nz[k]},
               k, t);
  }
  if (s->walls->slide) slide_walls(s, hits, t, b);
  for (; n % 4 != 0; n++) t->a[n] = t->a[n - 1];
}

/* Angular velocity of the contact frame: of the line of centres, plus the mean of the bodies' spins
   about the normal. */
KERNEL static void frame_rates(const Tile *t, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double sx = t->lever_a[k] * t->wax[k] + t->lever_b[k] * t->wbx[k],
                 sy = t->lever_a[k] * t->way[k] + t->lever_b[k] * t->wby[k],
                 sz = t->lever_a[k] * t->waz[k] + t->lever_b[k] * t->wbz[k];
    /* velocity of a's pebble centre relative to b's: that at the contact point less the part of the
       spins */
    const double cx = b->vx[k] - (sy * b->nz[k] - sz * b->ny[k]),
                 cy = b->vy[k] - (sz * b->nx[k] - sx * b->nz[k]),
                 cz = b->vz[k] - (sx * b->ny[k] - sy * b->nx[k]);
    const double spin =
      0.5 * ((t->wax[k] + t->wbx[k]) * b->nx[k] + (t->way[k] + t->wby[k]) * b->ny[k] +
             (t->waz[k] + t->wbz[k]) * b->nz[k]);

    b->turn_x[k] = spin * b->nx[k] - t->inverse_distance[k] * (b->ny[k] * cz - b->nz[k] * cy);
    b->turn_y[k] = spin * b->ny[k] - t->inverse_distance[k] * (b->nz[k] * cx - b->nx[k] * cz);
    b->turn_z[k] = spin * b->nz[k] - t->inverse_distance[k] * (b->nx[k] * cy - b->ny[k] * cx);
  }
}

/* Normals of walls turn with the wall: the part of its spin about the normal is in frame_rates. */
static void turn_with_walls(const Tile *t, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const double along = t->wbx[k] * b->nx[k] + t->wby[k] * b->ny[k] + t->wbz[k] * b->nz[k];

    b->turn_x[k] += t->wbx[k] - along * b->nx[k];
    b->turn_y[k] += t->wby[k] - along * b->ny[k];
    b->turn_z[k] += t->wbz[k] - along * b->nz[k];
  }
}

/* Relative velocity at the contact point, and with `spins` relative spin; clears the forces, and with
   `spins` the couples. The velocities of the centres are subtracted first: so images of both bodies that
   move alike, in a cell that deforms, have the same bits of it (space/cell/cell.h). */
ALWAYS_INLINE void find_motion(const Tile *t, bool spins, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    /* first the difference of velocities, which is exact in a cell that deforms: its images have others */
    b->vx[k] = (t->vax[k] - t->vbx[k]) + ((t->way[k] * t->arm_az[k] - t->waz[k] * t->arm_ay[k]) -
                                          (t->wby[k] * t->arm_bz[k] - t->wbz[k] * t->arm_by[k]));
    b->vy[k] = (t->vay[k] - t->vby[k]) + ((t->waz[k] * t->arm_ax[k] - t->wax[k] * t->arm_az[k]) -
                                          (t->wbz[k] * t->arm_bx[k] - t->wbx[k] * t->arm_bz[k]));
    b->vz[k] = (t->vaz[k] - t->vbz[k]) + ((t->wax[k] * t->arm_ay[k] - t->way[k] * t->arm_ax[k]) -
                                          (t->wbx[k] * t->arm_by[k] - t->wby[k] * t->arm_bx[k]));
    b->approach[k] = b->vx[k] * b->nx[k] + b->vy[k] * b->ny[k] + b->vz[k] * b->nz[k];
    b->push[k] = b->fx[k] = b->fy[k] = b->fz[k] = 0;
    if (!spins) continue;
    b->wx[k] = t->wax[k] - t->wbx[k];
    b->wy[k] = t->way[k] - t->wby[k];
    b->wz[k] = t->waz[k] - t->wbz[k];
    b->cx[k] = b->cy[k] = b->cz[k] = 0;
  }
}

KERNEL static void relative_motion(const Tile *t, ContactBatch *b)
{
  find_motion(t, false, b);
}

KERNEL static void relative_motion_and_spins(const Tile *t, ContactBatch *b)
{
  find_motion(t, true, b);
}

KERNEL static void reduced_masses(const Tile *t, int n, double *mass)
{
#pragma omp simd
  for (int k = 0; k < n; k++) {
    const double inverse = t->inverse_a[k] + t->inverse_b[k];

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
    mask = four_mask(yes) & (b->n - k < 4 ? (1U << (b->n - k)) - 1 : 15U);
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

void tile_motion(const ContactScene *s, const Law *law, bool walls, const Tile *t, ContactBatch *b)
{
  const bool     carried = walls && s->walls->n_carried > 0;
  const unsigned needs   = law ? law->needs : 0;
  Turnings       turnings;

  b->dt        = s->dt;
  b->dt_before = s->dt_before;
  b->bend      = carried ? 1. / 12 : 0;
  if (needs & (NEEDS_SPIN | NEEDS_INERTIA | NEEDS_POINT_INERTIA)) relative_motion_and_spins(t, b);
  else relative_motion(t, b);
  time_parts(s->dt_before, s->dt, b);
  if (needs & NEEDS_MASS) reduced_masses(t, b->n, b->mass);
  b->slip_mass = b->point_mass;
  b->elastic   = b->radius;
  if (needs & NEEDS_POINT_MASS) tile_masses(s, walls, needs & NEEDS_POINT_INERTIA, t, b, &turnings);
  if (law && law->fastest * b->dt > DASHPOT_SLOW) tile_bound_masses(s, law, walls, t, b);
  if (needs & NEEDS_FRAME) frame_rates(t, b);
  if (needs & NEEDS_FRAME && walls && s->walls->turn) turn_with_walls(t, b);
  if (needs & NEEDS_INERTIA) tile_inertias(s, walls, false, t, NULL, b);
  if (needs & NEEDS_POINT_INERTIA)
    tile_inertias(s, walls, true, t, needs & NEEDS_POINT_MASS ? &turnings : NULL, b);
  if (needs & NEEDS_TWIST) couples_twist(s->clumps, t, b);
}
