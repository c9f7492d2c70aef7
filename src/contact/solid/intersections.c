/* SPDX-License-Identifier: MIT */
/* Bodies with a carried surface that intersect another surface at the start. Overlaps of their
   corners do not show that, as where the body is in the middle of a larger sheet. */
#include "contact/exclusions.h"
#include "contact/solid/solid_places.h"

/* Lines are tested at places no farther apart than the corners' radius times (1 - overlap_limit),
   which is taken as at least this. */
#define STEP_LEAST 0.1

typedef struct {
  SolidScene scene;
  /* a ball of the corners' radius whose centre is nearer than this overlaps by more
     than is allowed, m */
  double   near;
  double   step; /* m */
  Features space;
} Passing;

/* True if a place of the line is nearer to the wall than `near` (m). */
static bool line_meets(Passing *p, const Wall *wall, Vec3 a, Vec3 b, double near)
{
  const Domain  *domain = p->scene.scene->domain;
  const Vec3     u      = vec3_sub(b, a);
  const PetscInt n      = (PetscInt)ceil(vec3_norm(u) / p->step);

  for (PetscInt k = 0; k <= n; k++) {
    const Vec3 x = grid_round3(domain, vec3_axpy(a, n > 0 ? (double)k / (double)n : 0, u));

    if (wall_distance(wall, domain_wrapped(domain, x), max_real(near, p->step), &p->space) < near)
      return true;
  }
  return false;
}

/* Test the edges of the body, from ball to ball; in two dimensions, and if it has no edges, all
   sides of its faces. */
static bool edges_meet(Passing *p)
{
  const SolidScene *s    = &p->scene;
  const SolidSide  *side = s->of_body;
  Vec3              x[3];

  for (int e = 0; e < side->n_edges; e++) {
    for (int k = 0; k < 2; k++)
      x[k] = vec3_add(s->pose->x, quat_turn(s->pose->q, side->corner[side->edge[e][k]]));
    if (line_meets(p, s->other, x[0], x[1], p->near)) return true;
  }
  if (side->n_edges > 0 || !side->inner) return false;
  for (int f = 0; s->body->surface->carriage->face(side->inner, f, x); f++)
    for (int k = 0; k < 3; k++)
      if (line_meets(p, s->other, x[k], x[(k + 1) % 3], p->near)) return true;
  return false;
}

/* Find the part of a ridge that may be in the body. False: there is none. */
static bool find_part(const Passing *p, const Ridge *r, Vec3 *a, Vec3 *b)
{
  const SolidScene *s      = &p->scene;
  const Domain     *domain = p->scene.scene->domain;
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
static bool ridge_meets(Passing *p, const Wall *body, const Ridge *r, Vec3 a, Vec3 b)
{
  const Displacement at = solid_where(p->scene.scene, p->scene.other);

  a = displaced_point(&at, a);
  b = displaced_point(&at, b);
  return find_part(p, r, &a, &b) && line_meets(p, body, a, b, r->radius + p->near);
}

/* Test a circle as a polygon, or the side of a cylinder or cone as lines along it. */
static bool round_meets(Passing *p, const Wall *body, const Ridge *r)
{
  const double widest = max_real(r->round[0], r->round[1]);
  const bool   circle = r->kind == RIDGE_RIM || p->scene.scene->domain->dimension == 2;
  /* sides of a polygon that is within a twentieth of the corners' radius of its circle */
  const double part = min_real(1, p->scene.of_body->radius / widest);
  const int    n    = (int)ceil(PETSC_PI / sqrt(0.1 * part));
  const Vec3   x = vec3_any_across(r->axis), y = vec3_cross(r->axis, x);

  for (int k = 0; k < n; k++) {
    const double now = 2 * PETSC_PI * k / n, then = 2 * PETSC_PI * (k + 1) / n;
    const Vec3   u = vec3_axpy(vec3_scale(cos(now), x), sin(now), y),
               v   = vec3_axpy(vec3_scale(cos(then), x), sin(then), y),
               a   = vec3_axpy(r->a, r->round[0], u);

    if (ridge_meets(p, body, r, a,
                    circle ? vec3_axpy(r->a, r->round[0], v) : vec3_axpy(r->b, r->round[1], u)))
      return true;
  }
  return false;
}

/* Test the ridges of the other wall against the body. */
static bool ridges_meet(Passing *p)
{
  const SolidScene *s      = &p->scene;
  const Ridges     *ridges = &s->of_other->ridges;
  Wall              body   = *s->body;

  if (!s->of_body->inner) return false;
  body.constants = s->of_body->inner;
  for (PetscInt k = 0; k < ridges->n; k++) {
    const Ridge *r = &ridges->list[k];

    if (r->kind == RIDGE_STRAIGHT ? ridge_meets(p, &body, r, r->a, r->b) : round_meets(p, &body, r))
      return true;
  }
  return false;
}

static bool pair_meets(const ContactScene *scene, const Solids *s, int body, int other)
{
  const SolidSide *side = &s->side[body];
  const double     free = 1 - scene->overlap_limit, reach = side->extent + side->radius;
  Passing          p    = {.scene = solid_scene(scene, s, body, other),
                           .near  = free * side->radius,
                           .step  = max_real(free, STEP_LEAST) * side->radius};
  const bool       meet = wall_distance(p.scene.other, p.scene.x, reach, &p.space) < reach &&
                    (edges_meet(&p) || ridges_meet(&p));

  array_free(&p.space.list);
  return meet;
}

static bool may_move(const ContactScene *scene, const Wall *wall)
{
  return wall->carried && scene->clumps->blocked[wall->row] != BLOCK_ALL;
}

/* True if these two walls are to be tested, whose materials meet. Of two bodies the first one has
   rounded edges, and the other one is its plain mesh, as for contacts (solids.c, may_meet); the
   other way round, sharp corners would seem deeper than they are. */
static bool is_looked_at(const ContactScene *scene, int body, int other)
{
  const Wall *a = &scene->walls->list[body], *b = &scene->walls->list[other];

  return body != other && a->carried && !a->gone && !b->gone && !(b->carried && other < body) &&
         (may_move(scene, a) || may_move(scene, b)) &&
         !(b->carried && exclusions_apart(scene->exclusions, a->row, b->row));
}

void solids_check_start(const Contacts *contacts, const ContactScene *scene, const int *joined,
                        Options *options)
{
  const Laws  *laws = contacts->laws;
  const Walls *all  = scene->walls;
  bool         meet = false;

  for (int a = 0; contacts->solids && a < all->n; a++)
    for (int b = 0; b < all->n && !meet; b++) {
      const int pair = all->list[a].material * laws->n_materials + all->list[b].material;

      if (!(laws->of[pair] >= 0 || (joined && joined[pair] >= 0)) || !is_looked_at(scene, a, b))
        continue;
      meet = pair_meets(scene, contacts->solids, a, b);
      if (meet)
        option_mistake(options, "wall", all->list[a].name, "free",
                       "the body passes through wall %s at the start, or overlaps it by more than "
                       "run: overlap_limit (%g) of its corner_radius: move one of them",
                       all->list[b].name, scene->overlap_limit);
    }
}
