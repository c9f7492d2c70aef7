/* SPDX-License-Identifier: MIT */
/* Particle shifting of SPH: a Taylor-Green vortex at three resolutions, and a double loop. */
#include "sph_case.h"

/* ---- Taylor-Green vortex: u = sin(2 pi x) cos(2 pi y), v = -cos(2 pi x) sin(2 pi y), Re = 100
   ---- */

#define VISCOSITY 0.01 /* kinematic, m^2/s */
#define END       0.3  /* s */

static Vec3 flow(Vec3 x)
{
  const double a = 2 * PETSC_PI * x.x, b = 2 * PETSC_PI * x.y;

  return (Vec3){sin(a) * cos(b), -cos(a) * sin(b), 0};
}

static Sim *vortex(int n, const char *keys)
{
  static char text[SPH_TEXT * 2], scenario[2000];

  snprintf(text, sizeof text, "template,x,y,vx,vy\n");
  for (int k = 0; k < n * n; k++) {
    const Vec3 x = {(k % n + .5) / n, (k / n + .5) / n, 0}, v = flow(x);

    sph_row(text, "drop,%.12g,%.12g,%.15g,%.15g\n", x.x, x.y, v.x, v.y);
  }
  test_file("vortex.csv", text);
  snprintf(scenario, sizeof scenario,
           "schema: 1\nrun: {end_time: 9, dt: auto, dimension: 2}\n"
           "domain: {lo: [0, 0], hi: [1, 1], boundary: [periodic, periodic]}\n"
           "material:\n  - water: {density: 1000}\n"
           "template:\n  - drop: {material: water, pebbles: [0, 0, %.17g], turns: false}\n"
           "clumps:\n  - all: {file: vortex.csv}\n"
           "interaction:\n  - water: {type: sph, material: water, smoothing_ratio: 1.6, viscosity: "
           "%.17g, %s state: {type: tait, sound_speed: 10, tension: true}}\n",
           1 / (n * sqrt(PETSC_PI)), 1000 * VISCOSITY, keys);
  return test_sim(PETSC_COMM_SELF, scenario, "");
}

/* Kinetic energy over that at first less its exact value, and the root mean square of the error of
   velocities over that of the exact ones. */
typedef struct {
  double energy, velocity;
} Errors;

static Errors errors_at_end(int n, const char *keys)
{
  Sim   *sim  = vortex(n, keys);
  Totals last = totals_of(sim), first = last;
  double off = 0, all = 0, fade, kept;
  Errors e;

  test_steps(sim, (int)(END / sim->clock.dt + .5));
  last = totals_of(sim);
  fade = exp(-8 * PETSC_PI * PETSC_PI * VISCOSITY * sim_time(sim));
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Vec3 exact = vec3_scale(fade, flow(sim->matter.clumps->pose[a].x)),
               miss  = vec3_sub(sim->matter.clumps->motion[a].v, exact);

    off += vec3_dot(miss, miss);
    all += vec3_dot(exact, exact);
  }
  kept = last.translational / first.translational;
  e    = (Errors){kept - fade * fade, sqrt(off / all)};
  printf(
    "# %d particles a side, %s E/E0 %.4f, exact %.4f; velocities off by %.1f %%; ledger off by "
    "%.1e of E0\n",
    n, *keys ? keys : "none shifted:", kept, fade * fade, 100 * e.velocity,
    ledger_of(&last) / ledger_of(&first) - 1);
  CHECK(vec3_norm(last.momentum) < 1e-13 * 1000); /* kg m/s, of 1000 kg at 1 m/s: forces cancel */
  /* of second order in dt; without shifting the arrangement breaks up */
  if (strstr(keys, "shifting"))
    CHECK_NEAR(ledger_of(&last), ledger_of(&first), 2e-4 * ledger_of(&first));
  CALL(sim_destroy(&sim));
  return e;
}

static void vortices_decay_by_their_viscosity(void)
{
  const Errors none = errors_at_end(24, ""), coarse = errors_at_end(12, "shifting: 2,"),
               usual = errors_at_end(24, "shifting: 2,"), fine = errors_at_end(48, "shifting: 2,");

  CHECK(none.energy < -0.25); /* what shifting is for: half is lost as the lattice breaks up */
  CHECK(fabs(usual.energy) < 0.02);
  CHECK(fabs(fine.energy) < 0.8 * fabs(usual.energy));
  CHECK(usual.velocity < 0.5 * coarse.velocity); /* better than first order */
  CHECK(fine.velocity < 0.6 * usual.velocity);
  test_end("the error of a Taylor-Green vortex falls with resolution if its particles are shifted");
}

