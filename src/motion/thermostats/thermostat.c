/* SPDX-License-Identifier: MIT */
/* The section `thermostat`; thermostats that scale velocities between steps. */
#include "motion/thermostats/thermostat.h"
#include "motion/prescribed/wall_motion.h"
#include "options/rows.h"

static const Plugin *const heads[] = {THERMOSTATS(PLUGIN_HEAD) NULL};

/* clang-format off */
static const Option thermostat_options[] = {
  PLUGIN(KEY_IN("type", Thermal, kind), REQUIRED, heads, "kind of thermostat"),
  REAL(KEY("temperature"), "K",   REQUIRED,       UP_TO(ENERGY_MOST),
      "temperature of the clumps; times boltzmann it is an energy, J"),
  REAL(KEY("boltzmann"),   "J/K", "1.380649e-23", POSITIVE_UP_TO(ENERGY_MOST),
      "Boltzmann's constant; 1: temperature is given as an energy, J"),
  WORDS(KEY("groups"),     OPTIONAL,
      "groups of clumps that it acts on: name or slot=name; default: all clumps"),
  BOOL(IN(Thermal, moves), "true",   "true: it acts on velocities"),
  BOOL(IN(Thermal, turns), "true",   "true: it acts on spins"),
  {0},
};

const Option thermostat_fewer[] = {
  REAL(IN(Thermal, fewer), "1", "0", UP_TO(1e15),
      "degrees of freedom to subtract: 3 where the total momentum is conserved and 0"),
  {0},
};
/* clang-format on */

const OptionKind thermostat_kind = {.name    = "thermostat",
                                    .named   = true,
                                    .options = thermostat_options,
                                    .text    = "thermostats, which keep clumps at a temperature"};

/* ---- reading ---- */

static void read_walls(Options *o, const Walls *walls, Thermal *t)
{
  int                n;
  const char *const *words = option_words(o, "thermostat", t->name, "walls", &n);

  t->depth = option_real_or(o, "thermostat", t->name, "depth", 0);
  if ((n > 0) != (t->depth > 0))
    option_mistake(o, "thermostat", t->name, "depth",
                   "walls and depth go together: give both, or none");
  if (n == 0) return;
  array_create(&t->walls, sizeof *t->walls, n);
  for (int k = 0; k < n; k++) {
    const int w = wall_index(walls, words[k]);

    if (w >= 0) t->walls[t->n_walls++] = w; /* else the name is a mistake that was noted */
  }
}

static void read_one(Options *o, const Walls *walls, Thermal *t)
{
  const double boltzmann   = option_real(o, "thermostat", t->name, "boltzmann"),
               temperature = option_real(o, "thermostat", t->name, "temperature");

  options_read_into(o, "thermostat", t->name, thermostat_options, t);
  t->energy = boltzmann * temperature;
  if (!t->moves && !t->turns)
    option_mistake(o, "thermostat", t->name, "turns",
                   "it acts on nothing: let moves or turns be true");
  if (!t->kind) return;
  array_create(&t->own, 1, t->kind->size);
  for (const Option *const *table = t->kind->head.options; *table; table++)
    options_read_into(o, "thermostat", t->name, *table,
                      *table == thermostat_fewer ? (void *)t : t->own);
  if (t->kind->bath) read_walls(o, walls, t);
  if (!t->kind->bath && !(temperature > 0) &&
      !option_is_wrong(o, "thermostat", t->name, "temperature"))
    option_mistake(o, "thermostat", t->name, "temperature",
                   "0 is allowed with type: langevin only, as scaling cannot reach it: give more");
  if (t->kind->read) t->kind->read(t->own, o, t->name);
}

void thermostats_read(Options *o, const Walls *walls, Thermostats *all)
{
  const char *const *names;
  int                n;

  n    = options_objects(o, "thermostat", &names);
  *all = (Thermostats){.n = n};
  if (n == 0) return;
  array_create(&all->list, sizeof *all->list, n);
  for (int k = 0; k < n; k++) {
    Thermal *t = &all->list[k];

    t->name = names[k];
    if (k == THERMOSTATS_MOST)
      option_mistake(o, "thermostat", t->name, NULL, "is one of %d; allowed: %d", n,
                     THERMOSTATS_MOST);
    read_one(o, walls, t);
    all->baths    = all->baths || (t->kind && t->kind->bath);
    all->extended = all->extended || (t->kind && t->kind->energy);
  }
}

