/* SPDX-License-Identifier: MIT */
/* Stiffnesses from Young's moduli of two bodies: the force of two spheres at rest, and of a sphere
   on a wall, is overlap x the closed form; k_t is its part, and the step follows it. */
#include "verify/verify.h"

#include "contact/terms/elastic.h"

static const double young[2] = {2e6, 5e7}, radius[2] = {0.05, 0.08};

static double yade(double ea, double ra, double eb, double rb)
{
  return 2 * ea * ra * eb * rb / (ea * ra + eb * rb);
}

static double woo(double ea, double ra, double eb, double rb)
{
  const double r = ra < rb ? ra : rb;

  return PETSC_PI * r * r / (ra / ea + rb / eb);
}

static double reduced(double ea, double ra, double eb, double rb)
{
  return 2 * (2 * ea * eb / (ea + eb)) * (ra * rb / (ra + rb));
}

typedef struct {
  const char *word;
  double (*stiffness)(double ea, double ra, double eb, double rb);
} Rule;

static const Rule rules[] = {{"reduced", reduced}, {"yade", yade}, {"woo", woo}};
enum { RULES = sizeof rules / sizeof *rules };

/* Two spheres, the one with index `first` in front, and two on a wall, all at rest. */
static void scenario_of(const Rule *rule, int first, char *text, size_t size)
{
  const char *const names[] = {"soft", "hard"};
  const char       *a = names[first], *b = names[!first];

  snprintf(text, size,
           "schema: 1\nrun: {end_time: 1, dt: 1e-6}\ndomain: {lo: [-1, -1, -1], hi: [1, 1, 1]}\n"
           "material:\n  - soft: {density: 1000, young: %.17g, friction: 0.9}\n"
           "  - hard: {density: 1000, young: %.17g, friction: 0.2}\n"
           "contact:\n"
           "  - sh: {between: [soft, hard], normal: hooke, stiffness_rule: %s, restitution: 1, "
           "tangential: hooke, tangential_ratio: .4, mixing: minimum}\n"
           "  - hh: {between: [hard, hard], normal: hooke, stiffness_rule: %s, restitution: 1}\n"
           "  - ss: {between: [soft, soft], normal: hooke, restitution: 1}\n"
           "template:\n  - soft: {material: soft, pebbles: [0, 0, 0, %.17g]}\n"
           "  - hard: {material: hard, pebbles: [0, 0, 0, %.17g]}\n"
           "wall:\n  - floor: {shape: plane, material: hard, point: [0, 0, 0], normal: [0, 0, 1]}\n"
           "clumps:\n  - a: {template: %s, position: [-.06, .1, .5]}\n"
           "  - b: {template: %s, position: [.0695, .1, .5]}\n"
           "  - c: {template: soft, position: [-.5, -.5, .0499]}\n"
           "  - d: {template: hard, position: [.5, -.5, .0799]}\n",
           young[0], young[1], rule->word, rule->word, radius[0], radius[1], a, b);
}

static Vec3 place(const Sim *sim, Id id)
{
  const PetscInt row = test_row(sim, id);

  return row < 0 ? vec3(0, 0, 0) : sim->matter.clumps->pose[row].x;
}

