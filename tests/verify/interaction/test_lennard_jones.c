/* SPDX-License-Identifier: MIT */
#include "base/random.h"
#include "lennard_jones.h"

static double virial_of(Sim *sim)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        totals;

  CALL(totals_find(&measured, &totals));
  return totals_value(&totals, "virial");
}

/* Energy and pressure beyond the cutoff: Allen & Tildesley 2017, eq. 2.144 and 2.145. */
static void tails_are_those_of_the_formulas(void)
{
  const double side = write_lattice(4, 0.8442), r3 = pow(2.5, -3), r9 = r3 * r3 * r3;
  double       energy[2], virial[2];
  Draft        t;

  for (int tail = 0; tail < 2; tail++) {
    Sim   *sim;
    Totals totals;

    add_argon(&t, 1e-3, side, "periodic",
              tail ? "cutoff: 2.5, tail: true" : "cutoff: 2.5, tail: false");
    sim          = test_sim(PETSC_COMM_WORLD, t.text, "");
    totals       = totals_of(sim);
    energy[tail] = totals.potential;
    virial[tail] = virial_of(sim);
    CALL(sim_destroy(&sim));
  }
  /* differences of numbers of some 2000 */
  CHECK_NEAR((energy[1] - energy[0]) / 256, 8.0 / 3 * pi * 0.8442 * (r9 / 3 - r3), 1e-13);
  CHECK_NEAR((virial[1] - virial[0]) / (3 * side * side * side),
             16.0 / 3 * pi * 0.8442 * 0.8442 * (2.0 / 3 * r9 - r3), 1e-12);
  test_end("with tail energy and virial have what is beyond the cutoff");
}

/* Pressure of LAMMPS' bench/in.lj at its start: -5.0197073 with 32000 atoms at temperature 1.44, of
   which the atoms' motion is .8442 x 1.44 x 31999/32000.
   Allen & Tildesley's and LAMMPS' melt: density .8442, cut at 2.5. In the box of 2 x 2 x 2 cells an
   atom meets several images of every other one, and of itself. */
static void lattice_has_the_known_energy(void)
{
  Draft t;

  for (int n = 2; n <= 5; n++) {
    const double side = write_lattice(n, 0.8442);
    Totals       totals;
    Sim         *sim;

    add_argon(&t, 1e-3, side, "periodic", "cutoff: 2.5");
    sim    = test_sim(PETSC_COMM_WORLD, t.text, "");
    totals = totals_of(sim);
    CHECK_NEAR(totals.potential / (4 * n * n * n), -6.7733681, 5e-8); /* known to 8 digits */
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
      CHECK_NEAR(vec3_norm(sim->matter.clumps->force[a]), 0, 1e-10); /* of some 100 N: symmetric */
    CHECK_NEAR(virial_of(sim) / (3 * side * side * side), -6.2353173, 1e-7); /* of 8 digits */
    CALL(sim_destroy(&sim));
  }
  test_end("fcc: -6.7733681 epsilon an atom at density .8442, cut at 2.5 sigma, in boxes of any "
           "size");
}

/* ---- forces against sums over images ---- */

enum { ATOMS = 50, REPEATS = 3 };
#define SIDE   4.0
#define CUTOFF 3.1 /* more than half the side */

typedef struct {
  Vec3   force[ATOMS];
  double energy, largest;
} Brute;

/* Over all images within 3 periods, of atoms i and j and of i with itself. */
static void add_images(const Vec3 *x, int i, int j, Brute *sums)
{
  const double s6c = pow(1 / CUTOFF, 6), shift = 4 * s6c * (s6c - 1);

  for (int n = 0; n < 343; n++) {
    const Vec3 d = vec3_add(vec3_sub(x[j], x[i]), (Vec3){SIDE * (n % 7 - 3), SIDE * (n / 7 % 7 - 3),
                                                         SIDE * (n / 49 - 3)});
    const double r = vec3_norm(d), s6 = pow(1 / r, 6), f = 24 * s6 * (2 * s6 - 1) / r;

    if ((i == j && r == 0) || r >= CUTOFF) continue;
    sums->force[i] = vec3_axpy(sums->force[i], -f / r, d);
    sums->energy += 0.5 * (4 * s6 * (s6 - 1) - shift);
    sums->largest = max_real(sums->largest, fabs(f));
  }
}

