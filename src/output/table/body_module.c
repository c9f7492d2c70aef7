/* SPDX-License-Identifier: MIT */
/* The module of bodies.csv and pebbles.csv, loads of single clumps: exact sums of all loads on
   their pebbles, which have the same digits on any number of ranks. */
#include "base/mail.h"
#include "contact/contacts.h"
#include "link/link_ends.h"
#include "matter/group.h"
#include "output/table/tables.h"

/* Loads of one clump, from its owner, or of the contacts of one of its pebbles, from any ranks. */
typedef struct {
  Id      clump;
  int64_t member;          /* index of the pebble in the template; -1: the clump */
  int64_t sum[LOAD_PARTS]; /* of a pebble: quanta; torque over the arm */
  double  unit, turn;      /* of the clump: quanta of force, N, and of its torques, N m */
  Vec3    force, torque;   /* of the clump: all but its weight, N; about its centre, N m */
} MemberLoads;

typedef struct {
  /* loads of pebbles in the last step, this rank's part */
  PetscInt     n, capacity;
  MemberLoads *list; /* owned */
  Beat         beat;
  Log          bodies, pebbles;
} BodiesState;

/* Selection of clumps: ids, and groups. */
typedef struct {
  const int64_t *ids;
  int            n;
  uint64_t       groups;
} Chosen;

static Chosen choice(const World *w)
{
  Chosen c;

  c.ids = option_ints(w->options, "output", NULL, "bodies", &c.n);
  groups_selected(w->options, "output", NULL, "bodies_groups", w->groups, &c.groups);
  return c;
}

static bool by_pebble(const World *w)
{
  return option_bool(w->options, "output", NULL, "bodies_pebbles");
}

