/* SPDX-License-Identifier: MIT */
/* Data read from a checkpoint equal data written, on any number of ranks. */
#define _POSIX_C_SOURCE 200809L

#include "checkpoints.h"

/* Waiting clumps are unchanged, with their times of entry. */
static void check_waiting(const Parallel *par, const Checkpoint *c)
{
  const Clumps *w = c->waiting->clumps;
  Waiting      *made;
  int64_t       n = 0;

  CALL(waiting_create(&made));
  for (int64_t k = 0; k < N_CLUMPS / 4; k++) state_waiting(made, c->templates, k);
  for (PetscInt a = 0; a < w->n_owned; a++) {
    for (PetscInt b = 0; b < made->clumps->n_owned; b++) {
      if (w->id[a] != made->clumps->id[b]) continue;
      CHECK(clump_is_made(w, a, made->clumps, b));
      CHECK_BITS(c->waiting->time[a], made->time[b]);
      n++;
    }
  }
  CALL(parallel_sum_int(par, &n, 1));
  CHECK_INT(n, N_CLUMPS / 4);
  waiting_destroy(&made);
}

/* State of parts that occur once, or as often as a scenario says. */
static void check_further(const Checkpoint *c)
{
  StateFurther further[3] = {{0}};
  StateParts   parts      = state_parts(further);
  char         why[STATE_WHY];
  bool         good;

  for (PetscInt k = 0; k < parts.n; k++) {
    state_restore(&c->state, &parts.list[k], &good, why);
    CHECK(good);
    CHECK_BITS(further[k].potential, 1e-3 * (double)(k + 1));
    CHECK_INT(further[k].level, k + 1);
  }
  CHECK(further[0].counts.n == 3 && ((int64_t *)further[0].counts.list)[2] == INT64_MAX);
  CHECK(further[1].counts.n == 1 && ((int64_t *)further[1].counts.list)[0] == INT64_MAX);
  CHECK(further[2].counts.n == 2 && ((int64_t *)further[2].counts.list)[1] == -1);
  for (int k = 0; k < 3; k++) array_free(&further[k].counts.list);
  array_free(&parts.list);
}

static void check_rest(const Checkpoint *c, const Checkpoint *made)
{
  const Account *account = &c->account;

  CHECK_INT(c->clock.step, made->clock.step);
  CHECK_INT(c->clock.first, made->clock.first);
  CHECK_BITS(clock_time(&c->clock), clock_time(&made->clock));
  CHECK_BITS(c->clock.dt, made->clock.dt);
  CHECK(memcmp(c->domain.boundary, made->domain.boundary, sizeof c->domain.boundary) == 0);
  CHECK_BITS(c->domain.quantum, made->domain.quantum);
  CHECK_INT(c->loads.force.exponent, made->loads.force.exponent);
  CHECK_INT(c->loads.torque.exponent, made->loads.torque.exponent);
  CHECK(memcmp(c->dissipated.limb, made->dissipated.limb, sizeof c->dissipated.limb) == 0);
  CHECK_INT(account->next_id, made->account.next_id);
  CHECK_INT(account->inserted, made->account.inserted);
  check_further(c);
  CHECK_TEXT(c->scenario, made->scenario);
  CHECK_TEXT(c->creator, made->creator);
  CHECK_INT(c->ranks, test_size());
  CHECK(memcmp(&c->groups, &made->groups, sizeof c->groups) == 0);
  CHECK_INT(c->materials->n, 2);
  CHECK_TEXT(c->materials->list[1].name, "steel");
  CHECK_INT(c->templates->n, 3);
  for (int t = 0; t < c->templates->n; t++) {
    const Template *p = &c->templates->list[t], *q = &made->templates->list[t];

    CHECK_TEXT(p->name, q->name);
    CHECK(p->n == q->n && memcmp(p->offset, q->offset, sizeof(Vec3) * (size_t)p->n) == 0);
    CHECK(memcmp(p->material, q->material, sizeof(int) * (size_t)p->n) == 0);
    CHECK(memcmp(p->group, q->group, sizeof(uint64_t) * (size_t)p->n) == 0);
    CHECK_BITS(p->mass.inertia.zz, q->mass.inertia.zz);
    CHECK_BITS(p->mass.centre_error, q->mass.centre_error);
    CHECK_BITS(p->density, q->density);
    CHECK_INT(p->inertia_given, q->inertia_given);
    CHECK_BITS(p->bound, q->bound);
    CHECK_BITS(p->extent, q->extent);
    CHECK_BITS(p->smallest, q->smallest);
    CHECK_BITS(p->largest, q->largest);
  }
}

static void what_is_written_is_read(const Parallel *par)
{
  Checkpoint made = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS), c;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool       good;

  write_state(par, work, &made, 3, path);
  CALL(checkpoint_read(par, path, &c, &good, why));
  CHECK(good);
  if (good) {
    check_clumps(par, &c, N_CLUMPS);
    check_waiting(par, &c);
    check_contacts(par, &c, N_CONTACTS);
    check_rest(&c, &made);
    checkpoint_free(&c);
  } else test_note("%s", why);
  checkpoint_free(&made);
  test_end("a checkpoint comes back bit for bit, in even shares");
}

static void nothing_is_a_state_too(const Parallel *par)
{
  Checkpoint made = state_create(DEAL_ROUND, 0, 0), c;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  bool       good;

  state_free(&made.state);
  array_free(&made.scenario);
  made.materials->n = 0;
  templates_free(made.templates);
  made.memory = made.contacts->law[0].columns = 0;
  write_state(par, work, &made, 3, path);
  CALL(checkpoint_read(par, path, &c, &good, why));
  CHECK(good);
  CHECK(good && c.clumps->n_owned == 0 && c.contacts->law[0].n == 0 && c.templates->n == 0 &&
        !c.scenario);
  if (good) checkpoint_free(&c);
  checkpoint_free(&made);
  test_end("a checkpoint without clumps, contacts and templates is one");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  what_is_written_is_read(&par);
  nothing_is_a_state_too(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
