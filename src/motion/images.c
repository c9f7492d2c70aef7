/* SPDX-License-Identifier: MIT */
#include "motion/tile.h"
#include "space/cell/cell.h"

/* Between rebuilds few clumps leave the cell, so that nearly all tiles pass the tests for whole
   tiles, which work on four reals of a pose at once. */

static inline bool is_home(Image n)
{
  return n.x == 0 && n.y == 0 && n.z == 0;
}

KERNEL static bool any_away(const int32_t *lead, int n)
{
  int32_t any = 0;

  for (int i = 0; i < n; i++) any |= lead[i];
  return any != 0;
}

bool images_are_home(const Clumps *c, PetscInt from, int n)
{
  return !any_away(&c->lead[from].x, 3 * n);
}

/* True if all rows are from lo to below hi; x, y, z and one more real of a row are compared. */
KERNEL static bool are_between(const Pose *pose, int n, const double *lo, const double *hi)
{
  FourInts in = {-1, -1, -1, -1};
  Four     least, most;

  four_get(&least, lo);
  four_get(&most, hi);
  for (int k = 0; k < n; k++) {
    Four x;

    four_get(&x, &pose[k].x.x);
    in &= (x >= least) & (x < most);
  }
  return in[0] & in[1] & in[2] & in[3];
}

/* True if all centres are in the box; in two dimensions z does not count. */
static bool are_inside(const Domain *d, const Pose *pose, int n)
{
  const bool   plane = d->dimension == 2;
  const double lo[4] = {d->lo.x, d->lo.y, plane ? -INFINITY : d->lo.z, -INFINITY},
               hi[4] = {d->hi.x, d->hi.y, plane ? INFINITY : d->hi.z, INFINITY};

  return are_between(pose, n, lo, hi);
}

/* Round velocities to multiples as cell_round_speed does; the fourth real keeps its bits. */
KERNEL static void round_speeds(Pose *pose, int n, double magic)
{
  const Four up = {magic, magic, magic, -0.0}, down = {magic, magic, magic, 0};

  for (int k = 0; k < n; k++) {
    Four v;

    four_get(&v, &pose[k].v.x);
    four_put(&pose[k].v.x, (v + up) - down);
  }
}

void images_carry(Clumps *c, const Domain *domain, PetscInt from, int n)
{
  if (images_are_home(c, from, n)) return;
  for (PetscInt a = from; a < from + n; a++)
    if (!is_home(c->lead[a])) c->pose[a].x = cell_carried(domain, c->pose[a].x, c->lead[a]);
}

/* Make the clump its image n. Along blocked axes of the lab its velocity is given. */
static void change(Clumps *c, const MotionStep *step, PetscInt a, Image n)
{
  const Vec3 before = c->motion[a].v;
  const Vec3 jump   = unblocked(cell_jump(step->domain, image_sub(n, c->lead[a])), c->blocked[a]);
  const Vec3 after  = vec3_sub(before, jump);

  c->motion[a].v = after;
  c->pose[a].v   = vec3_sub(c->pose[a].v, jump);
  c->lead[a]     = n;
  if (step->images)
    sum_add(step->images, 0.5 * c->mass[a] * (vec3_dot(after, after) - vec3_dot(before, before)));
}

/* True if x is in the box; in two dimensions z does not count. */
static bool is_inside(const Domain *d, Vec3 x)
{
  return x.x >= d->lo.x && x.x < d->hi.x && x.y >= d->lo.y && x.y < d->hi.y &&
         (d->dimension == 2 || (x.z >= d->lo.z && x.z < d->hi.z));
}

static void follow(Clumps *c, const MotionStep *step, PetscInt from, int n, MotionTile *t)
{
  const Domain *d = step->domain;

  for (int k = 0; k < n; k++) {
    const PetscInt a       = from + k;
    const bool     was_out = !is_home(c->lead[a]);
    Image          now;

    if (clump_is_gone(c, a) || clump_is_fixed(c, a)) continue;
    if (is_inside(d, c->pose[a].x) && !was_out) {
      c->pose[a].v = cell_round_speed3(d, c->pose[a].v);
      continue;
    }
    if (was_out && step->dt > 0) /* with the mean velocity of the image */
      put3(&t->motion[U], k,
           vec3_add(get3(&t->motion[U], k),
                    vec3_scale(1 / step->dt, cell_carried(d, (Vec3){0, 0, 0}, c->lead[a]))));
    now = domain_boxes(d, c->pose[a].x);
    if (!is_home(image_sub(now, c->lead[a]))) change(c, step, a, now);
    c->pose[a].v = vec3_add(cell_round_speed3(d, c->pose[a].v), cell_jump(d, now));
  }
  for (int k = n; k < CLUMPS_TILE; k++) put3(&t->motion[U], k, get3(&t->motion[U], n - 1));
}

void images_follow(Clumps *c, const MotionStep *step, PetscInt from, int n, MotionTile *t)
{
  const Domain *d   = step->domain;
  const bool    all = !(c->tile[from / CLUMPS_TILE] & (TILE_FIXED | TILE_GONE));

  if (all && images_are_home(c, from, n) && are_inside(d, c->pose + from, n))
    round_speeds(c->pose + from, n, d->cell.speed_magic);
  else follow(c, step, from, n, t);
}

void images_pose(Clumps *c, const Domain *d)
{
  for (PetscInt a = 0; a < c->n_owned; a++)
    c->pose[a].v = vec3_add(cell_round_speed3(d, c->pose[a].v),
                            c->lead ? cell_jump(d, c->lead[a]) : (Vec3){0, 0, 0});
}
