/* SPDX-License-Identifier: MIT */
/* Limits of the time step by contacts and interactions (stable.h). The duration of a contact is
   law_time in contact/law_limits.c. */
#include "measure/timestep/stable.h"
#include "constraint/project.h"
#include "contact/law.h"
#include "interaction/interactions.h"
#include "measure/timestep/classes.h"
#include "motion/prescribed/wall_motion.h"
#include "space/domain.h"

/* Dashpots that grow with the overlap are evaluated at no more than this overlap, in reduced radii,
   for clumps at rest on others, whose sticking contacts must be stable. */
#define AT_REST_MOST REFERENCE_OVERLAP

/* The state from which limits are found. */
typedef struct {
  const World        *world;
  const ImpactSpeeds *speeds;
  double              overlap_limit;
  PebbleClasses       classes;
} Estimate;

/* ---- pairs ---- */

/* Two classes, or a class and a wall, that may touch. */
typedef struct {
  const PebbleClass *a, *b;
  const Law         *law;
  double             radius;       /* reduced, m */
  double             speed;        /* impact speed, m/s; 0: not known */
  bool               wall;         /* b is a wall */
  const char        *name, *other; /* name of a's template; of b's template or the wall */
} Meeting;

/* Bound of the impact speed; 0: not known. The speed of a fall counts once, as clumps that fall
   together gain no relative speed. */
static double meeting_speed(const ImpactSpeeds *s, const Meeting *m)
{
  const double b   = m->wall       ? (m->b->whole > 0 ? s->free : s->walls)
                     : m->b->fixed ? s->fixed
                                   : s->free,
               own = (m->a->fixed ? s->fixed : s->free) + b;

  return s->given >= 0 ? s->given : sqrt(own * own + s->fall * s->fall);
}

/* "A on B (law L, 12 contacts at once, impact at 2 m/s)"; many: number of contacts. */
static void say(char text[256], const Meeting *m, double many)
{
  char at_once[48] = "", at[48] = "";

  if (many > 1) snprintf(at_once, sizeof at_once, ", %.0f contacts at once", many);
  if (m->speed > 0 && law_is_nonlinear(m->law))
    snprintf(at, sizeof at, ", impact at %.3g m/s", m->speed);
  snprintf(text, 256, "%s on %s (law %s%s%s)", m->name, m->other, m->law->name, at_once, at);
}

/* Keep the shortest time, with the text of the pair. */
static void note_time(const Meeting *m, double time, double many, double *least, char text[256])
{
  if (limit_lowers(least, time)) say(text, m, many);
}

static void note_rate(const Meeting *m, double rate, double many, double *most, char text[256])
{
  if (limit_raises(most, rate)) say(text, m, many);
}

/* Compare the energy of an impact with that of the normal spring at overlap_limit, k d^2 / 2. k is
   the stiffness there, so that for a Hertz contact this energy is too large by a factor of 15/8. */
static void note_impact(const Meeting *m, double limit, double point, StepLimits *s)
{
  const double smaller  = m->wall ? m->a->radius : min_real(m->a->radius, m->b->radius),
               depth    = limit * smaller;
  const double spring   = law_stiffness(m->law, SLOTS_ALONG, m->radius, depth / m->radius);
  const double hardness = m->speed * m->speed / (point * spring * depth * depth);

  if (isfinite(depth) && limit_raises(&s->hardest, hardness))
    snprintf(s->hard, sizeof s->hard, "%s on %s (law %s) at %.3g m/s", m->name, m->other,
             m->law->name, m->speed);
}

/* Compare the weight of the lighter clump with k d, more than the force of the normal spring. */
static void note_weight(const Meeting *m, double gravity, StepLimits *s)
{
  const double inverse = m->wall ? m->a->whole : max_real(m->a->whole, m->b->whole),
               smaller = m->wall ? m->a->radius : min_real(m->a->radius, m->b->radius),
               depth   = SOFT_OVERLAP * smaller;
  const double spring  = law_stiffness(m->law, SLOTS_ALONG, m->radius, depth / m->radius);

  if (inverse > 0 && spring > 0 &&
      limit_raises(&s->softest, gravity / (inverse * spring * depth))) {
    snprintf(s->soft, sizeof s->soft, "%s on %s (law %s)", m->name, m->other, m->law->name);
    snprintf(s->soft_law, sizeof s->soft_law, "%s", m->law->name);
  }
}

/* Shortest time of `contacts` contacts at once, given that of the springs at the contact points:
   springs of couples add their part to the square of the fastest frequency, an upper bound where
   both act on one motion. */
