/* SPDX-License-Identifier: MIT */
/* The stable time step (stable.h). */
#include "run/timestep/stable.h"
#include "run/sim.h"
#include "run/timestep/classes.h"

/* Overlaps at which dashpots that grow with the overlap are evaluated. TOUCHING: in the first step
   of a contact, over the largest overlap of the impact. AT_REST_MOST: upper limit for clumps at
   rest on others, where sticking contacts must be stable, in reduced radii. */
#define TOUCHING     0.05
#define AT_REST_MOST REFERENCE_OVERLAP

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
  if (time < *least) say(text, m, many);
  *least = min_real(*least, time);
}

static void note_rate(const Meeting *m, double rate, double many, double *most, char text[256])
{
  if (rate > *most) say(text, m, many);
  *most = max_real(*most, rate);
}

/* Compare the energy of an impact with that of the normal spring at overlap_limit, k d^2 / 2. k is
   the stiffness there, so that for a Hertz contact this energy is too large by a factor of 15/8. */
static void note_impact(const Meeting *m, double limit, double point, ShortestContact *s)
{
  const double smaller  = m->wall ? m->a->radius : min_real(m->a->radius, m->b->radius),
               depth    = limit * smaller;
  const double spring   = law_stiffness(m->law, SLOTS_ALONG, m->radius, depth / m->radius);
  const double hardness = m->speed * m->speed / (point * spring * depth * depth);

  if (!(hardness > s->hardest) || !isfinite(depth)) return;
  snprintf(s->hard, sizeof s->hard, "%s on %s (law %s) at %.3g m/s", m->name, m->other,
           m->law->name, m->speed);
  s->hardest = hardness;
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

/* Keep the shortest contact, and say if springs of couples limit it more than those
   along and across the normal. */
static void note_contact(const Meeting *m, double overlap, double point, ShortestContact *s)
{
  const double springs = law_time(m->law, m->radius, overlap, point),
               time    = with_couples(m, overlap, 1, springs);
  const bool shorter   = time < s->time;

  note_time(m, time, 1, &s->time, s->pair);
  if (shorter && 2 * time * time < springs * springs)
    strncat(s->pair, ", by its rolling or twisting spring", sizeof s->pair - strlen(s->pair) - 1);
}

static void try_contact(const Meeting *m, double limit, ShortestContact *s)
{
  const double point = m->a->inverse + m->b->inverse, whole = m->a->whole + m->b->whole;
  const double overlap  = law_overlap(m->law, m->radius, 1 / point, m->speed),
               rest     = min_real(overlap, AT_REST_MOST);
  const double touching = law_slowing(m->law, SLOTS_ALONG, m->radius, TOUCHING * overlap, whole,
                                      point, point),
               along    = law_slowing(m->law, SLOTS_ALONG, m->radius, rest, whole, point, point),
               across   = law_slowing(m->law, SLOTS_ACROSS, m->radius, rest, whole, whole,
                                      m->a->across + m->b->across);

  note_contact(m, overlap, point, s);
  note_rate(m, touching, 1, &s->hit_rate, s->hit);
  note_rate(m, max_real(max_real(along, across), couples_slowing(m, rest, 1)), 1, &s->rate,
            s->dashpot);
  note_impact(m, limit, point, s);
}

/* Contacts through which a quantity of a body may change at once: the most neighbours of equal
   spheres. The flows of all add up, as they have no direction. */
enum { FLOW_CONTACTS = 12 };

/* Try the flow of a quantity; it also flows between fixed bodies. */
static void try_flow(const Meeting *m, int q, ShortestContact *s)
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
static void try_faces(const Meeting *m, ShortestContact *s)
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
  touching = law_slowing(m->law, SLOTS_ALONG, m->radius, TOUCHING * overlap, whole, point, normal);
  if (along > 0 && m->law->siblings == SIBLINGS_SEPARATE)
    note_rate(m, floor(contacts), floor(contacts), &s->several, s->bounce);
  note_rate(m, touching, floor(contacts), &s->hit_rate, s->hit);
  note_rate(m, FACE_DASHPOT * max_real(max_real(along, across), couples_slowing(m, rest, contacts)),
            floor(contacts), &s->rate, s->dashpot);
}

