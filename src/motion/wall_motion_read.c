/* SPDX-License-Identifier: MIT */
/* Motions of the scenario, and the walls that follow them. */
#include "motion/wall_motion.h"

#include <stdio.h>

#include "base/bounds.h"

static const Option motion_options[] = {
  {.key      = "walls",
   .type     = OPTION_NAMES,
   .choices  = "wall",
   .fallback = "",
   .help     = "walls that move"},
  {.key = "type", .type = OPTION_WORD, .plugins = prescribed_table, .help = "kind of motion"},
  {.key      = "start",
   .type     = OPTION_REAL,
   .unit     = "s",
   .fallback = "",
   .lo       = 0,
   .hi       = TIME_MOST,
   .help = "time at which it starts; until then the walls are where their keys put them; default: "
           "0, or when an event starts it"},
  {.key      = "after",
   .type     = OPTION_NAME,
   .choices  = "event",
   .fallback = "",
   .help     = "in place of start: it starts with this event"},
  {.key      = "end",
   .type     = OPTION_REAL,
   .unit     = "s",
   .fallback = "",
   .lo       = 0,
   .hi       = INFINITY,
   .help     = "time at which it ends; the walls stay where they are then; default: never"},
  {.key      = "duration",
   .type     = OPTION_REAL,
   .unit     = "s",
   .fallback = "",
   .lo       = 0,
   .hi       = TIME_MOST,
   .flags    = LO_OPEN,
   .help     = "in place of end: time from its start to its end"},
  {.key = NULL},
};

const OptionKind motion_kind = {
  .name = "motion", .named = true, .options = motion_options, .text = "prescribed motion of walls"};

/* ---- motions ---- */

static double real_or(const Options *o, const char *motion, const char *key, double none)
{
  return option_has_value(o, "motion", motion, key) ? option_real(o, "motion", motion, key) : none;
}

static void read_times(Options *options, TimedMotion *m)
{
  const double duration = real_or(options, m->name, "duration", INFINITY);

  m->start   = real_or(options, m->name, "start", 0);
  m->end     = real_or(options, m->name, "end", m->start + duration);
  m->length  = min_real(duration, m->end - m->start);
  m->stopped = INFINITY;
  if (duration < INFINITY && option_has_value(options, "motion", m->name, "end"))
    option_mistake(options, "motion", m->name, "duration", "is one too many, as there is end");
  if (!(m->end > m->start))
    option_mistake(options, "motion", m->name, "end", "%g s is not after start (%g s)", m->end,
                   m->start);
}

