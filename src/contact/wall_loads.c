/* SPDX-License-Identifier: MIT */
/* Loads on walls, contact by contact: there are few of them beside those of pebbles. */
#include "contact/wall_loads.h"

PetscErrorCode wall_loads_create(Contacts *c, int n)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(&c->on_walls, sizeof *c->on_walls, n));
  c->n_walls = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode facet_hits_create(Contacts *c)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(&c->on_facets, sizeof *c->on_facets, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void wall_loads_clear(Contacts *c)
{
  if (c->n_walls > 0) memset(c->on_walls, 0, (size_t)c->n_walls * sizeof *c->on_walls);
  if (c->on_facets) c->on_facets->n = 0;
}

void wall_loads_free(Contacts *c)
{
  array_free(&c->on_walls);
  if (c->on_facets) array_free(&c->on_facets->list);
  array_free(&c->on_facets);
}

bool wall_loads_are_asked(const Contacts *c, const Walls *walls)
{
  return walls->move || c->n_walls > 0 || c->on_facets;
}

static void add(Sum *sum, double value)
{
  if (isfinite(value)) sum_add(sum, value);
}

static void add_vector(Sum sums[3], Vec3 v)
{
  add(&sums[0], v.x);
  add(&sums[1], v.y);
  add(&sums[2], v.z);
}

/* Force and couple on the body, N, N m, and the arm of the contact from the wall's pivot, m. */
typedef struct {
  Vec3 force, couple, arm;
} Action;

static Action action_of(const Tile *t, const ContactBatch *b, unsigned gives, int k)
{
  Action a = {.force = {b->fx[k], b->fy[k], b->fz[k]},
              .arm   = {t->arm_bx[k], t->arm_by[k], t->arm_bz[k]}};

  if (gives & GIVES_COUPLE) a.couple = (Vec3){b->cx[k], b->cy[k], b->cz[k]};
  return a;
}

/* Power that the wall gives to the body, W. */
static double power_of(const Tile *t, const Action *a, int k)
{
  const Vec3 spin     = {t->wbx[k], t->wby[k], t->wbz[k]};
  const Vec3 velocity = vec3_add((Vec3){t->vbx[k], t->vby[k], t->vbz[k]}, vec3_cross(spin, a->arm));

  return vec3_dot(a->force, velocity) + vec3_dot(a->couple, spin);
}

/* ---- facets ---- */

static double slip_of(const ContactBatch *b, int k)
{
  const Vec3 n = {b->nx[k], b->ny[k], b->nz[k]}, v = {b->vx[k], b->vy[k], b->vz[k]};

  return vec3_norm(vec3_axpy(v, -vec3_dot(v, n), n));
}

static PetscErrorCode list_hits(FacetHits *list, const ContactScene *s, const ContactBatch *b,
                                const int32_t *hits, const Tile *t)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&list->list, sizeof *list->list, list->n + b->n, &list->capacity));
  for (int k = 0; k < b->n; k++) {
    const int32_t wall  = s->pairs->walls.b[hits[k]];
    const Vec3    force = {-b->fx[k], -b->fy[k], -b->fz[k]}, n = {b->nx[k], b->ny[k], b->nz[k]};
    const double  slip = slip_of(b, k);

    if (!s->walls->list[wall].surface->geometry.tells_facet) continue;
    if (!isfinite(force.x) || !isfinite(force.y) || !isfinite(force.z) || !isfinite(slip)) continue;
    list->list[list->n++] = (FacetHit){wall, t->facet[k], force, vec3_dot(force, n), slip};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add_to_walls(Contacts *c, const ContactScene *s, unsigned gives, const int32_t *hits,
                         const Tile *t)
{
  const ContactBatch *b = c->batch;

  for (int k = 0; k < b->n; k++) {
    const Action a    = action_of(t, b, gives, k);
    const double work = t->b[k] < 0 ? 0.5 * s->dt * power_of(t, &a, k) : 0; /* else of a clump */
    WallLoads   *on   = c->n_walls > 0 ? &c->on_walls[s->pairs->walls.b[hits[k]]] : NULL;
    Sum         *w    = on ? on->sum : NULL;

    add(&c->driven, work);
    if (!w) continue;
    on->contacts++;
    add_vector(w + WALL_FORCE, vec3_scale(-1, a.force));
    add_vector(w + WALL_TORQUE, vec3_scale(-1, vec3_add(vec3_cross(a.arm, a.force), a.couple)));
    add(w + WALL_WORK, work);
  }
}

PetscErrorCode wall_loads_add(Contacts *c, const ContactScene *s, unsigned gives,
                              const int32_t *hits, const Tile *t)
{
  PetscFunctionBeginUser;
  if (s->walls->move || c->n_walls > 0) add_to_walls(c, s, gives, hits, t);
  if (c->on_facets) PetscCall(list_hits(c->on_facets, s, c->batch, hits, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_finite(const WallPush *p)
{
  return isfinite(p->force.x) && isfinite(p->force.y) && isfinite(p->force.z) && isfinite(p->slip);
}

PetscErrorCode wall_loads_push(Contacts *c, const Walls *walls, const WallPush *p)
{
  const Wall  *wall = &walls->list[p->wall];
  const double work = wall->carried ? 0 : 0.5 * p->dt * vec3_dot(p->force, p->velocity);
  const Vec3   f    = vec3_scale(-1, p->force);

  PetscFunctionBeginUser;
  if (!wall_loads_are_asked(c, walls)) PetscFunctionReturn(PETSC_SUCCESS);
  add(&c->driven, work);
  if (c->n_walls > 0) {
    WallLoads *on = &c->on_walls[p->wall];

    on->contacts++;
    add_vector(on->sum + WALL_FORCE, f);
    add_vector(on->sum + WALL_TORQUE, vec3_cross(p->arm, f));
    add(on->sum + WALL_WORK, work);
    add(on->sum + WALL_DONE, p->done);
  }
  if (!c->on_facets || !wall->surface->geometry.tells_facet || !is_finite(p))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&c->on_facets->list, sizeof *c->on_facets->list, c->on_facets->n + 1,
                          &c->on_facets->capacity));
  c->on_facets->list[c->on_facets->n++] =
    (FacetHit){p->wall, p->facet, f, vec3_dot(f, p->normal), p->slip};
  PetscFunctionReturn(PETSC_SUCCESS);
}
