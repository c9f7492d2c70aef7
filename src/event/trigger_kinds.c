/* SPDX-License-Identifier: MIT */
/* The kinds of triggers. */
#include "contact/wall_loads.h"
#include "event/trigger.h"
#include "options/rows.h"

const Plugin *const trigger_table[] = {TRIGGERS(PLUGIN_HEAD) NULL};

/* Note a mistake in the key `of`. */
#define OF_MISTAKE(source, ...) \
  option_mistake((source)->scene->world->options, "event", (source)->name, "of", __VA_ARGS__)

bool trigger_needs(const EventSource *s, const char *kind, const char *what)
{
  Options *o = s->scene->world->options;

  if (s->of[0] && options_object(o, kind, s->of) >= 0) return true;
  if (!s->of[0]) OF_MISTAKE(s, "missing; give the name of %s of this scenario", what);
  else {
    Likeness like = likeness_start(s->of);
    char     hint[HINT_LENGTH];

    options_offer(o, kind, &like);
    OF_MISTAKE(s, "there is no %s of this name (there are: %s)%s", kind, likeness_offered(&like),
               likeness_hint(&like, hint));
  }
  return false;
}

TriggerNeeds event_needs(const EventObject *e)
{
  const Trigger *t = e->trigger;

  return !t ? NEEDS_NOTHING : t->needs_of ? t->needs_of(e->own) : t->needs;
}

/* ---- clumps that count ---- */

/* Clumps whose number or mass a trigger compares: all in the domain, those of a group, those that
   an inlet has put in, or those that an outlet has taken. */
typedef struct {
  const char *inlet, *outlet; /* one of them; both NULL: clumps that are there */
  uint64_t    groups;         /* of these: mask of a group; 0: all */
} Amount;

/* Read `of`: an inlet, an outlet, or a group. */
static void read_amount(void *self, const EventSource *s)
{
  Groups *groups = s->scene->world->groups;
  Amount *amount = self;
  char    why[GROUPS_NONE];

  if (!s->of[0]) return;
  if (options_object(s->scene->world->options, "inlet", s->of) >= 0) amount->inlet = s->of;
  else if (options_object(s->scene->world->options, "outlet", s->of) >= 0) amount->outlet = s->of;
  else if (!groups_select(groups, GROUP_CLUMPS, s->of, &amount->groups, why)) {
    Options *o    = s->scene->world->options;
    Likeness like = likeness_start(s->of);
    char     hint[HINT_LENGTH];

    options_offer(o, "inlet", &like);
    options_offer(o, "outlet", &like);
    groups_offer(groups, GROUP_CLUMPS, &like);
    OF_MISTAKE(
      s,
      "is no inlet, no outlet and no group of clumps (there are: %s); without `of` all clumps that "
      "are there count%s",
      likeness_offered(&like), likeness_hint(&like, hint));
  }
}

static TriggerNeeds needs_of_amount(const void *self)
{
  const Amount *amount = self;

  return amount->inlet || amount->outlet ? NEEDS_NOTHING : NEEDS_SUMS;
}

static bool waits_for_passing(const void *self, const char **kind, const char **object)
{
  const Amount *amount = self;

  *kind   = amount->inlet ? "inlet" : "outlet";
  *object = amount->inlet ? amount->inlet : amount->outlet;
  return *object != NULL;
}

/* True if owned row a counts. */
static bool amount_has(const Amount *amount, const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && clump_is_among(c, a, amount->groups);
}

/* The number, or the mass (kg), that the inlet has put in or the outlet has taken; else the sum. */
static double amount_value(const Amount *amount, const EventScene *scene, const Sum *sums,
                           bool by_mass)
{
  if (amount->inlet) {
    const PetscInt       k = sources_find(scene->world->sources, "inlet", amount->inlet);
    const SourceForecast f = sources_forecast(scene->world, k, clock_time(scene->world->clock));

    return by_mass ? f.entered_mass : (double)f.entered;
  }
  if (amount->outlet) {
    const Outlets *all = world_module(scene->world, &outlets_module);
    const Outlet  *o = &all->list[options_object(scene->world->options, "outlet", amount->outlet)];

    return by_mass ? o->mass : (double)o->clumps;
  }
  return sum_value(sums);
}

/* ---- time ---- */

static void read_time(void *self, const EventSource *s)
{
  (void)self;
  if (s->of[0]) OF_MISTAKE(s, "does not go with `when: time`");
}

static double value_time(const void *self, const EventScene *scene, const Sum *sums)
{
  (void)self;
  (void)sums;
  return clock_reached(scene->world->clock);
}

