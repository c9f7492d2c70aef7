/* SPDX-License-Identifier: MIT */
/* Visits of contacts: each contact is seen once, with the force that it has in the step, so that
   the quanta of all that is seen are the loads of the clumps to the bit; rows have the same bits on
   any number of ranks; and nobody who looks changes a bit of the run. */
#include "matter/loads.h"
#include "meshes.h"
#include "parallel/seen.h"

enum { STEPS = 500 };

static const char heap[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 4e-4, seed: 5, gravity: [.5, 1, -6], overlap_limit: 9}\n"
  "domain: {lo: [-1.5, -1, -1.5], hi: [1.5, 1, 3], boundary: [open, periodic, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "  - b: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hertz, restitution: .6, tangential: mindlin, friction: .4, "
  "rolling: elastic_plastic, rolling_friction: .1, cohesion: linear, cohesion_force: .5, "
  "cohesion_range: .02}\n"
  "  - a-b: {between: [a, b], normal: hooke, stiffness: 2e4, restitution: .6, tangential: hooke, "
  "friction: .4, siblings: shared, age: kept}\n"
  "  - b-b: {between: [b, b], normal: hooke, stiffness: 2e4, restitution: .6, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "clumps:\n"
  "  - rain: {template: [pair], count: 60, lo: [-1.3, -1, -.7], hi: [1.3, 1, 1.4], velocity: [0, "
  "0, -4]}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: b, point: [0, 0, -1.2], normal: [0, 0, 1]}\n"
  "  - drum: {shape: cylinder, material: b, point: [0, 0, -.6], axis: [0, 1, 0], radius: 1.3}\n"
  "  - sheet: {shape: mesh, material: b, file: sheet.stl, shift: [0, .2, -.9]}\n"
  "  - wedge: {shape: mesh, material: b, file: wedge.stl, free: true, shift: [0, .2, -.2], "
  "velocity: [0, 0, -4], spin: [3, 2, 1], corner_radius: .08}\n"
  "motion:\n  - spin: {walls: [drum], type: rotate, point: [0, 0, -.6], axis: [0, 1, 0], rate: 3}\n"
  "spring:\n  - loose: {between: [a, a], distance: .01, stiffness: 500, damping: 1}\n";

/* ---- loads ---- */

/* Add the quanta of a load on a body, as evaluations do: of couples apart where they come from
   laws. */
static void add(const Sim *sim, int64_t *sum, const ContactSeen *c, Vec3 arm, int sign, double per)
{
  const double force = sim->loads->force.inverse, turn = per * sim->loads->torque.inverse;
  const bool   link   = c->kind == SEEN_LINK;
  const Vec3   f      = link ? vec3_scale(sign, c->force) : c->force;
  const Vec3   couple = link ? vec3_scale(sign, c->couple) : c->couple;
  const Vec3   torque = vec3_cross(arm, f), whole = vec3_add(torque, couple);

  for (int k = 0; k < 3; k++) {
    const int64_t q = quanta(vec3_axis(f, k), force),
                  t = link
                        ? quanta(vec3_axis(whole, k), turn)
                        : quanta(vec3_axis(torque, k), turn) + quanta(vec3_axis(couple, k), turn);

    sum[k] += link ? q : sign * q;
    sum[3 + k] += link ? t : sign * t;
  }
}

/* All that is seen adds up to the loads. */
static void check_loads(Sim *sim, const Rows *rows)
{
  static int64_t sum[IDS][LOAD_PARTS];
  static double  per[IDS];

  memset(sum, 0, sizeof sum);
  memset(per, 0, sizeof per);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    per[sim->matter.clumps->id[a]] = sim->matter.clumps->pose[a].per_arm;
  MPI_Allreduce(MPI_IN_PLACE, per, IDS, MPI_DOUBLE, MPI_MAX, sim->par.comm);
  for (int k = 0; k < rows->n; k++) {
    const ContactSeen *c = &rows->row[k];
    const Id           b = c->wall ? c->carrier : c->b;

    add(sim, sum[c->a], c, c->arm_a, 1, per[c->a]);
    if (b >= 0) add(sim, sum[b], c, c->arm_b, -1, per[b]);
  }
  MPI_Allreduce(MPI_IN_PLACE, sum, IDS * LOAD_PARTS, MPI_INT64_T, MPI_SUM, sim->par.comm);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const int64_t *of   = sum[sim->matter.clumps->id[a]];
    const double   unit = sim->loads->force.quantum,
                 turn   = sim->loads->torque.quantum / sim->matter.clumps->pose[a].per_arm;

    for (int k = 0; k < 3; k++) {
      CHECK_BITS(vec3_axis(sim->matter.clumps->force[a], k), unit * (double)of[k]);
      CHECK_BITS(vec3_axis(sim->matter.clumps->torque[a], k), turn * (double)of[3 + k]);
    }
  }
}

