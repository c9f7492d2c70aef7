/* SPDX-License-Identifier: MIT */
/* A ball in a cylinder of facets: its height at rest and the period of its rolling approach those
   in the cylinder with the square of the facets, and its contacts and force do not depend on
   them. */
#include "meshes.h"
#include "verify/verify.h"

enum { COARSE = 48, MESHES = 3 };

static const double g = 9.81, radius = 0.1, stiffness = 1e6;

static const char *const bore =
  "  - bore: {shape: cylinder, material: s, point: [0, 0, 0], axis: [0, 1, 0], radius: 1}\n";

/* The facets are turned by half of one, so that the lowest place is the middle of a facet. */
static void write_bore(int facets)
{
  static Triangles t;
  Vec3             round[COARSE << MESHES];

  t.n = 0;
  for (int k = 0; k < facets; k++) {
    const double a = 2 * pi * (k + 0.5) / facets;

    round[k] = vec3(sin(a), cos(a), 0);
  }
  add_prism(&t, facets, round, vec3(0, 0, 0), -1, 1, false);
  write_mesh("bore.stl", &t);
}

static Sim *ball_at(double angle, double lowest, const char *wall)
{
  const double deep = 4.18879 * g / stiffness, at = lowest - radius + deep;
  Draft        t = {0};

  add_head(&t, 5e-5, vec3(0, 0, -g), 3);
  add(&t,
      "material:\n  - s: {young: 1e7, poisson: .3, density: 1000}\n"
      "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: %g, restitution: .5, "
      "tangential: hooke, tangential_ratio: 1, friction: 1}\n"
      "template:\n  - ball: {material: s, pebbles: [0, 0, 0, %g]}\n"
      "clumps:\n  - one: {template: ball, position: [%.17g, 0, %.17g]}\nwall:\n%s",
      stiffness, radius, at * sin(angle), -at * cos(angle), wall);
  return sim_of(&t, NULL);
}

/* Time from the first to the third passage through the middle. */
static double period_in(const char *wall)
{
  enum { CROSSINGS = 3 };
  const double dt              = 5e-5;
  Sim         *sim             = ball_at(0.4, 1, wall);
  double       time[CROSSINGS] = {0}, before = 1;
  int          n       = 0;
  int64_t      several = 0; /* steps with contacts on both sides of a seam */
  Body         b;

  while (n < CROSSINGS && sim->clock.step < 200000) {
    test_steps(sim, 1);
    several += contacts_count(sim->contacts) > 1;
    bodies_of(sim, 1, &b);
    if (before * b.x.x < 0)
      time[n++] = (double)sim->clock.step * dt - dt * b.x.x / (b.x.x - before);
    before = b.x.x;
  }
  CHECK_INT(n, CROSSINGS);
  CHECK_INT(several, 0); /* facets of a smooth surface are one */
  CALL(sim_destroy(&sim));
  return time[2] - time[0];
}

/* lowest: place of the wall, below the origin. */
static double height_in(const char *wall, double lowest)
{
  Sim   *sim = ball_at(0, lowest, wall);
  Totals t;
  Body   b;

  test_steps(sim, 5000);
  bodies_of(sim, 1, &b);
  t = totals_of(sim);
  CHECK_INT(t.contacts, 1);
  CHECK_NEAR(stiffness * (radius - b.x.z - lowest) / (b.mass * g), 1, 1e-6); /* it has decayed */
  CALL(sim_destroy(&sim));
  return b.x.z;
}

static void facets_approach_the_cylinder(void)
{
  const char *mesh =
    "  - bore: {shape: mesh, material: s, file: bore.stl, attitude: [1, 1, 0, 0]}\n";
  const double height = height_in(bore, 1), period = period_in(bore);
  double       off[MESHES][2];

  for (int k = 0; k < MESHES; k++) {
    write_bore(COARSE << k);
    off[k][0] = height_in(mesh, cos(pi / (COARSE << k))) - height;
    off[k][1] = period_in(mesh) / period - 1;
    test_note("%d facets: height off by %.2e m, period by %.2e", COARSE << k, off[k][0], off[k][1]);
  }
  for (int k = 1; k < MESHES; k++) CHECK_NEAR(off[k - 1][0] / off[k][0], 4, 0.02);
  CHECK_NEAR(off[0][0], 1 - cos(pi / COARSE), 1e-6);     /* of the facet's middle */
  CHECK(fabs(off[MESHES - 1][1]) < fabs(off[0][1]) / 8); /* two halvings: 16 */
  test_end("height at rest and period converge with the square of the facets");
}

TESTS(.ranks = {1})
{
  facets_approach_the_cylinder();
  test_folder_remove();
}
