/* SPDX-License-Identifier: MIT */
/* Keys of `clumps`, and the type of an object that follows from them. */
#include "options/attitude.h"
#include "shape/mesh/skin.h"
#include "supply/fill/fill_spec.h"
#include "supply/population/population_internal.h"

/* clang-format off */
static const Option clumps_options[] = {
  INPUT_FILE(KEY("file"),      OPTIONAL,
      "CSV with a clump a row: "
      "template,x,y,z[,qw,qx,qy,qz][,vx,vy,vz][,wx,wy,wz][,id][,scale][,density][,group][,blocked], "
      "with axis_x,axis_y,axis_z,angle (degrees) in place of the quaternion if that is at hand, "
      "and columns of quantities; or a checkpoint (HDF5): its clumps as they are there, with "
      "templates that are not in the scenario, without contact memory; with template and region: "
      "mesh: closed surface that a fill lies in, STL or OBJ"),
  INPUT_FILE(KEY("spheres"),   OPTIONAL,
      "CSV with a sphere a row: "
      "[clump_id,]x,y,z,r[,material][,vx,vy,vz][,wx,wy,wz][,blocked][,group][,pebble_group]; rows "
      "of one clump_id are one body"),
  NAME(KEY("material"), OPTIONAL, "material", "with spheres: material of the rows that name none"),
  WORD(KEY("mass_properties"), OPTIONAL, "exact sum",
      "with spheres: exact (default): of the union of a body's spheres; sum: overlaps count for "
      "each sphere"),
  REAL(KEY("density"),         "kg/m^3", OPTIONAL, RANGE_OF(DENSITY),
      "density in place of the material's (spheres, position) or of the templates' (fill)"),
  NAMES(KEY("template"),       OPTIONAL, "template",
      "the one shape of a clump at a position, or of the nodes of a skin; or shapes to draw from, "
      "for a random fill of a region without overlaps"),
  VEC3_FLAT(KEY("position"), "m", OPTIONAL, SIGNED(LENGTH_MOST), "one clump: its centre of mass"),
  VEC3_FLAT(KEY("origin"),     "m",      OPTIONAL, SIGNED(LENGTH_MOST),
      "one clump, in place of position: where the origin of the template's coordinates as given "
      "comes to lie"),
  ATTITUDE_OWN_ROWS(OPTIONAL, "", "",
      "one clump: turn from the template's axes as given to the lab; fill: that of all its clumps, as "
      "attitudes: fixed with clump_attitude; region: mesh: turn of its file about pivot, while that "
      "of the clumps is clump_attitude; default none"),
  VEC3(KEY("spin"),            "rad/s",  OPTIONAL, SIGNED(SPIN_MOST),
      "one clump: angular velocity, lab axes, along z in two dimensions; default 0",
      .also = "angular_velocity"),
  INT(KEY("id"),               OPTIONAL, ANY_NUMBER,
      "one clump: its id, default: the next free one; skin: id of the first node, which the others "
      "follow, default 0; checkpoint: its lowest id becomes this one, all others are shifted "
      "likewise, default: as they are"),
  REAL(KEY("scale"),           "1",      OPTIONAL, RANGE_OF(SCALE),
      "one clump: factor on the template's lengths; region: mesh: on those of its file; default 1"),
  STRING(KEY("blocked"),       OPTIONAL,
      "one clump, skin: blocked degrees of freedom: letters of xyz (translation along axes of the "
      "lab) or up to two of uvw (of the template, which turn with the clump), and XYZ or UVW "
      "(rotation, likewise)"),
  WORDS(KEY("group"),          OPTIONAL,
      "groups of all its clumps where the file does not say otherwise: name or slot=name, one in "
      "each slot"),
  INT(KEY("bond_id"),          OPTIONAL, UP_TO(PETSC_MPI_INT_MAX),
      "file, spheres, one clump, skin: number of the larger body that its clumps belong to, within "
      "which there are no contacts; files may have a column bond_id instead, with -1 for none"),
  REAL(KEY("at"),              "s",      OPTIONAL, UP_TO(TIME_MOST),
      "with file, spheres or position: its clumps enter after the first step that ends at this "
      "time or later"),
  REALS(KEY("fraction"),       "",       OPTIONAL, BETWEEN(0, INFINITY),
      "fill: share of each template (of what: fraction_by), normalised; equal shares if not given"),
  INT(KEY("count"),            OPTIONAL, WITHIN(1, 1e12),          "fill: number of clumps"),
  VEC3_PLANAR(KEY("lo"),       "m",      OPTIONAL, SIGNED(LENGTH_MOST),
      "fill: lower corner of the box that all pebbles lie in, within open faces; it may go across "
      "a periodic face, but not be longer than the period; in two dimensions a z is ignored"),
  VEC3_PLANAR(KEY("hi"),       "m",      OPTIONAL, SIGNED(LENGTH_MOST),
      "fill: upper corner of the box, likewise"),
  INT(KEY("attempts"),         OPTIONAL, WITHIN(1, 1e6),
      "fill: number of places to try for each clump; default 200"),
  VEC3_FLAT(KEY("velocity"),   "m/s",    OPTIONAL, SIGNED(SPEED_MOST),
      "fill, one clump, skin: initial velocity; default 0"),
  {0},
};
/* clang-format on */

