/* SPDX-License-Identifier: MIT */
/* Energies by kind of a heap with most slots of laws, springs, drag, global damping, a free mesh
   and siblings: the columns add up to the totals, forces have the bits of a run without them, and
   all bits are the same on any number of ranks, by both backends, and through restarts. */
#include "contact/solid/solids.h"
#include "sim_test.h"

enum { STEPS = 400, COLUMNS = 24 };

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-4, gravity: [1, 0.5, -9.81], overlap_limit: 1, damping: .05}\n"
  "output: {energies: true}\n"
  "domain: {lo: [0, 0, -0.1], hi: [0.4, 0.4, 1.5], boundary: [periodic, periodic, open]}\n"
  "material:\n"
  "  - a: {density: 2500, young: 1e6, poisson: 0.3}\n"
  "  - b: {density: 2500, young: 1e6, poisson: 0.3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hertz, restitution: 0.4, tangential: mindlin, friction: "
  "0.4,\n"
  "      cohesion: jkr, surface_energy: 2, largest_radius: 0.045, rolling: elastic_plastic,\n"
  "      rolling_friction: 0.2, siblings: shared}\n"
  "  - a-b: {between: [a, b], normal: luding, stiffness: 1e4, unloading_stiffness: 3e4,\n"
  "      adhesion_stiffness: 2e3, damping: 2, tangential: hooke, friction: 0.4,\n"
  "      tangential_damping: 9, cohesion: liquid_bridge, surface_tension: 2, liquid_volume: 1e-6,\n"
  "      liquid_viscosity: 1, liquid_gap: 1e-3, twisting: elastic_plastic, twisting_friction: "
  "0.2,\n"
  "      twisting_stiffness: 20}\n"
  "  - b-b: {between: [b, b], normal: hooke, stiffness: 2e4, restitution: 0.5, tangential: hooke,\n"
  "      friction: 0.4}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: b, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - sheet: {shape: mesh, material: b, file: sheet.stl, side: both}\n"
  "  - block: {shape: mesh, material: b, file: block.stl, free: true, shift: [.13, .17, .15],\n"
  "      velocity: [0, 0, -2], spin: [5, 2, 0]}\n"
  "motion:\n"
  "  - shake: {walls: [floor], type: oscillate, direction: [0, 0, 1], amplitude: .002, frequency: "
  "20}\n"
  "interaction:\n"
  "  - wind: {type: drag, linear: .3, velocity: [1, 0, 0]}\n"
  "template:\n"
  "  - ball: {material: b, pebbles: [0, 0, 0, 0.042]}\n"
  "  - pair: {material: a, pebbles: [0.02, 0, 0, 0.04, -0.02, 0, 0, 0.04]}\n"
  "clumps:\n"
  "  - heap: {template: [ball, pair], fraction: [.5, .5], count: 24, lo: [0, 0, .27], hi: [.4, .4, "
  ".65], velocity: [.5, 0, -4]}\n"
  "spring:\n  - hung: {between: [b, b], distance: 0.06, stiffness: 2000, damping: 3, break_force: "
  "20}\n";

static const char triangles[] = "solid s\n%s\nendsolid s\n";

/* A sheet with a ridge, and a tetrahedron that falls on it. */
static void write_meshes(void)
{
  static const double sheet[][9] = {{.05, .2, .12, .2, .35, .1, .2, .05, .1},
                                    {.05, .2, .12, .2, .05, .1, .06, .05, .1}},
                      block[][9] = {{-.06, -.04, 0, .06, -.04, 0, 0, 0, .08},
                                    {.06, -.04, 0, 0, .07, 0, 0, 0, .08},
                                    {0, .07, 0, -.06, -.04, 0, 0, 0, .08},
                                    {-.06, -.04, 0, 0, .07, 0, .06, -.04, 0}};
  const double(*const all[])[9]  = {sheet, block};
  static char text[2000], file[2100];

  for (int m = 0; m < 2; m++) {
    size_t n = 0;

    for (int k = 0; k < (m ? 4 : 2); k++) {
      const double *p = all[m][k];

      n += (size_t)snprintf(text + n, sizeof text - n,
                            "facet normal 0 0 0\nouter loop\nvertex %g %g %g\nvertex %g %g %g\n"
                            "vertex %g %g %g\nendloop\nendfacet\n",
                            p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]);
    }
    (void)snprintf(file, sizeof file, triangles, text);
    test_file(m ? "block.stl" : "sheet.stl", file);
  }
}

