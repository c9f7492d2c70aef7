/* SPDX-License-Identifier: MIT */
/* Forces of contacts of solids (solid_forces.h). */
#include "contact/solid/solid_forces.h"

#include "contact/backends/one_contact.h"
#include "contact/evaluate.h"
#include "contact/visit.h"

void meeting_begin(Contacts *contacts, const ContactScene *scene, const SolidPair *pair, Meeting *m)
{
  const Laws *laws = contacts->laws;

  *m             = (Meeting){.contacts = contacts,
                             .scene    = solid_scene(scene, contacts->solids, pair->body, pair->other),
                             .named    = *scene,
                             .other    = pair->other};
  m->of_wall.b   = &m->other;
  m->names.walls = m->of_wall;
  m->named.pairs = &m->names;
  m->here        = m->scene.body->row < scene->clumps->n_owned;
  m->law =
    &laws->list[laws->of[m->scene.body->material * laws->n_materials + m->scene.other->material]];
}

static void gather_motion(const Pose *pose, double *const v[6])
{
  *v[0] = pose->v.x;
  *v[1] = pose->v.y;
  *v[2] = pose->v.z;
  *v[3] = pose->w.x;
  *v[4] = pose->w.y;
  *v[5] = pose->w.z;
}

/* Gather motion, arms and masses: the body is a, the other one b. */
static void gather_bodies(const Meeting *m, const SolidPlace *place, Tile *t)
{
  const SolidScene *s = &m->scene;
  double *const va[6] = {t->vax, t->vay, t->vaz, t->wax, t->way, t->waz}, *const vb[6] = {
                                                                            t->vbx, t->vby, t->vbz,
                                                                            t->wbx, t->wby, t->wbz};
  const Wall *other = s->other;
  const Vec3  at    = vec3_sub(place->point, place->shift);
  Pose        pose  = {.v = other->velocity, .w = other->spin};
  Vec3        arm   = vec3_sub(vec3_add(s->x, at), other->pivot);

  if (other->carried) {
    pose = m->named.clumps->pose[other->row];
    arm  = vec3_sub(at, s->rel);
  }
  gather_motion(s->pose, va);
  gather_motion(&pose, vb);
  t->a[0]         = s->body->row;
  t->b[0]         = other->carried ? other->row : -1;
  t->arm_ax[0]    = place->point.x;
  t->arm_ay[0]    = place->point.y;
  t->arm_az[0]    = place->point.z;
  t->arm_bx[0]    = arm.x;
  t->arm_by[0]    = arm.y;
  t->arm_bz[0]    = arm.z;
  t->inverse_a[0] = s->pose->inverse_mass;
  t->per_arm_a[0] = s->pose->per_arm;
  t->inverse_b[0] = other->carried ? pose.inverse_mass : 0;
  t->per_arm_b[0] = other->carried ? pose.per_arm : 0;
}

static void slide(const Wall *wall, Tile *t, const ContactBatch *b)
{
  const Vec3   v     = wall->slide;
  const double along = v.x * b->nx[0] + v.y * b->ny[0] + v.z * b->nz[0];

  t->vbx[0] += v.x - along * b->nx[0];
  t->vby[0] += v.y - along * b->ny[0];
  t->vbz[0] += v.z - along * b->nz[0];
}

static void pad(Tile *t)
{
  for (int k = 1; k < 4; k++) {
    t->a[k]         = t->a[0];
    t->b[k]         = t->b[0];
    t->inverse_a[k] = t->inverse_b[k] = 0;
    t->arm_ax[k] = t->arm_ay[k] = t->arm_az[k] = 0;
    t->arm_bx[k] = t->arm_by[k] = t->arm_bz[k] = 0;
  }
}

/* Add the turning of the contact frame. A normal turns with the surface that it belongs to: the
   other one at a corner, as at walls; the body at a point and on a flat part. At edges it turns
   with the mean of both. */
