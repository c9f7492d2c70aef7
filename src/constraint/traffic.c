/* SPDX-License-Identifier: MIT */
/* Counts of messages, as project.c, rods.c, volume.c and hard.c send them. */
#include "constraint/traffic.h"
#include "constraint/hard/hard.h"

static void add(ConstraintTraffic *t, int out, size_t out_bytes, int back, size_t back_bytes)
{
  t->out += out;
  t->back += back;
  t->out_bytes += (size_t)out * out_bytes;
  t->back_bytes += (size_t)back * back_bytes;
}

ConstraintTraffic constraints_traffic(const Constraints *c, const Links *links, size_t pose,
                                      size_t load)
{
  const size_t      real = sizeof(double);
  ConstraintTraffic t    = {0};

  if (!constraints_hold(c, links)) return t;
  if (c->central) {
    add(&t, c->sweeps, 3 * real, c->sweeps, 3 * real);
    return t;
  }
  add(&t, c->sweeps, pose, c->sweeps, load);
  if (constraint_set_of(links)->total > 0) /* arms of joints; losses of pairs */
    add(&t, c->levers ? 2 : 1, pose, c->levers ? 2 : 1, load);
  if (c->volumes.n > 0) { /* sweeps of their own, with sums at anchors */
    add(&t, c->sweeps, pose, c->sweeps, load);
    add(&t, c->sweeps, VOLUME_COLUMNS * real, c->sweeps, VOLUME_SUMS * real);
  }
  if (c->driven) add(&t, 1, pose, 0, 0);
  if (!c->hard) return t;
  add(&t, 1, pose, 0, 0);
  add(&t, 2, real, 1, real); /* speeds at rest, and shares; numbers of contacts */
  add(&t, c->hard->velocity_sweeps, pose, c->hard->velocity_sweeps, load);
  return t;
}

size_t constraints_link_bytes(const Constraints *c)
{
  const size_t rod = ROD_COLUMNS * sizeof(double) + 4 * sizeof(int32_t) + sizeof(bool);

  return rod + 2 * (size_t)c->equations * sizeof(double) + (c->central ? 0 : sizeof(PairWork)) +
         (c->damped || c->levers ? 2 * sizeof(ConstraintStart) : 0);
}

size_t hard_pair_bytes(void)
{
  return sizeof(HardContact) + sizeof(HardPlace) + SPHERES_COLUMNS * sizeof(double) +
         3 * sizeof(int32_t);
}

size_t hard_clump_bytes(void)
{
  return sizeof(HardRow) + sizeof(HardKick) + sizeof(ConstraintBody) + 3 * sizeof(double);
}
