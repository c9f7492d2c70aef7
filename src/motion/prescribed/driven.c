/* SPDX-License-Identifier: MIT */
/* Groups of clumps that follow prescribed motions (driven.h). */
#include "motion/prescribed/driven.h"

/* ---- groups ---- */

static DrivenGroup *group_of_name(int n_motions, const char *name, Driven *d)
{
  DrivenGroup *g;

  for (int k = 0; k < d->n; k++)
    if (strcmp(d->list[k].name, name) == 0) return &d->list[k];
  array_reserve(&d->list, sizeof *d->list, d->n + 1, &d->capacity);
  g  = &d->list[d->n++];
  *g = (DrivenGroup){.now = {.turn = {1, 0, 0, 0}}};
  snprintf(g->name, sizeof g->name, "%s", name);
  follower_create(n_motions, &g->follows);
  return g;
}

void driven_add(Options *options, const TimedMotion *motions, int n_motions, int motion,
                const char *name, Driven *d)
{
  const TimedMotion *m = &motions[motion];
  DrivenGroup       *g;
  char               what[2 * GROUP_LENGTH + 8];

  if (!m->constants) return; /* a mistake, noted before */
  if (m->kind->slides) {
    option_mistake(options, "motion", m->name, "groups",
                   "type: %s is for walls: the surface of a clump moves with it",
                   m->kind->head.name);
    return;
  }
  g = group_of_name(n_motions, name, d);
  if (g->follows.n > 0 && g->follows.motion[g->follows.n - 1] == motion) {
    option_mistake(options, "motion", m->name, "groups", "%s is named twice", name);
    return;
  }
  snprintf(what, sizeof what, "group %s", g->name);
  follower_add(options, motions, motion, what, &g->follows);
}

void driven_find(Options *options, const TimedMotion *motions, Groups *groups, Driven *d)
{
  for (int k = 0; k < d->n; k++) {
    DrivenGroup *g = &d->list[k];
    char         why[GROUPS_NONE];

    if (!groups_select(groups, GROUP_CLUMPS, g->name, &g->mask, why))
      option_mistake(options, "motion", motions[g->follows.motion[0]].name, "groups",
                     "moves nothing: %s", why);
  }
}

uint64_t driven_groups(const Driven *d)
{
  uint64_t mask = 0;

  for (int k = 0; k < d->n; k++) mask |= d->list[k].mask;
  return mask;
}

void driven_free(Driven *d)
{
  for (int k = 0; k < d->n; k++) array_free(&d->list[k].follows.motion);
  array_free(&d->list);
  *d = (Driven){0};
}

/* ---- motion ---- */

void driven_move(Driven *d, const TimedMotion *motions, double time)
{
  for (int k = 0; k < d->n; k++) {
    DrivenGroup     *g = &d->list[k];
    const Prescribed p = follower_at(motions, &g->follows, time);

    g->now      = follower_place(&g->follows, &p);
    g->pivot    = vec3_add(g->now.pivot, p.shift);
    g->angle    = follower_angle(&g->follows, &p);
    g->velocity = p.velocity;
    g->spin     = p.spin;
  }
}

const DrivenGroup *driven_group(const Driven *d, const Clumps *c, PetscInt a)
{
  int k = 0;

  while (k + 1 < d->n && !(d->list[k].mask & clump_groups(c, a))) k++;
  return &d->list[k];
}

static Vec3 unwrapped(const Domain *domain, const Clumps *c, PetscInt a)
{
  return domain_shifted(domain, c->pose[a].x, c->image[a]);
}

Vec3 driven_place(const DrivenGroup *g, const Domain *domain, const Clumps *c, PetscInt a)
{
  const Image i = c->image[a];

  return domain_shifted(domain, grid_round3(domain, displaced_point(&g->now, c->anchor_x[a])),
                        (Image){-i.x, -i.y, -i.z});
}

Quat driven_attitude(const DrivenGroup *g, const Clumps *c, PetscInt a)
{
  return is_turned(&g->now) ? quat_normalized(quat_mul(g->now.turn, c->anchor_q[a]))
                            : c->anchor_q[a];
}

Vec3 driven_velocity(const DrivenGroup *g, const Domain *domain, const Clumps *c, PetscInt a)
{
  return vec3_add(g->velocity, vec3_cross(g->spin, vec3_sub(unwrapped(domain, c, a), g->pivot)));
}

/* ---- anchors ---- */

static void anchor(const DrivenGroup *g, const Domain *domain, bool loaded, Clumps *c, PetscInt a)
{
  const Vec3 x = unwrapped(domain, c, a);
  const Quat q = c->pose[a].q;

  c->anchor_x[a] = loaded ? x : replaced_point(&g->now, x);
  c->anchor_q[a] = loaded ? q : quat_normalized(quat_mul(quat_conjugate(g->now.turn), q));
  if (loaded) {
    c->pose[a].x = driven_place(g, domain, c, a);
    c->pose[a].q = driven_attitude(g, c, a);
  }
  c->blocked[a]     = BLOCK_ALL;
  c->motion[a].v    = driven_velocity(g, domain, c, a);
  c->motion[a].rest = (Vec3){0, 0, 0};
  c->w[a]           = g->spin;
  c->pose[a].v      = c->motion[a].v;
  c->pose[a].w      = c->w[a];
}

