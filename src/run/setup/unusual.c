/* SPDX-License-Identifier: MIT */
/* Warnings of a new run: input that is taken but likely to be a mistake (sim.h). Those of
   falls, walls and single keys are in supply/unusual; those that need the first evaluation, or look
   ahead, in tools/plan/likely_mistakes.c. */
#include "supply/unusual/unusual.h"
#include "base/bounds.h"
#include "base/box.h"
#include "options/report.h"
#include "run/module_states.h"
#include "run/setup/setup_read.h"
#include "wall/walls.h"

/* Densities of solids, kg/m^3: from light foams to twice osmium's, the densest element. */
#define LIGHTEST 10.0
#define HEAVIEST 3e4
/* Diamond, the stiffest of solids, has 1.2e12 Pa. */
#define STIFFEST 2e12
/* A given step is unusual if it is shorter than this part of that of dt: fixed, in a run of at
   least MANY_STEPS steps. */
#define SHORTEST_PART 0.01
#define MANY_STEPS    1e5
/* Times gravity with which a drum that turns may press clumps to its surface. */
#define PRESSED 1.5
/* Gravity is in SI units if it is near that of the Earth, m/s^2. */
#define EARTH_LEAST 9.7
#define EARTH_MOST  9.9

/* Least density that is taken for one in SI units, kg/m^3. */
#define USUAL_DENSITY 100
/* Moduli of solids, 1e6 to 1e12 Pa, are up to these numbers in GPa and in MPa. */
#define GIGA_MOST 500
#define MEGA_MOST 5e5

/* A scenario in other units, or in none, may have any numbers. */
static bool is_in_si(const Sim *sim)
{
  const double g = vec3_norm(sim->settings.gravity);

  return g >= EARTH_LEAST && g <= EARTH_MOST && sim->settings.dimension == 3;
}

/* True if an object of this kind has this word in a key. */
static bool some_has(const Options *o, const char *kind, const char *key, const char *word)
{
  const char *const *names;
  const int          n   = options_objects(o, kind, &names);
  bool               has = false;

  for (int k = 0; k < n; k++) has = has || strcmp(option_word(o, kind, names[k], key), word) == 0;
  return has;
}

/* ---- materials ---- */

/* True if contacts would bear impacts of bodies a thousand times as heavy: then the density may be
   in g/cm^3 by mistake, as bodies that are light on purpose have soft contacts. */
static bool would_bear(const Sim *sim)
{
  return 1e3 * sim->timestep.limits.hardest < 20;
}

static void look_at_density(Sim *sim, const char *kind, const char *object)
{
  const double density = option_real_or(sim->options, kind, object, "density", NAN);

  if (density > 0 && density < LIGHTEST && would_bear(sim))
    option_warning(sim->options, &sim->warnings, kind, object, "density",
                   "%g kg/m^3 is less than solids have: usual are 100 to 20000; if it "
                   "is in g/cm^3 give %g",
                   density, 1e3 * density);
  if (density > HEAVIEST)
    option_warning(sim->options, &sim->warnings, kind, object, "density",
                   "%g kg/m^3 is more than solids have: usual are 100 to 20000; if it "
                   "is in g/m^3 give %g",
                   density, 1e-3 * density);
}

static void warn_of_materials(Sim *sim)
{
  static const char *const kinds[] = {"material", "template", "clumps", "inlet"};
  const char *const       *names;

  if (!is_in_si(sim)) return;
  /* a fluid may be as light as a gas */
  for (size_t k = 0;
       k < sizeof kinds / sizeof *kinds && !some_has(sim->options, "interaction", "type", "sph");
       k++) {
    const int n = options_objects(sim->options, kinds[k], &names);

    for (int i = 0; i < n; i++) look_at_density(sim, kinds[k], names[i]);
  }
  for (int i = 0; i < options_objects(sim->options, "material", &names); i++) {
    const double young = option_real_or(sim->options, "material", names[i], "young", 0);

    if (young > STIFFEST)
      option_warning(sim->options, &sim->warnings, "material", names[i], "young",
                     "%g Pa is more than diamond has (1.2e12 Pa): usual are 1e6 to "
                     "1e9, as the time step goes with 1 / sqrt(young)",
                     young);
  }
}

