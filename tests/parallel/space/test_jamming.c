/* SPDX-License-Identifier: MIT */
/* Damped clumps in cells that deform, and packings that are compressed until an event stops the
   cell: the same bits on any number of ranks and after restarts; damping leaves the flow alone; the
   account; pressure, solid fraction and balance of the forces. */
#include "monitor_case.h"

/* Spheres and trimers, sheared and compressed to a solid fraction, then at rest; the last event is
   in the middle of the relaxation. */
#define JAM_WITH(air, full) \
  "schema: 1\n" \
  "run: {end_time: 1, dt: 1e-4, seed: 3, overlap_limit: 1, gravity: [0, 0, 0], damping: .3}\n" \
  "domain: {lo: [0, 0, 0], hi: [.8, .8, .8], boundary: [periodic, periodic, periodic], " \
  "deformation: {type: table, components: [xx, yy, zz, xz], rates: [-24, -24, -24, 10]}}\n" \
  "damping:\n  - air: {" air "}\n" \
  "material:\n  - a: {density: 1000, young: 1e6, poisson: .3}\n" \
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e4, restitution: .3, " \
  "tangential: hooke, friction: .3}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .07]}\n" \
  "  - tri: {material: a, pebbles: [0, 0, 0, .05, .06, 0, 0, .05, .02, .06, 0, .05]}\n" \
  "clumps:\n  - all: {template: [ball, tri], count: 80, attempts: 100000, lo: [0, 0, 0], " \
  "hi: [.8, .8, .8]}\n" \
  "event:\n" \
  "  - slow: {when: pressure, above: 20, every: 1e-3, do: [set domain_deformation_factor .5]}\n" \
  "  - full: {when: solid_fraction, above: .62, every: 1e-3, do: [set domain_deformation_factor " \
  "0" full "]}\n" \
  "  - calm: {when: unbalanced, below: .5, every: 1e-3, after: full, do: [set run_damping .7]}\n"
#define JAM JAM_WITH("viscous: 30, turning: 20", "")
/* The same, relaxed by FIRE in place of Cundall's damping. */
#define JAM_FIRE \
  JAM_WITH("fire: 0, viscous: 30, turning: 20", ", set run_damping 0, set damping_air_fire .2")

enum { STEPS = 600, MIDDLE = 300 };

static double total(Sim *sim, const char *name)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  sim_complete(sim);
  CALL(totals_find(&measured, &t));
  return totals_value(&t, name);
}

/* ---- the same bits ---- */

typedef struct {
  uint64_t digest;
  int64_t  acted[3];
  double   strain, number[3];
} Outcome;

static void find_outcome(Sim *sim, int steps, void *outcome)
{
  static const char *const names[] = {"pressure", "solid_fraction", "unbalanced"};
  Outcome                 *o       = outcome;

  test_steps(sim, steps);
  for (int k = 0; k < 3; k++) {
    o->acted[k]  = sim_events(sim)->list[k].acted;
    o->number[k] = total(sim, names[k]);
  }
  o->strain = total(sim, "strain_xx");
  o->digest = test_digest(sim);
}

static void bits_do_not_depend(const char *scenario, double unbalanced, const char *what)
{
  static const char *const ways[] = {"", "-rebuild_every 1", "-search_skin .03 -decomp_random 4",
                                     "-balance_every 30 -decomp_random 2"};
  Outcome                  slow   = {0};

  test_alone(scenario, "-search_method all_pairs", STEPS, find_outcome, &slow, sizeof slow);
  test_note(
    "acted at %" PRId64 ", %" PRId64 ", %" PRId64 "; pressure %g, solid fraction %g, unbalanced %g",
    slow.acted[0], slow.acted[1], slow.acted[2], slow.number[0], slow.number[1], slow.number[2]);
  CHECK(slow.acted[0] > 0 && slow.acted[0] < slow.acted[1]);
  CHECK(slow.acted[1] < MIDDLE && slow.acted[2] > slow.acted[1]);
  CHECK(slow.number[0] > 100 && slow.number[2] > 0 && slow.number[2] < unbalanced);
  /* the rate is halved at one step, and 0 after another */
  CHECK_NEAR(slow.strain, -24e-4 * .5 * (double)(slow.acted[0] + slow.acted[1]), 1e-12);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways)) {
      Sim    *sim   = test_sim(PETSC_COMM_WORLD, scenario, ways[k]);
      Outcome other = {0};

      find_outcome(sim, STEPS, &other);
      CALL(sim_destroy(&sim));
      CHECK_INT((int64_t)other.digest, (int64_t)slow.digest);
      for (int i = 0; i < 3; i++) CHECK_BITS(other.number[i], slow.number[i]);
    }
  test_restarts(scenario, MIDDLE, STEPS, slow.digest);
  test_end(what);
}

