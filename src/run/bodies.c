/* SPDX-License-Identifier: MIT */
/* Loads of single clumps (bodies.h): exact sums of all loads on their pebbles, which have the same
   digits on any number of ranks. */
#include "run/bodies.h"
#include "contact/member_loads.h"
#include "matter/group_read.h"
#include "output/table/tables.h"
#include "run/sim.h"

/* Selection of clumps: ids, and groups. */
typedef struct {
  const int64_t *ids;
  int            n;
  uint64_t       groups;
} Chosen;

static Chosen choice(const Sim *sim)
{
  Chosen c;

  c.ids = option_ints(sim->options, "output", NULL, "bodies", &c.n);
  groups_selected(sim->options, "output", NULL, "bodies_groups", &sim->groups, &c.groups);
  return c;
}

PetscErrorCode bodies_check(Sim *sim)
{
  static const char *const others[] = {"frames_groups", "final_groups"};
  const Chosen             c        = choice(sim);
  const bool               wants    = option_real(sim->options, "output", NULL, "bodies_every") > 0;
  const char *const       *names;
  int                      constraints;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, "constraint", &constraints, &names));
  if (wants && constraints > 0) PetscCall(clumps_use(sim->clumps, USE_HELD));
  if (wants && c.n == 0 && c.groups == 0 && options_are_sound(sim->options, "output"))
    option_mistake(sim->options, "output", NULL, "bodies_every",
                   "of which clumps? Give bodies: [IDS], bodies_groups: [NAMES] or both");
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    uint64_t mask;

    groups_selected(sim->options, "output", NULL, others[k], &sim->groups, &mask);
  }
  if (bodies_by_pebble(sim) && !wants && !options_has_mistakes(sim->options))
    option_mistake(sim->options, "output", NULL, "bodies_pebbles", "needs bodies_every above 0");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_chosen(const Chosen *c, const Clumps *clumps, PetscInt a)
{
  if (clump_is_gone(clumps, a)) return false;
  if (c->groups & clumps->group[a]) return true;
  for (int k = 0; k < c->n; k++)
    if (c->ids[k] == clumps->id[a]) return true;
  return false;
}

/* Force of contacts, interactions and constraints: all but the weight. */
static Vec3 force_on(const Clumps *c, PetscInt a)
{
  return c->held_force ? vec3_add(c->force[a], c->held_force[a]) : c->force[a];
}

static Vec3 torque_on(const Clumps *c, PetscInt a)
{
  return c->held_force ? vec3_add(c->torque[a], c->held_torque[a]) : c->torque[a];
}

PetscErrorCode bodies_write(Sim *sim, Log *log)
{
  const Chosen  chosen = choice(sim);
  const Clumps *c      = sim->clumps;
  PetscInt      n      = 0;
  BodyRow      *rows;

  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(array_create(&rows, sizeof *rows, c->n_owned));
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (is_chosen(&chosen, c, a))
      rows[n++] = (BodyRow){
        .step   = sim->clock.step,
        .time   = sim_time(sim),
        .clump  = c->id[a],
        .force  = force_on(c, a),
        .torque = torque_on(c, a),
        .total = clump_is_heavy(c, a) ? vec3_axpy(force_on(c, a), c->mass[a], sim->settings.gravity)
                                      : force_on(c, a)};
  PetscCall(table_write(&sim->par, log, n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- by pebble ---- */

bool bodies_by_pebble(const Sim *sim)
{
  return option_bool(sim->options, "output", NULL, "bodies_pebbles");
}

static bool is_loaded(const int64_t *sum)
{
  int64_t any = 0;

  for (int part = 0; part < LOAD_PARTS; part++) any |= sum[part];
  return any != 0;
}

PetscErrorCode bodies_note(Sim *sim)
{
  const Pebbles *p  = sim->pebbles;
  Members       *to = &sim->members;

  PetscFunctionBeginUser;
  to->n = 0;
  if (!sim->contacts->by_member) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < p->n; i++) {
    const int64_t *sum = member_load(sim->contacts, (int32_t)i);
    MemberLoads   *row;

    if (!is_loaded(sum)) continue;
    PetscCall(array_reserve(&to->list, sizeof *to->list, to->n + 1, &to->capacity));
    row  = &to->list[to->n++];
    *row = (MemberLoads){.clump = sim->clumps->id[p->clump[i]], .member = p->member[i]};
    memcpy(row->sum, sum, sizeof row->sum);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode bodies_write_pebbles(Sim *sim, Log *log)
{
  const Chosen  chosen = choice(sim);
  const Clumps *c      = sim->clumps;
  const Loads  *loads  = sim->loads;
  Members      *to     = &sim->members;
  PetscInt      kept   = to->n;

  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(array_reserve(&to->list, sizeof *to->list, to->n + c->n_owned, &to->capacity));
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (is_chosen(&chosen, c, a))
      to->list[kept++] = (MemberLoads){.clump  = c->id[a],
                                       .member = -1,
                                       .unit   = loads->force.quantum,
                                       .turn   = loads->torque.quantum / c->pose[a].per_arm,
                                       .force  = force_on(c, a),
                                       .torque = torque_on(c, a)};
  PetscCall(member_rows_write(&sim->par, log, sim->clock.step, sim_time(sim), kept, to->list));
  PetscFunctionReturn(PETSC_SUCCESS);
}
