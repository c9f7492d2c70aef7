/* SPDX-License-Identifier: MIT */
/* Motions of the scenario, and walls that follow them (wall_motion.h). */
#include "motion/prescribed/wall_motion.h"
#include "matter/module.h"
#include "options/rows.h"
#include "options/selection.h"

/* ---- places ---- */

void wall_motions_place(WallMotions *motions, double time, Walls *walls)
{
  for (int k = 0; k < motions->n; k++) {
    MovingWall      *w    = &motions->list[k];
    Wall            *wall = &walls->list[w->wall];
    const Prescribed p    = follower_at(motions->motions, &w->follows, time);

    w->now = follower_place(&w->follows, &p);
    wall->surface->place(wall->constants, &w->now);
    wall->pivot    = w->follows.turner >= 0 ? vec3_add(w->now.pivot, p.shift) : (Vec3){0, 0, 0};
    wall->shift    = p.shift;
    wall->angle    = follower_angle(&w->follows, &p);
    wall->velocity = p.velocity;
    wall->spin     = p.spin;
    wall->slide    = displaced_vector(&w->now, p.slide);
  }
  driven_move(&motions->driven, motions->motions, time);
}

/* ---- travel ---- */

PetscErrorCode wall_motions_mark(WallMotions *motions, const Parallel *par, const Pebbles *p,
                                 bool built)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < motions->n; k++) {
    MovingWall *w = &motions->list[k];

    w->near = w->now;
    if (!built) continue;
    w->built = w->now;
    w->lever = 0;
    if (w->follows.turner < 0) continue;
    for (PetscInt i = 0; i < p->n; i++)
      w->lever = max_real(w->lever, follower_lever(&w->follows, w->now.shift, pebble_centre(p, i)));
    PetscCall(parallel_max(par, &w->lever, 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bound of the displacement of the points of a wall that pebbles can be near to. A distance from
   the wall changes by no more than the point that is fixed to the wall moves: by the shift, and by
   the chord of the turn, 2 sin(angle / 2) times its distance from the axis. */
static Travel travel_of(const MovingWall *w, const Displacement *from, const Displacement *to,
                        double way)
{
  const Vec3   d      = vec3_sub(to->shift, from->shift);
  const Quat   turn   = quat_mul(to->turn, quat_conjugate(from->turn));
  const double chord  = 2 * vec3_norm((Vec3){turn.x, turn.y, turn.z}),
               lever  = w->lever + way + vec3_norm(vec3_sub(to->shift, w->built.shift)),
               turned = w->follows.turner >= 0 ? chord * lever : 0;

  return (Travel){
    .lo = {d.x, d.y, d.z}, .hi = {d.x, d.y, d.z}, .turn = turned, .way = vec3_norm(d) + turned};
}

Travel wall_motions_travel(const WallMotions *motions, Since since, double time, double way)
{
  Travel all = TRAVEL_NONE;

  for (int k = 0; k < motions->n; k++) {
    const MovingWall  *w  = &motions->list[k];
    const Prescribed   p  = follower_at(motions->motions, &w->follows, time);
    const Displacement to = follower_place(&w->follows, &p);

    all = travel_join(all, travel_of(w, since == SINCE_BUILT ? &w->built : &w->near, &to, way));
  }
  return all;
}

TimedMotion *wall_motions_find(const WallMotions *motions, const char *name)
{
  for (int k = 0; k < motions->n_motions; k++)
    if (strcmp(motions->motions[k].name, name) == 0) return &motions->motions[k];
  return NULL;
}

/* ---- the scenario ---- */

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
  {0},
};
/* clang-format on */

const OptionKind motion_kind = {.name    = "motion",
                                .named   = true,
                                .options = motion_options,
                                .text    = "prescribed motion of walls and groups of clumps"};

/* ---- walls of a motion ---- */

int wall_index(const Walls *walls, const char *name)
{
  for (int w = 0; w < walls->n; w++)
    if (strcmp(walls->list[w].name, name) == 0) return w;
  return -1;
}

static MovingWall *moving_wall(WallMotions *motions, int wall)
{
  MovingWall *w;

  for (int k = 0; k < motions->n; k++)
    if (motions->list[k].wall == wall) return &motions->list[k];
  w  = &motions->list[motions->n++];
  *w = (MovingWall){.wall = wall, .now = {.turn = {1, 0, 0, 0}}};
  follower_create(motions->n_motions, &w->follows);
  return w;
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

static void wall_add(Options *options, const char *name, int motion, Walls *walls,
                     WallMotions *motions)
{
  TimedMotion *m     = &motions->motions[motion];
  const int    index = wall_index(walls, name);
  MovingWall  *w;
  char         what[NAME_LENGTH + 8];

  if (index < 0 || !m->constants) return; /* a mistake, noted before */
  if (walls->list[index].carried) {
    option_mistake(options, "motion", m->name, "walls",
                   "%s is a free body: leave out free to drive it as a wall, or give it a group, "
                   "and the motion groups: [NAME]",
                   name);
    return;
  }
  w = moving_wall(motions, index);
  if (w->follows.n > 0 && w->follows.motion[w->follows.n - 1] == motion) {
    option_mistake(options, "motion", m->name, "walls", "%s is named twice", name);
    return;
  }
  check_slide(options, m, &walls->list[index]);
  snprintf(what, sizeof what, "wall %s", name);
  follower_add(options, motions->motions, motion, what, &w->follows);
}

PetscErrorCode wall_motions_read(World *world)
{
  Options           *options = world->options;
  Walls             *walls   = world->walls;
  WallMotions       *motions = world->motions;
  const char *const *names, *const *of;
  int n, n_walls, n_groups;

  PetscFunctionBeginUser;
  n                  = options_objects(options, "motion", &names);
  motions->n_motions = n;
  array_create(&motions->motions, sizeof *motions->motions, n);
  array_create(&motions->list, sizeof *motions->list, walls->n);
  for (int k = 0; k < n; k++) {
    PetscCall(timed_motion_read(world, names[k], &motions->motions[k]));
    of = option_words(options, "motion", names[k], "walls", &n_walls);
    for (int w = 0; w < n_walls; w++) wall_add(options, of[w], k, walls, motions);
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
      driven_add(options, motions->motions, n, k, of[g], &motions->driven);
  }
  /* does some wall move, turn or slide at any time? */
  walls->move = motions->n > 0;
  for (int k = 0; k < motions->n; k++) {
    const MovingWall *w = &motions->list[k];

    walls->turn = walls->turn || w->follows.turner >= 0;
    for (int m = 0; m < w->follows.n; m++)
      walls->slide = walls->slide || motions->motions[w->follows.motion[m]].kind->slides;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void check_axes(Options *options, const WallMotions *motions, const MovingWall *w,
                       const Wall *wall, int axis)
{
  const TimedMotion *m = &motions->motions[w->follows.turner];
  Vec3               point, about;

  for (int k = 0; wall->surface->check_period && options_are_sound(options, "wall") &&
                  m->kind->axis(m->constants, k, &point, &about);
       k++) {
    /* turned by one radian: an angle under which no surface looks the same, unless it does so under
       all angles */
    const Vec3         u      = vec3_scale(0.479425538604203, about); /* sine and cosine of 1/2 */
    const Displacement turned = {.pivot = point, .turn = {0.8775825618903728, u.x, u.y, u.z}};

    wall->surface->place(wall->constants, &turned);
    wall->surface->check_period(options, wall->name, wall->constants,
                                (const bool[3]){axis == 0, axis == 1, axis == 2});
    wall->surface->place(wall->constants, &w->now);
    if (!options_are_sound(options, "wall"))
      option_mistake(
        options, "motion", m->name, NULL,
        "turns wall %s out of the direction %c, which is periodic: turn it about an axis along %c",
        wall->name, "xyz"[axis], "xyz"[axis]);
  }
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

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  static const PrescribedMotion *const kinds[] = {PRESCRIBED_MOTIONS(PLUGIN_ITSELF) NULL};

  (void)self;
  for (int k = 0; !w && kinds[k]; k++)
    state_list(parts, STATE_FOLDER, "motion", "<name>", kinds[k]->state, NULL);
  for (int k = 0; w && k < w->motions->n_motions; k++) {
    TimedMotion *m = &w->motions->motions[k];

    state_list(parts, STATE_FOLDER, "motion", m->name, m->kind->state, m->constants);
  }
  return PETSC_SUCCESS;
}

/* ---- a step ---- */

static PetscErrorCode begin_step(void *self, World *w)
{
  (void)self;
  for (int k = 0; k < w->motions->n_motions; k++)
    timed_motion_begin(&w->motions->motions[k], clock_next(w->clock));
  return PETSC_SUCCESS;
}

extern const Module wall_motions_module;
const Module        wall_motions_module = {
         .name = "wall_motions", .step = {.begin = begin_step}, .list = list};

void wall_motions_free(WallMotions *motions)
{
  for (int k = 0; k < motions->n_motions; k++) timed_motion_free(&motions->motions[k]);
  for (int k = 0; k < motions->n; k++) array_free(&motions->list[k].follows.motion);
  driven_free(&motions->driven);
  array_free(&motions->motions);
  array_free(&motions->list);
  *motions = (WallMotions){0};
}