/* ---- numbers of a packing ---- */

enum { BODIES = 80 };

typedef struct {
  double  sum;
  int64_t n;
  Vec3    on[BODIES];
} Forces;

static void forget(void *self)
{
  *(Forces *)self = (Forces){0};
}

static void look(void *self, const ContactSeen *c)
{
  Forces *f = self;

  f->on[c->a] = vec3_add(f->on[c->a], c->force);
  f->on[c->b] = vec3_sub(f->on[c->b], c->force);
  f->sum += vec3_norm(c->force);
  f->n++;
}

static void packing_is_that_of_contacts(void)
{
  static Forces f;
  double        net = 0, volume = 0, stress = 0;
  Sim          *sim = test_sim_alone(JAM, "");

  if (sim) {
    CALL(contact_listeners_add(
      &sim->modules.listeners,
      &(ContactListener){
        .self = &f, .beat = {.steps = 1}, .also = -1, .begin = forget, .see = look}));
    CHECK(isnan(total(sim, "unbalanced"))); /* nothing touches yet */
    test_steps(sim, MIDDLE);
    for (int k = 0; k < BODIES; k++) net += vec3_norm(f.on[k]) / BODIES;
    for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
      volume += sim->matter.clumps->mass[a] / 1000;
    stress = (total(sim, "stress_xx") + total(sim, "stress_yy") + total(sim, "stress_zz")) / 3;
    CHECK_NEAR(total(sim, "unbalanced"), net * (double)f.n / f.sum, 1e-9); /* rounding of forces */
    CHECK_NEAR(total(sim, "solid_fraction"), volume / total(sim, "cell_volume"), 1e-12);
    CHECK_NEAR(total(sim, "pressure"), -stress, 1e-12 * fabs(stress));
    CALL(sim_destroy(&sim));
  }
  test_end("solid fraction, pressure and balance are those of bodies and contacts");
}

/* ---- damping and the flow ---- */

#define LONE(velocity, damping) \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, periodic, periodic], deformation: " \
  "{type: shear, rate: 5, flow: x, gradient: z}}\n" \
  "damping:\n  - air: {viscous: " damping "}\n" \
  "material:\n  - a: {density: 1000, young: 1e6, poisson: .3}\n" \
  "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e4, restitution: .3, " \
  "tangential: none}\n" \
  "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .07]}\n" \
  "clumps:\n  - one: {template: ball, position: [.3, .4, .9], velocity: " velocity "}\n"

static Vec3 relative(Sim *sim)
{
  sim_complete(sim);
  return vec3_sub(sim->matter.clumps->motion[0].v,
                  cell_flow_at(moving_cell_flow(&sim_cell(sim)->moving), sim->matter.clumps, 0));
}

static void flow_is_not_damped(void)
{
  Sim *sim = test_sim_alone(LONE("[0, 0, 0]", "40"), "");

  if (sim) {
    test_steps(sim, 500);
    CHECK(vec3_norm(sim->matter.clumps->motion[0].v) > 1.9);
    CHECK_NEAR(vec3_norm(relative(sim)), 0, 1e-9); /* grid of places */
    CHECK_NEAR(total(sim, "dissipated"), 0, 1e-12);
    CALL(sim_destroy(&sim));
  }
  test_end("a clump that moves with the sheared cell is not damped");
}

/* m v' = -rate m u with u = v - G x: u_z decays, and u_x' = -rate u_x - shear u_z. The clump goes
   round the cell. */
static void relative_velocity_decays(void)
{
  const double rate = 3, t = .5, left = exp(-rate * t);
  Sim         *sim = test_sim_alone(LONE("[0, .7, 8]", "3"), "");

  if (sim) {
    const double was = total(sim, "kinetic_translational");
    Vec3         u;

    test_steps(sim, 500);
    u = relative(sim);
    CHECK(sim->matter.clumps->image[0].z > 1);
    CHECK_NEAR(u.y, .7 * left, 1e-5); /* order 2: rate^3 dt^2 t / 12 */
    CHECK_NEAR(u.z, 8 * left, 1e-4);
    CHECK_NEAR(u.x, -5 * 8 * t * left, 1e-3);
    CHECK_NEAR(total(sim, "kinetic_translational") + total(sim, "dissipated") -
                 total(sim, "supplied"),
               was, 1e-5 * was);
    CHECK(total(sim, "dissipated") > .5 * was);
    CALL(sim_destroy(&sim));
  }
  test_end("a velocity relative to the flow decays by the closed form, across sheared faces");
}