/* ---- a double loop over particles and their reflections ---- */

#define SPACING 0.1
#define RATIO   1.3
#define SOUND   20.0
enum { SIDE = 12, PARTICLES = SIDE * SIDE };

/* A puddle in the corner of a floor and a wall, whose other sides are free. */
static const char *const puddle =
  "schema: 1\nrun: {end_time: 9, dt: 5e-4, dimension: 2}\n"
  "domain: {lo: [-1, -1], hi: [4, 4], boundary: [open, open]}\n"
  "material:\n  - water: {density: 1000}\n  - steel: {density: 7800}\n"
  "template:\n  - drop: {material: water, pebbles: [0, 0, .056418958354775628]}\n"
  "clumps:\n  - all: {file: puddle.csv}\n"
  "wall:\n  - floor: {shape: plane, material: steel, point: [0, 0], normal: [0, 1]}\n"
  "  - side: {shape: plane, material: steel, point: [0, 0], normal: [1, 0]}\n"
  "interaction:\n"
  "  - water: {type: sph, material: water, walls: [steel], smoothing_ratio: 1.3, shifting: 2, "
  "state: {type: tait, sound_speed: 20, diffusion: 0, tension: true}}\n";

/* On a lattice, each off it by up to a fiftieth of the spacing. */
static void write_puddle(void)
{
  static char text[SPH_TEXT];
  uint64_t    state = 1;

  snprintf(text, sizeof text, "template,x,y,vx,vy\n");
  for (int k = 0; k < PARTICLES; k++) {
    double x[2];

    for (int m = 0; m < 2; m++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      x[m]  = 0.04 * ((double)(state >> 40) / (1 << 24) - 0.5);
    }
    sph_row(text, "drop,%.12g,%.12g,%.6g,%.6g\n", (k % SIDE + .5 + x[0]) * SPACING,
            (k / SIDE + .5 + x[1]) * SPACING, 0.2 * k / PARTICLES, x[0]);
  }
  test_file("puddle.csv", text);
}

/* Wendland's C2 in two dimensions, and its slope over r. */
static double kernel(double r, double h, double *slope)
{
  const double q = r / h, t = q < 2 ? 1 - q / 2 : 0, s = 7 / (4 * PETSC_PI * h * h);

  *slope = -5 * s * t * t * t / (h * h);
  return s * t * t * t * t * (1 + 2 * q);
}

/* Reflection k of a vector: bit 0: in the wall, bit 1: in the floor. */
static Vec3 reflected(Vec3 x, int k)
{
  return (Vec3){k & 1 ? -x.x : x.x, k & 2 ? -x.y : x.y, 0};
}

/* Change of the sum over a lattice by a compression, over that of a continuum. */
static double response(double h)
{
  double sum = 0, change = 0;

  for (int i = -3; i <= 3; i++)
    for (int j = -3; j <= 3; j++) {
      const double r2 = SPACING * SPACING * (i * i + j * j);
      double       slope;

      sum += kernel(sqrt(r2), h, &slope);
      change -= r2 * slope / 2;
    }
  return change / sum;
}

static Vec3 shift_of(const Sim *sim, PetscInt a)
{
  return (Vec3){sph_column(sim, SPH_SHIFT)[a], sph_column(sim, SPH_SHIFT + 1)[a],
                sph_column(sim, SPH_SHIFT + 2)[a]};
}

