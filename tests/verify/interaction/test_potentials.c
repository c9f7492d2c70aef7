/* SPDX-License-Identifier: MIT */
/* Potentials between pebbles against plain sums with the C library: atoms and dumbbells, with
   charges, in a periodic box of which the cutoff is more than half. */
#include "base/random.h"
#include "verify/verify.h"

enum { ATOMS = 40, DUMBBELLS = 10, BODIES = ATOMS + DUMBBELLS };
enum { PEBBLES = ATOMS + 2 * DUMBBELLS };
#define SIDE   4.0
#define CUTOFF 3.1
#define HALF   0.2 /* of the distance of the pebbles of a dumbbell */

/* An interaction and its closed forms; a charged one has a product of charges of 1. */
typedef struct {
  const char *words;
  double (*u)(double r), (*f)(double r); /* energy, force */
  bool        charged;
  double      cutoff;
  const char *fact;
} Case;

static double coulomb_u(double r)
{
  return 2 / r;
}

static double coulomb_f(double r)
{
  return 2 / (r * r);
}

static double yukawa_u(double r)
{
  return 2 * exp(-r / 0.8) / r;
}

static double yukawa_f(double r)
{
  return 2 * exp(-r / 0.8) / r * (1 / r + 1 / 0.8);
}

static double lennard_jones_u(double r)
{
  return 8 * (pow(0.7 / r, 12) - pow(0.7 / r, 6));
}

static double lennard_jones_f(double r)
{
  return 8 * (12 * pow(0.7 / r, 12) - 6 * pow(0.7 / r, 6)) / r;
}

/* Exponents 9 and 5: C = 9/4 (9/5)^(5/4). */
static double mie_u(double r)
{
  return 2.25 * pow(1.8, 1.25) * (pow(0.7 / r, 9) - pow(0.7 / r, 5));
}

static double mie_f(double r)
{
  return 2.25 * pow(1.8, 1.25) * (9 * pow(0.7 / r, 9) - 5 * pow(0.7 / r, 5)) / r;
}

static double morse_u(double r)
{
  return 2 * (exp(-3 * (r - 0.8)) - 2 * exp(-1.5 * (r - 0.8)));
}

static double morse_f(double r)
{
  return 6 * (exp(-3 * (r - 0.8)) - exp(-1.5 * (r - 0.8)));
}

/* A cubic polynomial, which its spline reproduces. */
static double table_u(double r)
{
  return 3 - 4 * r + 1.5 * r * r - 0.2 * r * r * r;
}

static double table_f(double r)
{
  return 4 - 3 * r + 0.6 * r * r;
}

#define WELL "epsilon: 2, sigma: .7"

static const Case cases[] = {
  {"type: lennard_jones, " WELL, lennard_jones_u, lennard_jones_f, false, CUTOFF,
   "lennard_jones: forces, torques and energies are those of a plain sum over images"},
  {"type: wca, " WELL, lennard_jones_u, lennard_jones_f, false, 0, "wca: likewise"},
  {"type: mie, epsilon: 1, sigma: .7, exponents: [9, 5]", mie_u, mie_f, false, CUTOFF,
   "mie: likewise"},
  {"type: morse, depth: 2, alpha: 1.5, distance: .8", morse_u, morse_f, false, CUTOFF,
   "morse: likewise"},
  {"type: table, file: table.csv", table_u, table_f, false, CUTOFF,
   "a table of a cubic polynomial: likewise, with the spline's exact derivative"},
  {"type: coulomb, coulomb_constant: 2", coulomb_u, coulomb_f, true, CUTOFF, "coulomb: likewise"},
  {"type: coulomb, coulomb_constant: 2, screening: .8", yukawa_u, yukawa_f, true, CUTOFF,
   "screened coulomb: likewise"},
};

static const char *const truncations[] = {"cut", "energy", "force"};

/* ---- bodies ---- */

