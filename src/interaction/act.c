/* SPDX-License-Identifier: MIT */
/* Forces on single bodies: clumps, pebbles or given points, evaluated by the rank that owns the
   clump. Pebbles are placed from the template: the pebble rows of this rank may lack some pebbles
   of an owned clump. */
#include "base/bounds.h"
#include "contact/geometry.h"
#include "interaction/evaluate.h"
#include "interaction/row_loads.h"

/* A pass over the bodies of one interaction: they are gathered to a batch, which `flush` evaluates
   when it is full. */
typedef struct BodyVisit BodyVisit;
struct BodyVisit {
  Interactions           *all;
  const Acting           *item;
  const InteractionScene *scene;
  BodyBatch              *batch;
  const double           *values; /* [rows] quantity of clumps; NULL: the interaction has none */
  double                  part;   /* quantity of the pebble that put() appends */
  int    parts; /* index of the quantity if each pebble has a part of it, else -1 */
  double arm[3][INTERACTION_TILE]; /* from the clump's centre to that of the body, m */
  void (*flush)(BodyVisit *);
  /* of forces */
  const RowLoads *rows; /* loads that were found at once; NULL: act() adds them to the batch */
  Loads          *loads;
  Accumulator    *flow; /* NULL: none */
  ContactReport  *report;
  uint64_t        work; /* work taken from the clumps in half a step, quanta; may wrap */
  /* of energies */
  Sum *energy;
};

/* ---- forces ---- */

static void put3(double *x, double *y, double *z, int k, Vec3 v)
{
  x[k] = v.x;
  y[k] = v.y;
  z[k] = v.z;
}

/* Report body k, if it is the first of the step whose load, work or flow is out of range or NaN;
   size: that number; flow: its quantity, NULL for load and work. */
static void note_wild(BodyVisit *s, int k, double size, const Quantity *flow)
{
  const Acting *item = s->item;

  if (!interactions_report(s->report, item->name, item->section,
                           s->scene->clumps->id[s->batch->row[k]], size, ""))
    return;
  s->report->wild_flow = flow;
  if (flow || !item->kind->body->explain) return;
  item->kind->body->explain(item->constants, s->batch, k, s->all->why, INTERACTION_WHY);
  s->report->wild_why = s->all->why;
}

/* Note the acceleration of a clump by forces of this size on each of its bodies. */
static void note_pull(const BodyVisit *s, int32_t row, double force)
{
  const Clumps *c = s->scene->clumps;
  const int     n =
    s->item->bodies == BODIES_PEBBLES ? s->scene->templates->list[c->template[row]].n : 1;

  s->report->pull = max_real(s->report->pull, n * force * c->pose[row].inverse_mass);
}

/* Add the load of body k to the sums of its clump. Couples count in largest_torque as geometry.h
   says. */
static void add_load(BodyVisit *s, int k)
{
  const BodyBatch *b     = s->batch;
  const Loads     *loads = s->loads;
  const int32_t    row   = b->row[k];
  const double     per   = s->scene->clumps->pose[row].per_arm;
  const Vec3       f = {b->fx[k], b->fy[k], b->fz[k]}, c = {b->cx[k], b->cy[k], b->cz[k]},
             arm     = {s->arm[0][k], s->arm[1][k], s->arm[2][k]};
  const Vec3   t     = vec3_cross(arm, f);
  const double force = vec3_norm(f), torque = COUPLE_SHARE * per * vec3_norm(c),
               unit = loads->force.inverse, turn = loads->torque.inverse * per;
  const int64_t q[LOAD_PARTS] = {quanta(f.x, unit),
                                 quanta(f.y, unit),
                                 quanta(f.z, unit),
                                 quanta(t.x, turn) + quanta(c.x, turn),
                                 quanta(t.y, turn) + quanta(c.y, turn),
                                 quanta(t.z, turn) + quanta(c.z, turn)};

  if (!(force + torque <= FORCE_MOST)) note_wild(s, k, force + torque, NULL);
  else {
    s->report->largest_force  = max_real(s->report->largest_force, force);
    s->report->largest_torque = max_real(s->report->largest_torque, torque);
    if (!s->item->kind->loses) note_pull(s, row, force);
  }
  loads_add_row(loads->sum + (size_t)row * LOAD_PARTS, q);
}