static const Option *const more_options[] = {fill_options, mix_options, skin_options,
                                             QUANTITY_LIST(QUANTITY_START)
                                               QUANTITY_LIST(QUANTITY_HOLD) NULL};

const OptionKind clumps_kind = {.name    = "clumps",
                                .named   = true,
                                .options = clumps_options,
                                .more    = more_options,
                                .text    = "clumps at the start, or that enter at a given time"};

/* ---- what an object is ---- */

/* Keys of each type: the first one decides the type (`origin` as `position` does), the others are
   allowed with it; fills also have the keys of fill_options, skins those of skin_options. The file
   of a fill with `region: mesh`, and how it is placed, come below. */
static const char *const keys_of_type[][19] = {
  [POPULATION_FILE]    = {"file", "id", "group", "bond_id", "at", NULL},
  [POPULATION_SPHERES] = {"spheres", "material", "mass_properties", "density", "group", "bond_id",
                          "at", NULL},
  [POPULATION_SINGLE]  = {"position", "origin", "template", "attitude", "attitude_axis",
                          "attitude_angle", "velocity", "spin", "id", "scale", "density", "blocked",
                          "group", "bond_id", "at", NULL},
  [POPULATION_SKIN] = {"skin", "template", "velocity", "id", "blocked", "group", "bond_id", NULL},
  [POPULATION_FILL] = {"template", "fraction", "count", "lo", "hi", "attempts", "velocity",
                       "density", "group", "attitude", "attitude_axis", "attitude_angle", NULL},
};

static const char *const keys_of_mesh[] = {"file", "scale", "attitude", "attitude_axis",
                                           "attitude_angle"};

/* True if the object is a fill of a mesh and the key is one of this mesh. */
static bool is_of_mesh(const Options *options, const char *object, const char *key)
{
  bool is = false;

  if (!option_is_set(options, "clumps", object, "template") ||
      !option_has_value(options, "clumps", object, "region") ||
      strcmp(option_word(options, "clumps", object, "region"), "mesh") != 0)
    return false;
  for (int k = 0; k < 5; k++) is = is || strcmp(keys_of_mesh[k], key) == 0;
  return is;
}

static bool goes_with(PopulationType type, const char *key)
{
  for (const char *const *k = keys_of_type[type]; *k; k++)
    if (strcmp(*k, key) == 0) return true;
  return false;
}

PopulationType population_type(const Options *options, const char *object)
{
  PopulationType type = POPULATION_UNCLEAR;
  int            n    = 0;

  for (PopulationType t = POPULATION_FILE; t <= POPULATION_FILL; t++) {
    if (!option_is_set(options, "clumps", object, keys_of_type[t][0]) &&
        !(t == POPULATION_SINGLE && option_is_set(options, "clumps", object, "origin")))
      continue;
    if (is_of_mesh(options, object, keys_of_type[t][0])) continue;
    if (t == POPULATION_FILL && (type == POPULATION_SINGLE || type == POPULATION_SKIN))
      continue; /* they have a template, too */
    type = t;
    n++;
  }
  return n == 1 ? type : POPULATION_UNCLEAR;
}

/* Free places can only be found when the clumps enter. */
static const char at_refused[] =
  "a random fill is made at the start, when it is not known yet where there will be room: give its "
  "clumps by file, spheres or position, or end the run at this time and go on with -restart and a "
  "scenario that has the fill";

/* The key that decided the type. */
static const char *main_key(const Options *options, const char *name, PopulationType type)
{
  if (type == POPULATION_SINGLE && !option_is_set(options, "clumps", name, "position"))
    return "origin";
  return keys_of_type[type][0];
}

