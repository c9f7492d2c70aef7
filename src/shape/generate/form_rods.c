/* SPDX-License-Identifier: MIT */
/* Forms of one or a few rods with round ends: capsules, or with a ripple rows of spheres. */
#include "options/rows.h"
#include "shape/generate/form.h"
#include "shape/generate/generate.h"
#include "shape/generate/rows.h"

/* clang-format off */
static const Option ripple_keys[] = { /* the last size of each form */
  REAL(KEY("ripple"), "1", "0", WITHIN(0, 0.5),
      "0: the form is made of capsules; else of rows of spheres with grooves of at most this depth over "
      "their radius"),
  {0},
};
/* clang-format on */

/* Replace capsules by rows of spheres, if the form is to have them. */
static bool finish(double ripple, PebbleSet *set, char *why)
{
  return ripple == 0 || pebble_set_rows(set, ripple, GENERATE_MOST, why);
}

/* Mass properties of the union of the capsules of a set, within 1e-9. */
static bool union_mass(const PebbleSet *set, double density, MassProperties *mass, char *why)
{
  const Materials materials = {.n = 1, .list = &(Material){.density = density}};

  if (!mass_exact.find(set, &materials, &mass_defaults, mass, why)) return false;
  mass_principal(mass);
  return true;
}

/* Half the length of the axis of a rod. False: it is shorter than wide. */
static bool half_axis(const char *form, double length, double diameter, double *half, char *why)
{
  *half = 0.5 * (length - diameter);
  return *half >= 0 || why_not(why, "%s_length is %g m, less than %s_diameter, %g m", form, length,
                               form, diameter);
}

/* ---- rod ---- */

enum { ROD_LENGTH, ROD_DIAMETER, ROD_RIPPLE };

/* clang-format off */
static const Option rod_keys[] = {
  REAL(KEY("rod_length"),   "m", "10e-3", RANGE_OF(LENGTH), "from end to end, not less than the diameter"),
  REAL(KEY("rod_diameter"), "m", "2e-3",  RANGE_OF(LENGTH), "of the rod and its half balls"),
  {0},
};
/* clang-format on */

static bool rod_make(const double *size, double density, PebbleSet *set, MassProperties *mass,
                     char *why)
{
  Swept rod = {.radius = 0.5 * size[ROD_DIAMETER]};

  if (!half_axis("rod", size[ROD_LENGTH], size[ROD_DIAMETER], &rod.to, why)) return false;
  rod.from = 0 - rod.to;
  pebble_set_create(1, set);
  pebble_set_put(set, 0, vec3(rod.from, 0, 0), vec3(rod.to, 0, 0), rod.radius);
  return finish(size[ROD_RIPPLE], set, why) && revolved_mass(1, &rod, density, mass, why);
}

const Form form_rod = {
  .head = {.name    = "rod",
           .text    = "A cylinder along x that ends in half balls, its middle at the origin.",
           .options = {rod_keys, ripple_keys}},
  .make = rod_make,
};

/* ---- fibre ---- */

enum { FIBRE_LENGTH, FIBRE_DIAMETER, FIBRE_BEND, FIBRE_PARTS, FIBRE_RIPPLE };

/* clang-format off */
static const Option fibre_keys[] = {
  REAL(KEY("fibre_length"),   "m",       "20e-3", RANGE_OF(LENGTH), "along its axis, from end to end"),
  REAL(KEY("fibre_diameter"), "m",       "1e-3",  RANGE_OF(LENGTH), "of the fibre and its half balls"),
  REAL(KEY("fibre_bend"),     "degrees", "60",     WITHIN(0, 360),   "angle between its ends; 0: straight"),
  REAL(KEY("fibre_parts"),    "1",       "8",     WITHIN(2, 100),
      "number of straight parts, of one length; 8 take a second or two, 64 half a minute"),
  {0},
};
/* clang-format on */

/* Parts of one length, each turned from the last by the same angle, in the plane z = 0; the middle of the
   fibre is at the origin, and its axis there along x. */