/* w of a particle, and the rate of its excess by the w of all. */
static Vec3 twin_of(const Sim *sim, PetscInt a, double *rate)
{
  const double  h = RATIO * SPACING, mass = 1000 * SPACING * SPACING, full = .95, least = 1e-3;
  const Clumps *c    = sim->matter.clumps;
  Vec3          w    = {0, 0, 0};
  double        lack = 0, speed = 0;

  *rate = 0;
  for (PetscInt b = 0; b < c->n_owned; b++)
    for (int k = 0; k < 4; k++) {
      const Vec3 d        = vec3_sub(c->pose[a].x, reflected(c->pose[b].x, k)),
                 other    = reflected(shift_of(sim, b), k);
      const double volume = mass / sph_column(sim, SPH_DENSITY)[b];
      double       slope, value = kernel(vec3_norm(d), h, &slope);

      /* a particle's own reflections do not count in the lack */
      if (k == 0 || b != a) lack += volume * value * fmax(0, full - sph_column(sim, SPH_FILL)[b]);
      if (k == 0) speed += volume * value * vec3_norm(vec3_sub(c->pose[a].v, c->pose[b].v));
      w = vec3_axpy(w, -2 * h * volume * slope, d);
      *rate -= mass * slope * vec3_dot(vec3_sub(shift_of(sim, a), other), d) / response(h);
    }
  w = vec3_scale(fmin(SOUND, 150 * speed) * fmax(0, 1 - lack / least), w);
  for (int k = 0; k < 2; k++) {
    const double left = fmin(fmax((vec3_axis(c->pose[a].x, k) / SPACING - .5) / .75, 0), 1);

    vec3_set(&w, k, left * vec3_axis(w, k));
  }
  return w;
}

static void shifts_are_those_of_a_double_loop(void)
{
  Sim   *sim;
  double most = 0, fastest = 0;
  int    moved = 0;

  write_puddle();
  sim = test_sim(PETSC_COMM_SELF, puddle, "");
  test_steps(sim, 1);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    most    = fmax(most, vec3_norm(shift_of(sim, a)));
    fastest = fmax(fastest, fabs(sph_column(sim, SPH_RATE)[a]));
    moved += vec3_norm(shift_of(sim, a)) > 0;
  }
  CHECK(moved > PARTICLES / 4 && moved < PARTICLES * 3 / 4); /* not near the free surfaces */
  CHECK(most > 0.01 && most < 0.1 * SOUND);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    double     rate;
    const Vec3 w = twin_of(sim, a, &rate);

    /* rounding of sums to 2^-42, and of those of the lack, which is divided by 1e-3 */
    CHECK(vec3_norm(vec3_sub(shift_of(sim, a), w)) < 1e-8 * most);
    CHECK_NEAR(sph_column(sim, SPH_RATE)[a], rate, 1e-8 * fastest);
  }
  CALL(sim_destroy(&sim));
  test_end("shifts and what keeps densities are those of a double loop over reflections");
}

/* ---- who is not moved ---- */

/* Liquid between reflecting faces, which it does not see as walls: with free surfaces there. */
static void blocked_particles_stay(void)
{
  static const char *const block =
    "schema: 1\nrun: {end_time: 9, dt: 5e-4, dimension: 2}\n"
    "domain: {lo: [-.02, 0], hi: [1.22, 1.2], boundary: [reflect, periodic]}\n"
    "material:\n  - water: {density: 1000}\n"
    "template:\n  - drop: {material: water, pebbles: [0, 0, .0564]}\n"
    "clumps:\n  - all: {file: puddle.csv}\n"
    "  - held: {template: drop, position: [.6, .6], blocked: [x]}\n"
    "  - fixed: {template: drop, position: [.3, .6], blocked: [xyZ]}\n"
    "interaction:\n"
    "  - water: {type: sph, material: water, smoothing_ratio: 1.3, shifting: 2, "
    "state: {type: tait, sound_speed: 20}}\n";
  Sim   *sim;
  double least = INFINITY, most = -INFINITY, up = 0;

  write_puddle();
  sim = test_sim(PETSC_COMM_SELF, block, "");
  for (int k = 0; k < 200; k++) {
    test_steps(sim, 1);
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
      const Vec3 x = sim->matter.clumps->pose[a].x;

      least = fmin(least, x.x);
      most  = fmax(most, x.x);
      if (sim->matter.clumps->blocked[a] == BLOCK_X) {
        CHECK_BITS(x.x, sim->matter.clumps->x0[a].x);
        up = fmax(up, vec3_norm(shift_of(sim, a)));
      }
      if (clump_is_fixed(sim->matter.clumps, a)) CHECK_BITS(vec3_norm(shift_of(sim, a)), 0);
    }
  }
  CHECK(up > 0);
  CHECK(least >= -.02 + .0564 && most <= 1.22 - .0564);
  CALL(sim_destroy(&sim));
  test_end("blocked and fixed particles are not shifted, and nobody passes reflecting faces");
}

TESTS(.ranks = {1}, .limit = 300)
{
  shifts_are_those_of_a_double_loop();
  blocked_particles_stay();
  vortices_decay_by_their_viscosity();
  test_folder_remove();
}
