/* SPDX-License-Identifier: MIT */
/* Random sets of joints, rigid and compliant, with points far outside of small bodies. */
#ifndef RANDOM_JOINTS_H
#define RANDOM_JOINTS_H

#include "joint_test.h"

enum { BODIES = 10, LINKS = 12 };

static uint64_t joints_state;

static inline double between(double a, double b)
{
  joints_state = joints_state * 6364136223846793005u + 1442695040888963407u;
  return a + (b - a) * (double)(joints_state >> 11) / 9007199254740992.0;
}

static inline int among(int n)
{
  return (int)between(0, n);
}

/* A random compliance; one of three is 0, rigid. */
static inline double compliance(void)
{
  return among(3) ? exp(between(-18, 4.6)) : 0; /* 1e-8 to 100 m/N, or rad/(N m) */
}

static inline void write_clumps(Vec3 *x, bool held, char *text)
{
  text += sprintf(text, "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n");
  for (int k = 0; k < BODIES; k++) {
    const double still = held && k == 0 ? 0 : 1;

    x[k] = vec3(between(-2, 2), between(-2, 2), between(-2, 2));
    text += sprintf(text, "%d,%s,%.17g,%.17g,%.17g,%g,%g,%g,%g,%g,%g,%s\n", k,
                    among(3) ? "bar" : "ball", x[k].x, x[k].y, x[k].z, still * between(-1, 1),
                    still * between(-1, 1), still * between(-1, 1), still * between(-3, 3),
                    still * between(-3, 3), still * between(-3, 3), still > 0 ? "" : "xyzXYZ");
  }
}

/* A list of one pair for each object; the objects of constraints with it. */
static inline char *write_joint(int k, const Vec3 *x, int sweeps, bool rods, char *objects)
{
  static const char *const kinds[] = {"distance", "ball", "weld", "hinge", "slider"};
  static const char *const heads[] = {"length", "ax,ay,az,bx,by,bz", "",
                                      "ax,ay,az,bx,by,bz,ux,uy,uz", "ux,uy,uz"};
  const int                drawn = among(5), kind = rods || drawn > 0 ? drawn : 1,
            a      = k < BODIES - 1 ? k : among(BODIES),
            b      = k < BODIES - 1 ? k + 1 : (a + 1 + among(BODIES - 1)) % BODIES;
  const Vec3   way = vec3_sub(x[b], x[a]), h = vec3_scale(.5, way);
  const double soft = compliance(), turn = compliance();
  char         name[30], row[300];
  int          n;

  snprintf(name, sizeof name, "joint%d.csv", k);
  n = snprintf(row, sizeof row, "a,b%s%s\n%d,%d", kind == 2 ? "" : ",", heads[kind], a, b);
  if (kind == 0) n += snprintf(row + n, sizeof row - (size_t)n, ",%.17g", vec3_norm(way));
  if (kind == 1 || kind == 3)
    n += snprintf(row + n, sizeof row - (size_t)n, ",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", h.x, h.y,
                  h.z, -h.x, -h.y, -h.z);
  if (kind == 3) n += snprintf(row + n, sizeof row - (size_t)n, ",.3,.5,1");
  if (kind == 4)
    n += snprintf(row + n, sizeof row - (size_t)n, ",%.17g,%.17g,%.17g", way.x, way.y, way.z);
  snprintf(row + n, sizeof row - (size_t)n, "\n");
  test_file(name, row);
  objects += sprintf(objects, "  - o%d: {type: %s, file: %s, compliance: %.3g, sweeps: %d", k,
                     kinds[kind], name, soft, sweeps);
  if (kind > 1) objects += sprintf(objects, ", turn_compliance: %.3g", turn);
  return objects + sprintf(objects, "}\n");
}

/* A set in a box without gravity. rods: with distances of centres, which are ball
   joints otherwise. */
static inline Sim *joints_sim(uint64_t seed, double dt, int sweeps, bool rods)
{
  static char clumps[2000], objects[1500];
  Vec3        x[BODIES];
  char       *to = objects;

  joints_state = seed * 977 + 5;
  write_clumps(x, seed % 2, clumps);
  for (int k = 0; k < LINKS; k++) to = write_joint(k, x, sweeps, rods, to);
  return joint_sim(dt, 0, clumps, objects, "");
}

/* Kinetic energy, and energy stored in compliant equations, J. */
static inline double joints_energy(Sim *sim)
{
  const Clumps  *c   = sim->matter.clumps;
  const LinkSet *set = constraint_set(&sim->links);
  double         sum = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 l = c->motion[a].momentum, v = c->motion[a].v;

    if (clump_is_fixed(c, a)) continue;
    sum +=
      .5 * c->mass[a] * vec3_dot(v, v) + .5 * vec3_dot(l, clump_spin_by(c, a, c->pose[a].q, l));
  }
  for (PetscInt k = 0; k < set->n; k++) {
    const ConstraintObject *o = set->objects[set->list[k].object].constants;
    const double           *m = link_memory(set, k);

    sum += .5 * o->compliance[0] * m[CONSTRAINT_FORCE] * m[CONSTRAINT_FORCE] +
           .5 * o->compliance[1] * m[CONSTRAINT_TORQUE] * m[CONSTRAINT_TORQUE];
  }
  return sum;
}

/* The most by which the energy in `span` s exceeds that of the first 0.1 s, over that
   at the start. */
static inline double joints_gain(uint64_t seed, double dt, int sweeps, double span)
{
  Sim         *sim    = joints_sim(seed, dt, sweeps, true);
  const double first  = joints_energy(sim);
  double       before = 0, most = -INFINITY;

  for (int k = 0; k < span / dt; k++) {
    double now;

    test_steps(sim, 1);
    now = joints_energy(sim);
    if (k > 0 && k * dt < .1) before = max_real(before, now);
    else if (k > 0) most = max_real(most, (now - before) / first);
  }
  CALL(sim_destroy(&sim));
  return most;
}

#endif