static void forces(const Rule *rule, int first)
{
  char text[2000];
  Sim *sim;

  scenario_of(rule, first, text, sizeof text);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  for (Id id = 0; id < 4; id++) {
    const PetscInt row  = test_row(sim, id);
    const int      mine = id < 2 ? (int)(id ^ first) : id == 3;
    double         wall = rule->stiffness == reduced
                            ? 2 * (2 * young[mine] * young[1] / (young[mine] + young[1])) * radius[mine]
                            : rule->stiffness(young[mine], radius[mine], young[1], radius[mine]);
    Vec3           f, x;

    if (row < 0 || row >= sim->matter.clumps->n_owned) continue;
    f = sim->matter.clumps->force[row];
    x = sim->matter.clumps->pose[row].x;
    /* roundings of the overlap, about 1e-14 of the radii, over 1e-4 and 5e-4 m */
    if (id >= 2) CHECK_NEAR(f.z, wall * (radius[mine] - x.z), 1e-9 * f.z);
    else if (test_size() == 1)
      CHECK_NEAR(fabs(f.x),
                 rule->stiffness(young[0], radius[0], young[1], radius[1]) *
                   (radius[0] + radius[1] - fabs(place(sim, 0).x - place(sim, 1).x)),
                 1e-9 * fabs(f.x));
    else CHECK(fabs(f.x) > 0);
  }
  CHECK_INT(test_total(sim->laws->list[0].elastic.rule), rule->stiffness == reduced ? 0
                                                         : rule->stiffness == yade
                                                           ? test_size()
                                                           : 2 * test_size());
  CALL(sim_destroy(&sim));
}

/* Never below the stiffness of a contact of any two radii. */
static void bounds(const Rule *rule)
{
  char       text[2000];
  Sim       *sim;
  const Law *law;

  scenario_of(rule, 0, text, sizeof text);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  law = &sim->laws->list[0];
  CHECK(option_real(sim->options, "contact", "sh", "friction") == 0.2);
  for (double ratio = 1. / 4096; ratio <= 4096; ratio *= 2) {
    const double ra = 1, rb = ratio, star = ra * rb / (ra + rb),
                 k = rule->stiffness(young[0], ra, young[1], rb);
    /* a rounding */
    CHECK(law_stiffness(law, SLOTS_ALONG, star, 0.01) >= k * (1 - 1e-14));
    CHECK_NEAR(law_stiffness(law, SLOTS_ACROSS, star, 0.01),
               0.4 * law_stiffness(law, SLOTS_ALONG, star, 0.01),
               1e-15 * law_stiffness(law, SLOTS_ALONG, star, 0.01));
  }
  CALL(sim_destroy(&sim));
}

/* A contact whose tangential spring is stretched by 1 um. */
static void springs_across(void)
{
  char          text[2000];
  Sim          *sim;
  ContactBatch *b;
  double(*store)[TILE];
  double series[TILE] = {0.03};

  scenario_of(&rules[1], 0, text, sizeof text);
  sim   = test_sim(PETSC_COMM_WORLD, text, "");
  b     = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);
  store = aligned_alloc(64, 64 * sizeof *store);
  PetscCheckAbort(b && store, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a batch");
  memset(store, 0, 64 * sizeof *store);
  *b            = (ContactBatch){.n = 1, .dt = 1e-9, .dt_before = 1e-9, .store = store};
  b->nx[0]      = 1;
  b->gap[0]     = -1e-3;
  b->radius[0]  = 7; /* not used */
  b->known[0]   = 1;
  b->entered[0] = .5;
  b->leaving[0] = 2;
  b->slip_mass  = b->point_mass;
  b->elastic    = series;
  store[0][0] = store[2][0] = 0;
  store[1][0]               = 1e-6;
  law_apply(&sim->laws->list[0], b);
  CHECK_NEAR(b->fy[0] / b->fx[0], 0.4 * 1e-6 / 1e-3, 1e-18); /* a rounding */
  free(b);
  free(store);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2})
{
  for (int k = 0; k < RULES; k++)
    for (int first = 0; first < 2; first++) forces(&rules[k], first);
  test_end("stiffnesses of two moduli and radii are YADE's, Woo's, or of the reduced radius");
  for (int k = 0; k < RULES; k++) bounds(&rules[k]);
  test_end("the time step takes a bound of them, and the tangential part of it");
  springs_across();
  /* what YADE 2023.02a has as kn of these spheres, and of the first one on a wall, to its digits */
  CHECK_NEAR(yade(young[0], radius[0], young[1], radius[1]), 195121.9512195122, 1e-10);
  CHECK_NEAR(yade(young[0], radius[0], young[1], radius[0]), 192307.6923076923, 1e-10);
  test_end("a tangential spring has its part of the same stiffness");
  test_folder_remove();
}
