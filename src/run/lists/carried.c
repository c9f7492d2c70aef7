/* SPDX-License-Identifier: MIT */
/* Surfaces that clumps carry (carried.h). */
#include "run/lists/carried.h"

#include <inttypes.h>

#include "constraint/hard/hard.h"
#include "contact/solid/solids.h"
#include "matter/group_read.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"
#include "supply/population/wall_body.h"

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

/* Number of clumps of a template, present and waiting, and the pose of the last one,
   over all ranks. */
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

/* Warn of bodies with details that are smaller than the balls in their corners. */
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

static const Wall *with_rims(const Sim *sim, int w)
{
  const Ridges *ridges = &sim->contacts->solids->side[w].ridges;

  for (PetscInt k = 0; k < ridges->n; k++)
    if (ridges->list[k].kind == RIDGE_RIM) return &sim->walls.list[w];
  return NULL;
}

/* Warn of bodies with finely divided concave roundings: each of their facets has a contact of its
   own with a rim that touches it. */
static void warn_of_bowls(Sim *sim)
{
  static const double cosine = 0.766; /* 40 degrees, as corner_angle has it */
  const Solids       *s      = sim->contacts->solids;
  int                 last   = -1;

  for (int k = 0; k < s->n_pairs; k++) {
    const int   body = s->pair[k].body;
    const Wall *rims = with_rims(sim, s->pair[k].other);
    const int   n    = rims && body != last ? solid_flats_bends(&s->side[body].flats, cosine) : 0;

    if (n == 0) continue;
    last = body;
    warning_add(
      &sim->warnings,
      "wall %s: it has %d concave edges at which faces turn by less than 40 degrees: each of these "
      "faces has a contact of its own with a rim that touches it, as those of wall %s, and the "
      "force grows as a rounding is divided further: take no more faces than the shape needs",
      sim->walls.list[body].name, n, rims->name);
  }
}

PetscErrorCode carried_join(Sim *sim, const Checkpoint *ck, const ContactRecords *records)
{
  Solids **solids = &sim->contacts->solids;
  bool     found  = false, *changed;

  PetscFunctionBeginUser;
  PetscCall(solids_create(&sim->walls, &sim->templates, sim->laws->n_materials, sim->laws->of,
                          sim->laws->memory, solids));
  PetscCall(hard_join_meshes(sim->constraints.hard, &sim->walls, &sim->templates));
  if (*solids) warn_of_details(sim);
  if (*solids) warn_of_bowls(sim);
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
  walls_carry(&sim->walls, sim->clumps);
}
