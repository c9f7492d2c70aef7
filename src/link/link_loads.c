/* SPDX-License-Identifier: MIT */
/* Loads of links: ends are gathered tile by tile, the kind sets forces, and these are added to the
   clumps as exact quanta, like those of contacts. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "link/links.h"

/* ---- gather ---- */

/* End `side` of link k; memory: of that link. */
ALWAYS_INLINE LinkEnd end_of(const LinkSet *set, const ContactScene *s, const Templates *templates,
                             PetscInt k, int side, const double *memory)
{
  const int32_t row    = set->ends[k].row[side],
                member = side ? set->list[k].member_b : set->list[k].member_a;
  const Clumps *c      = s->clumps;
  const Pose   *p      = &c->pose[row];
  LinkEnd       end    = {.v = p->v, .w = p->w, .q = p->q};

  if (set->kind->arms) {
    const double *arm = memory + 3 * side;

    if (arm[0] != 0 || arm[1] != 0 || arm[2] != 0)
      end.arm = quat_turn(p->q, (Vec3){arm[0], arm[1], arm[2]});
  } else if (member != LINK_CENTRE) {
    const Template *t = &templates->list[c->template[row]];
    const Vec3      o = t->offset[member];

    if (o.x != 0 || o.y != 0 || o.z != 0) /* else 0, as of single spheres */
      end.arm = pebble_arm(p->q, vec3_scale(p->scale, o), s->domain->magic);
    end.radius = p->scale * t->radius[member];
  }
  return end;
}

ALWAYS_INLINE void put_link(const LinkSet *set, const ContactScene *s, const Templates *templates,
                            PetscInt k, const double *memory, LinkTile *t)
{
  const Pose *a = &s->clumps->pose[set->ends[k].row[0]], *b = &s->clumps->pose[set->ends[k].row[1]];
  LinkBatch  *batch = &t->batch;
  const int   i     = batch->n++;

  t->link[i]       = k;
  batch->a[i]      = end_of(set, s, templates, k, 0, memory);
  batch->b[i]      = end_of(set, s, templates, k, 1, memory);
  batch->way[i]    = vec3_add(vec3_sub(b->x, a->x), vec3_sub(batch->b[i].arm, batch->a[i].arm));
  batch->memory[i] = memory;
}

/* Links at->next .. of the object at->object, up to a full tile. */
KERNEL static void take_links(const LinkSet *set, const ContactScene *s, const Templates *templates,
                              size_t columns, LinkCursor *at, LinkTile *t)
{
  for (; at->next < set->n && t->batch.n < LINK_TILE; at->next++)
    if (set->list[at->next].object == at->object && (!at->only || at->only[at->next]) &&
        link_acts(set, s->clumps, at->next))
      put_link(set, s, templates, at->next, set->memory + (size_t)at->next * columns, t);
}

bool links_next_tile(const LinkSet *set, const ContactScene *s, const Templates *templates,
                     LinkCursor *at, LinkTile *t)
{
  t->batch.n         = 0;
  t->batch.dimension = s->domain->dimension;
  for (; at->object < set->n_objects; at->object++, at->next = 0) {
    take_links(set, s, templates, (size_t)link_columns(set->kind), at, t);
    if (t->batch.n > 0) return true;
  }
  return false;
}

bool links_apply_tile(const LinkSet *set, const ContactScene *s, const Templates *templates,
                      LinkCursor *at, LinkTile *t)
{
  LinkBatch *b = &t->batch;
  size_t     vectors;

  if (!links_next_tile(set, s, templates, at, t)) return false;
  vectors = (size_t)b->n * sizeof(Vec3);
  memset(b->force, 0, vectors);
  memset(b->at_a, 0, vectors);
  memset(b->at_b, 0, vectors);
  memset(b->couple, 0, vectors);
  memset(b->energy, 0, (size_t)b->n * sizeof *b->energy);
  memset(b->damped, 0, (size_t)b->n * sizeof *b->damped);
  memset(b->lost, 0, (size_t)b->n * sizeof *b->lost);
  memset(b->rupture, 0, (size_t)b->n * sizeof *b->rupture);
  link_apply(set->kind, set->objects[at->object].constants, &t->batch);
  return true;
}

void link_begin(LinkSet *set, const ContactScene *s, const Templates *templates, PetscInt k)
{
  const LinkGiven nothing = link_nothing_given(s->domain->dimension);
  LinkTile        t       = {.batch = {.dimension = s->domain->dimension}};

  put_link(set, s, templates, k, link_memory(set, k), &t);
  set->kind->start(set->objects[set->list[k].object].constants, &t.batch, 0, &nothing,
                   link_memory(set, k));
}

/* ---- loads ---- */

void report_wild_link(const Link *link, double size, ContactReport *report)
{
  report->possible  = false;
  report->wild      = size;
  report->wild_a    = link->a;
  report->wild_b    = link->b;
  report->wild_wall = false;
  report->wild_flow = NULL;
}

/* Add link i of the tile to the loads; returns the work that it takes in half a step, J. Its
   torques are monitored like couples, as they are not bounded by the force. */
