/* SPDX-License-Identifier: MIT */
#include "motion/images.h"
#include "space/cell.h"

static inline bool is_home(Image n)
{
  return n.x == 0 && n.y == 0 && n.z == 0;
}

void images_carry(Clumps *c, const Domain *domain, PetscInt from, int n)
{
  for (PetscInt a = from; a < from + n; a++)
    if (!is_home(c->lead[a])) c->pose[a].x = cell_carried(domain, c->pose[a].x, c->lead[a]);
}

/* A jump without its components along blocked axes of the lab: there the velocity is given. */
static Vec3 free_jump(uint64_t blocked, Vec3 jump)
{
  return (Vec3){blocked & BLOCK_X ? 0 : jump.x, blocked & BLOCK_Y ? 0 : jump.y,
                blocked & BLOCK_Z ? 0 : jump.z};
}

/* The clump is its image n from now on. */
static void change(Clumps *c, const MotionStep *step, PetscInt a, Image n)
{
  const Vec3 before = c->motion[a].v;
  const Vec3 jump   = free_jump(c->blocked[a], cell_jump(step->domain, image_sub(n, c->lead[a])));
  const Vec3 after  = vec3_sub(before, jump);

  c->motion[a].v = after;
  c->pose[a].v   = vec3_sub(c->pose[a].v, jump);
  c->lead[a]     = n;
  if (step->images)
    sum_add(step->images, 0.5 * c->mass[a] * (vec3_dot(after, after) - vec3_dot(before, before)));
}

/* In two dimensions z does not count. */
static bool is_inside(const Domain *d, Vec3 x)
{
  return x.x >= d->lo.x && x.x < d->hi.x && x.y >= d->lo.y && x.y < d->hi.y &&
         (d->dimension == 2 || (x.z >= d->lo.z && x.z < d->hi.z));
}

/* Displacement of image n in the step over its duration. */
static Vec3 image_velocity(const MotionStep *step, Image n)
{
  return vec3_scale(1 / step->dt, cell_carried(step->domain, (Vec3){0, 0, 0}, n));
}

void images_follow(Clumps *c, const MotionStep *step, PetscInt from, int n, MotionTile *t)
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
    if (was_out && step->dt > 0)
      put3(&t->motion[U], k, vec3_add(get3(&t->motion[U], k), image_velocity(step, c->lead[a])));
    now = domain_boxes(d, c->pose[a].x);
    if (!is_home(image_sub(now, c->lead[a]))) change(c, step, a, now);
    c->pose[a].v = vec3_add(cell_round_speed3(d, c->pose[a].v), cell_jump(d, now));
  }
  for (int k = n; k < CLUMPS_TILE; k++) put3(&t->motion[U], k, get3(&t->motion[U], n - 1));
}

void images_pose(Clumps *c, const Domain *d)
{
  for (PetscInt a = 0; a < c->n_owned; a++)
    c->pose[a].v = vec3_add(cell_round_speed3(d, c->pose[a].v),
                            c->lead ? cell_jump(d, c->lead[a]) : (Vec3){0, 0, 0});
}
