/* SPDX-License-Identifier: MIT */
/* A pair of bodies with one bond, alone. */
#ifndef BOND_H
#define BOND_H

#include "link/link_kind.h"
#include "test.h"

/* The first members of the constants of link_bonds, as its file has them. */
typedef struct {
  double normal, shear, tensile, shearing, radius, moments, damping, friction;
} Bonds;

static const Bonds strong = {3e5, 2e5, INFINITY, INFINITY, .8, 1, 0, 0};

/* Two pebbles of clumps with arms and attitudes of their own. */
typedef struct {
  Vec3   x[2], arm[2]; /* centres of the clumps; arms in their frames */
  Quat   q[2];
  double radius[2];
} Pair;

static inline Quat turn_by(Vec3 v, Quat q)
{
  return quat_normalized(quat_mul((Quat){1, .5 * v.x, .5 * v.y, .5 * v.z}, q));
}

static inline Pair make(void)
{
  return (Pair){
    .x      = {{.1, .2, .3}, {1.4, -.5, .6}},
    .arm    = {{.3, .1, -.2}, {-.2, .25, .1}},
    .q      = {quat_normalized((Quat){1, .3, -.4, .2}), quat_normalized((Quat){.2, -.7, .5, .4})},
    .radius = {.4, .3}};
}

static inline LinkBatch *batch_of(const Pair *p, int dimension)
{
  static LinkBatch b;
  const Vec3       zero = {0, 0, 0};

  memset(&b, 0, sizeof b);
  b.n         = 1;
  b.dimension = dimension;
  b.a[0]      = (LinkEnd){quat_turn(p->q[0], p->arm[0]), zero, zero, p->q[0], p->radius[0]};
  b.b[0]      = (LinkEnd){quat_turn(p->q[1], p->arm[1]), zero, zero, p->q[1], p->radius[1]};
  b.way[0]    = vec3_add(vec3_sub(p->x[1], p->x[0]), vec3_sub(b.b[0].arm, b.a[0].arm));
  return &b;
}

static inline void start(const Pair *p, double memory[16])
{
  link_bonds.start(&strong, batch_of(p, 3), 0, NULL, memory);
}

static inline LinkBatch *apply(const Bonds *bonds, const Pair *p, const double *memory)
{
  LinkBatch *b = batch_of(p, 3);

  b->memory[0] = memory;
  link_apply(&link_bonds, bonds, b);
  return b;
}

static inline double energy_of(const Pair *p, const double *memory)
{
  return apply(&strong, p, memory)->energy[0];
}

/* Load of a clump: force, and torque about its centre. */
static inline void load_of(const LinkBatch *b, int side, Vec3 *force, Vec3 *torque)
{
  const double sign = side ? -1 : 1;
  const Vec3   arm  = side ? vec3_add(b->b[0].arm, b->at_b[0]) : vec3_add(b->a[0].arm, b->at_a[0]);

  *force  = vec3_scale(sign, b->force[0]);
  *torque = vec3_axpy(vec3_cross(arm, *force), sign, b->couple[0]);
}

/* Move clump `side` along axis k, or turn it about it. */
static inline Pair moved(Pair p, int side, int k, bool turn, double by)
{
  Vec3 v = {0, 0, 0};

  vec3_set(&v, k, by);
  if (turn) p.q[side] = turn_by(v, p.q[side]);
  else p.x[side] = vec3_add(p.x[side], v);
  return p;
}

#endif
