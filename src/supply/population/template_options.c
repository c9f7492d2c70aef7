/* SPDX-License-Identifier: MIT */
/* Options of a template, and checks made before any file is read. */
#include "options/rows.h"
#include "shape/generate/generate_read.h"
#include "supply/population/template_internal.h"
#include "supply/population/template_read.h"

/* clang-format off */
static const Option template_options[] = {
  NAME(KEY("material"), REQUIRED, "material", "material of pebbles for which the file gives none"),
  REALS(KEY("pebbles"),          "m",      OPTIONAL, SIGNED(LENGTH_MOST),
      "x, y, z and r of each pebble, in any frame; in two dimensions x, y and r",
      .group = 4, .flags = PLANAR),
  REALS(KEY("capsules"),         "m",      OPTIONAL, SIGNED(LENGTH_MOST),
      "x1, y1, z1, x2, y2, z2 and r of each capsule, the points within r of a segment, with or "
      "without pebbles", .group = 7),
  INPUT_FILE(KEY("file"),        OPTIONAL,
      "CSV file with one pebble per row, instead of pebbles: x,y,z,r[,x2,y2,z2][,material][,group]; "
      "with x2, y2, z2 it is a capsule from x, y, z to there, or a sphere if they are the same"),
  PLUGIN(KEY("form"),            OPTIONAL, form_heads,
      "form of a body, in place of pebbles, file, mesh or shapes"),
  WORDS(KEY("pebble_group"),     OPTIONAL,
      "groups of pebbles for which the file gives none: name or slot=name, one per slot"),
  REAL(KEY("scale"),             "1",      "1",      RANGE_OF(SCALE),
      "factor on all lengths of pebbles, file, mesh, shapes or form"),
  PLUGIN(KEY("mass_properties"), "exact",  mass_source_heads,
      "method for mass, centre and inertia; shapes or form is the default if these are given"),
  REAL(KEY("density"),           "kg/m^3", OPTIONAL, RANGE_OF(DENSITY),
      "density of the whole body, instead of that of its materials"),
  REAL(KEY("mass"),              "kg",     OPTIONAL, RANGE_OF(MASS),
      "mass of the body, scale included; with mass_properties: given, volume times density if not "
      "given; with other methods mass and inertia found are scaled to this mass"),
  BOOL(KEY("turns"),             "true",
      "false: its clumps keep their attitude, as if each were blocked: XYZ; a lone particle that "
      "needs none is then moved as a point"),
  {0},
};
/* clang-format on */

static const Option *const further_options[] = {mesh_options,
                                                QUANTITY_LIST(QUANTITY_TEMPLATE) NULL};

const OptionKind template_kind = {.name    = "template",
                                  .named   = true,
                                  .options = template_options,
                                  .more    = further_options,
                                  .text    = "shapes of clumps"};

double template_real(const Options *options, const char *name, const char *key)
{
  return option_real_or(options, "template", name, key, 0);
}

/* For given mass properties: check that volume or mass is given, and not volume, mass and
   density together. */
static bool check_amounts(Options *options, const char *name)
{
  const bool volume = option_is_set(options, "template", name, "volume"),
             mass   = option_is_set(options, "template", name, "mass");

  if (!volume && !mass)
    option_mistake(options, "template", name, "mass",
                   "missing: mass_properties: given needs it, or volume, or both");
  else if (volume && mass && option_is_set(options, "template", name, "density"))
    option_mistake(options, "template", name, "density",
                   "must not be given together with volume and mass");
  else
    return volume == option_has_value(options, "template", name, "volume") &&
           mass == option_has_value(options, "template", name, "mass");
  return false;
}

static bool inertia_fits(int n, int dimension)
{
  return n == 3 || n == 6 || (n == 1 && dimension == 2);
}

/* Sources of the pebbles, key and text for messages; exactly one must be given, or pebbles and
   capsules. */
