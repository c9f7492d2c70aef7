/* SPDX-License-Identifier: MIT */
/* Loads of a tile of contacts in quanta, and of a contact that is evaluated alone (backend.h). */
#include "base/kernel.h"
#include "contact/backend.h"

/* Quanta of the torque of a force and of a couple. */
ALWAYS_INLINE int64_t torque_of(double force, double couple, bool couples, double inverse)
{
  const uint64_t turns = couples ? (uint64_t)quanta(couple, inverse) : 0;

  return (int64_t)((uint64_t)quanta(force, inverse) + turns); /* may wrap; not used then */
}

/* Quanta of the torque of the force about the centre of a body, and of the couple. */
ALWAYS_INLINE void round_torque(const TileBody *body, int k, Vec3 force, Vec3 couple, bool couples,
                                double turn, int64_t (*to)[TILE])
{
  const Vec3   torque  = vec3_cross(tile_arm(body, k), force);
  const double inverse = turn * body->per_arm[k];

  to[0][k] = torque_of(torque.x, couple.x, couples, inverse);
  to[1][k] = torque_of(torque.y, couple.y, couples, inverse);
  to[2][k] = torque_of(torque.z, couple.z, couples, inverse);
}

ALWAYS_INLINE void round_all(const Tile *t, const ContactBatch *b, bool couples, const Loads *loads,
                             TileLoads *q, ContactReport *report)
{
  const double unit = loads->force.inverse, turn = loads->torque.inverse;
  double       most = report->largest_force, most_torque = report->largest_torque;

#pragma omp simd reduction(max : most, most_torque)
  for (int k = 0; k < b->n; k++) {
    const Vec3   f = batch_force(b, k), none = {0, 0, 0}, c = couples ? batch_couple(b, k) : none;
    const double here = vec3_largest(f);

    q->f[0][k] = quanta(f.x, unit);
    q->f[1][k] = quanta(f.y, unit);
    q->f[2][k] = quanta(f.z, unit);
    round_torque(&t->a, k, f, c, couples, turn, q->ta);
    round_torque(&t->b, k, f, c, couples, turn, q->tb);
    most = here > most ? here : most;
    if (couples) {
      const double couple = vec3_largest(c) * couple_per_arm(t, k);

      most_torque = couple > most_torque ? couple : most_torque;
    }
  }
  report->largest_force  = most;
  report->largest_torque = most_torque;
}

KERNEL static void round_loads(const Tile *t, const ContactBatch *b, bool couples,
                               const Loads *loads, TileLoads *q, ContactReport *report)
{
  if (couples) round_all(t, b, true, loads, q, report);
  else round_all(t, b, false, loads, q, report);
}

void tile_loads_round(const Tile *t, const ContactBatch *b, bool couples, const Loads *loads,
                      TileLoads *q, ContactReport *report)
{
  round_loads(t, b, couples, loads, q, report);
}

ALWAYS_INLINE int64_t sum_works(const ContactBatch *b, bool couples, double dt, double inverse,
                                double *largest)
{
  uint64_t total = 0; /* may wrap; not used then */
  double   most  = *largest;

#pragma omp simd reduction(+ : total) reduction(max : most)
  for (int k = 0; k < b->n; k++) {
    const double work = -dt * vec3_dot(batch_force(b, k), batch_velocity(b, k));

    total += (uint64_t)quanta(work, inverse);
    most = fabs(work) > most ? fabs(work) : most;
    if (couples) {
      const double turned = -dt * vec3_dot(batch_couple(b, k), batch_spin(b, k));

      total += (uint64_t)quanta(turned, inverse);
      most = fabs(turned) > most ? fabs(turned) : most;
    }
  }
  *largest = most;
  return (int64_t)total;
}

KERNEL static int64_t sum_work(const ContactBatch *b, bool couples, double dt, double inverse,
                               double *largest)
{
  return couples ? sum_works(b, true, dt, inverse, largest)
                 : sum_works(b, false, dt, inverse, largest);
}

