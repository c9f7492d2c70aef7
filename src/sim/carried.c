/* SPDX-License-Identifier: MIT */
/* Surfaces that clumps carry (carried.h). */
#include "sim/carried.h"

#include <inttypes.h>
#include <stdio.h>

#include "contact/solids.h"
#include "matter/group_read.h"
#include "sim/saved_parts.h"
#include "sim/sim.h"
#include "supply/wall_body.h"

PetscErrorCode carried_make(Sim *sim, bool restart)
{
  WallBodies bodies = {.par       = &sim->par,
                       .options   = sim->options,
                       .materials = &sim->materials,
                       .walls     = &sim->walls,
                       .templates = &sim->templates,
                       .groups    = &sim->groups,
                       .clumps    = sim->clumps,
                       .next_id   = sim->account.next_id,
                       .restart   = restart};

  PetscFunctionBeginUser;
  if (sim->walls.n_carried == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->walls.n_carried > HALO_WIDE_MOST)
    options_mistake(sim->options, "wall: %d free meshes; allowed: at most %d", sim->walls.n_carried,
                    HALO_WIDE_MOST);
  PetscCall(wall_bodies_make(&bodies));
  sim->account.next_id = bodies.next_id;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void carried_free(Sim *sim)
{
  array_free(&sim->guards.list);
}

/* ---- at the start ---- */

static void check_period(Sim *sim, const Wall *wall)
{
  const double extent = sim->templates.list[wall->template].extent;

  for (int k = 0; k < sim->domain.dimension; k++) {
    const double length = vec3_axis(sim->domain.length, k);

    if (boundary_wraps(sim->domain.boundary[k]) && !(extent < 0.45 * length))
      option_mistake(
        sim->options, "wall", wall->name, "free",
        "the body reaches %g m from its centre of mass; allowed: less than 0.45 of the "
        "period along %c, %g m",
        extent, "xyz"[k], length);
  }
}

/* Number of clumps of a template, present and waiting, and the pose of the last one, over all ranks. */
static PetscErrorCode find_pose(const Sim *sim, int template, int64_t *n, Pose *pose)
{
  enum { NUMBERS = sizeof(Pose) / sizeof(int64_t) };
  const Clumps *all[2] = {sim->clumps, sim->waiting->clumps};
  int64_t       sums[NUMBERS + 1];

  PetscFunctionBeginUser;
  memset(sums, 0, sizeof sums);
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++)
      if (all[k]->template[a] == template) {
        sums[NUMBERS]++;
        memcpy(sums, &all[k]->pose[a], sizeof(Pose));
      }
  PetscCall(parallel_sum_int(&sim->par, sums, NUMBERS + 1));
  *n = sums[NUMBERS];
  memcpy(pose, sums, sizeof(Pose));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode carried_begin(Sim *sim)
{
  PetscFunctionBeginUser;
  for (int w = 0; w < sim->walls.n; w++) {
    Wall   *wall = &sim->walls.list[w];
    Pose    pose;
    int64_t n = 0;

    if (!wall->carried) continue;
    check_period(sim, wall);
    PetscCall(find_pose(sim, wall->template, &n, &pose));
    if (n > 1)
      option_mistake(sim->options, "wall", wall->name, NULL,
                     "%" PRId64 " clumps have its template; it is of one body alone", n);
    wall->gone = n == 0;
    if (n == 1)
      wall->surface->place(wall->constants, &(Displacement){.shift = pose.x, .turn = pose.q});
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- contacts ---- */

static StatePart part_of(Solids *solids)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = solids_state, .owner = solids};
}

/* Warn of bodies whose details are smaller than the balls in their corners. */
static void warn_of_details(Sim *sim)
{
  const Solids *s = sim->contacts->solids;

  for (int k = 0; k < s->n_pairs; k++) {
    const int body = s->pair[k].body;

    if (!s->side[body].inner && (k == 0 || s->pair[k - 1].body != body))
      warning_add(
        &sim->warnings,
        "wall %s: it has details smaller than its corner_radius, %g m: contacts of its edges "
        "with corners of walls keep energy to first order in dt only; take a smaller "
        "corner_radius",
        sim->walls.list[body].name, s->side[body].radius);
  }
}

PetscErrorCode carried_join(Sim *sim, const Checkpoint *ck, const ContactRecords *records)
{
  Solids **solids = &sim->contacts->solids;
  bool     found  = false, *changed;

  PetscFunctionBeginUser;
  PetscCall(solids_create(&sim->walls, &sim->templates, sim->laws, solids));
  if (*solids) warn_of_details(sim);
  if (!*solids || !ck) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parts_take(sim, ck, part_of(*solids), &found));
  if (!found) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&changed, sizeof *changed, sim->walls.n));
  for (int w = 0; w < sim->walls.n; w++)
    changed[w] = options_object_changed(sim->options, "wall", sim->walls.list[w].name) != NULL;
  PetscCall(solids_take(*solids, &sim->walls, sim->laws, records, changed));
  array_free(&changed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode carried_settle(Sim *sim, bool begin)
{
  const ContactScene scene = sim_scene(sim);

  PetscFunctionBeginUser;
  PetscCall(solids_settle(sim->contacts, &scene, begin));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode carried_list(Sim *sim, StateParts *parts)
{
  Solids *solids = sim->contacts->solids;

  PetscFunctionBeginUser;
  if (!solids || solids->n_pairs == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(solids_gather(solids));
  PetscCall(state_list_part(parts, part_of(solids)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode carried_document(StateParts *parts)
{
  PetscFunctionBeginUser;
  PetscCall(state_list_part(parts, part_of(NULL)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void carried_check_changes(Sim *sim)
{
  for (PetscInt k = 0; k < sim->changes.n; k++)
    for (int w = 0; w < sim->walls.n; w++) {
      const Change *change = &sim->changes.list[k];
      const char   *wall   = sim->walls.list[w].name;
      uint64_t      groups;
      bool          grows, frees;

      if (!sim->walls.list[w].carried || !change->kind) continue;
      grows = change->kind->growth != NULL;
      frees = change->kind->frees && option_real_or(sim->options, "wall", wall, "mass", -1) == 0;
      if (!grows && !frees) continue;
      groups_selected(sim->options, "wall", wall, "group", &sim->groups, &groups);
      if (change->groups == 0 || change->groups & groups)
        option_mistake(
          sim->options, "change", change->name, "groups", "free wall %s is among them, %s", wall,
          grows ? "whose size cannot change" : "which has no mass: it can only be driven");
    }
}

/* ---- rows and places ---- */

void carried_find(Sim *sim)
{
  const Clumps *c = sim->clumps;

  if (sim->walls.n_carried == 0) return;
  for (int w = 0; w < sim->walls.n; w++) {
    Wall *wall = &sim->walls.list[w];

    wall->row  = -1;
    wall->gone = wall->carried;
  }
  for (PetscInt a = 0; a < c->n; a++) {
    if (!sim->templates.list[c->template[a]].carries || image_sign(c->shift[a]) != 0) continue;
    for (int w = 0; w < sim->walls.n; w++) {
      Wall *wall = &sim->walls.list[w];

      if (!wall->carried || wall->template != c->template[a]) continue;
      wall->row  = (int32_t)a;
      wall->gone = false;
    }
  }
}

void carried_place(Sim *sim)
{
  if (sim->walls.n_carried == 0) return;
  for (int w = 0; w < sim->walls.n; w++) {
    Wall       *wall = &sim->walls.list[w];
    const Pose *pose;

    if (!wall->carried || wall->gone) continue;
    pose       = &sim->clumps->pose[wall->row];
    wall->gone = isnan(pose->x.x); /* clump_drop */
    if (wall->gone) continue;
    wall->pivot    = pose->x;
    wall->velocity = pose->v;
    wall->spin     = pose->w;
    wall->surface->place(wall->constants, &(Displacement){.shift = pose->x, .turn = pose->q});
  }
}

/* ---- what is not computed ---- */

/* Triangles that are looked at are pruned at this many times the distance that is too near, so that
   there is some way to go before they must be looked at again. */
#define LOOK_WIDER 1.5

/* A look at a body and another wall. */
typedef struct {
  const Sim  *sim;
  const Wall *other;
  double      near;  /* m */
  double      least; /* lower bound of the distances of what was found not to meet, m */
  Features    space;
} Look;

/* True if the other wall is nearer to the triangle than `near`: by a ball around it, which is divided
   while that is larger. */
static PetscErrorCode triangle_meets(Look *l, const Vec3 x[3], bool *meet)
{
  const Vec3 middle = vec3_scale(1.0 / 3, vec3_add(x[0], vec3_add(x[1], x[2])));
  double     around = 0, distance, reach;
  bool       is_leaf;

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) around = max_real(around, vec3_norm(vec3_sub(x[k], middle)));
  is_leaf = around < l->near;
  reach   = (is_leaf ? 0 : around) + LOOK_WIDER * l->near;
  PetscCall(
    wall_distance(l->other, domain_wrapped(&l->sim->domain, middle), reach, &l->space, &distance));
  *meet = distance < l->near;
  if (is_leaf || !(distance < reach))
    l->least = min_real(l->least, distance - (is_leaf ? 0 : around));
  if (*meet || is_leaf || !(distance < reach)) PetscFunctionReturn(PETSC_SUCCESS);
  for (int part = 0; part < 4 && !*meet; part++) {
    Vec3 y[3];

    for (int k = 0; k < 3; k++)
      y[k] = vec3_scale(0.5, part < 3 ? vec3_add(x[part], x[k]) : vec3_add(x[k], x[(k + 1) % 3]));
    PetscCall(triangle_meets(l, (const Vec3 *)y, meet));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bound of the displacement of a carried surface since the pose `then`, m. */
static double way_since(const Sim *sim, const Wall *wall, const Pose *then)
{
  const Pose *now  = &sim->clumps->pose[wall->row];
  const Quat  turn = quat_mul(now->q, quat_conjugate(then->q));
  Vec3        d    = vec3_sub(now->x, then->x);

  d = domain_shifted(&sim->domain, d, domain_nearest(&sim->domain, d));
  return vec3_norm(d) +
         2 * vec3_norm(vec3(turn.x, turn.y, turn.z)) * sim->templates.list[wall->template].extent;
}

/* The guard of a body and another wall that have been near each other; a new one has no slack. */
static PetscErrorCode find_guard(Sim *sim, int body, int other, Guard **guard)
{
  Guards *g = &sim->guards;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < g->n; k++) {
    *guard = &g->list[k];
    if ((*guard)->body == body && (*guard)->other == other) PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(array_reserve(&g->list, sizeof *g->list, g->n + 1, &g->capacity));
  *guard  = &g->list[g->n++];
  **guard = (Guard){.body = body, .other = other, .slack = -1};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if they cannot have come too near since the last look. */
static bool is_guarded(const Sim *sim, const Guard *g, const Wall *body, const Wall *other)
{
  double way;

  if (g->slack < 0) return false;
  way = way_since(sim, body, &g->pose[0]);
  if (other->carried) way += way_since(sim, other, &g->pose[1]);
  return way < g->slack;
}

static bool is_blocked(const Sim *sim, const Wall *wall)
{
  return !wall->carried || sim->clumps->blocked[wall->row] == BLOCK_ALL;
}

static bool moves(const Sim *sim, int wall)
{
  for (int k = 0; k < sim->motions.n; k++)
    if (sim->motions.list[k].wall == wall) return true;
  return false;
}

/* True if balls around both, or around the body, come as near as a triangle is looked at. */
static PetscErrorCode may_meet(const Sim *sim, const Wall *body, const Wall *other, bool *may)
{
  const double extent = sim->templates.list[body->template].extent,
               reach  = extent * (1 + LOOK_WIDER * CARRIED_NEAR);
  const Vec3 x        = sim->clumps->pose[body->row].x;
  Features   space    = {0};
  double     distance;

  PetscFunctionBeginUser;
  *may = !is_blocked(sim, body) || !is_blocked(sim, other);
  if (*may && other->carried) {
    const Vec3 d = vec3_sub(sim->clumps->pose[other->row].x, x);

    *may = vec3_norm(domain_shifted(&sim->domain, d, domain_nearest(&sim->domain, d))) <
           reach + sim->templates.list[other->template].extent;
  }
  if (!*may) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(wall_distance(other, domain_wrapped(&sim->domain, x), reach, &space, &distance));
  array_free(&space.list);
  *may = distance < reach;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The result does not depend on when they were looked at before: while the bound of displacements is
   below the slack, a look would find that they do not meet. */
static PetscErrorCode body_meets(Sim *sim, int body, int other, bool *meet)
{
  const Wall *a = &sim->walls.list[body], *b = &sim->walls.list[other];
  Look        l     = {.sim   = sim,
                       .other = b,
                       .near  = CARRIED_NEAR * sim->templates.list[a->template].extent,
                       .least = INFINITY};
  Guard      *guard = NULL;
  Vec3        x[3];

  PetscFunctionBeginUser;
  PetscCall(may_meet(sim, a, b, meet));
  if (!*meet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_guard(sim, body, other, &guard));
  *meet = false;
  if (is_guarded(sim, guard, a, b)) PetscFunctionReturn(PETSC_SUCCESS);
  for (int f = 0; !*meet && a->surface->carriage->face(a->constants, f, x); f++)
    PetscCall(triangle_meets(&l, (const Vec3 *)x, meet));
  array_free(&l.space.list);
  guard->pose[0] = sim->clumps->pose[a->row];
  if (b->carried) guard->pose[1] = sim->clumps->pose[b->row];
  guard->slack = moves(sim, other) ? -1 : 0.99 * (l.least - l.near);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if contacts of this wall with bodies are computed. */
static bool is_computed(const Sim *sim, int wall)
{
  return sim->contacts->solids->side[wall].all;
}

PetscErrorCode carried_meet(Sim *sim, bool *meet, int *body, int *other)
{
  const Walls *walls = &sim->walls;

  PetscFunctionBeginUser;
  *meet = false;
  if (walls->n_carried == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (*body = 0; *body < walls->n; ++*body) {
    const Wall *a = &walls->list[*body];

    if (!a->carried || a->gone) continue;
    for (*other = 0; *other < walls->n; ++*other) {
      const Wall *b = &walls->list[*other];

      if (*other == *body || b->gone || (b->carried && *other < *body) || is_computed(sim, *other))
        continue;
      PetscCall(body_meets(sim, *body, *other, meet));
      if (*meet) PetscFunctionReturn(PETSC_SUCCESS);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char why[] =
  "contacts of free meshes with such a wall are not computed: of cylinders and cones allowed are "
  "those with side: inside that are closed or endless, and endless cylinders with side: outside; "
  "take a mesh for others";

PetscErrorCode carried_check(Sim *sim)
{
  bool meet;
  int  body, other;

  PetscFunctionBeginUser;
  PetscCall(carried_meet(sim, &meet, &body, &other));
  if (!meet) PetscFunctionReturn(PETSC_SUCCESS);
  option_mistake(sim->options, "wall", sim->walls.list[body].name, "free",
                 "the body is nearer to wall %s than %g of its size at the start, but %s",
                 sim->walls.list[other].name, CARRIED_NEAR, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void carried_tell(const Sim *sim, int body, int other)
{

  if (sim->par.rank > 0) return;
  fprintf(stderr,
          "clast: stopped at step %" PRId64
          " (t = %g s): free wall %s has come nearer to wall %s than %g of its size, but %s.\n",
          sim->clock.step, sim_time(sim), sim->walls.list[body].name, sim->walls.list[other].name,
          CARRIED_NEAR, why);
}