static double with_couples(const Meeting *m, double overlap, double contacts, double time)
{
  const double turn =
    law_turn_time(m->law, m->radius, overlap, contacts * (m->a->turn + m->b->turn));

  return turn < INFINITY ? time / sqrt(1 + (time / turn) * (time / turn)) : time;
}

/* 1 over the moment of inertia for rolling on the surface of a pebble, with the smallest principal
   moment, 1/(kg m^2); 0 for a fixed body. */
static double rolling(const PebbleClass *k)
{
  return k->turn > 0 && k->whole > 0
           ? k->turn * k->whole / (k->whole + k->turn * k->radius * k->radius)
           : 0;
}

/* Largest decay rate of a dashpot of couples, 1/s. */
static double couples_slowing(const Meeting *m, double overlap, double contacts)
{
  const double turn = m->a->turn + m->b->turn;

  return law_slowing(m->law, SLOTS_TURN, m->radius, overlap, turn, rolling(m->a) + rolling(m->b),
                     contacts * turn);
}

static void try_contact(const Meeting *m, double limit, StepLimits *s)
{
  const double point = m->a->inverse + m->b->inverse, whole = m->a->whole + m->b->whole;
  const double overlap  = law_overlap(m->law, m->radius, 1 / point, m->speed),
               rest     = min_real(overlap, AT_REST_MOST);
  const double touching = law_slowing(m->law, SLOTS_ALONG, m->radius, FIRST_TOUCH * overlap, whole,
                                      point, point),
               along    = law_slowing(m->law, SLOTS_ALONG, m->radius, rest, whole, point, point),
               across   = law_slowing(m->law, SLOTS_ACROSS, m->radius, rest, whole, whole,
                                      m->a->across + m->b->across);
  const double springs  = law_time(m->law, m->radius, overlap, point),
               time     = with_couples(m, overlap, 1, springs);
  const bool shorter    = time < s->time;

  note_time(m, time, 1, &s->time, s->pair);
  /* springs of couples limit it more than those along and across the normal */
  if (shorter && 2 * time * time < springs * springs)
    strncat(s->pair, ", by its rolling or twisting spring", sizeof s->pair - strlen(s->pair) - 1);
  note_rate(m, touching, 1, &s->hit_rate, s->hit);
  note_rate(m, max_real(max_real(along, across), couples_slowing(m, rest, 1)), 1, &s->rate,
            s->dashpot);
  note_impact(m, limit, point, s);
}

/* Contacts through which a quantity of a body may change at once: the most neighbours of equal
   spheres. The flows of all add up, as they have no direction. */
enum { FLOW_CONTACTS = 12 };

/* Try the flow of a quantity; it also flows between fixed bodies. */
static void try_flow(const Meeting *m, int q, StepLimits *s)
{
  const double point = m->a->inverse + m->b->inverse;
  const double overlap =
    point > 0 ? law_overlap(m->law, m->radius, 1 / point, m->speed) : REFERENCE_OVERLAP;
  const double rate = FLOW_CONTACTS * law_conducts(m->law, quantities[q], m->radius, overlap) *
                      (m->a->per_amount[q] + m->b->per_amount[q]);

  if (rate > s->flow_rate) s->flowing = q;
  note_rate(m, rate, FLOW_CONTACTS, &s->flow_rate, s->flow);
}

/* Limits from several contacts at once: a face on a wall, face on face, a pebble on pebbles close
   together. A body with springs at some places of a face has no faster mode than with springs at
   all of them, or than with the same number at the place of the largest compliance. Modes are
   convex in the ratio of the stiffness across the normal to that along it, so for ratios between 0
   and 1 they lie below the chord. */
