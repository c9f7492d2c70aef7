/* SPDX-License-Identifier: MIT */
/* SPH fluids whose walls are mirrors: reflections against a plain loop over reflected particles,
   forces as derivatives of the energy, hydrostatics, energy, and a dam that breaks in a box of
   walls. */
#include "contact/wall_loads.h"
#include "sph_case.h"

/* ---- a loop over particles and their reflections ---- */

/* A box of planes, lo and hi: 0: none. Particles of two masses near its walls. */
static const char *const boxed =
  "schema: 1\nrun: {end_time: 9, dt: 1e-3, seed: 11, dimension: 3}\n"
  "domain: {lo: [-1, -1, -1], hi: [4, 4, 5], boundary: [open, open, open]}\n"
  "material:\n  - gas: {density: 1}\n  - steel: {density: 7}\n"
  "template:\n  - atom: {material: gas, pebbles: [0, 0, 0, .3]}\n"
  "  - big: {material: gas, pebbles: [0, 0, 0, .36]}\n"
  "clumps:\n  - all: {file: gas.csv}\n"
  "wall:\n  - box: {shape: box, material: steel, lo: [0, 0, -9], hi: [3, 9, 9]}\n"
  "  - floor: {shape: plane, material: steel, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "interaction:\n"
  "  - gas: {type: sph, material: gas, walls: [steel], smoothing_ratio: 1.2, kernel: cubic_spline, "
  "state: {type: polytrope, constant: 2, index: 1.5}}\n";

enum { PARTICLES = 90 };

static void write_particles(void)
{
  static char text[SPH_TEXT];
  uint64_t    state = 1;

  snprintf(text, sizeof text, "template,x,y,z\n");
  for (int k = 0; k < PARTICLES; k++) {
    double x[3];

    for (int m = 0; m < 3; m++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      x[m]  = (double)(state >> 40) / (1 << 24);
    }
    sph_row(text, "%s,%.9g,%.9g,%.9g\n", k % 3 ? "atom" : "big", .05 + 2.9 * x[0], .05 + 2.9 * x[1],
            .05 + 2 * x[2]);
  }
  test_file("gas.csv", text);
}

typedef struct {
  int    n;
  double h[PARTICLES], mass[PARTICLES], density[PARTICLES];
  Vec3   x[PARTICLES];
  double wall[3]; /* places of the walls x = 0, y = 0, z = 0 */
  double far;     /* of the wall x = 3 */
  double height;  /* of the barrier at walls, J/kg */
} Twin;

static double kernel(double r, double h)
{
  const double q = r / h, s = 1 / (PETSC_PI * h * h * h);

  return q < 1   ? s * (1 - 1.5 * q * q + 0.75 * q * q * q)
         : q < 2 ? 0.25 * s * (2 - q) * (2 - q) * (2 - q)
                 : 0;
}

/* The reflection of x in the walls of this set: bit 0: x = 0; 1: x = 3; 2: y = 0; 3: z = 0. */
static Vec3 reflected(const Twin *t, Vec3 x, int set)
{
  if (set & 1) x.x = 2 * t->wall[0] - x.x;
  if (set & 2) x.x = 2 * t->far - x.x;
  if (set & 4) x.y = 2 * t->wall[1] - x.y;
  if (set & 8) x.z = 2 * t->wall[2] - x.z;
  return x;
}

/* Energy of the barrier of a wall at this distance, J. */
static double barrier(const Twin *t, int a, double distance)
{
  const double in = 1 - distance / (0.4 * t->h[a] / 1.2);

  return in > 0 ? t->mass[a] * t->height * in * in * in : 0;
}

