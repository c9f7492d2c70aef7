/* SPDX-License-Identifier: MIT */
/* Forces of contacts of solids (solid_places.h). */
#include "contact/solid/solid_places.h"

#include "contact/backend.h"
#include "contact/evaluate.h"
#include "contact/visit.h"

/* Make a list of the wall alone. */
static void name_walls(Meeting *m)
{
  m->of_wall.a   = &m->shaft;
  m->of_wall.b   = &m->other;
  m->names.walls = m->of_wall;
  m->named.pairs = &m->names;
}

void meeting_begin(Contacts *contacts, const ContactScene *scene, const SolidPair *pair, Meeting *m)
{
  const Laws *laws = contacts->laws;

  *m       = (Meeting){.contacts = contacts,
                       .scene    = solid_scene(scene, contacts->solids, pair->body, pair->other),
                       .named    = *scene,
                       .other    = pair->other};
  m->shaft = -1;
  m->here  = m->scene.row < scene->clumps->n_owned;
  m->law =
    &laws->list[laws->of[m->scene.body->material * laws->n_materials + m->scene.other->material]];
  name_walls(m);
}

void meeting_of_capsule(Contacts *contacts, const ContactScene *scene, const SolidScene *of,
                        const Law *law, const PairList *list, int32_t pair, Meeting *m)
{
  *m = (Meeting){.contacts = contacts,
                 .scene    = *of,
                 .named    = *scene,
                 .other    = list->b[pair],
                 .law      = law,
                 .here     = true,
                 .shaft    = list->a[pair],
                 .feature  = list->feature[pair]};
  name_walls(m);
}

/* Gather motion, arms and masses: the body is a, the other one b. */
static void gather_bodies(const Meeting *m, const SolidPlace *place, Tile *t)
{
  const SolidScene *s     = &m->scene;
  const Wall       *other = s->other;
  const Vec3        at    = vec3_sub(place->point, place->shift);

  tile_put_body(&t->a, 0, s->row, s->pose, place->point);
  if (other->carried)
    tile_put_body(&t->b, 0, other->row, &m->named.clumps->pose[other->row], vec3_sub(at, s->rel));
  else
    tile_put_body(&t->b, 0, -1, &(Pose){.v = other->velocity, .w = other->spin},
                  vec3_sub(vec3_add(s->x, at), other->pivot));
}

static void pad(TileBody *body)
{
  for (int k = 1; k < 4; k++) {
    body->row[k]     = body->row[0];
    body->inverse[k] = body->arm_x[k] = body->arm_y[k] = body->arm_z[k] = 0;
  }
}

/* Add the turning of the contact frame. A normal turns with the surface that it belongs to: the
   other one at a corner, as at walls; the body at a point and on a flat part. At edges it turns
   with the mean of both. */
static void turn_frame(const Meeting *m, const Tile *t, int kind, ContactBatch *b)
{
  const bool   mine  = kind == SOLID_POINT || kind == SOLID_ARC;
  const double share = kind == SOLID_CORNER ? 0 : mine ? 1 : 0.5;
  const Vec3   spin  = vec3_sub(tile_spin(&t->a, 0), tile_spin(&t->b, 0));

  tile_turn_frame(b, 0, m->shaft >= 0 ? m->turn : vec3_scale(share, spin));
}

/* Fill batch and tile for a contact, all but its motion. known: it touched before. */
static void gather_place(const Meeting *m, const SolidPlace *place, bool known, Tile *t)
{
  ContactBatch *b = m->contacts->batch;
  const double  r = m->scene.of_body->radius;

  b->n = 1;
  columns_put(b->nx, b->ny, b->nz, 0, place->n);
  b->gap[0]    = place->gap;
  b->known[0]  = known;
  b->radius[0] = t->smaller[0] = r;
  t->a.lever[0]                = r + 0.5 * place->gap;
  t->b.lever[0] = t->inverse_distance[0] = 0;
  t->facet[0]                            = place->facet;
  gather_bodies(m, place, t);
  if (m->named.walls->slide) tile_slide(m->scene.other, 0, t, b);
  pad(&t->a);
  pad(&t->b);
}

/* Mark a new contact as known if its surfaces part: bodies that have just met approach each other.
   It has taken over the place of another contact, or its weight has become larger than 0. */
static void find_old(ContactBatch *b)
{
  if (!(b->approach[0] > 0)) b->known[0] = 1;
}

/* Fill batch and tile for a contact, with motion, quantities and its memory `before` (NULL: new).
   */
static void gather(const Meeting *m, const SolidKey *key, const SolidPlace *place,
                   const double *before, Tile *t)
{
  ContactBatch *b    = m->contacts->batch;
  const int32_t none = 0;

  gather_place(m, place, before != NULL, t);
  for (int k = 0; k < m->law->memory; k++) b->store[k][0] = before ? before[k] : 0;
  if (m->law->keeps > 0) batch_find_apart(b);
  tile_motion(&m->named, m->law, true, false, t, b);
  if (key->kind > SOLID_CROSSING) find_old(b);
  if (m->law->needs & NEEDS_FRAME) turn_frame(m, t, key->kind, b);
  if (m->law->needs & NEEDS_OF_LAW) flow_gather(&m->named, m->law, &m->of_wall, &none, t, b);
}

