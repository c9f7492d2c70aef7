/* np: 1, limit: 900 */
/* SPDX-License-Identifier: MIT */
/* Random sets of joints, rigid and compliant, with points far outside of small bodies, converged and
   not: they gain no energy where steps are short enough for their rotations. */
#include "joint_test.h"

enum { BODIES = 10, LINKS = 12, CASES = 60 };

static uint64_t state;

static double between(double a, double b)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return a + (b - a) * (double)(state >> 11) / 9007199254740992.0;
}

static int among(int n)
{
  return (int)between(0, n);
}

/* One of three rigid. */
static double compliance(void)
{
  return among(3) ? exp(between(-18, 4.6)) : 0; /* 1e-8 to 100 m/N, or rad/(N m) */
}

static void write_clumps(Vec3 *x, bool held, char *text)
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
static char *write_joint(int k, const Vec3 *x, int sweeps, char *objects)
{
  static const char *const kinds[] = {"distance", "ball", "weld", "hinge", "slider"};
  static const char *const heads[] = {"length", "ax,ay,az,bx,by,bz", "",
                                      "ax,ay,az,bx,by,bz,ux,uy,uz", "ux,uy,uz"};
  const int                kind = among(5), a = k < BODIES - 1 ? k : among(BODIES),
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

/* Of motion, and of what is compliant. */
static double energy(Sim *sim)
{
  const Clumps  *c   = sim->clumps;
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

/* The most by which the energy of a second exceeds that of its first tenth, over that at the start;
   turned: largest rotation in a step, rad, until then. */
static double gain(uint64_t seed, double dt, int sweeps, double *turned)
{
  static char clumps[2000], objects[1500];
  Vec3        x[BODIES];
  char       *to = objects;
  double      first, before = 0, most = -INFINITY;
  Sim        *sim;

  state = seed * 977 + 5;
  write_clumps(x, seed % 2, clumps);
  for (int k = 0; k < LINKS; k++) to = write_joint(k, x, sweeps, to);
  sim     = joint_sim(dt, 0, clumps, objects, "");
  first   = energy(sim);
  *turned = 0;
  for (int k = 0; k < 1 / dt; k++) {
    double now;

    test_steps(sim, 1);
    now = energy(sim);
    if (k > 0 && k * dt < .1) before = max_real(before, now);
    else if (k > 0) most = max_real(most, (now - before) / first);
    for (PetscInt a = 0; a < sim->clumps->n_owned && most < 1e-4; a++)
      *turned = max_real(*turned, dt * vec3_norm(sim->clumps->pose[a].w));
  }
  CALL(sim_destroy(&sim));
  return most;
}

static void energy_does_not_grow(double dt, int sweeps)
{
  double far = 0, least = INFINITY, most = -INFINITY;
  int    grown = 0;
  char   fact[200];

  for (uint64_t seed = 0; seed < CASES; seed++) {
    double       turned;
    const double more = gain(seed, dt, sweeps, &turned);

    grown += more > 0;
    most = max_real(most, more);
    if (more > 0) least = min_real(least, turned);
    else far = max_real(far, turned);
  }
  test_note("dt %g, %d sweeps: %d of %d sets gain energy, %.3g of that at the start; clumps of "
            "these turn by "
            "%.3g rad in a step before, of the others by up to %.3g",
            dt, sweeps, grown, CASES, most, least, far);
  if (dt < 6e-3) CHECK_INT(grown, 0);
  snprintf(fact, sizeof fact, "joints at dt %g with %d sweeps", dt, sweeps);
  test_end(fact);
}

int main(int argc, char **argv)
{
  const double steps[] = {2e-2, 1e-2, 5e-3};

  test_begin(&argc, &argv);
  for (int k = 0; k < 3; k++)
    for (int sweeps = 1; sweeps < 20; sweeps += 15) energy_does_not_grow(steps[k], sweeps);
  test_folder_remove();
  return test_finish();
}
