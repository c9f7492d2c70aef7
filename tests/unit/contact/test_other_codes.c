/* SPDX-License-Identifier: MIT */
/* Two spheres in LAMMPS (29 Sep 2021, update 2, pair granular, gran/hooke/history and
   gran/hertz/history) and in LIGGGHTS (3.8, pair gran): radius 0.1 m, 1000 kg/m^3, 1e7 Pa, 0.3, at
   constant overlap and velocities for some steps of 1e-5 s. The same laws here give the same
   numbers. */
#define _POSIX_C_SOURCE 200809L

#include "law_test.h"

typedef struct {
  const char *name, *keys;
  double      overlap, vx, vy, spin; /* m, m/s, rad/s about z */
  int         steps;
  double      fx, fy, couple; /* on the first sphere, N, N m about z */
} Case;

#define MASS_VELOCITY ", damping: 40, "
#define HERTZ         "normal: hertz" MASS_VELOCITY
#define HOOKE         "normal: hooke, stiffness: 1e5" MASS_VELOCITY
#define HISTORY       "tangential: hooke, tangential_stiffness: 3e4, friction: 0.3, tangential_damping: "
#define MINDLIN       ", friction: 0.3, tangential_damping: 20"

static const Case lammps[] = {
  {"hertz/material, damping tsuji", "normal: hertz, restitution: 0.6, damping_fit: tsuji", 1e-3,
   0.3, 0, 0, 1, -76.82982982345689, 0, 0},
  {"hertz/material, mass_velocity", HERTZ "limit_damping: false", 1e-3, 0.3, 0, 0, 1,
   -76.935435821139478, 0, 0},
  {"hertz/material, velocity", "normal: hertz, damping_coefficient: 15", 1e-3, -0.2, 0, 0, 1,
   -48.802694592421126, 0, 0},
  {"hooke, linear_nohistory", HOOKE "tangential: viscous, friction: 0.3, tangential_damping: 20",
   1e-3, 0.3, 0.01, 0, 1, -125.13274122871843, -0.41887902047863917, 0},
  {"hooke, linear_history", HOOKE HISTORY "20", 1e-3, 0, 0.05, 0, 20, -100.00000000000009,
   -2.3943951023931964, 0},
  {"hooke, linear_history, sliding", HOOKE HISTORY "20", 1e-3, 0, 9, 0, 20, -100.00000000000009,
   -30.000000000000025, 0},
  {"mindlin", HERTZ "tangential: mindlin_secant" MINDLIN, 1e-3, 0, 0.05, 0, 20, -51.802694592421126,
   -2.7343107414760452, 0},
  {"mindlin/force", HERTZ "tangential: mindlin_incremental" MINDLIN, 1e-3, 0, 0.05, 0, 20,
   -51.802694592421126, -2.7343107414760448, 0},
  {"mindlin_rescale/force", HERTZ "tangential: mindlin_rescaled" MINDLIN, 1e-3, 0, 0.05, 0, 20,
   -51.802694592421126, -2.7343107414760448, 0},
  {"mindlin_rescale/force, sliding", HERTZ "tangential: mindlin" MINDLIN, 1e-3, 0, 9, 0, 20,
   -51.802694592421126, -15.540808377726337, 0},
  {"dmt", "normal: hertz, restitution: 1, cohesion: dmt, surface_energy: 5", 1e-3, 0, 0, 0, 1,
   -48.66110193883133, 0, 0},
  {"jkr", "normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 5, largest_radius: 0.1",
   1e-3, 0, 0, 0, 1, -50.164833724359113, 0, 0},
  {"jkr, shallow",
   "normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 5, largest_radius: 0.1", 1e-6, 0,
   0, 0, 1, 2.083095167848767, 0, 0},
  {"gran/hooke/history", HOOKE HISTORY "20", 1e-3, 0.3, 0.05, 0, 20, -125.13274122871843,
   -2.3943951023931964, 0},
  {"gran/hooke/history, sliding", HOOKE HISTORY "20", 1e-3, 0.3, 9, 0, 20, -125.13274122871843,
   -37.539822368615525, 0},
  {"gran/hertz/history",
   "normal: hertz, restitution: 1, tangential: mindlin_secant, friction: 0.3, tangential_damping: "
   "0",
   1e-3, 0, 0.05, 0, 20, -51.802694592421133, -0.63991563908284899, 0},
  {"gran/hertz/history, sliding",
   "normal: hertz, restitution: 1, tangential: mindlin_secant, friction: 0.3, tangential_damping: "
   "0",
   1e-3, 0, 9, 0, 20, -51.802694592421133, -15.540808377726339, 0}};

#define LIGGGHTS "normal: hertz, restitution: 0.5, "
#define ROLLING  ", rolling_friction: 0.1"

/* k_n of LIGGGHTS' epsd is 4/3 E* sqrt(R* overlap), 2/3 of the slope that `auto` takes: given
   here. */
#define EPSD ROLLING ", rolling_damping: 0.3, rolling_stiffness: 2.9139015708236883"