void thermostats_free(Thermostats *all)
{
  for (int k = 0; k < all->n; k++) {
    array_free(&all->list[k].own);
    array_free(&all->list[k].walls);
  }
  array_free(&all->list);
  array_free(&all->acts);
  array_free(&all->space.list);
}

double thermostats_energy(const Thermostats *all)
{
  double sum = 0;

  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->energy)
      sum += all->list[k].kind->energy(all->list[k].own, all->list[k].energy);
  return sum;
}

/* ---- clumps ---- */

double thermostats_depth(const Thermostats *all)
{
  double most = 0;

  for (int k = 0; k < all->n; k++) most = max_real(most, all->list[k].depth);
  return most;
}

/* True if x is nearer to a wall than the depth. Distances beyond twice the depth are not needed. */
static bool is_near(Thermostats *all, const Thermal *t, const Walls *walls, Vec3 x)
{
  for (int k = 0; k < t->n_walls; k++)
    if (wall_distance(&walls->list[t->walls[k]], x, 2 * t->depth, &all->space) < t->depth)
      return true;
  return t->n_walls == 0;
}

void thermostats_pick(Thermostats *all, const Clumps *c, const Domain *domain, const Walls *walls)
{
  array_reserve(&all->acts, sizeof *all->acts, c->n_owned, &all->capacity);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    all->acts[a] = 0;
    if (!thermostat_may_act(c, a)) continue;
    for (int k = 0; k < all->n; k++) {
      const Thermal *t = &all->list[k];

      if (clump_is_among(c, a, t->groups) &&
          is_near(all, t, walls, domain_wrapped(domain, c->pose[a].x)))
        all->acts[a] |= (uint32_t)1 << k;
    }
  }
}

/* Velocities of a finished step with the answers of constraints. */
typedef struct {
  Vec3 v, momentum, w;
} Answered;

static Answered answered(const Clumps *c, PetscInt a, double last)
{
  Answered to = {c->motion[a].v, c->motion[a].momentum, c->w[a]};

  if (!c->borne) return to;
  to.v        = vec3_axpy(to.v, last, c->borne[a]);
  to.momentum = vec3_axpy(to.momentum, last, c->borne_torque[a]);
  to.w        = vec3_axpy(to.w, last, clump_spin_by(c, a, c->pose[a].q, c->borne_torque[a]));
  return to;
}

void thermal_add(const Thermostats *all, const ThermalStep *s, const Clumps *c, Sum *kinetic,
                 int64_t *freedoms)
{
  const Thermal *t = &all->list[s->k];

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const uint64_t blocked = c->blocked[a];
    Answered       of;

    if (!(all->acts[a] >> s->k & 1)) continue;
    of = answered(c, a, s->last);
    for (int i = 0; t->moves && i < s->dimension; i++) {
      const double v = vec3_axis(of.v, i);

      if (blocked >> i & 1) continue;
      sum_add(kinetic, 0.5 * c->mass[a] * v * v);
      ++*freedoms;
    }
    if (!t->turns || !thermostat_turns(c, a)) continue;
    sum_add(kinetic, 0.5 * vec3_dot(of.w, of.momentum));
    *freedoms += s->dimension == 3 ? 3 : 1;
  }
}

/* Velocity scaled by the factor together with its answer, which is still to come. Without an answer
   this is `factor` times the velocity to the bit. */
static double scaled(double factor, double v, double answered)
{
  return v == answered ? factor * v : factor * answered + (v - answered);
}

static Vec3 scaled_vec3(double factor, Vec3 v, Vec3 answered)
{
  return (Vec3){scaled(factor, v.x, answered.x), scaled(factor, v.y, answered.y),
                scaled(factor, v.z, answered.z)};
}

void thermal_scale(const Thermostats *all, const ThermalStep *s, double factor, Clumps *c)
{
  const Thermal *t = &all->list[s->k];

  for (PetscInt a = 0; a < c->n_owned; a++) {
    Motion  *m = &c->motion[a];
    Answered of;

    if (!(all->acts[a] >> s->k & 1)) continue;
    of = answered(c, a, s->last);
    for (int i = 0; t->moves && i < s->dimension; i++)
      if (!(c->blocked[a] >> i & 1))
        vec3_set(&m->v, i, scaled(factor, vec3_axis(m->v, i), vec3_axis(of.v, i)));
    if (!t->turns || !thermostat_turns(c, a)) continue;
    m->momentum = scaled_vec3(factor, m->momentum, of.momentum);
    c->w[a]     = scaled_vec3(factor, c->w[a], of.w);
  }
}
