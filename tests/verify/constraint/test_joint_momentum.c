/* SPDX-License-Identifier: MIT */
/* Joints keep the angular momentum of chains of bars that fly and turn freely. */
#include "joint_test.h"

enum { BARS = 5 };

typedef struct {
  const char *type, *columns, *row; /* beside arms */
  double      arm;                  /* of its points, along the bars and, a quarter of it, across */
} Kind;

static const Kind ball = {"ball", "", "", .6}, hinge = {"hinge", ",ux,uy,uz", ",1,0,.5", .6},
                  weld = {"weld", "", "", .6}, slider = {"slider", ",ux,uy,uz", ",1,0,.5", .6},
                  rod     = {"distance", ",length", ",.20615528128088303", .5},
                  central = {"distance", ",length", ",1.2369316876852981", 0};

/* Surroundings of the chain of bars. */
typedef enum { ALONE, BESIDE_HARD, IN_PLANE } Where;

/* A chain of bars that flies and turns; hard contacts of bars that do not meet. */
static Sim *bars(const Kind *kind, double dt, int sweeps, Where where)
{
  static char clumps[2000], rows[1000], text[2000];
  char       *c   = clumps + sprintf(clumps, "id,template,x,y,z,vx,vy,vz,wx,wy,wz\n"),
       *r         = rows + sprintf(rows, "a,b,ax,ay,az,bx,by,bz%s\n", kind->columns);
  const bool flat = where == IN_PLANE;
  const Vec3 w    = flat ? vec3(0, 0, 2.7) : vec3(1, 2, 1.5);

  for (int k = 0; k < BARS; k++) {
    const Vec3   x = vec3(1.2 * k - 2, .3 * (k % 2), 0), v = vec3_cross(w, x);
    const double up = (k % 2 ? .25 : -.25) * kind->arm;

    c += sprintf(c, "%d,bar,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%g,%g,%g\n", k, x.x, x.y, x.z, v.x,
                 v.y, v.z, w.x, w.y, w.z);
    if (k > 0)
      r += sprintf(r, "%d,%d,%g,%g,0,%g,%g,0%s\n", k - 1, k, kind->arm, up, -kind->arm, -up,
                   kind->row);
  }
  test_file("clumps.csv", clumps);
  test_file("rows.csv", rows);
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: %.17g, overlap_limit: 99%s}\n"
           "domain: {lo: [-9, -9%s], hi: [9, 9%s]}\nmaterial: [{a: {density: 1000}}]\n"
           "%s"
           "template: [{bar: {material: a, pebbles: [-.5, 0%s, .05, .5, 0%s, .05]}}]\n"
           "clumps: [{all: {file: clumps.csv}}]\n"
           "constraint:\n  - j: {type: %s, file: rows.csv, sweeps: %d}\n%s",
           dt, flat ? ", dimension: 2" : "", flat ? "" : ", -9", flat ? "" : ", 9",
           where == BESIDE_HARD
             ? ""
             : "contact: [{a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n",
           flat ? "" : ", 0", flat ? "" : ", 0", kind->type, sweeps,
           where == BESIDE_HARD ? "  - h: {type: contact, between: [a, a]}\n" : "");
  return test_sim(PETSC_COMM_WORLD, text, "");
}

typedef struct {
  double momentum, energy; /* changes in 1 s over what there was */
} Drift;

static double kinetic(const Totals *t)
{
  return t->translational + t->rotational;
}

static Drift drift_of(const Kind *kind, double dt, int sweeps, Where where)
{
  static const char *const places[] = {"", ", hard contacts", ", two dimensions"};
  Sim                     *sim      = bars(kind, dt, sweeps, where);
  const Totals             from     = totals_of(sim);
  Totals                   to;
  Drift                    d;

  test_steps(sim, (int)(1 / dt + .5));
  to = totals_of(sim);
  d  = (Drift){vec3_norm(vec3_sub(to.angular, from.angular)) / vec3_norm(from.angular),
               kinetic(&to) / kinetic(&from) - 1};
  CALL(sim_destroy(&sim));
  test_note("%s, dt %g, %d sweeps%s: angular momentum off by %.3g of it, energy by %.3g",
            kind->type, dt, sweeps, places[where], d.momentum, d.energy);
  return d;
}

/* For comparison: moments taken at the end of the step would change it by 1e-2. */
static void angular_momentum_is_kept(const Kind *kind)
{
  const Drift many = drift_of(kind, 2e-3, 24, ALONE), one = drift_of(kind, 2e-3, 1, ALONE);
  char        fact[100];

  CHECK(many.momentum < 1e-8); /* roundings of corrections */
  CHECK(one.momentum < 1e-6);  /* and what velocities get that places do not */
  CHECK(fabs(many.energy) < 3e-4 && fabs(one.energy) < 1e-3);
  snprintf(fact, sizeof fact, "the angular momentum of bars is kept: %s", kind->type);
  test_end(fact);
}

static void in_two_dimensions_too(void)
{
  CHECK(drift_of(&ball, 2e-3, 24, IN_PLANE).momentum < 1e-8);
  CHECK(drift_of(&ball, 2e-3, 1, IN_PLANE).momentum < 1e-5);
  test_end("in two dimensions likewise");
}

static void energy_is_of_second_order(void)
{
  const Drift one = drift_of(&ball, 2e-3, 1, ALONE), half = drift_of(&ball, 1e-3, 1, ALONE);

  CHECK(one.energy / half.energy > 3.5 && one.energy / half.energy < 4.5);
  test_end("a ball joint changes the energy to second order in dt");
}

/* Beside hard contacts the state at the start of the step is known to first order only. */
static void beside_hard_contacts(void)
{
  const Drift one  = drift_of(&ball, 2e-3, 20, BESIDE_HARD),
              half = drift_of(&ball, 1e-3, 20, BESIDE_HARD);

  CHECK(one.momentum < 1e-6 && one.momentum / half.momentum > 3.5);
  test_end("beside hard contacts likewise, to second order in dt at least");
}

static void rods(void)
{
  const Kind *const kinds[] = {&rod, &central};

  for (size_t k = 0; k < 2 && test_case_here(k); k++) {
    const double one  = drift_of(kinds[k], 2e-3, 20, ALONE).momentum,
                 half = drift_of(kinds[k], 1e-3, 20, ALONE).momentum;

    CHECK(one / half > 1.8 && one / half < 2.2);
  }
  test_end("rods with arms and without change it to first order");
}

TESTS(.ranks = {1, 3})
{
  static const Kind *const kinds[] = {&ball, &hinge, &weld, &slider};

  for (size_t k = 0; k < 4; k++)
    if (test_case_here(k)) angular_momentum_is_kept(kinds[k]);
  in_two_dimensions_too();
  energy_is_of_second_order();
  beside_hard_contacts();
  rods();
  test_folder_remove();
}
