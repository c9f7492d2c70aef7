/* np: 1 3 */
/* SPDX-License-Identifier: MIT */
/* Joints keep angular momentum: of chains of bars that fly and turn freely. */
#include "joint_test.h"

enum { BARS = 5 };

typedef struct {
  const char *type, *columns, *row; /* beside arms */
} Kind;

static const Kind ball = {"ball", "", ""}, hinge = {"hinge", ",ux,uy,uz", ",1,0,.5"},
                  weld = {"weld", "", ""}, slider = {"slider", ",ux,uy,uz", ",1,0,.5"},
                  rod = {"distance", ",length", ",.2"};

/* The scenario, with hard contacts of bars that do not meet, or without. */
static Sim *bars(const Kind *kind, double dt, int sweeps, bool hard)
{
  static char clumps[2000], rows[1000], text[2000];
  char       *c = clumps + sprintf(clumps, "id,template,x,y,z,vx,vy,vz,wx,wy,wz\n"),
       *r       = rows + sprintf(rows, "a,b,ax,ay,az,bx,by,bz%s\n", kind->columns);
  const Vec3 w  = {1, 2, 1.5};

  for (int k = 0; k < BARS; k++) {
    const Vec3   x = vec3(1.2 * k - 2, .3 * (k % 2), 0), v = vec3_cross(w, x);
    const double up = k % 2 ? .15 : -.15, at = kind == &rod ? .5 : .6;

    c += sprintf(c, "%d,bar,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,1,2,1.5\n", k, x.x, x.y, x.z, v.x,
                 v.y, v.z);
    if (k > 0) r += sprintf(r, "%d,%d,%g,%g,0,%g,%g,0%s\n", k - 1, k, at, up, -at, -up, kind->row);
  }
  test_file("clumps.csv", clumps);
  test_file("rows.csv", rows);
  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 99, dt: %.17g, overlap_limit: 99}\n"
    "domain: {lo: [-9, -9, -9], hi: [9, 9, 9]}\nmaterial: [{a: {density: 1000}}]\n"
    "%s"
    "template: [{bar: {material: a, pebbles: [-.5, 0, 0, .05, .5, 0, 0, .05]}}]\n"
    "clumps: [{all: {file: clumps.csv}}]\n"
    "constraint:\n  - j: {type: %s, file: rows.csv, sweeps: %d}\n%s",
    dt,
    hard ? "" : "contact: [{a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n",
    kind->type, sweeps, hard ? "  - h: {type: contact, between: [a, a]}\n" : "");
  return test_sim(PETSC_COMM_WORLD, text, "");
}

typedef struct {
  double momentum, energy; /* changes in 1 s over what there was */
} Drift;

static double kinetic(const Totals *t)
{
  return t->translational + t->rotational;
}

static Drift drift(const Kind *kind, double dt, int sweeps, bool hard)
{
  Sim         *sim  = bars(kind, dt, sweeps, hard);
  const Totals from = totals_of(sim);
  Totals       to;
  Drift        c;

  test_steps(sim, (int)(1 / dt + .5));
  to = totals_of(sim);
  c  = (Drift){vec3_norm(vec3_sub(to.angular, from.angular)) / vec3_norm(from.angular),
               kinetic(&to) / kinetic(&from) - 1};
  CALL(sim_destroy(&sim));
  test_note("%s, dt %g, %d sweeps%s: angular momentum off by %.3g of it, energy by %.3g",
            kind->type, dt, sweeps, hard ? ", hard contacts" : "", c.momentum, c.energy);
  return c;
}

static void angular_momentum_is_kept(const Kind *kind)
{
  const Drift c = drift(kind, 2e-3, 64, false);
  char        fact[100];

  /* what the sweeps have left of the distance of the points; 1e-2 with arms at the end of the step */
  CHECK(c.momentum < 1e-7);
  snprintf(fact, sizeof fact, "the angular momentum of bars is kept: %s", kind->type);
  test_end(fact);
}

static void forces_at_one_place_need_no_sweeps(void)
{
  CHECK(drift(&weld, 2e-3, 1, false).momentum < 1e-8); /* roundings */
  CHECK(drift(&slider, 2e-3, 1, false).momentum < 1e-8);
  test_end("welds and sliders keep the angular momentum however few the sweeps");
}

static void few_sweeps_are_of_second_order(void)
{
  const Drift one = drift(&ball, 2e-3, 1, false), half = drift(&ball, 1e-3, 1, false);

  CHECK(one.momentum < 2e-4 && one.momentum / half.momentum > 3.5);
  CHECK(fabs(one.energy) < 1e-3 && one.energy / half.energy > 3.5);
  test_end("with one sweep a ball joint changes momentum and energy to second order in dt");
}

static void with_hard_contacts_of_second_order(void)
{
  const Drift one = drift(&ball, 2e-3, 20, true), half = drift(&ball, 1e-3, 20, true);

  CHECK(one.momentum < 2e-4 && one.momentum / half.momentum > 3.5);
  test_end("beside hard contacts, where the start of the step is known to first order, likewise");
}

static void rods_lose(void)
{
  const Drift one = drift(&rod, 2e-3, 20, false), half = drift(&rod, 1e-3, 20, false);

  CHECK(one.momentum / half.momentum > 1.8 && one.momentum / half.momentum < 2.2);
  test_end("rods change it to first order");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  angular_momentum_is_kept(&ball);
  angular_momentum_is_kept(&hinge);
  angular_momentum_is_kept(&weld);
  angular_momentum_is_kept(&slider);
  forces_at_one_place_need_no_sweeps();
  few_sweeps_are_of_second_order();
  with_hard_contacts_of_second_order();
  rods_lose();
  test_folder_remove();
  return test_finish();
}