const Trigger trigger_time = {
  .head     = {.name = "time", .text = "the time is within above and below, s"},
  .compares = true,
  .read     = read_time,
  .value    = value_time,
};

/* ---- number and mass ---- */

static void add_number(const void *self, const EventScene *scene, Sum sums[TRIGGER_SUMS])
{
  int64_t n = 0;

  for (PetscInt a = 0; a < scene->world->clumps->n_owned; a++)
    n += amount_has(self, scene->world->clumps, a);
  sum_add_scaled(sums, n, 0);
}

static void add_mass(const void *self, const EventScene *scene, Sum sums[TRIGGER_SUMS])
{
  for (PetscInt a = 0; a < scene->world->clumps->n_owned; a++)
    if (amount_has(self, scene->world->clumps, a)) sum_add(sums, scene->world->clumps->mass[a]);
}

static double value_number(const void *self, const EventScene *scene, const Sum *sums)
{
  return amount_value(self, scene, sums, false);
}

static double value_mass(const void *self, const EventScene *scene, const Sum *sums)
{
  return amount_value(self, scene, sums, true);
}

/* clang-format off */
#define AMOUNT(what, says) \
  const Trigger trigger_##what = {.head = {.name = #what, .text = says ": of an inlet those that " \
    "have entered, of an outlet those that it has taken, of a group, or without `of` those that " \
    "are there"}, \
    .size = sizeof(Amount), .compares = true, .read = read_amount, .needs_of = needs_of_amount, \
    .add = add_##what, .value = value_##what, .waits_for = waits_for_passing};
AMOUNT(number, "the number of clumps is within above and below")
AMOUNT(mass, "the mass of clumps is within above and below, kg")
/* clang-format on */

/* ---- energy ---- */

typedef struct {
  const char *of;      /* "": the kinetic energy */
  bool        largest; /* it is the largest number of all ranks, no sum */
} Energy;

static void read_energy(void *self, const EventSource *s)
{
  Energy     *energy = self;
  TotalColumn column;
  Likeness    like = likeness_start(s->of);
  char        hint[HINT_LENGTH];

  energy->of = s->of;
  if (!s->of[0]) return;
  for (int k = 0; totals_column(k, &column); k++) {
    energy->largest = column.largest;
    if (strcmp(column.name, s->of) == 0) return;
    likeness_offer(&like, column.name);
  }
  OF_MISTAKE(
    s,
    "log.csv has no such total, but %s; without `of` the kinetic energy counts, and energies of "
    "a group are those of a monitor%s",
    likeness_offered(&like), likeness_hint(&like, hint));
}

static TriggerNeeds needs_of_energy(const void *self)
{
  return ((const Energy *)self)->largest ? NEEDS_MAXIMA : NEEDS_TOTALS;
}

static double value_energy(const void *self, const EventScene *scene, const Sum *sums)
{
  const char        *of     = ((const Energy *)self)->of;
  const TotalValues *totals = scene->totals;

  (void)sums;
  return of[0] ? totals_value(totals, of)
               : totals_value(totals, "kinetic_translational") +
                   totals_value(totals, "kinetic_rotational");
}