/* grouped: it acts on pairs of a group only, of two atoms in three. */
static void forces_are_those_of_a_sum_over_images(bool grouped)
{
  static Draft t, rows;
  static Brute sums;
  Vec3         x[ATOMS];
  Random       r = random_stream(7, RANDOM_TEST, 0);
  Totals       totals;
  Sim         *sim;
  int64_t      seen = 0;

  rows.n = 0;
  add(&rows, "template,id,x,y,z,group\n");
  for (int k = 0; k < ATOMS; k++) { /* on a grid of 4^3, shifted at random: no two too close */
    x[k] = (Vec3){k % 4 + 0.2 * random_real(&r), k / 4 % 4 + 0.2 * random_real(&r),
                  k / 16 + 0.2 * random_real(&r)};
    add(&rows, "atom,%d,%.17g,%.17g,%.17g,%s\n", k, x[k].x, x[k].y, x[k].z, k % 3 ? "some" : "-");
  }
  test_file("atoms.csv", rows.text);
  sums = (Brute){0};
  for (int i = 0; i < ATOMS; i++)
    for (int j = 0; j < ATOMS; j++)
      if (!grouped || (i % 3 && j % 3)) add_images(x, i, j, &sums);
  add_argon(&t, 1e-3, SIDE, "periodic",
            grouped ? "cutoff: 3.1, truncation: energy, groups: [some]"
                    : "cutoff: 3.1, truncation: energy");
  sim    = test_sim(PETSC_COMM_WORLD, t.text, "");
  totals = totals_of(sim);
  CHECK_NEAR(totals.potential, sums.energy, 1e-12 * fabs(sums.energy));
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    /* positions are rounded by 2^-50 of the side: 1e-14 of forces as steep as r^-13 */
    const Vec3 off = vec3_sub(sim->matter.clumps->force[a], sums.force[sim->matter.clumps->id[a]]);

    CHECK_NEAR(vec3_norm(off), 0, 1e-12 * sums.largest);
    seen++;
  }
  CHECK_INT(test_total(seen), ATOMS);
  CALL(sim_destroy(&sim));
  test_end("forces and energy are those of a sum over images, with a cutoff beyond half the box");
}

/* ---- two bodies ---- */

/* Separation of two atoms at rest at r0, and the time they take to the turning point and back: 2
   int dr / sqrt(2 (U(r0) - U(r)) / m_red) between the turning points, by the substitution r = c - h
   cos(u), which takes away the roots at the ends (midpoint rule: converges exponentially). */
static double energy_of_two(double r)
{
  const double s6 = pow(1 / r, 6);

  return 4 * s6 * (s6 - 1);
}

static double turning_point(double r0)
{
  double lo = 1.0, hi = 1.1224;

  for (int k = 0; k < 100; k++) {
    const double middle = 0.5 * (lo + hi);

    if (energy_of_two(middle) > energy_of_two(r0)) lo = middle;
    else hi = middle;
  }
  return 0.5 * (lo + hi);
}

static double period(double r0)
{
  enum { N = 2000 };
  const double r1 = turning_point(r0), c = 0.5 * (r0 + r1), h = 0.5 * (r0 - r1);
  double       sum = 0;

  for (int k = 0; k < N; k++) {
    const double u = pi * (k + 0.5) / N, r = c - h * cos(u);

    sum += h * sin(u) / sqrt(2 * (energy_of_two(r0) - energy_of_two(r)) / 0.5);
  }
  return 2 * sum * pi / N;
}

static Sim *two_atoms(double r0, double dt)
{
  Draft t, rows = {0};

  add(&rows, "template,id,x,y,z\natom,0,4,5,5\natom,1,%.17g,%.17g,5\n", 4 + 0.6 * r0, 5 + 0.8 * r0);
  test_file("atoms.csv", rows.text);
  add_argon(&t, dt, 10, "open", "cutoff: 4");
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

/* Distance of the two after n steps; largest error of the energy on the way. */
static double swing(double r0, double dt, int n, double *error)
{
  Sim   *sim    = two_atoms(r0, dt);
  double x[6]   = {0}, first;
  Totals totals = totals_of(sim);

  first  = energy_of(&totals);
  *error = 0;
  for (int k = 0; k < n; k++) {
    test_steps(sim, 1);
    totals = totals_of(sim);
    *error = max_real(*error, fabs(energy_of(&totals) - first));
    CHECK(totals.dissipated == 0); /* nothing is lost, not even by rounding */
  }
  for (int id = 0; id < 2; id++) {
    const PetscInt a = test_row(sim, id);

    if (a >= 0) memcpy(x + 3 * id, &sim->matter.clumps->pose[a].x, sizeof(Vec3));
  }
  CALL(parallel_max(&sim->par, x, 6)); /* all are positive */
  CALL(sim_destroy(&sim));
  return vec3_norm(vec3_sub((Vec3){x[0], x[1], x[2]}, (Vec3){x[3], x[4], x[5]}));
}

static void two_atoms_swing_as_the_closed_form_says(void)
{
  const double r0 = 1.4, time = period(r0);
  double       off[2], error[2], half[2];

  for (int k = 0; k < 2; k++) {
    const int n = 200 << k;

    off[k]  = swing(r0, time / n, n, &error[k]) - r0;
    half[k] = swing(r0, time / n, n / 2, &error[k]) - turning_point(r0);
  }
  test_note("period %.6f; after it off by %.2e and %.2e; at half %.2e, %.2e; energy %.2e, %.2e",
            time, off[0], off[1], half[0], half[1], error[0], error[1]);
  CHECK_NEAR(half[1], 0, 2e-4); /* second order: dt^2 x 5, measured below */
  CHECK_NEAR(off[1], 0, 2e-4);
  CHECK_NEAR(log2(half[0] / half[1]), 2, 0.1); /* next order: dt^4 */
  CHECK_NEAR(log2(error[0] / error[1]), 2, 0.1);
  test_end("two atoms are back after the period of the closed form; errors are of second order");
}

TESTS(.ranks = {1, 2, 3})
{
  lattice_has_the_known_energy();
  tails_are_those_of_the_formulas();
  forces_are_those_of_a_sum_over_images(false);
  forces_are_those_of_a_sum_over_images(true);
  two_atoms_swing_as_the_closed_form_says();
  test_folder_remove();
}
