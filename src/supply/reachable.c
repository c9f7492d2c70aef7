/* SPDX-License-Identifier: MIT */
/* Objects that lie wholly outside the domain (checks.h). Clumps end at open and at reflecting
   faces; along free and periodic axes they may be anywhere. */
#include "base/box.h"
#include "contact/law.h"
#include "motion/prescribed/wall_motion.h"
#include "options/text.h"
#include "output/frames/dump_module.h"
#include "output/table/samples.h"
#include "space/cell/deformation.h"
#include "supply/change.h"
#include "supply/checks.h"
#include "supply/outlet.h"

/* A box that holds all places that an object may see; ends may be infinite. */
typedef struct {
  Vec3 lo, hi; /* m */
} Room;

/* ---- where clumps can be ---- */

/* *hold: reflecting faces hold all clumps; clumps that are driven, or held along an axis,
   may pass them. */
static PetscErrorCode faces_hold(const World *w, bool *hold)
{
  const Clumps  *all[]   = {w->clumps, w->waiting->clumps};
  const Changes *changes = world_module(w, &changes_module);
  bool           pass    = w->motions->driven.n > 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < changes->n; k++) pass = pass || changes->list[k].kind == &change_fix;
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++)
      pass = pass || (all[k]->blocked[a] & BLOCK_MOVE) != 0;
  PetscCall(parallel_any(w->par, &pass));
  *hold = !pass;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Extend the room by the places of all clumps that are known. */
