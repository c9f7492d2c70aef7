/* SPDX-License-Identifier: MIT */
/* Motions of the scenario, and the walls that follow them. */
#include "motion/prescribed/wall_motion.h"
#include "options/span.h"

#include <stdio.h>

#include "base/bounds.h"
#include "options/rows.h"

/* clang-format off */
static const Option motion_options[] = {
  NAMES(KEY("walls"),  OPTIONAL, "wall",           "walls that move"),
  WORDS(KEY("groups"), OPTIONAL, "groups of clumps that move"),
  PLUGIN(KEY("type"),  REQUIRED, prescribed_kinds, "kind of motion"),
  REAL(KEY("start"),   "s", OPTIONAL, UP_TO(TIME_MOST),
      "time at which it starts; until then the walls are where their keys put them; default: 0, or "
      "when an event starts it"),
  OPTION_AFTER,
  REAL(KEY("end"),     "s", OPTIONAL, NOT_NEGATIVE,
      "time at which it ends; the walls stay where they are then; default: never"),
  REAL(KEY("ramp"),    "s", "0",      UP_TO(TIME_MOST),
      "time in which the motion speeds up from rest after its start and, if it has an end, slows "
      "down to rest before it"),
  OPTION_DURATION,
  {NULL},
};
/* clang-format on */

