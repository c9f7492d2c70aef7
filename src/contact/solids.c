/* SPDX-License-Identifier: MIT */
/* Contacts of solids: evaluation, memory, state. */
#include "contact/solids.h"

#include "contact/backend.h"
#include "contact/couples.h"
#include "contact/extremes.h"
#include "contact/flow.h"
#include "contact/solid_places.h"
#include "contact/wall_loads.h"

/* Lists are made for surfaces that are nearer than this share of the body's extent, and hold until
   they have moved by as much. */
static const double list_share = 0.05;

const StateItem solids_state[] = {
  {.name = "solid_contacts",
   .text =
     "contacts of free meshes with each other and with edges and corners of walls: wall of the "
     "body; the other wall; 0: corner, 1: point, 2: crossing; corner, ridge or edge; feature or "
     "ridge; 1: the end of a crossing, else 0",
   .type   = STATE_INT64,
   .count  = STATE_ANY,
   .offset = offsetof(Solids, saved_keys),
   .lo     = 0,
   .hi     = INT32_MAX,
   .flags  = STATE_LACKING},
  {.name   = "solid_memory",
   .text   = "memory of these contacts, in SI units: the same number of reals each",
   .type   = STATE_REAL,
   .count  = STATE_ANY,
   .offset = offsetof(Solids, saved_memory),
   .flags  = STATE_LACKING},
  {NULL},
};

/* ---- create and destroy ---- */

