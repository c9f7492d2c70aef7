/* SPDX-License-Identifier: MIT */
/* Options of the section domain. */
#include "base/bounds.h"
#include "options/rows.h"
#include "space/cell/deformation.h"
#include "space/domain.h"

/* clang-format off */
static const Option domain_options[] = {
  PATH(KEY("file"),                OPTIONAL,
      "in place of lo, hi and vectors: those of a checkpoint, as the cell is there, which is at "
      "rest at the start; a file, or a folder, of which the newest one is taken"),
  VEC3_PLANAR(IN(DomainGiven, lo), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "lower corner; in two dimensions a z is ignored. Required without file"),
  VEC3_PLANAR(IN(DomainGiven, hi), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "upper corner; likewise. Required without vectors and file"),
  REALS(KEY("vectors"),            "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "in place of hi: the three edges of a triclinic cell from lo, x, y, z of each (in two "
      "dimensions the two edges, x, y of each). An edge of an axis that is not periodic is along "
      "it: docs/physics/cells.md"),
  WORDS(KEY("boundary"),           "open,open,open",
      "the two faces of each direction", .plugins = boundary_heads, .count = 3, .flags = PLANAR),
  {0},
};
/* clang-format on */

static const Option *const more[] = {deformation_options, NULL};

const OptionKind domain_kind = {.name    = "domain",
                                .options = domain_options,
                                .more    = more,
                                .text    = "the simulated region and its boundary conditions"};

/* Report edges that span no volume, are left-handed, or point downwards. False: there is a
   mistake. */
static bool check_edges(Options *o, int dimension, const Vec3 given[3])
{
  const Vec3   c      = dimension == 2 ? (Vec3){0, 0, 1} : given[2];
  const double volume = vec3_dot(vec3_cross(given[0], given[1]), c),
               most   = vec3_norm(given[0]) * vec3_norm(given[1]) * vec3_norm(c);

  if (!(fabs(volume) > 1e-9 * most)) {
    option_mistake(o, "domain", NULL, "vectors", "the edges span no %s",
                   dimension == 2 ? "area" : "volume");
    return false;
  }
  if (volume < 0) {
    option_mistake(o, "domain", NULL, "vectors",
                   "the edges are left-handed: exchange two of them, or turn one round");
    return false;
  }
  for (int k = 0; k < dimension; k++)
    if (!(vec3_axis(given[k], k) > 0)) {
      option_mistake(
        o, "domain", NULL, "vectors",
        "edge %c has %g m along %c; allowed: > 0, as edges a, b, c lead from the lower "
        "to the upper faces of x, y, z",
        "abc"[k], vec3_axis(given[k], k), "xyz"[k]);
      return false;
    }
  return true;
}

/* True if neither corner is given, nor what may stand for one of them. */
static bool lacks_both(const Options *o)
{
  static const char *const keys[] = {"lo", "hi", "vectors"};
  bool                     lacks  = true;

  for (int k = 0; k < 3; k++)
    lacks = lacks && !option_is_set(o, "domain", NULL, keys[k]) &&
            (k == 0 || !option_is_wrong(o, "domain", NULL, keys[k]));
  return lacks;
}

/* The edges of the cell: those of `vectors`, or of the box lo .. hi. */
static void read_vectors(Options *o, int dimension, DomainGiven *s)
{
  int           n;
  const double *v    = option_reals(o, "domain", NULL, "vectors", &n);
  const Vec3    side = vec3_sub(s->hi, s->lo);
  const bool    both = n > 0 && option_is_set(o, "domain", NULL, "hi");

  for (int k = 0; k < 3; k++) {
    s->vector[k] = (Vec3){0, 0, 0};
    vec3_set(&s->vector[k], k, vec3_axis(side, k));
  }
  if (both) option_mistake(o, "domain", NULL, "vectors", "given with hi: leave one of them out");
  else if (n == 0 && !option_is_set(o, "domain", NULL, "hi") && !lacks_both(o))
    option_mistake(o, "domain", NULL, "hi", "missing: the upper corner, or vectors in place of it");
  else if (n > 0 && n != dimension * dimension)
    option_mistake(o, "domain", NULL, "vectors", "%d numbers; allowed: %d, x, y%s of each edge", n,
                   dimension * dimension, dimension == 2 ? "" : ", z");
  s->vectors = n > 0 && !both && n == dimension * dimension;
  if (!s->vectors) return;
  for (int k = 0; k < (n == 4 ? 2 : 3); k++)
    s->vector[k] =
      n == 4 ? (Vec3){v[2 * k], v[2 * k + 1], 0} : (Vec3){v[3 * k], v[3 * k + 1], v[3 * k + 2]};
  s->vectors = check_edges(o, dimension, s->vector);
  if (!s->vectors) return;
  s->hi = vec3_add(s->lo, (Vec3){s->vector[0].x, s->vector[1].y, s->vector[2].z});
}

/* Report keys that are given beside the file, which replaces them. */
static void refuse_beside_file(Options *o)
{
  static const char *const keys[] = {"lo", "hi", "vectors"};

  for (int k = 0; k < 3; k++)
    if (option_is_set(o, "domain", NULL, keys[k]))
      option_mistake(o, "domain", NULL, keys[k], "given with file: leave one of them out");
}

/* Report an upper corner that is not above the lower one in all directions. */
static void check_corners(Options *o, int dimension, Vec3 lo, Vec3 hi)
{
  Text text   = {0};
  int  n      = 0;
  bool turned = true;

  for (int k = 0; k < dimension; k++) {
    const double low = vec3_axis(lo, k), high = vec3_axis(hi, k);

    turned = turned && high < low;
    if (high > low) continue;
    text_add(&text, "%s%g m along %c is not above lo (%g m)", n > 0 ? ", " : "", high, "xyz"[k],
             low);
    n++;
  }
  if (n > 0)
    option_mistake(o, "domain", NULL, "hi", "%s%s", text.s, turned ? ": exchange lo and hi" : "");
  text_free(&text);
}

void domain_read(Options *o, int dimension, DomainGiven *s)
{
  const bool         file = option_has_value(o, "domain", NULL, "file");
  int                n;
  const char *const *words = option_words(o, "domain", NULL, "boundary", &n);
  Vec3              *lo = &s->lo, *hi = &s->hi;

  options_read_into(o, "domain", NULL, domain_options, s);
  if (file) refuse_beside_file(o);
  else if (!option_is_set(o, "domain", NULL, "lo") && !option_is_wrong(o, "domain", NULL, "lo"))
    option_mistake(o, "domain", NULL, "lo", "missing: %s",
                   lacks_both(o)
                     ? "give the lower corner of the domain, lo, and the upper one, hi, "
                       "as in `domain: {lo: [0, 0, 0], hi: [1, 1, 1]}`"
                     : "the lower corner");
  if (!file) read_vectors(o, dimension, s);
  for (int k = 0; k < 3; k++) {
    s->boundary[k] = k < n ? (Boundary)plugin_index(boundary_heads, words[k]) : BOUNDARY_OPEN;
  }
  if (!s->vectors && option_is_set(o, "domain", NULL, "hi")) check_corners(o, dimension, *lo, *hi);
}
