/* SPDX-License-Identifier: MIT */
/* Bodies, points and lines in bins. */
#include "measure/monitor/bins.h"
#include "base/box.h"
#include "geometry/share.h"
#include "space/cell/cell.h"

const int tensor_axes[6][2]   = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
const int tensor_component[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};

Bins bins_whole(const Domain *d)
{
  return (Bins){.dimension = d->dimension,
                .n         = 1,
                .window    = true,
                .lo        = d->lo,
                .hi        = d->hi,
                .from      = d->lo.x,
                .to        = d->hi.x,
                .base      = d->length.y * (d->dimension == 2 ? 1 : d->length.z)};
}

void bins_follow(Bins *bins, const Domain *d)
{
  const Bins whole = bins_whole(d);

  if (!bins->follows) return;
  bins->lo   = whole.lo;
  bins->hi   = whole.hi;
  bins->from = whole.from;
  bins->to   = whole.to;
  bins->base = whole.base;
}

/* ---- bins that are out of reach ---- */

/* Largest distance of the box from the axis of rings. */
static double farthest(const Bins *b, Vec3 lo, Vec3 hi)
{
  double most = 0;

  for (int corner = 0; corner < 8; corner++) {
    Vec3 arm = vec3_sub(box_corner(lo, hi, corner), b->point);

    for (int k = 0; k < 3; k++) {
      if (fabs(vec3_axis(b->axis, k)) == 1) vec3_set(&arm, k, 0); /* it may have no end there */
      if (isinf(vec3_axis(arm, k))) return INFINITY;
    }
    arm  = vec3_axpy(arm, -vec3_dot(arm, b->axis), b->axis);
    most = max_real(most, vec3_norm(arm));
  }
  return most;
}

/* The box that holds the rings. */
static void box_of_rings(const Bins *b, Vec3 *lo, Vec3 *hi)
{
  const double lowest  = b->ranged ? b->lowest : -INFINITY,
               highest = b->ranged ? b->highest : INFINITY;

  for (int k = 0; k < 3; k++) {
    const double along = vec3_axis(b->axis, k), across = sqrt(max_real(0, 1 - along * along)),
                 a = along == 0 ? 0 : along * lowest, z = along == 0 ? 0 : along * highest,
                 at = vec3_axis(b->point, k);

    vec3_set(lo, k, at + min_real(a, z) - b->to * across);
    vec3_set(hi, k, at + max_real(a, z) + b->to * across);
  }
}

bool bins_miss(const Bins *b, Vec3 lo, Vec3 hi)
{
  Vec3   from = b->lo, to = b->hi;
  double least, most;

  if (b->follows) return false;
  if (b->rings) {
    box_of_rings(b, &from, &to);
    return !box_meets(from, to, lo, hi) || farthest(b, lo, hi) <= b->from;
  }
  if (b->letter < 0) {
    box_range(b->axis, lo, hi, &least, &most);
    return most <= b->from || least >= b->to;
  }
  vec3_set(&from, b->letter, b->from);
  vec3_set(&to, b->letter, b->to);
  return !box_meets(from, to, lo, hi);
}

/* ---- shares ---- */

void bin_shares_create(const Bins *bins, BinShares *s)
{
  *s = (BinShares){.n = bins->n, .first = bins->n, .last = -1};
  array_create(&s->share, sizeof *s->share, bins->n);
  array_create(&s->jump, sizeof *s->jump, bins->n);
}

void bin_shares_free(BinShares *s)
{
  array_free(&s->share);
  array_free(&s->jump);
}

void bin_shares_clear(BinShares *s)
{
  if (s->last >= s->first) {
    memset(s->share + s->first, 0, (size_t)(s->last - s->first + 1) * sizeof *s->share);
    memset(s->jump + s->first, 0, (size_t)(s->last - s->first + 1) * sizeof *s->jump);
  }
  s->first = s->n;
  s->last  = -1;
}

static void add(BinShares *s, int k, double part)
{
  if (!(part > 0)) return;
  s->share[k] += part;
  if (k < s->first) s->first = k;
  if (k > s->last) s->last = k;
}

double bin_edge(const Bins *b, int k)
{
  return k == b->n ? b->to : b->from + k * ((b->to - b->from) / b->n);
}

double bin_size(const Bins *b, int k)
{
  const double from = bin_edge(b, k), to = bin_edge(b, k + 1);

  return b->rings ? PETSC_PI * (to - from) * (to + from) * b->base : (to - from) * b->base;
}

