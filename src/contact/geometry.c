/* SPDX-License-Identifier: MIT */
/* The gather is scalar, the rest are short branch-free loops over columns: long chains in one loop were 20-30 % slower. */
#include "contact/geometry.h"
#include "base/kernel.h"
#include "base/rows.h"

/* The motion of the body in clump row a. */
static inline void gather_motion(const Pose *pose, double *vx, double *vy, double *vz, double *wx, double *wy, double *wz)
{
  *vx = pose->v.x;
  *vy = pose->v.y;
  *vz = pose->v.z;
  *wx = pose->w.x;
  *wy = pose->w.y;
  *wz = pose->w.z;
}

/* Two spheres from the vector between their centres. */
KERNEL static void sphere_contacts(const double *ra, const double *rb, Tile *t, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double d       = sqrt(b->nx[k] * b->nx[k] + b->ny[k] * b->ny[k] + b->nz[k] * b->nz[k]);
    const double inverse = d > 0 ? 1 / d : 0;

    b->nx[k] = d > 0 ? b->nx[k] * inverse : 1; /* centres that coincide: any direction, in every plane, the same on every rank */
    b->ny[k] *= inverse;
    b->nz[k] *= inverse;
    b->gap[k]              = d - (ra[k] + rb[k]);
    b->radius[k]           = ra[k] * rb[k] / (ra[k] + rb[k]);
    t->inverse_distance[k] = inverse;
    t->lever_a[k]          = ra[k] + 0.5 * b->gap[k];
    t->lever_b[k]          = rb[k] + 0.5 * b->gap[k];
    t->smaller[k]          = ra[k] < rb[k] ? ra[k] : rb[k];
    t->arm_ax[k] += t->lever_a[k] * b->nx[k];
    t->arm_ay[k] += t->lever_a[k] * b->ny[k];
    t->arm_az[k] += t->lever_a[k] * b->nz[k];
    t->arm_bx[k] -= t->lever_b[k] * b->nx[k];
    t->arm_by[k] -= t->lever_b[k] * b->ny[k];
    t->arm_bz[k] -= t->lever_b[k] * b->nz[k];
  }
}

/* Four contacts from row k of the tile on: what two pebbles and their bodies are, as columns. */
ALWAYS_INLINE void gather_four_contacts(const double *ball, const double *pose, const int32_t *i, const int32_t *j,
                                        const int32_t *ca, const int32_t *cb, int k, double *ra, double *rb, Tile *t,
                                        ContactBatch *b)
{
  enum { BALL = sizeof(Ball) / sizeof(double), POSE = sizeof(Pose) / sizeof(double), SPEED = 7, SPIN = 9 };
  Four a[4], z[4], c[4];

  four_gather(ball, BALL, i, a);
  four_gather(ball, BALL, j, z);
  four_put(ra + k, a[3]);
  four_put(rb + k, z[3]);
  four_put(b->nx + k, z[0] - a[0]);
  four_put(b->ny + k, z[1] - a[1]);
  four_put(b->nz + k, z[2] - a[2]);
  four_gather(pose, POSE, ca, c); /* x y z and more */
  four_put(t->arm_ax + k, a[0] - c[0]);
  four_put(t->arm_ay + k, a[1] - c[1]);
  four_put(t->arm_az + k, a[2] - c[2]);
  four_gather(pose, POSE, cb, c);
  four_put(t->arm_bx + k, z[0] - c[0]);
  four_put(t->arm_by + k, z[1] - c[1]);
  four_put(t->arm_bz + k, z[2] - c[2]);
  four_gather(pose + SPEED, POSE, ca, c); /* vx vy vz wx */
  four_gather(pose + SPIN, POSE, ca, a);  /* vz wx wy wz */
  four_put(t->vax + k, c[0]);
  four_put(t->vay + k, c[1]);
  four_put(t->vaz + k, c[2]);
  four_put(t->wax + k, c[3]);
  four_put(t->way + k, a[2]);
  four_put(t->waz + k, a[3]);
  four_gather(pose + SPEED, POSE, cb, c);
  four_gather(pose + SPIN, POSE, cb, a);
  four_put(t->vbx + k, c[0]);
  four_put(t->vby + k, c[1]);
  four_put(t->vbz + k, c[2]);
  four_put(t->wbx + k, c[3]);
  four_put(t->wby + k, a[2]);
  four_put(t->wbz + k, a[3]);
}