/* Sum of m u(rho), of a polytrope: u = 1.5 * 2 rho^(2/3), and of barriers. */
static double energy(Twin *t)
{
  double sum = 0;

  for (int a = 0; a < t->n; a++) {
    t->density[a] = 0;
    for (int b = 0; b < t->n; b++)
      for (int set = 0; set < 16; set++)
        if ((set & 3) != 3)
          t->density[a] +=
            t->mass[b] * kernel(vec3_norm(vec3_sub(t->x[a], reflected(t, t->x[b], set))), t->h[a]);
    sum += t->mass[a] * 3 * pow(t->density[a], 2.0 / 3) + barrier(t, a, t->x[a].x - t->wall[0]) +
           barrier(t, a, t->far - t->x[a].x) + barrier(t, a, t->x[a].y - t->wall[1]) +
           barrier(t, a, t->x[a].z - t->wall[2]);
  }
  return sum;
}

/* Minus the derivative of the energy by *x. */
static double slope(Twin *t, double *x)
{
  const double at = *x, step = 1e-5;
  double       up, down;

  *x   = at + step;
  up   = energy(t);
  *x   = at - step;
  down = energy(t);
  *x   = at;
  return (down - up) / (2 * step);
}

static Vec3 force_on(const Sim *sim, int wall)
{
  double f[3];

  for (int k = 0; k < 3; k++) {
    Sum sum = sim->contacts->on_walls[wall].sum[WALL_FORCE + k];

    sum_normalize(&sum);
    f[k] = sum_value(&sum);
  }
  return (Vec3){f[0], f[1], f[2]};
}

static void reflections_are_those_of_a_loop(void)
{
  static Twin   t;
  Sim          *sim  = test_sim(PETSC_COMM_SELF, boxed, "-output_walls_every 1");
  const Clumps *c    = sim->matter.clumps;
  double        most = 0;
  Vec3          box, floor;

  /* an eighth of c^2 = 5/3 2 rho^(2/3) of the lattice */
  t = (Twin){.n      = (int)c->n_owned,
             .far    = 3,
             .height = 0.125 * 5.0 / 3 * 2 *
                       pow(((const Sph *)sim->interactions->list[0].constants)->lattice, 2.0 / 3)};
  for (int a = 0; a < t.n; a++) {
    t.h[a]    = sph_column(sim, SPH_H)[a];
    t.mass[a] = c->mass[a];
    t.x[a]    = c->pose[a].x;
    most      = fmax(most, vec3_norm(c->force[a]));
  }
  CHECK_NEAR(totals_of(sim).potential, energy(&t), 1e-11 * energy(&t)); /* sums of 2^-42 */
  for (int a = 0; a < t.n; a++) {
    const Vec3 f = {slope(&t, &t.x[a].x), slope(&t, &t.x[a].y), slope(&t, &t.x[a].z)};

    (void)energy(&t);
    CHECK_NEAR(sph_column(sim, SPH_DENSITY)[a], t.density[a], 1e-11 * t.density[a]);
    CHECK(vec3_norm(vec3_sub(f, c->force[a])) < 1e-7 * most); /* of the difference quotient */
  }
  box   = force_on(sim, 0);
  floor = force_on(sim, 1);
  CHECK_NEAR(box.x, slope(&t, &t.wall[0]) + slope(&t, &t.far), 1e-7 * most);
  CHECK_NEAR(box.y, slope(&t, &t.wall[1]), 1e-7 * most);
  CHECK_NEAR(floor.z, slope(&t, &t.wall[2]), 1e-7 * most);
  CHECK(fabs(floor.z) > 0.1 * most && most > 0);
  CALL(sim_destroy(&sim));
  test_end("densities, forces and the loads of walls are those of reflected particles");
}

/* ---- water ---- */

static void write_water(int nx, int ny, double spacing)
{
  static char text[SPH_TEXT];

  snprintf(text, sizeof text, "template,x,y\n");
  for (int k = 0; k < nx * ny; k++)
    sph_row(text, "drop,%.9g,%.9g\n", (k % nx + .5) * spacing, (k / nx + .5) * spacing);
  test_file("water.csv", text);
}

/* Water of particles .05 m apart between planes: the floor and the left are 0 and 1, the right is
   2. */
