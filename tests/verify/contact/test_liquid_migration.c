/* SPDX-License-Identifier: MIT */
/* A wet sphere touches a drier one and leaves it: force and rupture distance are those of
   liquid_bridge with the volume that the two give, and at the rupture each gets half of it. */
#include "verify/verify.h"

static const double radius = 0.001, step = 2e-7; /* m, s */
static const double wet = 6e-12, dry = 2e-12;    /* m^3 */

/* law: keys of the cohesion; wall: of the floor. The spheres are in touch and part at 0.2 m/s. */
static Sim *spheres(const char *law, const char *wall)
{
  static char text[2000];

  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 1, dt: %.17g}\n"
    "domain: {lo: [-.01, -.01, -.01], hi: [.01, .01, .01]}\n"
    "material:\n  - a: {density: 2500}\n"
    "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 500, restitution: 1, "
    "surface_tension: .07, contact_angle: 30, liquid_viscosity: 1e-3, liquid_gap: 1e-6, %s}\n"
    "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %.17g]}\n"
    "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, -.005], normal: [0, 0, 1]%s}\n"
    "clumps:\n"
    "  - one: {template: ball, position: [-.0009999, 0, 0], velocity: [-.1, 0, 0]%s}\n"
    "  - two: {template: ball, position: [.0009999, 0, 0], velocity: [.1, 0, 0]%s}\n"
    "  - low: {template: ball, position: [0, .005, -.004001], velocity: [0, 0, .2]%s}\n",
    step, law, radius, wall, *wall ? ", liquid: 6e-12" : "", *wall ? ", liquid: 2e-12" : "",
    *wall ? ", liquid: 6e-12" : "");
  return test_sim(PETSC_COMM_WORLD, text, "-output_energies"); /* with dashpots evaluated twice */
}

/* A value of a clump, found by its owner and returned on all ranks. */
static double of_clump(const Sim *sim, Id id, double (*value)(const Sim *, PetscInt))
{
  const PetscInt row  = test_row(sim, id);
  double         here = row >= 0 && row < sim->matter.clumps->n_owned ? value(sim, row) : -INFINITY;

  CALL(parallel_max(&sim->par, &here, 1));
  return here;
}

static double liquid(const Sim *sim, PetscInt row)
{
  return sim->matter.clumps->quantity[quantity_index(&quantity_liquid)].value[row];
}

static double pull(const Sim *sim, PetscInt row)
{
  return sim->matter.clumps->force[row].x;
}

static double place(const Sim *sim, PetscInt row)
{
  return sim->matter.clumps->pose[row].x.x;
}

static double grain(const Sim *sim)
{
  return laws_grain(sim->laws, &quantity_liquid);
}

static void one_bridge(void)
{
  const double volume = 0.05 * (wet + dry), range = (1 + PETSC_PI / 12) * cbrt(volume);
  Sim         *sim = spheres("cohesion: liquid_migration, liquid_volume: 1e-11", ", liquid: 6e-12"),
      *twin        = spheres("cohesion: liquid_bridge, liquid_volume: 4e-13", "");
  double gap = 0, force = 1;
  int    n = 0;

  CHECK_NEAR(of_clump(sim, 0, liquid), wet, grain(sim));
  for (; n < 3000 && of_clump(sim, 0, pull) != 0; n++) {
    test_steps(sim, 1);
    test_steps(twin, 1);
    gap   = of_clump(sim, 1, place) - of_clump(sim, 0, place) - 2 * radius;
    force = of_clump(twin, 0, pull);
    /* volumes that differ by a rounding of the amounts, 1e-3 of a grain of the largest volume */
    CHECK_NEAR(of_clump(sim, 0, pull), force, 1e-7 * fabs(force) + 1e-18);
  }
  test_note("parted at a gap of %.6g m after %d steps, rupture distance %.6g m", gap, n, range);
  CHECK(n > 100);
  CHECK_NEAR(gap, range, 0.25 * step); /* 0.2 m/s: no more than a step too late */
  CHECK(gap > range);
  /* 6 and 2 of 8 parts are given, 4 each come back; in grains */
  CHECK_NEAR(of_clump(sim, 0, liquid), wet - 0.25 * volume, grain(sim));
  CHECK_NEAR(of_clump(sim, 1, liquid), dry + 0.25 * volume, grain(sim));
  CHECK(of_clump(sim, 0, liquid) + of_clump(sim, 1, liquid) ==
        grain(sim) * (rint(wet / grain(sim)) + rint(dry / grain(sim))));
  CALL(sim_destroy(&sim));
  CALL(sim_destroy(&twin));
}

/* The clump low leaves the floor. */
static double after_wall(const char *wall)
{
  Sim   *sim = spheres("cohesion: liquid_migration, liquid_volume: 1e-11", wall);
  double left;

  test_steps(sim, 3000);
  left = of_clump(sim, 2, liquid);
  CALL(sim_destroy(&sim));
  return left;
}

TESTS(.ranks = {1, 2})
{
  one_bridge();
  test_end("force and rupture of a bridge from two films; each side gets half of it");
  /* to a grain of 2^-32 of 7.3e-12 m^3 and two */
  CHECK_NEAR(after_wall(", liquid: 6e-12"), wet, 4e-21);
  CHECK_NEAR(after_wall(", liquid: 0"), wet - 0.5 * 0.05 * wet, 4e-21);
  CHECK_NEAR(after_wall(", side: both"), wet, 4e-21);
  test_end(
    "a wall gives and takes by its held amount; without one it is as wet as what touches it");
  test_folder_remove();
}
