/* SPDX-License-Identifier: MIT */
/* One body whose rotation is stepped by the kernels of the motion alone, called as in a step,
   without the rest of it. */
#ifndef ROTATION_H
#define ROTATION_H

#include "verify/verify.h"

/* ---- one body and its motion ---- */

/* A clump of one pebble with mass 1 and these principal moments (ascending, axes x, y, z),
   rotating with w0 (lab and body axes coincide at first). */
static inline Sim *one_body(Vec3 inertia, Vec3 w0, Quat q0, const char *blocked)
{
  Draft scenario, bodies;
  Start start = {.w = w0, .q = q0, .blocked = blocked};

  add_head(&scenario, 1, vec3(0, 0, 0), 10);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", 1, 0, 1);
  add(&scenario, "contact:\n  - law: {between: [stone, stone], normal: hertz, restitution: 1}\n");
  add(&scenario, "template:\n  - body: {material: stone, pebbles: [0, 0, 0, 1], mass_properties: "
                 "given, volume: 1, mass: 1, "
                 "position: [0, 0, 0], ");
  add(&scenario, "inertia: [%.17g, %.17g, %.17g]}\nclumps:\n  - all: {file: bodies.csv}\n",
      inertia.x, inertia.y, inertia.z);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "body", &start);
  return sim_of(&scenario, &bodies);
}

/* Torque on the clump, in the lab frame, as a function of its attitude. */
typedef Vec3 (*Torque)(Quat q, const void *context);

static inline void take_torque(Sim *sim, double dt, Torque torque, const void *context)
{
  const Vec3 t = torque ? torque(sim->matter.clumps->pose[0].q, context) : vec3(0, 0, 0);

  const double inverse =
    sim->matter.clumps->pose[0].per_arm /
    (LOAD_ARMS * quantum_for(1, 0).quantum); /* the finest quantum that a step could have */

  loads_set_force(sim->loads, quantum_for(1, 0), -EXPONENT_MOST);
  loads_clear(sim->loads, 1);
  sim->loads->sum[LOAD_TORQUE]     = quanta(t.x, inverse);
  sim->loads->sum[LOAD_TORQUE + 1] = quanta(t.y, inverse);
  sim->loads->sum[LOAD_TORQUE + 2] = quanta(t.z, inverse);
  motion_finish(sim->matter.clumps, sim->loads,
                &(MotionStep){.domain = &sim->space.domain, .dt = dt});
}

static inline void turn(Sim *sim, double dt, int steps, Torque torque, const void *context)
{
  const MotionStep step   = {.domain = &sim->space.domain, .dt = dt};
  MotionReport     report = MOTION_NOTHING;

  for (int k = 0; k < steps; k++) {
    motion_start(sim->matter.clumps, &step, 0, 1, NULL, &report);
    take_torque(sim, dt, torque, context);
  }
}

static inline Vec3 spin_in_body(const Sim *sim)
{
  return quat_turn_back(sim->matter.clumps->pose[0].q, sim->matter.clumps->w[0]);
}

/* ---- tops ---- */

typedef struct {
  Vec3 w; /* body frame, rad/s */
  Quat q;
} Top;

static inline Top free_top(Vec3 inertia, Vec3 w0, double time, int steps)
{
  Sim *sim = one_body(inertia, w0, quat_identity(), NULL);
  Top  top;

  turn(sim, time / steps, steps, NULL, NULL);
  top = (Top){spin_in_body(sim), sim->matter.clumps->pose[0].q};
  CALL(sim_destroy(&sim));
  return top;
}

static inline double third(double coarse, double fine)
{
  return fine + (fine - coarse) / 3;
}

/* Richardson extrapolation: the second-order error is eliminated with half the step. */
static inline Top extrapolated(Vec3 inertia, Vec3 w0, double time, int steps)
{
  const Top a = free_top(inertia, w0, time, steps), b = free_top(inertia, w0, time, 2 * steps);

  return (Top){
    {third(a.w.x, b.w.x), third(a.w.y, b.w.y), third(a.w.z, b.w.z)},
    {third(a.q.w, b.q.w), third(a.q.x, b.q.x), third(a.q.y, b.q.y), third(a.q.z, b.q.z)}};
}

static inline double spin_error(Vec3 a, Vec3 b)
{
  return vec3_norm(vec3_sub(a, b));
}

static inline double attitude_error(Quat a, Quat b)
{
  return sqrt((a.w - b.w) * (a.w - b.w) + (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
              (a.z - b.z) * (a.z - b.z));
}

static const Vec3 uneven = {1, 2, 3}, all_one = {1, 1, 1};

#endif