#define BASIN \
  "schema: 1\nrun: {end_time: 99, dt: 3e-4, gravity: [0, -9.81], dimension: 2}\n" \
  "domain: {lo: [-1, -1], hi: [6, 6], boundary: [open, open]}\n" \
  "material:\n  - water: {density: 1000}\n  - steel: {density: 7800}\n" \
  "template:\n  - drop: {material: water, pebbles: [0, 0, .028209479177387815]}\n" \
  "clumps:\n  - column: {file: water.csv}\n" \
  "wall:\n" \
  "  - floor: {shape: plane, material: steel, point: [0, 0], normal: [0, 1]}\n" \
  "  - left: {shape: plane, material: steel, point: [0, 0], normal: [1, 0]}\n"

static const char *const basin = BASIN
  "  - right: {shape: plane, material: steel, point: [.4, 0], normal: [-1, 0]}\n"
  "interaction:\n  - water: {type: sph, material: water, walls: [steel], smoothing_ratio: 1.6, "
  "alpha: .5, state: {type: tait, sound_speed: 40}}\n";

enum { ACROSS = 8, LAYERS = 30 };

/* Least squares line through the mean pressures of layers of particles, from .1 to .8 of the
   height, over their heights; *uneven: largest distance of a layer below from the spacing of the
   lattice, compressed as water is there. */
static void fit_pressure(const Sim *sim, double *bottom, double *slope, double *uneven)
{
  double n = 0, y = 0, p = 0, yy = 0, yp = 0;

  *uneven = 0;
  for (int layer = 0; layer < LAYERS; layer++) {
    double at = 0, is = 0;

    for (int k = 0; k < ACROSS; k++) {
      const PetscInt a = test_row(sim, ACROSS * layer + k + 1);

      at += sim->matter.clumps->pose[a].x.y / ACROSS;
      is += sph_column(sim, SPH_PRESSURE)[a] / ACROSS;
    }
    if (layer < 10) *uneven = fmax(*uneven, fabs(at / ((layer + .5) * .05) - 1) * (layer + .5));
    if (layer < 3 || layer > 23) continue;
    n++, y += at, p += is, yy += at * at, yp += at * is;
  }
  *slope  = (n * yp - y * p) / (n * yy - y * y);
  *bottom = (p - *slope * y) / n;
}

static void water_rests_between_walls(void)
{
  const double weight = 9.81 * 600;
  double       bottom, slope, uneven;
  Vec3         floor, left, right;
  Sim         *sim;

  write_water(ACROSS, LAYERS, .05);
  sim = test_sim(PETSC_COMM_SELF, basin, "-output_walls_every 1 -run_damping .3");
  test_steps(sim, 5000);
  floor = force_on(sim, 0);
  left  = force_on(sim, 1);
  right = force_on(sim, 2);
  fit_pressure(sim, &bottom, &slope, &uneven);
  printf(
    "# floor %.1f N of %.1f, sides %.1f and %.1f N of 11036, pressure %.0f Pa at the floor, %.0f "
    "Pa/m; layers off by %.3f spacings\n",
    floor.y, weight, left.x, right.x, bottom, slope, uneven);
  CHECK_NEAR(floor.y, -weight, 1e-3 * weight); /* what is left of its motion */
  CHECK_NEAR(left.x, -11036, 0.01 * 11036); /* 30 particles high, compressed by half a per cent */
  CHECK_NEAR(right.x, 11036, 0.01 * 11036);
  CHECK_NEAR(slope, -9810, 0.03 * 9810);
  CHECK_NEAR(bottom, 9810 * 1.5, 0.03 * 14715);
  CHECK(uneven < 0.25); /* the water is compressed, by a fifth of a spacing in ten layers */
  CALL(sim_destroy(&sim));
  test_end("walls bear water, whose pressure and layers are hydrostatic up to them");
}

