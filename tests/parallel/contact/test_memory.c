/* SPDX-License-Identifier: MIT */
/* A sliding frictional contact is followed across the boxes of ranks, two periodic faces and
   restarts: it has the bits of one rank, and its memory at every step. */
#include "contacts_test.h"
#include "sim_test.h"

enum { STEPS = 750, EVERY = 25, RESTART_EVERY = 155, TOUCHING = 8 };

/* A rod slides over the floor with 7 pebbles and carries one across it, faster at first: it slips,
   then sticks. Both go round the box in x and cross the face in y. Attitudes and heights are held,
   so that exactly eight contacts touch all the time. */
static const char rods[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-3, gravity: [0.3, 0, -9.81]}\n"
  "domain: {lo: [0, 0, 0], hi: [10, 6, 6], boundary: [periodic, periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n  - ice: {density: 1, young: 1e5, "
  "poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 1e3, restitution: .9, tangential: hooke, "
  "friction: .3}\n"
  "  - a-ice: {between: [a, ice], normal: hooke, stiffness: 1e3, restitution: .9, tangential: "
  "hooke, friction: .002}\n"
  "template:\n"
  "  - rod: {material: a, pebbles: [0,0,0,.3, .6,0,0,.3, 1.2,0,0,.3, 1.8,0,0,.3, 2.4,0,0,.3, "
  "3,0,0,.3, 3.6,0,0,.3]}\n"
  "clumps:\n  - rods: {file: rods.csv}\n"
  "wall:\n  - floor: {shape: plane, material: ice, point: [0, 0, 0], normal: [0, 0, 1]}\n";

static const char rows[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id,blocked\n"
                           "rod,2.11,5.9,.28,1,0,0,0,8,.3,0,0,0,0,40,zXYZ\n"
                           "rod,2.1,5.9,.83,1,0,0,1,10,.3,0,0,0,0,-7,zXYZ\n";

typedef struct {
  uint64_t digest[STEPS / EVERY + 1];
} History;

/* Contacts of this rank whose tangential spring is not at zero. */
static int64_t loaded(const Sim *sim)
{
  const Contacts *c = sim->contacts;
  int64_t         n = 0;

  for (int side = 0; side < 2; side++) {
    const Touching *t = side ? &c->walls[c->now] : &c->pebbles[c->now];

    for (PetscInt k = 0; k < t->n; k++) {
      int           columns;
      const double *memory = touching_memory(t, c->laws, k, &columns);
      bool          any    = false;

      for (int column = 0; column < columns; column++) any = any || memory[column] != 0;
      n += any;
    }
  }
  return n;
}

static void run_alone(Sim *sim, History *h)
{
  for (int step = 1; step <= STEPS; step++) {
    const PetscInt rod = test_row(sim, 40);

    test_steps(sim, 1);
    CHECK_INT(contacts_count(sim->contacts), TOUCHING);
    if (step % EVERY == 0) h->digest[step / EVERY] = test_digest(sim);
    if (step == STEPS)
      CHECK(rod >= 0 && sim->matter.clumps->image[rod].x > 0 &&
            sim->matter.clumps->image[rod].y > 0);
  }
  /* it slipped and sticks: both rods have one velocity, but for what the spring still swings */
  CHECK_NEAR(sim->matter.clumps->motion[0].v.x, sim->matter.clumps->motion[1].v.x, 0.5);
  CALL(sim_destroy(&sim));
}

/* moves: how often the contact of the two rods came to another rank. */
static void run_together(const History *h, const char *options, bool stop, int64_t *moves)
{
  static int64_t found[STEPS + 1][2]; /* contacts, and those that are loaded */
  Sim           *sim = test_sim(PETSC_COMM_WORLD, rods, options);
  bool           counted, here = sim->contacts->pebbles[sim->contacts->now].n > 0;

  *moves = 0;
  for (int step = 1; step <= STEPS; step++) {
    test_steps(sim, 1);
    found[step][0] = contacts_count(sim->contacts);
    found[step][1] = loaded(sim);
    counted        = sim->contacts->pebbles[sim->contacts->now].n > 0;
    *moves += counted && !here;
    here = counted;
    if (step % EVERY == 0) {
      const uint64_t digest = test_digest(sim);

      CHECK(digest == h->digest[step / EVERY]);
    }
    if (stop && step % RESTART_EVERY == 0) sim = test_restarted(sim, options);
  }
  CALL(sim_destroy(&sim));
  *moves = test_total(*moves);
  (void)MPI_Allreduce(MPI_IN_PLACE, found, 2 * (STEPS + 1), MPI_INT64_T, MPI_SUM, PETSC_COMM_WORLD);
  for (int step = 1; step <= STEPS; step++) {
    CHECK_INT(found[step][0], TOUCHING);
    CHECK_INT(found[step][1], TOUCHING);
  }
}

/* True if way k is tried on this number of ranks: all on one; on more, which share cores and are
   slow, the way in which the contact changes ranks most often, and one of the others on each of 2,
   3 and 4. */
static bool is_tried(size_t k)
{
  switch (test_size()) {
  case 1: return true;
  case 2: return k == 1 || k == 0;
  case 3: return k == 1 || k == 2;
  case 4: return k == 1 || k == 3;
  default: return k == 1;
  }
}

static void a_sliding_contact_keeps_its_memory(void)
{
  static const struct {
    const char *options;
    bool        stop;
  } tries[]    = {{"-decomp_random 3", false},
                  {"-decomp_random 4 -balance_every 1", false},
                  {"-decomp_random 5 -balance_every 13 -search_method cells", true},
                  {"-decomp_random 6 -rebuild_every 1 -search_method all_pairs", true}};
  History h    = {0};
  int64_t most = 0;

  test_file("rods.csv", rows);
  if (!test_recall(rods, "", STEPS, &h, sizeof h)) {
    Sim *alone = test_sim_alone(rods, "");

    if (alone) run_alone(alone, &h);
    test_keep(rods, "", STEPS, &h, sizeof h);
  }
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    int64_t moves;

    if (!is_tried(k)) continue;
    run_together(&h, tries[k].options, tries[k].stop, &moves);
    most = moves > most ? moves : most;
    test_note("%s%s: the contact changed its rank %" PRId64 " times", tries[k].options,
              tries[k].stop ? ", restarted" : "", moves);
  }
  CHECK(test_size() == 1 || most > 100); /* new cuts in every step */
  test_end("a sliding contact keeps its memory across borders, faces and restarts: same bits as on "
           "one rank");
}

/* One contact of the rods with each other, seven with the floor. */
static void contacts_of_a_law_are_counted(void)
{
  const bool of_rods[] = {true, false}, of_floor[] = {false, true};
  Sim       *sim = test_sim(PETSC_COMM_WORLD, rods, "");

  CHECK_INT(strcmp(sim->laws->list[0].name, "a-a"), 0);
  test_steps(sim, 200);
  CHECK_INT(test_total(contacts_count_of(sim->contacts, of_rods)), 1);
  CHECK_INT(test_total(contacts_count_of(sim->contacts, of_floor)), TOUCHING - 1);
  CALL(sim_destroy(&sim));
  test_end("contacts of one law are counted, and no others");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  a_sliding_contact_keeps_its_memory();
  if (test_forms_here()) contacts_of_a_law_are_counted();
  test_folder_remove();
}