/* Power of the load on body k along the axes in which its clump may move, W. */
static double free_power(const BodyVisit *s, int k)
{
  const BodyBatch *b       = s->batch;
  const Clumps    *c       = s->scene->clumps;
  const int32_t    row     = b->row[k];
  const uint64_t   blocked = c->blocked[row];
  const Vec3       f = {b->fx[k], b->fy[k], b->fz[k]}, v = c->pose[row].v, w = c->pose[row].w,
             t    = vec3_add(vec3_cross((Vec3){s->arm[0][k], s->arm[1][k], s->arm[2][k]}, f),
                             (Vec3){b->cx[k], b->cy[k], b->cz[k]});
  const Vec3 turn = clump_along(c, row, c->pose[row].q, t),
             spin = clump_along(c, row, c->pose[row].q, w),
             free = clump_free_way(c, row, c->pose[row].q, f);
  double power    = 0;

  for (int axis = 0; axis < 3; axis++) {
    power += vec3_axis(free, axis) * vec3_axis(v, axis);
    if (!(blocked >> (3 + axis) & 1)) power += vec3_axis(turn, axis) * vec3_axis(spin, axis);
  }
  return power;
}

/* True if the work of the forces counts as lost or supplied. */
static bool counts_work(const BodyVisit *s)
{
  return s->item->kind->loses || s->item->kind->supplies;
}

/* Work taken from body k by its force and couple in half a step. Groups that follow motions count
   the work of all forces on them as theirs, so there what supplies it counts as a whole. */
static void add_work(BodyVisit *s, int k)
{
  const BodyBatch *b     = s->batch;
  const bool       held  = !clump_is_driven(s->scene->clumps, b->row[k]);
  const double     power = s->item->kind->supplies && held
                             ? free_power(s, k)
                             : b->fx[k] * b->vx[k] + b->fy[k] * b->vy[k] + b->fz[k] * b->vz[k] +
                             b->cx[k] * b->wx[k] + b->cy[k] * b->wy[k] + b->cz[k] * b->wz[k];
  const double     work  = 0.5 * s->scene->dt * (b->loss[k] - (counts_work(s) ? power : 0));

  if (!(fabs(work) <= WORK_MOST)) note_wild(s, k, work, NULL);
  else s->report->largest_work = max_real(s->report->largest_work, fabs(work));
  s->work += (uint64_t)quanta(work, s->loads->work.inverse);
}

static void add_flow(BodyVisit *s, int k)
{
  const double flow = s->batch->flow[k];
  double      *most = &s->report->largest_more[s->flow - s->loads->more];

  if (!(fabs(flow) <= FLOW_MOST)) note_wild(s, k, flow, s->item->quantity);
  else *most = max_real(*most, fabs(flow));
  loads_add(&s->flow->sum[s->batch->row[k]], quanta(flow, s->flow->quantum.inverse));
}

/* Turn the force and the couple of body k from the axes of its template, as given, to the lab. */
static void turn_to_lab(const BodyVisit *s, int k)
{
  BodyBatch    *b   = s->batch;
  const int32_t row = b->row[k];
  const Quat    q =
    quat_mul(s->scene->clumps->pose[row].q,
             quat_conjugate(s->scene->templates->list[s->scene->clumps->template[row]].mass.axes));

  put3(b->fx, b->fy, b->fz, k, quat_turn(q, (Vec3){b->fx[k], b->fy[k], b->fz[k]}));
  put3(b->cx, b->cy, b->cz, k, quat_turn(q, (Vec3){b->cx[k], b->cy[k], b->cz[k]}));
}

/* Take the loads of the bodies of the batch from those that were found at once. */
static void take_rows(const RowLoads *rows, BodyBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    put3(b->fx, b->fy, b->fz, k, rows->force[b->row[k]]);
    if (rows->torque) put3(b->cx, b->cy, b->cz, k, rows->torque[b->row[k]]);
  }
}

static void flush_forces(BodyVisit *s)
{
  BodyBatch *b = s->batch;

  if (s->rows) take_rows(s->rows, b);
  else s->item->kind->body->act(s->item->constants, b);
  for (int k = 0; k < b->n; k++) {
    if (s->item->in_body) turn_to_lab(s, k);
    add_load(s, k);
    if (counts_work(s) || s->item->kind->gives & GIVES_BODY_LOSS) add_work(s, k);
    if (s->flow) add_flow(s, k);
  }
}

static void flush_energy(BodyVisit *s)
{
  double energy[INTERACTION_TILE] = {0};

  s->item->kind->body->energy(s->item->constants, s->batch, energy);
  for (int k = 0; k < s->batch->n; k++) sum_add(s->energy, energy[k]);
}

static void flush_gyrations(BodyVisit *s)
{
  const BodyBatch *b = s->batch;
  double           x[INTERACTION_TILE], y[INTERACTION_TILE], z[INTERACTION_TILE];
  double *const    field[3] = {x, y, z};

  s->item->kind->body->magnetic(s->item->constants, b, field);
  for (int k = 0; k < b->n; k++)
    gyration_add(&s->all->gyration[b->row[k]], vec3_scale(b->value[k], (Vec3){x[k], y[k], z[k]}),
                 (Vec3){s->arm[0][k], s->arm[1][k], s->arm[2][k]});
}

