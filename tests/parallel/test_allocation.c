/* SPDX-License-Identifier: MIT */
/* A step that makes no new lists asks for no memory, unless a rank has more contacts than it ever
   had: then their arrays grow by half. The linker hands this program's own calls (not those of MPI,
   PETSc or the C library) to the functions below; those by way of PETSc are known by where their
   file's name is stored. */
#include "sim_test.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

extern const char __executable_start[], end[]; /* of the program, from the linker */

static int64_t asked; /* for memory, so far */

void *__wrap_malloc(size_t size)
{
  asked++;
  return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
  asked++;
  return __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
  asked++;
  return __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
  asked++;
  return __real_aligned_alloc(alignment, size);
}

static PetscErrorCode (*petsc_malloc)(size_t, PetscBool, int, const char[], const char[], void **);

static PetscErrorCode count_malloc(size_t size, PetscBool clear, int line, const char function[],
                                   const char file[], void **out)
{
  asked += file >= __executable_start && file < end;
  return petsc_malloc(size, clear, line, function, file, out);
}

/* Long clumps, held by several, in a gas of grains that do not come to rest; skin enough for a list
 * to live for some steps. */
static const char gas[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 3e-4, gravity: [0, 0, -1], seed: 5, overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [6, 6, 6], boundary: [periodic, periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 5e3, restitution: 1, tangential: hooke, "
  "friction: .4}\n"
  "search: {skin: 0.2}\n"
  "template:\n"
  "  - grain: {material: a, pebbles: [0,0,0,.25, .2,0,0,.2]}\n"
  "  - pole: {material: a, pebbles: [0,0,0,.3, .5,0,0,.3, 1,0,0,.3, 1.5,0,0,.3, 2,0,0,.3, "
  "2.5,0,0,.3, 3,0,0,.3]}\n"
  "clumps:\n"
  "  - poles: {template: [pole], count: 6, lo: [0, 0, 0], hi: [6, 6, 6]}\n"
  "  - grains: {template: [grain], count: 250, lo: [0, 0, 0], hi: [6, 6, 6], velocity: [3, 1, "
  "-2]}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - lid: {shape: plane, material: a, point: [0, 0, 6], normal: [0, 0, -1]}\n";

/* Capacity, in items, of the arrays that grow with contacts. */
static int64_t room_of(const Touching *t)
{
  return (int64_t)t->capacity + t->lines + t->run_capacity;
}

static int64_t room(const Contacts *c)
{
  return room_of(&c->pebbles[0]) + room_of(&c->pebbles[1]) + room_of(&c->walls[0]) +
         room_of(&c->walls[1]) + c->hits_capacity;
}

static void try(const char *options, bool wide)
{
  Sim    *sim   = test_sim(PETSC_COMM_WORLD, gas, options);
  int64_t quiet = 0, grown = 0, most = 0, touches = 0;

  CHECK_INT(halo_wide(sim->space.halo) > 0, wide);
  CHECK(asked > 0); /* the set-up did, and was seen */
  for (int step = 0; step < 600; step++) {
    const int64_t lists  = sim->stages.counters.rebuilds + sim->stages.counters.narrowings,
                  before = asked, had = room(sim->contacts);

    test_steps(sim, 1);
    if (sim->stages.counters.rebuilds + sim->stages.counters.narrowings > lists) continue;
    quiet++;
    if (room(sim->contacts) > had) grown++;
    else most = max_int(most, asked - before);
    touches += contacts_count(sim->contacts);
  }
  CHECK_INT(most, 0);
  CHECK(quiet > 300 && (touches > quiet || test_size() > 1));
  CHECK(grown < 20); /* by half each, of four lists with their memory, and of one more */
  test_note("%" PRId64 " steps without new lists, of which %" PRId64 " had more contacts than ever",
            quiet, grown);
  CALL(sim_destroy(&sim));
}

static void a_step_asks_for_no_memory(void)
{
  petsc_malloc  = PetscTrMalloc;
  PetscTrMalloc = count_malloc;
  try("", false);
  try("-halo_wide 0", true);
  PetscTrMalloc = petsc_malloc;
  test_end("a step with the lists at hand asks for no memory, with and without clumps that are "
           "told to all");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  a_step_asks_for_no_memory();
  test_folder_remove();
}