PetscErrorCode driven_anchor(const Parallel *par, Options *options, const Domain *domain,
                             bool loaded, Driven *d, Clumps *c)
{
  int64_t twice = INT64_MIN; /* ~id of a clump in two groups */

  PetscFunctionBeginUser;
  if (d->n > 0) PetscCall(clumps_use(c, USE_ANCHORS));
  if (!c->anchor_q) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    int n = 0;

    for (int k = 0; k < d->n && !clump_is_gone(c, a); k++)
      n += (d->list[k].mask & clump_groups(c, a)) != 0;
    if (n > 1) twice = max_int(twice, ~c->id[a]);
    if (n == 0) {
      c->anchor_x[a] = (Vec3){0, 0, 0};
      c->anchor_q[a] = (Quat){0, 0, 0, 0};
    } else if (!clump_is_driven(c, a)) anchor(driven_group(d, c, a), domain, loaded, c, a);
  }
  PetscCall(parallel_max_int(par, &twice, 1));
  if (twice != INT64_MIN)
    options_mistake(options,
                    "motion: clump %" PRId64
                    " is in two groups that motions name: name one group of each clump only",
                    ~twice);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- speeds ---- */

PetscErrorCode driven_measure(const Parallel *par, const Domain *domain, const Templates *templates,
                              const Clumps *c, Driven *d)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < d->n; k++) {
    DrivenGroup *g = &d->list[k];

    for (PetscInt a = 0; a < c->n_owned; a++)
      if (clump_groups(c, a) & g->mask)
        g->lever =
          max_real(g->lever, follower_lever(&g->follows, g->now.shift, unwrapped(domain, c, a)) +
                               templates->list[c->template[a]].bound * c->scale[a]);
    PetscCall(parallel_max(par, &g->lever, 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

double driven_speed(const Driven *d, const TimedMotion *motions)
{
  double most = 0;

  for (int k = 0; k < d->n; k++)
    most = max_real(most, follower_speed(motions, &d->list[k].follows, d->list[k].lever));
  return most;
}

/* ---- loads ---- */

void driven_clear(Driven *d)
{
  for (int k = 0; k < d->n; k++) memset(d->list[k].react, 0, sizeof d->list[k].react);
}

double driven_react(Driven *d, const Domain *domain, const Clumps *c, PetscInt a, Vec3 force,
                    Vec3 torque, double dt)
{
  DrivenGroup *g    = (DrivenGroup *)driven_group(d, c, a);
  const Vec3   arm  = vec3_sub(unwrapped(domain, c, a), g->pivot);
  const double done = -dt * (vec3_dot(force, c->motion[a].v) + vec3_dot(torque, c->w[a]));

  if (!isfinite(done)) return 0;
  sum_add_vec3(g->react + DRIVEN_FORCE, force);
  sum_add_vec3(g->react + DRIVEN_TORQUE, vec3_add(torque, vec3_cross(arm, force)));
  sum_add_finite(g->react + DRIVEN_DONE, done);
  return done;
}

void driven_sum(Driven *d, const Domain *domain, const Clumps *c, const Loads *loads, double dt)
{
  if (d->n == 0) return;
  for (int k = 0; k < d->n; k++) memcpy(d->list[k].sum, d->list[k].react, sizeof d->list[k].sum);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!(c->tile[a / CLUMPS_TILE] & TILE_DRIVEN)) {
      a += CLUMPS_TILE - 1 - a % CLUMPS_TILE;
      continue;
    }
    if (clump_is_driven(c, a)) {
      DrivenGroup   *g     = (DrivenGroup *)driven_group(d, c, a);
      const int64_t *sum   = loads->sum + (size_t)a * LOAD_PARTS;
      const Vec3     force = loads_vector(sum + LOAD_FORCE, loads->force.quantum),
                 torque =
                   loads_vector(sum + LOAD_TORQUE, loads->torque.quantum / c->pose[a].per_arm),
                 arm = vec3_sub(unwrapped(domain, c, a), g->pivot);

      sum_add_vec3(g->sum + DRIVEN_FORCE, force);
      sum_add_vec3(g->sum + DRIVEN_TORQUE, vec3_add(torque, vec3_cross(arm, force)));
      sum_add_finite(g->sum + DRIVEN_WORK,
                     -0.5 * dt * (vec3_dot(force, c->pose[a].v) + vec3_dot(torque, c->pose[a].w)));
    }
  }
  sum_clear(&d->work);
  for (int k = 0; k < d->n; k++) sum_merge(&d->work, &d->list[k].sum[DRIVEN_WORK]);
}