/* ---- places ---- */

/* Coordinate along which the edges of bins lie; rings: *along is the position along the axis. */
static double place(const Bins *b, Vec3 x, double *along)
{
  const Vec3 p = vec3_sub(x, b->point);

  *along = 0;
  if (b->letter >= 0) return vec3_axis(x, b->letter);
  *along = vec3_dot(b->axis, p);
  return b->rings ? vec3_norm(vec3_axpy(p, -*along, b->axis)) : *along;
}

static bool in_range(const Bins *b, double along)
{
  return !b->ranged || (along >= b->lowest && along < b->highest);
}

/* Bins from .. to that an interval of the coordinate may meet, with one more on each side for
   rounding; false: none. */
static bool find_span(const BinView *v, double lo, double hi, int *from, int *to)
{
  const Bins *b = v->bins;

  if (!(hi >= b->from) || !(lo <= b->to)) return false;
  *from = (int)max_real(0, (lo - b->from) * v->per - 1);
  *to   = (int)min_real(b->n - 1, (hi - b->from) * v->per + 1);
  return *from <= *to;
}

/* bin_edge() without a division. */
static double edge(const BinView *v, int k)
{
  return k == v->bins->n ? v->bins->to : v->bins->from + k * v->width;
}

/* True if the window has faces along an axis, or edges. */
static bool has_faces(const Bins *b, int k)
{
  return b->letter >= 0 && (b->cut[k] || (k == b->letter && !b->window));
}

/* True if an image along an axis may lie in the bins: they have faces there, or are rings in a
   range of their axis, which goes through every period. */
static bool has_images(const Bins *b, const Domain *d, int k)
{
  return boundary_wraps(d->boundary[k]) && (has_faces(b, k) || (b->rings && b->ranged));
}

BinView bins_view(const Bins *b, const Domain *d)
{
  const Image reach   = {has_images(b, d, 0), has_images(b, d, 1), has_images(b, d, 2)};
  const bool  wrapped = b->ranged || reach.x || reach.y || reach.z;

  return (BinView){.bins   = b,
                   .domain = d,
                   .whole  = b->window && !b->cut[0] && !b->cut[1] && !b->cut[2],
                   .plain  = !b->window && b->letter >= 0 && b->dimension == 3 && !wrapped &&
                            !b->cut[(b->letter + 1) % 3] && !b->cut[(b->letter + 2) % 3],
                   .wrapped = wrapped,
                   .flows   = d->cell.flows,
                   .reach   = reach,
                   .width   = (b->to - b->from) / b->n,
                   .per     = b->n / (b->to - b->from)};
}

/* x, wrapped if images may lie in the bins or if there is a range, as else it makes no
   difference. */
static Vec3 seen_at(const BinView *v, Vec3 x)
{
  return v->wrapped ? domain_wrapped(v->domain, x) : x;
}

/* A body or line, one image of which after the other is added to the bins. */
typedef struct {
  const BinView *view;
  Vec3           way;     /* of a line */
  double         r, part; /* of a ball */
  Vec3           jump;    /* velocity of this image, m/s */
  BinShares     *shares;
} Task;

/* Reduced periods by which a position is wrapped along the axes with images. */
static Image wraps_of(const BinView *v, Vec3 x)
{
  Image n, r = v->reach;

  if (!v->flows) return (Image){0, 0, 0};
  n = domain_reduced(v->domain, domain_boxes(v->domain, x));
  return (Image){-n.x * r.x, -n.y * r.y, -n.z * r.z};
}

static void for_images(Vec3 x, Image home, const Task *task, void (*visit)(const Task *, Vec3))
{
  const Domain *d     = task->view->domain;
  const Image   reach = task->view->reach;
  Task          image = *task;

  for (int i = -reach.x; i <= reach.x; i++)
    for (int j = -reach.y; j <= reach.y; j++)
      for (int k = -reach.z; k <= reach.z; k++) {
        const Image n = {i, j, k};

        if (task->view->flows) image.jump = cell_jump(d, domain_true(d, image_add(home, n)));
        visit(&image, i || j || k ? domain_shifted(d, x, domain_true(d, n)) : x);
      }
}

static void add_part(const Task *task, int k, double part)
{
  add(task->shares, k, part);
  if (task->view->flows && part > 0)
    task->shares->jump[k] = vec3_axpy(task->shares->jump[k], part, task->jump);
}

/* ---- balls ---- */