/* ---- rows ---- */

static uint64_t mixed(uint64_t hash, const void *bytes, size_t n)
{
  for (size_t k = 0; k < n; k++) hash = (hash ^ ((const unsigned char *)bytes)[k]) * 1099511628211u;
  return hash;
}

/* Sum over the rows of all ranks of a hash of their numbers. */
static uint64_t hash_of(const Sim *sim, const Rows *rows)
{
  uint64_t sum = 0;

  for (int k = 0; k < rows->n; k++) {
    const ContactSeen *c = &rows->row[k];
    const int64_t ints[] = {c->kind,    c->a,       c->b,       c->member_a, c->member_b, c->wall,
                            c->carrier, c->image.x, c->image.y, c->image.z,  c->fresh};
    const Vec3    vectors[] = {c->centre, c->branch, c->arm_a,  c->arm_b,
                               c->normal, c->force,  c->couple, c->velocity};
    const double  reals[]   = {c->radius_a, c->radius_b, isnan(c->gap) ? 0 : c->gap,
                            isnan(c->age) ? -1 : c->age};
    uint64_t      hash      = mixed(14695981039346656037u, ints, sizeof ints);

    hash = mixed(hash, vectors, sizeof vectors);
    sum += mixed(mixed(hash, reals, sizeof reals), c->name, strlen(c->name));
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, sim->par.comm);
  return sum;
}

/* A run that looks at every step: rows after the last, and the state. */
typedef struct {
  uint64_t rows, digest;
} LookedAt;

static LookedAt look_at(Sim *sim, Rows *rows, int steps)
{

  watch(sim, rows);
  for (int k = 0; k < steps; k += 10) {
    test_steps(sim, 10);
    rows->kinds |= kinds_of(sim, rows);
    check_loads(sim, rows);
  }
  CHECK_INT(rows->begun, steps);
  return (LookedAt){hash_of(sim, rows), test_digest(sim)};
}

static void check_same(LookedAt found, Rows *rows)
{
  Sim     *alone = test_sim_alone(heap, "");
  LookedAt once  = {0};

  if (alone) {
    once = look_at(alone, rows, STEPS);
    CALL(sim_destroy(&alone));
  }
  test_from_rank_0(&once, sizeof once);
  CHECK_INT((int64_t)found.rows, (int64_t)once.rows);
  CHECK_INT((int64_t)found.digest, (int64_t)once.digest);
}

static void write_meshes(void)
{
  static Triangles t;

  t.n = 0;
  add_tetrahedron(&t, vec3(-.5, -.4, -.3), vec3(.6, -.4, -.3), vec3(0, .6, -.3), vec3(.1, 0, .6));
  write_mesh("wedge.stl", &t);
  t.n = 0;
  add_triangle(&t, vec3(-.5, 0, 0), vec3(.5, -.3, 0), vec3(0, 0, .3));
  add_triangle(&t, vec3(.5, .4, 0), vec3(-.5, 0, 0), vec3(0, 0, .3));
  write_mesh("sheet.stl", &t);
}

TESTS(.ranks = {1, 2, 3, 4})
{
  static Rows rows;
  Sim        *sim;
  LookedAt    found;

  write_meshes();
  sim   = test_sim(PETSC_COMM_WORLD, heap, "");
  found = look_at(sim, &rows, STEPS);
  CHECK_INT(rows.kinds, 1 << SEEN_LAW | 1 << SEEN_SOLID | 1 << SEEN_LINK | 992);
  test_end("quanta of the contacts, solids and springs that are seen add up to the loads");
  CALL(sim_destroy(&sim));
  check_same(found, &rows);
  CHECK_INT((int64_t)test_digest_alone(heap, "", STEPS), (int64_t)found.digest);
  test_end("rows have the same bits on any ranks, and who looks changes none of the run");
  test_folder_remove();
}
