/* SPDX-License-Identifier: MIT */
/* Random fills of many sizes: all planned clumps are placed however dense the fill gets, none
   overlap, masses follow from scale and density, and the number of ranks changes nothing. */
#include "sim_test.h"
#include "supply/fill/fill_spec.h"

#define MATTER \
  "schema: 1\nmaterial:\n  - a: {density: 2, young: 1e5, poisson: .3}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e3, restitution: .8, " \
  "tangential: none}\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n" \
  "  - pair: {material: a, pebbles: [0,0,0,.3, .4,0,0,.2]}\n" \
  "  - by-hand: {material: a, pebbles: [0,0,0,.1, 0,0,.2,.1], mass_properties: given, mass: 3, " \
  "position: [0,0,.1], " \
  "inertia: [1, 1, .5]}\n" \
  "run: {end_time: 9, dt: 1e-3, seed: 8}\n"

/* Sizes from 1 to 12; 0.35 of the box is filled. */
static const char wide[] =
  MATTER "domain: {lo: [0, 0, 0], hi: [4, 4, 5], boundary: [periodic, open, open]}\n"
         "clumps:\n"
         "  - bed: {template: [ball, pair], fraction: [.6, .4], fraction_by: volume, "
         "volume_fraction: 0.35, size: table, size_of: "
         "diameter, size_by: mass, size_table: [.1, 0, .3, .3, 1.2, 1], lo: [0, 0, 0], hi: [4, 4, "
         "5], attempts: 1000, group: [bed]}\n"
         "  - more: {template: [by-hand], count: 9, size: equal, size_mean: 0.5, density: 10, "
         "orientation: fixed, axis: [1, 0, 0], "
         "angle: 90, lo: [0, 0, 0], hi: [4, 4, 5], attempts: 10000, group: [more, late=no]}\n";

static FillSpec spec_of(Sim *sim, const char *name, int object)
{
  FillSpec spec;
  bool     good;

  CALL(fill_spec_read(&sim->par, sim->options, &sim->matter.templates, name, &spec, &good));
  CHECK(good);
  spec.seed   = (uint64_t)sim->settings.seed;
  spec.stream = (uint64_t)object;
  return spec;
}

/* Deepest overlap of pebbles of different clumps, or of a clump and its image along x. */
static double deepest(const Sim *sim)
{
  const Clumps *c     = sim->matter.clumps;
  double        worst = -INFINITY;

  for (PetscInt a = 0; a < c->n_owned; a++)
    for (PetscInt b = 0; b <= a; b++) {
      const Template *s = &sim->matter.templates.list[c->template[a]],
                     *t = &sim->matter.templates.list[c->template[b]];

      if (fabs(c->pose[a].x.y - c->pose[b].x.y) > c->scale[a] * s->bound + c->scale[b] * t->bound)
        continue;
      for (int i = 0; i < s->n * t->n; i++)
        for (int image = -1; image <= 1; image++) {
          const Vec3 x =
            vec3_axpy(c->pose[a].x, c->scale[a], quat_turn(c->pose[a].q, s->offset[i / t->n]));
          const Vec3 y =
            vec3_axpy(c->pose[b].x, c->scale[b], quat_turn(c->pose[b].q, t->offset[i % t->n]));

          if (a == b && image == 0) continue;
          worst =
            fmax(worst, c->scale[a] * s->radius[i / t->n] + c->scale[b] * t->radius[i % t->n] -
                          vec3_norm(vec3_sub(vec3(x.x + 4 * image, x.y, x.z), y)));
        }
    }
  return worst;
}

