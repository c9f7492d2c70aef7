/* SPDX-License-Identifier: MIT */
/* Warnings of a new run: motions, events, attitudes and pictures that are taken but likely to be
   mistakes (unusual.h). */
#include "link/links.h"
#include "motion/prescribed/wall_motion.h"
#include "options/attitude.h"
#include "supply/unusual/unusual.h"
#include "wall/walls.h"

/* ---- motions ---- */

/* Speeds of walls beyond this are unusual, m/s. */
#define FASTEST 50.0

static void look_at_speed(World *world, const TimedMotion *m)
{
  const char  *type  = option_word(world->options, "motion", m->name, "type");
  const double speed = m->kind->most ? m->kind->most(m->constants).speed : 0;

  if (strcmp(type, "translate") != 0 && strcmp(type, "oscillate") != 0) return;
  if (speed > FASTEST)
    option_warning(world->options, world->warnings, "motion", m->name, NULL,
                   "its bodies move at up to %.3g m/s%s, more than the usual %g m/s: the time "
                   "step is chosen for impacts at that speed; check its units",
                   speed, strcmp(type, "oscillate") == 0 ? " (2 pi x frequency x amplitude)" : "",
                   FASTEST);
}

/* Warn of a servo that pushes a wall away from the clumps before it: it never presses them. */
static void look_at_servo(World *world, const TimedMotion *m, const char *name)
{
  const int    w = wall_index(world->walls, name);
  const double force =
    option_real_or(world->options, "motion", m->name, "force",
                   option_real_or(world->options, "motion", m->name, "stress", 0));
  Vec3 way, point, normal;

  if (w < 0 || !world->walls->list[w].surface->geometry.confines ||
      strcmp(option_word(world->options, "wall", name, "shape"), "plane") != 0 ||
      !world->walls->list[w].surface->geometry.confines(world->walls->list[w].constants,
                                                        vec3(0, 0, 1), &point, &normal))
    return;
  way = option_vec3(world->options, "motion", m->name, "direction");
  if (force > 0 && vec3_normalize(&way) && vec3_dot(way, normal) < -1e-3)
    option_warning(
      world->options, world->warnings, "motion", m->name, "direction",
      "wall %s is pushed along (%g, %g, %g), away from the clumps, "
      "which are on the side of its normal (%g, %g, %g): it never presses them; give the "
      "direction in which the wall pushes, (%g, %g, %g)",
      name, way.x, way.y, way.z, normal.x, normal.y, normal.z, -way.x + 0., -way.y + 0.,
      -way.z + 0.);
}

static void warn_of_motions(World *world)
{
  for (int k = 0; k < world->motions->n_motions; k++) {
    const TimedMotion *m = &world->motions->motions[k];
    int                n;
    const char *const *walls = option_words(world->options, "motion", m->name, "walls", &n);

    look_at_speed(world, m);
    for (int i = 0;
         i < n && strcmp(option_word(world->options, "motion", m->name, "type"), "servo") == 0; i++)
      look_at_servo(world, m, walls[i]);
  }
}

/* ---- events ---- */

/* True if an action of some event names this object. */
static bool is_acted_on(const Options *o, const char *object)
{
  const char *const *names;
  const int          n = options_objects(o, "event", &names);

  for (int k = 0; k < n; k++) {
    int                count;
    const char *const *words = option_words(o, "event", names[k], "do", &count);

    for (int i = 0; i < count; i++)
      if (strstr(words[i], object)) return true;
  }
  return false;
}

