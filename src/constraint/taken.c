/* SPDX-License-Identifier: MIT */
#include "constraint/taken.h"
#include "constraint/answer.h"
#include "constraint/apply.h"

static double spin_energy(const Clumps *c, PetscInt a, Quat q, Vec3 momentum)
{
  return 0.5 * vec3_dot(momentum, clump_spin_by(c, a, q, momentum));
}

/* Half of the change of velocity and spin of a clump by the other forces before the sweeps. With a
   last kick (motion/integrator.h) it is the difference between pose and state. */
typedef struct {
  Vec3 v, w;
} HalfKick;

static HalfKick half_kick(const ConstraintScene *s, PetscInt a, bool turned)
{
  const Clumps *c    = s->clumps;
  const Quat    q    = c->pose[a].q;
  const double  half = 0.5 * s->dt;
  HalfKick      kick = {.w = {0, 0, 0}};

  if (s->last > 0 || !s->motion) {
    kick.v = vec3_sub(c->pose[a].v, c->motion[a].v);
    if (turned) kick.w = vec3_sub(c->pose[a].w, follow_spin(c, a));
    return kick;
  }
  kick.v = vec3_scale(half, clump_free_way(c, a, q, answer_pull(c, a, s->motion->gravity)));
  if (turned) kick.w = clump_spin_by(c, a, q, vec3_scale(half, c->torque[a]));
  return kick;
}

/* Energy taken from a clump, J: the work of the impulses on the mean of the velocities before and
   after them, half a kick by other forces earlier, when the step before ended. With constant forces
   beside the constraints the sum of energies is constant to rounding. */
static double energy_taken(const Clumps *c, const ConstraintBody *b, bool turned,
                           const HalfKick *kick)
{
  const PetscInt a    = b->row;
  const Vec3     v    = c->motion[a].v;
  const Vec3     mean = vec3_sub(vec3_scale(0.5, vec3_add(v, b->v)), kick->v);
  const double   spin = turned ? spin_energy(c, a, b->q, b->momentum) -
                                 spin_energy(c, a, c->pose[a].q, c->motion[a].momentum) +
                                 vec3_dot(vec3_sub(c->motion[a].momentum, b->momentum), kick->w)
                               : 0;

  return spin - c->mass[a] * vec3_dot(vec3_sub(v, b->v), mean);
}

/* Work of the other forces, in the kicks before and after, on the displacement of a clump without a
   change of its velocity, J: hard contacts push apart bodies that overlap in this way. */
static double lifted(const Clumps *c, const ConstraintBody *b, double dt, const HalfKick *kick)
{
  const PetscInt a = b->row;
  const Vec3     v = c->motion[a].v,
             more  = vec3_axpy(vec3_sub(b->v, v), 1 / dt, vec3_sub(c->pose[a].x, b->x));

  return 2 * c->mass[a] * vec3_dot(kick->v, more);
}

void taken_add(const ConstraintScene *s, const ConstraintBody *b, bool turned, bool lifts,
               Sum *taken)
{
  const HalfKick kick = half_kick(s, b->row, turned);

  sum_add(taken, energy_taken(s->clumps, b, turned, &kick));
  if (lifts) sum_add(taken, lifted(s->clumps, b, s->dt, &kick));
}
