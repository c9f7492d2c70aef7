/* SPDX-License-Identifier: MIT */
/* The module of the cell: objects of the scenario that do not go with leaning vectors or with a
   cell that deforms, sudden changes of its gradient, and control of its stress. */
#include "constraint/project.h"
#include "interaction/interactions.h"
#include "matter/waiting.h"
#include "measure/cell_stress.h"
#include "motion/prescribed/wall_motion.h"
#include "wall/wall.h"

/* ---- objects that do not go with such a cell ---- */

/* Report the first object of this kind, if its key has one of these words (key NULL:
   any object). */
static void refuse(World *w, const char *kind, const char *key, const char *words, const char *why)
{
  int                n;
  const char *const *names;

  n = options_objects(w->options, kind, &names);
  for (int k = 0; k < n; k++) {
    const char *word = key ? option_word(w->options, kind, names[k], key) : "";

    if (key && (!word[0] || !strstr(words, word))) continue;
    option_mistake(w->options, kind, names[k], key, "does not go with %s", why);
    break;
  }
}

/* Report monitors with a window in a cell whose edges change their lengths. */
static void refuse_windows(World *w)
{
  int                n;
  const char *const *names;

  n = options_objects(w->options, "monitor", &names);
  for (int k = 0; k < n; k++)
    if (option_is_set(w->options, "monitor", names[k], "lo") ||
        option_is_set(w->options, "monitor", names[k], "hi"))
      option_mistake(w->options, "monitor", names[k], NULL,
                     "lo and hi do not go with a cell whose edges change their lengths: the whole "
                     "cell is measured without");
}

/* True for a plane whose normal is an axis that is not periodic. */
static bool is_along_cell(const World *w, const Wall *wall)
{
  const char *shape = option_word(w->options, "wall", wall->name, "shape");
  Vec3        n;

  if (strcmp(shape, "plane") != 0) return false;
  n = option_vec3(w->options, "wall", wall->name, "normal");
  for (int k = 0; k < w->domain->dimension; k++)
    if (vec3_axis(n, k) != 0 && boundary_wraps(w->domain->boundary[k])) return false;
  return true;
}

/* Report clumps that are held along an axis along which the cell moves its images. */
static void refuse_held(World *w, const Gradient *may)
{
  static const uint64_t bit[3] = {BLOCK_X, BLOCK_Y, BLOCK_Z};
  const Clumps         *c      = w->clumps;

  for (int i = 0; i < w->domain->dimension; i++) {
    PetscInt a = 0;

    if (may->g[i][0] == 0 && may->g[i][1] == 0 && may->g[i][2] == 0) continue;
    while (a < c->n_owned && !(c->blocked[a] & bit[i])) a++;
    if (a == c->n_owned) continue;
    options_mistake(w->options,
                    "clumps: clump %" PRId64 " is blocked along %c, which does not go with a cell "
                    "whose edges change their lengths and that moves its images along %c",
                    c->id[a], 'x' + i, 'x' + i);
    return;
  }
}

/* Report what does not go with a cell whose edges change their lengths, such as a clump that waits,
   whose position refers to the cell at the start. */
static void check_growing(World *w, const Gradient *may)
{
  static const char grows[] = "a cell whose edges change their lengths";
  const Clumps     *waiting = w->waiting->clumps;

  refuse(w, "monitor", "type", "msd residence segregation", grows);
  refuse_windows(w);
  if (waiting->n_owned > 0)
    options_mistake(w->options,
                    "clumps: clump %" PRId64
                    " enters later (at), which does not go with a cell whose edges change their "
                    "lengths: let it begin with the run",
                    waiting->id[0]);
  refuse(w, "inlet", NULL, NULL, grows);
  refuse(w, "profile", NULL, NULL, grows);
  refuse_held(w, may);
}

