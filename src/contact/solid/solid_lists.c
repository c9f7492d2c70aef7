/* SPDX-License-Identifier: MIT */
/* Lists of the contacts of a pair of solids that may touch, and how long a list stays valid. */
#include "contact/exclusions.h"
#include "contact/solid/solid_places.h"

/* Slack of a list over the body's extent: contacts with a gap up to the reach plus the slack are
   listed, and the list is valid until the surfaces have moved by the slack. */
static const double list_share = 0.05;

bool solid_pair_gone(const Walls *walls, const SolidPair *pair)
{
  return walls->list[pair->body].gone ||
         (walls->list[pair->other].carried && walls->list[pair->other].gone);
}

static bool is_fixed(const ContactScene *scene, const SolidPair *pair)
{
  const Wall *w = scene->walls->list;

  return scene->clumps->blocked[w[pair->body].row] == BLOCK_ALL &&
         (!w[pair->other].carried || scene->clumps->blocked[w[pair->other].row] == BLOCK_ALL);
}

static bool is_excluded(const ContactScene *scene, const SolidPair *pair)
{
  const Wall *w = scene->walls->list;

  return scene->exclusions && w[pair->other].carried &&
         exclusions_apart(scene->exclusions, w[pair->body].row, w[pair->other].row);
}

bool solid_pair_meets(const ContactScene *scene, const SolidPair *pair, bool fixed)
{
  return !solid_pair_gone(scene->walls, pair) && !is_excluded(scene, pair) &&
         (fixed || !is_fixed(scene, pair));
}

/* Bound of how far the points within `far` (m) of x have moved with a body, m. A change of its
   periodic image is no motion. */
static double way_between(const Domain *domain, const Displacement *then, const Displacement *now,
                          Vec3 x, double far)
{
  const Quat turn = quat_mul(now->turn, quat_conjugate(then->turn));
  Vec3       d    = vec3_sub(displaced_point(now, replaced_point(then, x)), x);

  d = domain_shifted(domain, d, domain_nearest(domain, d));
  return vec3_norm(d) + 2 * vec3_norm(vec3(turn.x, turn.y, turn.z)) * far;
}

/* True if a wall has turned about an axis other than that along which its periodic images are: the
   images have moved in different ways then, and the body may be near any of them. */
static bool images_differ(const Domain *domain, const Displacement *then, const Displacement *now)
{
  const Quat turn  = quat_mul(now->turn, quat_conjugate(then->turn));
  const Vec3 about = vec3(turn.x, turn.y, turn.z);

  for (int k = 0; k < 3; k++) {
    Vec3 across = about;

    vec3_set(&across, k, 0);
    if (boundary_wraps(domain->boundary[k]) && vec3_norm(across) > 1e-12) return true;
  }
  return false;
}

/* Bound of how far the surfaces of a pair have moved since its list was made, m. */
static double way_of(const SolidScene *s, const SolidPair *pair, const Displacement at[2],
                     double far)
{
  const Domain    *domain = s->scene->domain;
  const SolidSide *other  = s->of_other;
  const Vec3       x      = pair->at[0].shift;
  const double     way    = way_between(domain, &pair->at[0], &at[0], x, s->of_body->extent);

  if (s->other->carried)
    return way + way_between(domain, &pair->at[1], &at[1], pair->at[1].shift, other->extent);
  if (images_differ(domain, &pair->at[1], &at[1])) return INFINITY;
  return way + way_between(domain, &pair->at[1], &at[1], domain_wrapped(domain, x), far);
}

void solid_pair_renew(const SolidScene *s, double reach, SolidPair *pair)
{
  const double       extent = s->of_body->extent, slack = list_share * extent;
  const Displacement at[2] = {solid_where(s->scene, s->body), solid_where(s->scene, s->other)};

  if (pair->listed && way_of(s, pair, at, 2 * extent + slack + reach) < slack) return;
  solid_list(s, reach + slack, pair);
  memcpy(pair->at, at, sizeof at);
  pair->listed = true;
}
