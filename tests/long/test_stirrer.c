/* SPDX-License-Identifier: MIT */
/* A stirrer of 10^5 pebbles through all ranks, in sand: the same bits on 1, 2 and 4 of them; each
   keeps the pebbles near its box and no more; a rebuild looks at these and not at all of the
   stirrer. What was measured is printed (docs/lab/scaling.md). */
#include "base/mail.h"
#include "sim_test.h"
#include "space/holders.h"

enum { MANY = 100000, STEPS = 150, REPEATS = 5, SAMPLES = 64 };
#define RADIUS 0.01 /* of the stirrer's pebbles, m */

static const Id stirrer = 1000000000000;

/* A trough along x, 10.5 x 1 x 1 m. */
static const char stirred[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-4, gravity: [0, 0, -10], seed: 3, overlap_limit: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [10.5, 1, 1], boundary: [periodic, free, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 50, restitution: .8, tangential: hooke, "
  "friction: .4}\n"
  "template:\n"
  "  - grain: {material: a, pebbles: [0,0,0,.03]}\n"
  "  - pair: {material: a, pebbles: [0,0,0,.03, .03,0,0,.02]}\n"
  "  - stirrer: {material: a, file: stirrer.csv, mass_properties: given, volume: 1, mass: 1, "
  "position: [0, 0, 0], "
  "inertia: [1, 9, 9]}\n"
  "clumps:\n"
  "  - one: {file: one.csv}\n"
  "  - sand: {template: [grain, pair], count: 15000, lo: [0, 0, 0], hi: [10.5, 1, 1], velocity: "
  "[2, 0, -3]}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - left: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 1, 0]}\n"
  "  - right: {shape: plane, material: a, point: [0, 1, 0], normal: [0, -1, 0]}\n";

/* A blade of one layer on 15 turns of a screw around a shaft, 10 m long: rows from .05 to .45 m,
 * numbered without order. */
static void write_files(void)
{
  char  *text = calloc(MANY, 60);
  size_t n    = (size_t)sprintf(text, "x,y,z,r\n");

  for (int64_t i = 0; i < MANY; i++) {
    const int64_t k = i * 38971 % MANY;
    const double  u = (double)(k / 40) / (MANY / 40), radius = .05 + .01 * (double)(k % 40),
                 turn = 2 * PETSC_PI * 15 * u;

    n += (size_t)snprintf(text + n, 60, "%.6f,%.6f,%.6f,.01\n", 10 * (u - .5), radius * cos(turn),
                          radius * sin(turn));
  }
  test_file("stirrer.csv", text);
  free(text);
}

static void write_one(void)
{
  test_file("one.csv", "template,x,y,z,wx,wy,wz,vx,vy,vz,id,blocked\nstirrer,5.25,.5,.5,6,0,0,0,0,"
                       "0,1000000000000,xyzYZ\n");
}

static double now(void)
{
  PetscLogDouble t;

  CALL(PetscTime(&t));
  return t;
}

/* Peak memory of this process, MB. */
static double memory(void)
{
  char   line[200];
  FILE  *f  = fopen("/proc/self/status", "r");
  double kb = 0;

  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, "VmHWM:", 6) == 0) kb = atof(line + 6);
  if (f) fclose(f);
  return kb / 1024;
}

/* The first n ranks, and the others, each with a simulation of its own or none. */
static MPI_Comm first_ranks(int n)
{
  MPI_Comm comm;

  (void)MPI_Comm_split(PETSC_COMM_WORLD, test_rank() < n ? 0 : MPI_UNDEFINED, test_rank(), &comm);
  return comm;
}

static Sim *make(MPI_Comm comm, const char *options)
{
  char path[400];

  test_file("case.yaml", stirred);
  snprintf(path, sizeof path, "%s/case.yaml", test_folder());
  return comm == MPI_COMM_NULL ? NULL : test_sim_from(comm, path, options);
}

/* ---- runs ---- */

/* Numbers of pebbles on this rank: of the stirrer, and of all other clumps. */
static void count_pebbles(const Sim *sim, int64_t *near, int64_t *sand)
{
  *near = *sand = 0;
  for (PetscInt i = 0; i < sim->matter.pebbles->n; i++) {
    const bool of_it = sim->matter.clumps->id[sim->matter.pebbles->clump[i]] == stirrer;

    *near += of_it;
    *sand += !of_it;
  }
}