ALWAYS_INLINE double add_link(const LinkSet *set, const ContactScene *s, const LinkTile *t, int i,
                              Loads *loads, ContactReport *report)
{
  const LinkBatch *b      = &t->batch;
  const int32_t   *row    = set->ends[t->link[i]].row;
  const double     per[2] = {s->clumps->pose[row[0]].per_arm, s->clumps->pose[row[1]].per_arm};
  const Vec3       f = b->force[i], back = vec3_scale(-1, f);
  const Vec3       ta = vec3_add(vec3_cross(vec3_add(b->a[i].arm, b->at_a[i]), f), b->couple[i]),
             tb       = vec3_sub(vec3_cross(vec3_add(b->b[i].arm, b->at_b[i]), back), b->couple[i]);
  const Vec3 v        = link_slip(&b->a[i], b->at_a[i], &b->b[i], b->at_b[i]),
             w        = vec3_sub(b->a[i].w, b->b[i].w);
  const double work   = -0.5 * s->dt * (vec3_dot(f, v) + vec3_dot(b->couple[i], w));
  const double force  = vec3_largest(f),
               torque = max_real(per[0] * vec3_largest(ta), per[1] * vec3_largest(tb)),
               most   = max_real(fabs(work), 0.5 * s->dt * b->damped[i]);

  if (!(vec3_dot(f, f) >= 0 && vec3_dot(ta, ta) >= 0 && vec3_dot(tb, tb) >= 0 &&
        force <= FORCE_MOST && torque <= FORCE_MOST && most <= WORK_MOST)) {
    if (!report->possible) return 0;
    report_wild_link(&set->list[t->link[i]], max_real(force, torque), report);
    return 0;
  }
  report->largest_force  = max_real(report->largest_force, force);
  report->largest_torque = max_real(report->largest_torque, torque);
  report->largest_work   = max_real(report->largest_work, most);
  loads_add_vectors(loads->sum + (size_t)row[0] * LOAD_PARTS, f, ta, loads->force.inverse,
                    per[0] * loads->torque.inverse);
  loads_add_vectors(loads->sum + (size_t)row[1] * LOAD_PARTS, back, tb, loads->force.inverse,
                    per[1] * loads->torque.inverse);
  return work;
}

/* Add all links of a tile; *work, *damped: what they and their dashpots take in half a step, in
   quanta, which may wrap. */
KERNEL static void add_tile(const LinkSet *set, const ContactScene *s, const LinkTile *t,
                            Loads *loads, ContactReport *report, uint64_t *work, uint64_t *damped)
{
  const double inverse = loads->work.inverse, half = 0.5 * s->dt;

  for (int i = 0; i < t->batch.n; i++) {
    *work += (uint64_t)quanta(add_link(set, s, t, i, loads, report), inverse);
    *damped += (uint64_t)quanta(half * t->batch.damped[i], inverse);
  }
}

/* True if no link of a passive kind breaks now: the set does nothing then. */
static bool set_is_quiet(const LinkSet *set, const Clumps *c)
{
  const size_t columns = (size_t)link_columns(set->kind);

  if (set->quiet) return true;
  if (!set->kind->rupture) return false;
  for (PetscInt k = 0; k < set->n; k++) {
    const void *self = set->objects[set->list[k].object].constants;

    if (set->kind->rupture(self, set->memory + (size_t)k * columns) && link_acts(set, c, k))
      return false;
  }
  return true;
}

static void set_apply(LinkSet *set, const ContactScene *s, const Templates *templates,
                      uint8_t *rupture, Links *links, Loads *loads, Sum *work,
                      ContactReport *report)
{
  LinkTile   t;
  LinkCursor at = {0};

  while (links_apply_tile(set, s, templates, &at, &t)) {
    uint64_t sum = 0, damped = 0; /* may wrap; not used then */

    for (int i = 0; i < t.batch.n; i++) {
      if (!t.batch.rupture[i]) continue;
      rupture[t.link[i]] = (uint8_t)t.batch.rupture[i];
      links->some_broke  = true;
      if (t.batch.lost[i] <= WORK_MOST) sum_add(&links->lost, t.batch.lost[i]);
    }
    if (!set->kind->passive) add_tile(set, s, &t, loads, report, &sum, &damped);
    if (!(report->largest_work <= loads->work.largest)) continue;
    sum_add_scaled(work, (int64_t)sum, loads->work.exponent);
    if (damped) sum_add_scaled(&links->damped, (int64_t)damped, loads->work.exponent);
  }
}

void links_apply(Links *links, const ContactScene *s, const Templates *templates, Loads *loads,
                 Sum *work, ContactReport *report)
{
  PetscInt n = links_of_rank(links);

  links->some_broke = false;
  if (links_act(links)) {
    sum_clear(&links->lost);
    sum_clear(&links->damped);
  }
  if (links->total == 0) return;
  array_reserve(&links->rupture, 1, n, &links->rupture_capacity);
  if (n > 0) memset(links->rupture, 0, (size_t)n);
  n = 0;
  for (int k = 0; k < LINK_KINDS; k++) {
    LinkSet *set = &links->set[k];

    if (!set_is_quiet(set, s->clumps))
      (set->kind->evaluate ? links_apply_lanes : set_apply)(set, s, templates, links->rupture + n,
                                                            links, loads, work, report);
    n += links->set[k].n;
  }
}

