/* SPDX-License-Identifier: MIT */
/* The boxes that a camera shows about which nothing is said: clumps where the run begins, where they
   fall to and lie in the end, and the walls near them. The camera that follows is written to
   resolved.yaml as if it had been given, so that it stays through restarts. */
#include "base/sums/sum.h"
#include "matter/waiting.h"
#include "output/picture/shot.h"
#include "wall/walls.h"

/* Walls up to this part of the largest edge away are near. */
static const double NEAR = 0.5;
/* Walls no larger than this many largest edges are shown whole. */
static const double WHOLE = 3;
/* How far beyond the last wall clumps are seen that fall on and leave, over the largest edge. */
static const double BEYOND = 0.25;

/* Slope of a heap, its volume over that of its clumps, way of a slide over its fall, and the least
   cosine of a level plane. */
static const double REPOSE = 0.4, LOOSE = 1.7, RUN_OUT = 1, LEVEL = 0.97;

typedef ShotBox Frame;

static Frame frame_empty(void)
{
  return (Frame){vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)};
}

static void frame_add(Frame *f, Vec3 lo, Vec3 hi)
{
  f->lo = vec3(min_real(f->lo.x, lo.x), min_real(f->lo.y, lo.y), min_real(f->lo.z, lo.z));
  f->hi = vec3(max_real(f->hi.x, hi.x), max_real(f->hi.y, hi.y), max_real(f->hi.z, hi.z));
}

static void frame_cut(Frame *f, Vec3 lo, Vec3 hi)
{
  f->lo = vec3(max_real(f->lo.x, lo.x), max_real(f->lo.y, lo.y), max_real(f->lo.z, lo.z));
  f->hi = vec3(min_real(f->hi.x, hi.x), min_real(f->hi.y, hi.y), min_real(f->hi.z, hi.z));
}

static bool frame_is_empty(const Frame *f)
{
  return !(f->lo.x <= f->hi.x && f->lo.y <= f->hi.y && f->lo.z <= f->hi.z);
}

static double largest_edge(const Frame *f)
{
  const Vec3 d = vec3_sub(f->hi, f->lo);

  return max_real(d.x, max_real(d.y, d.z));
}

static void add_rows(const World *w, const Clumps *c, Frame *f)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const double r = w->templates->list[c->template[a]].bound * c->scale[a];
    const Vec3   x = domain_wrapped(w->domain, c->pose[a].x), reach = vec3(r, r, r);

    frame_add(f, vec3_sub(x, reach), vec3_add(x, reach));
  }
}

/* Add the region of an inlet: a box along the axes, or around a ball, cylinder or cone. */
static void add_region(const Options *o, const char *name, Frame *f)
{
  const double length = option_real_or(o, "inlet", name, "length", 0);
  const bool   turned = length > 0 && option_has_value(o, "inlet", name, "axis");
  double       radius = 0;
  Vec3         end[2], axis = {0, 0, 1};
  int          n;

  if (option_has_value(o, "inlet", name, "lo") && option_has_value(o, "inlet", name, "hi"))
    frame_add(f, option_vec3(o, "inlet", name, "lo"), option_vec3(o, "inlet", name, "hi"));
  if (!option_has_value(o, "inlet", name, "point") || !option_has_value(o, "inlet", name, "radius"))
    return;
  if (strcmp(option_word(o, "inlet", name, "region"), "cone") == 0) {
    const double *r = option_reals(o, "inlet", name, "radius", &n);

    for (int k = 0; k < n; k++) radius = max_real(radius, r[k]);
  } else radius = option_real(o, "inlet", name, "radius");
  if (turned) axis = option_vec3(o, "inlet", name, "axis");
  if (!vec3_normalize(&axis)) return;
  end[0] = option_vec3(o, "inlet", name, "point");
  end[1] = vec3_axpy(end[0], length, axis);
  for (int k = 0; k < 3; k++) {
    const double c     = length > 0 ? vec3_axis(axis, k) : 0;
    const double reach = radius * sqrt(max_real(0, 1 - c * c));
    const double from = vec3_axis(end[0], k), to = vec3_axis(end[1], k);

    vec3_set(&f->lo, k, min_real(vec3_axis(f->lo, k), min_real(from, to) - reach));
    vec3_set(&f->hi, k, max_real(vec3_axis(f->hi, k), max_real(from, to) + reach));
  }
}