/* ---- bodies ---- */

static void flush(BodyVisit *s)
{
  if (s->batch->n > 0) s->flush(s);
  s->batch->n = 0;
}

/* Append a body of owned row a. */
static void put(BodyVisit *s, PetscInt a, Vec3 arm, double radius, int material)
{
  const Clumps *c    = s->scene->clumps;
  const Pose   *pose = &c->pose[a];
  BodyBatch    *b    = s->batch;
  const int     k    = b->n++;

  put3(b->x, b->y, b->z, k, domain_wrapped(s->scene->domain, vec3_add(pose->x, arm)));
  put3(b->vx, b->vy, b->vz, k, vec3_add(pose->v, vec3_cross(pose->w, arm)));
  put3(b->wx, b->wy, b->wz, k, pose->w);
  put3(b->fx, b->fy, b->fz, k, (Vec3){0, 0, 0});
  put3(b->cx, b->cy, b->cz, k, (Vec3){0, 0, 0});
  put3(s->arm[0], s->arm[1], s->arm[2], k, arm);
  b->mass[k]     = c->mass[a];
  b->share[k]    = s->item->bodies == BODIES_PEBBLES ? s->all->share[c->template[a]] : 1;
  b->radius[k]   = radius;
  b->row[k]      = (int32_t)a;
  b->material[k] = material;
  b->value[k]    = s->parts >= 0 ? s->part : s->values ? s->values[a] : 0;
  b->flow[k]     = 0;
  b->loss[k]     = 0;
  if (b->n == INTERACTION_TILE) flush(s);
}

static void put_pebbles(BodyVisit *s, PetscInt a)
{
  const Clumps   *c     = s->scene->clumps;
  const Template *t     = &s->scene->templates->list[c->template[a]];
  const double    scale = c->scale[a];

  for (int i = 0; i < t->n; i++) {
    if (s->item->pebbles && !(s->item->pebbles & (t->group[i] | t->selected))) continue;
    if (s->parts >= 0) s->part = pebble_part(t, s->parts, i, s->values[a]);
    put(s, a, pebble_arm(c->pose[a].q, vec3_scale(scale, t->offset[i]), s->scene->domain->magic),
        scale * t->radius[i], t->material[i]);
  }
}

/* Append the bodies of owned row a that the interaction acts on. */
ALWAYS_INLINE void put_clump(BodyVisit *s, const Clumps *c, const Templates *templates, PetscInt a)
{
  const double radius = c->scale[a] * s->all->round[c->template[a]];
  const int    first  = templates->list[c->template[a]].material[0];

  if (s->item->bodies == BODIES_PEBBLES) put_pebbles(s, a);
  else if (s->item->bodies == BODIES_POINT)
    put(s, a, quat_turn(c->pose[a].q, vec3_scale(c->scale[a], s->item->point[c->template[a]])),
        radius, first);
  else put(s, a, (Vec3){0, 0, 0}, radius, first);
}

/* All bodies that the interaction acts on. */
static void visit(BodyVisit *s)
{
  const Clumps    *c         = s->scene->clumps;
  const Templates *templates = s->scene->templates;
  const uint64_t   wanted    = s->item->groups;
  const Quantity  *of        = s->item->quantity;
  const int        q         = of ? quantity_index(of) : -1;

  s->parts = of && of->of_pebbles && s->item->bodies == BODIES_PEBBLES ? q : -1;
  if (of) s->values = of->of_pebbles ? c->quantity[q].value : c->quantity[q].predicted;
  s->batch->n     = 0;
  s->batch->found = s->item->found;
  s->batch->time  = s->scene->time - s->item->span.start;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!clump_is_gone(c, a) && clump_is_among(c, a, wanted)) put_clump(s, c, templates, a);
  flush(s);
}

/* ---- loads of rows ---- */

/* Power of a load on the centre of a clump all of whose axes are free, in the order of
   free_power. */
static double whole_power(const Pose *p, Vec3 f, Vec3 t)
{
  return f.x * p->v.x + t.x * p->w.x + f.y * p->v.y + t.y * p->w.y + f.z * p->v.z + t.z * p->w.z;
}

/* Add the load of a row whose axes are all free, as add_load and add_work do. */
static void add_row(const RowSums *sums, PetscInt a, RowReport *r)
{
  const Pose  *p       = &sums->clumps->pose[a];
  const Loads *loads   = sums->to;
  const Vec3   f       = sums->loads.force[a],
             t         = sums->loads.torque ? sums->loads.torque[a] : vec3(0, 0, 0);
  const double   force = vec3_norm(f), couple = COUPLE_SHARE * p->per_arm * vec3_norm(t);
  const double   work = sums->half * (0 - whole_power(p, f, t)), size = fabs(work);
  int64_t *const row = loads->sum + (size_t)a * LOAD_PARTS;

  r->all += force + couple + size;
  r->force  = max_real(force, r->force);
  r->torque = max_real(couple, r->torque);
  r->both   = max_real(force + couple, r->both);
  r->work   = max_real(size, r->work);
  r->pull   = max_real(force * p->inverse_mass, r->pull);
  r->done += (uint64_t)quanta(work, loads->work.inverse);
  loads_add_vectors(row, f, t, loads->force.inverse, loads->torque.inverse * p->per_arm);
}

