/* SPDX-License-Identifier: MIT */
/* The kinds of triggers. */
#include "contact/wall_loads.h"
#include "event/amount.h"
#include "event/trigger.h"
#include "options/rows.h"

/* ---- time ---- */

/* A time is reached. */

static void read_time(void *self, const EventSource *s)
{
  (void)self;
  if (s->of[0])
    option_mistake(s->scene->options, "event", s->name, "of", "does not go with `when: time`");
}

static PetscErrorCode value_time(const void *self, const EventScene *scene, double *out)
{
  (void)self;
  PetscFunctionBeginUser;
  *out = clock_reached(scene->clock);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Trigger trigger_time = {
  .head     = {.name = "time", .text = "the time is within above and below, s"},
  .compares = true,
  .read     = read_time,
  .value    = value_time,
};

/* ---- event ---- */

/* Another event has done its actions. */

typedef struct {
  const char *of;
} Other;

static void read_event(void *self, const EventSource *s)
{
  if (trigger_needs(s, "event", "an event")) ((Other *)self)->of = s->of;
}

static PetscErrorCode value_event(const void *self, const EventScene *scene, double *out)
{
  const int k = events_find(scene->events, ((const Other *)self)->of);

  PetscFunctionBeginUser;
  *out = scene->events->list[k].acted > 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool waits_for_event(const void *self, const char **kind, const char **object)
{
  *kind   = "event";
  *object = ((const Other *)self)->of;
  return true;
}

const Trigger trigger_event = {
  .head      = {.name = "event", .text = "the event `of` has done its actions"},
  .size      = sizeof(Other),
  .read      = read_event,
  .value     = value_event,
  .waits_for = waits_for_event,
};

/* ---- number ---- */

/* The number of clumps in the domain, of a group, that an inlet has put in or an outlet taken. */

static PetscErrorCode value_number(const void *self, const EventScene *scene, double *out)
{
  const Amount *amount = self;
  int64_t       n      = 0;
  double        mass;

  PetscFunctionBeginUser;
  if (!amount_passed(amount, scene, &n, &mass)) {
    for (PetscInt a = 0; a < scene->clumps->n_owned; a++) n += amount_has(amount, scene->clumps, a);
    PetscCall(parallel_sum_int(scene->par, &n, 1));
  }
  *out = (double)n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Trigger trigger_number = {
  .head      = {.name = "number",
                .text =
                  "the number of clumps is within above and below: of an inlet those that have "
                       "entered, of an outlet those that it has taken, of a group, or without `of` those "
                       "that are there"},
  .size      = sizeof(Amount),
  .compares  = true,
  .read      = amount_read,
  .value     = value_number,
  .totals    = amount_is_total,
  .waits_for = amount_waits_for,
};

/* ---- mass ---- */

/* The mass of the clumps in the domain, of a group, that an inlet has put in or an outlet taken. */

static PetscErrorCode mass_there(const Amount *amount, const EventScene *scene, double *out)
{
  Sum sum = {.added = 0};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < scene->clumps->n_owned; a++)
    if (amount_has(amount, scene->clumps, a)) sum_add(&sum, scene->clumps->mass[a]);
  PetscCall(sum_reduce(scene->par, &sum, 1));
  *out = sum_value(&sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode value_mass(const void *self, const EventScene *scene, double *out)
{
  const Amount *amount = self;
  int64_t       n;

  PetscFunctionBeginUser;
  if (!amount_passed(amount, scene, &n, out)) PetscCall(mass_there(amount, scene, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Trigger trigger_mass = {
  .head =
    {.name = "mass",
     .text =
       "the mass of clumps is within above and below, kg: of an inlet those that "
       "have entered, of an outlet those that it has taken, of a group, or without `of` those "
       "that are there"},
  .size      = sizeof(Amount),
  .compares  = true,
  .read      = amount_read,
  .value     = value_mass,
  .totals    = amount_is_total,
  .waits_for = amount_waits_for,
};

/* ---- energy ---- */

/* An energy, or any other total of log.csv. */

typedef struct {
  const char *of; /* "": the kinetic energy */
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
    if (strcmp(column.name, s->of) == 0) return;
    likeness_offer(&like, column.name);
  }
  option_mistake(s->scene->options, "event", s->name, "of",
                 "is no total of log.csv, such as kinetic_translational, potential or dissipated; "
                 "without `of` the kinetic energy counts%s",
                 likeness_hint(&like, hint));
}

static PetscErrorCode value_energy(const void *self, const EventScene *scene, double *out)
{
  const Energy *energy = self;
  TotalValues   totals;

  PetscFunctionBeginUser;
  PetscCall(world_totals(scene->world, &totals));
  *out = energy->of[0] ? totals_value(&totals, energy->of)
                       : totals_value(&totals, "kinetic_translational") +
                           totals_value(&totals, "kinetic_rotational");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gain of the kinetic energy in a free fall of t s: sum of m (v + g t / 2) . g t. */
static PetscErrorCode fall(const void *self, const EventScene *scene, Vec3 gravity, double time,
                           double *gain)
{
  const char   *of   = ((const Energy *)self)->of;
  const Clumps *c    = scene->clumps;
  const Vec3    more = vec3_scale(time, gravity);
  Sum           sum  = {0};

  PetscFunctionBeginUser;
  *gain = 0;
  if (of[0] && strcmp(of, "kinetic_translational") != 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!clump_is_gone(c, a) && clump_is_heavy(c, a) && !(c->blocked[a] & BLOCK_MOVE))
      sum_add(&sum, c->mass[a] * vec3_dot(vec3_axpy(c->motion[a].v, 0.5, more), more));
  PetscCall(sum_reduce(scene->par, &sum, 1));
  *gain = sum_value(&sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_total_energy(const void *self)
{
  (void)self;
  return true;
}

const Trigger trigger_energy = {
  .head     = {.name = "energy",
               .text = "the kinetic energy, or the column `of` of log.csv, is within above and below"},
  .size     = sizeof(Energy),
  .compares = true,
  .read     = read_energy,
  .value    = value_energy,
  .fall     = fall,
  .totals   = is_total_energy,
};

/* ---- force ---- */

/* The force of the clumps on a wall: its magnitude, or its component along a direction. */

typedef struct {
  int  wall;      /* index */
  Vec3 direction; /* unit; 0: the magnitude counts */
} OnWall;

/* clang-format off */
static const Option force_options[] = {
  VEC3_FLAT(IN(OnWall, direction), "1", OPTIONAL, ANY_NUMBER,
      "vector of any length: the force along it is compared; default: its magnitude"),
  {NULL},
};
/* clang-format on */

static void read_force(void *self, const EventSource *s)
{
  OnWall *on = self;

  if (!trigger_needs(s, "wall", "a wall")) return;
  while (strcmp(s->scene->walls->list[on->wall].name, s->of) != 0) on->wall++;
  if (!option_has_value(s->scene->options, "event", s->name, "direction")) return;
  options_read_into(s->scene->options, "event", s->name, force_options, on);
  if (!vec3_normalize(&on->direction))
    option_mistake(s->scene->options, "event", s->name, "direction",
                   "(0, 0, 0) has no direction: give a vector of any length but 0");
}

static PetscErrorCode value_force(const void *self, const EventScene *scene, double *out)
{
  const OnWall *on = self;
  Sum           sums[3];
  Vec3          force;

  PetscFunctionBeginUser;
  memcpy(sums, scene->contacts->on_walls[on->wall].sum + WALL_FORCE, sizeof sums);
  PetscCall(sum_reduce(scene->par, sums, 3));
  force = (Vec3){sum_value(&sums[0]), sum_value(&sums[1]), sum_value(&sums[2])};
  *out  = vec3_norm(on->direction) > 0 ? vec3_dot(force, on->direction) : vec3_norm(force);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_total_force(const void *self)
{
  (void)self;
  return true;
}

const Trigger trigger_force = {
  .head     = {.name    = "force",
               .text    = "the force of the clumps on the wall `of` is within above and below, N",
               .options = {force_options}},
  .size     = sizeof(OnWall),
  .compares = true,
  .read     = read_force,
  .value    = value_force,
  .totals   = is_total_force,
  .on_walls = true,
};

/* ---- packing ---- */

/* Numbers of a packing in a cell that deforms, which are totals of log.csv. */

static void read_packing(void *self, const EventSource *s)
{
  (void)self;
  if (s->of[0])
    option_mistake(s->scene->options, "event", s->name, "of",
                   "does not go with `when: %s`, which is of all that is in the cell",
                   option_word(s->scene->options, "event", s->name, "when"));
  if (!deformation_is_asked(s->scene->options))
    option_mistake(s->scene->options, "event", s->name, "when",
                   "needs a cell that deforms (domain: deformation)");
}

static PetscErrorCode look(const EventScene *scene, const char *name, double *out)
{
  TotalValues totals;

  PetscFunctionBeginUser;
  PetscCall(world_totals(scene->world, &totals));
  *out = totals_value(&totals, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode pressure(const void *self, const EventScene *scene, double *out)
{
  (void)self;
  return look(scene, "pressure", out);
}

static PetscErrorCode solid_fraction(const void *self, const EventScene *scene, double *out)
{
  (void)self;
  return look(scene, "solid_fraction", out);
}

static PetscErrorCode unbalanced(const void *self, const EventScene *scene, double *out)
{
  (void)self;
  return look(scene, "unbalanced", out);
}

static bool is_total_packing(const void *self)
{
  (void)self;
  return true;
}

const Trigger trigger_pressure = {
  .head     = {.name = "pressure",
               .text = "the pressure of the cell, which deforms, is within above and below, Pa"},
  .compares = true,
  .read     = read_packing,
  .value    = pressure,
  .totals   = is_total_packing,
};

const Trigger trigger_solid_fraction = {
  .head =
    {.name = "solid_fraction",
     .text =
       "the volume of the bodies over that of the cell, which deforms, is within above and below"},
  .compares = true,
  .read     = read_packing,
  .value    = solid_fraction,
  .totals   = is_total_packing,
};

const Trigger trigger_unbalanced = {
  .head =
    {.name = "unbalanced",
     .text =
       "likewise the mean size of the forces on clumps over that of contacts; not while nothing "
       "touches",
     .source = "Smilauer et al. 2021, Yade documentation, unbalancedForce"},
  .compares = true,
  .read     = read_packing,
  .value    = unbalanced,
  .totals   = is_total_packing,
};

/* ---- inlet done ---- */

/* An inlet has put in all of its clumps: its stop_mass, stop_number or stop_time is reached. */

typedef struct {
  const char *of;
} Inlets;

static void read_inlet_done(void *self, const EventSource *s)
{
  if (trigger_needs(s, "inlet", "an inlet")) ((Inlets *)self)->of = s->of;
}

static PetscErrorCode value_inlet_done(const void *self, const EventScene *scene, double *out)
{
  SourceForecast f;

  PetscFunctionBeginUser;
  sources_forecast(scene->entering, scene->sources,
                   sources_find(scene->sources, "inlet", ((const Inlets *)self)->of),
                   clock_time(scene->clock), &f);
  *out = f.done;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool waits_for_inlet_done(const void *self, const char **kind, const char **object)
{
  *kind   = "inlet";
  *object = ((const Inlets *)self)->of;
  return true;
}

const Trigger trigger_inlet_done = {
  .head      = {.name = "inlet_done",
                .text = "the inlet `of` has come to its stop_mass, stop_number or stop_time"},
  .size      = sizeof(Inlets),
  .read      = read_inlet_done,
  .value     = value_inlet_done,
  .waits_for = waits_for_inlet_done,
};

/* ---- motion done ---- */

/* A motion has ended. */

typedef struct {
  const char *of;
} Ended;

static void read_motion_done(void *self, const EventSource *s)
{
  if (trigger_needs(s, "motion", "a motion")) ((Ended *)self)->of = s->of;
}

static PetscErrorCode value_motion_done(const void *self, const EventScene *scene, double *out)
{
  const TimedMotion *m = wall_motions_find(scene->motions, ((const Ended *)self)->of);

  PetscFunctionBeginUser;
  *out = timed_motion_is_done(m, clock_reached(scene->clock));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool waits_for_motion_done(const void *self, const char **kind, const char **object)
{
  *kind   = "motion";
  *object = ((const Ended *)self)->of;
  return true;
}

const Trigger trigger_motion_done = {
  .head      = {.name = "motion_done", .text = "the motion `of` has come to its end"},
  .size      = sizeof(Ended),
  .read      = read_motion_done,
  .value     = value_motion_done,
  .waits_for = waits_for_motion_done,
};
