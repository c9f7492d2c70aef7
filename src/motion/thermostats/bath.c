/* SPDX-License-Identifier: MIT */
/* Heat baths of clumps, in the middle of a step: drift for dt/2, new velocities, drift for dt/2,
   and the same of turns, with angular momenta about principal axes at the attitude in the middle.
   Exact for any rate and step without forces; with them configurations are sampled to second order,
   harmonic ones exactly (BAOAB; Leimkuhler & Matthews 2013, Appl. Math. Res. Express 2013, 34).
   Velocities include the answer of constraints and hard contacts to the kicks, estimated by that of
   the last step (Clumps.borne), so that a bath neither heats nor slows what rests on them. Random
   numbers follow from seed, step, clump and object alone. */
#include "base/elementary.h"
#include "base/random.h"
#include "motion/watch.h"

void baths_begin(Baths *b, double dt)
{
  b->mask = 0;
  for (int k = 0; k < b->thermostats->n; k++) {
    const Thermal *t = &b->thermostats->list[k];

    if (!t->kind->bath) continue;
    b->mask |= (uint32_t)1 << k;
    t->kind->bath(t->own, t->energy, dt, &b->part[k]);
    for (int part = 0; part < 2; part++)
      if (!(part == 0 ? t->moves : t->turns))
        b->part[k].keep[part] = 1, b->part[k].spread[part] = 0;
  }
}

/* Two normal random numbers (Box & Muller 1958, Ann. Math. Stat. 29, 610). */
static void draw_pair(Random *random, double *a, double *b)
{
  double size, angle;

  random_pair(random, &size, &angle);
  size = sqrt(-2 * logarithm(1 - size));
  sine_cosine_degrees(360 * angle, a, b);
  *a *= size;
  *b *= size;
}

/* True if a bath acts on row a; thermostats of other kinds do not count. */
static bool is_bathed(const Baths *b, PetscInt a)
{
  return b->thermostats->acts[a] & b->mask;
}

/* New velocity of a degree of freedom with this mass or moment of inertia (Bath); its gain of
   energy is added to *heat, J. */
static double exchanged(double keep, double spread, double inertia, double u, double normal,
                        double *heat)
{
  const double to = keep * u + sqrt(spread / inertia) * normal;

  *heat += 0.5 * inertia * (to - u) * (to + u);
  return to;
}

/* Exchange heat in the middle of the step. u: velocity; l: angular momentum at the attitude q. */
static void exchange(const Baths *b, const Clumps *c, PetscInt a, int dimension, Quat q, Vec3 *u,
                     Vec3 *l)
{
  const bool turns = thermostat_turns(c, a);
  Vec3       body  = quat_turn_back(q, *l);
  double     heat  = 0; /* J */

  for (int k = 0; k < b->thermostats->n; k++) {
    Random random;
    double normal[6];

    if (!(b->thermostats->acts[a] & b->mask & (uint32_t)1 << k)) continue;
    random = random_part(
      random_stream(b->seed ^ mix_bits((uint64_t)b->step), RANDOM_THERMOSTAT, (uint64_t)c->id[a]),
      (uint64_t)k);
    for (int i = 0; i < (turns ? 6 : 4); i += 2) draw_pair(&random, &normal[i], &normal[i + 1]);
    for (int i = 0; i < dimension && b->part[k].keep[0] < 1; i++)
      if (!(c->blocked[a] >> i & 1))
        vec3_set(u, i,
                 exchanged(b->part[k].keep[0], b->part[k].spread[0], c->mass[a], vec3_axis(*u, i),
                           normal[i], &heat));
    for (int i = dimension == 2 ? 2 : 0; turns && i < 3 && b->part[k].keep[1] < 1; i++) {
      const double inertia = vec3_axis(c->inertia[a], i);

      vec3_set(&body, i,
               inertia * exchanged(b->part[k].keep[1], b->part[k].spread[1], inertia,
                                   vec3_axis(body, i) / inertia, normal[3 + i], &heat));
    }
  }
  sum_add(b->heat, heat);
  if (turns) *l = quat_turn(q, body);
}

void bath_places(const Clumps *c, const MotionStep *step, PetscInt from, int n, MotionTile *t,
                 Vec3 after[CLUMPS_TILE])
{
  const Baths *b     = step->baths;
  const int    space = step->domain->dimension;
  const double half  = 0.5 * step->dt;

  for (int k = 0; k < n; k++) {
    const PetscInt a  = from + k;
    const Vec3     u0 = get3(&t->motion[U], k);
    Vec3           u = u0, mean, l = get3(&t->motion[L], k);
    Quat           q = c->pose[a].q;

    if (!is_bathed(b, a)) continue;
    if (thermostat_turns(c, a)) q = motion_turned(c, a, q, &l, half, space == 2);
    if (c->borne) {
      /* beside constraints velocities get their answer to the kicks, which is still to come, while
         the bath acts */
      u = vec3_axpy(u, step->dt, c->borne[a]);
      l = vec3_axpy(l, step->dt, c->borne_torque[a]);
      exchange(b, c, a, space, q, &u, &l);
      u = vec3_axpy(u, -step->dt, c->borne[a]);
      l = vec3_axpy(l, -step->dt, c->borne_torque[a]);
    } else exchange(b, c, a, space, q, &u, &l);
    if (thermostat_turns(c, a)) {
      put4(t->turned, k, motion_turned(c, a, q, &l, half, space == 2));
      put3(&t->motion[L], k, l);
    }
    mean     = vec3_scale(0.5, vec3_add(u0, u));
    after[k] = u;
    put3(&t->pose[V], k, vec3_add(get3(&t->pose[V], k), vec3_sub(u, u0)));
    put3(&t->motion[U], k, mean);
    tile_drift_from(t, k, c->pose[a].x, c->motion[a].rest, vec3_scale(step->dt, mean),
                    step->domain->magic);
  }
}

void bath_velocities(const MotionStep *step, PetscInt from, int n, const Vec3 after[CLUMPS_TILE],
                     MotionTile *t, Watch *watch)
{
  for (int k = 0; k < n; k++) {
    if (!is_bathed(step->baths, from + k)) continue;
    watch_bounced(get3(&t->motion[U], k), watch);
    put3(&t->motion[U], k, after[k]);
  }
}
