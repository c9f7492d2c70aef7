/* SPDX-License-Identifier: MIT */
/* Velocities as they are shown: what constraints and hard contacts make of the kick that ends a
   step (shown.h). */
#include "constraint/shown.h"
#include "constraint/apply.h"
#include "constraint/hard/hard.h"
#include "motion/integrator.h"

/* ---- hard contacts ---- */

/* Speed that forces give a clump in two steps at the end of a step, m/s; gravity: m/s^2. */
static double hard_rest_after(const ConstraintScene *s, PetscInt a, Vec3 gravity)
{
  return 2 * s->dt * max_real(s->gravity, vec3_norm(clump_pull(s->clumps, a, gravity)));
}

/* Set the velocities in poses to those of the state, and the speeds at rest. */
static void put_velocities(const Hard *h, const ConstraintScene *s, Vec3 gravity)
{
  Clumps *c = s->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    h->rest[a]   = hard_rest_after(s, a, gravity);
    c->pose[a].v = c->motion[a].v;
    c->pose[a].w = c->w[a];
  }
}

/* After motion_finish: let sweeps of velocities (hard_bounce) answer kicks (shown.h). Contacts are
   found from the state: those of bodies closer than the margin that neither meet nor part faster
   than forces make them in two steps. They push only, from 0 on, until their normal velocity is not
   below 0. Velocities in poses are those of the motion afterwards, and contacts of the last step
   are forgotten. Collective. */