static const Case liggghts[] = {
  {"hertz, tangential history", LIGGGHTS "tangential: mindlin_secant, friction: 0.3", 1e-3, 0.1,
   0.02, 0, 20, -67.671512106921966, -3.1361097039885295, 0},
  {"cohesion sjkr", LIGGGHTS "cohesion: sjkr, cohesion_energy_density: 3e4", 1e-3, 0, 0, 0, 1,
   -42.401478576553664, 0, 0},
  {"cohesion sjkr2", LIGGGHTS "cohesion: sjkr2, cohesion_energy_density: 3e4", 1e-3, 0, 0, 0, 1,
   -32.953138670882353, 0, 0},
  {"rolling epsd", LIGGGHTS "rolling: elastic_plastic" EPSD, 1e-3, 0, 0, 2, 20, -51.802694592421126,
   0, -0.35192713401456233},
  {"rolling epsd, yielding", LIGGGHTS "rolling: elastic_plastic" EPSD, 1e-3, 0, 0, 800, 20,
   -51.802694592421126, 0, -0.2590134729621057},
  {"rolling epsd2", LIGGGHTS "tangential: mindlin, friction: 0.3, rolling: epsd2" ROLLING, 1e-3, 0,
   0, 2, 20, -51.802694592421126, 0, -3.1688185735996 + 31.204291554685874 * 0.0995},
  {"rolling cdt", LIGGGHTS "rolling: constant_torque" ROLLING, 1e-3, 0, 0, 20, 1,
   -51.802694592421126, 0, -0.2590134729621057}};

static void run(const Case *c)
{
  const double  r = 0.1, mass = 4.0 / 3 * PETSC_PI * r * r * r * 1000;
  LawTest       t;
  const Law    *law = law_of_keys(&t, c->keys);
  ContactBatch *b   = law_batch(1e-5);
  const double  off = 1e-10 * (fabs(c->fx) + fabs(c->fy));

  (void)law_contact(b, c->overlap, vec3(c->vx, c->vy, 0));
  b->radius[0] = 0.5 * r;
  b->mass[0] = b->point_mass[0] = 0.5 * mass;
  b->inertia[0]                 = 0.5 * 0.4 * mass * r * r;
  b->point_inertia[0]           = 0.5 * 1.4 * mass * r * r;
  b->wz[0]                      = c->spin;
  b->circle2[0]                 = c->overlap * (r - 0.25 * c->overlap);
  for (int n = 0; n <= c->steps; n++) {
    batch_clear(b);
    b->dt_before = n > 0 ? b->dt : 0;
    law_apply(law, b);
  }
  test_note("%s: %.15g, %.15g N, %.15g N m; here %.15g, %.15g, %.15g", c->name, c->fx, c->fy,
            c->couple, b->fx[0], b->fy[0], b->cz[0]);
  CHECK_NEAR(b->fx[0], c->fx, off);
  CHECK_NEAR(b->fy[0], c->fy, off);
  CHECK_NEAR(b->cz[0], c->couple, 1e-10 * fabs(c->couple) + 1e-12);
  law_batch_free(b);
  law_test_end(&t);
}

/* LIGGGHTS' model hooke/hysteresis along a path of 100 steps in, 70 out and 30 in again at 1 m/s:
   the force at every tenth step. */
static void a_hysteretic_path(void)
{
  static const double force[] = {
    -9.0816674076322084, -18.163334815266936, -27.245002222899146, -36.326669630533871,
    -45.408337038166081, -54.490004445798291, -63.571671853433017, -72.653339261065227,
    -81.735006668699953, -90.816674076332163, -69.626116791857001, -48.435559507375949,
    -27.245002222900787, -6.054444938419735,  9.0816674076332173,  7.2653339261067753,
    5.4490004445798297,  -11.997883945569178, -29.444768335713349, -46.891652725857512};
  LawTest    t;
  const Law *law = law_of_keys(
    &t, "normal: luding, stiffness: 90816.674076332163, unloading_stiffness: 272450.02222899649, "
        "adhesion_stiffness: 18163.334815266433, plastic_depth: 0.01");
  ContactBatch *b = law_batch(1e-5);

  (void)law_contact(b, 0, vec3(0, 0, 0));
  b->radius[0] = 0.05;
  for (int n = 1; n <= 200; n++) {
    batch_clear(b);
    b->gap[0] = -1e-5 * (n <= 100 ? n : n <= 170 ? 200 - n : n - 140);
    law_apply(law, b);
    if (n % 10 == 0) CHECK_NEAR(b->fx[0], force[n / 10 - 1], 1e-9);
  }
  law_batch_free(b);
  law_test_end(&t);
  test_end(
    "luding: the path of LIGGGHTS' hooke/hysteresis, loading, unloading, adhesive, reloading");
}

TESTS(.ranks = {1})
{
  for (size_t k = 0; k < sizeof lammps / sizeof *lammps; k++) run(&lammps[k]);
  test_end("LAMMPS' forces of the same laws, to 1e-10");
  for (size_t k = 0; k < sizeof liggghts / sizeof *liggghts; k++) run(&liggghts[k]);
  test_end("LIGGGHTS' forces and couples of the same laws, to 1e-10");
  a_hysteretic_path();
}