/* Rows of the n pairs in hits, filled up to a multiple of four with the last. */
static int find_rows(const PairList *list, const Pebbles *p, const int32_t *hits, int n, int32_t *i, int32_t *j, Tile *t)
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

KERNEL static void gather_contacts(const Pebbles *p, const Pose *pose, const int32_t *i, const int32_t *j, int n, double *ra,
                                   double *rb, Tile *t, ContactBatch *b)
{
  for (int k = 0; k < n; k += 4) gather_four_contacts(&p->at->x, &pose->x.x, i + k, j + k, t->a + k, t->b + k, k, ra, rb, t, b);
}

void tile_of_pebbles(const ContactScene *s, const Inertness *inert, const int32_t *hits, int n, Tile *t, ContactBatch *b)
{
  const Pebbles      *p = s->pebbles;
  _Alignas(64) double ra[TILE], rb[TILE];
  int32_t             i[TILE], j[TILE];
  const int           full = find_rows(&s->pairs->pebbles, p, hits, n, i, j, t);

  b->n = n;
  gather_contacts(p, s->clumps->pose, i, j, full, ra, rb, t, b);
  for (int k = 0; k < n; k++) {
    t->inverse_a[k] = inert[t->a[k]].inverse_mass;
    t->inverse_b[k] = inert[t->b[k]].inverse_mass;
  }
  sphere_contacts(ra, rb, t, b);
}

void tile_of_walls(const ContactScene *s, const Inertness *inert, const int32_t *hits, int n, Tile *t, ContactBatch *b)
{
  const Pebbles  *p    = s->pebbles;
  const PairList *list = &s->pairs->walls;

  b->n = n;
  for (int k = 0; k < n; k++) {
    const int32_t i = list->a[hits[k]], ca = p->clump[i];
    const Wall   *wall = &s->walls->list[list->b[hits[k]]];
    const Pose   *pa   = &s->clumps->pose[ca];
    const Vec3    x    = {p->at[i].x, p->at[i].y, p->at[i].z};

    t->a[k]       = ca;
    t->b[k]       = -1;
    b->nx[k]      = -wall->normal.x;
    b->ny[k]      = -wall->normal.y;
    b->nz[k]      = -wall->normal.z;
    b->gap[k]     = wall_distance(wall, domain_wrapped(s->domain, x)) - p->at[i].r;
    b->radius[k]  = p->at[i].r;
    t->lever_a[k] = p->at[i].r + 0.5 * b->gap[k];
    t->arm_ax[k]  = x.x - pa->x.x + t->lever_a[k] * b->nx[k];
    t->arm_ay[k]  = x.y - pa->x.y + t->lever_a[k] * b->ny[k];
    t->arm_az[k]  = x.z - pa->x.z + t->lever_a[k] * b->nz[k];
    t->arm_bx[k] = t->arm_by[k] = t->arm_bz[k] = 0;
    gather_motion(pa, &t->vax[k], &t->vay[k], &t->vaz[k], &t->wax[k], &t->way[k], &t->waz[k]);
    t->vbx[k] = t->vby[k] = t->vbz[k] = t->wbx[k] = t->wby[k] = t->wbz[k] = 0;
    t->lever_b[k] = t->inverse_distance[k] = 0;
    t->inverse_a[k]                        = inert[ca].inverse_mass;
    t->inverse_b[k]                        = 0;
    t->smaller[k]                          = p->at[i].r;
  }
}

/* (r x n) . I^-1 . (r x n) of the body in row `row`: what turning adds to 1/m at the contact point. */
static inline double turning_share(const ContactScene *s, const Inertness *inert, int32_t row, Vec3 arm, Vec3 n)
{
  const Vec3 u = quat_turn_back(s->clumps->pose[row].q, vec3_cross(arm, n)), i = inert[row].inverse_inertia;

  return u.x * u.x * i.x + u.y * u.y * i.y + u.z * u.z * i.z;
}

