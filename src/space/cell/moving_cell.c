/* SPDX-License-Identifier: MIT */
/* The cell of a run (moving_cell.h). */
#include "space/cell/moving_cell.h"

bool moving_cell_deforms(const MovingCell *c)
{
  return c->deformation.kind != NULL;
}

bool moving_cell_grows(const MovingCell *c)
{
  const Gradient *may = &c->deformation.may;

  return may->g[0][0] != 0 || may->g[1][1] != 0 || may->g[2][2] != 0;
}

bool moving_cell_fits(const MovingCell *c)
{
  return !moving_cell_grows(c) || domain_fits(c->domain, c->extent);
}

/* ---- state ---- */

static StatePart part_of(Domain *domain)
{
  return (StatePart){.folder = STATE_FOLDER "/cell/periods", .items = cell_state, .owner = domain};
}

static StatePart servo_of(Servo *servo)
{
  return (StatePart){.folder = STATE_FOLDER "/cell/servo", .items = servo_state, .owner = servo};
}

static bool has_servo(const MovingCell *c)
{
  return moving_cell_deforms(c) && c->deformation.kind->servo;
}

void moving_cell_list(MovingCell *c, StateParts *parts)
{
  if (!c || c->domain->cell.used) state_list_part(parts, part_of(c ? c->domain : NULL));
  if (!c || has_servo(c)) state_list_part(parts, servo_of(c ? &c->deformation.servo : NULL));
}

/* ---- setup ---- */

bool moving_cell_take(World *w, const State *saved, Domain *there)
{
  World other = *w;

  other.saved = saved;
  return world_take(&other, part_of(there));
}

/* True if a cell that does not deform has the vectors of the checkpoint. */
static bool is_same_cell(const Domain *a, const Domain *b)
{
  for (int k = 0; k < 3; k++)
    if (vec3_norm(vec3_sub(a->cell.now.tilt[k], b->cell.now.tilt[k])) > 16 * a->quantum)
      return false;
  return true;
}

/* Create the cell as it is in the checkpoint, from which Domain.cell has been taken. */
static bool create_saved(Domain *d, const Gradient *may, char why[CELL_WHY])
{
  DomainCell saved = d->cell;
  Gradient   of    = *may; /* entries of a gradient that may differ from 0 */
  Vec3       vector[3];
  bool       good;

  cell_periods(d, vector);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      if (saved.now.whole[k][i] != 0) of.g[i][k] = 1;
  good       = cell_create(d, vector, &of, why);
  saved.used = d->cell.used;
  memcpy(saved.now.order, d->cell.now.order, sizeof saved.now.order);
  d->cell = saved;
  cell_resume(d);
  return good;
}

void moving_cell_make(World *w, MovingCell *c, const Vec3 given[3], bool vectors)
{
  const char *key = option_has_value(w->options, "domain", NULL, "file") ? "file"
                    : vectors                                            ? "vectors"
                                                                         : "deformation_type";
  Domain     *d   = c->domain, asked;
  char        why[CELL_WHY];
  bool        found, axes, good;

  if (has_servo(c)) {
    (void)world_take(w, servo_of(&c->deformation.servo));
    servo_resume(&c->deformation.servo, d->dimension);
  }
  found = world_take(w, part_of(d));
  axes  = deformation_check_axes(w->options, &c->deformation, d);
  if (!found && !vectors && !moving_cell_deforms(c)) return;
  asked = *d;
  good  = cell_create(&asked, given, &c->deformation.may, why);
  if (good && found) {
    good = create_saved(d, &c->deformation.may, why);
    if (good && vectors && !moving_cell_deforms(c) && !is_same_cell(&asked, d))
      option_mistake(w->options, "domain", NULL, "vectors",
                     "differ from those of the checkpoint: they cannot be changed at a restart");
  } else *d = asked;
  if (!good && axes) option_mistake(w->options, "domain", NULL, key, "%s", why);
}

/* The grid of velocities holds those of images, and of clumps that cross up to a 64th of the
   cell in a step. */