PetscErrorCode solids_know(const Wall *wall, bool *known)
{
  Ridges ridges = {0};

  PetscFunctionBeginUser;
  *known = wall->surface->is_hollow && wall->surface->is_hollow(wall->constants);
  if (*known || !wall->surface->ridges) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(wall->surface->ridges(wall->constants, &ridges, known));
  array_free(&ridges.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode side_create(const Wall *wall, const Templates *templates, SolidSide *side)
{
  const Template *t      = wall->carried ? &templates->list[wall->template] : NULL;
  const bool      hollow = wall->surface->is_hollow && wall->surface->is_hollow(wall->constants);

  PetscFunctionBeginUser;
  side->all = hollow; /* corners are enough */
  if (!hollow && wall->surface->ridges)
    PetscCall(wall->surface->ridges(wall->constants, &side->ridges, &side->all));
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  side->n_corners = wall->corners;
  side->corner    = t->offset;
  side->radius    = t->radius[0];
  side->extent    = t->bound;
  PetscCall(
    wall->surface->carriage->edges(wall->constants, wall->corners, &side->n_edges, &side->edge));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool may_meet(const Solids *s, const Walls *walls, const Laws *laws, int a, int b)
{
  const Wall *body = &walls->list[a], *other = &walls->list[b];

  if (!body->carried || a == b || (other->carried && b < a)) return false;
  return s->side[b].all && (other->carried || s->side[b].ridges.n > 0) &&
         laws->of[body->material * laws->n_materials + other->material] >= 0;
}

PetscErrorCode solids_create(const Walls *walls, const Templates *templates, const Laws *laws,
                             Solids **solids)
{
  Solids *s;

  PetscFunctionBeginUser;
  *solids = NULL;
  if (walls->n_carried == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(solids, sizeof **solids, 1));
  s          = *solids;
  s->n_walls = walls->n;
  s->width   = laws->memory;
  PetscCall(array_create(&s->zeros, sizeof *s->zeros, s->width));
  PetscCall(array_create(&s->side, sizeof *s->side, walls->n));
  PetscCall(array_create(&s->pair, sizeof *s->pair, walls->n_carried * walls->n));
  for (int w = 0; w < walls->n; w++)
    PetscCall(side_create(&walls->list[w], templates, &s->side[w]));
  for (int a = 0; a < walls->n; a++)
    for (int b = 0; b < walls->n; b++)
      if (may_meet(s, walls, laws, a, b))
        s->pair[s->n_pairs++] = (SolidPair){.body = a, .other = b};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode solids_destroy(Solids **solids)
{
  Solids *s = *solids;

  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  for (int w = 0; w < s->n_walls; w++) {
    array_free(&s->side[w].ridges.list);
    array_free(&s->side[w].edge);
  }
  for (int k = 0; k < s->n_pairs; k++) array_free(&s->pair[k].list);
  for (int k = 0; k < 2; k++) {
    array_free(&s->touching[k].key);
    array_free(&s->touching[k].memory);
  }
  array_free(&s->side);
  array_free(&s->pair);
  array_free(&s->zeros);
  array_free(&s->saved_keys.list);
  array_free(&s->saved_memory.list);
  array_free(solids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- memory ---- */

static int compare(const SolidKey *a, const SolidKey *b)
{
  const int32_t p[] = {a->body, a->other, a->kind, a->part, a->place, a->end},
                q[] = {b->body, b->other, b->kind, b->part, b->place, b->end};

  for (int k = 0; k < SOLID_KEY_NUMBERS; k++)
    if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  return 0;
}

/* Memory of a committed contact, or NULL. */
static const double *memory_of(const Solids *s, const SolidKey *key)
{
  const SolidTouching *t  = &s->touching[s->now];
  PetscInt             lo = 0, hi = t->n;

  while (lo < hi) {
    const PetscInt middle = lo + (hi - lo) / 2;
    const int      order  = compare(&t->key[middle], key);

    if (order == 0) return t->memory + (size_t)middle * (size_t)s->width;
    if (order < 0) lo = middle + 1;
    else hi = middle;
  }
  return NULL;
}

static PetscErrorCode remember(Solids *s, const SolidKey *key, const Law *law,
                               const ContactBatch *b)
{
  SolidTouching *t = &s->touching[!s->now];
  double        *row;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&t->key, sizeof *t->key, t->n + 1, &t->capacity));
  PetscCall(array_reserve(&t->memory, (size_t)(s->width > 0 ? s->width : 1) * sizeof *t->memory,
                          t->n + 1, &t->memory_capacity));
  t->key[t->n] = *key;
  row          = t->memory + (size_t)t->n++ * (size_t)s->width;
  for (int m = 0; m < s->width; m++) row[m] = m < law->memory ? b->store[m][0] : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one contact ---- */

/* What contacts of a pair have in common. */
typedef struct {
  Contacts    *contacts;
  SolidScene   scene;
  ContactScene named; /* with the list `of_wall` of walls */
  Pairs        names;
  PairList     of_wall;
  int32_t      other;
  const Law   *law;
  bool         here; /* this rank adds the loads */
} Meeting;

/* begin: m must stay where it is. */
static void meeting_begin(Contacts *contacts, const ContactScene *scene, const SolidPair *pair,
                          Meeting *m)
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

/* The body as a, the other one as b. */
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

/* Normals turn with the surface that they are of: the other one's at corners (as of walls), the body's
   at points; at crossings with the mean of both. */
static void turn_frame(const Tile *t, int kind, ContactBatch *b)
{
  const double share = kind == SOLID_CORNER ? 0 : kind == SOLID_POINT ? 1 : 0.5;
  const Vec3   n     = {b->nx[0], b->ny[0], b->nz[0]},
             d       = {share * (t->wax[0] - t->wbx[0]), share * (t->way[0] - t->wby[0]),
                        share * (t->waz[0] - t->wbz[0])};
  const Vec3 across  = vec3_axpy(d, -vec3_dot(d, n), n);

  b->turn_x[0] += across.x;
  b->turn_y[0] += across.y;
  b->turn_z[0] += across.z;
}

/* Ends act along the normal alone. */
static void drop_sliding(ContactBatch *b)
{
  b->vx[0] = b->approach[0] * b->nx[0];
  b->vy[0] = b->approach[0] * b->ny[0];
  b->vz[0] = b->approach[0] * b->nz[0];
  b->wx[0] = b->wy[0] = b->wz[0] = 0;
  b->turn_x[0] = b->turn_y[0] = b->turn_z[0] = 0;
}

/* Batch and tile of a contact with its memory of before (NULL: new). */
static void gather(const Meeting *m, const SolidKey *key, const SolidPlace *place,
                   const double *before, Tile *t)
{
  ContactBatch *b = m->contacts->batch;
  const double  r = m->scene.of_body->radius;

  b->n         = 1;
  b->nx[0]     = place->n.x;
  b->ny[0]     = place->n.y;
  b->nz[0]     = place->n.z;
  b->gap[0]    = place->gap;
  b->radius[0] = t->smaller[0] = r;
  t->lever_a[0]                = r + 0.5 * place->gap;
  t->lever_b[0] = t->inverse_distance[0] = 0;
  t->facet[0]                            = place->facet;
  gather_bodies(m, place, t);
  if (m->named.walls->slide) slide(m->scene.other, t, b);
  pad(t);
  b->known[0] = before != NULL;
  for (int k = 0; k < m->law->memory; k++) b->store[k][0] = before ? before[k] : 0;
  if (m->law->keeps > 0) batch_find_apart(b);
  tile_motion(&m->named, m->law->needs, true, t, b);
  if (m->law->needs & NEEDS_FRAME) turn_frame(t, key->kind, b);
  if (key->end) drop_sliding(b);
  if (m->law->needs & (NEEDS_QUANTITY | NEEDS_CIRCLE)) {
    const int32_t none = 0;

    flow_gather(&m->named, m->law, &m->of_wall, &none, t, b);
  }
}

/* Ends have the opposite sign, and no couples. */
static void turn_sign(ContactBatch *b)
{
  b->fx[0] = -b->fx[0];
  b->fy[0] = -b->fy[0];
  b->fz[0] = -b->fz[0];
  b->cx[0] = b->cy[0] = b->cz[0] = 0;
}

static double largest_of(Vec3 v)
{
  return max_real(max_real(fabs(v.x), fabs(v.y)), fabs(v.z));
}

/* As backend_single.c: quanta of a force, of its torque and of a couple. */
static void add_load(Loads *loads, int32_t row, int sign, double per_arm, Vec3 arm, Vec3 force,
                     Vec3 couple)
{
  const double  unit = loads->force.inverse, turn = loads->torque.inverse * per_arm;
  const Vec3    torque        = vec3_cross(arm, force);
  const int64_t q[LOAD_PARTS] = {quanta(force.x, unit),
                                 quanta(force.y, unit),
                                 quanta(force.z, unit),
                                 quanta(torque.x, turn) + quanta(couple.x, turn),
                                 quanta(torque.y, turn) + quanta(couple.y, turn),
                                 quanta(torque.z, turn) + quanta(couple.z, turn)};

  for (int part = 0; part < LOAD_PARTS; part++)
    loads_add(&loads->sum[(size_t)row * LOAD_PARTS + (size_t)part],
              sign > 0 ? q[part] : (int64_t)(0 - (uint64_t)q[part]));
}

/* Loads and work of the contact in the batch, and the largest of each. */
static void add_contact(const Meeting *m, const Tile *t, Loads *loads, ContactReport *report)
{
  Contacts           *c       = m->contacts;
  const ContactBatch *b       = c->batch;
  const bool          couples = m->law->gives & GIVES_COUPLE;
  const Vec3          f = {b->fx[0], b->fy[0], b->fz[0]}, v = {b->vx[0], b->vy[0], b->vz[0]};
  const Vec3          couple = couples ? vec3(b->cx[0], b->cy[0], b->cz[0]) : vec3(0, 0, 0);
  const double        half = 0.5 * m->named.dt, work = -half * vec3_dot(f, v);
  const double        arms  = max_real(t->per_arm_a[0], t->per_arm_b[0]);
  int64_t             taken = quanta(work, loads->work.inverse);

  add_load(loads, t->a[0], 1, t->per_arm_a[0], vec3(t->arm_ax[0], t->arm_ay[0], t->arm_az[0]), f,
           couple);
  if (t->b[0] >= 0)
    add_load(loads, t->b[0], -1, t->per_arm_b[0], vec3(t->arm_bx[0], t->arm_by[0], t->arm_bz[0]), f,
             couple);
  report->largest_force = max_real(report->largest_force, largest_of(f));
  report->largest_work  = max_real(report->largest_work, fabs(work));
  if (couples) {
    const double more = -half * vec3_dot(couple, vec3(b->wx[0], b->wy[0], b->wz[0]));

    taken += quanta(more, loads->work.inverse);
    report->largest_torque =
      max_real(report->largest_torque, largest_of(couple) * (COUPLE_SHARE * arms));
    report->largest_work = max_real(report->largest_work, fabs(more));
  }
  if (report->largest_work <= loads->work.largest)
    sum_add_scaled(&c->work, taken, loads->work.exponent);
}

/* Loads, flows and sums of the contact in the batch. */
static PetscErrorCode act(const Meeting *m, const SolidKey *key, const Tile *t, Loads *loads,
                          ContactReport *report)
{
  Contacts     *c    = m->contacts;
  const int32_t none = 0;

  PetscFunctionBeginUser;
  if (key->end) turn_sign(c->batch);
  else if (m->law->gives & GIVES_FLOW)
    flow_add(&m->named, &m->of_wall, &none, t, m->law, c->batch, loads, report);
  add_contact(m, t, loads, report);
  if (wall_loads_are_asked(c, m->named.walls))
    PetscCall(wall_loads_add(c, &m->named, m->law->gives, &none, t));
  extremes_watch(&m->named, t, c->batch, m->law, &m->of_wall, &none, report);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode apply_one(const Meeting *m, const SolidKey *key, const SolidPlace *place,
                                Loads *loads, ContactReport *report)
{
  Solids       *s      = m->contacts->solids;
  const double *before = memory_of(s, key);
  Tile          t;

  PetscFunctionBeginUser;
  if (place->gap >= (before ? m->law->keeps : m->law->reach)) PetscFunctionReturn(PETSC_SUCCESS);
  gather(m, key, place, before, &t);
  law_apply(m->law, m->contacts->batch);
  PetscCall(remember(s, key, m->law, m->contacts->batch));
  if (!m->here) PetscFunctionReturn(PETSC_SUCCESS);
  s->here[!s->now] += !key->end;
  PetscCall(act(m, key, &t, loads, report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all contacts ---- */

static bool is_gone(const Walls *walls, const SolidPair *pair)
{
  return walls->list[pair->body].gone ||
         (walls->list[pair->other].carried && walls->list[pair->other].gone);
}

static bool is_fixed(const ContactScene *scene, const SolidPair *pair)
{
  const Wall *w = scene->walls->list;

  return scene->clumps->blocked[w[pair->body].row] == BLOCK_ALL &&
         (!w[pair->other].carried || scene->clumps->blocked[w[pair->other].row] == BLOCK_ALL);
}

/* Bound of the displacement of the points within `far` of x (m) on a body that was elsewhere. */
static double way_between(const Domain *domain, const Displacement *then, const Displacement *now,
                          Vec3 x, double far)
{
  const Quat turn = quat_mul(now->turn, quat_conjugate(then->turn));
  Vec3       d    = vec3_sub(displaced_point(now, replaced_point(then, x)), x);

  d = domain_shifted(domain, d, domain_nearest(domain, d));
  return vec3_norm(d) + 2 * vec3_norm(vec3(turn.x, turn.y, turn.z)) * far;
}

/* Renew the list of a pair if they have moved by more than it allows for. */
static PetscErrorCode renew(const Meeting *m, SolidPair *pair)
{
  const Domain *domain = m->named.domain;
  const double  extent = m->scene.of_body->extent, slack = list_share * extent,
               reach       = max_real(m->law->reach, m->law->keeps);
  const Displacement at[2] = {solid_where(&m->named, m->scene.body),
                              solid_where(&m->named, m->scene.other)};
  const Vec3         x     = pair->at[0].shift;

  PetscFunctionBeginUser;
  if (pair->listed) {
    const double far   = 2 * extent + slack + reach;
    const double moved = way_between(domain, &pair->at[0], &at[0], x, extent) +
                         way_between(domain, &pair->at[1], &at[1], x, far);

    if (moved < slack) PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(solid_list(&m->scene, reach + slack, pair));
  memcpy(pair->at, at, sizeof at);
  pair->listed = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode apply_pair(Contacts *c, const ContactScene *scene, SolidPair *pair,
                                 Loads *loads, ContactReport *report)
{
  Meeting m;
  double  reach;

  PetscFunctionBeginUser;
  meeting_begin(c, scene, pair, &m);
  reach = max_real(m.law->reach, m.law->keeps);
  PetscCall(renew(&m, pair));
  for (PetscInt k = 0; k < pair->n; k++) {
    const SolidKey *key = &pair->list[k];
    SolidKey        end = *key;
    SolidPlace      place;

    if (!solid_place(&m.scene, key, reach, &place)) continue;
    PetscCall(apply_one(&m, key, &place, loads, report));
    end.end = 1;
    if (key->kind == SOLID_CROSSING && solid_place(&m.scene, &end, reach, &place))
      PetscCall(apply_one(&m, &end, &place, loads, report));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode solids_apply(Contacts *c, const ContactScene *scene, Loads *loads,
                            ContactReport *report)
{
  Solids *s = c->solids;

  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  s->touching[!s->now].n = 0;
  s->here[!s->now]       = 0;
  for (int k = 0; k < s->n_pairs; k++)
    if (!is_gone(scene->walls, &s->pair[k]) && !is_fixed(scene, &s->pair[k]))
      PetscCall(apply_pair(c, scene, &s->pair[k], loads, report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void solids_commit(Solids *s)
{
  if (s) s->now = !s->now;
}

PetscErrorCode solids_energy(Contacts *c, const ContactScene *scene, Sum *sum)
{
  const Solids        *s = c->solids;
  const SolidTouching *t = s ? &s->touching[s->now] : NULL;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; s && k < t->n; k++) {
    const SolidPair pair         = {.body = t->key[k].body, .other = t->key[k].other};
    double          energy[TILE] = {0};
    SolidPlace      place;
    Meeting         m;
    Tile            tile;

    if (is_gone(scene->walls, &pair)) continue;
    meeting_begin(c, scene, &pair, &m);
    if (!m.here || !solid_place(&m.scene, &t->key[k], INFINITY, &place)) continue;
    gather(&m, &t->key[k], &place, t->memory + (size_t)k * (size_t)s->width, &tile);
    law_energy(m.law, c->batch, energy);
    sum_add(sum, t->key[k].end ? -energy[0] : energy[0]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoints ---- */

PetscErrorCode solids_gather(Solids *s)
{
  const SolidTouching *t = &s->touching[s->now];
  int64_t             *key;

  PetscFunctionBeginUser;
  array_free(&s->saved_keys.list);
  array_free(&s->saved_memory.list);
  s->saved_keys.n   = SOLID_KEY_NUMBERS * (int64_t)t->n;
  s->saved_memory.n = s->width * (int64_t)t->n;
  PetscCall(array_create(&s->saved_keys.list, sizeof *key, (PetscInt)s->saved_keys.n));
  PetscCall(array_create(&s->saved_memory.list, sizeof(double), (PetscInt)s->saved_memory.n));
  key = s->saved_keys.list;
  for (PetscInt k = 0; k < t->n; k++, key += SOLID_KEY_NUMBERS) {
    const SolidKey *of = &t->key[k];

    key[0] = of->body;
    key[1] = of->other;
    key[2] = of->kind;
    key[3] = of->part;
    key[4] = of->place;
    key[5] = of->end;
  }
  if (s->saved_memory.n > 0)
    memcpy(s->saved_memory.list, t->memory, (size_t)s->saved_memory.n * sizeof(double));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode solids_take(Solids *s)
{
  SolidTouching *t   = &s->touching[s->now];
  const int64_t *key = s->saved_keys.list;

  PetscFunctionBeginUser;
  t->n = (PetscInt)(s->saved_keys.n / SOLID_KEY_NUMBERS);
  PetscCall(array_reserve(&t->key, sizeof *t->key, t->n + 1, &t->capacity));
  PetscCall(array_reserve(&t->memory, (size_t)(s->width > 0 ? s->width : 1) * sizeof *t->memory,
                          t->n + 1, &t->memory_capacity));
  memset(t->memory, 0, (size_t)t->n * (size_t)s->width * sizeof *t->memory);
  for (PetscInt k = 0; k < t->n; k++, key += SOLID_KEY_NUMBERS)
    t->key[k] = (SolidKey){(int32_t)key[0], (int32_t)key[1], (int32_t)key[2],
                           (int32_t)key[3], (int32_t)key[4], (int32_t)key[5]};
  if (s->saved_memory.n == s->width * (int64_t)t->n && s->saved_memory.n > 0)
    memcpy(t->memory, s->saved_memory.list, (size_t)s->saved_memory.n * sizeof(double));
  PetscFunctionReturn(PETSC_SUCCESS);
}