static void turn_frame(const Tile *t, int kind, ContactBatch *b)
{
  const bool   mine  = kind == SOLID_POINT || kind == SOLID_ARC;
  const double share = kind == SOLID_CORNER ? 0 : mine ? 1 : 0.5;
  const Vec3   n     = {b->nx[0], b->ny[0], b->nz[0]},
             d       = {share * (t->wax[0] - t->wbx[0]), share * (t->way[0] - t->wby[0]),
                        share * (t->waz[0] - t->wbz[0])};
  const Vec3 across  = vec3_axpy(d, -vec3_dot(d, n), n);

  b->turn_x[0] += across.x;
  b->turn_y[0] += across.y;
  b->turn_z[0] += across.z;
}

/* Remove sliding and rotation, as ends act along the normal alone. */
static void drop_sliding(ContactBatch *b)
{
  b->vx[0] = b->approach[0] * b->nx[0];
  b->vy[0] = b->approach[0] * b->ny[0];
  b->vz[0] = b->approach[0] * b->nz[0];
  b->wx[0] = b->wy[0] = b->wz[0] = b->cx[0] = b->cy[0] = b->cz[0] = 0;
}

/* Fill batch and tile for a contact, all but its motion. known: it touched before. */
static void gather_place(const Meeting *m, const SolidPlace *place, bool known, Tile *t)
{
  ContactBatch *b = m->contacts->batch;
  const double  r = m->scene.of_body->radius;

  b->n         = 1;
  b->nx[0]     = place->n.x;
  b->ny[0]     = place->n.y;
  b->nz[0]     = place->n.z;
  b->gap[0]    = place->gap;
  b->known[0]  = known;
  b->radius[0] = t->smaller[0] = r;
  t->lever_a[0]                = r + 0.5 * place->gap;
  t->lever_b[0] = t->inverse_distance[0] = 0;
  t->facet[0]                            = place->facet;
  gather_bodies(m, place, t);
  if (m->named.walls->slide) slide(m->scene.other, t, b);
  pad(t);
}

/* Mark the contact as known if its surfaces part: bodies that have just met approach each other, so
   it took over a place of another contact, or its weight has become larger than 0. */
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
  tile_motion(&m->named, m->law, true, t, b);
  if (key->kind > SOLID_CROSSING) find_old(b);
  if (m->law->needs & NEEDS_FRAME) turn_frame(t, key->kind, b);
  if (m->law->needs & NEEDS_OF_LAW) flow_gather(&m->named, m->law, &m->of_wall, &none, t, b);
}