/* A mistake for each key of the table that is given. Those of plug-ins are refused by their
   conditions, as `size` and `attitudes` are then not given. */
static void refuse_keys(Options *options, const char *name, const Option *table, const char *with,
                        const char *has)
{
  for (const Option *row = table; row->key; row++)
    if (option_is_set(options, "clumps", name, row->key))
      option_mistake(options, "clumps", name, row->key, "goes with %s, but this object has %s",
                     with, has);
}

/* The key that a mistake about a key names: of the parts of an attitude the whole. NULL: it has been
   named. */
static const char *told_key(const Options *options, const char *object, const char *key)
{
  if (strcmp(key, "attitude_axis") == 0) return "attitude";
  if (strcmp(key, "attitude_angle") != 0) return key;
  return option_is_set(options, "clumps", object, "attitude_axis") ? NULL : "attitude";
}

/* Columns of a CSV in place of a key: ": give its rows columns ..."; "": nothing. */
static const char *columns_of(PopulationType type, const char *key)
{
  static const struct {
    const char *key, *text;
    bool        spheres; /* a file of spheres has them, too */
  } columns[] = {
    {"position", ": its rows have columns x, y, z in place of it", true},
    {"template", ": its rows have a column template in place of it", false},
    {"attitude",
     ": give its rows columns qw, qx, qy, qz (or axis_x, axis_y, axis_z, angle in degrees) in "
     "place "
     "of it",
     false},
    {"velocity", ": give its rows columns vx, vy, vz in place of it", true},
    {"spin", ": give its rows columns wx, wy, wz in place of it", true},
    {"scale", ": give its rows a column scale in place of it", false},
    {"density", ": give its rows a column density in place of it", false},
    {"blocked", ": give its rows a column blocked in place of it", true},
  };

  for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
    if (strcmp(columns[k].key, key) == 0 &&
        (type == POPULATION_FILE || (type == POPULATION_SPHERES && columns[k].spheres)))
      return columns[k].text;
  return "";
}

void population_check_type(Options *options, const char *name, PopulationType type)
{
  if (type == POPULATION_UNCLEAR) {
    option_mistake(options, "clumps", name, NULL,
                   "must have one of file (a clump a row), spheres (a sphere a row), position or "
                   "origin (one clump), skin (a deformable body) and template "
                   "(with position, origin or skin, or a random fill)");
    return;
  }
  for (const Option *row = clumps_options; row->key; row++) {
    PopulationType    other = POPULATION_FILE;
    const char *const key   = told_key(options, name, row->key);

    if (!key || goes_with(type, row->key) || !option_is_set(options, "clumps", name, row->key) ||
        (type == POPULATION_FILL && is_of_mesh(options, name, row->key)))
      continue;
    while (!goes_with(other, row->key)) other++;
    if (type == POPULATION_FILL && strcmp(row->key, "at") == 0)
      option_mistake(options, "clumps", name, row->key, "%s", at_refused);
    else
      option_mistake(options, "clumps", name, key, "goes with %s, but this object has %s%s",
                     strcmp(key, "attitude") == 0 ? "position or template" : keys_of_type[other][0],
                     main_key(options, name, type), columns_of(type, key));
  }
  if (type == POPULATION_FILL) return;
  refuse_keys(options, name, fill_options, "template", main_key(options, name, type));
  refuse_keys(options, name, mix_options, "template", main_key(options, name, type));
}

void population_quantities(const Options *options, const char *kind, const char *object, Clumps *c,
                           PetscInt first)
{
  QuantityValues given = {0};

  if (c->uses == 0) return;
  quantities_read(options, kind, object, &given);
  for (int q = 0; c->uses >> q; q++) {
    const QuantityColumns *columns = &c->quantity[q];
    const char            *hold    = quantities[q]->hold[0].key;
    const bool             held    = hold && option_has_value(options, kind, object, hold) &&
                      option_bool(options, kind, object, hold);

    for (PetscInt a = first; c->uses >> q & 1 && a < c->n_owned; a++) {
      if (given.given >> q & 1 && isnan(columns->value[a])) columns->value[a] = given.start[q];
      if (held) columns->held[a] = 1;
    }
  }
}

uint64_t population_groups(const Options *options, const char *kind, const char *object,
                           const Groups *groups)
{
  int                n;
  const char *const *words = option_words(options, kind, object, "group", &n);
  uint64_t           all   = 0, mask;

  for (int k = 0; k < n; k++)
    if (groups_find(groups, words[k], &mask)) all |= mask;
  return all;
}