/* Gain of the kinetic energy in a free fall of t s: sum of m (v + g t / 2) . g t. */
static PetscErrorCode fall(const void *self, const World *w, double time, double *gain)
{
  const char   *of   = ((const Energy *)self)->of;
  const Clumps *c    = w->clumps;
  const Vec3    more = vec3_scale(time, w->gravity);
  Sum           sum  = {0};

  PetscFunctionBeginUser;
  *gain = 0;
  if (of[0] && strcmp(of, "kinetic_translational") != 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!clump_is_gone(c, a) && clump_is_heavy(c, a) && !(c->blocked[a] & BLOCK_MOVE))
      sum_add(&sum, c->mass[a] * vec3_dot(vec3_axpy(c->motion[a].v, 0.5, more), more));
  PetscCall(sum_reduce(w->par, &sum, 1));
  *gain = sum_value(&sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Trigger trigger_energy = {
  .head     = {.name = "energy",
               .text = "the kinetic energy, or the column `of` of log.csv, is within above and below"},
  .size     = sizeof(Energy),
  .compares = true,
  .read     = read_energy,
  .needs_of = needs_of_energy,
  .value    = value_energy,
  .fall     = fall,
};

/* ---- force ---- */

typedef struct {
  int  wall;      /* index */
  Vec3 direction; /* unit; 0: the magnitude counts */
} OnWall;

/* clang-format off */
static const Option force_options[] = {
  VEC3_FLAT(IN(OnWall, direction), "1", OPTIONAL, ANY_NUMBER,
      "vector of any length: the force along it is compared; default: its magnitude"),
  {0},
};
/* clang-format on */

static void read_force(void *self, const EventSource *s)
{
  OnWall *on = self;

  if (!trigger_needs(s, "wall", "a wall")) return;
  while (strcmp(s->scene->world->walls->list[on->wall].name, s->of) != 0) on->wall++;
  if (!option_has_value(s->scene->world->options, "event", s->name, "direction")) return;
  options_read_into(s->scene->world->options, "event", s->name, force_options, on);
  if (!vec3_normalize(&on->direction))
    option_mistake(s->scene->world->options, "event", s->name, "direction",
                   "(0, 0, 0) has no direction: give a vector of any length but 0");
}

static void add_force(const void *self, const EventScene *scene, Sum sums[TRIGGER_SUMS])
{
  memcpy(sums, scene->world->contacts->on_walls[((const OnWall *)self)->wall].sum + WALL_FORCE,
         TRIGGER_SUMS * sizeof *sums);
}

static double value_force(const void *self, const EventScene *scene, const Sum *sums)
{
  const Vec3 along = ((const OnWall *)self)->direction,
             force = {sum_value(&sums[0]), sum_value(&sums[1]), sum_value(&sums[2])};

  (void)scene;
  return vec3_norm(along) > 0 ? vec3_dot(force, along) : vec3_norm(force);
}

const Trigger trigger_force = {
  .head     = {.name    = "force",
               .text    = "the force of the clumps on the wall `of` is within above and below, N",
               .options = {force_options}},
  .size     = sizeof(OnWall),
  .compares = true,
  .read     = read_force,
  .needs    = NEEDS_SUMS,
  .add      = add_force,
  .value    = value_force,
  .on_walls = true,
};

/* ---- packing ---- */

/* Numbers of a packing in a cell that deforms, which are totals of log.csv of the same names. */

typedef struct {
  const char *total;
} Packing;

static void read_packing(void *self, const EventSource *s)
{
  Options *o = s->scene->world->options;
  Packing *p = self;

  p->total = option_word(o, "event", s->name, "when");
  if (s->of[0])
    OF_MISTAKE(s, "does not go with `when: %s`, which is of all that is in the cell", p->total);
  if (!deformation_is_asked(o))
    option_mistake(o, "event", s->name, "when", "needs a cell that deforms (domain: deformation)");
}

static double value_packing(const void *self, const EventScene *scene, const Sum *sums)
{
  (void)sums;
  return totals_value(scene->totals, ((const Packing *)self)->total);
}

/* clang-format off */
#define PACKING(what, says, of_source) \
  const Trigger trigger_##what = {.head = {.name = #what, .text = says, .source = of_source}, \
                                  .size = sizeof(Packing), .compares = true, \
                                  .read = read_packing, .needs = NEEDS_TOTALS, \
                                  .value = value_packing};
PACKING(pressure, "the pressure of the cell, which deforms, is within above and below, Pa", NULL)
PACKING(solid_fraction,
  "the volume of the bodies over that of the cell, which deforms, is within above and below", NULL)
/* clang-format on */

/* ---- something that is done ---- */

/* clang-format off */
/* A trigger that holds if `done`, an expression of the name `of` of an object and of the scene. */
#define DONE(what, kind, word, done, says) \
  static double value_##what(const void *self, const EventScene *scene, const Sum *sums) \
  { \
    const char *of = ((const TriggerOf *)self)->of; \
\
    (void)sums; \
    return done; \
  } \
  const Trigger trigger_##what = {.head = {.name = #what, .text = says}, \
                                  .size = sizeof(TriggerOf), .of_kind = kind, .of_word = word, \
                                  .value = value_##what};
DONE(event, "event", "an event",
  scene->events->list[options_object(scene->world->options, "event", of)].acted > 0,
  "the event `of` has done its actions")
DONE(inlet_done, "inlet", "an inlet",
  sources_forecast(scene->world, sources_find(scene->world->sources, "inlet", of),
                   clock_time(scene->world->clock)).done,
  "the inlet `of` has come to its stop_mass, stop_number or stop_time")
DONE(motion_done, "motion", "a motion",
  timed_motion_is_done(wall_motions_find(scene->world->motions, of),
                       clock_reached(scene->world->clock)),
  "the motion `of` has come to its end")
/* clang-format on */
