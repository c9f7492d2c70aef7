/* SPDX-License-Identifier: MIT */
/* The deforming cell in a simulation (cell_run.h). */
#include "run/cell_run.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"

static const char folder[] = STATE_FOLDER "/cell/periods";

bool cell_run_deforms(const Sim *sim)
{
  return sim->cell.deformation.kind != NULL;
}

/* ---- setup ---- */

static StatePart servo_of(Sim *sim)
{
  StatePart part = {.items = servo_state, .owner = sim ? &sim->cell.deformation.servo : NULL};

  snprintf(part.folder, sizeof part.folder, STATE_FOLDER "/cell/servo");
  return part;
}

static bool has_servo(const Sim *sim)
{
  return cell_run_deforms(sim) && sim->cell.deformation.kind->servo;
}

static StatePart part_of(Sim *sim)
{
  StatePart part = {.items = cell_state, .owner = sim ? &sim->domain : NULL};

  snprintf(part.folder, sizeof part.folder, "%s", folder);
  return part;
}

PetscErrorCode cell_run_list(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  if (sim->domain.cell.used) PetscCall(state_list_part(parts, part_of(sim)));
  if (has_servo(sim)) PetscCall(state_list_part(parts, servo_of(sim)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode cell_run_document(StateParts *parts)
{
  PetscFunctionBeginUser;
  PetscCall(state_list_part(parts, part_of(NULL)));
  PetscCall(state_list_part(parts, servo_of(NULL)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Cell vectors of a state in a checkpoint, and the entries of a gradient that may differ from 0. */
static void vectors_of(const Domain *d, const Gradient *may, Vec3 vector[3], Gradient *of)
{
  *of = *may;
  cell_periods(d, vector);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      if (d->cell.now.whole[k][i] != 0) of->g[i][k] = 1;
}

PetscErrorCode cell_run_given(Sim *sim, const Checkpoint *ck, DomainGiven *given)
{
  Domain    there = ck->domain;
  StatePart part  = part_of(NULL);

  PetscFunctionBeginUser;
  part.owner = &there;
  PetscCall(parts_take(sim, ck, part, &given->vectors));
  given->lo = there.lo;
  given->hi = there.hi;
  cell_periods(&there, given->vector);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if a cell that does not deform has the vectors of the checkpoint. */
static bool is_same_cell(const Domain *a, const Domain *b)
{
  for (int k = 0; k < 3; k++)
    if (vec3_norm(vec3_sub(a->cell.now.tilt[k], b->cell.now.tilt[k])) > 16 * a->quantum)
      return false;
  return true;
}

PetscErrorCode cell_run_make(Sim *sim, const Vec3 given[3], bool vectors, const Checkpoint *ck)
{
  const char *key = option_has_value(sim->options, "domain", NULL, "file") ? "file"
                    : vectors                                              ? "vectors"
                                                                           : "deformation_type";
  Domain     *d   = &sim->domain, asked;
  Vec3        vector[3];
  Gradient    may = sim->cell.deformation.may;
  char        why[CELL_WHY];
  bool        found = false, axes, good;

  PetscFunctionBeginUser;
  if (ck && has_servo(sim)) PetscCall(parts_take(sim, ck, servo_of(sim), &found));
  if (has_servo(sim)) servo_resume(&sim->cell.deformation.servo, d->dimension);
  if (ck) PetscCall(parts_take(sim, ck, part_of(sim), &found));
  axes = deformation_check_axes(sim->options, &sim->cell.deformation, d);
  if (!found && !vectors && !cell_run_deforms(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(vector, given, sizeof vector);
  asked = *d;
  good  = cell_create(&asked, vector, &may, why);
  if (good && found) { /* as it is in the checkpoint */
    const DomainCell saved = d->cell;

    vectors_of(d, &may, vector, &may);
    good                = cell_create(d, vector, &may, why);
    d->cell.now.tilt[0] = saved.now.tilt[0];
    d->cell.now.tilt[1] = saved.now.tilt[1];
    d->cell.now.tilt[2] = saved.now.tilt[2];
    memcpy(d->cell.now.whole, saved.now.whole, sizeof saved.now.whole);
    memcpy(d->cell.rest, saved.rest, sizeof saved.rest);
    memcpy(d->cell.gradient, saved.gradient, sizeof saved.gradient);
    memcpy(d->cell.strain, saved.strain, sizeof saved.strain);
    d->cell.speed_magic = saved.speed_magic;
    cell_resume(d);
    if (good && vectors && !cell_run_deforms(sim) && !is_same_cell(&asked, d))
      option_mistake(sim->options, "domain", NULL, "vectors",
                     "differ from those of the checkpoint: they cannot be changed at a restart");
  } else *d = asked;
  if (!good && axes) option_mistake(sim->options, "domain", NULL, key, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Report the first object of this kind, if its key has one of these words (key NULL:
   any object). */
static PetscErrorCode refuse(Sim *sim, const char *kind, const char *key, const char *words,
                             const char *why)
{
  int                n;
  const char *const *names;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, kind, &n, &names));
  for (int k = 0; k < n; k++) {
    const char *word = key ? option_word(sim->options, kind, names[k], key) : "";

    if (key && (!word[0] || !strstr(words, word))) continue;
    option_mistake(sim->options, kind, names[k], key, "does not go with %s", why);
    break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Report a field, such as drag: it would act differently on a clump and on its images, whose
   velocities differ. */
static void refuse_fields(Sim *sim, const char *why)
{
  for (int k = 0; k < sim->interactions->n; k++) {
    const Acting *item = &sim->interactions->list[k];

    if (item->kind->body)
      option_mistake(sim->options, "interaction", item->name, "type",
                     "acts on bodies, which does not go with %s", why);
  }
}

/* Report monitors with a window in a cell whose edges change their lengths. */
static PetscErrorCode refuse_windows(Sim *sim)
{
  int                n;
  const char *const *names;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, "monitor", &n, &names));
  for (int k = 0; k < n; k++)
    if (option_is_set(sim->options, "monitor", names[k], "lo") ||
        option_is_set(sim->options, "monitor", names[k], "hi"))
      option_mistake(sim->options, "monitor", names[k], NULL,
                     "lo and hi do not go with a cell whose edges change their lengths: the whole "
                     "cell is measured without");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True for a plane whose normal is an axis that is not periodic. */
static bool is_along_cell(const Sim *sim, const Wall *wall)
{
  const char *shape = option_word(sim->options, "wall", wall->name, "shape");
  Vec3        n;

  if (strcmp(shape, "plane") != 0) return false;
  n = option_vec3(sim->options, "wall", wall->name, "normal");
  for (int k = 0; k < sim->domain.dimension; k++)
    if (vec3_axis(n, k) != 0 && boundary_wraps(sim->domain.boundary[k])) return false;
  return true;
}

bool cell_run_grows(const Sim *sim)
{
  const Gradient *may = &sim->cell.deformation.may;

  return may->g[0][0] != 0 || may->g[1][1] != 0 || may->g[2][2] != 0;
}

bool cell_run_fits(const Sim *sim)
{
  return !cell_run_grows(sim) || domain_fits(&sim->domain, sim->cell.extent);
}

/* Report clumps that are held along an axis along which the cell moves its images. */
static void refuse_held(Sim *sim)
{
  static const uint64_t bit[3] = {BLOCK_X, BLOCK_Y, BLOCK_Z};
  const Gradient       *may    = &sim->cell.deformation.may;
  const Clumps         *c      = sim->clumps;

  for (int i = 0; i < sim->domain.dimension; i++) {
    PetscInt a = 0;

    if (may->g[i][0] == 0 && may->g[i][1] == 0 && may->g[i][2] == 0) continue;
    while (a < c->n_owned && !(c->blocked[a] & bit[i])) a++;
    if (a == c->n_owned) continue;
    options_mistake(sim->options,
                    "clumps: clump %" PRId64 " is blocked along %c, which does not go with a cell "
                    "whose edges change their lengths and that moves its images along %c",
                    c->id[a], 'x' + i, 'x' + i);
    return;
  }
}

/* Report a clump that waits: its position refers to the cell at the start. */
static void refuse_waiting(Sim *sim)
{
  const Clumps *c = sim->waiting->clumps;

  if (c->n_owned > 0)
    options_mistake(sim->options,
                    "clumps: clump %" PRId64
                    " enters later (at), which does not go with a cell whose edges change their "
                    "lengths: let it begin with the run",
                    c->id[0]);
}

PetscErrorCode cell_run_check(Sim *sim)
{
  static const char leans[] = "vectors of the cell that lean (domain: vectors)",
                    moves[] = "a cell that deforms (domain: deformation)";
  const bool  deform        = cell_run_deforms(sim);
  const char *why           = deform ? moves : leans;

  PetscFunctionBeginUser;
  if (!sim->domain.cell.now.tilted && !deform) PetscFunctionReturn(PETSC_SUCCESS);
  for (int w = 0; w < sim->walls.n && !deform; w++)
    if (!is_along_cell(sim, &sim->walls.list[w]))
      option_mistake(sim->options, "wall", sim->walls.list[w].name, "shape",
                     "does not go with %s: only planes across an axis that is not periodic do",
                     why);
  PetscCall(refuse(sim, "probe", NULL, NULL, why));
  PetscCall(refuse(sim, "monitor", "type", "coarse_grain rdf flux", why));
  if (!deform) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(refuse(sim, "thermostat", NULL, NULL, why));
  PetscCall(refuse(sim, "constraint", NULL, NULL, why));
  PetscCall(refuse(sim, "deformable", NULL, NULL, why));
  PetscCall(refuse(sim, "interaction", "type", "sph", why));
  refuse_fields(sim, why);
  PetscCall(refuse(sim, "wall", NULL, NULL, why));
  PetscCall(refuse(sim, "force", NULL, NULL, why));
  PetscCall(refuse(sim, "crush", NULL, NULL, why));
  if (vec3_norm(sim->settings.gravity) > 0)
    option_mistake(sim->options, "run", NULL, "gravity",
                   "does not go with %s, whose images move: give [0, 0, 0]", why);
  if (cell_run_grows(sim)) {
    PetscCall(refuse(sim, "monitor", "type", "msd residence segregation",
                     "a cell whose edges change their lengths"));
    PetscCall(refuse_windows(sim));
    refuse_waiting(sim);
    PetscCall(refuse(sim, "inlet", NULL, NULL, "a cell whose edges change their lengths"));
    PetscCall(refuse(sim, "profile", NULL, NULL, "a cell whose edges change their lengths"));
    refuse_held(sim);
  }
  if (sim->constraints.hard)
    options_mistake(sim->options, "contact: contacts that are constraints do not go with %s", why);
  if (sim->motions.driven.n > 0)
    options_mistake(sim->options, "motion: groups of clumps that follow motions do not go with %s",
                    why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Largest displacement of a face in a step, m. */
static double fastest_image(const Sim *sim, double dt)
{
  const Domain *d   = &sim->domain;
  double        way = 0;

  for (int k = 0; k < d->dimension; k++)
    for (int i = 0; i < d->dimension; i++)
      way = max_real(way, fabs(sim->cell.deformation.full.g[i][k]) * vec3_axis(d->length, k) * dt);
  return way;
}

/* The grid of velocities holds those of images, and of clumps that cross up to a 64th of the
   cell in a step. */
PetscErrorCode cell_run_open(Sim *sim)
{
  Domain      *d  = &sim->domain;
  const double dt = sim->clock.dt;

  PetscFunctionBeginUser;
  if (!cell_run_deforms(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!(d->cell.speed_magic > 0))
    cell_set_speeds(d, max_real(domain_longest(d) / 64, 16 * fastest_image(sim, dt)) / dt);
  memcpy(sim->cell.now.g, d->cell.gradient, sizeof d->cell.gradient); /* 0, or saved */
  cell_set_rate(d, &sim->cell.now);
  d->cell.flows            = true;
  sim->cell.loads.strained = sim->cell.deformation.may;
  sim->cell.asked          = true; /* a run tells the steps of its rows */
  sim->cell.loads.balance  = true;
  deformation_check(sim->options, &sim->cell.deformation, d, dt, sim->scales.smallest);
  PetscCall(clumps_use(sim->clumps, USE_LEADS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the flow of clumps ---- */

/* Point at which the flow is at rest: the middle of the cell along axes of constant length, so that
   the momentum of the flow is 0; else at the lower face, which does not move. */
static Vec3 at_rest(const Domain *d, const Gradient *may)
{
  Vec3 x = d->lo;

  for (int k = 0; k < 3; k++)
    if (may->g[k][k] == 0) vec3_set(&x, k, 0.5 * (vec3_axis(d->lo, k) + vec3_axis(d->hi, k)));
  return x;
}

/* Position of the image of a clump in the cell, relative to the point at which the
   flow is at rest. */
static Vec3 place_of(const Sim *sim, PetscInt a)
{
  return vec3_sub(cell_place(&sim->domain, sim->clumps, a),
                  at_rest(&sim->domain, &sim->cell.deformation.may));
}

const CellFlow *cell_run_flow(const Sim *sim, CellFlow *flow)
{
  if (!cell_run_deforms(sim)) return NULL;
  *flow = (CellFlow){.domain   = &sim->domain,
                     .gradient = sim->cell.now,
                     .rest     = at_rest(&sim->domain, &sim->cell.deformation.may)};
  return flow;
}

static bool is_zero(const Gradient *g)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (g->g[i][j] != 0) return false;
  return true;
}

static bool are_equal(const Gradient *a, const Gradient *b)
{
  return memcmp(a, b, sizeof *a) == 0;
}

/* Sum of v and, along axes that are not blocked, `more`. */
static Vec3 with(uint64_t blocked, Vec3 v, Vec3 more)
{
  return (Vec3){blocked & BLOCK_X ? v.x : v.x + more.x, blocked & BLOCK_Y ? v.y : v.y + more.y,
                blocked & BLOCK_Z ? v.z : v.z + more.z};
}

PetscErrorCode cell_run_kick(Sim *sim)
{
  Clumps  *c = sim->clumps;
  Sum     *supplied;
  Gradient next;

  PetscFunctionBeginUser;
  if (!cell_run_deforms(sim) || !sim->cell.deformation.affine) PetscFunctionReturn(PETSC_SUCCESS);
  deformation_gradient_at(&sim->cell.deformation, clock_next(&sim->clock), sim->clock.dt, &next);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) next.g[i][j] -= sim->cell.now.g[i][j];
  if (is_zero(&next)) PetscFunctionReturn(PETSC_SUCCESS);
  sim_complete(sim);
  supplied = ledger_sum(&sim->ledger, &ledger_cell);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 v = c->motion[a].v,
               w = with(c->blocked[a], v, gradient_times(&next, place_of(sim, a)));

    if (clump_is_gone(c, a) || clump_is_fixed(c, a)) continue;
    c->motion[a].v = w;
    sum_add(supplied, 0.5 * c->mass[a] * (vec3_dot(w, w) - vec3_dot(v, v)));
    /* the work of forces in the half step to come was booked with the former velocity */
    sum_add(supplied, 0.5 * sim->clock.dt * vec3_dot(c->force[a], vec3_sub(w, v)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void cell_run_join(Sim *sim, PetscInt first)
{
  Clumps *c = sim->clumps;

  if (!cell_run_deforms(sim) || !sim->cell.deformation.affine || is_zero(&sim->cell.now)) return;
  for (PetscInt a = first; a < c->n_owned; a++)
    c->motion[a].v =
      with(c->blocked[a], c->motion[a].v, gradient_times(&sim->cell.now, place_of(sim, a)));
}

/* ---- the step ---- */

/* Bound of the displacement in a step of images that clumps may meet, relative to these clumps: an
   image at the distance u moves at the gradient times u. */
static double way_of_images(const Sim *sim)
{
  const Domain *d     = &sim->domain;
  const double  reach = 2 * sim->cell.extent + sim_reach(sim, sim->lists.skin);
  double        way   = 0;

  for (int k = 0; k < d->dimension; k++)
    for (int i = 0; i < d->dimension; i++)
      way += fabs(sim->cell.now.g[i][k]) * (vec3_axis(d->length, k) + 2 * reach);
  return 1.01 * sim->clock.dt * way + 4 * d->quantum;
}

void cell_run_advance(Sim *sim)
{
  const Gradient before = sim->cell.now;

  if (!cell_run_deforms(sim)) return;
  deformation_gradient_at(&sim->cell.deformation, sim_time(sim), sim->clock.dt, &sim->cell.now);
  /* the profile of the lists is that of the gradient before */
  if (sim->lists.profile.used && !are_equal(&before, &sim->cell.now))
    sim->lists.rebuild_next = true;
  cell_advance(&sim->domain, &sim->cell.now, sim->clock.dt);
  memcpy(sim->domain.cell.gradient, sim->cell.now.g, sizeof sim->domain.cell.gradient);
  sim->cell.step_way = way_of_images(sim);
  sim->cell.way += sim->cell.step_way;
}

/* Axis along which the flow varies; -1: there is none, there are several, or the flow has a
   component along that axis. */
static int axis_of_flow(const Gradient *may)
{
  int axis = -1;

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      if (may->g[i][j] == 0) continue;
      if (i == j || (axis >= 0 && axis != j)) return -1;
      axis = j;
    }
  return axis;
}

void cell_run_find_profile(const Sim *sim, Profile *p)
{
  enum { CELLS = 3 }; /* clumps move by less than so many cells between rebuilds */
  const Domain   *d    = &sim->domain;
  const Gradient *g    = &sim->cell.now;
  const int       axis = axis_of_flow(&sim->cell.deformation.may);
  double          rate = 0;

  *p = (Profile){.used = false};
  if (axis < 0 || is_zero(g) || sim->cell.deformation.varies) return;
  p->axis   = axis;
  p->middle = 0.5 * (vec3_axis(d->lo, axis) + vec3_axis(d->hi, axis));
  p->scale  = 1 / (CELLS * vec3_axis(d->length, axis));
  for (int i = 0; i < 3; i++) {
    p->c[i][1] = g->g[i][axis] / p->scale;
    rate       = hypot(rate, g->g[i][axis]);
  }
  p->rate = rate;
  p->used = true;
}

Travel cell_run_widen(const Sim *sim, Travel travel, double way)
{
  if (way > 0 && !sim->lists.profile.used) return travel_widen(travel, 0.5 * way);
  travel.way += way;
  return travel;
}

bool cell_run_is_far(const Sim *sim, double way)
{
  return cell_run_deforms(sim) && way > domain_shortest(&sim->domain);
}

void cell_run_stretch(Sim *sim)
{
  if (cell_run_deforms(sim)) decomposition_stretch(&sim->decomposition, &sim->domain);
}