PetscErrorCode moving_cell_open(World *w, MovingCell *c, double smallest)
{
  Domain      *d  = c->domain;
  const double dt = w->clock->dt;

  PetscFunctionBeginUser;
  if (!moving_cell_deforms(c)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!(d->cell.speed_magic > 0))
    cell_set_speeds(
      d, max_real(domain_longest(d) / 64, 16 * deformation_way(&c->deformation, d, dt)) / dt);
  memcpy(c->flow.gradient.g, d->cell.gradient, sizeof d->cell.gradient); /* 0, or saved */
  cell_set_rate(d, &c->flow.gradient);
  d->cell.flows = true;
  deformation_check(w->options, &c->deformation, d, dt, smallest);
  PetscCall(clumps_use(w->clumps, USE_LEADS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the flow of clumps ---- */

/* Point at which the flow is at rest: the middle of the cell along axes of constant length, so that
   the momentum of the flow is 0; else at the lower face, which does not move. */
static Vec3 at_rest(const MovingCell *c)
{
  const Domain *d = c->domain;
  Vec3          x = d->lo;

  for (int k = 0; k < 3; k++)
    if (c->deformation.may.g[k][k] == 0)
      vec3_set(&x, k, 0.5 * (vec3_axis(d->lo, k) + vec3_axis(d->hi, k)));
  return x;
}

const CellFlow *moving_cell_flow(MovingCell *c)
{
  if (!c->domain || !moving_cell_deforms(c)) return NULL;
  c->flow.domain = c->domain;
  c->flow.rest   = at_rest(c);
  return &c->flow;
}

static bool is_zero(const Gradient *g)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (g->g[i][j] != 0) return false;
  return true;
}

/* Sum of v and, along axes that are not blocked, of the flow of this gradient at the place of the
   image of the clump that is in the cell. */
static Vec3 with_flow(const MovingCell *c, const Gradient *g, const Clumps *clumps, PetscInt a)
{
  const uint64_t blocked = clumps->blocked[a];
  const Vec3     v       = clumps->motion[a].v,
             more = gradient_times(g, vec3_sub(cell_place(c->domain, clumps, a), at_rest(c)));

  return (Vec3){blocked & BLOCK_X ? v.x : v.x + more.x, blocked & BLOCK_Y ? v.y : v.y + more.y,
                blocked & BLOCK_Z ? v.z : v.z + more.z};
}

void moving_cell_kick(World *w, const MovingCell *c)
{
  Clumps  *clumps = w->clumps;
  Sum     *supplied;
  Gradient next;

  if (!moving_cell_deforms(c) || c->deformation.faces) return;
  deformation_gradient_at(&c->deformation, clock_next(w->clock), w->clock->dt, &next);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) next.g[i][j] -= c->flow.gradient.g[i][j];
  if (is_zero(&next)) return;
  world_complete(w);
  supplied = world_energy(w, "cell");
  for (PetscInt a = 0; a < clumps->n_owned; a++) {
    const Vec3 v = clumps->motion[a].v, u = with_flow(c, &next, clumps, a);

    if (clump_is_gone(clumps, a) || clump_is_fixed(clumps, a)) continue;
    clumps->motion[a].v = u;
    sum_add(supplied, 0.5 * clumps->mass[a] * (vec3_dot(u, u) - vec3_dot(v, v)));
    /* the work of forces in the half step to come was booked with the former velocity */
    sum_add(supplied, 0.5 * w->clock->dt * vec3_dot(clumps->force[a], vec3_sub(u, v)));
  }
}

void moving_cell_join(const MovingCell *c, Clumps *clumps, PetscInt first)
{
  if (!moving_cell_deforms(c) || c->deformation.faces || is_zero(&c->flow.gradient)) return;
  for (PetscInt a = first; a < clumps->n_owned; a++)
    clumps->motion[a].v = with_flow(c, &c->flow.gradient, clumps, a);
}

/* ---- the step ---- */

/* Bound of the displacement in a step of images that clumps may meet, relative to these clumps: an
   image at the distance u moves at the gradient times u. */
static double way_of_images(const MovingCell *c, double dt, double reach)
{
  const Domain *d   = c->domain;
  const double  far = 2 * c->extent + reach;
  double        way = 0;

  for (int k = 0; k < d->dimension; k++)
    for (int i = 0; i < d->dimension; i++)
      way += fabs(c->flow.gradient.g[i][k]) * (vec3_axis(d->length, k) + 2 * far);
  return 1.01 * dt * way + 4 * d->quantum;
}

bool moving_cell_advance(MovingCell *c, double time, double dt, double reach)
{
  Gradient      *now    = &c->flow.gradient;
  const Gradient before = *now;

  if (!moving_cell_deforms(c)) return false;
  deformation_gradient_at(&c->deformation, time, dt, now);
  cell_advance(c->domain, now, dt);
  memcpy(c->domain->cell.gradient, now->g, sizeof c->domain->cell.gradient);
  c->step_way = way_of_images(c, dt, reach);
  c->way += c->step_way;
  return memcmp(&before, now, sizeof before) != 0;
}
