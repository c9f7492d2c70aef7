/* SPDX-License-Identifier: MIT */
/* The table of surfaces, and what several kinds share. */
#include "wall/surface.h"
#include "base/bounds.h"
#include "options/rows.h"

const Plugin *const surface_table[] = {SURFACES(PLUGIN_HEAD) NULL};

/* clang-format off */
const Option surface_point_options[] = {
  VEC3_FLAT(KEY("point"), "m", REQUIRED, SIGNED(LENGTH_MOST),
      "any point of a plane (in two dimensions of a line); the centre of a sphere; the centre of "
      "the first end of a cylinder or cone"),
  {0},
};

const Option surface_side_options[] = {
  WORD(KEY("side"), OPTIONAL, "inside outside both",
      "side on which clumps are; both: a sheet without thickness, the default with open ends and a "
      "length; else inside"),
  {0},
};

const Option surface_solid_options[] = {
  WORD(KEY("side"), OPTIONAL, "inside outside", "side on which clumps are; default inside"),
  {0},
};

const Option surface_radius_options[] = {
  REALS(KEY("radius"), "m", REQUIRED, UP_TO(LENGTH_MOST),
      "one number > 0; of a cone two: at the first end and at the other, one of them may be 0"),
  {0},
};

const Option surface_axis_options[] = {
  VEC3(KEY("axis"),   "1", OPTIONAL, ANY_NUMBER,
      "direction from the first end to the other, of any length; default z"),
  REAL(KEY("length"), "m", "0",      UP_TO(LENGTH_MOST),
      "length along the axis; 0: endless, cylinders only"),
  WORD(KEY("ends"),   "open", "open closed", "closed: with a disc at each end"),
  {0},
};
/* clang-format on */

void ridges_add(Ridges *ridges, Ridge ridge)
{
  array_reserve(&ridges->list, sizeof *ridges->list, ridges->n + 1, &ridges->capacity);
  ridges->list[ridges->n++] = ridge;
}

void features_add(Features *f, int32_t feature)
{
  array_reserve(&f->list, sizeof *f->list, f->n + 1, &f->capacity);
  f->list[f->n++] = feature;
}

void *surface_keep(const void *constants, size_t size)
{
  void *kept;

  array_create(&kept, size, 1);
  memcpy(kept, constants, size);
  return kept;
}

void features_seek(const void *constants, int n, FeatureBound *bound, Vec3 lo, Vec3 hi,
                   double reach, Features *out)
{
  const Vec3   middle = vec3_scale(0.5, vec3_add(lo, hi));
  const double half   = 0.5 * vec3_norm(vec3_sub(hi, lo));

  for (int k = 0; k < n; k++) {
    const double least  = bound(constants, k, middle) - half;
    const double margin = 1e-12 * (vec3_norm(middle) + half + fabs(least) + reach);

    if (least <= reach + margin) features_add(out, k);
  }
}

WallSide surface_side(Options *options, const char *wall, WallSide otherwise, bool is_solid)
{
  const char *word;

  if (!option_has_value(options, "wall", wall, "side")) return otherwise;
  word = option_word(options, "wall", wall, "side");
  if (strcmp(word, "both") == 0 && is_solid)
    option_mistake(options, "wall", wall, "side",
                   "needs a sheet: a cylinder or cone with open ends; allowed: inside or "
                   "outside");
  return strcmp(word, "outside") == 0 ? SIDE_OUTSIDE
         : strcmp(word, "both") == 0  ? SIDE_BOTH
                                      : SIDE_INSIDE;
}

bool surface_axis(Options *options, const char *wall, Vec3 *axis)
{
  *axis = vec3(0, 0, 1);
  if (!option_has_value(options, "wall", wall, "axis")) return true;
  *axis = option_vec3(options, "wall", wall, "axis");
  if (!vec3_normalize(axis))
    option_mistake(options, "wall", wall, "axis",
                   "(0, 0, 0) has no direction: give a vector of any length but 0");
  else if (options_dimension(options) == 2 && (axis->x != 0 || axis->y != 0))
    option_mistake(
      options, "wall", wall, "axis",
      "has a part in the plane; in two dimensions (run: dimension: 2) allowed: 0, 0, 1");
  else return true;
  return false;
}

char *surface_axes_said(const bool axes[3])
{
  Text text = {0};
  int  n    = 0;

  for (int k = 0; k < 3; k++)
    if (axes[k]) text_add(&text, "%s%c", n++ > 0 ? " and " : "", "xyz"[k]);
  if (n > 0) text_add(&text, ", which %s periodic", n > 1 ? "are" : "is");
  return text.s;
}

void surface_not_periodic(Options *options, const char *wall, const char *what, const bool axes[3])
{
  char *const said = surface_axes_said(axes);
  int         last;

  if (!said) return;
  last = (int)strcspn(said, ",");
  option_mistake(options, "wall", wall, "shape",
                 "%s is not the same in every period along %s; allowed there: a "
                 "plane parallel to it, a cylinder without end along it, or a mesh (shape: "
                 "mesh), which is repeated in every period; or make %.*s open (domain: boundary)",
                 what, said, last, said);
  free(said);
}