/* Give the contact in the batch to the sink: stiffness times weight, loads and sums, or what a visitor
   sees. */
static void act(const Meeting *m, const SolidKey *key, const Tile *t, double weight,
                const ContactSink *sink)
{
  const Side    side       = {.list = &m->of_wall, .walls = true};
  const int32_t none       = 0;
  int64_t      *members[2] = {NULL, NULL};

  if (sink->kind == SINK_STIFFNESS) {
    stiffness_add(sink->stiffness, m->named.clumps, m->law, true, t, m->contacts->batch, &weight);
    return;
  }
  if (sink->kind == SINK_VISITOR) {
    const bool  capsule = m->shaft >= 0;
    ContactSeen seen    = {.kind     = capsule ? SEEN_LAW : SEEN_SOLID,
                           .member_a = capsule ? m->named.pebbles->member[m->shaft] : key->part,
                           .radius_a = m->scene.of_body->radius};

    seen_of_tile(&m->named, m->law, m->contacts->batch, t, m->law->gives & GIVES_COUPLE, 0, &seen);
    seen_of_wall(m->named.clumps, m->named.walls, m->other, capsule ? m->feature : key->place,
                 t->facet[0], &seen);
    sink->visitor->see(sink->visitor->self, &seen, 1);
    return;
  }
  if (m->shaft >= 0 && m->contacts->by_member) members[0] = member_load(m->contacts, m->shaft);
  contact_add_loads(m->contacts, m->law->gives & GIVES_COUPLE, m->named.dt, t, members, sink->loads,
                    sink->report);
  contact_add_others(m->contacts, &m->named, &side, m->law, &none, t, sink);
}

/* ---- weights ---- */

/* The weight of a contact, with overlaps measured from the distance at which the law begins to act.
   */
static void weigh(const Meeting *m, const SolidKey *key, double gap, SolidWeight **weight)
{
  if (!m->contacts->weight) array_create(&m->contacts->weight, sizeof *m->contacts->weight, 1);
  *weight = m->contacts->weight;
  solid_weigh(&m->scene, key, max_real(m->law->reach, m->law->keeps), gap, *weight);
}

void solid_weight_free(SolidWeight **weight)
{
  if (*weight) array_free(&(*weight)->end);
  array_free(weight);
}

/* Note in the memory of the contact which ends touch. */
static void keep_ends(const Meeting *m, const SolidWeight *w, double *memory)
{
  for (PetscInt k = 0; k < w->n; k++)
    if (w->end[k].mark >= 0) memory[m->contacts->laws->memory + w->end[k].mark] = w->end[k].touches;
}

/* Scale the results of the law by `weight`, and add the force `push` (N) on a against the normal.
   */
static void scale_force(const Law *law, double weight, double push, ContactBatch *b)
{
  columns_put(
    b->fx, b->fy, b->fz, 0,
    vec3_sub(vec3_scale(weight, batch_force(b, 0)), vec3_scale(push, batch_normal(b, 0))));
  if (law->gives & GIVES_COUPLE)
    columns_put(b->cx, b->cy, b->cz, 0, vec3_scale(weight, batch_couple(b, 0)));
  for (int q = 0; law->flows >> q; q++)
    if (law->flows >> q & 1) b->exchanges[q].flow[0] *= weight;
  if (law->gains) b->gain[0] *= weight;
}

/* Energy of a contact, J; also by slot, if the works of terms are asked for. */
typedef struct {
  double all, of_slot[WORK_SLOTS];
} SolidEnergy;

/* Weigh the force of the law, and add the normal force `by` (1/m, derivative of the weight) times
   the energy. */
static void push_by_energy(const Meeting *m, double weight, const SolidEnergy *energy, double by,
                           TermWork *works)
{
  ContactBatch *b    = m->contacts->batch;
  const double  ramp = batch_ramp(b, 0, 0);

  scale_force(m->law, weight, energy->all * by * ramp, b);
  if (works) term_work_push(works, energy->of_slot, by * ramp, 0.5 * m->named.dt, b);
}

/* Put the force at an end of a contact of this energy into the batch; false: there is none. known[]: the end
   touched at the last evaluation, for ends with a mark; NULL: the contact is new. An end without a mark is
   known if its surfaces part. */
static bool push_at_end(const Meeting *m, const SolidEnd *end, const SolidEnergy *energy,
                        const double *known, TermWork *works, Tile *t)
{
  ContactBatch *b = m->contacts->batch;

  if (!end->touches) return false;
  gather_place(m, &end->place, known && end->mark >= 0 && known[end->mark] > 0, t);
  tile_motion(&m->named, NULL, true, false, t, b);
  if (end->mark < 0) find_old(b);
  /* ends act along the normal alone, without sliding and rotation */
  columns_put(b->vx, b->vy, b->vz, 0, vec3_scale(b->approach[0], batch_normal(b, 0)));
  b->wx[0] = b->wy[0] = b->wz[0] = b->cx[0] = b->cy[0] = b->cz[0] = 0;
  push_by_energy(m, 0, energy, end->by, works);
  return true;
}

