/* SPDX-License-Identifier: MIT */
/* Loads of contacts that are evaluated one at a time. */
#include "contact/backends/one_contact.h"

#include "contact/terms/couples.h"

/* Add the quanta of a force and of its torque and a couple to the sums of a body, or subtract them;
   member: and to those of its pebble, or NULL. */
static void add_load(Loads *loads, int32_t row, int sign, double per_arm, Vec3 arm, Vec3 force,
                     Vec3 couple, int64_t *member)
{
  const double  unit = loads->force.inverse, turn = loads->torque.inverse * per_arm;
  const Vec3    torque        = vec3_cross(arm, force);
  const int64_t q[LOAD_PARTS] = {quanta(force.x, unit),
                                 quanta(force.y, unit),
                                 quanta(force.z, unit),
                                 quanta(torque.x, turn) + quanta(couple.x, turn),
                                 quanta(torque.y, turn) + quanta(couple.y, turn),
                                 quanta(torque.z, turn) + quanta(couple.z, turn)};

  for (int part = 0; part < LOAD_PARTS; part++) {
    const int64_t more = sign > 0 ? q[part] : (int64_t)(0 - (uint64_t)q[part]);

    loads_add(&loads->sum[(size_t)row * LOAD_PARTS + (size_t)part], more);
    if (member) loads_add(&member[part], more);
  }
}

static double largest_of(Vec3 v)
{
  return max_real(max_real(fabs(v.x), fabs(v.y)), fabs(v.z));
}

void contact_add_loads(Contacts *c, const Law *law, double dt, const Tile *t,
                       int64_t *const members[2], Loads *loads, ContactReport *report)
{
  const ContactBatch *b       = c->batch;
  const bool          couples = law->gives & GIVES_COUPLE;
  const Vec3          f = {b->fx[0], b->fy[0], b->fz[0]}, v = {b->vx[0], b->vy[0], b->vz[0]};
  const Vec3          couple = couples ? vec3(b->cx[0], b->cy[0], b->cz[0]) : vec3(0, 0, 0);
  const double        half = 0.5 * dt, work = -half * vec3_dot(f, v);
  const double        arms  = max_real(t->per_arm_a[0], t->per_arm_b[0]);
  int64_t             taken = quanta(work, loads->work.inverse);

  add_load(loads, t->a[0], 1, t->per_arm_a[0], vec3(t->arm_ax[0], t->arm_ay[0], t->arm_az[0]), f,
           couple, members[0]);
  if (t->b[0] >= 0)
    add_load(loads, t->b[0], -1, t->per_arm_b[0], vec3(t->arm_bx[0], t->arm_by[0], t->arm_bz[0]), f,
             couple, members[1]);
  report->largest_force = max_real(report->largest_force, largest_of(f));
  report->largest_work  = max_real(report->largest_work, fabs(work));
  if (couples) {
    const double more = -half * vec3_dot(couple, vec3(b->wx[0], b->wy[0], b->wz[0]));

    taken += quanta(more, loads->work.inverse);
    report->largest_torque =
      max_real(report->largest_torque, largest_of(couple) * (COUPLE_SHARE * arms));
    report->largest_work = max_real(report->largest_work, fabs(more));
  }
  if (report->largest_work <= loads->work.largest)
    sum_add_scaled(&c->work, taken, loads->work.exponent);
}
