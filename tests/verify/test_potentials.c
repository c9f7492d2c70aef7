/* np: 1 2 3 */
/* SPDX-License-Identifier: MIT */
/* Potentials between pebbles against plain sums with the C library: atoms and dumbbells, with charges,
   in a periodic box of which the cutoff is more than half. */
#include "base/random.h"
#include "verify.h"

enum { ATOMS = 40, DUMBBELLS = 10, BODIES = ATOMS + DUMBBELLS };
enum { PEBBLES = ATOMS + 2 * DUMBBELLS };
#define SIDE   4.0
#define CUTOFF 3.1
#define HALF   0.2 /* of the distance of the pebbles of a dumbbell */

/* Of a unit product of charges if it is charged. */
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

static const Case cases[] = {
  {"type: coulomb, coulomb_constant: 2", coulomb_u, coulomb_f, true, CUTOFF,
   "coulomb: forces, torques and energies are those of a plain sum over images"},
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

/* On a grid of 4^3 shifted at random, of which none is too close to another. The dumbbells of charges
   1.5 and -.5 lie in random directions; that of the last is 3 in all, 2 more, of which each gets half. */
static void make_bodies(Cloud *b, Text *charged, Text *bare)
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
    Text *const  rows = two && k < BODIES - 1 ? bare : charged;

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

static void add_pair(const Case *c, int kind, const Cloud *b, int i, int j, Vec3 d, Brute *s)
{
  const double r = vec3_norm(d), rc = c->cutoff, q = c->charged ? b->charge[i] * b->charge[j] : 1,
               shift = kind > 0 ? c->u(rc) : 0, slope = kind > 1 ? c->f(rc) : 0;
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

        if (vec3_norm(d) >= c->cutoff || (b->body[i] == b->body[j] && vec3_norm(shift) == 0))
          continue;
        add_pair(c, kind, b, i, j, d, s);
      }
  for (int k = 0; k < BODIES; k++) s->largest = max_real(s->largest, s->size[k]);
}

static void compare(const Case *c, int kind, const Brute *s)
{
  Text   t = {0};
  Totals totals;
  Sim   *sim;

  add(&t,
      "schema: 1\nrun: {end_time: 1, dt: 1e-4}\n"
      "domain: {lo: [0, 0, 0], hi: [%g, %g, %g], boundary: [periodic, periodic, periodic]}\n"
      "material:\n  - ion: {density: 1}\n"
      "interaction:\n  - pair: {%s, between: [ion, ion], truncation: %s%s}\n"
      "template:\n  - atom: {material: ion, pebbles: [0, 0, 0, .2]}\n"
      "  - dumbbell: {material: ion, pebbles: [-.2, 0, 0, .2, .2, 0, 0, .2], charge: [1.5, -.5]}\n"
      "clumps:\n  - some: {file: charged.csv}\n  - others: {file: bare.csv}\n",
      SIDE, SIDE, SIDE, c->words, truncations[kind], c->cutoff == CUTOFF ? ", cutoff: 3.1" : "");
  sim    = test_sim(PETSC_COMM_WORLD, t.text, "");
  totals = totals_of(sim);
  /* rounding of the sums, and of positions by 2^-50 of the side, of forces as steep as r^-13 */
  CHECK_NEAR(totals.potential, s->energy, 1e-12 * s->sizes);
  for (PetscInt a = 0; a < sim->clumps->n_owned; a++) {
    const int64_t id = sim->clumps->id[a];

    CHECK_NEAR(vec3_norm(vec3_sub(sim->clumps->force[a], s->force[id])), 0, 1e-12 * s->largest);
    CHECK_NEAR(vec3_norm(vec3_sub(sim->clumps->torque[a], s->torque[id])), 0, 1e-12 * s->largest);
  }
  CALL(sim_destroy(&sim));
}

int main(int argc, char **argv)
{
  static Cloud bodies;
  static Brute sums;
  static Text  charged, bare;

  test_begin(&argc, &argv);
  make_bodies(&bodies, &charged, &bare);
  test_file("charged.csv", charged.text);
  test_file("bare.csv", bare.text);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    for (int kind = 0; kind < 3; kind++) {
      add_up(&cases[k], kind, &bodies, &sums);
      compare(&cases[k], kind, &sums);
    }
    test_end(cases[k].fact);
  }
  test_folder_remove();
  return test_finish();
}
