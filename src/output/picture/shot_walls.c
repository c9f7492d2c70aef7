/* SPDX-License-Identifier: MIT */
/* Walls in pictures: rank 0 draws them from the polygons that frames have, too. Normals are those
   of the exact surface, so that round walls are smooth. */
#include "output/picture/shot.h"
#include "wall/walls.h"

/* A wall in a picture. */
typedef struct {
  const Wall *wall;
  bool        both, casts; /* both sides are fronts; it casts shadows */
  Colour      front, back;
  double width; /* of lines, samples: in two dimensions, and the rim where a cut goes through it */
  Colour rim;
  Features space;
} Painted;

/* Unit normal, towards the clumps, of the surface nearest to x. False: none is known. */
static bool normal_at(Painted *p, Vec3 x, double reach, Vec3 *normal)
{
  const Surface *surface = p->wall->surface;
  double         least   = INFINITY;

  if (surface->geometry.gives_facet) return false;
  p->space.n = 0;
  surface->geometry.seek(p->wall->constants, x, x, reach, &p->space);
  for (PetscInt k = 0; k < p->space.n; k++) {
    Nearest near;

    nearest_one(surface, p->wall->constants, p->space.list[k], x, INFINITY, &near);
    if (!(fabs(near.distance[0]) < least)) continue;
    least   = fabs(near.distance[0]);
    *normal = vec3(near.nx[0], near.ny[0], near.nz[0]);
  }
  return isfinite(least) && vec3_normalize(normal);
}

/* Add a line where plane k of the cuts goes through a facet; it lies just before the plane, so that
   it is not cut off itself. */
static void rim_add(const Shot *s, int k, const Facets *f, const Facet *facet, const Painted *p,
                    Scene *scene)
{
  const Vec3 point = s->cut[k], normal = s->cut_normal[k];
  Vec3       end[2];
  int        n    = 0;
  double     size = 0;

  for (int i = 0; i < facet->n; i++) {
    const Vec3   a = f->point[facet->v[i]], b = f->point[facet->v[(i + 1) % facet->n]];
    const double from = vec3_dot(normal, vec3_sub(a, point)),
                 to   = vec3_dot(normal, vec3_sub(b, point));

    size = max_real(size, vec3_norm(vec3_sub(b, a)));
    if ((from > 0) == (to > 0) || n == 2) continue;
    end[n++] = vec3_axpy(a, from / (from - to), vec3_sub(b, a));
  }
  for (int i = 0; i < n; i++) end[i] = vec3_axpy(end[i], -1e-6 * size, normal);
  if (n == 2) scene_line(scene, end[0], end[1], p->width, p->rim);
}

static void facet_add(const Facets *f, const Facet *facet, Painted *p, Scene *scene)
{
  const View *view   = &scene->view;
  const Vec3 *x      = f->point;
  Vec3        middle = {0, 0, 0}, flat, normal[4];
  double      size   = 0;
  Colour      colour = p->front;
  bool        known;

  for (int k = 0; k < facet->n; k++) middle = vec3_axpy(middle, 1.0 / facet->n, x[facet->v[k]]);
  for (int k = 0; k < facet->n; k++)
    size = max_real(size, vec3_norm(vec3_sub(x[facet->v[k]], middle)));
  if (facet->n == 2) {
    scene_line(scene, x[facet->v[0]], x[facet->v[1]], p->width, p->front);
    return;
  }
  flat =
    vec3_cross(vec3_sub(x[facet->v[1]], x[facet->v[0]]), vec3_sub(x[facet->v[2]], x[facet->v[0]]));
  if (!vec3_normalize(&flat)) return;
  known = normal_at(p, middle, size, &normal[0]);
  if (known && vec3_dot(flat, normal[0]) < 0) flat = vec3_scale(-1, flat);
  if (known && !p->both &&
      vec3_dot(flat, view->parallel ? view->ahead : vec3_sub(middle, view->eye)) > 0)
    colour = p->back;
  for (int k = 0; k < facet->n; k++)
    if (!known || !normal_at(p, x[facet->v[k]], size, &normal[k]) ||
        vec3_dot(normal[k], flat) < 0.8)
      normal[k] = flat;
  for (int k = 2; k < facet->n; k++)
    scene_triangle(scene, (Vec3[]){x[facet->v[0]], x[facet->v[k - 1]], x[facet->v[k]]},
                   (Vec3[]){normal[0], normal[k - 1], normal[k]}, colour, p->casts);
}

static void wall_add(Exposure *e, int w)
{
  const World *world  = e->world;
  const Shot  *s      = e->shot;
  const Wall  *wall   = &world->walls->list[w];
  const Style  style  = shot_wall_style(e, w);
  const Colour colour = style.coloured  ? style.colour
                        : wall->carried ? shot_colour(e, e->carried[w].value)
                                        : colour_of(0.74, 0.76, 0.79, 1);
  FacetBox     box    = {.planar = world->dimension == 2};
  Facets       facets = {0};
  Painted      p      = {.wall  = wall,
                         .front = colour_faded(colour, style.opacity),
                         .back  = colour_faded(colour, style.opacity * s->backs),
                         .rim = s->dark ? colour_of(0.85, 0.85, 0.85, 1) : colour_of(0.2, 0.2, 0.23, 1),
                         .width = max_real(1.5, 0.004 * s->height) * s->factor};

  if (style.opacity == 0) return;
  box.lo = isnan(s->lo.x) ? world->domain->lo : s->lo;
  box.hi = isnan(s->hi.x) ? world->domain->hi : s->hi;
  p.both = option_has_value(world->options, "wall", wall->name, "side") &&
           strcmp(option_word(world->options, "wall", wall->name, "side"), "both") == 0;
  p.casts = !surface_is_hollow(wall->surface, wall->constants);
  wall->surface->geometry.facets(wall->constants, &box, &facets);
  for (PetscInt k = 0; k < facets.n; k++) {
    facet_add(&facets, &facets.list[k], &p, &e->scene);
    for (int i = 0; i < s->n_cuts && facets.list[k].n > 2; i++)
      rim_add(s, i, &facets, &facets.list[k], &p, &e->scene);
  }
  facets_free(&facets);
  array_free(&p.space.list);
}

PetscErrorCode shot_walls(Exposure *e)
{
  World *w = e->world;

  PetscFunctionBeginUser;
  PetscCall(walls_gather(w->walls, w->par));
  for (int k = 0; w->par->rank == 0 && k < w->walls->n; k++) wall_add(e, k);
  walls_disperse(w->walls);
  PetscFunctionReturn(PETSC_SUCCESS);
}