static void every_clump_has_its_place(Sim *sim)
{
  FillSpec spec   = spec_of(sim, "bed", 0);
  Clumps  *c      = sim->matter.clumps;
  double   sum[2] = {0, 0}, volume = 0;

  CHECK_INT(c->n_owned, spec.count + 9);
  CHECK(spec.sizes.size[0] == 0.1 &&
        deepest(sim) <= 1e-12); /* places are rounded to some 1e-15 m */
  for (int64_t j = 0; j < spec.count; j++) {
    const FillClump drawn = fill_spec_clump(&spec, j);
    const PetscInt  a     = test_row(sim, j);

    CHECK(a >= 0 && c->template[a] == drawn.template);
    if (a < 0) continue;
    CHECK(c->group[a] == 1);
    CHECK_BITS(c->scale[a], drawn.scale);
    sum[drawn.template] += c->mass[a] / 2;
    for (int i = 0; i < sim->matter.templates.list[drawn.template].n; i++) {
      const Template *t = &sim->matter.templates.list[drawn.template];
      const Vec3   x = vec3_axpy(c->pose[a].x, drawn.scale, quat_turn(c->pose[a].q, t->offset[i]));
      const double r = drawn.scale * t->radius[i];

      CHECK(x.y - r >= -1e-12 && x.y + r <= 4 + 1e-12 && x.z - r >= -1e-12 && x.z + r <= 5 + 1e-12);
    }
  }
  volume = sum[0] + sum[1];
  test_note("%d clumps, %.4f of the box; by volume %.4f are balls", (int)spec.count, volume / 80,
            sum[0] / volume);
  CHECK_NEAR(volume, 0.35 * 80, PETSC_PI / 6 * 1.728);       /* the largest clump */
  CHECK_NEAR(sum[0], 0.6 * 0.35 * 80, PETSC_PI / 6 * 1.728); /* the same */
  fill_spec_free(&spec);
  test_end("a dense fill of many sizes has exactly the clumps it was to have, and none overlap");
}

static void masses_follow_scale_and_density(const Sim *sim)
{
  const Clumps   *c = sim->matter.clumps;
  const Template *t = sim->matter.templates.list;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const MassProperties *m = &t[c->template[a]].mass;
    const double          s = c->scale[a];

    if (c->template[a] < 2) {
      CHECK_NEAR(c->mass[a], m->mass * s * s * s,
                 1e-15 * c->mass[a]); /* rounding of four products */
      CHECK_NEAR(c->inertia[a].z, m->principal.z * s * s * s * s * s, 1e-15 * c->inertia[a].z);
    } else {
      CHECK(c->group[a] == 6); /* bed, more, late=no */
      CHECK_NEAR(c->mass[a], 3. * 10 / 2 / 8,
                 1e-15);                /* of five times the density, and half the size */
      CHECK_BITS(c->inertia[a].x, 0.5); /* given by hand: stays */
      CHECK_BITS(c->inertia[a].z, 1);
      /* the long axis, z of the template, lies along -y now */
      CHECK_NEAR(quat_turn(quat_mul(c->pose[a].q, quat_conjugate(m->axes)), vec3(0, 0, 1)).y, -1,
                 1e-15);
    }
  }
  test_end("mass follows scale and density, and inertia unless it was given by hand");
}

static void ranks_change_nothing(uint64_t reference)
{
  static const char *const options[] = {"", "-decomp_random 1 -search_method all_pairs"};
  Sim                     *sim;

  for (size_t k = 0; k < 2; k++) {
    if (!test_way_here(k, 2)) continue;
    sim = test_sim(PETSC_COMM_WORLD, wide, options[k]);
    CHECK(test_digest(sim) == reference);
    CALL(sim_destroy(&sim));
  }
  if (test_forms_here()) {
    sim = test_sim(PETSC_COMM_WORLD, wide, "-run_seed 9");
    CHECK(test_digest(sim) != reference);
    CALL(sim_destroy(&sim));
  }
  test_end("a fill of many sizes is the same, by id, on any ranks, and another with another seed");
}

/* A checkpoint keeps which templates have their inertia by hand, and densities. */
static void checkpoints_know_what_was_given(uint64_t reference)
{
  char options[600];
  bool written = false;
  Sim *sim     = test_sim(PETSC_COMM_WORLD, wide, "");

  CALL(save_write(sim, &written));
  CHECK(written);
  CALL(sim_destroy(&sim));
  snprintf(options, sizeof options, "-restart %s/restart/clast-0.h5", test_folder());
  sim = test_sim(PETSC_COMM_WORLD, NULL, options);
  CHECK(test_digest(sim) == reference);
  CHECK(sim->matter.templates.list[2].inertia_given &&
        !sim->matter.templates.list[1].inertia_given);
  CHECK_BITS(sim->matter.templates.list[2].density,
             2); /* of the material, as only the mass was given */
  CHECK_BITS(sim->matter.templates.list[1].density, 0); /* whatever that of its material is */
  CALL(sim_destroy(&sim));
  test_end("a checkpoint knows whose inertia was given by hand");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 200)
{
  uint64_t reference;
  Sim     *alone;

  if (test_size() == 1) {
    alone = test_sim_alone(wide, "");
    every_clump_has_its_place(alone);
    masses_follow_scale_and_density(alone);
    CALL(sim_destroy(&alone));
  }
  reference = test_digest_alone(wide, "", 0);
  ranks_change_nothing(reference);
  checkpoints_know_what_was_given(reference);
  test_folder_remove();
}