typedef struct {
  Vec3   x[BODIES];
  Vec3   arm[PEBBLES];
  int    body[PEBBLES];
  double charge[PEBBLES];
} Cloud;

/* On a grid of 4^3 shifted at random, of which none is too close to another. The
   dumbbells of charges 1.5 and -.5 lie in random directions; that of the last is 3 in
   all, 2 more, of which each gets half. */
static void make_bodies(Cloud *b, Draft *charged, Draft *bare)
{
  Random r = random_stream(7, RANDOM_TEST, 0);
  int    n = 0;

  add(charged, "template,id,x,y,z,qw,qx,qy,qz,charge\n");
  add(bare, "template,id,x,y,z,qw,qx,qy,qz\n");
  for (int k = 0; k < BODIES; k++) {
    const Vec3   x    = {k % 4 + 0.1 * random_real(&r), k / 4 % 4 + 0.1 * random_real(&r),
                         k / 16 + 0.1 * random_real(&r)};
    const Quat   q    = quat_normalized((Quat){random_real(&r) - 0.5, random_real(&r) - 0.5,
                                               random_real(&r) - 0.5, random_real(&r) - 0.5});
    const bool   two  = k % 5 == 4;
    const double of   = two ? (k == BODIES - 1 ? 3 : 1) : random_real(&r) - 0.4;
    const Vec3   arm  = two ? quat_turn(q, (Vec3){HALF, 0, 0}) : (Vec3){0, 0, 0};
    Draft *const rows = two && k < BODIES - 1 ? bare : charged;

    b->x[k] = x;
    add(rows, "%s,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", two ? "dumbbell" : "atom", k, x.x,
        x.y, x.z, q.w, q.x, q.y, q.z);
    if (rows == charged) add(rows, ",%.17g", of);
    add(rows, "\n");
    for (int i = 0; i <= two; i++) {
      b->body[n]     = k;
      b->arm[n]      = vec3_scale(i ? 1 : -1, arm);
      b->charge[n++] = !two ? of : (i ? -0.5 : 1.5) + (of - 1) / 2;
    }
  }
  CHECK_INT(n, PEBBLES);
}

/* ---- sums over all images within 3 periods ---- */

typedef struct {
  Vec3   force[BODIES], torque[BODIES];
  double energy, sizes; /* sum of the sizes of energies */
  double largest;       /* sum of the sizes of forces on one body */
  double size[BODIES];
} Brute;

/* 0: at the minimum of Lennard-Jones. */
static double cutoff_of(const Case *c)
{
  return c->cutoff > 0 ? c->cutoff : 0.7 * pow(2, 1.0 / 6);
}

/* Rows from .3 to 3.2, wider apart at the end. */
static void write_table(void)
{
  static Draft t;

  add(&t, "r,energy\n");
  for (int k = 0; k <= 29; k++) {
    const double r = 0.3 + 2.9 * k * (k + 20) / (29.0 * 49);

    add(&t, "%.17g,%.17g\n", r, table_u(r));
  }
  test_file("table.csv", t.text);
}

static void add_pair(const Case *c, int kind, const Cloud *b, int i, int j, Vec3 d, Brute *s)
{
  const double r = vec3_norm(d), rc = cutoff_of(c),
               q = c->charged ? b->charge[i] * b->charge[j] : 1, shift = kind > 0 ? c->u(rc) : 0,
               slope = kind > 1 ? c->f(rc) : 0;
  const double f = q * (c->f(r) - slope), u = q * (c->u(r) - shift + slope * (r - rc));
  const Vec3   force = vec3_scale(-f / r, d);

  s->force[b->body[i]]  = vec3_add(s->force[b->body[i]], force);
  s->torque[b->body[i]] = vec3_add(s->torque[b->body[i]], vec3_cross(b->arm[i], force));
  s->energy += 0.5 * u;
  s->sizes += fabs(u);
  s->size[b->body[i]] += fabs(f);
}

