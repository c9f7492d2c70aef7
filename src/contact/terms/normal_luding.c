/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/normal_luding.h, which has the formulas. */
#include "contact/terms/kernels/normal_luding.h"
#include "base/bounds.h"
#include "contact/terms/dashpot.h"
#include "options/rows.h"

/* clang-format off */
static const Option unloading_options[] = {
  REAL(KEY_IN("unloading_stiffness", NormalLuding, unload), "N/m", REQUIRED, RANGE_OF(STIFFNESS),
      "stiffness where a contact unloads, above that of loading, `stiffness`"),
  {NULL},
};

static const Option adhesion_options[] = {
  REAL(KEY_IN("adhesion_stiffness", NormalLuding, adhesion), "N/m", "0", UP_TO(STIFFNESS_MOST),
      "attraction over overlap of the adhesive branch"),
  REAL(KEY("plastic_depth"),                               "1",   "0", UP_TO(SCALE_MOST),
      "plastic overlap over twice the reduced radius, at which unloading_stiffness is reached; 0: "
      "at any overlap"),
  {NULL},
};
/* clang-format on */

static void read_stiffness(NormalLuding *h, const LawSource *s)
{
  options_read_into(s->options, "contact", s->law, unloading_options, h);
  if (!option_has_value(s->options, "contact", s->law, "stiffness")) {
    option_mistake(s->options, "contact", s->law, "stiffness",
                   "missing: %s needs the stiffness of loading (N/m)",
                   option_word(s->options, "contact", s->law, "normal"));
    h->load = 0.5 * h->unload;
    return;
  }
  h->load = option_real(s->options, "contact", s->law, "stiffness");
  if (h->unload <= h->load)
    option_mistake(s->options, "contact", s->law, "unloading_stiffness",
                   "%g N/m, not above stiffness, %g N/m: give a larger one", h->unload, h->load);
}

static unsigned hysteretic_read(void *self, const LawSource *s)
{
  NormalLuding *h = self;

  read_stiffness(h, s);
  h->dashpot = dashpot_read_plastic(s);
  return dashpot_needs(&h->dashpot);
}

static unsigned luding_read(void *self, const LawSource *s)
{
  NormalLuding  *h     = self;
  const unsigned needs = hysteretic_read(self, s);
  const double   phi   = option_real(s->options, "contact", s->law, "plastic_depth");

  options_read_into(s->options, "contact", s->law, adhesion_options, h);
  h->depth = h->unload > h->load ? 2 * phi * h->unload / (h->unload - h->load) : 0;
  return needs | (h->depth > 0 ? NEEDS_RADIUS : 0);
}

static void hysteretic_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const NormalLuding *h = self;

  limits->stiffness = max_real(h->unload, h->adhesion);
  limits->damping   = dashpot_damping(&h->dashpot, 1, 0, at->mass, at->point_mass);
}

static void hysteretic_linear(const void *self, double factor, double *constant, double *modulus)
{
  *constant = factor * ((const NormalLuding *)self)->load;
  *modulus  = 0;
}

static void hysteretic_undamp(void *self)
{
  NormalLuding *h = self;

  h->dashpot = dashpot_none(&h->dashpot);
}

static const MemoryField hysteretic_memory[] = {{"largest_overlap", "m", 1}, {NULL}};

const ContactTerm normal_walton_braun = {
  .head   = {.name    = "walton_braun",
             .text    = "Spring that is stiffer in unloading, so that a part of the overlap stays.",
             .source  = "Walton & Braun 1986, J. Rheol. 30, 949",
             .options = {stiffness_options, unloading_options, rate_options}},
  .slot   = SLOT_NORMAL,
  .size   = sizeof(NormalLuding),
  .memory = hysteretic_memory,
  .read   = hysteretic_read,
  .apply  = normal_luding_apply,
  .limits = hysteretic_limits,
  .linear = hysteretic_linear,
  .undamp = hysteretic_undamp,
  .energy = normal_luding_energy,
};

const ContactTerm normal_luding = {
  .head   = {.name    = "luding",
             .text    = "Elasto-plastic spring with an adhesive branch and a limit of plasticity.",
             .source  = "Luding 2008, Granular Matter 10, 235",
             .options = {stiffness_options, unloading_options, adhesion_options, rate_options}},
  .slot   = SLOT_NORMAL,
  .size   = sizeof(NormalLuding),
  .memory = hysteretic_memory,
  .read   = luding_read,
  .apply  = normal_luding_apply,
  .limits = hysteretic_limits,
  .linear = hysteretic_linear,
  .undamp = hysteretic_undamp,
  .energy = normal_luding_energy,
};