static bool fibre_make(const double *size, double density, PebbleSet *set, MassProperties *mass,
                       char *why)
{
  const int    n    = (int)size[FIBRE_PARTS];
  const double bend = size[FIBRE_BEND] * PETSC_PI / 180;
  double       half;
  Vec3         at = {0, 0, 0}, middle;

  if (size[FIBRE_PARTS] != n) return why_not(why, "fibre_parts is no whole number");
  if (!half_axis("fibre", size[FIBRE_LENGTH], size[FIBRE_DIAMETER], &half, why)) return false;
  pebble_set_create(n, set);
  for (int pass = 0; pass < 2; pass++) { /* the first finds the middle */
    at = pass == 0 ? at : vec3_scale(-1, middle);
    for (int k = 0; k < n; k++) {
      const double turned = bend * ((double)k / (n - 1) - 0.5), part = 2 * half / n;
      const Vec3   next = vec3_add(at, vec3_scale(part, vec3(cos(turned), sin(turned), 0)));

      if (2 * k == n) middle = at;
      if (2 * k == n - 1) middle = vec3_scale(0.5, vec3_add(at, next));
      if (pass == 1) pebble_set_put(set, k, at, next, 0.5 * size[FIBRE_DIAMETER]);
      at = next;
    }
  }
  return union_mass(set, density, mass, why) && finish(size[FIBRE_RIPPLE], set, why);
}

const Form form_fibre = {
  .head = {.name = "fibre",
           .text =
             "A bent rod: straight parts on an arc in the plane z = 0, its middle at the origin.",
           .options = {fibre_keys, ripple_keys}},
  .make = fibre_make,
};

/* ---- dumbbell ---- */

enum { BELL_LENGTH, BELL_DIAMETER, BELL_NECK, BELL_RIPPLE };

/* clang-format off */
static const Option dumbbell_keys[] = {
  REAL(KEY("dumbbell_length"),   "m", "10e-3", RANGE_OF(LENGTH), "from end to end, not less than the diameter"),
  REAL(KEY("dumbbell_diameter"), "m", "4e-3",  RANGE_OF(LENGTH), "of both balls"),
  REAL(KEY("dumbbell_neck"),     "m", "2e-3",  RANGE_OF(LENGTH),
      "diameter of the rod between them, not more than that of the balls"),
  {0},
};
/* clang-format on */

static bool dumbbell_make(const double *size, double density, PebbleSet *set, MassProperties *mass,
                          char *why)
{
  const double r = 0.5 * size[BELL_DIAMETER];
  double       half;
  Swept        part[3];

  if (!half_axis("dumbbell", size[BELL_LENGTH], size[BELL_DIAMETER], &half, why)) return false;
  if (size[BELL_NECK] > size[BELL_DIAMETER])
    return why_not(why, "dumbbell_neck is %g m, more than dumbbell_diameter, %g m", size[BELL_NECK],
                   size[BELL_DIAMETER]);
  part[0] = (Swept){-half, half, 0.5 * size[BELL_NECK]};
  part[1] = (Swept){-half, -half, r};
  part[2] = (Swept){half, half, r};
  pebble_set_create(3, set);
  for (int k = 0; k < 3; k++)
    pebble_set_put(set, k, vec3(part[k].from, 0, 0), vec3(part[k].to, 0, 0), part[k].radius);
  return finish(size[BELL_RIPPLE], set, why) && revolved_mass(3, part, density, mass, why);
}

const Form form_dumbbell = {
  .head = {.name    = "dumbbell",
           .text    = "Two balls on x and a rod between their centres, its middle at the origin.",
           .options = {dumbbell_keys, ripple_keys}},
  .make = dumbbell_make,
};

/* ---- cross ---- */

enum { CROSS_LENGTH, CROSS_DIAMETER, CROSS_RODS, CROSS_RIPPLE };

/* clang-format off */
static const Option cross_keys[] = {
  REAL(KEY("cross_length"),   "m", "10e-3", RANGE_OF(LENGTH), "of each rod from end to end"),
  REAL(KEY("cross_diameter"), "m", "2e-3",  RANGE_OF(LENGTH), "of the rods and their half balls"),
  REAL(KEY("cross_rods"),     "1", "3",     WITHIN(2, 3),     "2: rods along x and y; 3: along z, too"),
  {0},
};
/* clang-format on */

static bool cross_make(const double *size, double density, PebbleSet *set, MassProperties *mass,
                       char *why)
{
  const int n = (int)size[CROSS_RODS];
  double    half;

  if (size[CROSS_RODS] != n) return why_not(why, "cross_rods is neither 2 nor 3");
  if (!half_axis("cross", size[CROSS_LENGTH], size[CROSS_DIAMETER], &half, why)) return false;
  pebble_set_create(n, set);
  for (int k = 0; k < n; k++) {
    Vec3 end = {0, 0, 0};

    vec3_set(&end, k, half);
    pebble_set_put(set, k, vec3_scale(-1, end), end, 0.5 * size[CROSS_DIAMETER]);
  }
  return union_mass(set, density, mass, why) && finish(size[CROSS_RIPPLE], set, why);
}

const Form form_cross = {
  .head = {.name    = "cross",
           .text    = "Two or three rods that cross at right angles at the origin.",
           .options = {cross_keys, ripple_keys}},
  .make = cross_make,
};