static void add_up(const Case *c, int kind, const Cloud *b, Brute *s)
{
  *s = (Brute){0};
  for (int i = 0; i < PEBBLES; i++)
    for (int j = 0; j < PEBBLES; j++)
      for (int n = 0; n < 343; n++) {
        const Vec3 xi    = vec3_add(b->x[b->body[i]], b->arm[i]),
                   xj    = vec3_add(b->x[b->body[j]], b->arm[j]);
        const Vec3 shift = {SIDE * (n % 7 - 3), SIDE * (n / 7 % 7 - 3), SIDE * (n / 49 - 3)},
                   d     = vec3_add(vec3_sub(xj, xi), shift);

        if (vec3_norm(d) >= cutoff_of(c) || (b->body[i] == b->body[j] && vec3_norm(shift) == 0))
          continue;
        add_pair(c, kind, b, i, j, d, s);
      }
  for (int k = 0; k < BODIES; k++) s->largest = max_real(s->largest, s->size[k]);
}

static void compare(const Case *c, int kind, const Brute *s)
{
  Draft  t = {0};
  char   end[60];
  Totals totals;
  Sim   *sim;

  snprintf(end, sizeof end, ", truncation: %s, cutoff: %g", truncations[kind], c->cutoff);
  add(&t,
      "schema: 1\nrun: {end_time: 1, dt: 1e-4}\n"
      "domain: {lo: [0, 0, 0], hi: [%g, %g, %g], boundary: [periodic, periodic, periodic]}\n"
      "material:\n  - ion: {density: 1}\n"
      "interaction:\n  - pair: {%s, between: [ion, ion]%s}\n"
      "template:\n  - atom: {material: ion, pebbles: [0, 0, 0, .2]}\n"
      "  - dumbbell: {material: ion, pebbles: [-.2, 0, 0, .2, .2, 0, 0, .2], charge: [1.5, -.5]}\n"
      "clumps:\n  - some: {file: charged.csv}\n  - others: {file: bare.csv}\n",
      SIDE, SIDE, SIDE, c->words, c->cutoff > 0 ? end : "");
  sim    = test_sim(PETSC_COMM_WORLD, t.text, "");
  totals = totals_of(sim);
  /* rounding of the sums, and of positions by 2^-50 of the side, of forces as steep as r^-13 */
  CHECK_NEAR(totals.potential, s->energy, 1e-12 * s->sizes);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const int64_t id = sim->matter.clumps->id[a];

    CHECK_NEAR(vec3_norm(vec3_sub(sim->matter.clumps->force[a], s->force[id])), 0,
               1e-12 * s->largest);
    CHECK_NEAR(vec3_norm(vec3_sub(sim->matter.clumps->torque[a], s->torque[id])), 0,
               1e-12 * s->largest);
  }
  CALL(sim_destroy(&sim));
}

/* ---- mixing ---- */

/* Energy of an atom of material a and one of b at the distance 1.3, of epsilon 2
   and 0.5, sigma 1 and 1.5. */
static double energy_of_mixed(const char *mixing)
{
  Draft  t = {0};
  Totals totals;
  Sim   *sim;

  add(
    &t,
    "schema: 1\nrun: {end_time: 1, dt: 1e-4}\ndomain: {lo: [0, 0, 0], hi: [9, 9, 9]}\n"
    "material:\n  - a: {density: 1}\n  - b: {density: 1}\n"
    "interaction:\n  - all: {type: lennard_jones, among: [a, b], epsilon: [2, .5], sigma: [1, "
    "1.5], mixing: %s, cutoff: 4}\n"
    "template:\n  - one: {material: a, pebbles: [0, 0, 0, .2]}\n  - two: {material: b, pebbles: "
    "[0, 0, 0, .2]}\n"
    "clumps:\n  - i: {template: one, position: [2, 2, 2]}\n  - j: {template: two, position: [3.3, "
    "2, 2]}\n",
    mixing);
  sim    = test_sim(PETSC_COMM_WORLD, t.text, "");
  totals = totals_of(sim);
  CALL(sim_destroy(&sim));
  return totals.potential;
}