bool setup_gravity_is_in_mm(const Sim *sim)
{
  const double       g = vec3_norm(sim->settings.gravity);
  const char *const *names;
  const int          n     = options_objects(sim->options, "material", &names);
  bool               solid = false; /* densities in units of mm are far below */

  for (int k = 0; k < n; k++)
    solid =
      solid || option_real_or(sim->options, "material", names[k], "density", 0) >= USUAL_DENSITY;
  return solid && g >= 1e3 * EARTH_LEAST && g <= 1e3 * EARTH_MOST;
}

/* Warn of gravity in other units than densities. */
static void warn_of_gravity(Sim *sim)
{
  const Vec3 g = sim->settings.gravity, si = vec3_scale(1e-3, g);
  Text       give = {0};

  if (!setup_gravity_is_in_mm(sim)) return;
  if (sim->settings.dimension == 2) text_add(&give, "[%g, %g]", si.x, si.y);
  else text_add(&give, "[%g, %g, %g]", si.x, si.y, si.z);
  option_warning(sim->options, &sim->warnings, "run", NULL, "gravity",
                 "%g m/s^2 is a thousand times that of the Earth: is it in mm/s^2? give %s",
                 vec3_norm(g), give.s);
  text_free(&give);
}

/* Add the modulus that is likely to be meant by so many Pa, too few for the load. */
static void say_meant(const Sim *sim, double young, Text *text)
{
  if (!is_in_si(sim) || !(young > 0) || young > MEGA_MOST) return;
  if (young <= GIGA_MOST) text_add(text, "if it is in GPa give %g; otherwise ", 1e9 * young);
  else text_add(text, "if it is in MPa give %g; otherwise ", 1e6 * young);
}

/* Warn of contacts that hold no body up, at the key that makes them soft, if one is known. */
static void warn_of_soft(Sim *sim)
{
  const Options    *o = sim->options;
  const StepLimits *s = &sim->timestep.limits;
  char              law[NAME_LENGTH];
  const char       *material = law_softest(o, s->soft_law);
  Text              meant = {0}, text = {0};

  snprintf(law, sizeof law, "%.*s", (int)strcspn(s->soft_law, ":"), s->soft_law);
  if (option_is_set(o, "contact", law, "stiffness")) material = NULL;
  if (material) say_meant(sim, option_real(o, "material", material, "young"), &meant);
  text_add(&text,
           "%s: the weight of one clump is %.3g times what the contact bears at an overlap of %g "
           "radii, so that clumps sink into what they lie on: %sgive a larger young or stiffness, "
           "or check that lengths, densities and gravity are in one set of units",
           s->soft, s->softest, SOFT_OVERLAP, meant.n > 0 ? meant.s : "");
  if (material)
    option_warning(o, &sim->warnings, "material", material, "young", "%g Pa is too soft for %s",
                   option_real(o, "material", material, "young"), text.s);
  else if (option_is_set(o, "contact", law, "stiffness"))
    option_warning(o, &sim->warnings, "contact", law, "stiffness", "%g N/m is too soft for %s",
                   option_real(o, "contact", law, "stiffness"), text.s);
  else warning_add(&sim->warnings, "%s", text.s);
  text_free(&meant);
  text_free(&text);
}

/* Warn of contacts that hold no body up, and of steps far shorter than any contact needs. */
static void warn_of_contacts(Sim *sim)
{
  const StepLimits *s    = &sim->timestep.limits;
  const double      rule = timestep_auto(sim), dt = sim->clock.dt,
               steps = (sim->settings.end_time - sim_time(sim)) / dt;

  if (s->softest > 1 && !setup_gravity_is_in_mm(sim)) warn_of_soft(sim);
  if (!sim->settings.dt_is_auto && isfinite(rule) && dt < SHORTEST_PART * rule &&
      steps >= MANY_STEPS && sim->constraints.sweeps == 0 && !sim->space.domain.cell.flows &&
      sim->interactions->n == 0)
    option_warning(sim->options, &sim->warnings, "run", NULL, "dt",
                   "%g s is %.2g of %g s, which contacts need (dt: fixed): the run makes %.3g "
                   "steps until its end; dt: auto would do with far fewer",
                   dt, dt / rule, rule, steps);
}

/* ---- walls ---- */