enum { FROM_PEBBLES, FROM_CAPSULES };
static const char *const sources[][2] = {{"pebbles", "pebbles"}, {"capsules", "capsules"},
                                         {"file", "a file"},     {"mesh", "a mesh"},
                                         {"shapes", "shapes"},   {"form", "a form"}};

enum { N_SOURCES = sizeof sources / sizeof *sources };

/* Key of the only source given; NULL, and a mistake noted, if there is none or more than one. */
static const char *source_of(Options *options, const char *name)
{
  int n = 0, given[N_SOURCES];

  for (int k = 0; k < N_SOURCES; k++)
    if (option_is_set(options, "template", name, sources[k][0])) given[n++] = k;
  if (n == 1) return sources[given[0]][0];
  if (n == 2 && given[0] == FROM_PEBBLES && given[1] == FROM_CAPSULES) return sources[0][0];
  if (n == 0)
    option_mistake(options, "template", name, NULL,
                   "has no shape: give pebbles, capsules, a file, a mesh, shapes or a form");
  else
    option_mistake(options, "template", name, NULL, "has %s and %s: give one of them",
                   sources[given[0]][1], sources[given[n - 1]][1]);
  return NULL;
}

/* The default of mass_properties is `shapes` for templates with shapes, `form` for those with a
   form. A source without its key is a mistake, and false. */
static bool check_source(Options *options, const char *name)
{
  static const char *const own[] = {"shapes", "form"};
  const MassSource        *source;

  for (int k = 0; k < 2; k++)
    if (option_is_set(options, "template", name, own[k]))
      PetscCallAbort(PETSC_COMM_SELF,
                     option_set_default(options, "template", name, "mass_properties", own[k]));
  source = mass_source_of(options, name);
  if (!source || !source->needs || option_is_set(options, "template", name, source->needs))
    return true;
  option_mistake(options, "template", name, "mass_properties",
                 "needs the key %s: give it, or another method", source->needs);
  return false;
}

bool template_check(Options *options, const char *name, const Materials *materials, int dimension)
{
  const bool        mass = check_source(options, name), mesh = mesh_options_check(options, name);
  const MassSource *from   = mass_source_of(options, name);
  const char       *method = option_word(options, "template", name, "mass_properties"),
             *source       = source_of(options, name);
  bool good                = mass && mesh && source &&
              option_has_value(options, "template", name, source); /* noted already if wrong */
  int n;

  if (strlen(name) >= NAME_LENGTH) {
    option_mistake(options, "template", name, NULL, "the name is longer than %d characters",
                   NAME_LENGTH - 1);
    good = false;
  }
  if (dimension == 2 && option_is_set(options, "template", name, "capsules")) {
    option_mistake(options, "template", name, "capsules",
                   "not available in two dimensions: give pebbles, which are discs");
    good = false;
  }
  if (dimension == 2 && source && strcmp(source, "pebbles") != 0 && strcmp(source, "file") != 0) {
    option_mistake(options, "template", name, source,
                   "not available in two dimensions: give pebbles or a file of discs");
    good = false;
  }
  if (from && from->is_given) {
    option_reals(options, "template", name, "inertia", &n);
    if (n != 0 && !inertia_fits(n, dimension))
      option_mistake(options, "template", name, "inertia",
                     "%d numbers: give %s3 (xx, yy, zz) or 6 (xx, yy, zz, xy, xz, yz)", n,
                     dimension == 2 ? "1 (zz), " : "");
    good = good && inertia_fits(n, dimension) &&
           option_has_value(options, "template", name, "position") && check_amounts(options, name);
  } else if (option_is_set(options, "template", name, "mass") &&
             option_is_set(options, "template", name, "density")) {
    option_mistake(options, "template", name, "mass", "must not be given together with density");
    good = false;
  } else if (!from && !mass_method_find(method)) {
    good = false; /* unknown method: noted already */
  }
  return good &&
         materials_find(materials, option_word(options, "template", name, "material")) >= 0 &&
         option_has_value(options, "template", name, "scale");
}