static PetscErrorCode add_places(const World *w, Room *room)
{
  const Clumps *all[] = {w->clumps, w->waiting->clumps};

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < all[k]->n_owned; a++) {
      room->lo = vec3_least(room->lo, all[k]->pose[a].x);
      room->hi = vec3_most(room->hi, all[k]->pose[a].x);
    }
  PetscCall(parallel_min(w->par, &room->lo.x, 3));
  PetscCall(parallel_max(w->par, &room->hi.x, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the room in which centres of clumps may be. */
static PetscErrorCode find_room(const World *w, Room *room)
{
  const Domain *d    = w->domain;
  bool          hold = false;

  PetscFunctionBeginUser;
  PetscCall(faces_hold(w, &hold));
  *room = (Room){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
  for (int k = 0; k < 3; k++) {
    if (!boundary_removes(d->boundary[k]) && !(boundary_reflects(d->boundary[k]) && hold)) continue;
    /* the box is rounded to the grid */
    vec3_set(&room->lo, k, vec3_axis(d->lo, k) + d->grain);
    vec3_set(&room->hi, k, vec3_axis(d->hi, k) - d->grain);
  }
  PetscCall(add_places(w, room));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The room of a dump, which shows positions wrapped into the box. */
static Room wrapped_room(const Domain *d, Room room)
{
  for (int k = 0; k < d->dimension; k++) {
    if (!boundary_wraps(d->boundary[k])) continue;
    vec3_set(&room.lo, k, vec3_axis(d->lo, k));
    vec3_set(&room.hi, k, vec3_axis(d->hi, k));
  }
  return room;
}

static Room widened(Room room, double by, int dimension)
{
  for (int k = 0; k < dimension; k++) {
    vec3_set(&room.lo, k, vec3_axis(room.lo, k) - by);
    vec3_set(&room.hi, k, vec3_axis(room.hi, k) + by);
  }
  return room;
}

/* ---- objects ---- */

/* An object with a place, and the test whether it misses a room. */
typedef struct {
  const char *section, *name, *key; /* key: of its place */
  Room        room;                 /* of what it may see */
  bool (*misses)(const void *own, Vec3 lo, Vec3 hi);
  const void *own;
} Placed;

static bool outlet_misses(const void *own, Vec3 lo, Vec3 hi)
{
  return region_misses(own, lo, hi);
}

static bool monitor_misses(const void *own, Vec3 lo, Vec3 hi)
{
  const Monitor *m = own;

  return bins_miss(&m->bins, lo, hi) ||
         (m->kind && m->kind->misses && m->kind->misses(m->own, lo, hi));
}

static bool probe_misses(const void *own, Vec3 lo, Vec3 hi)
{
  const Probe *p = own;

  return !box_meets(p->least, p->most, lo, hi);
}

static bool dump_misses(const void *own, Vec3 lo, Vec3 hi)
{
  const Dump *d = own;

  return !box_meets(d->lo, d->hi, lo, hi);
}

/* Axis whose faces alone keep clumps out of the object; -1: there is none. */
static int axis_missed(const Placed *p, int dimension)
{
  for (int k = 0; k < dimension; k++) {
    Room only = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};

    vec3_set(&only.lo, k, vec3_axis(p->room.lo, k));
    vec3_set(&only.hi, k, vec3_axis(p->room.hi, k));
    if (p->misses(p->own, only.lo, only.hi)) return k;
  }
  return -1;
}

static void look_at(const World *w, const Placed *p)
{
  const Domain *d   = w->domain;
  Text          why = {0};
  int           axis;

  if (!p->misses(p->own, p->room.lo, p->room.hi)) return;
  axis = axis_missed(p, d->dimension);
  text_add(&why, "lies wholly outside the domain: clumps can be ");
  if (axis >= 0)
    text_add(&why, "from %g to %g m along %c only", vec3_axis(d->lo, axis), vec3_axis(d->hi, axis),
             "xyz"[axis]);
  else
    text_add(&why, "from (%g, %g, %g) to (%g, %g, %g) m only", d->lo.x, d->lo.y, d->lo.z, d->hi.x,
             d->hi.y, d->hi.z);
  if (options_object_is_stored(w->options, p->section, p->name))
    option_warning(w->options, w->warnings, p->section, p->name, p->key, "%s", why.s);
  else
    option_mistake(w->options, p->section, p->name, p->key,
                   "%s: move it, enlarge the domain, or make these faces free", why.s);
  text_free(&why);
}

static void look_at_outlets(const World *w, Room room)
{
  const Outlets *all = world_module(w, &outlets_module);

  for (int k = 0; k < all->n; k++) {
    const Outlet *o = &all->list[k];

    if (o->region.kind)
      look_at(w,
              &(Placed){"outlet", o->name, o->region.kind->at[0], room, outlet_misses, &o->region});
  }
}

static void look_at_monitors(const World *w, Room room)
{
  const Monitors *all = &((const MonitorsState *)world_module(w, &monitors_module))->all;

  for (int k = 0; k < all->n; k++) {
    const Monitor *m = &all->list[k];

    look_at(w, &(Placed){m->section, m->name, NULL, room, monitor_misses, m});
  }
}

/* Reach of a probe; INFINITY with adaptive SPH, whose smoothing lengths may grow. */
static double probe_reach(const Probe *p)
{
  if (!p->sph) return p->kernel->support * p->length;
  return p->sph->adaptive ? INFINITY : p->sph->reach;
}

static void look_at_probes(const World *w, Room room)
{
  const Probes *all = &((const ProbesState *)world_module(w, &probes_module))->all;

  for (int k = 0; k < all->n; k++) {
    const Probe *p = &all->list[k];

    if (p->n > 0)
      look_at(w, &(Placed){"probe", p->name, p->grid ? "lo" : "points",
                           widened(room, probe_reach(p), p->dimension), probe_misses, p});
  }
}

static void look_at_dumps(const World *w, Room room)
{
  const Dumps *all = world_module(w, &dumps_module);

  for (int k = 0; k < all->n; k++) {
    const Dump *d = &all->list[k];

    if (d->boxed) look_at(w, &(Placed){"dump", d->plan.name, "lo", room, dump_misses, d});
  }
}

PetscErrorCode reachable_check(const World *w, double extent)
{
  const int    dimension = w->domain->dimension;
  const double surfaces  = extent + w->laws->reach; /* contacts at a distance, too */
  Room         centres   = {{0, 0, 0}, {0, 0, 0}};

  PetscFunctionBeginUser;
  if (w->deformation->kind) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_room(w, &centres));
  look_at_outlets(w, centres);
  look_at_monitors(w, widened(centres, surfaces, dimension));
  look_at_probes(w, centres);
  look_at_dumps(w, widened(wrapped_room(w->domain, centres), surfaces, dimension));
  PetscFunctionReturn(PETSC_SUCCESS);
}
