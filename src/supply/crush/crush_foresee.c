/* SPDX-License-Identifier: MIT */
/* Fragments that clumps may break into: checks, and the extremes that the choice of scales asks for
   (crush.h). */
#include "constraint/hard/hard.h"
#include "constraint/project.h"
#include "supply/change.h"
#include "supply/crush/crush.h"

/* Check that the clumps have contacts with a law, as no others press a clump. */
static void check_contacts(const World *w, const Crush *c)
{
  const Template *t = &w->templates->list[c->template];

  for (int i = 0; i < t->n; i++) {
    const char *hard = hard_of_material(w->constraints->hard, t->material[i]);

    if (!hard) continue;
    option_mistake(w->options, "crush", c->name, "template",
                   "contacts of material %s of %s are constraints (constraint: %s), which do not "
                   "count as pressure: give them a contact law",
                   w->materials->list[t->material[i]].name, t->name, hard);
    return;
  }
}

/* Check that no template breaks into itself, directly or by the fragments of others. */
static void check_cycles(const Crushes *all, const World *w, const Crush *c)
{
  bool *made = memory_zero((size_t)w->templates->n, sizeof *made);

  made[c->template] = true;
  for (int pass = 0; pass < all->n; pass++)
    for (int k = 0; k < all->n; k++) {
      const Crush *by = &all->list[k];

      for (int i = 0; by->template >= 0 && made[by->template] && i < crush_fragments(by); i++) {
        const int to = (int)crush_fragment(by, i)[FRAGMENT_TEMPLATE];

        made[to] = true;
        if (to != c->template) continue;
        option_mistake(w->options, "crush", c->name, "template",
                       "%s breaks into itself, by fragments of %s: remove one of them",
                       w->templates->list[to].name, by->name);
        free(made);
        return;
      }
    }
  free(made);
}

void crushes_check(const Crushes *all, const World *w)
{
  for (int k = 0; k < all->n; k++)
    if (all->list[k].template >= 0) check_contacts(w, &all->list[k]);
  for (int k = 0; k < all->n && !options_has_mistakes(w->options); k++)
    check_cycles(all, w, &all->list[k]);
}

void crush_weigh(Clumps *c, PetscInt row, const double *f, double mass)
{
  const double of = f[FRAGMENT_SHARE] * mass / c->mass[row];

  c->mass[row] *= of;
  c->inertia[row] = vec3_scale(of, c->inertia[row]);
}

/* The first fragment that is turned relative to the clump; -1: none. */
static int turned_fragment(const Templates *templates, const Crush *c)
{
  for (int k = 0; k < crush_fragments(c); k++) {
    const double *f = crush_fragment(c, k);
    const Quat q = fragment_attitude(f), own = templates->list[(int)f[FRAGMENT_TEMPLATE]].mass.axes,
               turn =
                 quat_mul(templates->list[c->template].mass.axes, quat_mul(q, quat_conjugate(own)));

    if (fabs(turn.x) + fabs(turn.y) + fabs(turn.z) > 1e-12) return k; /* more than rounding */
  }
  return -1;
}

/* Refuse turned fragments of clumps with degrees of freedom blocked along axes of the template:
   fragments inherit these, and would be blocked along other directions. */
static PetscErrorCode check_axes(World *w, const Crush *c)
{
  const Clumps *all[] = {w->clumps, w->waiting->clumps, w->extremes};
  const int     k     = turned_fragment(w->templates, c);
  int64_t       first = INT64_MIN; /* ~ the smallest id */

  PetscFunctionBeginUser;
  for (int s = 0; k >= 0 && s < 3; s++)
    for (PetscInt a = 0; a < all[s]->n_owned; a++)
      if (all[s]->template[a] == c->template &&
          all[s]->blocked[a] & (BLOCK_BODY | BLOCK_BODY_MOVE) && ~all[s]->id[a] > first)
        first = ~all[s]->id[a];
  PetscCall(parallel_max_int(w->par, &first, 1));
  if (first != INT64_MIN)
    option_mistake(w->options, "crush", c->name, "fragments",
                   "fragment %d is turned, while clump %" PRId64 " has degrees of freedom blocked "
                   "along axes of its template: leave qw to qz out, or block along xyz, XYZ",
                   k + 1, ~first);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ends: minus the smallest, and the largest scale of clumps that break by c, including fragments of
   others. */
static PetscErrorCode find_ends(World *w, const Crush *c, double ends[2])
{
  const Clumps *all[] = {w->clumps, w->waiting->clumps, w->extremes};

  PetscFunctionBeginUser;
  ends[0] = ends[1] = -INFINITY;
  for (int s = 0; s < 3; s++)
    for (PetscInt a = 0; a < all[s]->n_owned; a++)
      if (all[s]->template[a] == c->template) {
        ends[0] = max_real(ends[0], -all[s]->scale[a]);
        ends[1] = max_real(ends[1], all[s]->scale[a]);
      }
  PetscCall(parallel_max(w->par, ends, 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the fragments to the extremes, and lower World.smallest to the smallest radius of their
   pebbles, after changes of size. */
static void add_extremes(World *w, const Crush *c, double scale)
{
  Clumps *rows = w->extremes;
  double  larger, smaller;

  changes_growth(world_module(w, &changes_module), &larger, &smaller);
  for (int i = 0; i < crush_fragments(c); i++) {
    const double  *f = crush_fragment(c, i);
    const PetscInt row =
      clumps_add(rows, w->templates, -1, (int)f[FRAGMENT_TEMPLATE], scale * f[FRAGMENT_SCALE]);

    crush_weigh(rows, row, f,
                w->templates->list[c->template].mass.mass *
                  templates_volume_factor(w->templates, scale));
    *w->smallest = min_real(*w->smallest, smaller * rows->scale[row] *
                                            w->templates->list[rows->template[row]].smallest);
  }
}

/* Fragments may break in turn: as no template breaks into itself, each pass settles one
   more object. */
PetscErrorCode crushes_foresee(void *self, World *w)
{
  const Crushes *all   = self;
  const PetscInt had   = w->extremes->n_owned;
  const int      n     = all->n;
  bool           again = n > 0;
  double(*known)[2];

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) PetscCall(check_axes(w, &all->list[k]));
  array_create(&known, sizeof *known, n);
  for (int k = 0; k < n; k++) known[k][0] = known[k][1] = -INFINITY;
  for (int pass = 0; pass < n && again; pass++) {
    again = false;
    for (int k = 0; k < n; k++) {
      double ends[2];

      PetscCall(find_ends(w, &all->list[k], ends));
      for (int end = 0; end < 2; end++) {
        if (!(ends[end] > known[k][end])) continue;
        add_extremes(w, &all->list[k], end ? ends[1] : -ends[0]);
        known[k][end] = ends[end];
        again         = true;
      }
    }
  }
  array_free(&known);
  if (*w->known == had) *w->known = w->extremes->n_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}