/* Add the regions of inlets, and the volume of what they let in until the end of the run: as if it
   were all of the first template. */
static void add_inlets(const World *w, Frame *f, double *volume)
{
  const Options     *o = w->options;
  const char *const *name;
  const int          n     = options_objects(o, "inlet", &name);
  const Template    *first = &w->templates->list[0];

  for (int k = 0; k < n; k++) {
    const double time   = w->end - w->start,
                 mass   = option_real_or(o, "inlet", name[k], "mass_rate", 0),
                 number = option_real_or(o, "inlet", name[k], "number_rate", 0);
    const double most   = option_real_or(o, "inlet", name[k], "stop_mass", INFINITY);

    add_region(o, name[k], f);
    if (first->mass.mass > 0)
      *volume += LOOSE * first->mass.volume *
                 min_real(most, mass * time + number * time * first->mass.mass) / first->mass.mass;
  }
}

/* Box around the facets of a wall, of which those that are endless end at the box `cut`. */
static Frame box_of_facets(const World *w, const Wall *wall, Vec3 lo, Vec3 hi)
{
  const FacetBox cut    = {lo, hi, w->dimension == 2};
  Facets         facets = {0};
  Frame          f      = frame_empty();

  wall->surface->geometry.facets(wall->constants, &cut, &facets);
  for (PetscInt k = 0; k < facets.n_points; k++) frame_add(&f, facets.point[k], facets.point[k]);
  facets_free(&facets);
  return f;
}

/* Box of a wall that has ends, and that no clump carries: of one that does not tell it, that around its
   facets if they do not depend on where they would be cut. */
static bool box_of(const World *w, const Wall *wall, Frame *f)
{
  const Domain *d = w->domain;
  Frame         far;

  if (wall->carried) return false;
  if (wall->surface->geometry.box)
    return wall->surface->geometry.box(wall->constants, &f->lo, &f->hi);
  *f  = box_of_facets(w, wall, d->lo, d->hi);
  far = box_of_facets(w, wall, vec3_sub(d->lo, d->length), vec3_add(d->hi, d->length));
  return !frame_is_empty(f) && vec3_norm(vec3_sub(f->lo, far.lo)) == 0 &&
         vec3_norm(vec3_sub(f->hi, far.hi)) == 0;
}

/* Where clumps fall. */
typedef struct {
  int    axis;          /* nearest to gravity */
  double down;          /* 1: along it, -1: against it */
  bool   floor, slides; /* there is a floor; a slope above it turns the fall aside */
  Vec3   slope;         /* normal of this slope */
} Fall;

/* Depth of a plane below the frame, under its middle; < 0: it lies higher. */
static double depth_below(const Frame *f, Vec3 up, Vec3 point, Vec3 normal)
{
  const Vec3 middle = vec3_scale(0.5, vec3_add(f->lo, f->hi)), size = vec3_sub(f->hi, f->lo);

  return vec3_dot(normal, vec3_sub(middle, point)) / vec3_dot(normal, up) -
         0.5 * fabs(vec3_dot(size, up));
}

/* Depth of a wall with ends below the frame, that of one which is far larger only down to some way
   below its top; 0: it is not below. */
static double depth_of_box(const Frame *f, const Fall *fall, Frame box)
{
  Frame  column = *f;
  double top, bottom;

  vec3_set(&column.lo, fall->axis, -INFINITY);
  vec3_set(&column.hi, fall->axis, INFINITY);
  frame_cut(&box, column.lo, column.hi);
  if (frame_is_empty(&box)) return 0;
  top    = fall->down < 0 ? vec3_axis(f->lo, fall->axis) - vec3_axis(box.hi, fall->axis)
                          : vec3_axis(box.lo, fall->axis) - vec3_axis(f->hi, fall->axis);
  bottom = fall->down < 0 ? vec3_axis(f->lo, fall->axis) - vec3_axis(box.lo, fall->axis)
                          : vec3_axis(box.hi, fall->axis) - vec3_axis(f->hi, fall->axis);
  return min_real(bottom, max_real(0, top) + WHOLE * largest_edge(f));
}

/* Find the plane below which a wall lets no clump fall. */
static bool wall_confines(const Wall *wall, Vec3 up, Vec3 *point, Vec3 *normal)
{
  return !wall->carried && wall->surface->geometry.confines &&
         wall->surface->geometry.confines(wall->constants, up, point, normal) &&
         vec3_dot(*normal, up) > 0.1;
}