/* Add the load of a row: if it has blocked axes, or follows a motion, as of other bodies. */
static void add_one(BodyVisit *s, const RowSums *sums, PetscInt a, RowReport *r)
{
  const Clumps   *c    = s->scene->clumps;
  const RowLoads *rows = &sums->loads;

  if (rows->sparse && vec3_is_zero(rows->force[a]) && vec3_is_zero(rows->torque[a])) return;
  if (c->blocked[a] == 0 && !clump_is_driven(c, a)) add_row(sums, a, r);
  else if (!clump_is_gone(c, a)) put_clump(s, c, s->scene->templates, a);
}

/* Add loads of all owned clumps. False: some number may be out of range. */
static bool add_rows(BodyVisit *s)
{
  const PetscInt n      = s->scene->clumps->n_owned;
  const RowSums  sums   = {s->scene->clumps, *s->rows, s->loads, 0.5 * s->scene->dt};
  ContactReport *report = s->report;
  RowReport      r      = {.all = 0};

  s->batch->n = 0;
  s->parts    = -1;
  for (PetscInt a = 0; a < n;) {
    const PetscInt from = row_loads_add(&sums, a, &r);

    for (a = from; a < n && a < from + CLUMPS_TILE; a++) add_one(s, &sums, a, &r);
  }
  report->largest_force  = max_real(report->largest_force, r.force);
  report->largest_torque = max_real(report->largest_torque, r.torque);
  report->largest_work   = max_real(report->largest_work, r.work);
  report->pull           = max_real(report->pull, r.pull);
  s->work += r.done;
  flush(s);
  return isfinite(r.all) && r.both <= FORCE_MOST && r.work <= WORK_MOST;
}

/* A pass of interaction k, without what its flush needs of its own. */
static BodyVisit visit_of(Interactions *all, int k, const InteractionScene *scene,
                          void (*flush_batch)(BodyVisit *))
{
  return (BodyVisit){
    .all = all, .item = &all->list[k], .scene = scene, .batch = all->body, .flush = flush_batch};
}

void interactions_act(Interactions *all, const InteractionScene *scene, Loads *loads,
                      ContactReport *report, Sum *lost)
{
  sum_clear(&all->supplied);
  for (int k = 0; k < all->n; k++) {
    const Interaction *kind = all->list[k].kind;
    BodyVisit          s    = visit_of(all, k, scene, flush_forces);
    RowLoads           rows = {.force = NULL};

    if (!kind->body || (kind->body->acts && !kind->body->acts(all->list[k].constants))) continue;
    if (!(scene->time >= s.item->span.start && scene->time < s.item->span.end)) continue;
    if (kind->body->find && !kind->body->find(all->list[k].constants, all, scene, report, &rows))
      continue;
    if (kind->gives & GIVES_BODY_FLOW && all->list[k].quantity)
      s.flow = loads_find(loads, all->list[k].quantity->fields[QUANTITY_FLOW].name);
    s.loads  = loads;
    s.report = report;
    s.rows   = rows.force ? &rows : NULL;
    if (!s.rows || !add_rows(&s)) visit(&s); /* which reports what is out of range */
    if (!(report->largest_work <= loads->work.largest)) continue;
    if (kind->supplies) sum_add_scaled(&all->supplied, (int64_t)(0 - s.work), loads->work.exponent);
    else sum_add_scaled(lost, (int64_t)s.work, loads->work.exponent);
  }
}

void interactions_gyrate(Interactions *all, const InteractionScene *scene)
{
  const PetscInt n = scene->clumps->n_owned;

  array_reserve(&all->gyration, sizeof *all->gyration, n, &all->gyrations);
  if (n > 0) memset(all->gyration, 0, (size_t)n * sizeof *all->gyration);
  for (int k = 0; k < all->n; k++) {
    BodyVisit s = visit_of(all, k, scene, flush_gyrations);

    if (s.item->kind->body && s.item->kind->body->magnetic) visit(&s);
  }
}

void act_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  for (int k = 0; k < all->n; k++) {
    BodyVisit s = visit_of(all, k, scene, flush_energy);

    s.energy = energy;
    if (s.item->kind->body && s.item->kind->body->energy) visit(&s);
  }
}