/* The digest, and the columns energy_ and loss_ with their sums. */
typedef struct {
  uint64_t digest;
  int      n;
  double   value[COLUMNS], stored, lost, potential, dissipated, kinetic;
} Kinds;

/* Account of a simulation; first: print it. */
static Kinds account_of(Sim *sim, bool first)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  Kinds              a        = {.digest = test_digest(sim)};
  TotalColumn        c;
  TotalValues        t;

  CALL(totals_find(&measured, &t));
  a.potential  = totals_value(&t, "potential");
  a.dissipated = totals_value(&t, "dissipated");
  a.kinetic    = totals_value(&t, "kinetic_translational");
  for (int k = 0; totals_column(k, &c); k++) {
    const bool stored = strncmp(c.name, "energy_", 7) == 0, lost = strncmp(c.name, "loss_", 5) == 0;

    if ((!stored && !lost) || !total_is_used(&c, &measured)) continue;
    CHECK(a.n < COLUMNS);
    a.value[a.n++] = t.value[k];
    if (stored) a.stored += t.value[k];
    else if (strncmp(c.name, "loss_links_", 11) != 0) a.lost += t.value[k];
    if (first) test_note("%s %.6g J", c.name, t.value[k]);
    /* each kind takes part; drag stores nothing */
    CHECK(fabs(t.value[k]) > 1e-9 || strcmp(c.name, "energy_interactions") == 0);
  }
  return a;
}

static void check_same(const Kinds *a, const Kinds *b)
{
  CHECK(a->digest == b->digest);
  CHECK_INT(a->n, b->n);
  for (int k = 0; k < a->n && k < b->n; k++) CHECK_BITS(a->value[k], b->value[k]);
}

/* Sum of the bits of all poses and velocities. */
static uint64_t state_of(const Sim *sim)
{
  uint64_t sum = 0, bits[7];

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Clumps *c    = sim->matter.clumps;
    const double  x[7] = {c->pose[a].x.x,   c->pose[a].x.y, c->pose[a].x.z, c->motion[a].v.x,
                          c->motion[a].v.z, c->w[a].x,      c->w[a].z};

    memcpy(bits, x, sizeof bits);
    for (int k = 0; k < 7; k++) sum += bits[k] * (2 * (uint64_t)c->id[a] + 1) * (uint64_t)(k + 1);
  }
  return sum;
}

/* Half of the run, then a restart (alone: on one rank), then the rest. */
static Kinds account_after(Sim *sim, bool stop)
{
  Kinds a;

  test_steps(sim, STEPS / 2);
  if (stop) sim = test_restarted(sim, "");
  test_steps(sim, STEPS - STEPS / 2);
  a = account_of(sim, false);
  CALL(sim_destroy(&sim));
  return a;
}

static void kinds_add_up(Kinds *alone)
{
  Sim *with    = test_sim_alone(scenario, ""),
      *without = test_sim_alone(scenario, "-output_energies false");
  uint64_t state;
  int64_t  solid = 0;

  if (with) {
    for (int k = 0; k < STEPS; k++) {
      test_steps(with, 1);
      solid += with->contacts->solids->here[with->contacts->solids->now];
    }
    CHECK(solid > 20);
    state  = state_of(with);
    *alone = account_of(with, true);
    CHECK_INT(alone->n, 19);
    /* rounding: energies, and quanta of the sum of work, 2^-40 of the largest work of a contact */
    CHECK_NEAR(alone->stored, alone->potential, 1e-13 * (fabs(alone->potential) + alone->kinetic));
    CHECK_NEAR(alone->lost, alone->dissipated, 1e-12 * fabs(alone->dissipated));
    CALL(sim_destroy(&with));
    test_steps(without, STEPS);
    CHECK(state_of(without) == state);
    CALL(sim_destroy(&without));
  }
  test_from_rank_0(alone, sizeof *alone);
  test_end("energies by kind add up to the totals, and change no force");
}

static void bits_are_the_same(const Kinds *alone)
{
  static const char *const ways[] = {"-search_skin .03 -balance_every 9 -decomp_random 2",
                                     "-rebuild_every 3 -backend single -decomp_random 4"};

  for (size_t k = 0; k < 2; k++) {
    Kinds a;

    if (!test_way_here(k, 2)) continue;
    a = account_after(test_sim(PETSC_COMM_WORLD, scenario, ways[k]), k == 1);
    check_same(&a, alone);
  }
  test_end("energies by kind have the same bits on all ranks, by both backends and after restarts");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  Kinds alone = {0};

  write_meshes();
  kinds_add_up(&alone);
  bits_are_the_same(&alone);
  test_folder_remove();
}