/* ---- energy ---- */

/* Change of the account, relative to what is supplied. */
static double lost(const char *scenario, double dt, double time)
{
  char   options[160];
  double change = 0;
  Sim   *sim;

  snprintf(options, sizeof options,
           "-run_dt %.17g -run_damping 0 -contact_aa_restitution 1 -contact_aa_friction 0", dt);
  sim = test_sim_alone(scenario, options);
  if (sim) {
    const int n = (int)lround(time / dt);
    Totals    before, after;

    test_steps(sim, 1);
    before = totals_of(sim);
    test_steps(sim, n);
    after  = totals_of(sim);
    change = fabs(ledger_of(&after) - ledger_of(&before) - (after.supplied - before.supplied)) /
             fabs(after.supplied - before.supplied);
    CALL(sim_destroy(&sim));
  }
  return change;
}

static void account_closes(void)
{
  const double wide = lost(JAM, 5e-5, .02), fine = lost(JAM, 2.5e-5, .02),
               fire = lost(JAM_FIRE, 5e-5, .04);

  if (test_rank() == 0) {
    test_note("account: %g, %g; with FIRE %g", wide, fine, fire);
    CHECK(fire < 1e-4);
    CHECK(wide < 1e-3);
    CHECK(wide > 3 * fine);
  }
  test_end("with damping in a cell that deforms the account closes with order 2");
}

/* ---- FIRE ---- */

/* A sphere of this mass and moment of inertia, its velocity relative to the flow. */
static void check_mix(Sim *sim, double power)
{
  Clumps      *c = sim->matter.clumps;
  const double m = c->mass[0], inertia = .4 * m * .07 * .07;
  const Vec3   force = vec3_scale(power, vec3(1, 2, 2)), torque = vec3_scale(power, vec3(0, 0, .1)),
             u = relative(sim), l = vec3(0, .001, .002);
  Fire      fire            = {.used = true, .start = .25};
  Sum       sums[FIRE_SUMS] = {{.added = 0}}, taken = {.added = 0}, supplied = {.added = 0};
  double    of[FIRE_SUMS];
  FireScene scene = {.dt = 1e-3, .last = 0.5};
  Vec3      after;

  scene.flow            = moving_cell_flow(&sim_cell(sim)->moving);
  c->force[0]           = force;
  c->torque[0]          = torque;
  c->motion[0].momentum = l;
  fire_add(c, &scene, sums);
  for (int k = 0; k < FIRE_SUMS; k++) of[k] = sum_value(&sums[k]);
  CHECK_NEAR(of[FIRE_POWER], vec3_dot(force, u) + vec3_dot(torque, l) / inertia, 1e-9);
  fire_mix(&fire, c, &scene, of, &taken, &supplied);
  after = relative(sim);
  for (int k = 0; k < 3; k++) {
    const double s = sqrt((m * vec3_dot(u, u) + vec3_dot(l, l) / inertia) /
                          (vec3_dot(force, force) / m + vec3_dot(torque, torque) / inertia));

    CHECK_NEAR(m * vec3_axis(after, k),
               power > 0 ? .75 * m * vec3_axis(u, k) + .25 * s * vec3_axis(force, k) : 0, 1e-9);
    CHECK_NEAR(vec3_axis(c->motion[0].momentum, k),
               power > 0 ? .75 * vec3_axis(l, k) + .25 * s * vec3_axis(torque, k) : 0, 1e-12);
  }
  CHECK_INT(fire.along, power > 0);
}

static void fire_turns_velocities(void)
{
  for (int k = 0; k < 2; k++) {
    Sim *sim = test_sim_alone(LONE("[1, .7, 2]", "3"), "");

    if (!sim) continue;
    test_steps(sim, 3);
    check_mix(sim, k == 0 ? 1 : -1);
    CALL(sim_destroy(&sim));
  }
  test_end(
    "FIRE turns velocities relative to the flow to the forces, and stops them against these");
}

TESTS(.ranks = {1, 2, 3}, .limit = 240)
{
  bits_do_not_depend(JAM, .5, "a damped packing that events stop: the bits of all pairs");
  bits_do_not_depend(JAM_FIRE, .4, "FIRE in place of it: the bits of all pairs");
  if (test_size() == 1) {
    packing_is_that_of_contacts();
    flow_is_not_damped();
    relative_velocity_decays();
    account_closes();
    fire_turns_velocities();
  }
  test_folder_remove();
}