/* Show the contact in the batch to the visitor. */
static PetscErrorCode show(const Meeting *m, const SolidKey *key, const Tile *t,
                           const ContactVisitor *to)
{
  const Wall *other = m->scene.other;
  ContactSeen seen  = {.kind = SEEN_SOLID, .wall = true, .radius_a = m->scene.of_body->radius};

  PetscFunctionBeginUser;
  seen_of_tile(&m->named, m->law, m->contacts->batch, t, 0, &seen);
  seen.b        = m->other;
  seen.member_a = key->part;
  seen.member_b = key->place;
  seen.image    = (Image){0, 0, 0};
  seen.branch   = other->carried ? vec3_sub(seen.arm_a, seen.arm_b) : seen.arm_a;
  if (other->surface->geometry.tells_facet) seen.facet = t->facet[0];
  if (other->carried) seen.carrier = m->named.clumps->id[other->row];
  PetscCall(to->see(to->self, &seen, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The contact in the batch to the sink: its loads and sums, or what a visitor sees. */
static PetscErrorCode act(const Meeting *m, const SolidKey *key, const Tile *t,
                          const ContactSink *sink)
{
  const Side    side = {.list = &m->of_wall, .walls = true};
  const int32_t none = 0;

  PetscFunctionBeginUser;
  if (sink->kind == SINK_VISITOR) {
    PetscCall(show(m, key, t, sink->visitor));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  contact_add_loads(m->contacts, m->law, m->named.dt, t, (int64_t *const[2]){NULL, NULL},
                    sink->loads, sink->report);
  PetscCall(contact_add_others(m->contacts, &m->named, &side, m->law, &none, t, sink));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- weights ---- */

/* The weight of a contact, with overlaps measured from the distance at which the law begins to act.
   */
static PetscErrorCode weigh(const Meeting *m, const SolidKey *key, double gap, SolidWeight **weight)
{
  PetscFunctionBeginUser;
  *weight = m->contacts->solids->weight;
  PetscCall(solid_weigh(&m->scene, key, max_real(m->law->reach, m->law->keeps), gap, *weight));
  PetscFunctionReturn(PETSC_SUCCESS);
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
  b->fx[0] = weight * b->fx[0] - push * b->nx[0];
  b->fy[0] = weight * b->fy[0] - push * b->ny[0];
  b->fz[0] = weight * b->fz[0] - push * b->nz[0];
  if (law->gives & GIVES_COUPLE) {
    b->cx[0] *= weight;
    b->cy[0] *= weight;
    b->cz[0] *= weight;
  }
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

/* Add the forces at the ends of a contact of this energy. known[]: the end touched at the last
   evaluation, for ends with a mark; NULL: the contact is new. An end without a mark is known if its
   surfaces part. */
static PetscErrorCode act_at_ends(const Meeting *m, const SolidKey *key, const SolidWeight *w,
                                  const SolidEnergy *energy, const double *known,
                                  const ContactSink *sink)
{
  ContactBatch *b = m->contacts->batch;
  Tile          t;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < w->n; k++) {
    const SolidEnd *end = &w->end[k];

    if (!end->touches) continue;
    gather_place(m, &end->place, known && end->mark >= 0 && known[end->mark] > 0, &t);
    tile_motion(&m->named, NULL, true, &t, b);
    if (end->mark < 0) find_old(b);
    drop_sliding(b);
    push_by_energy(m, 0, energy, end->by, contact_works(m->contacts, sink->kind));
    PetscCall(act(m, key, &t, sink));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one contact ---- */

static double energy_of(const Law *law, unsigned slots, ContactBatch *b)
{
  double energy[TILE] = {0};

  law_energy(law, slots, b, energy);
  return energy[0];
}

PetscErrorCode solid_apply(const Meeting *m, const SolidKey *key, const SolidPlace *place,
                           const double *before, double *after, const ContactSink *sink)
{
  const Side    side  = {.list = &m->of_wall, .walls = true};
  const Law    *law   = m->law;
  ContactBatch *b     = m->contacts->batch;
  const int32_t none  = 0;
  TermWork     *works = contact_works(m->contacts, sink->kind);
  SolidWeight  *w;
  SolidEnergy   energy = {0};
  Tile          t;

  PetscFunctionBeginUser;
  gather(m, key, place, before, &t);
  contact_apply_law(m->contacts, &m->named, law, sink->kind);
  for (int k = 0; k < law->memory; k++) after[k] = b->store[k][0];
  PetscCall(weigh(m, key, place->gap, &w));
  keep_ends(m, w, after);
  if (!m->here) PetscFunctionReturn(PETSC_SUCCESS);
  if (works) term_work_add(works, 1, &w->weight);
  if (w->weight < 1) {
    energy.all = energy_of(law, SLOTS_ALL, b);
    if (works) term_work_energies(law, b, energy.of_slot);
    push_by_energy(m, w->weight, &energy, w->by_gap, works);
  }
  if (sink->kind == SINK_LOADS)
    contact_add_flows(m->contacts, &m->named, &side, law, &none, &t, sink);
  PetscCall(act(m, key, &t, sink));
  if (w->weight < 1)
    PetscCall(
      act_at_ends(m, key, w, &energy, before ? before + m->contacts->laws->memory : NULL, sink));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode solid_begin(const Meeting *m, const SolidKey *key, const SolidPlace *place,
                           double *memory)
{
  SolidWeight *w;

  PetscFunctionBeginUser;
  PetscCall(weigh(m, key, place->gap, &w));
  keep_ends(m, w, memory);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode solid_energy(const Meeting *m, const SolidKey *key, const SolidPlace *place,
                            unsigned slots, const double *before, double *energy)
{
  double       stored[TILE] = {0};
  SolidWeight *w;
  Tile         t;

  PetscFunctionBeginUser;
  gather(m, key, place, before, &t);
  PetscCall(weigh(m, key, place->gap, &w));
  law_stored(m->law, slots, false, m->contacts->batch, stored);
  *energy = w->weight * stored[0];
  PetscFunctionReturn(PETSC_SUCCESS);
}