/* Let the frame go down to where clumps fall: to the first level plane below, else to the first
   slope, else to the deepest wall below and, where clumps leave the domain there, a little beyond. */
static void add_fall(const World *w, Frame *f, Fall *fall)
{
  const Boundary     face = w->domain->boundary[fall->axis];
  Vec3               up   = {0, 0, 0}, point, normal;
  double             deep = 0, level = INFINITY, slope = INFINITY, end;
  const char *const *outlet;
  bool leave = boundary_removes(face) || options_objects(w->options, "outlet", &outlet) > 0;

  vec3_set(&up, fall->axis, -fall->down);
  for (int i = 0; i < w->walls->n; i++) {
    const Wall *wall = &w->walls->list[i];
    Frame       box;

    const bool confines = wall_confines(wall, up, &point, &normal);

    if (confines && !wall->surface->geometry.box) {
      const double depth = max_real(0, depth_below(f, up, point, normal));

      if (vec3_dot(normal, up) > LEVEL) level = min_real(level, depth);
      else if (depth < slope) slope = depth, fall->slope = normal;
    } else if (box_of(w, wall, &box)) {
      deep  = max_real(deep, depth_of_box(f, fall, box));
      leave = leave && !confines;
    }
  }
  if (deep > 0 && leave) deep += BEYOND * largest_edge(f);
  if (boundary_reflects(face))
    level = min_real(
      level, max_real(0, depth_below(f, up, fall->down < 0 ? w->domain->lo : w->domain->hi, up)));
  fall->floor  = isfinite(level);
  fall->slides = fall->floor && slope < level;
  end          = fall->floor ? level : isfinite(slope) ? slope : deep;
  if (fall->down < 0) vec3_set(&f->lo, fall->axis, vec3_axis(f->lo, fall->axis) - end);
  else vec3_set(&f->hi, fall->axis, vec3_axis(f->hi, fall->axis) + end);
}

/* Cut the frame along an axis where planes, such as the walls of a yard, hold clumps back. */
static void cut_sideways(const World *w, int axis, Vec3 middle, Frame *f)
{
  for (int i = 0; i < 2 * w->walls->n; i++) {
    const Wall *wall = &w->walls->list[i / 2];
    Vec3        way  = {0, 0, 0}, point, normal;

    vec3_set(&way, axis, i % 2 ? -1 : 1);
    if (wall->carried || !wall->surface->geometry.confines ||
        !wall->surface->geometry.confines(wall->constants, way, &point, &normal) ||
        vec3_dot(normal, way) < LEVEL || vec3_dot(way, vec3_sub(middle, point)) < 0)
      continue;
    if (i % 2) vec3_set(&f->hi, axis, min_real(vec3_axis(f->hi, axis), vec3_axis(point, axis)));
    else vec3_set(&f->lo, axis, max_real(vec3_axis(f->lo, axis), vec3_axis(point, axis)));
  }
}

/* Set *heap to where clumps lie on a floor in the end: a cone of this volume below their start, or
   the whole of a period that is not much longer; as far to the side as they have fallen where a slope
   turns them aside. */
static void heap_find(const World *w, const Frame *f, const Fall *fall, double volume, Frame *heap)
{
  const bool   flat   = w->dimension == 2;
  const double radius = flat ? sqrt(volume / REPOSE) : cbrt(3 * volume / (PI * REPOSE));
  const double drop   = vec3_axis(f->hi, fall->axis) - vec3_axis(f->lo, fall->axis);
  const Vec3   middle = vec3_scale(0.5, vec3_add(f->lo, f->hi));
  double       area   = 1;

  *heap = *f;
  for (int k = 0; k < w->dimension; k++) {
    const double lo = vec3_axis(f->lo, k), hi = vec3_axis(f->hi, k), at = vec3_axis(middle, k),
                 from = vec3_axis(w->domain->lo, k), to = vec3_axis(w->domain->hi, k),
                 side = fall->slides ? RUN_OUT * drop * vec3_axis(fall->slope, k) : 0;

    if (k == fall->axis) continue;
    vec3_set(&heap->lo, k, min_real(lo, at - radius) + min_real(0, side));
    vec3_set(&heap->hi, k, max_real(hi, at + radius) + max_real(0, side));
    if (boundary_wraps(w->domain->boundary[k]) && to - from < WHOLE * max_real(hi - lo, 2 * radius))
      vec3_set(&heap->lo, k, from), vec3_set(&heap->hi, k, to);
    cut_sideways(w, k, middle, heap);
    area *= vec3_axis(heap->hi, k) - vec3_axis(heap->lo, k);
  }
  if (!(area > 0)) return;
  if (fall->down < 0)
    vec3_set(&heap->hi, fall->axis, vec3_axis(f->lo, fall->axis) + min_real(drop, volume / area));
  else
    vec3_set(&heap->lo, fall->axis, vec3_axis(f->hi, fall->axis) - min_real(drop, volume / area));
}

