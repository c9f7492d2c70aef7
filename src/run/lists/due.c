/* SPDX-License-Identifier: MIT */
/* When new lists are due: displacements since the lists were made, and the plan that follows from
   them (lists.h). */
#include "run/module_states.h"

/* Travel together with a motion of the images of a cell that deforms, m. */
static Travel with_images(const Sim *sim, Travel travel, double way)
{
  return travel_with_images(travel, way, sim->lists.profile.used);
}

Travel lists_step_travel(const Sim *sim, const MotionReport *motion)
{
  return with_images(sim, travel_widen(motion->travel, sim->space.domain.grain),
                     sim_cell(sim)->moving.step_way);
}

Travel lists_next_travel(const Sim *sim, const MotionReport *motion, Travel before)
{
  const Travel all  = travel_add(motion->travel, before);
  Travel       next = with_images(sim, travel_widen(all, sim->space.domain.grain + 0.1 * all.way),
                                  1.1 * sim_cell(sim)->moving.step_way);

  next.turn *= 1.1;
  return next;
}

/* Measure the displacements since the near lists were made; *next: at the end of the next step. */
static void measure_moved(Sim *sim, Travel *next)
{
  Lists            *l    = &sim->lists;
  const MovingCell *cell = &sim_cell(sim)->moving;

  motion_moved(sim->matter.clumps, &sim->matter.templates, sim->clock.dt, lists_profile(l),
               lists_age(l), &l->moved, next);
  l->moved = with_images(sim, l->moved, cell->way);
  *next    = with_images(sim, *next, cell->way + 1.1 * cell->step_way);
}

Travel lists_add_step(Sim *sim, const MotionReport *motion, Travel before)
{
  Lists *l = &sim->lists;
  Travel next;

  l->moved = travel_add(l->moved, lists_step_travel(sim, motion));
  next     = travel_add(l->moved, lists_next_travel(sim, motion, before));
  if (lists_bound(l, next) > 0.5 * l->near) measure_moved(sim, &next);
  return next;
}

double lists_moved_by(const Sim *sim, const ListTravel *moved, Since since, double time)
{
  const Travel clumps = travel_of_maxima(since == SINCE_NEAR ? moved->near : moved->built);
  const double way    = travel_of_maxima(moved->built).way;

  if (sim->motion.walls.n == 0) return lists_bound(&sim->lists, clumps);
  return travel_bound(
    travel_join(clumps, wall_motions_travel(&sim->motion.walls, since, time, way)));
}

StepPlan lists_plan(const Sim *sim, const ListTravel *moved, double time, double gap)
{
  return step_plan(lists_moved_by(sim, moved, SINCE_BUILT, time) > 0.5 * (sim->lists.skin - gap),
                   lists_moved_by(sim, moved, SINCE_NEAR, time) > 0.5 * sim->lists.near);
}

void lists_find_due(Sim *sim, const ListTravel *next, double gap)
{
  const StepPlan due = lists_plan(sim, next, clock_next(&sim->clock), gap);
  Lists         *l   = &sim->lists;

  l->rebuild_next = l->rebuild_next || due == PLAN_REBUILD;
  l->narrow_next  = l->narrow_next || due == PLAN_NARROW;
}