/* *m: with constants NULL if the type is a mistake. */
static PetscErrorCode motion_read(Options *options, const char *name, TimedMotion *m)
{
  const Plugin *kind = plugin_find(prescribed_table, option_word(options, "motion", name, "type"));

  PetscFunctionBeginUser;
  snprintf(m->name, sizeof m->name, "%s", name);
  if (strlen(name) >= NAME_LENGTH)
    option_mistake(options, "motion", name, NULL, "the name is longer than %d characters",
                   NAME_LENGTH - 1);
  m->kind = (const PrescribedMotion *)kind;
  read_times(options, m);
  if (!kind) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&m->constants, m->kind->size, 1));
  m->kind->read(m->constants, options, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- walls of a motion ---- */

static int wall_index(const Walls *walls, const char *name)
{
  for (int w = 0; w < walls->n; w++)
    if (strcmp(walls->list[w].name, name) == 0) return w;
  return -1;
}

static PetscErrorCode moving_wall_find(WallMotions *motions, int wall, MovingWall **found)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < motions->n; k++) {
    *found = &motions->list[k];
    if ((*found)->wall == wall) PetscFunctionReturn(PETSC_SUCCESS);
  }
  *found  = &motions->list[motions->n++];
  **found = (MovingWall){.wall = wall, .turner = -1, .now = {.turn = {1, 0, 0, 0}}};
  PetscCall(array_create(&(*found)->motion, sizeof *(*found)->motion, motions->n_motions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if both are the same line, up to rounding. */
static bool is_same_axis(Vec3 point, Vec3 axis, Vec3 other_point, Vec3 other_axis)
{
  const Vec3   between = vec3_sub(other_point, point);
  const double size    = vec3_norm(point) + vec3_norm(other_point);

  return vec3_norm(vec3_cross(axis, other_axis)) < 1e-9 &&
         vec3_norm(vec3_cross(axis, between)) <= 1e-9 * size;
}

static void add_axis(Options *options, const WallMotions *motions, const Walls *walls, int motion,
                     MovingWall *w)
{
  const TimedMotion *m = &motions->motions[motion];
  Vec3               point, axis;

  if (!m->kind->axis) return;
  m->kind->axis(m->constants, &point, &axis);
  if (w->turner >= 0 && !is_same_axis(w->point, w->axis, point, axis))
    option_mistake(options, "motion", m->name, "axis",
                   "%s turns wall %s about another axis: rotations of a wall add up about one axis "
                   "only",
                   motions->motions[w->turner].name, walls->list[w->wall].name);
  if (w->turner >= 0) return;
  w->turner = motion;
  w->point  = point;
  w->axis   = axis;
}

/* A surface velocity must be along the surface; of a plane more than a hundredth of it across is no
   rounding of the user's. */
static void check_slide(Options *options, const TimedMotion *m, const Wall *wall)
{
  Prescribed p = PRESCRIBED_REST;
  Vec3       point, normal;
  double     across;

  m->kind->at(m->constants, 0, &p);
  if (wall->surface != &surface_plane ||
      !wall->surface->confines(wall->constants, vec3(0, 0, 1), &point, &normal))
    return;
  across = vec3_dot(p.slide, normal);
  if (fabs(across) > 0.01 * vec3_norm(p.slide))
    option_mistake(options, "motion", m->name, "velocity",
                   "has %g m/s across wall %s: a surface moves along itself; `translate` moves the "
                   "wall",
                   across, wall->name);
}

static PetscErrorCode wall_add(Options *options, const char *name, int motion, Walls *walls,
                               WallMotions *motions)
{
  const TimedMotion *m     = &motions->motions[motion];
  const int          index = wall_index(walls, name);
  MovingWall        *w;

  PetscFunctionBeginUser;
  if (index < 0 || !m->kind) PetscFunctionReturn(PETSC_SUCCESS); /* a mistake, noted before */
  PetscCall(moving_wall_find(motions, index, &w));
  if (w->n > 0 && w->motion[w->n - 1] == motion) {
    option_mistake(options, "motion", m->name, "walls", "%s is named twice", name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  add_axis(options, motions, walls, motion, w);
  check_slide(options, m, &walls->list[index]);
  w->motion[w->n++] = motion;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set what some wall does at some time (Walls.move, turn, slide). */
static void note_use(const WallMotions *motions, Walls *walls)
{
  walls->move = motions->n > 0;
  for (int k = 0; k < motions->n; k++) {
    const MovingWall *w = &motions->list[k];

    walls->turn = walls->turn || w->turner >= 0;
    for (int m = 0; m < w->n; m++)
      walls->slide = walls->slide || motions->motions[w->motion[m]].kind->slides;
  }
}

PetscErrorCode wall_motions_read(Options *options, Walls *walls, WallMotions *motions)
{
  const char *const *names, *const *of;
  int n, n_walls;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "motion", &n, &names));
  motions->n_motions = n;
  PetscCall(array_create(&motions->motions, sizeof *motions->motions, n));
  PetscCall(array_create(&motions->list, sizeof *motions->list, walls->n));
  for (int k = 0; k < n; k++) {
    PetscCall(motion_read(options, names[k], &motions->motions[k]));
    of = option_words(options, "motion", names[k], "walls", &n_walls);
    if (n_walls == 0 && !option_is_wrong(options, "motion", names[k], "walls"))
      option_mistake(options, "motion", names[k], NULL,
                     "moves nothing: give walls: [NAME, ...], walls of this scenario");
    for (int w = 0; w < n_walls; w++) PetscCall(wall_add(options, of[w], k, walls, motions));
  }
  note_use(motions, walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Look at the wall turned by a radian, as symmetries of a surface are none of those of a radian. */
static void check_turned(Options *options, const WallMotions *motions, const MovingWall *w,
                         const Wall *wall, int axis)
{
  const Vec3         u      = vec3_scale(0.479425538604203, w->axis); /* sine and cosine of 1/2 */
  const Displacement turned = {.pivot = w->point, .turn = {0.8775825618903728, u.x, u.y, u.z}};

  wall->surface->place(wall->constants, &turned);
  wall->surface->check_period(options, wall->name, wall->constants, axis);
  wall->surface->place(wall->constants, &w->now);
  if (options_has_mistakes(options))
    option_mistake(
      options, "motion", motions->motions[w->turner].name, "axis",
      "turns wall %s out of the direction %c, which is periodic: take an axis along %c", wall->name,
      "xyz"[axis], "xyz"[axis]);
}

void wall_motions_check_periods(Options *options, const WallMotions *motions, const Walls *walls,
                                const bool periodic[3])
{
  for (int k = 0; k < motions->n; k++)
    for (int axis = 0; axis < 3; axis++)
      if (periodic[axis] && motions->list[k].turner >= 0 && !options_has_mistakes(options))
        check_turned(options, motions, &motions->list[k], &walls->list[motions->list[k].wall],
                     axis);
}

void wall_motions_free(WallMotions *motions)
{
  for (int k = 0; k < motions->n_motions; k++) array_free(&motions->motions[k].constants);
  for (int k = 0; k < motions->n; k++) array_free(&motions->list[k].motion);
  array_free(&motions->motions);
  array_free(&motions->list);
  *motions = (WallMotions){0};
}