/* Keep the largest ratio of a reduced radius to the one up to which its law is valid. */
static void note_radius(const Meeting *m, ShortestContact *s)
{
  for (int t = 0; t < m->law->n_terms; t++) {
    const double widest =
      term_limits(m->law->terms[t], m->law->constants[t], (TermCase){.radius = m->radius}).widest;

    if (!(widest > 0) || !(m->radius / widest > s->wide)) continue;
    s->wide = m->radius / widest;
    snprintf(s->widest, sizeof s->widest, "%s on %s (law %s): R* is %.6g m", m->name, m->other,
             m->law->name, m->radius);
  }
}

static void try_meeting(const Sim *sim, Meeting *m, ShortestContact *s)
{
  const int index = sim->laws->of[m->a->material * sim->laws->n_materials + m->b->material];

  if (index < 0) return;
  m->law   = &sim->laws->list[index];
  m->name  = sim->templates.list[m->a->template].name;
  m->speed = meeting_speed(&sim->impact, m);
  note_radius(m, s);
  for (int q = 0; m->law->flows >> q; q++)
    if (m->law->flows >> q & 1) try_flow(m, q, s);
  if (m->a->inverse + m->b->inverse <= 0) return;
  try_contact(m, sim->settings.overlap_limit, s);
  try_faces(m, s);
}

/* True if all pebbles of a template are corners of a carried surface, which meet walls alone. */
static bool is_corners(const Sim *sim, int t)
{
  for (int w = 0; w < sim->walls.n; w++)
    if (sim->walls.list[w].carried && sim->walls.list[w].template == t)
      return sim->walls.list[w].corners == sim->templates.list[t].n;
  return false;
}

/* True if both classes are of the only clump of a template, which does not meet itself. */
static bool is_alone(const Sim *sim, const PebbleClasses *c, const PebbleClass *a,
                     const PebbleClass *b)
{
  bool wraps = false;

  for (int k = 0; k < sim->settings.dimension; k++)
    wraps = wraps || boundary_wraps(sim->domain.boundary[k]);
  return !c->merged && a->template == b->template && c->use.count[a->template] <= 1 && !wraps;
}