static void try_faces(const Meeting *m, StepLimits *s)
{
  const PebbleClass *a = m->a, *b = m->b;
  const double       each_a = m->wall ? 1 : b->patch,
               each_b       = a->patch; /* contacts per pebble of a; of b */
  const double contacts = m->wall ? a->face.n : min_real(a->face.n * each_a, b->face.n * each_b),
               whole    = a->whole + b->whole;
  const double normal   = min_real(each_a * a->face.normal, contacts * a->inverse) +
                        min_real(each_b * b->face.normal, contacts * b->inverse);
  const double full = min_real(each_a * a->face.full, contacts * a->across) +
                      min_real(each_b * b->face.full, contacts * b->across);
  const double point = a->face.point + b->face.point;
  double       overlap, rest, share, mode, touching, along, across;

  if (!(contacts >= 2) || !(normal > 0)) return;
  overlap = law_overlap(m->law, m->radius, 1 / (whole * contacts), m->speed);
  share   = law_stiffness(m->law, SLOTS_ACROSS, m->radius, overlap) /
          law_stiffness(m->law, SLOTS_ALONG, m->radius, overlap);
  mode   = share < 1 ? normal + share * (full - normal)
                     : full; /* law_time uses the larger of the two stiffnesses */
  rest   = min_real(overlap, AT_REST_MOST);
  along  = law_slowing(m->law, SLOTS_ALONG, m->radius, rest, whole, point, normal);
  across = law_slowing(m->law, SLOTS_ACROSS, m->radius, rest, whole, point, full);
  note_time(m, with_couples(m, overlap, contacts, law_time(m->law, m->radius, overlap, mode)),
            floor(contacts), &s->face_time, s->face);
  touching =
    law_slowing(m->law, SLOTS_ALONG, m->radius, FIRST_TOUCH * overlap, whole, point, normal);
  if (along > 0 && m->law->siblings == SIBLINGS_SEPARATE)
    note_rate(m, floor(contacts), floor(contacts), &s->several, s->bounce);
  note_rate(m, touching, floor(contacts), &s->hit_rate, s->hit);
  note_rate(m, FACE_DASHPOT * max_real(max_real(along, across), couples_slowing(m, rest, contacts)),
            floor(contacts), &s->rate, s->dashpot);
}

/* Keep the largest ratio of a reduced radius to the one up to which its law is valid. */
static void note_radius(const Meeting *m, StepLimits *s)
{
  for (int t = 0; t < m->law->n_terms; t++) {
    const double widest =
      term_limits(m->law->terms[t], m->law->constants[t], (TermCase){.radius = m->radius}).widest;

    if (widest > 0 && limit_raises(&s->wide, m->radius / widest))
      snprintf(s->widest, sizeof s->widest, "%s on %s (law %s): R* is %.6g m", m->name, m->other,
               m->law->name, m->radius);
  }
}

static void try_meeting(const Estimate *e, Meeting *m, StepLimits *s)
{
  const Laws *laws  = e->world->laws;
  const int   index = laws->of[m->a->material * laws->n_materials + m->b->material];

  if (index < 0) return;
  m->law   = &laws->list[index];
  m->name  = e->world->templates->list[m->a->template].name;
  m->speed = meeting_speed(e->speeds, m);
  note_radius(m, s);
  for (int q = 0; m->law->flows >> q; q++)
    if (m->law->flows >> q & 1) try_flow(m, q, s);
  if (m->a->inverse + m->b->inverse <= 0) return;
  try_contact(m, e->overlap_limit, s);
  try_faces(m, s);
  note_weight(m, vec3_norm(e->world->gravity), s);
}

/* True if all pebbles of a template are corners of a carried surface, which meet walls alone. */
static bool is_corners(const World *world, int t)
{
  for (int w = 0; w < world->walls->n; w++) {
    const Wall *wall = &world->walls->list[w];

    if (wall->carried && wall->template == t) return wall->corners == world->templates->list[t].n;
  }
  return false;
}

/* True if both classes are of the only clump of a template, which does not meet itself. */
static bool is_alone(const Estimate *e, const PebbleClass *a, const PebbleClass *b)
{
  const PebbleClasses *c     = &e->classes;
  bool                 wraps = false;

  for (int k = 0; k < e->world->dimension; k++)
    wraps = wraps || boundary_wraps(e->world->domain->boundary[k]);
  return !c->merged && a->template == b->template && c->use.count[a->template] <= 1 && !wraps;
}

/* Try a class on itself and those before it. alone: pairs of the only clump of a template with
   itself count, too. */
static void try_pairs(const Estimate *e, PetscInt i, bool alone, StepLimits *s)
{
  const World       *world = e->world;
  const PebbleClass *list = e->classes.list, *a = &list[i];

  if (is_corners(world, a->template)) return;
  for (PetscInt j = 0; j <= i; j++) {
    const PebbleClass *b = &list[j];
    Meeting            m = {.a      = a,
                            .b      = b,
                            .radius = a->radius * b->radius / (a->radius + b->radius),
                            .other  = world->templates->list[b->template].name};

    if (!is_corners(world, b->template) && (alone || !is_alone(e, a, b))) try_meeting(e, &m, s);
  }
}

static bool wall_moves(const World *world, int wall)
{
  for (int k = 0; k < world->motions->n; k++)
    if (world->motions->list[k].wall == wall) return true;
  return false;
}

