/* SPDX-License-Identifier: MIT */
/* Contents of a picture: bodies, links. Camera: shot_camera.c, walls: shot_walls.c. */
#include "base/box.h"
#include "matter/pebbles.h"
#include "output/frames/frames.h"
#include "output/picture/shot.h"

/* ---- bodies ---- */

/* A style, overridden by the styles of these groups. */
static Style with_groups(const Shot *s, Style style, uint64_t group)
{
  for (int k = 0; k < GROUPS_MOST && group >> k; k++) {
    if (!(group >> k & 1)) continue;
    if (s->of_group[k].coloured) style.coloured = true, style.colour = s->of_group[k].colour;
    if (!isnan(s->of_group[k].opacity)) style.opacity = s->of_group[k].opacity;
  }
  if (isnan(style.opacity)) style.opacity = 1;
  return style;
}

/* Style of a wall: that of its name overrides those of the groups of its clump. */
Style shot_wall_style(const Exposure *e, int w)
{
  const Shot *s    = e->shot;
  const Wall *wall = &e->world->walls->list[w];
  const Style own  = s->of_wall[w];
  Style       style;

  style = with_groups(s, (Style){.opacity = NAN}, wall->carried ? e->carried[w].group : 0);
  if (own.coloured) style.coloured = true, style.colour = own.colour;
  if (!isnan(own.opacity)) style.opacity = own.opacity;
  if (wall->gone || (wall->carried && s->groups && !(s->groups & e->carried[w].group)))
    style.opacity = 0;
  return style;
}

/* True if the pebbles of a clump are drawn; corners of meshes are not. */
static bool is_drawn(const World *w, const Shot *s, PetscInt a, Style *style)
{
  const Clumps *c = w->clumps;

  if (clump_is_gone(c, a) || !clump_is_among(c, a, s->groups)) return false;
  if (w->templates->list[c->template[a]].carries) return false;
  *style = (Style){.opacity = NAN};
  if (c->template[a] < s -> n_templates) *style = s->of_template[c->template[a]];
  *style = with_groups(s, *style, c->group[a]); /* groups override templates */
  return style->opacity > 0;
}

Colour shot_colour(const Exposure *e, double value)
{
  const Shot *s = e->shot;

  if (isnan(value)) return colour_of(0.6, 0.6, 0.6, 1);
  if (s->colouring.kind != TINT_RANGE)
    return value < 0 ? colour_of(0.6, 0.6, 0.6, 1) : list_colour((int64_t)value);
  return map_colour(s->map, map_part(s->map, value, e->range));
}

/* Find the values and groups of carried bodies on all ranks: the owner has them, other ranks add 0.
   Collective. */