/* alone: pairs of the only clump of a template with itself count, too. */
static PetscErrorCode try_all(const Sim *sim, const PebbleClasses *c, bool alone,
                              ShortestContact *s)
{
  const PebbleClass *list = c->list;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < c->n; i++) {
    for (PetscInt j = 0; j <= i; j++) {
      Meeting m = {.a      = &list[i],
                   .b      = &list[j],
                   .radius = list[i].radius * list[j].radius / (list[i].radius + list[j].radius),
                   .other  = sim->templates.list[list[j].template].name};

      if (!is_corners(sim, list[i].template) && !is_corners(sim, list[j].template) &&
          (alone || !is_alone(sim, c, &list[i], &list[j])))
        try_meeting(sim, &m, s);
    }
    for (int w = 0; w < sim->walls.n; w++) {
      PebbleClass wall;
      Meeting     m = {.a      = &list[i],
                       .b      = &wall,
                       .radius = list[i].radius,
                       .wall   = true,
                       .other  = sim->walls.list[w].name};

      if (sim->walls.list[w].carried && sim->walls.list[w].template == list[i].template) continue;
      PetscCall(classes_wall(sim, &sim->walls.list[w], &c->use, &wall));
      try_meeting(sim, &m, s);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- interactions ---- */

/* Try a pair of classes that interacts, as if by a spring. */
static void try_spring(const Sim *sim, const Acting *item, const Meeting *m, ShortestContact *s)
{
  const Quantity *of      = item->kind->quantity;
  const double    inverse = m->a->inverse + m->b->inverse, speed = meeting_speed(&sim->impact, m);
  const Approach  approach = {.energy   = 0.5 * speed * speed / inverse,
                              .touching = m->a->least + m->b->least,
                              .value_a  = of ? m->a->value[quantity_index(of)] : 0,
                              .value_b  = of ? m->b->value[quantity_index(of)] : 0};
  const double    time =
    PETSC_PI / sqrt(inverse * item->kind->pair->stiffness(item->constants, &approach));

  if (time < s->time)
    snprintf(s->pair, sizeof s->pair, "%s on %s (interaction %s)", m->name, m->other, item->name);
  s->time = min_real(s->time, time);
}

static void try_springs(const Sim *sim, const Acting *item, const PebbleClasses *c,
                        ShortestContact *s)
{
  const PebbleClass *list = c->list;

  for (PetscInt i = 0; i < c->n; i++)
    for (PetscInt j = 0; j <= i; j++) {
      const int     a = list[i].material, b = list[j].material;
      const Meeting m = {.a     = &list[i],
                         .b     = &list[j],
                         .name  = sim->templates.list[list[i].template].name,
                         .other = sim->templates.list[list[j].template].name};

      if (list[i].inverse + list[j].inverse > 0 &&
          ((item->a == a && item->b == b) || (item->a == b && item->b == a)))
        try_spring(sim, item, &m, s);
    }
}

static void note_body(double rate, const Template *t, const Acting *item, double *most,
                      char text[256])
{
  if (rate > *most) snprintf(text, 256, "%s (interaction %s)", t->name, item->name);
  *most = max_real(*most, rate);
}

/* Try the flow into a clump of this template. each: number of its bodies over its mass, 1/kg. */
static void try_body_flow(const Acting *item, const Template *t, double each, double conducts,
                          ShortestContact *s)
{
  const int    q        = quantity_index(item->kind->quantity);
  const double capacity = t->quantity.capacity[q];
  const double rate     = capacity > 0 ? each / capacity * conducts : 0;

  if (rate > s->flow_rate) s->flowing = q;
  note_body(rate, t, item, &s->flow_rate, s->flow);
}

/* Try a field of this steepness (N/m) on a clump, as if it were the spring of a contact. */
static void try_field(const Acting *item, const Template *t, double steepness, double mass,
                      ShortestContact *s)
{
  const double time = PETSC_PI * sqrt(mass / steepness);

  if (!isfinite(steepness)) return;
  if (time < s->time)
    snprintf(s->pair, sizeof s->pair, "%s in a field (interaction %s)", t->name, item->name);
  s->time = min_real(s->time, time);
}

/* Try a clump in a magnetic field of this induction (T): half a turn at the frequency of its charges
   counts as a contact. charge: the least and the largest one. */
static void try_turns(const Acting *item, const Template *t, const double charge[2],
                      double induction, double mass, ShortestContact *s)
{
  const int q    = quantity_index(item->kind->quantity);
  double    most = 0, time;

  for (int end = 0; end < 2; end++) {
    double sum = 0;

    for (int i = 0; i < t->n; i++) sum += fabs(pebble_part(t, q, i, charge[end]));
    most = max_real(most, sum);
  }
  time = PETSC_PI * mass / (most * induction);
  if (!(time > 0) || !(time < s->time)) return;
  snprintf(s->pair, sizeof s->pair, "%s in a field (interaction %s)", t->name, item->name);
  s->time = time;
}

/* Moment of inertia of a clump of this template, scale and mass (kg) about the axis with the least,
   kg m^2. */
static double least_inertia(const Sim *sim, const Template *t, double scale, double mass)
{
  const Vec3   principal = t->mass.principal;
  const double least     = sim->domain.dimension == 2 ? principal.z : principal.x;

  return least * (mass / t->mass.mass) * scale * scale;
}

/* Try friction, fields and flow of a clump of this template and scale. */
static void try_body(const Sim *sim, const Acting *item, const TemplateUse *use, int t,
                     double scale, FieldBody *b, ShortestContact *s)
{
  const Interaction *kind   = item->kind;
  const Template    *body   = &sim->templates.list[t];
  const bool         all    = kind->mutual || (kind->body && kind->body->bodies == BODIES_CLUMPS);
  const double       each   = (all ? 1 : body->n) / b->mass;
  BodyLimits         limits = {0};

  b->radius = scale * (all ? sim->interactions->round[t] : body->largest);
  /* a volume that follows from a given mass may exceed that of the bounding ball */
  if (kind->mutual) b->radius = min_real(b->radius, scale * body->bound);
  kind->limits(item->constants, b, &limits);
  try_field(item, body, each * b->mass * limits.steepness, b->mass, s);
  note_body(each * limits.slowing, body, item, &s->rate, s->dashpot);
  if (limits.turn_slowing > 0 && !body->still)
    note_body(each * b->mass * limits.turn_slowing / least_inertia(sim, body, scale, b->mass), body,
              item, &s->rate, s->dashpot);
  if (limits.conducts > 0 && kind->quantity) try_body_flow(item, body, each, limits.conducts, s);
  if (limits.induction > 0) {
    const int q = quantity_index(kind->quantity);

    try_turns(item, body, (double[]){use->least[q][t], use->most[q][t]}, limits.induction, b->mass,
              s);
  }
}

/* Largest value of the quantity of an interaction in clumps of a template; 0: none. */
static double largest_value(const Acting *item, const TemplateUse *use, int t)
{
  const int q = item->quantity ? quantity_index(item->quantity) : -1;

  return q >= 0 && use->least[q][t] <= use->most[q][t] ? use->most[q][t] : 0;
}

/* Try the smallest and the largest clump of each template, at the largest speed at the start or
   after the highest fall. */
static void try_bodies(const Sim *sim, const Acting *item, const TemplateUse *use,
                       ShortestContact *s)
{
  const ImpactSpeeds *v = &sim->impact;
  const double speed    = v->given >= 0 ? v->given : sqrt(v->free * v->free + v->fall * v->fall);

  for (int t = 0; t < sim->templates.n; t++)
    for (int end = 0; end < 2 && use->largest[t] > 0; end++) {
      const double scale = end ? use->largest[t] : use->smallest[t];
      FieldBody    body  = {.mass = use->lightest[t] * sim->templates.list[t].mass.mass *
                                    templates_volume_factor(&sim->templates, scale),
                            .value    = largest_value(item, use, t),
                            .speed    = speed,
                            .passable = sim->laws->n == 0 && !sim->constraints.hard};

      try_body(sim, item, use, t, scale, &body, s);
    }
}

static void try_interactions(const Sim *sim, const PebbleClasses *c, ShortestContact *s)
{
  for (int k = 0; k < sim->interactions->n; k++) {
    const Acting *item = &sim->interactions->list[k];

    if (item->kind->pair && item->kind->pair->stiffness) try_springs(sim, item, c, s);
    if (item->kind->limits) try_bodies(sim, item, &c->use, s);
  }
}

PetscErrorCode stable_contact(const Sim *sim, ShortestContact *s)
{
  PebbleClasses classes;

  PetscFunctionBeginUser;
  *s = (ShortestContact){.time = INFINITY, .pair = "nothing can touch", .face_time = INFINITY};
  PetscCall(classes_find(sim, &classes));
  PetscCall(try_all(sim, &classes, false, s));
  if (!isfinite(s->time)) PetscCall(try_all(sim, &classes, true, s)); /* one clump, and no wall */
  try_interactions(sim, &classes, s);
  /* pow may differ between machines, so all ranks take the bits of one */
  PetscCall(parallel_bcast(&sim->par, s, sizeof *s, 0));
  PetscCall(classes_free(&classes));
  PetscFunctionReturn(PETSC_SUCCESS);
}