/* Share of a ball in bin k of slabs along a letter, of a window. */
static double in_slab(const BinView *v, int k, Vec3 x, double r)
{
  const Bins *b  = v->bins;
  Vec3        lo = b->lo, hi = b->hi;
  bool        cut[3];

  for (int i = 0; i < 3; i++) cut[i] = has_faces(b, i);
  vec3_set(&lo, b->letter, edge(v, k));
  vec3_set(&hi, b->letter, edge(v, k + 1));
  return ball_in_box(b->dimension, x, r, lo, hi, cut);
}

/* True if faces of the window, but those across the axis `except`, may cut the ball. */
static bool meets_faces(const Bins *b, Vec3 x, double r, int except)
{
  for (int k = 0; k < 3 && b->letter >= 0; k++)
    if (k != except && b->cut[k] &&
        (!(vec3_axis(x, k) - r > vec3_axis(b->lo, k)) ||
         !(vec3_axis(x, k) + r < vec3_axis(b->hi, k))))
      return true;
  return false;
}

/* Part of a ball, at the coordinate u, that lies below `edge`; with rings, of its part
   in their range. */
static double below(const Bins *b, double r, double u, double along, double edge)
{
  if (b->ranged && r > 0) return ball_in_pipe(r, u, edge, b->lowest - along, b->highest - along);
  return b->rings ? ball_in_cylinder(b->dimension, r, u, edge)
                  : ball_below(b->dimension, r, edge - u);
}

static void add_image(const Task *task, Vec3 x)
{
  const BinView *v = task->view;
  const Bins    *b = v->bins;
  double         along;
  const double   u = place(b, x, &along), r = task->r;
  double         inner;
  int            from, to;

  if (b->window) {
    add_part(task, 0, task->part * ball_in_box(b->dimension, x, r, b->lo, b->hi, b->cut));
    return;
  }
  if (!in_range(b, along) && !(along + r > b->lowest && along - r < b->highest)) return;
  if (!find_span(v, u - r, u + r, &from, &to)) return;
  if (meets_faces(b, x, r, b->letter)) {
    for (int k = from; k <= to; k++) add_part(task, k, task->part * in_slab(v, k, x, r));
    return;
  }
  while (from < to && edge(v, from + 1) <= u - r) from++;
  inner = below(b, r, u, along, edge(v, from));
  for (int k = from; k <= to && inner < 1; k++) {
    const double outer = below(b, r, u, along, edge(v, k + 1));

    add_part(task, k, task->part * (outer - inner));
    inner = outer;
  }
}

/* As add_image, in plain slabs. */
static void add_in_slabs(const BinView *v, double u, double r, double part, BinShares *shares)
{
  double inner;
  int    from, to;

  if (!find_span(v, u - r, u + r, &from, &to)) return;
  while (from < to && edge(v, from + 1) <= u - r) from++;
  inner = ball_below_3d(r, edge(v, from) - u);
  for (int k = from; k <= to && inner < 1; k++) {
    const double outer = ball_below_3d(r, edge(v, k + 1) - u);

    add(shares, k, part * (outer - inner));
    inner = outer;
  }
}

void bins_add_ball(const BinView *v, Vec3 x, double r, double part, BinShares *shares)
{
  const Task task = {.view = v, .r = r, .part = part, .shares = shares};

  if (v->plain) add_in_slabs(v, vec3_axis(x, v->bins->letter), r, part, shares);
  else if (v->whole) add(shares, 0, part);
  else if (v->wrapped) for_images(seen_at(v, x), wraps_of(v, x), &task, add_image);
  else add_image(&task, x);
}

/* Bin of a place without regard to the faces; -1: none. */
static int find_bin(const BinView *v, Vec3 x, double *u, double *along)
{
  int from, to;

  *u = place(v->bins, x, along);
  if (v->bins->window) return 0;
  if (!in_range(v->bins, *along) || !(*u >= v->bins->from) || !(*u < v->bins->to) ||
      !find_span(v, *u, *u, &from, &to))
    return -1;
  while (from < to && *u >= edge(v, from + 1)) from++;
  return from;
}

bool bins_hold_ball(const BinView *v, Vec3 x, double r, int *bin)
{
  const Bins *b = v->bins;
  const Vec3  w = seen_at(v, x);
  double      u, along;

  *bin = 0;
  if (v->whole) return true;
  *bin = find_bin(v, w, &u, &along);
  if (*bin < 0) return false;
  if (b->ranged && (!(along - r > b->lowest) || !(along + r < b->highest))) return false;
  if (!b->window && (!(u - r > edge(v, *bin)) || !(u + r < edge(v, *bin + 1)))) return false;
  return !meets_faces(b, w, r, -1);
}