/* Report objects of the scenario that do not go with leaning or moving vectors. Local. */
static void check(World *w, const MovingCell *cell)
{
  static const char leans[] = "vectors of the cell that lean (domain: vectors)",
                    moves[] = "a cell that deforms (domain: deformation)";
  const bool  deform        = moving_cell_deforms(cell);
  const char *why           = deform ? moves : leans;

  if (!w->domain->cell.now.tilted && !deform) return;
  for (int k = 0; k < w->walls->n && !deform; k++)
    if (!is_along_cell(w, &w->walls->list[k]))
      option_mistake(w->options, "wall", w->walls->list[k].name, "shape",
                     "does not go with %s: only planes across an axis that is not periodic do",
                     why);
  refuse(w, "probe", NULL, NULL, why);
  refuse(w, "monitor", "type", "coarse_grain rdf flux", why);
  if (!deform) return;
  refuse(w, "thermostat", NULL, NULL, why);
  refuse(w, "constraint", NULL, NULL, why);
  refuse(w, "deformable", NULL, NULL, why);
  refuse(w, "interaction", "type", "sph", why);
  for (int k = 0; k < w->interactions->n; k++)
    if (w->interactions->list[k].kind->body) /* differs on images, which have other velocities */
      option_mistake(w->options, "interaction", w->interactions->list[k].name, "type",
                     "acts on bodies, which does not go with %s", why);
  refuse(w, "wall", NULL, NULL, why);
  refuse(w, "force", NULL, NULL, why);
  refuse(w, "crush", NULL, NULL, why);
  if (vec3_norm(w->gravity) > 0)
    option_mistake(w->options, "run", NULL, "gravity",
                   "does not go with %s, whose images move: give [0, 0, 0]", why);
  if (moving_cell_grows(cell)) check_growing(w, &cell->deformation.may);
  if (w->constraints->hard)
    options_mistake(w->options, "contact: contacts that are constraints do not go with %s", why);
  if (w->motions->driven.n > 0)
    options_mistake(w->options, "motion: groups of clumps that follow motions do not go with %s",
                    why);
}

/* ---- the module ---- */

static PetscErrorCode place(void *self, World *w)
{
  check(w, &((CellState *)self)->moving);
  return PETSC_SUCCESS;
}

static PetscErrorCode begin_step(void *self, World *w)
{
  moving_cell_kick(w, &((CellState *)self)->moving);
  return PETSC_SUCCESS;
}

/* Where the stress is controlled, ask for that of the last evaluation, with the velocities as they
   are now. */
static void ask(const void *self, const World *w, AskedSums *asked)
{
  const CellState *c = self;
  Sum             *sums;

  if (!moving_cell_deforms(&c->moving) || !c->moving.deformation.kind->servo) return;
  asked_sums(asked, CELL_STRESS_SUMS, &sums);
  cell_stress_add(w->domain, w->clumps, &c->loads, sums);
}

/* Find the gradient of the next step. */
static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  CellState *c = self;
  double     stress[3][3];

  if (!sums) return PETSC_SUCCESS;
  cell_stress_of(w->domain, &c->loads, sums, stress);
  deformation_respond(&c->moving.deformation, w->domain, stress, clock_time(w->clock),
                      w->clock->dt);
  return PETSC_SUCCESS;
}

PetscErrorCode cell_begin(CellState *c, World *w)
{
  AskedSums asked = {0};

  PetscFunctionBeginUser;
  ask(c, w, &asked);
  PetscCall(sum_reduce(w->par, asked.list, asked.n));
  PetscCall(end_step(c, w, asked.list));
  array_free(&asked.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)w;
  moving_cell_list(self ? &((CellState *)self)->moving : NULL, parts);
  return PETSC_SUCCESS;
}

const Module cell_module = {.name   = "cell",
                            .size   = sizeof(CellState),
                            .placed = "domain",
                            .setup  = {.place = place},
                            .step   = {.begin = begin_step, .ask = ask, .end = end_step},
                            .list   = list};
