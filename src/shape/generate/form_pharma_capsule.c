/* SPDX-License-Identifier: MIT */
/* A hard capsule for drugs: a body and a cap pushed over it, two capsules on a common axis (Woo's
   PharmaCapsuleGenerator). Along x the body ends on the left, the cap on the right; x = 0 is the
   centre of the half ball of the body inside the cap.

   The cap is open on the left, where its half ball is cut off: of the part of the half ball that is
   wider than the body, capsule_cut is left away. */
#include "base/bounds.h"
#include "options/rows.h"
#include "shape/generate/form.h"
#include "shape/generate/generate.h"
#include "shape/generate/revolved.h"

enum { LENGTH, CAP_LENGTH, BODY_DIAMETER, CAP_DIAMETER, CUT, RIPPLE };

/* clang-format off */
static const Option keys[] = {
  REAL(KEY("capsule_length"),        "m", "19.4e-3", RANGE_OF(LENGTH),  "from end to end"),
  REAL(KEY("capsule_cap_length"),    "m", "9.78e-3", RANGE_OF(LENGTH),
      "of the cap, from its closed end"),
  REAL(KEY("capsule_body_diameter"), "m", "6.63e-3", RANGE_OF(LENGTH),  "of the body"),
  REAL(KEY("capsule_cap_diameter"),  "m", "6.91e-3", RANGE_OF(LENGTH),
      "of the cap, not less than that of the body"),
  REAL(KEY("capsule_cut"),           "1", "0.5",     UNIT_INTERVAL,
      "share of the rounded rim of the cap by which its half ball lies inside the cap's length"),
  REAL(KEY("capsule_ripple"),        "1", "0.01",    WITHIN(1e-5, 0.5),
      "depth of the grooves between neighbouring pebbles of a row over their radius, at most; the "
      "number of pebbles follows from it"),
  {NULL},
};
/* clang-format on */

/* Body and cap. False: the sizes do not fit together. */
static bool parts_of(const double *size, Swept part[2], char *why)
{
  const double body = 0.5 * size[BODY_DIAMETER], cap = 0.5 * size[CAP_DIAMETER];
  const double over = cap >= body ? sqrt((cap - body) * (cap + body)) : 0, cut = size[CUT] * over;

  part[0] = (Swept){.from = size[CAP_LENGTH] + body - size[LENGTH], .to = 0, .radius = body};
  part[1] = (Swept){.from = cut, .to = size[CAP_LENGTH] - cap, .radius = cap};
  if (cap < body)
    snprintf(why, 256, "capsule_cap_diameter is %g m, less than that of the body, %g m", 2 * cap,
             2 * body);
  else if (!(part[0].from <= 0))
    snprintf(why, 256,
             "capsule_length is %g m, less than the cap's %g m and half the body's diameter, %g m",
             size[LENGTH], size[CAP_LENGTH], body);
  else if (!(part[1].from <= part[1].to))
    snprintf(why, 256,
             "capsule_cap_length is %g m, too short for half its diameter, %g m, and the rim, %g m",
             size[CAP_LENGTH], cap, cut);
  else return true;
  return false;
}

static bool make(const double *size, double density, PebbleSet *set, MassProperties *mass,
                 char *why)
{
  Swept   part[2];
  int64_t n[2];
  int     at = 0;

  if (!parts_of(size, part, why)) return false;
  for (int p = 0; p < 2; p++) n[p] = min_int(swept_pebbles(&part[p], size[RIPPLE]), GENERATE_MOST);
  if (n[0] + n[1] > GENERATE_MOST) {
    snprintf(why, 256, "more than %d pebbles are needed: give a larger capsule_ripple",
             GENERATE_MOST);
    return false;
  }
  PetscCallAbort(PETSC_COMM_SELF, pebble_set_create((int)(n[0] + n[1]), set));
  for (int p = 0; p < 2; p++)
    for (int64_t k = 0; k < n[p]; k++, at++) {
      set->x[at] = vec3(swept_centre(&part[p], n[p], k), 0, 0);
      set->r[at] = part[p].radius;
    }
  return revolved_mass(2, part, density, mass, why);
}

const Form form_pharma_capsule = {
  .head = {.name    = "pharma_capsule",
           .text    = "A hard capsule for drugs along x: a body, and a cap pushed over it.",
           .source  = "Woo, PharmaCapsuleGenerator",
           .options = {keys}},
  .make = make,
};