/* Warn of a cylinder that turns about a lying axis so fast that clumps stay pressed to it. */
static void look_at_drum(Sim *sim, const char *motion, const Wall *wall)
{
  const Options *o    = sim->options;
  const Vec3     axis = option_vec3(o, "motion", motion, "axis"), g = sim->settings.gravity;
  const double   rate   = fabs(option_real(o, "motion", motion, "rate"));
  const double   across = vec3_norm(vec3_cross(axis, g)) / vec3_norm(axis);
  Features       space  = {0};
  double         times;

  if (strcmp(option_word(o, "wall", wall->name, "shape"), "cylinder") != 0 || !(across > 0)) return;
  times =
    rate * rate *
    fabs(wall_distance(wall, option_vec3(o, "motion", motion, "point"), LENGTH_MOST, &space)) /
    across;
  array_free(&space.list);
  if (times > PRESSED)
    option_warning(
      sim->options, &sim->warnings, "motion", motion, "rate",
      "at %g rad/s, %.3g turns a minute, wall %s presses clumps to its "
      "surface with %.3g times gravity: they go round with it; if %g are turns a minute give "
      "%.4g",
      rate, rate * 30 / PETSC_PI, wall->name, times, rate, rate * PETSC_PI / 30);
}

static void warn_of_drums(Sim *sim)
{
  const char *const *names;
  const int          n = options_objects(sim->options, "motion", &names);

  for (int k = 0; k < n; k++) {
    const char *const *walls;
    int                count;

    if (strcmp(option_word(sim->options, "motion", names[k], "type"), "rotate") != 0) continue;
    walls = option_words(sim->options, "motion", names[k], "walls", &count);
    for (int i = 0; i < count; i++)
      for (int w = 0; w < sim->walls.n; w++)
        if (strcmp(sim->walls.list[w].name, walls[i]) == 0)
          look_at_drum(sim, names[k], &sim->walls.list[w]);
  }
}

/* *buried: the corners and the middle of a box are in the solid of a wall, on all ranks, as each
   may have a part of the wall. Collective. */
