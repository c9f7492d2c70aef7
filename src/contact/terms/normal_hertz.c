/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/normal_hertz.h, which has the formulas. */
#include "contact/terms/kernels/normal_hertz.h"
#include "contact/terms/dashpot.h"

/* 2 / sqrt(5): Tsuji's alpha refers to the force over the overlap, 2/3 of the slope */
#define FITTED 0.8944271909999159

static unsigned hertz_read(void *self, const LawSource *s)
{
  NormalHertz *h = self;

  h->dashpot = dashpot_read(s);
  if (h->dashpot.fitted) h->dashpot.ratio *= FITTED;
  if (contact_has_young(s, "normal")) h->young = contact_young(s->a, s->b);
  return NEEDS_RADIUS | dashpot_needs(&h->dashpot);
}

/* m v^2 / 2 = 8/15 E* sqrt(R) d^(5/2) (Timoshenko & Goodier 1970, art. 141; Johnson 1985,
 * eq. 11.23). */
static void hertz_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const NormalHertz *h      = self;
  const double       energy = 0.5 * at->point_mass * at->speed * at->speed,
               unit         = h->young * at->radius * at->radius * at->radius;

  limits->stiffness = 2 * h->young * at->radius * sqrt(at->overlap);
  limits->damping =
    dashpot_damping(&h->dashpot, GROWING_RATIO, limits->stiffness, at->mass, at->point_mass);
  limits->deepest = pow(15.0 / 8.0 * energy / unit, 0.4);
}

static void hertz_undamp(void *self)
{
  NormalHertz *h = self;

  h->dashpot = dashpot_none(&h->dashpot);
}

const ContactTerm normal_hertz = {
  .head =
    {
      .name   = "hertz",
      .text   = "Hertz contact of elastic spheres with a dashpot whose restitution does not depend "
                "on speed.",
      .source = "Hertz 1882; Tsuji, Tanaka & Ishida 1992, Powder Technology 71, 239",
      .options = {dashpot_options, rate_options},
    },
  .slot     = SLOT_NORMAL,
  .size     = sizeof(NormalHertz),
  .read     = hertz_read,
  .apply    = normal_hertz_apply,
  .limits   = hertz_limits,
  .hertzian = true,
  .undamp   = hertz_undamp,
  .duration = 1.2829, /* 2.9433 d / v over pi sqrt(8/15) d / v: t_c = 2.87 (m^2 / (R E*^2 v))^(1/5),
                         Johnson 1985, eq. 11.24 */
  .energy   = normal_hertz_energy,
};