static PetscErrorCode measure_carried(Exposure *e)
{
  const Walls  *walls = e->world->walls;
  const Clumps *c     = e->world->clumps;
  int32_t      *of; /* [templates] the wall, or -1 */

  PetscFunctionBeginUser;
  array_create(&e->carried, sizeof *e->carried, walls->n);
  array_create(&of, sizeof *of, e->world->templates->n);
  for (int t = 0; t < e->world->templates->n; t++) of[t] = -1;
  for (int w = 0; w < walls->n; w++)
    if (walls->list[w].carried) of[walls->list[w].template] = w;
  for (PetscInt a = 0; a < c->n_owned && walls->n_carried > 0; a++) {
    const int32_t w = of[c->template[a]];

    if (w < 0 || clump_is_gone(c, a)) continue;
    e->carried[w].value = colouring_value(&e->shot->colouring, e->world, e->seen, a, TINT_BODY);
    e->carried[w].group = clump_groups(c, a);
  }
  array_free(&of);
  PetscCall(parallel_sum_int(e->world->par, (int64_t *)(void *)e->carried, 2 * walls->n));
  for (int w = 0; w < walls->n; w++)
    if (!walls->list[w].carried || walls->list[w].gone) e->carried[w].value = NAN;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Values that this rank's bodies show. */
typedef struct {
  PetscInt n, capacity;
  double  *list;
} Numbers;

static void number_add(Numbers *numbers, double value)
{
  if (!isfinite(value)) return;
  array_reserve(&numbers->list, sizeof *numbers->list, numbers->n + 1, &numbers->capacity);
  numbers->list[numbers->n++] = value;
}

/* Find the value below which lie `below` of all values, which are from lo to hi; of values within
   2^-32 of the range the lowest is taken. The same on any number of ranks. Collective. */
static PetscErrorCode find_quantile(const Parallel *par, const Numbers *numbers, int64_t below,
                                    double lo, double hi, double *found)
{
  PetscFunctionBeginUser;
  for (int halving = 0; halving < 32; halving++) {
    const double middle = 0.5 * (lo + hi);
    int64_t      n      = 0;

    for (PetscInt i = 0; i < numbers->n; i++) n += numbers->list[i] < middle;
    PetscCall(parallel_sum_int(par, &n, 1));
    if (n <= below) lo = middle;
    else hi = middle;
  }
  *found = INFINITY;
  for (PetscInt i = 0; i < numbers->n; i++)
    if (numbers->list[i] >= lo) *found = min_real(*found, numbers->list[i]);
  PetscCall(parallel_min(par, found, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the range of the values without a fiftieth at each end, so that a single body that flies far
   does not take the colours from all others. The whole range is taken of fewer than 50 values, and
   if nearly all values are the same. Collective. */
static PetscErrorCode find_range(const Parallel *par, const Numbers *numbers, double range[2])
{
  double  ends[2] = {INFINITY, INFINITY}, inner[2];
  int64_t n       = numbers->n, out;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < numbers->n; i++) {
    ends[0] = min_real(ends[0], numbers->list[i]);
    ends[1] = min_real(ends[1], -numbers->list[i]);
  }
  PetscCall(parallel_min(par, ends, 2));
  PetscCall(parallel_sum_int(par, &n, 1));
  range[0] = n > 0 ? ends[0] : 0;
  range[1] = n > 0 ? -ends[1] : 0;
  out      = n / 50;
  if (out == 0 || !(range[1] > range[0])) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_quantile(par, numbers, out, ends[0], -ends[1], &inner[0]));
  PetscCall(find_quantile(par, numbers, n - 1 - out, ends[0], -ends[1], &inner[1]));
  if (inner[1] - inner[0] > 1e-3 * (range[1] - range[0])) memcpy(range, inner, sizeof inner);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode shot_measure(Exposure *e)
{
  const World  *w       = e->world;
  const Shot   *s       = e->shot;
  const Clumps *c       = w->clumps;
  Numbers       numbers = {0};
  Style         style;

  PetscFunctionBeginUser;
  PetscCall(measure_carried(e));
  memcpy(e->range, s->range, sizeof s->range);
  if (!isnan(s->range[0]) || s->colouring.kind != TINT_RANGE) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!is_drawn(w, s, a, &style) || style.coloured) continue;
    for (int i = 0; i < w->templates->list[c->template[a]].n; i++)
      number_add(&numbers, colouring_value(&s->colouring, e->world, e->seen, a, i));
  }
  for (int k = 0; k < w->walls->n; k++) {
    style = shot_wall_style(e, k);
    if (w->par->rank == 0 && style.opacity > 0 && !style.coloured)
      number_add(&numbers, e->carried[k].value); /* known on all ranks */
  }
  PetscCall(find_range(w->par, &numbers, e->range));
  array_free(&numbers.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Place of pebble i of a clump at x. */
static Vec3 pebble_place(const World *w, PetscInt a, const Template *t, Vec3 x, int i)
{
  const Clumps *c = w->clumps;

  return vec3_add(
    x, pebble_arm(c->pose[a].q, vec3_scale(c->scale[a], t->offset[i]), w->domain->magic));
}

void shot_bodies(Exposure *e)
{
  const World  *w = e->world;
  const Shot   *s = e->shot;
  const Clumps *c = w->clumps;
  Style         style;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &w->templates->list[c->template[a]];
    const Vec3      x = domain_wrapped(w->domain, c->pose[a].x);

    if (!is_drawn(w, s, a, &style)) continue;
    for (int i = 0; i < t->n; i++) {
      const Colour colour = colour_faded(
        style.coloured ? style.colour
                       : shot_colour(e, colouring_value(&s->colouring, e->world, e->seen, a, i)),
        style.opacity);

      if (template_role(t, i) == PEBBLE_SHAFT) /* its ends are drawn as balls */
        scene_rod(&e->scene, pebble_place(w, a, t, x, i + 1), pebble_place(w, a, t, x, i + 2),
                  c->scale[a] * t->radius[i], colour);
      else scene_ball(&e->scene, pebble_place(w, a, t, x, i), c->scale[a] * t->radius[i], colour);
    }
  }
}

/* ---- lines ---- */

/* Width of lines, samples. */
static double line_width(const Shot *s)
{
  return max_real(1.5, 0.003 * s->height) * s->factor;
}

static void outline(const World *w, const Shot *s, Scene *scene)
{
  const Domain *d   = w->domain;
  const Colour  ink = s->dark ? colour_of(0.8, 0.8, 0.8, 1) : colour_of(0.35, 0.35, 0.38, 1);

  for (int k = 0; k < 8; k++)
    for (int i = 1; i < 8; i *= 2)
      if (!(k & i) && (i < 4 || w->dimension == 3))
        scene_line(scene, box_corner(d->lo, d->hi, k), box_corner(d->lo, d->hi, k | i),
                   0.6 * line_width(s), ink);
}

static double link_value(const Shot *s, const LinkRow *row)
{
  return s->link_colours == LINKS_BY_TENSION ? row->tension : row->torque;
}

/* Find the range of link colours if none is given: 0 is in the middle of tensions, and at the lower
   end of torques. Collective. */
static PetscErrorCode find_link_range(Exposure *e, int64_t n, const LinkRow *row)
{
  const Shot *s    = e->shot;
  double      most = 0;

  PetscFunctionBeginUser;
  memcpy(e->link_range, s->link_range, sizeof s->link_range);
  if (!isnan(s->link_range[0])) PetscFunctionReturn(PETSC_SUCCESS);
  for (int64_t k = 0; k < n; k++) most = max_real(most, fabs(link_value(s, &row[k])));
  PetscCall(parallel_max(e->world->par, &most, 1));
  e->link_range[0] = s->link_colours == LINKS_BY_TENSION ? -most : 0;
  e->link_range[1] = most;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static Colour link_colour(const Exposure *e, const LinkRow *row)
{
  const ColourMap *map = e->shot->link_map;

  if (e->shot->link_colours == LINKS_BY_OBJECT) return list_colour(row->object + 1);
  return map_colour(map, map_part(map, link_value(e->shot, row), e->link_range));
}

PetscErrorCode shot_links(Exposure *e)
{
  const World *w   = e->world;
  const Shot  *s   = e->shot;
  LinkRow     *row = NULL;
  int64_t      n   = 0;

  PetscFunctionBeginUser;
  if (s->outline && w->par->rank == 0) outline(w, s, &e->scene);
  if (!s->links || !links_are_used(w->links)) PetscFunctionReturn(PETSC_SUCCESS);
  link_rows_find(w, &n, &row);
  PetscCall(find_link_range(e, n, row));
  for (int64_t k = 0; k < n; k++) {
    const Colour colour = link_colour(e, &row[k]);

    if (s->link_radius > 0) scene_rod(&e->scene, row[k].a, row[k].b, s->link_radius, colour);
    else scene_line(&e->scene, row[k].a, row[k].b, line_width(s), colour);
  }
  array_free(&row);
  PetscFunctionReturn(PETSC_SUCCESS);
}