static void add_walls(const World *w, Frame *f)
{
  const double edge  = largest_edge(f);
  const Vec3   reach = vec3(NEAR * edge, NEAR * edge, NEAR * edge);
  const Frame  near  = {vec3_sub(f->lo, reach), vec3_add(f->hi, reach)};

  for (int i = 0; i < w->walls->n; i++) {
    Frame box, part;

    if (!box_of(w, &w->walls->list[i], &box)) continue;
    part = box;
    frame_cut(&part, near.lo, near.hi);
    if (frame_is_empty(&part)) continue;
    if (largest_edge(&box) <= WHOLE * edge) frame_add(f, box.lo, box.hi);
    else frame_add(f, part.lo, part.hi);
  }
}

/* Add the bounds of the clumps that are there, and of those that wait. *volume: of what can move, with
   the gaps of a heap, m^3 (m^2). Collective. */
static PetscErrorCode add_clumps(const World *w, Frame *f, double *volume)
{
  const Clumps *rows[] = {w->clumps, w->waiting->clumps};
  double        most[6];
  Sum           bulk;

  PetscFunctionBeginUser;
  sum_clear(&bulk);
  for (int i = 0; i < 2; i++) {
    add_rows(w, rows[i], f);
    for (PetscInt a = 0; a < rows[i]->n_owned; a++)
      if ((rows[i]->blocked[a] & BLOCK_ALL) != BLOCK_ALL)
        sum_add_finite(&bulk, w->templates->list[rows[i]->template[a]].mass.volume *
                                templates_volume_factor(w->templates, rows[i]->scale[a]));
  }
  for (int k = 0; k < 3; k++) {
    most[k]     = -vec3_axis(f->lo, k);
    most[3 + k] = vec3_axis(f->hi, k);
  }
  PetscCall(parallel_max(w->par, most, 6));
  PetscCall(sum_reduce(w->par, &bulk, 1));
  *f      = (Frame){vec3(-most[0], -most[1], -most[2]), vec3(most[3], most[4], most[5])};
  *volume = LOOSE * sum_value(&bulk);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add a box to what is shown, as far as it is in the domain. */
static void frame_put(const Domain *d, Frame box, ShotFrame *frame)
{
  frame_cut(&box, d->lo, d->hi);
  if (!frame_is_empty(&box)) frame->box[frame->n++] = box;
}

PetscErrorCode shot_frame(const World *w, ShotFrame *frame)
{
  const Domain *d      = w->domain;
  Frame         f      = frame_empty(), heap;
  Fall          fall   = {0};
  double        volume = 0;

  PetscFunctionBeginUser;
  PetscCall(add_clumps(w, &f, &volume));
  add_inlets(w, &f, &volume);
  *frame = (ShotFrame){.n = 0};
  if (!frame_is_empty(&f) && largest_edge(&f) > 0) {
    for (int k = 1; k < 3; k++)
      if (fabs(vec3_axis(w->gravity, k)) > fabs(vec3_axis(w->gravity, fall.axis))) fall.axis = k;
    fall.down = vec3_axis(w->gravity, fall.axis) < 0 ? -1 : 1;
    if (vec3_axis(w->gravity, fall.axis) != 0) add_fall(w, &f, &fall);
    if (fall.floor) heap_find(w, &f, &fall, volume, &heap);
    add_walls(w, &f);
    if (fall.floor) frame_put(d, heap, frame);
    frame_put(d, f, frame);
  }
  if (frame->n == 0) frame_put(d, (Frame){d->lo, d->hi}, frame);
  f = frame_empty();
  for (int k = 0; k < frame->n; k++) frame_add(&f, frame->box[k].lo, frame->box[k].hi);
  frame->middle = vec3_scale(0.5, vec3_add(f.lo, f.hi));
  PetscFunctionReturn(PETSC_SUCCESS);
}
