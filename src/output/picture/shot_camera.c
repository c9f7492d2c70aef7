/* SPDX-License-Identifier: MIT */
/* The camera of a picture: keys that are left out are chosen so that given boxes fill the picture. */
#include "base/box.h"
#include "output/picture/shot.h"

/* Ends of what is shown, over half the width and height of the picture: the rest is for the scale
   of colours at the right edge, the title above and the time below. */
static const double LEFT = 0.92, RIGHT = 0.76, ABOVE = 0.9, BELOW = 0.9;

/* The axis that is nearest to the direction against gravity. */
static Vec3 default_up(const World *w)
{
  const Vec3 g  = w->gravity;
  Vec3       up = {0, 0, 0};
  int        k  = 2;

  if (w->dimension == 2) return vec3(0, 1, 0);
  for (int i = 0; i < 3; i++)
    if (fabs(vec3_axis(g, i)) > fabs(vec3_axis(g, k))) k = i;
  vec3_set(&up, k, vec3_axis(g, k) > 0 ? -1 : 1);
  return up;
}

/* Direction from the middle to the camera: it looks from the side, and a little from above. */
static Vec3 default_side(const World *w, Vec3 up)
{
  const Vec3 right = fabs(up.x) < 0.9 ? vec3(1, 0, 0) : vec3(0, 1, 0);
  Vec3       side, near;

  if (w->dimension == 2) return vec3(0, 0, 1);
  near = vec3_cross(right, up);
  vec3_normalize(&near);
  side = vec3_axpy(vec3_axpy(vec3_scale(0.55, vec3_cross(up, near)), 0.85, near), 0.42, up);
  vec3_normalize(&side);
  return side;
}

Vec3 shot_default_side(const World *w)
{
  return default_side(w, default_up(w));
}

/* Distance of the camera from `to`, or height of the picture, at which all corners of the boxes are
   seen about the middle of the picture. */
static double fit(const Shot *s, const View *view, Vec3 to, const ShotFrame *f)
{
  const double wide = 0.5 * (LEFT + RIGHT) * s->width / s->height, high = min_real(ABOVE, BELOW);
  double       most = 0;

  for (int k = 0; k < 8 * f->n; k++) {
    const Vec3   x = box_corner(f->box[k / 8].lo, f->box[k / 8].hi, k % 8);
    const Vec3   d = view_vector(view, vec3_sub(x, to));
    const double u = fabs(d.x) / wide, v = fabs(d.y) / high;

    most = max_real(most, view->parallel ? 2 * max_real(u, v) : max_real(u, v) / view->half - d.z);
  }
  return most > 0 ? most : 1;
}

/* Place the camera so that all corners of the boxes are seen from as near as may be, and as far from
   both edges of the picture along the other side. Corner x, in the frame of a camera at c, lies to
   the left of the right end if x.x - c.x <= e (x.z - c.z), the slope e of this end; so c.x - e c.z is
   at least the largest x.x - e x.z. Likewise at the other ends; two that are opposite give the
   largest c.z. */
static void fill(Shot *s, const View *view, const ShotFrame *f)
{
  const double half = view->parallel ? 0.5 : view->half, tilt = view->parallel ? 0 : 1;
  const double wide    = half * s->width / s->height;
  const double end[4]  = {RIGHT * wide, LEFT * wide, ABOVE * half, BELOW * half};
  double       most[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY}, near = INFINITY;
  double       back = -INFINITY, tall = -INFINITY;
  Vec3         at;

  for (int k = 0; k < 8 * f->n; k++) {
    const Vec3   x       = view_point(view, box_corner(f->box[k / 8].lo, f->box[k / 8].hi, k % 8));
    const double side[4] = {x.x, -x.x, x.y, -x.y};

    for (int i = 0; i < 4; i++) most[i] = max_real(most[i], side[i] - tilt * end[i] * x.z);
    near = min_real(near, x.z);
    back = max_real(back, x.z);
  }
  for (int i = 0; i < 4; i += 2)
    tall = max_real(tall, (most[i] + most[i + 1]) / (end[i] + end[i + 1]));
  if (view->parallel && isnan(s->tall)) s->tall = tall > 0 ? tall : 1;
  /* parallel: `tall` is the height, and the ends are parts of it */
  at.z = view->parallel ? near : min_real(near, -tall);
  at.x = 0.5 * (most[0] - most[1] + (end[0] - end[1]) * (view->parallel ? -s->tall : at.z));
  at.y = 0.5 * (most[2] - most[3] + (end[2] - end[3]) * (view->parallel ? -s->tall : at.z));
  if (view->parallel) at.z = near - max_real(back - near, s->tall);
  s->from    = view_place(view, at);
  s->look_at = view_place(view, vec3(at.x, at.y, 0.5 * (near + back)));
}

/* Set the view from these points; another `up` is taken if this one is along the line of sight. */
static void look(Vec3 *from, Vec3 to, Vec3 up, bool parallel, double tall, View *view)
{
  const Vec3 spare = {0.1, 0.2, 0.3};

  if (!view_set(*from, to, up, parallel, tall, view) &&
      !view_set(*from, to, vec3(0, 1, 0), parallel, tall, view) &&
      !view_set(*from, to, spare, parallel, tall, view))
    *from = vec3_add(to, vec3(0, 0, 1)); /* both were given as the same point: reported once */
}

View shot_view(const World *w, const Shot *s)
{
  const Vec3   up   = isnan(s->up.x) ? default_up(w) : s->up;
  const double tall = s->parallel ? s->tall : s->angle;
  Vec3         from = s->from;
  View         view = {.width = s->width * s->factor, .height = s->height * s->factor};

  look(&from, s->look_at, up, s->parallel, tall, &view);
  view_set(from, s->look_at, view.up, s->parallel, tall, &view);
  return view;
}

void shot_aim(const World *w, Shot *s, const ShotFrame *f)
{
  const bool   chosen = isnan(s->from.x), free = chosen && isnan(s->look_at.x);
  const double tall = s->tall;
  View         view;

  if (isnan(s->look_at.x)) s->look_at = f->middle;
  if (chosen) s->from = vec3_add(s->look_at, shot_default_side(w));
  if (s->parallel && isnan(s->tall)) s->tall = 1;
  view = shot_view(w, s);
  if (free) {
    s->tall = tall;
    fill(s, &view, f);
    return;
  }
  if (s->parallel && isnan(tall)) s->tall = fit(s, &view, s->look_at, f);
  if (!s->parallel && chosen)
    s->from = vec3_axpy(s->look_at, -fit(s, &view, s->look_at, f), view.ahead);
}