int bins_find(const BinView *v, Vec3 x)
{
  const Bins *b = v->bins;
  Vec3        w;
  double      u, along;

  if (v->whole) return 0;
  w = seen_at(v, x);
  for (int k = 0; k < 3 && b->letter >= 0; k++)
    if (b->cut[k] &&
        (!(vec3_axis(w, k) >= vec3_axis(b->lo, k)) || !(vec3_axis(w, k) < vec3_axis(b->hi, k))))
      return -1;
  return find_bin(v, w, &u, &along);
}

/* ---- lines ---- */

/* Part of the line, *from .. *to of its length, that is between two values of u + t du. */
static void clip(double u, double du, double lo, double hi, double *from, double *to)
{
  double a, z;

  if (du == 0) {
    if (!(u >= lo) || !(u < hi)) *to = *from;
    return;
  }
  a     = ((du > 0 ? lo : hi) - u) / du;
  z     = ((du > 0 ? hi : lo) - u) / du;
  *from = max_real(*from, a);
  *to   = min_real(*to, z);
}

/* Length of the part between from and to at which the distance from the axis is below `wide`, of a
   line with the squared distance c + 2 b t + a t^2. */
static double within(double a, double b, double c, double wide, double from, double to)
{
  const double rest = c - wide * wide;
  double       root;

  if (a == 0) return rest < 0 ? to - from : 0;
  root = b * b - a * rest;
  if (!(root > 0)) return 0;
  root = sqrt(root);
  return max_real(0, min_real(to, (-b + root) / a) - max_real(from, (-b - root) / a));
}

static void add_rings(const Task *task, Vec3 x)
{
  const Bins  *b = task->view->bins;
  const Vec3   p = vec3_sub(x, b->point);
  double       h = vec3_dot(b->axis, p), dh = vec3_dot(b->axis, task->way), from = 0, to = 1, inner;
  const Vec3   s = vec3_axpy(p, -h, b->axis), ds = vec3_axpy(task->way, -dh, b->axis);
  const double a = vec3_dot(ds, ds), c = vec3_dot(s, ds), e = vec3_dot(s, s);

  if (b->ranged) clip(h, dh, b->lowest, b->highest, &from, &to);
  if (!(from < to)) return;
  inner = within(a, c, e, edge(task->view, 0), from, to);
  for (int k = 0; k < b->n; k++) {
    const double outer = within(a, c, e, edge(task->view, k + 1), from, to);

    add(task->shares, k, outer - inner);
    inner = outer;
  }
}

static void add_slabs(const Task *task, Vec3 x)
{
  const Bins  *b = task->view->bins;
  const Vec3   y = vec3_add(x, task->way);
  double       along, begin = 0, end = 1;
  const double u  = place(b, x, &along),
               du = b->letter >= 0 ? vec3_axis(task->way, b->letter) : vec3_dot(b->axis, task->way);
  int from, to;

  for (int k = 0; k < 3 && b->letter >= 0; k++)
    if (b->cut[k] && (k != b->letter || b->window))
      clip(vec3_axis(x, k), vec3_axis(y, k) - vec3_axis(x, k), vec3_axis(b->lo, k),
           vec3_axis(b->hi, k), &begin, &end);
  if (b->window) add(task->shares, 0, end - begin);
  if (b->window || !(begin < end) ||
      !find_span(task->view, min_real(u, u + du), max_real(u, u + du), &from, &to))
    return;
  for (int k = from; k <= to; k++) {
    double t0 = begin, t1 = end;

    clip(u, du, edge(task->view, k), edge(task->view, k + 1), &t0, &t1);
    add(task->shares, k, t1 - t0);
  }
}

void bins_add_line(const BinView *v, Vec3 a, Vec3 way, BinShares *shares)
{
  const Task task   = {.view = v, .way = way, .shares = shares};
  const Vec3 middle = vec3_axpy(a, 0.5, way);
  const Vec3 start  = vec3_add(a, vec3_sub(seen_at(v, middle), middle));

  if (v->whole) add(shares, 0, 1);
  else for_images(start, (Image){0, 0, 0}, &task, v->bins->rings ? add_rings : add_slabs);
}