/* Note mistakes of the keys of `output` that choose clumps, and have what the rows need kept. */
static PetscErrorCode resolve(void *self, World *w)
{
  static const char *const others[] = {"frames_groups", "final_groups"};
  const Chosen             c        = choice(w);
  const bool               wants    = option_real(w->options, "output", NULL, "bodies_every") > 0;
  const char *const       *names;
  int                      constraints;

  (void)self;
  PetscFunctionBeginUser;
  constraints = options_objects(w->options, "constraint", &names);
  if (wants && constraints > 0) PetscCall(clumps_use(w->clumps, USE_HELD));
  if (wants && c.n == 0 && c.groups == 0 && options_are_sound(w->options, "output"))
    option_mistake(w->options, "output", NULL, "bodies_every",
                   "of which clumps? Give bodies: [IDS], bodies_groups: [NAMES] or both");
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    uint64_t mask;

    groups_selected(w->options, "output", NULL, others[k], w->groups, &mask);
  }
  if (by_pebble(w) && !wants && !options_has_mistakes(w->options))
    option_mistake(w->options, "output", NULL, "bodies_pebbles", "needs bodies_every above 0");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_chosen(const Chosen *c, const Clumps *clumps, PetscInt a)
{
  if (clump_is_gone(clumps, a)) return false;
  if (c->groups & clump_groups(clumps, a)) return true;
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

static PetscErrorCode write_bodies(World *w, Log *log)
{
  const Chosen  chosen = choice(w);
  const Clumps *c      = w->clumps;
  PetscInt      n      = 0;
  BodyRow      *rows;

  PetscFunctionBeginUser;
  world_complete(w);
  array_create(&rows, sizeof *rows, c->n_owned);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (is_chosen(&chosen, c, a))
      rows[n++] =
        (BodyRow){.step   = w->clock->step,
                  .time   = clock_time(w->clock),
                  .clump  = c->id[a],
                  .force  = force_on(c, a),
                  .torque = torque_on(c, a),
                  .total  = clump_is_heavy(c, a) ? vec3_axpy(force_on(c, a), c->mass[a], w->gravity)
                                                 : force_on(c, a)};
  PetscCall(table_write(w->par, log, n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- by pebble ---- */

static PetscErrorCode place(void *self, World *w)
{
  (void)self;
  w->contacts->by_member = by_pebble(w);
  return PETSC_SUCCESS;
}

/* Keep the loads of pebbles while these have the rows of the evaluation. */
static PetscErrorCode book(void *self, World *w, bool moved)
{
  const Pebbles *p  = w->pebbles;
  BodiesState   *to = self;

  (void)moved;
  to->n = 0;
  if (!w->contacts->by_member) return PETSC_SUCCESS;
  for (PetscInt i = 0; i < p->n; i++) {
    const int64_t *sum = member_load(w->contacts, (int32_t)i);
    int64_t        any = 0;
    MemberLoads   *row;

    for (int part = 0; part < LOAD_PARTS; part++) any |= sum[part];
    if (any == 0) continue;
    array_reserve(&to->list, sizeof *to->list, to->n + 1, &to->capacity);
    row  = &to->list[to->n++];
    *row = (MemberLoads){.clump = w->clumps->id[p->clump[i]], .member = p->member[i]};
    memcpy(row->sum, sum, sizeof row->sum);
  }
  return PETSC_SUCCESS;
}

static MemberRow row_of(const Clock *clock, const MemberLoads *clump, int64_t member,
                        const int64_t sum[LOAD_PARTS])
{
  const double f = clump->unit, t = clump->turn;

  return (MemberRow){.clump  = clump->clump,
                     .member = member,
                     .step   = clock->step,
                     .time   = clock_time(clock),
                     .force  = {f * (double)sum[0], f * (double)sum[1], f * (double)sum[2]},
                     .torque = {t * (double)sum[3], t * (double)sum[4], t * (double)sum[5]}};
}

/* Make the rows of one clump, whose own loads come first in `all`: those of its pebbles, then that
   of loads beside them. Returns their number, at most n. */
static PetscInt rows_of(const Clock *clock, const MemberLoads *all, PetscInt n, MemberRow *rows)
{
  int64_t   whole[LOAD_PARTS] = {0};
  PetscInt  m                 = 0;
  MemberRow rest;

  for (PetscInt k = 1; k < n;) {
    int64_t        sum[LOAD_PARTS] = {0};
    const PetscInt first           = k;

    for (; k < n && all[k].member == all[first].member; k++) loads_add_row(sum, all[k].sum);
    loads_add_row(whole, sum);
    rows[m++] = row_of(clock, &all[0], all[first].member, sum);
  }
  rest        = row_of(clock, &all[0], -1, whole);
  rest.force  = vec3_sub(all[0].force, rest.force);
  rest.torque = vec3_sub(all[0].torque, rest.torque);
  rows[m++]   = rest;
  return m;
}

/* Write the rows of the given clumps and of those of their pebbles that have contacts, sorted. Loads
   that ranks have of a clump are sent to one rank, chosen by its id, and summed there. Loads of
   pebbles of other clumps are left out. */
static PetscErrorCode write_rows(const World *w, Log *log, PetscInt n, const MemberLoads *loads)
{
  Mail        *here;
  MemberLoads *met;
  MemberRow   *rows;
  PetscInt     n_met, m = 0;

  PetscFunctionBeginUser;
  mail_create(w->par, &here);
  for (PetscInt k = 0; k < n; k++)
    mail_post(here, rank_of_id(w->par, loads[k].clump), &loads[k], sizeof *loads);
  PetscCall(mail_deliver(here));
  mail_collect(here, sizeof *met, &met, &n_met);
  mail_destroy(&here);
  array_create(&rows, sizeof *rows, n_met);
  sort_items(met, n_met, sizeof *met, compare_id_pairs); /* by clump, then by pebble */
  for (PetscInt k = 0; k < n_met;) {
    const PetscInt first = k;

    while (k < n_met && met[k].clump == met[first].clump) k++;
    /* only the clumps that are asked for have own loads */
    if (met[first].member < 0) m += rows_of(w->clock, met + first, k - first, rows + m);
  }
  PetscCall(table_write(w->par, log, m, rows));
  array_free(&met);
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_pebbles(BodiesState *to, World *w, Log *log)
{
  const Chosen  chosen = choice(w);
  const Clumps *c      = w->clumps;
  const Loads  *loads  = w->loads;
  PetscInt      kept   = to->n;

  world_complete(w);
  array_reserve(&to->list, sizeof *to->list, to->n + c->n_owned, &to->capacity);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (is_chosen(&chosen, c, a))
      to->list[kept++] = (MemberLoads){.clump  = c->id[a],
                                       .member = -1,
                                       .unit   = loads->force.quantum,
                                       .turn   = loads->torque.quantum / c->pose[a].per_arm,
                                       .force  = force_on(c, a),
                                       .torque = torque_on(c, a)};
  return write_rows(w, log, kept, to->list);
}

/* ---- files ---- */

static PetscErrorCode write(void *self, World *w, Output *out)
{
  BodiesState  *own    = self;
  const int64_t bodies = own->bodies.lost, pebbles = own->pebbles.lost;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN || out->call == OUTPUT_RETIME)
    own->beat = world_beat(w, option_real(w->options, "output", NULL, "bodies_every"));
  if (out->call == OUTPUT_OPEN) {
    const int64_t kept = output_kept(out, w, &own->beat);
    const bool    used = !beat_is_never(&own->beat), by = used && by_pebble(w);

    PetscCall(table_open(w->par, out->dir, kept, used, &body_table, &own->bodies));
    PetscCall(table_open(w->par, out->dir, kept, by, &member_table, &own->pebbles));
  } else if (out->call == OUTPUT_STEP && output_has_row(out, w, &own->beat)) {
    PetscCall(write_bodies(w, &own->bodies));
    if (by_pebble(w)) PetscCall(write_pebbles(own, w, &own->pebbles));
  } else if (out->call == OUTPUT_CLOSE) {
    log_close(&own->bodies);
    log_close(&own->pebbles);
  }
  log_count(&own->bodies, bodies, "rows of bodies.csv", w, out);
  out->rows_lost += own->pebbles.lost - pebbles;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  array_free(&((BodiesState *)self)->list);
}

extern const Module bodies_module;
const Module        bodies_module = {.name   = "bodies",
                                     .size   = sizeof(BodiesState),
                                     .needs  = "material template clumps change inlet",
                                     .placed = "contact",
                                     .setup  = {.resolve = resolve, .place = place},
                                     .step   = {.book = book},
                                     .write  = write,
                                     .free   = free_state};
