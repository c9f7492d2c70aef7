/* SPDX-License-Identifier: MIT */
/* The box that a camera shows about which nothing is said: the clumps where the run begins, where
   they fall to, and the walls near them. The camera that follows is written to resolved.yaml as if
   it had been given, so that it stays through restarts. */
#include "matter/waiting.h"
#include "output/picture/shot.h"
#include "wall/walls.h"

/* Walls up to this part of the largest edge away are near. */
static const double NEAR = 0.5;
/* Walls no larger than this many largest edges are shown whole. */
static const double WHOLE = 3;

/* A box; lo > hi at first: it is empty. */
typedef struct {
  Vec3 lo, hi;
} Frame;

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

/* Add the regions of inlets that are boxes along the axes. */
static void add_inlets(const World *w, Frame *f)
{
  const char *const *name;
  const int          n = options_objects(w->options, "inlet", &name);

  for (int k = 0; k < n; k++)
    if (option_has_value(w->options, "inlet", name[k], "lo") &&
        option_has_value(w->options, "inlet", name[k], "hi"))
      frame_add(f, option_vec3(w->options, "inlet", name[k], "lo"),
                option_vec3(w->options, "inlet", name[k], "hi"));
}

/* Box of a wall that has ends, and that no clump carries. */
static bool box_of(const Wall *wall, Frame *f)
{
  return !wall->carried && wall->surface->geometry.box &&
         wall->surface->geometry.box(wall->constants, &f->lo, &f->hi);
}

/* Let the frame go down to where clumps fall, along the axis that is nearest to gravity: to the
   first plane below, else to the deepest wall below, within the domain. */
static void add_fall(const World *w, Frame *f)
{
  const double g[3] = {w->gravity.x, w->gravity.y, w->gravity.z};
  Vec3         point, normal, up = {0, 0, 0};
  double       depth = 0, floor = INFINITY;
  int          k = 0;

  for (int i = 1; i < 3; i++)
    if (fabs(g[i]) > fabs(g[k])) k = i;
  if (g[k] == 0) return;
  vec3_set(&up, k, g[k] > 0 ? -1 : 1);
  for (int i = 0; i < w->walls->n; i++) {
    const Wall *wall   = &w->walls->list[i];
    const Vec3  middle = vec3_scale(0.5, vec3_add(f->lo, f->hi));
    Frame       box, column = *f;

    if (box_of(wall, &box)) {
      vec3_set(&column.lo, k, -INFINITY);
      vec3_set(&column.hi, k, INFINITY);
      frame_cut(&box, column.lo, column.hi);
      if (frame_is_empty(&box)) continue;
      depth = max_real(depth, g[k] < 0 ? vec3_axis(f->lo, k) - vec3_axis(box.lo, k)
                                       : vec3_axis(box.hi, k) - vec3_axis(f->hi, k));
    } else if (!wall->carried && wall->surface->geometry.confines &&
               wall->surface->geometry.confines(wall->constants, up, &point, &normal) &&
               vec3_dot(normal, up) > 0.1) {
      const double below = vec3_dot(normal, vec3_sub(middle, point)) / vec3_dot(normal, up) -
                           0.5 * (vec3_axis(f->hi, k) - vec3_axis(f->lo, k));

      floor = min_real(floor, max_real(0, below));
    }
  }
  depth = isfinite(floor) ? floor : depth;
  if (g[k] < 0) vec3_set(&f->lo, k, vec3_axis(f->lo, k) - depth);
  else vec3_set(&f->hi, k, vec3_axis(f->hi, k) + depth);
}

static void add_walls(const World *w, Frame *f)
{
  const double edge  = largest_edge(f);
  const Vec3   reach = vec3(NEAR * edge, NEAR * edge, NEAR * edge);
  const Frame  near  = {vec3_sub(f->lo, reach), vec3_add(f->hi, reach)};

  for (int i = 0; i < w->walls->n; i++) {
    Frame box, part;

    if (!box_of(&w->walls->list[i], &box)) continue;
    part = box;
    frame_cut(&part, near.lo, near.hi);
    if (frame_is_empty(&part)) continue;
    if (largest_edge(&box) <= WHOLE * edge) frame_add(f, box.lo, box.hi);
    else frame_add(f, part.lo, part.hi);
  }
}

PetscErrorCode shot_frame(const World *w, Vec3 *lo, Vec3 *hi)
{
  const Domain *d = w->domain;
  Frame         f = {vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)};
  double        most[6];

  PetscFunctionBeginUser;
  add_rows(w, w->clumps, &f);
  add_rows(w, w->waiting->clumps, &f);
  for (int k = 0; k < 3; k++) {
    most[k]     = -vec3_axis(f.lo, k);
    most[3 + k] = vec3_axis(f.hi, k);
  }
  PetscCall(parallel_max(w->par, most, 6));
  f = (Frame){vec3(-most[0], -most[1], -most[2]), vec3(most[3], most[4], most[5])};
  add_inlets(w, &f);
  if (!frame_is_empty(&f) && largest_edge(&f) > 0) {
    add_fall(w, &f);
    add_walls(w, &f);
    frame_cut(&f, d->lo, d->hi);
  }
  if (frame_is_empty(&f) || !(largest_edge(&f) > 0)) f = (Frame){d->lo, d->hi};
  *lo = f.lo;
  *hi = f.hi;
  PetscFunctionReturn(PETSC_SUCCESS);
}