static double lennard_jones(double epsilon, double sigma)
{
  const double s6 = pow(sigma / 1.3, 6);

  return 4 * epsilon * s6 * (s6 - 1);
}

static void unlike_pairs_are_mixed(void)
{
  /* tolerances: rounding of sigma and of places, times 12 and terms of some 10 */
  const double six = 0.5 * (1 + pow(1.5, 6));

  CHECK_NEAR(energy_of_mixed("lorentz_berthelot"), lennard_jones(1, 1.25), 1e-12);
  CHECK_NEAR(energy_of_mixed("geometric"), lennard_jones(1, sqrt(1.5)), 1e-12);
  CHECK_NEAR(energy_of_mixed("sixth_power"), lennard_jones(pow(1.5, 3) / six, pow(six, 1.0 / 6)),
             1e-12);
  test_end("unlike pairs have the mixed epsilon and sigma");
}

/* ---- order ---- */

/* Largest error of the energy of two bodies that circle and swing about each other until t = 4. */
static double error_of(const Case *c, int n)
{
  Draft  t = {0};
  double first, error = 0;
  Totals totals;
  Sim   *sim;

  add(&t, "template,x,y,z,vx,vy,vz,charge\natom,4,4,4,0,.8,0,1\natom,5.3,4,4,0,-.8,0,-1.5\n");
  test_file("two.csv", t.text);
  t.n = 0;
  add(&t,
      "schema: 1\nrun: {end_time: 9, dt: %.17g}\ndomain: {lo: [0, 0, 0], hi: [8, 8, 8]}\n"
      "material:\n  - ion: {density: %.17g}\n"
      "interaction:\n  - pair: {%s, between: [ion, ion], cutoff: 3.1, truncation: force}\n"
      "template:\n  - atom: {material: ion, pebbles: [0, 0, 0, .1]}\n"
      "clumps:\n  - both: {file: two.csv}\n",
      4.0 / n, 3 / (4 * pi) * 1000, c->words);
  sim    = test_sim(PETSC_COMM_WORLD, t.text, "");
  totals = totals_of(sim);
  first  = energy_of(&totals);
  for (int k = 0; k < n; k++) {
    test_steps(sim, 1);
    totals = totals_of(sim);
    error  = max_real(error, fabs(energy_of(&totals) - first));
  }
  CALL(sim_destroy(&sim));
  return error;
}

static void energies_are_kept_to_second_order(void)
{
  size_t tried = 0;

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    double error[2];

    if (cases[k].cutoff == 0 || !test_case_here(tried++)) continue;
    for (int half = 0; half < 2; half++) error[half] = error_of(&cases[k], 400 << half);
    test_note("%s: energy off by %.2e and %.2e, order %.3f", cases[k].words, error[0], error[1],
              log2(error[0] / error[1]));
    CHECK_NEAR(log2(error[0] / error[1]), 2, 0.1); /* next order: dt^4 */
  }
  test_end("energies of two bodies are kept to second order of dt");
}

TESTS(.ranks = {1, 2, 3})
{
  static Cloud bodies;
  static Brute sums;
  static Draft charged, bare;

  make_bodies(&bodies, &charged, &bare);
  test_file("charged.csv", charged.text);
  test_file("bare.csv", bare.text);
  write_table();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    for (int kind = cases[k].cutoff > 0 ? 0 : 1; kind < (cases[k].cutoff > 0 ? 3 : 2); kind++) {
      add_up(&cases[k], kind, &bodies, &sums);
      compare(&cases[k], kind, &sums);
    }
    test_end(cases[k].fact);
  }
  unlike_pairs_are_mixed();
  energies_are_kept_to_second_order();
  test_folder_remove();
}
