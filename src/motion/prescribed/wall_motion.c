/* SPDX-License-Identifier: MIT */
/* Walls that follow prescribed motions (wall_motion.h). */
#include "motion/prescribed/wall_motion.h"

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

/* Bound of the displacement of the points of a wall that pebbles can be near to. A distance from the
   wall changes by no more than the point that is fixed to the wall moves: by the shift, and by the
   chord of the turn, 2 sin(angle / 2) times its distance from the axis. */
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