static void point_masses(const ContactScene *s, const Inertness *inert, const Tile *t, ContactBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const Vec3 n = {b->nx[k], b->ny[k], b->nz[k]};
    double     inverse;

    inverse =
      t->inverse_a[k] + t->inverse_b[k] + turning_share(s, inert, t->a[k], vec3(t->arm_ax[k], t->arm_ay[k], t->arm_az[k]), n);
    if (t->b[k] >= 0) inverse += turning_share(s, inert, t->b[k], vec3(t->arm_bx[k], t->arm_by[k], t->arm_bz[k]), n);
    b->point_mass[k] = inverse > 0 ? 1 / inverse : 0;
  }
}

/* The normal turns with the centres, and about itself with the mean of the bodies' spins. */
KERNEL static void frame_rates(const Tile *t, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double sx = t->lever_a[k] * t->wax[k] + t->lever_b[k] * t->wbx[k],
                 sy = t->lever_a[k] * t->way[k] + t->lever_b[k] * t->wby[k],
                 sz = t->lever_a[k] * t->waz[k] + t->lever_b[k] * t->wbz[k];
    /* velocity of a's pebble centre relative to b's: without what the spins add at the contact point */
    const double cx = b->vx[k] - (sy * b->nz[k] - sz * b->ny[k]), cy = b->vy[k] - (sz * b->nx[k] - sx * b->nz[k]),
                 cz = b->vz[k] - (sx * b->ny[k] - sy * b->nx[k]);
    const double spin =
      0.5 * ((t->wax[k] + t->wbx[k]) * b->nx[k] + (t->way[k] + t->wby[k]) * b->ny[k] + (t->waz[k] + t->wbz[k]) * b->nz[k]);

    b->turn_x[k] = spin * b->nx[k] - t->inverse_distance[k] * (b->ny[k] * cz - b->nz[k] * cy);
    b->turn_y[k] = spin * b->ny[k] - t->inverse_distance[k] * (b->nz[k] * cx - b->nx[k] * cz);
    b->turn_z[k] = spin * b->nz[k] - t->inverse_distance[k] * (b->nx[k] * cy - b->ny[k] * cx);
  }
}

/* Velocity at the contact point, and reduced mass. */
KERNEL static void relative_motion(const Tile *t, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double inverse = t->inverse_a[k] + t->inverse_b[k];

    b->vx[k] = t->vax[k] + (t->way[k] * t->arm_az[k] - t->waz[k] * t->arm_ay[k]) -
               (t->vbx[k] + (t->wby[k] * t->arm_bz[k] - t->wbz[k] * t->arm_by[k]));
    b->vy[k] = t->vay[k] + (t->waz[k] * t->arm_ax[k] - t->wax[k] * t->arm_az[k]) -
               (t->vby[k] + (t->wbz[k] * t->arm_bx[k] - t->wbx[k] * t->arm_bz[k]));
    b->vz[k] = t->vaz[k] + (t->wax[k] * t->arm_ay[k] - t->way[k] * t->arm_ax[k]) -
               (t->vbz[k] + (t->wbx[k] * t->arm_by[k] - t->wby[k] * t->arm_bx[k]));
    b->approach[k] = b->vx[k] * b->nx[k] + b->vy[k] * b->ny[k] + b->vz[k] * b->nz[k];
    b->mass[k]     = inverse > 0 ? 1 / inverse : 0;
    b->push[k] = b->fx[k] = b->fy[k] = b->fz[k] = 0;
  }
}

/* How long ago they touched and how soon they will part, in steps. */
KERNEL static void time_parts(double before, double after, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double depth = -b->gap[k], closing = b->approach[k] * before, opening = -b->approach[k] * after;
    const double fresh = closing > 0 ? (depth < closing ? depth / closing : 1) : 0.5;

    b->entered[k] = b->known[k] > 0 || before == 0 ? 0.5 : fresh;
    b->leaving[k] = depth < 2 * opening ? depth / opening : 2;
  }
}

void tile_motion(const ContactScene *s, const Inertness *inert, unsigned needs, const Tile *t, ContactBatch *b)
{
  b->dt        = s->dt;
  b->dt_before = s->dt_before;
  relative_motion(t, b);
  time_parts(s->dt_before, s->dt, b);
  if (needs & NEEDS_POINT_MASS) point_masses(s, inert, t, b);
  else memset(b->point_mass, 0, sizeof b->point_mass);
  if (needs & NEEDS_FRAME) frame_rates(t, b);
}