/* Try a class on all walls but those that its clumps carry; those that move come first, so that one
   of them is named where several set the same limit. */
static void try_walls(const Estimate *e, const PebbleClass *a, StepLimits *s)
{
  const Walls *walls = e->world->walls;

  for (int k = 0; k < 2 * walls->n; k++) {
    const int   w    = k % walls->n;
    const Wall *wall = &walls->list[w];
    PebbleClass b;
    Meeting     m = {.a = a, .b = &b, .radius = a->radius, .wall = true, .other = wall->name};

    if (wall_moves(e->world, w) != (k < walls->n)) continue;
    if (wall->carried && wall->template == a->template) continue;
    classes_wall(e->world, wall, &e->classes.use, &b);
    try_meeting(e, &m, s);
  }
}

static void try_all(const Estimate *e, bool alone, StepLimits *s)
{
  for (PetscInt i = 0; i < e->classes.n; i++) {
    try_pairs(e, i, alone, s);
    try_walls(e, &e->classes.list[i], s);
  }
}

/* ---- interactions ---- */

/* Try a pair of classes that interacts, as if by a spring. */
static void try_spring(const Estimate *e, const Acting *item, const Meeting *m, StepLimits *s)
{
  const Quantity *of      = item->kind->quantity;
  const double    inverse = m->a->inverse + m->b->inverse, speed = meeting_speed(e->speeds, m);
  const Approach  approach = {.energy   = 0.5 * speed * speed / inverse,
                              .touching = m->a->least + m->b->least,
                              .value_a  = of ? m->a->value[quantity_index(of)] : 0,
                              .value_b  = of ? m->b->value[quantity_index(of)] : 0};
  const double    time =
    PETSC_PI / sqrt(inverse * item->kind->pair->stiffness(item->constants, &approach));

  if (limit_lowers(&s->time, time))
    snprintf(s->pair, sizeof s->pair, "%s on %s (interaction %s)", m->name, m->other, item->name);
}

static void try_springs(const Estimate *e, const Acting *item, StepLimits *s)
{
  const PebbleClass *list = e->classes.list;
  const Template    *of   = e->world->templates->list;

  for (PetscInt i = 0; i < e->classes.n; i++)
    for (PetscInt j = 0; j <= i; j++) {
      const int     a = list[i].material, b = list[j].material;
      const Meeting m = {.a     = &list[i],
                         .b     = &list[j],
                         .name  = of[list[i].template].name,
                         .other = of[list[j].template].name};

      if (list[i].inverse + list[j].inverse > 0 &&
          ((item->a == a && item->b == b) || (item->a == b && item->b == a)))
        try_spring(e, item, &m, s);
    }
}

static void note_body(double rate, const Template *t, const Acting *item, double *most,
                      char text[256])
{
  if (limit_raises(most, rate)) snprintf(text, 256, "%s (interaction %s)", t->name, item->name);
}

/* Try a time in a field as that of a contact. */
static void note_field(double time, const Acting *item, const Template *t, StepLimits *s)
{
  if (time > 0 && limit_lowers(&s->time, time))
    snprintf(s->pair, sizeof s->pair, "%s in a field (interaction %s)", t->name, item->name);
}

/* Time of half a turn of a clump in a magnetic field of this induction (T), at the frequency of its
   charges, s. charge: the least and the largest one. */
static double turn_time(const Acting *item, const Template *t, const double charge[2],
                        double induction, double mass)
{
  const int q    = quantity_index(item->kind->quantity);
  double    most = 0;

  for (int end = 0; end < 2; end++) {
    double sum = 0;

    for (int i = 0; i < t->n; i++) sum += fabs(pebble_part(t, q, i, charge[end]));
    most = max_real(most, sum);
  }
  return PETSC_PI * mass / (most * induction);
}