/* Warn of events that wait for the end of something that has none before the end of the run. */
static void warn_of_waiting(World *world)
{
  const Options     *o   = world->options;
  const double       end = world->end;
  const char *const *names;
  const int          n = options_objects(o, "event", &names);

  for (int k = 0; k < n; k++) {
    const char        *when = option_word(o, "event", names[k], "when");
    const char        *of   = option_word(o, "event", names[k], "of");
    const TimedMotion *m =
      strcmp(when, "motion_done") == 0 ? wall_motions_find(world->motions, of) : NULL;

    if (!of[0] || is_acted_on(o, of)) continue;
    if (m && m->length == INFINITY)
      option_warning(world->options, world->warnings, "event", names[k], "of",
                     "motion %s has no end, so it is never done: the event never "
                     "happens; give the motion an `end`",
                     of);
    else if (m && isfinite(m->end) && !(m->end < end))
      option_warning(world->options, world->warnings, "event", names[k], "of",
                     "motion %s ends at t = %g s, not before the end of the run, %g s "
                     "(run: end_time): the event never happens",
                     of, m->end, end);
    if (strcmp(when, "inlet_done") == 0 && !option_has_value(o, "inlet", of, "stop_number") &&
        !isfinite(option_real_or(o, "inlet", of, "stop_mass", INFINITY)) &&
        !isfinite(option_real_or(o, "inlet", of, "stop_time", INFINITY)))
      option_warning(world->options, world->warnings, "event", names[k], "of",
                     "inlet %s has no limit, so it is never done: the event never "
                     "happens; give the inlet a stop_number, stop_mass or stop_time",
                     of);
  }
}

/* ---- links that are made after the end ---- */

static void warn_of_late_links(World *world)
{
  for (int s = 0; s < LINK_KINDS; s++) {
    const LinkSet *set = &world->links->set[s];

    for (int i = 0; i < set->n_objects; i++)
      if (set->objects[i].at >= world->end)
        option_warning(world->options, world->warnings, set->kind->options.name,
                       set->objects[i].name, "at",
                       "%g s is not before the end of the run, %g s (run: end_time): it "
                       "links nothing",
                       set->objects[i].at, world->end);
  }
}

/* ---- attitudes ---- */

/* Degrees that are likely to be radians of a part of a turn; 0: they are not. */
static double degrees_meant(double angle)
{
  static const int parts[] = {1, 2, 3, 4, 6};

  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
    for (int times = 1; times <= 2 * parts[k]; times++) {
      const double turn = times * PETSC_PI / parts[k];

      /* two digits after the point, or more */
      if (fabs(fabs(angle) - turn) < 4e-3 && fabs(angle) != round(angle))
        return copysign(180.0 * times / parts[k], angle);
    }
  return 0;
}

static void look_at_angle(World *world, const char *kind, const char *object, const char *key)
{
  const double angle = option_real_or(world->options, kind, object, key, 0);
  const double meant = degrees_meant(angle);

  if (meant != 0)
    option_warning(world->options, world->warnings, kind, object, key,
                   "angles are in degrees: %g degrees; if radians are meant give %g", angle, meant);
}

static void warn_of_angles(World *world)
{
  static const struct {
    const char *kind, *key;
  } keys[] = {{"clumps", "attitude_angle"}, {"clumps", "clump_attitude_angle"},
              {"inlet", "attitude_angle"},  {"inlet", "clump_attitude_angle"},
              {"wall", "attitude_angle"},   {"outlet", "attitude_angle"}};

  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    const char *const *names;
    const int          n = options_objects(world->options, keys[k].kind, &names);

    for (int i = 0; i < n; i++) look_at_angle(world, keys[k].kind, names[i], keys[k].key);
  }
}

/* ---- pictures ---- */

static void warn_of_ranges(World *world)
{
  const char *const *names;
  const int          n = options_objects(world->options, "image", &names);

  for (int k = 0; k < n; k++) {
    const char *colour = option_word(world->options, "image", names[k], "colour");

    if (option_is_set(world->options, "image", names[k], "range") &&
        (strcmp(colour, "template") == 0 || strcmp(colour, "material") == 0 ||
         strcmp(colour, "group") == 0))
      option_warning(
        world->options, world->warnings, "image", names[k], "range",
        "it is not used, as bodies are coloured by %s%s; give colour: "
        "speed, or another number",
        colour, option_is_set(world->options, "image", names[k], "colour") ? "" : " (the default)");
  }
}

void unusual_keys(World *world)
{
  warn_of_motions(world);
  warn_of_waiting(world);
  warn_of_late_links(world);
  warn_of_angles(world);
  warn_of_ranges(world);
}