/* Add the forces at the ends of a contact. */
static void act_at_ends(const Meeting *m, const SolidKey *key, const SolidWeight *w,
                        const SolidEnergy *energy, const double *known, const ContactSink *sink)
{
  Tile t;

  for (PetscInt k = 0; k < w->n; k++)
    if (push_at_end(m, &w->end[k], energy, known, contact_works(m->contacts, sink->kind), &t))
      act(m, key, &t, 1, sink);
}

/* Sum of the forces at the ends of a contact, N, and of their moments about the body's centre, N m. */
static void sum_ends(const Meeting *m, const SolidWeight *w, const SolidEnergy *energy, Vec3 *force,
                     Vec3 *moment)
{
  const ContactBatch *b = m->contacts->batch;
  Tile                t;

  *force = *moment = vec3(0, 0, 0);
  for (PetscInt k = 0; k < w->n; k++) {
    if (!push_at_end(m, &w->end[k], energy, NULL, NULL, &t)) continue;
    *force  = vec3_add(*force, batch_force(b, 0));
    *moment = vec3_add(*moment, vec3_cross(tile_arm(&t.a, 0), batch_force(b, 0)));
  }
}

/* ---- one contact ---- */

static double energy_of(const Law *law, unsigned slots, ContactBatch *b)
{
  double energy[TILE] = {0};

  law_energy(law, slots, b, energy);
  return energy[0];
}

/* Forces of the law times the weight of a contact, whose motion and memory are gathered; energy: 0 where its
   weight is 1. */
static void push_at_place(const Meeting *m, const SolidWeight *w, ContactBatch *b, TermWork *works,
                          SolidEnergy *energy)
{
  *energy = (SolidEnergy){0};
  if (works) term_work_add(works, 1, &w->weight);
  if (!(w->weight < 1)) return;
  energy->all = energy_of(m->law, SLOTS_ALL, b);
  if (works) term_work_energies(m->law, b, energy->of_slot);
  push_by_energy(m, w->weight, energy, w->by_gap, works);
}

/* Show a contact of a capsule, in the batch, to a visitor: as one, with what acts at its ends. */
static void show_whole(const Meeting *m, const SolidKey *key, const SolidPlace *place,
                       const SolidWeight *w, SolidEnergy *energy, const double *before,
                       const ContactSink *sink)
{
  ContactBatch *b = m->contacts->batch;
  Vec3          force, moment;
  Tile          t;

  sum_ends(m, w, energy, &force, &moment);
  gather(m, key, place, before, &t);
  contact_apply_law(m->contacts, &m->named, m->law, sink->kind);
  push_at_place(m, w, b, NULL, energy);
  batch_add_force(b, 0, force);
  if (m->law->gives & GIVES_COUPLE)
    batch_add_couple(b, 0, vec3_sub(moment, vec3_cross(tile_arm(&t.a, 0), force)));
  act(m, key, &t, 1, sink);
}

void solid_apply(const Meeting *m, const SolidKey *key, const SolidPlace *place,
                 const double *before, double *after, const ContactSink *sink)
{
  const Side    side  = {.list = &m->of_wall, .walls = true};
  const Law    *law   = m->law;
  ContactBatch *b     = m->contacts->batch;
  const int32_t none  = 0;
  TermWork     *works = contact_works(m->contacts, sink->kind);
  SolidWeight  *w;
  SolidEnergy   energy;
  Tile          t;

  gather(m, key, place, before, &t);
  contact_apply_law(m->contacts, &m->named, law, sink->kind);
  for (int k = 0; after && k < law->memory; k++) after[k] = b->store[k][0];
  weigh(m, key, place->gap, &w);
  if (after) keep_ends(m, w, after);
  if (!m->here) return;
  push_at_place(m, w, b, works, &energy);
  if (sink->kind == SINK_VISITOR && m->shaft >= 0 && w->n > 0) {
    show_whole(m, key, place, w, &energy, before, sink);
    return;
  }
  if (sink->kind == SINK_LOADS)
    contact_add_flows(m->contacts, &m->named, &side, law, &none, &t, sink);
  act(m, key, &t, m->shaft >= 0 ? w->weight : 1, sink);
  if (w->weight < 1)
    act_at_ends(m, key, w, &energy, before ? before + m->contacts->laws->memory : NULL, sink);
}

void solid_begin(const Meeting *m, const SolidKey *key, const SolidPlace *place, double *memory)
{
  SolidWeight *w;

  weigh(m, key, place->gap, &w);
  keep_ends(m, w, memory);
}

void solid_energy(const Meeting *m, const SolidKey *key, const SolidPlace *place, unsigned slots,
                  const double *before, double *energy)
{
  double       stored[TILE] = {0};
  SolidWeight *w;
  Tile         t;

  gather(m, key, place, before, &t);
  weigh(m, key, place->gap, &w);
  law_stored(m->law, slots, false, m->contacts->batch, stored);
  *energy = w->weight * stored[0];
}
