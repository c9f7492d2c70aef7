/* SPDX-License-Identifier: MIT */
/* Bodies that intersect other surfaces (mesh_intersections.h). */
#include "run/setup/mesh_intersections.h"

#include <math.h>

#include "constraint/hard/hard.h"
#include "contact/solid/solid_places.h"
#include "run/sim.h"

/* Lines are tested at places no farther apart than the corners' radius times (1 - overlap_limit),
   which is taken as at least this. */
#define STEP_LEAST 0.1

typedef struct {
  const Sim *sim;
  SolidScene scene;
  /* a ball of the corners' radius whose centre is nearer than this overlaps by more
     than is allowed, m */
  double   near;
  double   step; /* m */
  Features space;
} Passing;

/* True if a place of the line is nearer to the wall than `near` (m). */
static PetscErrorCode line_meets(Passing *p, const Wall *wall, Vec3 a, Vec3 b, double near,
                                 bool *meet)
{
  const Domain  *domain = &p->sim->domain;
  const Vec3     u      = vec3_sub(b, a);
  const PetscInt n      = (PetscInt)ceil(vec3_norm(u) / p->step);

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k <= n && !*meet; k++) {
    const Vec3 x = grid_round3(domain, vec3_axpy(a, n > 0 ? (double)k / (double)n : 0, u));
    double     distance;

    PetscCall(wall_distance(wall, domain_wrapped(domain, x), max_real(near, p->step), &p->space,
                            &distance));
    *meet = distance < near;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Test the edges of the body, from ball to ball; in two dimensions, and if it has no edges, all
   sides of its faces. */
static PetscErrorCode edges_meet(Passing *p, bool *meet)
{
  const SolidScene *s    = &p->scene;
  const SolidSide  *side = s->of_body;
  Vec3              x[3];

  PetscFunctionBeginUser;
  for (int e = 0; e < side->n_edges && !*meet; e++) {
    for (int k = 0; k < 2; k++)
      x[k] = vec3_add(s->pose->x, quat_turn(s->pose->q, side->corner[side->edge[e][k]]));
    PetscCall(line_meets(p, s->other, x[0], x[1], p->near, meet));
  }
  if (side->n_edges > 0 || !side->inner) PetscFunctionReturn(PETSC_SUCCESS);
  for (int f = 0; !*meet && s->body->surface->carriage->face(side->inner, f, x); f++)
    for (int k = 0; k < 3; k++)
      PetscCall(line_meets(p, s->other, x[k], x[(k + 1) % 3], p->near, meet));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the part of a ridge that may be in the body. False: there is none. */
static bool find_part(const Passing *p, const Ridge *r, Vec3 *a, Vec3 *b)
{
  const SolidScene *s      = &p->scene;
  const Domain     *domain = &p->sim->domain;
  const double      around = s->of_body->extent + r->radius;
  Vec3              u = vec3_sub(*b, *a), middle = vec3_scale(0.5, vec3_add(*a, *b)), d;
  const double      half = 0.5 * vec3_norm(u);

  d = vec3_sub(s->pose->x, middle);
  d = domain_shifted(domain, d, domain_nearest(domain, d));
  if (!r->endless) /* images of long lines may be nearer than that of the middle */
    return half + around > 0.5 * domain_shortest(domain) || vec3_norm(d) < half + around;
  vec3_normalize(&u);
  middle = vec3_axpy(middle, vec3_dot(d, u), u);
  *a     = vec3_axpy(middle, -around, u);
  *b     = vec3_axpy(middle, around, u);
  return true;
}

/* Test a line of the other wall, from a to b, against the body. */
static PetscErrorCode ridge_meets(Passing *p, const Wall *body, const Ridge *r, Vec3 a, Vec3 b,
                                  bool *meet)
{
  const Displacement at = solid_where(p->scene.scene, p->scene.other);

  PetscFunctionBeginUser;
  a = displaced_point(&at, a);
  b = displaced_point(&at, b);
  if (!*meet && find_part(p, r, &a, &b))
    PetscCall(line_meets(p, body, a, b, r->radius + p->near, meet));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Number of sides of a polygon that is within a twentieth of the corners' radius of its circle. */
static int polygon_sides(const Passing *p, double radius)
{
  return (int)ceil(PETSC_PI / sqrt(0.1 * min_real(1, p->scene.of_body->radius / radius)));
}

/* Test a circle as a polygon, or the side of a cylinder or cone as lines along it. */
static PetscErrorCode round_meets(Passing *p, const Wall *body, const Ridge *r, bool *meet)
{
  const double widest = max_real(r->round[0], r->round[1]);
  const bool   circle = r->kind == RIDGE_RIM || p->sim->domain.dimension == 2;
  const int    n      = polygon_sides(p, widest);
  Vec3         x = vec3_cross(r->axis, fabs(r->axis.x) < 0.6 ? vec3(1, 0, 0) : vec3(0, 1, 0)), y;

  PetscFunctionBeginUser;
  vec3_normalize(&x);
  y = vec3_cross(r->axis, x);
  for (int k = 0; k < n && !*meet; k++) {
    const double now = 2 * PETSC_PI * k / n, then = 2 * PETSC_PI * (k + 1) / n;
    const Vec3   u = vec3_axpy(vec3_scale(cos(now), x), sin(now), y),
               v   = vec3_axpy(vec3_scale(cos(then), x), sin(then), y),
               a   = vec3_axpy(r->a, r->round[0], u);

    PetscCall(ridge_meets(
      p, body, r, a, circle ? vec3_axpy(r->a, r->round[0], v) : vec3_axpy(r->b, r->round[1], u),
      meet));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Test the ridges of the other wall against the body. */
static PetscErrorCode ridges_meet(Passing *p, bool *meet)
{
  const SolidScene *s      = &p->scene;
  const Ridges     *ridges = &s->of_other->ridges;
  Wall              body   = *s->body;

  PetscFunctionBeginUser;
  if (!s->of_body->inner) PetscFunctionReturn(PETSC_SUCCESS);
  body.constants = s->of_body->inner;
  for (PetscInt k = 0; k < ridges->n && !*meet; k++) {
    const Ridge *r = &ridges->list[k];

    if (r->kind == RIDGE_STRAIGHT) PetscCall(ridge_meets(p, &body, r, r->a, r->b, meet));
    else PetscCall(round_meets(p, &body, r, meet));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode pair_meets(Sim *sim, int body, int other, bool *meet)
{
  const ContactScene scene = sim_scene(sim);
  const Solids      *s     = sim->contacts->solids;
  const SolidSide   *side  = &s->side[body];
  const double       free  = 1 - sim->settings.overlap_limit;
  Passing            p     = {.sim   = sim,
                              .scene = solid_scene(&scene, s, body, other),
                              .near  = free * side->radius,
                              .step  = max_real(free, STEP_LEAST) * side->radius};
  double             distance, reach = side->extent + side->radius;

  PetscFunctionBeginUser;
  PetscCall(wall_distance(p.scene.other, p.scene.x, reach, &p.space, &distance));
  if (distance < reach) {
    PetscCall(edges_meet(&p, meet));
    if (!*meet) PetscCall(ridges_meet(&p, meet));
  }
  array_free(&p.space.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool may_move(const Sim *sim, const Wall *wall)
{
  return wall->carried && sim->clumps->blocked[wall->row] != BLOCK_ALL;
}

/* True if the contacts of such a pair are computed. Of two bodies the first one has rounded edges,
   and the other one is its plain mesh, as for contacts (contact/solid/solids.c, may_meet); the other way
   round, sharp corners would seem deeper than they are. */
static bool is_looked_at(const Sim *sim, int body, int other)
{
  const Wall *a = &sim->walls.list[body], *b = &sim->walls.list[other];

  return body != other && a->carried && !a->gone && !b->gone && !(b->carried && other < body) &&
         (sim->laws->of[a->material * sim->laws->n_materials + b->material] >= 0 ||
          hard_joins(sim->constraints.hard, a->material, b->material)) &&
         (may_move(sim, a) || may_move(sim, b)) &&
         !(b->carried && exclusions_apart(&sim->exclusions, a->row, b->row));
}

PetscErrorCode mesh_intersections_check(Sim *sim)
{
  PetscFunctionBeginUser;
  if (!sim->contacts->solids) PetscFunctionReturn(PETSC_SUCCESS);
  for (int a = 0; a < sim->walls.n; a++)
    for (int b = 0; b < sim->walls.n; b++) {
      bool meet = false;

      if (!is_looked_at(sim, a, b)) continue;
      PetscCall(pair_meets(sim, a, b, &meet));
      if (!meet) continue;
      option_mistake(sim->options, "wall", sim->walls.list[a].name, "free",
                     "the body passes through wall %s at the start, or overlaps it by more than "
                     "run: overlap_limit (%g) of its corner_radius: move one of them",
                     sim->walls.list[b].name, sim->settings.overlap_limit);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}
