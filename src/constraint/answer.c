/* SPDX-License-Identifier: MIT */
#include "constraint/answer.h"
#include "constraint/apply.h"
#include "constraint/correct.h"
#include "constraint/hard/hard.h"

/* Copies of poses and sums, which sweeps change beside velocities, to be put back. */
typedef struct {
  Pose    *pose;
  int64_t *sum;
} Aside;

static PetscErrorCode put_aside(const ConstraintScene *s, Aside *aside)
{
  const size_t n = (size_t)s->clumps->n;

  PetscFunctionBeginUser;
  PetscCall(array_create(&aside->pose, sizeof(Pose), s->clumps->n));
  PetscCall(array_create(&aside->sum, LOAD_PARTS * sizeof(int64_t), s->clumps->n));
  if (n > 0) memcpy(aside->pose, s->clumps->pose, n * sizeof(Pose));
  if (n > 0) memcpy(aside->sum, s->loads->sum, n * LOAD_PARTS * sizeof(int64_t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void put_back(const ConstraintScene *s, Aside *aside)
{
  const size_t n = (size_t)s->clumps->n;

  if (n > 0) memcpy(s->clumps->pose, aside->pose, n * sizeof(Pose));
  if (n > 0) memcpy(s->loads->sum, aside->sum, n * LOAD_PARTS * sizeof(int64_t));
  array_free(&aside->pose);
  array_free(&aside->sum);
}

Vec3 answer_pull(const Clumps *c, PetscInt a, Vec3 gravity)
{
  const Vec3 pull = vec3_scale(1 / c->mass[a], c->force[a]);

  return clump_is_heavy(c, a) ? vec3_add(pull, gravity) : pull;
}

/* The kick by other forces that has ended the step, m/s. */
static Vec3 kick_of(const ConstraintScene *s, PetscInt a, Vec3 gravity)
{
  const Clumps *c = s->clumps;

  return vec3_scale(s->last * s->dt,
                    clump_free_way(c, a, c->pose[a].q, answer_pull(c, a, gravity)));
}

static void begin_rows(const ConstraintScene *s)
{
  const Vec3 none = {0, 0, 0};

  for (PetscInt a = 0; a < s->clumps->n_owned; a++)
    s->clumps->pose[a].v = s->clumps->pose[a].w = none;
}

/* Set the velocities of a clump: k + c in its pose, c in its state. */
static void begin_body(const ConstraintScene *s, PetscInt a, const AnswersAsked *asked)
{
  Clumps    *c    = s->clumps;
  Pose      *p    = &c->pose[a];
  const Vec3 none = {0, 0, 0}, by = asked->cold ? none : c->answer[a],
             turn = asked->cold ? none : c->answer_turn[a];
  const Vec3 l    = vec3_axpy(turn, s->last * s->dt, c->torque[a]);

  p->v                  = vec3_add(kick_of(s, a, asked->gravity), by);
  p->w                  = clump_spin_by(c, a, p->q, l);
  c->motion[a].v        = vec3_add(c->motion[a].v, by);
  c->motion[a].momentum = vec3_add(c->motion[a].momentum, turn);
}

static PetscErrorCode sweep(Constraints *c, const ConstraintScene *s, int count)
{
  PetscFunctionBeginUser;
  PetscCall(correction_refresh(s));
  if (constraint_set(s->links)->total > 0) PetscCall(sweep_velocities(c, s, count));
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

static void put_state(Clumps *c, const AnswerState *from)
{
  c->motion[from->row].v        = from->v;
  c->motion[from->row].momentum = from->momentum;
  c->w[from->row]               = from->w;
}

static bool are_equal(Vec3 a, Vec3 b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Set the spin by the momentum; with blocked rotations, the momentum by the spin. Values that have
   not changed are set to those of the state to the bit, like those of clumps without constraints:
   the ranks ask for some of these clumps until the next rebuild after their last pair has broken.
   */
static void end_body(const ConstraintScene *s, const AnswerState *from)
{
  Clumps        *c = s->clumps;
  const PetscInt a = from->row;
  const Quat     q = c->pose[a].q;

  if (are_equal(c->motion[a].v, from->v)) c->motion[a].v = from->v; /* the sign of zeros */
  if (are_equal(c->motion[a].momentum, from->momentum)) {
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

bool answers_are_far(const Constraints *c, const ConstraintScene *s, Vec3 gravity)
{
  const Clumps *of = s->clumps;

  if (!c->hard) return false;
  for (PetscInt a = 0; a < of->n_owned; a++)
    if (vec3_norm(of->answer[a]) > s->last * hard_rest_after(s, a, gravity)) return true;
  return false;
}

/* Number of sweeps of all links and contacts. */
static int sweeps_of(const Constraints *c, const ConstraintScene *s)
{
  const int links = constraint_set(s->links)->total > 0 ? c->sweeps : 0;

  return c->contacts ? (int)max_int(links, c->hard->velocity_sweeps) : links;
}

PetscErrorCode answers_show(Constraints *c, const ConstraintScene *s, const AnswersAsked *asked,
                            Sum *taken, AnswersKept *kept)
{
  const bool central = c->central, contacts = c->contacts;
  Aside      aside;

  PetscFunctionBeginUser;
  *kept = (AnswersKept){.taken = *taken};
  PetscCall(put_aside(s, &aside));
  c->central  = false; /* pairs of all kinds alike, by poses */
  c->contacts = c->hard;
  if (c->contacts) PetscCall(hard_answer_begin(c, s, asked->gravity));
  PetscCall(apply_begin(c, s));
  PetscCall(array_create(&kept->state, sizeof *kept->state, c->n));
  loads_clear_rows(s->loads, 0, s->clumps->n);
  begin_rows(s);
  for (PetscInt k = 0; k < c->n; k++) {
    const PetscInt a = c->body[k].row;

    if (c->body[k].reaction >= 0) continue; /* it follows a motion */
    kept->state[kept->n++] = (AnswerState){.row      = a,
                                           .v        = s->clumps->motion[a].v,
                                           .momentum = s->clumps->motion[a].momentum,
                                           .w        = s->clumps->w[a]};
    sum_add(taken, energy_of(s->clumps, a));
    begin_body(s, a, asked);
  }
  if (c->driven && !asked->cold) PetscCall(sweep(c, s, -1));
  for (int k = 0; k < sweeps_of(c, s); k++) PetscCall(sweep(c, s, k));
  put_back(s, &aside);
  for (PetscInt k = 0; k < kept->n; k++) {
    if (s->clumps->asked[kept->state[k].row] == asked->step) put_state(s->clumps, &kept->state[k]);
    else end_body(s, &kept->state[k]);
    sum_add(taken, -energy_of(s->clumps, kept->state[k].row));
  }
  c->central  = central;
  c->contacts = contacts;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void answers_hide(Clumps *c, Sum *taken, AnswersKept *kept)
{
  for (PetscInt k = 0; k < kept->n; k++) put_state(c, &kept->state[k]);
  array_free(&kept->state);
  *taken = kept->taken;
}