/* ---- ruptures ---- */

/* Keep the rupture of link k for the list of breaks; its place is half way between its points. */
static void note_break(Links *links, int kind, PetscInt k, int mode, const ContactScene *s,
                       const Templates *templates, int64_t step, double time)
{
  LinkSet      *set    = &links->set[kind];
  const double *memory = link_memory(set, k);
  const Vec3    xa     = s->clumps->pose[set->ends[k].row[0]].x,
             xb        = s->clumps->pose[set->ends[k].row[1]].x;
  const Vec3 pa        = vec3_add(xa, end_of(set, s, templates, k, 0, memory).arm),
             pb        = vec3_add(xb, end_of(set, s, templates, k, 1, memory).arm);

  array_reserve(&links->breaks, sizeof *links->breaks, links->n_breaks + 1,
                &links->breaks_capacity);
  links->breaks[links->n_breaks++] =
    (Break){.step  = step,
            .time  = time,
            .kind  = kind,
            .mode  = mode - 1,
            .link  = set->list[k],
            .place = domain_wrapped(
              s->domain, vec3_add(pa, grid_round3(s->domain, vec3_scale(0.5, vec3_sub(pb, pa)))))};
}

void links_commit(Links *links, const ContactScene *s, const Templates *templates, int64_t step,
                  double time, Sum *lost)
{
  const uint8_t *rupture = links->rupture;

  if (!links->some_broke) return;
  for (int kind = 0; kind < LINK_KINDS; kind++) {
    LinkSet *set = &links->set[kind];

    for (PetscInt k = 0; k < set->n; k++) {
      if (!rupture[k]) continue;
      note_break(links, kind, k, rupture[k], s, templates, step, time);
      set->ends[k].row[0] = set->ends[k].row[1] = -1;
      links->broken[kind]++;
    }
    rupture += set->n;
  }
  sum_merge(lost, &links->lost);
  links->some_broke = false;
  links->version++;
}

void links_energy(const Links *links, const ContactScene *s, const Templates *templates, Sum *sum)
{
  LinkTile t;

  if (links->total == 0 || !links->placed) return;
  for (int k = 0; k < LINK_KINDS; k++) {
    LinkCursor at = {0};

    while (links_apply_tile(&links->set[k], s, templates, &at, &t))
      for (int i = 0; i < t.batch.n; i++) {
        const int32_t *row = links->set[k].ends[t.link[i]].row;

        if (contact_counts(s, row[0], row[1])) sum_add(sum, t.batch.energy[i]);
      }
  }
}

PetscInt links_here(const Links *links, const ContactScene *s)
{
  PetscInt n = 0;

  for (int k = 0; k < LINK_KINDS && links->placed; k++)
    for (PetscInt i = 0; i < links->set[k].n; i++) n += link_acts(&links->set[k], s->clumps, i);
  return n;
}

/* ---- visits ---- */

ContactSeen link_seen(const LinkSet *set, const ContactScene *s, const LinkTile *t, int i)
{
  const LinkBatch *b      = &t->batch;
  const Link      *l      = &set->list[t->link[i]];
  const int32_t   *row    = set->ends[t->link[i]].row;
  const double     length = vec3_norm(b->way[i]);
  ContactSeen      seen   = {.name          = set->objects[l->object].name,
                             .b             = l->b,
                             .member_a      = l->member_a,
                             .member_b      = l->member_b,
                             .arm_a         = b->a[i].arm,
                             .arm_b         = b->b[i].arm,
                             .radius_a      = b->a[i].radius,
                             .radius_b      = b->b[i].radius,
                             .gap           = NAN,
                             .age           = NAN,
                             .memory        = b->memory[i],
                             .n_memory      = link_columns(set->kind),
                             .memory_stride = 1};

  if (length > 0) seen.normal = vec3_scale(1 / length, b->way[i]);
  seen_of_rows(s->domain, s->clumps, row[0], row[1], &seen);
  return seen;
}

void links_visit(const Links *links, const ContactScene *s, const Templates *templates,
                 const ContactVisitor *to)
{
  LinkTile t;

  if (links->total == 0 || !links->placed) return;
  for (int k = 0; k < LINK_KINDS; k++) {
    const LinkSet *set = &links->set[k];
    LinkCursor     at  = {0};

    while (!set->kind->passive && links_apply_tile(set, s, templates, &at, &t))
      for (int i = 0; i < t.batch.n; i++) {
        ContactSeen seen = link_seen(set, s, &t, i);

        seen.kind   = SEEN_LINK;
        seen.arm_a  = vec3_add(seen.arm_a, t.batch.at_a[i]);
        seen.arm_b  = vec3_add(seen.arm_b, t.batch.at_b[i]);
        seen.force  = t.batch.force[i];
        seen.couple = t.batch.couple[i];
        to->see(to->self, &seen, 1);
      }
  }
}
