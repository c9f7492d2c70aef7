/* SPDX-License-Identifier: MIT */
/* Walls in pictures: rank 0 draws them from the polygons that frames have, too. Normals are those
   of the exact surface, so that round walls are smooth. */
#include "output/picture/shot.h"

/* A wall in a picture. */
typedef struct {
  const Wall *wall;
  bool        both, casts; /* both sides are fronts; it casts shadows */
  Colour      front, back;
  double      width; /* of lines, in two dimensions and where a cut goes through it, samples */
  Colour      rim;   /* of the latter */
  Features    space;
} Painted;

/* Unit normal, towards the clumps, of the surface nearest to x. False: none is known. */
static bool normal_at(Painted *p, Vec3 x, double reach, Vec3 *normal)
{
  const Surface *surface = p->wall->surface;
  double         least   = INFINITY;

  if (surface->geometry.tells_facet) return false;
  p->space.n = 0;
  if (surface->geometry.seek(p->wall->constants, x, x, reach, &p->space)) return false;
  for (PetscInt k = 0; k < p->space.n; k++) {
    Nearest near = {.n = 1};

    near.constants[0] = p->wall->constants;
    near.feature[0]   = p->space.list[k];
    near.x[0] = x.x, near.y[0] = x.y, near.z[0] = x.z;
    near.limit[0] = INFINITY;
    surface->geometry.nearest(&near, 0, 1);
    if (!(fabs(near.distance[0]) < least)) continue;
    least   = fabs(near.distance[0]);
    *normal = vec3(near.nx[0], near.ny[0], near.nz[0]);
  }
  return isfinite(least) && vec3_normalize(normal);
}

static bool is_behind(const View *view, Vec3 x, Vec3 normal)
{
  return view->parallel ? vec3_dot(normal, view->ahead) > 0
                        : vec3_dot(normal, vec3_sub(view->eye, x)) < 0;
}

/* Add a line where plane k of the cuts goes through a facet; it lies just before the plane, so that
   it is not cut off itself. */
static PetscErrorCode rim_add(const Shot *s, int k, const Facets *f, const Facet *facet,
                              const Painted *p, Scene *scene)
{
  const Vec3 point = s->cut[k], normal = s->cut_normal[k];
  Vec3       end[2];
  int        n    = 0;
  double     size = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < facet->n; i++) {
    const Vec3   a = f->point[facet->v[i]], b = f->point[facet->v[(i + 1) % facet->n]];
    const double from = vec3_dot(normal, vec3_sub(a, point)),
                 to   = vec3_dot(normal, vec3_sub(b, point));

    size = max_real(size, vec3_norm(vec3_sub(b, a)));
    if ((from > 0) == (to > 0) || n == 2) continue;
    end[n++] = vec3_axpy(a, from / (from - to), vec3_sub(b, a));
  }
  for (int i = 0; i < n; i++) end[i] = vec3_axpy(end[i], -1e-6 * size, normal);
  if (n == 2) PetscCall(scene_line(scene, end[0], end[1], p->width, p->rim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode facet_add(const Facets *f, const Facet *facet, Painted *p, Scene *scene)
{
  const Vec3 *x      = f->point;
  Vec3        middle = {0, 0, 0}, flat, normal[4];
  double      size   = 0;
  Colour      colour = p->front;
  bool        known;

  PetscFunctionBeginUser;
  for (int k = 0; k < facet->n; k++) middle = vec3_axpy(middle, 1.0 / facet->n, x[facet->v[k]]);
  for (int k = 0; k < facet->n; k++)
    size = max_real(size, vec3_norm(vec3_sub(x[facet->v[k]], middle)));
  if (facet->n == 2) {
    PetscCall(scene_line(scene, x[facet->v[0]], x[facet->v[1]], p->width, p->front));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  flat =
    vec3_cross(vec3_sub(x[facet->v[1]], x[facet->v[0]]), vec3_sub(x[facet->v[2]], x[facet->v[0]]));
  if (!vec3_normalize(&flat)) PetscFunctionReturn(PETSC_SUCCESS);
  known = normal_at(p, middle, size, &normal[0]);
  if (known && vec3_dot(flat, normal[0]) < 0) flat = vec3_scale(-1, flat);
  if (known && !p->both && is_behind(&scene->view, middle, flat)) colour = p->back;
  for (int k = 0; k < facet->n; k++)
    if (!known || !normal_at(p, x[facet->v[k]], size, &normal[k]) ||
        vec3_dot(normal[k], flat) < 0.8)
      normal[k] = flat;
  for (int k = 2; k < facet->n; k++)
    PetscCall(scene_triangle(scene, (Vec3[]){x[facet->v[0]], x[facet->v[k - 1]], x[facet->v[k]]},
                             (Vec3[]){normal[0], normal[k - 1], normal[k]}, colour, p->casts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Colour wall_colour(const Exposure *e, int w, const Style *style)
{
  if (style->coloured) return style->colour;
  if (e->world->walls->list[w].carried) return shot_colour(e, e->carried[w].value);
  return colour_of(0.74, 0.76, 0.79, 1);
}

static bool has_two_fronts(const World *w, const Wall *wall)
{
  return option_has_value(w->options, "wall", wall->name, "side") &&
         strcmp(option_word(w->options, "wall", wall->name, "side"), "both") == 0;
}

static PetscErrorCode wall_add(Exposure *e, int w)
{
  const World *world  = e->world;
  const Shot  *s      = e->shot;
  const Wall  *wall   = &world->walls->list[w];
  const Style  style  = shot_wall_style(e, w);
  const Colour colour = wall_colour(e, w, &style);
  FacetBox     box    = {.planar = world->dimension == 2};
  Facets       facets = {0};
  Painted      p      = {.wall  = wall,
                         .front = colour_faded(colour, style.opacity),
                         .back  = colour_faded(colour, style.opacity * s->backs),
                         .rim = s->dark ? colour_of(0.85, 0.85, 0.85, 1) : colour_of(0.2, 0.2, 0.23, 1),
                         .width = max_real(1.5, 0.004 * s->height) * s->factor};

  PetscFunctionBeginUser;
  if (style.opacity == 0) PetscFunctionReturn(PETSC_SUCCESS);
  box.lo  = isnan(s->lo.x) ? world->domain->lo : s->lo;
  box.hi  = isnan(s->hi.x) ? world->domain->hi : s->hi;
  p.both  = has_two_fronts(world, wall);
  p.casts = !surface_is_hollow(wall->surface, wall->constants);
  PetscCall(wall->surface->geometry.facets(wall->constants, &box, &facets));
  for (PetscInt k = 0; k < facets.n; k++) {
    PetscCall(facet_add(&facets, &facets.list[k], &p, &e->scene));
    for (int i = 0; i < s->n_cuts && facets.list[k].n > 2; i++)
      PetscCall(rim_add(s, i, &facets, &facets.list[k], &p, &e->scene));
  }
  facets_free(&facets);
  array_free(&p.space.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode shot_walls(Exposure *e)
{
  World *w = e->world;

  PetscFunctionBeginUser;
  PetscCall(world_gather_walls(w));
  for (int k = 0; w->par->rank == 0 && k < w->walls->n; k++) PetscCall(wall_add(e, k));
  world_disperse_walls(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}