/* Try friction, fields and flow of a clump of this template and scale. */
static void try_body(const Estimate *e, const Acting *item, int t, double scale, FieldBody *b,
                     StepLimits *s)
{
  const World       *world = e->world;
  const TemplateUse *use   = &e->classes.use;
  const Interaction *kind  = item->kind;
  const Template    *body  = &world->templates->list[t];
  const bool         all   = kind->mutual || (kind->body && kind->body->bodies == BODIES_CLUMPS);
  const double       each  = (all ? 1 : body->n) / b->mass; /* bodies over mass, 1/kg */
  const double least   = world->dimension == 2 ? body->mass.principal.z : body->mass.principal.x;
  const double inertia = least * (b->mass / body->mass.mass) * scale * scale;
  const int    q       = kind->quantity ? quantity_index(kind->quantity) : -1;
  BodyLimits   limits  = {0};

  b->radius = scale * (all ? world->interactions->round[t] : body->largest);
  /* a volume that follows from a given mass may exceed that of the bounding ball */
  if (kind->mutual) b->radius = min_real(b->radius, scale * body->bound);
  kind->limits(item->constants, b, &limits);
  if (isfinite(limits.steepness)) /* as if it were the spring of a contact */
    note_field(PETSC_PI * sqrt(b->mass / (each * b->mass * limits.steepness)), item, body, s);
  note_body(each * limits.slowing, body, item, &s->rate, s->dashpot);
  if (limits.turn_slowing > 0 && !body->still)
    note_body(each * b->mass * limits.turn_slowing / inertia, body, item, &s->rate, s->dashpot);
  if (limits.conducts > 0 && q >= 0) {
    const double capacity = body->quantity.capacity[q];
    const double rate     = capacity > 0 ? each / capacity * limits.conducts : 0;

    if (rate > s->flow_rate) s->flowing = q;
    note_body(rate, body, item, &s->flow_rate, s->flow);
  }
  if (limits.induction > 0)
    note_field(turn_time(item, body, (double[]){use->least[q][t], use->most[q][t]},
                         limits.induction, b->mass),
               item, body, s);
}

/* Try the smallest and the largest clump of each template, at the largest speed at the start or
   after the highest fall. */
static void try_bodies(const Estimate *e, const Acting *item, StepLimits *s)
{
  const World        *world = e->world;
  const Templates    *all   = world->templates;
  const TemplateUse  *use   = &e->classes.use;
  const ImpactSpeeds *v     = e->speeds;
  const double speed = v->given >= 0 ? v->given : sqrt(v->free * v->free + v->fall * v->fall);
  const int    q     = item->quantity ? quantity_index(item->quantity) : -1;

  for (int t = 0; t < all->n; t++)
    for (int end = 0; end < 2 && use->largest[t] > 0; end++) {
      const double scale = end ? use->largest[t] : use->smallest[t];
      FieldBody    body  = {
            .mass  = use->lightest[t] * all->list[t].mass.mass * templates_volume_factor(all, scale),
            .value = q >= 0 && use->least[q][t] <= use->most[q][t] ? use->most[q][t] : 0,
            .speed = speed,
            .passable = world->laws->n == 0 && !world->constraints->hard};

      try_body(e, item, t, scale, &body, s);
    }
}

void stable_join(StepLimits *s, const StepLimits *by)
{
  if (limit_lowers(&s->time, by->time)) memcpy(s->pair, by->pair, sizeof s->pair);
  if (limit_lowers(&s->face_time, by->face_time)) memcpy(s->face, by->face, sizeof s->face);
  if (limit_raises(&s->hit_rate, by->hit_rate)) memcpy(s->hit, by->hit, sizeof s->hit);
  if (limit_raises(&s->rate, by->rate)) memcpy(s->dashpot, by->dashpot, sizeof s->dashpot);
  if (limit_raises(&s->flow_rate, by->flow_rate)) {
    memcpy(s->flow, by->flow, sizeof s->flow);
    s->flowing = by->flowing;
  }
}

PetscErrorCode stable_contacts(const World *world, const ImpactSpeeds *speeds, double overlap_limit,
                               StepLimits *s, StepLimits *others)
{
  const Interactions *all = world->interactions;
  Estimate            e   = {world, speeds, overlap_limit, {.n = 0}};

  PetscFunctionBeginUser;
  *s = *others = STEP_LIMITS_NONE;
  PetscCall(classes_find(world, &e.classes));
  for (PetscInt k = 0; k < e.classes.n; k++)
    s->smallest = min_real(s->smallest, e.classes.list[k].least);
  try_all(&e, false, s);
  if (!isfinite(s->time)) try_all(&e, true, s); /* one clump, and no wall */
  for (int k = 0; k < all->n; k++) {
    const Acting *item = &all->list[k];

    if (item->kind->pair && item->kind->pair->stiffness) try_springs(&e, item, others);
    if (item->kind->limits) try_bodies(&e, item, others);
  }
  /* pow may differ between machines, so all ranks take the bits of one */
  PetscCall(parallel_bcast(world->par, s, sizeof *s, 0));
  PetscCall(parallel_bcast(world->par, others, sizeof *others, 0));
  classes_free(&e.classes);
  PetscFunctionReturn(PETSC_SUCCESS);
}