static PetscErrorCode hard_show_begin(Constraints *c, const ConstraintScene *s, Vec3 gravity)
{
  Hard    *h = c->hard;
  PetscInt n, kept[3] = {0}, left = 0;

  PetscFunctionBeginUser;
  hard_reserve(h, s->clumps);
  put_velocities(h, s, gravity);
  PetscCall(hard_find(h, s));
  hard_place_all(h, s);
  n = hard_listed(h); /* contacts of bodies that meet or part are left out */
  for (PetscInt k = 0; k < n; k++) {
    const HardContact *at = &h->list[k];
    const HardPlace   *p  = &h->place[k];

    if (fabs(vec3_dot(p->v, p->n)) > hard_rest(h, at->a, at->b)) continue;
    kept[at->kind]++;
    h->list[left]    = *at;
    h->place[left++] = *p;
  }
  h->n_pebbles = kept[HARD_PEBBLES];
  h->n_walls   = kept[HARD_WALL];
  h->n_solids  = kept[HARD_SOLID];
  hard_spheres_choose(h, s);
  PetscCall(hard_share(c, s));
  hard_spheres_begin(h, s);
  for (PetscInt k = 0; k < hard_listed(h); k++) { /* all take part; impulses are 0, as when found */
    h->list[k].bounces = true;
    h->place[k].wall_v = vec3(0, 0, 0); /* walls have no kick */
    hard_respond(s, h, &h->list[k], &h->place[k]);
  }
  hard_spheres_answer(h, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all clumps ---- */

/* Copies of poses and sums, which sweeps change beside velocities, to be put back. */
typedef struct {
  Pose    *pose;
  int64_t *sum;
} Aside;

static void put_aside(const ConstraintScene *s, Aside *aside)
{
  const size_t n = (size_t)s->clumps->n;

  array_create(&aside->pose, sizeof(Pose), s->clumps->n);
  array_create(&aside->sum, LOAD_PARTS * sizeof(int64_t), s->clumps->n);
  if (n > 0) memcpy(aside->pose, s->clumps->pose, n * sizeof(Pose));
  if (n > 0) memcpy(aside->sum, s->loads->sum, n * LOAD_PARTS * sizeof(int64_t));
}

static void put_back(const ConstraintScene *s, Aside *aside)
{
  const size_t n = (size_t)s->clumps->n;

  if (n > 0) memcpy(s->clumps->pose, aside->pose, n * sizeof(Pose));
  if (n > 0) memcpy(s->loads->sum, aside->sum, n * LOAD_PARTS * sizeof(int64_t));
  array_free(&aside->pose);
  array_free(&aside->sum);
}

Vec3 clump_pull(const Clumps *c, PetscInt a, Vec3 gravity)
{
  const Vec3 pull = vec3_scale(1 / c->mass[a], c->force[a]);

  return clump_is_heavy(c, a) ? vec3_add(pull, gravity) : pull;
}

/* Set the velocities of a clump: k + c in its pose, c in its state. cold: the sweeps start without
   Clumps.answer, as pairs have broken or gone since, or bodies have hit each other; this changes P k
   only where the sweeps have not converged. */
static void begin_body(const ConstraintScene *s, PetscInt a, Vec3 gravity, bool cold)
{
  Clumps    *c    = s->clumps;
  Pose      *p    = &c->pose[a];
  const Vec3 none = {0, 0, 0}, by = cold ? none : c->answer[a],
             turn = cold ? none : c->answer_turn[a];
  const Vec3 l    = vec3_axpy(turn, s->last * s->dt, c->torque[a]),
             pull = clump_free_way(c, a, p->q, clump_pull(c, a, gravity)),
             kick = vec3_scale(s->last * s->dt, pull); /* by other forces, which ended the step */

  p->v                  = vec3_add(kick, by);
  p->w                  = clump_spin_by(c, a, p->q, l);
  c->motion[a].v        = vec3_add(c->motion[a].v, by);
  c->motion[a].momentum = vec3_add(c->motion[a].momentum, turn);
}

static PetscErrorCode sweep(Constraints *c, const ConstraintScene *s, int count)
{
  PetscFunctionBeginUser;
  PetscCall(correction_refresh(s));
  if (constraint_set(s->links)->total > 0) sweep_velocities(c, s, count);
  if (c->contacts && count >= 0) hard_bounce(c, s, count);
  PetscCall(correction_reduce(s));
  for (PetscInt k = 0; k < c->n; k++)
    apply_body(c, s, &c->body[k], s->loads->sum + (size_t)c->body[k].row * LOAD_PARTS, false);
  loads_clear_rows(s->loads, 0, s->clumps->n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double energy_of(const Clumps *c, PetscInt a)
{
  const Motion *m = &c->motion[a];

  return 0.5 * c->mass[a] * vec3_dot(m->v, m->v) + 0.5 * vec3_dot(c->w[a], m->momentum);
}

static void put_state(Clumps *c, const ShownState *from)
{
  c->motion[from->row].v        = from->v;
  c->motion[from->row].momentum = from->momentum;
  c->w[from->row]               = from->w;
}

/* Set the spin by the momentum; with blocked rotations, the momentum by the spin. Unchanged values
   get the bits of the state, as clumps without constraints have them: a clump stays in the list
   until the rebuild after its last pair has broken. */
static void end_body(const ConstraintScene *s, const ShownState *from)
{
  Clumps        *c = s->clumps;
  const PetscInt a = from->row;
  const Quat     q = c->pose[a].q;

  if (vec3_equal(c->motion[a].v, from->v)) c->motion[a].v = from->v; /* the sign of zeros */
  if (vec3_equal(c->motion[a].momentum, from->momentum)) {
    c->motion[a].momentum = from->momentum;
    c->w[a]               = from->w;
    return;
  }
  if (!(c->blocked[a] & BLOCK_TURN)) {
    c->w[a] = clump_spin(c->motion[a].momentum, q, c->inertia[a]);
    return;
  }
  c->w[a] =
    vec3_add(from->w, clump_spin_by(c, a, q, vec3_sub(c->motion[a].momentum, from->momentum)));
  motion_set_momentum(c, a);
}

static bool are_far(const Constraints *c, const ConstraintScene *s, Vec3 gravity)
{
  const Clumps *of = s->clumps;

  if (!c->hard) return false;
  for (PetscInt a = 0; a < of->n_owned; a++)
    if (vec3_norm(of->answer[a]) > s->last * hard_rest_after(s, a, gravity)) return true;
  return false;
}

PetscErrorCode velocities_show(Constraints *c, const ConstraintScene *s, const Parallel *par,
                               Vec3 gravity, int64_t step, Sum *taken)
{
  const bool central = c->central, contacts = c->contacts;
  ShownKept *kept = &c->kept;
  bool       cold;
  Aside      aside;
  int        sweeps = 0;

  PetscFunctionBeginUser;
  *kept = (ShownKept){.taken = *taken};
  if (!c->answers) PetscFunctionReturn(PETSC_SUCCESS);
  cold = c->broke || are_far(c, s, gravity);
  PetscCall(parallel_any(par, &cold));
  put_aside(s, &aside);
  c->central  = false; /* pairs of all kinds alike, by poses */
  c->contacts = c->hard;
  if (c->contacts) PetscCall(hard_show_begin(c, s, gravity));
  apply_begin(c, s);
  array_create(&kept->state, sizeof *kept->state, c->n);
  loads_clear_rows(s->loads, 0, s->clumps->n);
  for (PetscInt a = 0; a < s->clumps->n_owned; a++)
    s->clumps->pose[a].v = s->clumps->pose[a].w = (Vec3){0, 0, 0};
  for (PetscInt k = 0; k < c->n; k++) {
    const PetscInt a = c->body[k].row;

    if (c->body[k].reaction >= 0) continue; /* it follows a motion */
    kept->state[kept->n++] = (ShownState){.row      = a,
                                          .v        = s->clumps->motion[a].v,
                                          .momentum = s->clumps->motion[a].momentum,
                                          .w        = s->clumps->w[a]};
    sum_add(taken, energy_of(s->clumps, a));
    begin_body(s, a, gravity, cold);
  }
  if (c->driven && !cold) PetscCall(sweep(c, s, -1));
  if (constraint_set(s->links)->total > 0) sweeps = c->sweeps;
  if (c->contacts) sweeps = (int)max_int(sweeps, c->hard->velocity_sweeps);
  for (int k = 0; k < sweeps; k++) PetscCall(sweep(c, s, k));
  put_back(s, &aside);
  for (PetscInt k = 0; k < kept->n; k++) {
    /* clumps that were changed after this step keep their velocities */
    if (s->clumps->asked[kept->state[k].row] == step) put_state(s->clumps, &kept->state[k]);
    else end_body(s, &kept->state[k]);
    sum_add(taken, -energy_of(s->clumps, kept->state[k].row));
  }
  c->central  = central;
  c->contacts = contacts;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void velocities_hide(Constraints *c, Clumps *clumps, Sum *taken)
{
  ShownKept *kept = &c->kept;

  if (!kept->state) return;
  for (PetscInt k = 0; k < kept->n; k++) put_state(clumps, &kept->state[k]);
  array_free(&kept->state);
  *taken = kept->taken;
}

PetscErrorCode velocities_prepare(Constraints *c, const Options *options,
                                  const Integrator *integrator, bool damps, Clumps *clumps)
{
  const char *const *names;
  bool               volumes = false;
  int                n;

  PetscFunctionBeginUser;
  n = options_objects(options, "constraint", &names);
  for (int k = 0; k < n; k++)
    volumes = volumes || constraint_is(options, names[k], &constraint_volume);
  c->shows = n > 0 && !volumes && integrator->last > 0;
  if (c->shows) PetscCall(clumps_use(clumps, USE_ANSWERS));
  if (n > 0 && damps) PetscCall(clumps_use(clumps, USE_ANSWERS | USE_BORNE));
  PetscFunctionReturn(PETSC_SUCCESS);
}