/* Largest change of the energy, J, of a gas that sloshes in a vessel. */
static double energy_lost(const char *vessel, const char *options, double dt)
{
  static char text[4000];
  double      most = 0, first;
  Totals      now;
  Sim        *sim;

  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 9, dt: %.17g, gravity: [.6, -1], dimension: 2}\n"
           "domain: {lo: [-1, -1], hi: [2, 2], boundary: [open, open]}\n"
           "material:\n  - gas: {density: 1}\n  - steel: {density: 7}\n"
           "template:\n  - drop: {material: gas, pebbles: [0, 0, .0564]}\n"
           "clumps:\n  - gas: {file: water.csv}\nwall:\n  - vessel: {%s, material: steel}\n"
           "interaction:\n  - gas: {type: sph, material: gas, walls: [steel], kernel: wendland_c4, "
           "smoothing_ratio: 1.7, state: {type: polytrope, constant: 1, index: 1}}\n",
           dt, vessel);
  sim   = test_sim(PETSC_COMM_SELF, text, options);
  now   = totals_of(sim);
  first = energy_of(&now);
  for (int k = 0; k < (int)(0.4 / dt + .5); k++) {
    test_steps(sim, 1);
    now  = totals_of(sim);
    most = fmax(most, fabs(energy_of(&now) - first));
  }
  CHECK(now.translational > 0.01);
  CALL(sim_destroy(&sim));
  return most;
}

static void energy_is_of_second_order(const char *name, const char *vessel, const char *options)
{
  const double coarse = energy_lost(vessel, options, 4e-3),
               fine   = energy_lost(vessel, options, 2e-3);

  printf("# %s: energy off by %.3g J and %.3g J with half the step, of 0.7 J: ratio %.2f\n", name,
         coarse, fine, coarse / fine);
  CHECK_NEAR(coarse / fine, 4, 0.4); /* the fourth order is left */
  CHECK(coarse < 5e-3);
  test_end(name);
}

static void energy_is_kept(void)
{
  write_water(8, 8, .1);
  energy_is_of_second_order("energy is of second order in a box",
                            "shape: box, lo: [0, 0], hi: [.9, .85]", "");
  energy_is_of_second_order("and in a round vessel", "shape: cylinder, point: [.4, .4], radius: .6",
                            "");
  energy_is_of_second_order("and with smoothing lengths that adapt",
                            "shape: box, lo: [0, 0], hi: [.9, .85]",
                            "-interaction_gas_smoothing adaptive");
}

/* ---- flow along walls ---- */

/* Between a belt and a wall at rest, .5 m apart: a linear profile, and the shear stress mu V /
   L. */
static void flow_between_walls_is_linear(void)
{
  double most = 0;
  Sim   *sim;

  write_water(8, 10, .05);
  sim = test_sim(
    PETSC_COMM_SELF,
    "schema: 1\nrun: {end_time: 99, dt: 3e-3, dimension: 2}\n"
    "domain: {lo: [0, -1], hi: [.4, 2], boundary: [periodic, open]}\n"
    "material:\n  - water: {density: 1000}\n  - steel: {density: 7800}\n"
    "template:\n  - drop: {material: water, pebbles: [0, 0, .028209479177387815]}\n"
    "clumps:\n  - column: {file: water.csv}\n"
    "wall:\n"
    "  - floor: {shape: plane, material: steel, point: [0, 0], normal: [0, 1]}\n"
    "  - belt: {shape: plane, material: steel, point: [0, .5], normal: [0, -1]}\n"
    "motion:\n  - run: {walls: [belt], type: surface, velocity: [.1, 0]}\n"
    "interaction:\n  - water: {type: sph, material: water, walls: [steel], smoothing_ratio: 1.6, "
    "viscosity: 50, no_slip: true, state: {type: tait, sound_speed: 4, tension: true}}\n",
    "-output_walls_every 1");
  test_steps(sim, 1000);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    most =
      fmax(most, fabs(sim->matter.clumps->pose[a].v.x - 0.2 * sim->matter.clumps->pose[a].x.y));
  printf(
    "# drag on the belt %.4f N and on the floor %.4f N, of 4; velocities off by %.4f of 0.1 m/s\n",
    force_on(sim, 1).x, force_on(sim, 0).x, most);
  CHECK_NEAR(force_on(sim, 1).x, -4, 0.05 * 4); /* ten particles across */
  CHECK_NEAR(force_on(sim, 0).x, 4, 0.05 * 4);
  CHECK(most < 0.005);
  CALL(sim_destroy(&sim));
  test_end("flow between a belt and a wall is linear, with the shear stress of the viscosity");
}