static PetscErrorCode is_buried(const Sim *sim, const Wall *wall, Vec3 lo, Vec3 hi, bool *buried)
{
  const double reach = domain_longest(&sim->space.domain);
  Features     space = {0};
  bool         out   = wall_distance(wall, vec3_scale(0.5, vec3_add(lo, hi)), reach, &space) >= 0;

  PetscFunctionBeginUser;
  for (int c = 0; c < 8; c++)
    out = out || wall_distance(wall, box_corner(lo, hi, c), reach, &space) >= 0;
  array_free(&space.list);
  PetscCall(parallel_any(&sim->par, &out));
  *buried = !out && !wall->carried;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn of inlets whose region is inside the solid of a wall. */
static PetscErrorCode warn_of_buried_inlets(Sim *sim)
{
  const char *const *names;
  const int          n = options_objects(sim->options, "inlet", &names);

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    if (!option_has_value(sim->options, "inlet", names[k], "lo") ||
        !option_has_value(sim->options, "inlet", names[k], "hi"))
      continue;
    for (int w = 0; w < sim->walls.n; w++) {
      bool buried = false;

      PetscCall(is_buried(sim, &sim->walls.list[w],
                          option_vec3(sim->options, "inlet", names[k], "lo"),
                          option_vec3(sim->options, "inlet", names[k], "hi"), &buried));
      if (buried) {
        Text cure = {0};

        wall_say_cure(sim->options, &sim->walls.list[w], &cure);
        option_warning(
          sim->options, &sim->warnings, "inlet", names[k], "lo",
          "its region is on the solid side of %s; or move the region: no clump can enter", cure.s);
        text_free(&cure);
      }
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what never happens ---- */

/* Warn of triggers `when: time` that lie beyond the end; `start` is looked at for all kinds
   (options_warn_unusual). */
static void warn_of_events(Sim *sim)
{
  const double       end = sim->settings.end_time;
  const char *const *names;
  const int          n = options_objects(sim->options, "event", &names);

  for (int k = 0; k < n; k++) {
    const double above = option_real_or(sim->options, "event", names[k], "above", -INFINITY);

    if (strcmp(option_word(sim->options, "event", names[k], "when"), "time") == 0 && above >= end)
      option_warning(sim->options, &sim->warnings, "event", names[k], "above",
                     "%g s is not before the end of the run, %g s (run: end_time): it "
                     "never happens",
                     above, end);
  }
}

/* Warn of clumps that enter after the end. */
static PetscErrorCode warn_of_late(Sim *sim)
{
  const Waiting *w     = sim->matter.waiting;
  int64_t        late  = 0;
  double         least = -INFINITY;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) {
    late += w->time[a] > sim->settings.end_time;
    if (w->time[a] > sim->settings.end_time) least = max_real(least, -w->time[a]);
  }
  PetscCall(parallel_sum_int(&sim->par, &late, 1));
  PetscCall(parallel_max(&sim->par, &least, 1));
  if (late > 0)
    warning_add(&sim->warnings,
                "clumps: %" PRId64
                " would enter after the end of the run, %g s (run: end_time), the "
                "first of them at t = %g s",
                late, sim->settings.end_time, -least);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if something besides gravity and contacts may set clumps in motion. */
static bool is_driven(Sim *sim)
{
  const ImpactSpeeds *s = sim_impact(sim);

  return s->free > 0 || s->fixed > 0 || unusual_is_acted_on(sim_world(sim));
}

/* Warn if gravity is not given, although clumps at rest have walls to fall on. */
static void warn_of_no_gravity(Sim *sim)
{
  const bool flat = sim->settings.dimension == 2;

  if (vec3_norm(sim->settings.gravity) > 0 || option_is_set(sim->options, "run", NULL, "gravity") ||
      sim->walls.n == 0 || sim_impact(sim)->fall > 0 || is_driven(sim))
    return;
  option_warning(sim->options, &sim->warnings, "run", NULL, NULL,
                 "gravity is not given, so it is zero: clumps that begin at rest do not fall on "
                 "wall %s; give %s, or %s if none is meant",
                 sim->walls.list[0].name, flat ? "[0, -9.81]" : "[0, 0, -9.81]",
                 flat ? "[0, 0]" : "[0, 0, 0]");
}

/* ---- damping of falls ---- */

/* True if most clumps begin loose: placed at random, or let in. Those of files may be a packing. */
static bool begins_loose(const Sim *sim)
{
  const char *const *names;
  const int          n     = options_objects(sim->options, "clumps", &names);
  bool               loose = sources_have_objects(&sim->entry.sources);

  for (int k = 0; k < n; k++)
    loose = loose || option_has_value(sim->options, "clumps", names[k], "count") ||
            option_has_value(sim->options, "clumps", names[k], "position");
  return loose;
}

/* Warn of damping that slows free falls of many radii. */
static void warn_of_damping(Sim *sim)
{
  const Damping *d      = &sim->motion.damping;
  const double   g      = vec3_norm(sim->settings.gravity);
  const double   speed  = sim_impact(sim)->fall; /* m/s, without damping */
  const double   height = g > 0 ? speed * speed / (2 * g) : 0;

  if (!d->used || d->fire.used || !(height > 20 * sim->timestep.limits.smallest) ||
      !begins_loose(sim))
    return;
  for (int k = 0; k < d->n; k++) {
    const DampingPart *part = &d->list[k];
    const char        *kind = part->name ? "damping" : "run";

    if (part->cundall >= 0.05)
      option_warning(
        sim->options, &sim->warnings, kind, part->name, part->name ? "cundall" : "damping",
        "%g acts against free falls, too: clumps fall with %.3g of gravity, take %.3g "
        "times as long and land with %.3g of the speed (%.3g m/s in place of %.3g for the "
        "largest fall); it is meant for packings: leave it to restitution, or let an event "
        "set it once they lie",
        part->cundall, 1 - part->cundall, 1 / sqrt(1 - part->cundall), sqrt(1 - part->cundall),
        sqrt(1 - part->cundall) * speed, speed);
    if (part->viscous > 0 && g / part->viscous < 0.5 * speed)
      option_warning(sim->options, &sim->warnings, kind, part->name,
                     part->name ? "viscous" : "damping",
                     "%g 1/s acts against free falls, too: clumps fall no faster than %.3g m/s, in "
                     "place of %.3g m/s for the largest fall",
                     part->viscous, g / part->viscous, speed);
  }
}

PetscErrorCode setup_warn(Sim *sim)
{
  PetscFunctionBeginUser;
  /* causes before what follows from them */
  warn_of_gravity(sim);
  warn_of_materials(sim);
  warn_of_contacts(sim);
  options_warn_unusual(sim->options, sim->settings.end_time - sim_time(sim),
                       timestep_least(sim) * sim->settings.substeps, &sim->warnings);
  sources_warn(sim_world(sim));
  warn_of_no_gravity(sim);
  warn_of_drums(sim);
  PetscCall(warn_of_buried_inlets(sim));
  warn_of_damping(sim);
  warn_of_events(sim);
  PetscCall(warn_of_late(sim));
  PetscCall(unusual_walls(sim_world(sim)));
  PetscCall(unusual_falls(sim_world(sim), sim->settings.check_only));
  unusual_keys(sim_world(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}