/* Wall time of a whole rebuild, the most over the ranks, s. */
static double rebuild_time(Sim *sim)
{
  double best = INFINITY;

  sim_complete(sim);
  for (int k = 0; k < REPEATS; k++) {
    double t = now();

    CALL(sim_rebuild(sim, 0, false));
    t = now() - t;
    CALL(parallel_max(&sim->par, &t, 1));
    best = min_real(best, t);
  }
  return best;
}

static void cut_trees(Sim *sim)
{
  for (int t = 0; t < sim->matter.templates.n; t++)
    sphere_tree_free(&sim->matter.templates.list[t].tree);
}

static void tell(const Sim *sim, int n, const char *options, double before)
{
  int64_t near, sand, counts[3];
  double  peak = memory() - before;

  count_pebbles(sim, &near, &sand);
  counts[0] = near;
  counts[1] = sand;
  counts[2] = contacts_count(sim->contacts);
  CALL(parallel_sum_int(&sim->par, counts, 3));
  CALL(parallel_max(&sim->par, &peak, 1));
  CALL(parallel_max_int(&sim->par, &near, 1));
  test_note("%d ranks%s: pebbles of the stirrer %" PRId64 " on all, %" PRId64
            " at most on one; of sand %" PRId64 "; %" PRId64 " contacts; %" PRId64
            " rebuilds; %d wide; peak memory of a rank %+.0f MB",
            n, options, counts[0], near, counts[1], counts[2], sim->stages.counters.rebuilds,
            halo_wide(sim->space.halo), peak);
  /* a cut has some pebbles on both sides: those of radius + skin from it */
  CHECK(counts[0] >= MANY &&
        (double)counts[0] < MANY * (1 + 0.005 * n * (1 + sim->lists.skin / RADIUS)));
  CHECK(counts[2] > 1000);
}

static uint64_t digest_on(int n, const char *options)
{
  MPI_Comm     comm   = first_ranks(n);
  const double before = memory();
  Sim         *sim    = make(comm, options);
  uint64_t     digest = 0;

  if (sim) {
    test_steps(sim, STEPS);
    digest = test_digest(sim);
    tell(sim, n, options, before);
    if (n == 2) {
      const double fast = rebuild_time(sim);

      cut_trees(sim);
      test_note("2 ranks: a rebuild takes %.1f ms, without the tree %.1f ms", 1e3 * fast,
                1e3 * rebuild_time(sim));
    }
    CALL(sim_destroy(&sim));
    (void)MPI_Comm_free(&comm);
  }
  (void)MPI_Bcast(&digest, 1, MPI_UINT64_T, 0, PETSC_COMM_WORLD);
  return digest;
}

/* The sand alone first, so that the next peak is what the stirrer adds. */
static void sand_alone(void)
{
  const double before = memory();
  Sim         *sim;

  test_file("one.csv", "template,x,y,z,id\ngrain,5.25,.5,.5,1000000000000\n");
  sim = make(PETSC_COMM_WORLD, "");
  test_steps(sim, STEPS);
  test_note("4 ranks: sand alone %+.0f MB", memory() - before);
  CALL(sim_destroy(&sim));
}

static void the_same_bits_on_any_ranks(void)
{
  uint64_t four;

  sand_alone();
  write_one();
  four = digest_on(4, "");
  CHECK(digest_on(4, " -halo_wide 0 -decomp_random 1 -balance_every 40") == four);
  CHECK(digest_on(2, " -halo_wide 0") == four);
  CHECK(digest_on(1, "") == four);
  test_end(
    "10^5 pebbles in one clump across all ranks: same bits on 1, 2 and 4, and few pebbles twice");
}

/* ---- as on many ranks ---- */

typedef struct {
  Sim          *sim;
  Clumps       *only; /* the stirrer alone, in row 0 */
  Decomposition cuts;
  int           parts;
} Emulation;

static Template *stirrer_of(Emulation *e)
{
  return &e->sim->matter.templates.list[e->only->template[0]];
}

static void emulate(Sim *sim, int parts, Emulation *e)
{
  const PetscInt row = test_row(sim, stirrer);
  PetscInt       a;
  Vec3          *x;

  *e = (Emulation){.sim = sim, .parts = parts};
  CALL(clumps_create(&e->only));
  a = clumps_add(e->only, &sim->matter.templates, stirrer, sim->matter.clumps->template[row], 1);
  e->only->pose[a].x = sim->matter.clumps->pose[row].x;
  e->only->pose[a].q = sim->matter.clumps->pose[row].q;
  e->only->pose[a]   = sim->matter.clumps->pose[row];
  CALL(PetscMalloc1(MANY, &x));
  for (int i = 0; i < MANY; i++)
    x[i] = vec3_add(e->only->pose[a].x, pebble_arm(e->only->pose[a].q, stirrer_of(e)->offset[i],
                                                   sim->space.domain.magic));
  CALL(decomposition_build(&sim->par, &sim->space.domain, &(Points){.n = MANY, .x = x}, parts, -1,
                           &e->cuts));
  CALL(PetscFree(x));
}