int64_t tile_loads_work(const ContactBatch *b, bool couples, double dt, double inverse,
                        double *largest)
{
  return sum_work(b, couples, dt, inverse, largest);
}

/* ---- one contact ---- */

static void add_signed(int64_t *to, int sign, int64_t from)
{
  loads_add(to, sign > 0 ? from : (int64_t)(0 - (uint64_t)from));
}

/* Add the quanta of the force, of its torque, and of a couple of contact 0 to the sums of a body,
   or subtract them; member: and to those of its pebble, or NULL. */
static void add_load(Loads *loads, const TileBody *body, int sign, Vec3 force, Vec3 couple,
                     int64_t *member)
{
  const double  unit = loads->force.inverse, turn = loads->torque.inverse * body->per_arm[0];
  const Vec3    torque        = vec3_cross(tile_arm(body, 0), force);
  const int64_t q[LOAD_PARTS] = {quanta(force.x, unit),
                                 quanta(force.y, unit),
                                 quanta(force.z, unit),
                                 quanta(torque.x, turn) + quanta(couple.x, turn),
                                 quanta(torque.y, turn) + quanta(couple.y, turn),
                                 quanta(torque.z, turn) + quanta(couple.z, turn)};

  for (int part = 0; part < LOAD_PARTS; part++) {
    add_signed(&loads->sum[(size_t)body->row[0] * LOAD_PARTS + (size_t)part], sign, q[part]);
    if (member) add_signed(&member[part], sign, q[part]);
  }
}

void contact_add_loads(Contacts *c, bool couples, double dt, const Tile *t,
                       int64_t *const members[2], Loads *loads, ContactReport *report)
{
  const ContactBatch *b = c->batch;
  const Vec3          f = batch_force(b, 0), couple = couples ? batch_couple(b, 0) : vec3(0, 0, 0);
  const double        half = 0.5 * dt, work = -half * vec3_dot(f, batch_velocity(b, 0));
  int64_t             taken = quanta(work, loads->work.inverse);

  add_load(loads, &t->a, 1, f, couple, members[0]);
  if (t->b.row[0] >= 0) add_load(loads, &t->b, -1, f, couple, members[1]);
  report->largest_force = max_real(report->largest_force, vec3_largest(f));
  report->largest_work  = max_real(report->largest_work, fabs(work));
  if (couples) {
    const double more = -half * vec3_dot(couple, batch_spin(b, 0));

    taken += quanta(more, loads->work.inverse);
    report->largest_torque =
      max_real(report->largest_torque, vec3_largest(couple) * couple_per_arm(t, 0));
    report->largest_work = max_real(report->largest_work, fabs(more));
  }
  if (report->largest_work <= loads->work.largest)
    sum_add_scaled(&c->work, taken, loads->work.exponent);
}

/* ---- loads by pebbles ---- */

void member_loads_begin(Contacts *c, PetscInt pebbles)
{
  array_reserve(&c->on_members, sizeof *c->on_members, (pebbles + 1) * LOAD_PARTS,
                &c->members_capacity);
  memset(c->on_members, 0, (size_t)pebbles * LOAD_PARTS * sizeof *c->on_members);
}

void member_loads_add(Contacts *c, const PairList *list, bool walls, const int32_t *hits, int n,
                      int64_t force[3][TILE], int64_t about_a[3][TILE], int64_t about_b[3][TILE])
{
  for (int k = 0; k < n; k++)
    for (int part = 0; part < 3; part++) {
      int64_t *a = member_load(c, list->a[hits[k]]);

      add_signed(&a[LOAD_FORCE + part], 1, force[part][k]);
      add_signed(&a[LOAD_TORQUE + part], 1, about_a[part][k]);
      if (walls) continue;
      a = member_load(c, list->b[hits[k]]);
      add_signed(&a[LOAD_FORCE + part], -1, force[part][k]);
      add_signed(&a[LOAD_TORQUE + part], -1, about_b[part][k]);
    }
}