/* A lone particle has no pressure, but does not pass a wall either. */
static void lone_particles_do_not_pass(void)
{
  double deepest = 0;
  Sim   *sim;

  test_file("water.csv", "template,x,y,vx,vy\ndrop,.1,.1,1,-4\n");
  sim =
    test_sim(PETSC_COMM_SELF,
             BASIN "interaction:\n  - water: {type: sph, material: water, walls: [steel], state: "
                   "{type: tait, sound_speed: 40}}\n",
             "-run_gravity 0,0 -run_dt 1e-4");
  for (int k = 0; k < 1000; k++) {
    test_steps(sim, 1);
    deepest = fmin(deepest, sim->matter.clumps->pose[0].x.y);
  }
  CHECK_NEAR(sim->matter.clumps->pose[0].v.x, 1, 1e-12);
  CHECK_NEAR(sim->matter.clumps->pose[0].v.y, 4, 1e-3); /* of second order in dt */
  CHECK(deepest > -.02); /* a third of its spacing, at a tenth of the speed of sound */
  CALL(sim_destroy(&sim));
  test_end("a particle alone does not pass a wall");
}

/* Martin & Moyce 1952, Phil. Trans. R. Soc. Lond. A 244, 312, column 2 a high and a = 2.25 in wide:
   t sqrt(2 g / a), front over a. */
static const double measured[][2] = {{1.19, 1.44}, {1.43, 1.67}, {1.63, 1.89}, {1.83, 2.11},
                                     {1.98, 2.33}, {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00},
                                     {2.65, 3.22}, {2.83, 3.44}, {2.98, 3.67}};

static void dams_break_as_measured(const char *fact, const char *options)
{
  double worst = 0, least = 1;
  Sim   *sim;

  write_water(20, 40, .05);
  sim = test_sim(PETSC_COMM_SELF,
                 BASIN "interaction:\n  - water: {type: sph, material: water, walls: [steel], "
                       "alpha: .1, no_slip: true, state: {type: tait, sound_speed: 60}}\n",
                 options);
  for (size_t k = 0; k < sizeof measured / sizeof *measured; k++) {
    const double time  = measured[k][0] / sqrt(2 * 9.81);
    double       front = 0, low = 1;

    test_steps(sim, (int)(time / sim->clock.dt) - (int)sim->clock.step);
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
      front = fmax(front, sim->matter.clumps->pose[a].x.x + 0.025);
      low   = fmin(low, sim->matter.clumps->pose[a].x.y);
    }
    printf("# t sqrt(2g/a) = %.2f: front %.3f a, measured %.2f a, lowest particle at %.3f a\n",
           measured[k][0], front, measured[k][1], low);
    worst = fmax(worst, fabs(front / measured[k][1] - 1));
    least = fmin(least, low);
  }
  CHECK(worst < 0.1); /* of 20 particles across the column */
  CHECK(least > 0);
  CALL(sim_destroy(&sim));
  test_end(fact);
}

TESTS(.ranks = {1}, .limit = 300)
{
  write_particles();
  reflections_are_those_of_a_loop();
  water_rests_between_walls();
  energy_is_kept();
  flow_between_walls_is_linear();
  lone_particles_do_not_pass();
  dams_break_as_measured(
    "the front of a dam that breaks in a box of walls is within 10 % of what was measured",
    "-run_dt 2e-4");
  dams_break_as_measured("so is that of a shifted liquid",
                         "-run_dt 2e-4 -interaction_water_shifting 2");
  test_folder_remove();
}