static void end_emulation(Emulation *e)
{
  clumps_destroy(&e->only);
  decomposition_free(&e->cuts);
}

/* Pebbles that one of some parts selects: on average, at most; and the time it takes, s. */
static void select_as(Emulation *e, double *mean, int64_t *most, double *seconds)
{
  Sim      *sim     = e->sim;
  const int samples = (int)min_int(e->parts, SAMPLES);

  *mean    = 0;
  *most    = 0;
  *seconds = 0;
  for (int k = 0; k < samples; k++) {
    double best = INFINITY;

    for (int j = 0; j < e->cuts.n; j++)
      if (e->cuts.nodes[j].count == 1 && e->cuts.nodes[j].first == k * (e->parts / samples))
        e->cuts.mine = e->cuts.boxes[j];
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      const double since = now();

      halo_select(&e->cuts, &sim->space.domain, &sim->matter.templates, sim->lists.skin, e->only,
                  sim->matter.pebbles);
      best = min_real(best, now() - since);
    }
    *seconds += best / samples;
    *mean += (double)sim->matter.pebbles->n / samples;
    *most = max_int(*most, sim->matter.pebbles->n);
  }
}

/* Time in which the owner finds out about its copies, s; *wide: that these are more than
   `limit`. */
static double search_as(const Emulation *e, int64_t limit, PetscInt *wide)
{
  const Sim         *sim    = e->sim;
  const Parallel     par    = {.comm = sim->par.comm,
                               .rank = decomposition_rank(&e->cuts, e->only->pose[0].x),
                               .size = e->parts};
  const HolderSearch search = {.domain        = &sim->space.domain,
                               .decomposition = &e->cuts,
                               .templates     = &sim->matter.templates,
                               .clumps        = e->only,
                               .reach         = holders_reach(&sim->space.domain, sim->lists.skin),
                               .most          = limit};
  double             best   = INFINITY;

  for (int repeat = 0; repeat < REPEATS; repeat++) {
    double    since;
    PetscInt *rows;
    Mail     *mail;

    mail_create(&par, &mail);
    since = now();
    holders_find(&par, &search, mail, &rows, wide);
    best = min_real(best, now() - since);
    mail_destroy(&mail);
    array_free(&rows);
  }
  return best;
}

static void try_parts(Sim *sim, int parts)
{
  double     seconds[2], mean[2], all, wide;
  int64_t    most[2];
  PetscInt   n_wide[2];
  SphereTree tree;
  Emulation  e;

  emulate(sim, parts, &e);
  select_as(&e, &mean[0], &most[0], &seconds[0]);
  all                  = search_as(&e, INT64_MAX / 4, &n_wide[0]);
  wide                 = search_as(&e, 32, &n_wide[1]);
  tree                 = stirrer_of(&e)->tree;
  stirrer_of(&e)->tree = (SphereTree){0};
  select_as(&e, &mean[1], &most[1], &seconds[1]);
  stirrer_of(&e)->tree = tree;
  end_emulation(&e);
  CHECK(mean[0] == mean[1] && most[0] == most[1]);
  CHECK_INT(n_wide[0], 0);
  CHECK_INT(n_wide[1], parts > 40);
  CHECK(parts < 64 || seconds[0] < seconds[1]);
  test_note("%4d parts: %6.0f of its pebbles on one (at most %" PRId64
            "), selected in %.0f us, without the tree in %.0f us; "
            "the owner finds all holders in %.2f ms, or that it is wide in %.2f ms",
            parts, mean[0], most[0], 1e6 * seconds[0], 1e6 * seconds[1], 1e3 * all, 1e3 * wide);
}

static void as_on_many_ranks(void)
{
  MPI_Comm comm = first_ranks(1);
  Sim     *sim  = make(comm, "");

  if (sim) {
    const int parts[] = {8, 64, 512, 4096};

    for (int k = 0; k < 4; k++) try_parts(sim, parts[k]);
    CALL(sim_destroy(&sim));
    (void)MPI_Comm_free(&comm);
  }
  test_end("the cost of a rank follows the pebbles near its box");
}

TESTS(.ranks = {4}, .limit = 300)
{
  write_files();
  the_same_bits_on_any_ranks();
  as_on_many_ranks();
  test_folder_remove();
}