const OptionKind motion_kind = {.name    = "motion",
                                .named   = true,
                                .options = motion_options,
                                .text    = "prescribed motion of walls and groups of clumps"};

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
  **found = (MovingWall){.wall = wall, .now = {.turn = {1, 0, 0, 0}}};
  PetscCall(follower_create(motions->n_motions, &(*found)->follows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Give the wall's pivot to a motion that needs one. */
static void add_pivot(Options *options, TimedMotion *m, const Wall *wall)
{
  Vec3 point;

  if (!m->kind->pivot || !wall->surface->pivot || !wall->surface->pivot(wall->constants, &point))
    return;
  if (!m->kind->pivot(m->constants, point))
    option_mistake(options, "motion", m->name, "walls",
                   "%s has another pivot than the walls before it: give the motion a pivot",
                   wall->name);
}

/* A surface velocity must be along the surface. For a plane, a normal component of more than 1 % is
   a mistake; a smaller one is taken for rounding of the given numbers. */
static void check_slide(Options *options, const TimedMotion *m, const Wall *wall)
{
  Prescribed p = PRESCRIBED_REST;
  Vec3       point, normal;
  double     across;

  m->kind->at(m->constants, 0, &p);
  if (wall->surface != &surface_plane ||
      !wall->surface->geometry.confines(wall->constants, vec3(0, 0, 1), &point, &normal))
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
  TimedMotion *m     = &motions->motions[motion];
  const int    index = wall_index(walls, name);
  MovingWall  *w;
  char         what[NAME_LENGTH + 8];

  PetscFunctionBeginUser;
  if (index < 0 || !m->constants) PetscFunctionReturn(PETSC_SUCCESS); /* a mistake, noted before */
  if (walls->list[index].carried) {
    option_mistake(options, "motion", m->name, "walls",
                   "%s is a free body: leave out free to drive it as a wall, or give it a group, "
                   "and the motion groups: [NAME]",
                   name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(moving_wall_find(motions, index, &w));
  if (w->follows.n > 0 && w->follows.motion[w->follows.n - 1] == motion) {
    option_mistake(options, "motion", m->name, "walls", "%s is named twice", name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  add_pivot(options, m, &walls->list[index]);
  check_slide(options, m, &walls->list[index]);
  snprintf(what, sizeof what, "wall %s", name);
  follower_add(options, motions->motions, motion, what, &w->follows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set Walls.move, turn and slide: true if some wall does so at any time. */
static void note_use(const WallMotions *motions, Walls *walls)
{
  walls->move = motions->n > 0;
  for (int k = 0; k < motions->n; k++) {
    const MovingWall *w = &motions->list[k];

    walls->turn = walls->turn || w->follows.turner >= 0;
    for (int m = 0; m < w->follows.n; m++)
      walls->slide = walls->slide || motions->motions[w->follows.motion[m]].kind->slides;
  }
}

PetscErrorCode wall_motions_read(const Parallel *par, Options *options, const char *folder,
                                 const State *saved, Walls *walls, WallMotions *motions)
{
  const char *const *names, *const *of;
  int n, n_walls, n_groups;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "motion", &n, &names));
  motions->n_motions = n;
  PetscCall(array_create(&motions->motions, sizeof *motions->motions, n));
  PetscCall(array_create(&motions->list, sizeof *motions->list, walls->n));
  for (int k = 0; k < n; k++) {
    PetscCall(timed_motion_read(par, options, names[k], folder, saved, &motions->motions[k]));
    of = option_words(options, "motion", names[k], "walls", &n_walls);
    for (int w = 0; w < n_walls; w++) PetscCall(wall_add(options, of[w], k, walls, motions));
    of = option_words(options, "motion", names[k], "groups", &n_groups);
    if (n_walls + n_groups == 0 && !option_is_wrong(options, "motion", names[k], "walls"))
      option_mistake(options, "motion", names[k], NULL,
                     "moves nothing: give walls: [NAME, ...], walls of this scenario, or groups: "
                     "[NAME, ...], of its clumps");
    for (int g = 0; g < n_groups; g++)
      if (wall_index(walls, of[g]) >= 0)
        option_mistake(options, "motion", names[k], "groups",
                       "%s is a wall, too: walls.csv could not tell them apart", of[g]);
    for (int g = 0; g < n_groups; g++)
      PetscCall(driven_add(options, motions->motions, n, k, of[g], &motions->driven));
  }
  note_use(motions, walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check the wall turned by one radian about an axis of a motion: an angle under which no surface
   looks the same, unless it does so under all angles. */
static void check_turned(Options *options, const TimedMotion *m, Vec3 point, Vec3 about,
                         const MovingWall *w, const Wall *wall, int axis)
{
  const Vec3         u      = vec3_scale(0.479425538604203, about); /* sine and cosine of 1/2 */
  const Displacement turned = {.pivot = point, .turn = {0.8775825618903728, u.x, u.y, u.z}};

  wall->surface->place(wall->constants, &turned);
  wall->surface->check_period(options, wall->name, wall->constants, axis);
  wall->surface->place(wall->constants, &w->now);
  if (!options_are_sound(options, "wall"))
    option_mistake(
      options, "motion", m->name, NULL,
      "turns wall %s out of the direction %c, which is periodic: turn it about an axis along %c",
      wall->name, "xyz"[axis], "xyz"[axis]);
}

static void check_axes(Options *options, const WallMotions *motions, const MovingWall *w,
                       const Wall *wall, int axis)
{
  const TimedMotion *m = &motions->motions[w->follows.turner];
  Vec3               point, about;

  for (int k = 0;
       options_are_sound(options, "wall") && m->kind->axis(m->constants, k, &point, &about); k++)
    check_turned(options, m, point, about, w, wall, axis);
}

void wall_motions_check_periods(Options *options, const WallMotions *motions, const Walls *walls,
                                const bool periodic[3])
{
  for (int k = 0; k < motions->n; k++)
    for (int axis = 0; axis < 3; axis++)
      if (periodic[axis] && motions->list[k].follows.turner >= 0)
        check_axes(options, motions, &motions->list[k], &walls->list[motions->list[k].wall], axis);
}

/* ---- checkpoints ---- */

PetscErrorCode wall_motions_list(WallMotions *motions, const char *folder, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < motions->n_motions; k++) {
    TimedMotion *m = &motions->motions[k];

    if (m->kind->state)
      PetscCall(state_list(parts, folder, "motion", m->name, m->kind->state, m->constants));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_motions_document(const char *folder, StateParts *parts)
{
  static const PrescribedMotion *const kinds[] = {PRESCRIBED_MOTIONS(PLUGIN_ITSELF) NULL};

  PetscFunctionBeginUser;
  for (int k = 0; kinds[k]; k++)
    if (kinds[k]->state)
      PetscCall(state_list(parts, folder, "motion", "<name>", kinds[k]->state, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void wall_motions_free(WallMotions *motions)
{
  for (int k = 0; k < motions->n_motions; k++) timed_motion_free(&motions->motions[k]);
  for (int k = 0; k < motions->n; k++) array_free(&motions->list[k].follows.motion);
  driven_free(&motions->driven);
  array_free(&motions->motions);
  array_free(&motions->list);
  *motions = (WallMotions){0};
}
